"""Properties that hold in every position, tried by hypothesis on positions that play reaches."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from nmbr9 import (
    Action,
    Display,
    Game,
    IllegalAction,
    NumberTile,
    Options,
    Piece,
    Place,
    StartingTile,
    Token,
    Variant,
    score,
)
from nmbr9.rules import notation, record
from nmbr9.rules.knowledge import view
from nmbr9.rules.pieces.tiles import name_of
from nmbr9.rules.placing.legality import violations
from tests.strategies import (
    Record,
    Style,
    any_action,
    displays,
    games,
    near_misses,
    playing,
    positions,
    records,
    tower,
)

# Playing to a position takes a while on a busy machine; that is no reason to fail.
few = settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
many = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])

Cell = tuple[int, int]


# The generator and the checker


@few
@given(positions())
def test_what_is_listed_is_legal(position: tuple[Game, int]) -> None:
    game, player = position
    listed = game.legal_actions(player)
    assert len(set(listed)) == len(listed)
    for action in Random(0).sample(listed, min(len(listed), 100)):
        assert game.violations(player, action) == ()


@many
@given(positions(), st.data())
def test_what_is_legal_is_listed(position: tuple[Game, int], data: st.DataObject) -> None:
    """Legal <=> no violations, for actions a little off the legal ones."""
    game, player = position
    listed = set(game.legal_actions(player))
    for _ in range(8):
        action = data.draw(near_misses(game, player))
        found = game.violations(player, action)
        assert (action in listed) == (found == ()), found
        if found:
            with pytest.raises(IllegalAction) as caught:
                game.apply(player, action)
            assert caught.value.violations == found


@few
@given(displays(), st.integers(0, 9), st.data())
def test_a_display_checks_what_it_lists(display: Display, number: int, data: st.DataObject) -> None:
    spots = display.legal_placements(number)
    listed = list(spots)
    assert len(spots) == len(listed) == len(set(listed))
    rotation, x, y, level = data.draw(st.sampled_from(listed))
    piece = Piece(NumberTile(number), x, y, level, rotation)
    assert display.place(piece).pieces == (*display.pieces, piece)
    moved = (rotation, x + data.draw(st.integers(-1, 1)), y, level + data.draw(st.integers(-1, 1)))
    assert (moved in spots) == (moved in listed)
    assert (rotation, x + 1000, y, level) not in spots
    assert [rotation, x, y, level] not in spots
    assert (rotation, x, y) not in spots


@pytest.mark.rest
def test_the_checker_agrees_with_the_finder_all_over_a_high_display() -> None:
    """Every spot above the table of a display of five levels with fillers in it."""
    display, tile = tower(2, fillers=True), NumberTile(1)
    corners = product(
        range(min(p.x for p in display.pieces), max(p.x for p in display.pieces) + 4),
        range(min(p.y for p in display.pieces), max(p.y for p in display.pieces) + 4),
    )
    legal = {
        (rotation, x, y, level)
        for x, y in corners
        for rotation, level in product(range(4), range(1, display.highest_level + 2))
        if not violations(display, Piece(tile, x, y, level, rotation))
    }
    assert legal == {spot for spot in display.legal_placements(tile.number) if spot.level > 0}
    assert len({level for *_, level in legal}) > 1


# Looking at the table from another side


def turned(piece: Piece) -> Piece:
    """Return a piece after the whole table was turned a quarter turn clockwise."""
    flipped, rotation = name_of(piece.tile, piece.flipped, (piece.rotation + 1) % 4)
    x, y = 1 - piece.y - piece.outline.height, piece.x
    return replace(piece, x=x, y=y, rotation=rotation, flipped=flipped)


def offers_by_kind(game: Game, player: int) -> Counter[tuple[object, ...]]:
    """Count the legal actions by what does not depend on where the table stands."""
    names = ("do", "level", "tokens", "piece", "size", "flipped", "pile")
    return Counter(
        tuple(str(getattr(action, name, "")) for name in names)
        for action in game.legal_actions(player)
    )


def with_display(game: Game, player: int, display: Display) -> Game:
    states = list(game.players)
    states[player] = replace(states[player], display=display)
    return replace(game, players=tuple(states))


@many
@given(positions(), st.integers(-9, 9), st.integers(-9, 9))
def test_turning_or_shifting_the_table_changes_nothing(
    position: tuple[Game, int], right: int, down: int
) -> None:
    """The same score and, kind by kind, the same number of legal actions."""
    game, player = position
    display = game.players[player].display
    assume(len(display.pieces) > 1)  # a first piece always lies at 0, 0
    shifted = Display(tuple(replace(p, x=p.x + right, y=p.y + down) for p in display.pieces))
    quarter = Display(tuple(turned(piece) for piece in display.pieces))
    expected = offers_by_kind(game, player)
    for other in (shifted, quarter):
        assert score(other) == score(display)
        assert offers_by_kind(with_display(game, player, other), player) == expected
    whole = quarter
    for _ in range(3):
        whole = Display(tuple(turned(piece) for piece in whole.pieces))
    assert whole == display


@few
@given(displays(), st.integers(0, 9), st.randoms(use_true_random=False))
def test_the_order_of_the_pieces_does_not_matter(
    display: Display, number: int, random: Random
) -> None:
    """Neither to where a tile may go nor to the points, only to the names of pieces (5.7)."""
    shuffled = Display(tuple(random.sample(display.pieces, len(display.pieces))))
    assert set(shuffled.legal_placements(number)) == set(display.legal_placements(number))
    assert shuffled.points == display.points
    assert [sorted(line.numbers) for line in score(shuffled).lines] == [
        sorted(line.numbers) for line in score(display).lines
    ]


# Immutable values


@few
@given(displays(), st.integers(0, 9), st.data())
def test_what_is_carried_over_is_what_is_drawn_anew(
    display: Display, number: int, data: st.DataObject
) -> None:
    """Incremental = recomputed, and placing then lifting = as before."""
    grown = Display()
    for piece in display.pieces:
        grown = grown.place_unchecked(piece)
    rotation, x, y, level = data.draw(st.sampled_from(list(display.legal_placements(number))))
    last = Piece(NumberTile(number), x, y, level, rotation)
    # Everything is asked of `grown` first, so that there is something to carry over.
    assert grown.masks == Display(display.pieces).masks
    after, anew = grown.place_unchecked(last), Display((*display.pieces, last))
    assert (after, hash(after)) == (anew, hash(anew))
    for name in ("frame", "masks", "levels", "indices_by_level", "piece_by_cell", "highest_level"):
        assert getattr(after, name) == getattr(anew, name), name
    assert set(after.legal_placements(9)) == set(anew.legal_placements(9))
    assert after.without(len(display.pieces)) == display


@few
@given(positions(), st.data())
def test_an_action_leaves_the_game_it_is_tried_on_alone(
    position: tuple[Game, int], data: st.DataObject
) -> None:
    game, player = position
    before = copy.deepcopy(game)
    offered = [game.legal_actions(seat) for seat in range(game.options.players)]
    written = record.dumps(game)
    action = data.draw(st.sampled_from(offered[player]) | any_action(player))
    try:
        after = game.apply(player, action)
    except IllegalAction:
        after = None
    assert game == before
    assert hash(game) == hash(before)
    assert record.dumps(game) == written
    assert [game.legal_actions(seat) for seat in range(game.options.players)] == offered
    assert after != game
    if after is not None:
        assert after == before.apply(player, action)
        assert hash(after) == hash(before.apply(player, action))
        assert after.actions == (*game.actions, action)


# What is written


@few
@given(games())
def test_a_game_is_read_as_it_was_written(game: Game) -> None:
    assert notation.parse_game(notation.format_game(game)) == game
    assert record.loads(record.dumps(game)) == game
    for action in game.actions:
        assert notation.parse_action(str(action), action.player) == action
        assert record.read_action("action", action.to_dict()) == action


@many
@given(any_action(3))
def test_any_action_is_read_as_it_was_written(action: Action) -> None:
    assert notation.parse_action(str(action), 3) == action
    assert notation.parse_action(f"  {str(action).upper()} ", 3) == action
    assert record.read_action("action", action.to_dict()) == action


@few
@given(records(), st.lists(st.text(), min_size=2, max_size=2))
def test_a_record_is_written_as_it_was_read(data: Record, names: list[str]) -> None:
    """With any names that UTF-8 can write."""
    data["names"] = names[: len(data["names"])]
    game = record.read_record(data)
    assert game.to_record() == data
    assert record.loads(record.dumps(game).encode()) == game
    assert notation.parse_game(notation.format_game(game)) == game


# After every event of a game


def assert_well_built(game: Game, player: int) -> None:
    """Check a display square by square, without asking the engine what is legal."""
    state, options = game.players[player], game.options
    pieces, used = state.display.pieces, state.used_tokens
    at = {(x, y, p.level): i for i, p in enumerate(pieces) for x, y in p.cells}
    assert len(at) == sum(len(piece.cells) for piece in pieces), "two pieces overlap"
    hanging: dict[int, list[Cell]] = {}
    on_one_tile = 0
    for index, piece in enumerate(pieces):
        if piece.level == 0:
            continue
        below = [at.get((x, y, piece.level - 1)) for x, y in piece.cells]
        if None in below:
            hanging[index] = [
                cell for cell, under in zip(piece.cells, below, strict=True) if under is None
            ]
        if not piece.is_filler:
            tiles = {i for i in below if i is not None and not pieces[i].is_filler}
            assert tiles, "a tile rests on no tile"
            on_one_tile += len(tiles) == 1
    assert len(hanging) <= (Token.GAP in used), "a square floats"
    assert all(pieces[index].is_number_tile for index in hanging)
    assert on_one_tile <= (Token.SINGLE in used)
    assert sum(piece.flipped for piece in pieces) <= (Token.BLACK in used)
    assert len(used) == len(set(used)) <= 2
    assert set(used) <= set(options.special_tokens)
    starting = [piece for piece in pieces if isinstance(piece.tile, StartingTile)]
    assert starting == ([pieces[0]] if options.starting_tiles else [])
    assert all(
        (piece.x, piece.y, piece.level, piece.rotation) == (0, 0, 0, 0) for piece in starting
    )
    if options.variant is Variant.LEVEL_TO_LEVEL:
        assert state.display.highest_level <= 4


def assert_nothing_lost(game: Game, player: int) -> None:
    """Fillers, cards and tiles are all somewhere: on the table, in hand, or back in the supply."""
    state = game.players[player]
    laid = sum(piece.is_filler for piece in state.display.pieces)
    assert laid + len(state.fillers) == (2 if game.options.gap_fillers else 0)
    drawn = Counter(game.deck[: game.table.drawn])
    assert drawn + Counter(dict(enumerate(game.cards_left))) == Counter(game.deck)
    owned = Counter(p.tile.number for p in state.display.pieces if isinstance(p.tile, NumberTile))
    owned += Counter([state.reserved.number] if state.reserved else [])
    assert owned <= drawn, "a tile that no card has shown"
    done = Counter(action.do for action in game.actions if action.player == player)
    lost = done["place"] + done["reserve"] - owned.total()
    assert lost in ((0, 1) if Token.RESERVE in state.used_tokens else (0,))
    if game.options.variant is Variant.LEVEL_TO_LEVEL and game.options.players == 4:
        assert max(owned.values(), default=0) <= 3


@few
@given(
    games(max_players=4, max_actions=0),
    st.sampled_from((Style.MIXED, Style.CLIMBING, Style.VARIED)),
    st.integers(0, 999),
)
def test_every_event_leaves_a_well_built_table(start: Game, style: Style, seed: int) -> None:
    for game, player, action in playing(start.options, seed, style):
        after = game.apply_unchecked(player, action)
        assert_well_built(after, player)
        assert_nothing_lost(after, player)
        assert after.scores[player] == score(after.players[player].display).total
        others = [seat for seat in range(start.options.players) if seat != player]
        for seat in others:
            assert after.players[seat].display == game.players[seat].display
        if len(after.actions) > 60:
            return


# What a player knows


def parts(value: object) -> list[object]:
    """Return a value and everything in it, as far as dataclasses and tuples go."""
    if is_dataclass(value) and not isinstance(value, type):
        inner = [getattr(value, field.name) for field in fields(value)]
    else:
        inner = list(value) if isinstance(value, tuple) else []
    return [value, *(part for each in inner for part in parts(each))]


@many
@given(games(max_players=3), st.randoms(use_true_random=False))
def test_nobody_sees_the_order_of_the_draw_pile(game: Game, random: Random) -> None:
    """8.3: with the cards still to come in another order, everybody sees exactly the same."""
    drawn = game.table.drawn
    rest = game.deck[drawn:]
    deck = (*game.deck[:drawn], *random.sample(rest, len(rest)))
    other = Game.new(game.options, deck=deck, starting_tiles=game.starting_tiles)
    for action in game.actions:
        other = other.apply_unchecked(action.player, action)
    for viewer in range(game.options.players):
        seen = view(game, viewer)
        assert seen == view(other, viewer)
        assert repr(seen) == repr(view(other, viewer))
        # Once all cards are drawn, those that were are the deck, and nothing is secret any more.
        assert not any(
            isinstance(part, Game) or (rest and part == game.deck) for part in parts(seen)
        )
        assert sum(seen.cards_left) == len(rest)


@few
@given(st.integers(2, 4), st.integers(0, 999), st.booleans())
def test_decisions_stay_hidden_until_all_have_decided(
    players: int, seed: int, fillers: bool
) -> None:
    """6.3: until then the others look as they did when the card was revealed."""
    options = Options(players, Variant.TWO_OUT_OF_THREE, gap_fillers=fillers)
    history = [game for game, _, _ in playing(options, seed, Style.MIXED)][:60]
    hidden = 0
    for before, after in pairwise(history):
        if before.table != after.table:
            continue
        actor = after.actions[-1].player
        if not all(state.turn.is_decided for state in after.players):
            hidden += 1
            for viewer in {*range(players)} - {actor}:
                assert view(after, viewer) == view(before, viewer)
        assert view(after, actor).players[actor] == after.players[actor]
    assert hidden


def test_places_have_one_price_and_one_name() -> None:
    """5.2 and section 9: no two legal placements of a turn cover the same squares."""
    options = Options(1, special_tokens=tuple(Token))
    for game, _, _ in playing(options, 5, Style.MIXED):
        tile = [action for action in game.legal_actions(0) if isinstance(action, Place)]
        covered = [
            (a.level, *Piece(NumberTile(a.number), a.x, a.y, a.level, a.rotation, a.flipped).cells)
            for a in tile
        ]
        assert len(set(covered)) == len(covered)
