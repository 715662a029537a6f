"""A game at one keyboard: whose turn it is, what is being tried, what was said last."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from nmbr9.bots.greedy import choose as greedy
from nmbr9.cli.terminal.bot_process import Thinker, Wait, thought_of, wait_quietly
from nmbr9.cli.terminal.opponents import bots_of
from nmbr9.cli.terminal.trial import Held, Trial
from nmbr9.rules import (
    Action,
    Build,
    Done,
    Fill,
    Game,
    GapFiller,
    IllegalAction,
    Move,
    Nmbr9Error,
    NumberTile,
    Place,
    Reserve,
    Take,
    Token,
    Variant,
)
from nmbr9.rules.notation import parse_action
from nmbr9.rules.slow_player import PROMPT_SECONDS, Prompt, finish_turn, prompt

Laying = Place | Build | Fill | Move
"""The actions that lay a piece somewhere."""


@dataclass
class Session:
    """The state behind the screen. Commands change it; every action is saved at once."""

    game: Game
    save: Callable[[Game], None]
    thinker: Thinker | None = None
    """Thinks for the bots; a game of people alone needs none."""
    guests: Mapping[str, str] = field(default_factory=dict)
    """Bots of one's own by name, and what was typed for each."""
    wait: Wait = wait_quietly
    """What is done while a bot thinks."""
    now: Callable[[], float] = time.monotonic
    random: Random = field(default_factory=Random)
    """For the bots at the table."""
    player: int = 0
    trial: Trial | None = None
    message: str = ""
    shows_spots: bool = False
    shows_levels: bool = False
    shows_help: bool = False
    shows_others: bool = False
    prompt: Prompt | None = None
    _walk: int = field(default=-1)
    """Which of the legal spots Tab has come to."""
    _listed: tuple[Game, int, list[Action]] | None = field(default=None)

    def __post_init__(self) -> None:
        self._bots = bots_of(self.game, self.guests)
        if self.thinker is not None:
            self.thinker.prepare({self.guests.get(bot, bot) for bot in self._bots.values()})
        waiting = self.people_waiting()
        self.player = waiting[0] if waiting else 0
        self.hold_tile()

    def go_on(self) -> None:
        """Let the bots play if it is their turn, as in a game that was left while they thought."""
        if not self.game.is_over:
            self._go_on_from(self.game)

    @property
    def held(self) -> Held | None:
        """What the player holds, if anything is being tried."""
        return self.trial.held if self.trial else None

    def legal(self) -> list[Action]:
        """Return what the player may do now; worked out once for every position."""
        if (
            self._listed is None
            or self._listed[0] is not self.game
            or self._listed[1] != self.player
        ):
            self._listed = self.game, self.player, self.game.legal_actions(self.player)
        return self._listed[2]

    def spots(self) -> list[Laying]:
        """Return the legal spots of what is held, highest level first, then from the top left."""
        held = self.held
        if held is None:
            return []
        fitting = [
            action
            for action in self.legal()
            if isinstance(action, Laying) and _is_for(action, held)
        ]
        return sorted(fitting, key=_spot_order)

    # --- holding something -----------------------------------------------------------------

    def hold_tile(self) -> None:
        """Hold the tile of the turn, if there is one to place."""
        turn = self.game.players[self.player].turn
        self.trial = None
        if not self.game.is_over and turn.number is not None and not turn.is_settled:
            self._hold(Held("place", NumberTile(turn.number)))

    def hold_filler(self) -> None:
        """Hold a gap filler; again for the other one."""
        sizes = self.game.players[self.player].fillers
        if not any(isinstance(action, Fill) for action in self.legal()):
            self.message = "You have no gap filler to lay now."
            return
        current = self.held.tile if self.held else None
        later = [size for size in sizes if isinstance(current, GapFiller) and size > current.size]
        self._hold(Held("fill", GapFiller((later or sizes)[0])))

    def hold_reserved(self) -> None:
        """Hold the reserved tile."""
        reserved = self.game.players[self.player].reserved
        if reserved is None or not any(isinstance(action, Build) for action in self.legal()):
            self.message = "There is no tile in reserve that can be built now."
            return
        self._hold(Held("build", NumberTile(reserved.number)))

    def lift(self) -> None:
        """Lift a tile to move it; again for the next one."""
        movable = sorted({action.piece for action in self.legal() if isinstance(action, Move)})
        if not movable:
            self.message = "No tile can be moved now."
            return
        current = self.held.piece if self.held else None
        later = [index for index in movable if current is not None and index > current]
        index = (later or movable)[0]
        piece = self.game.players[self.player].display.pieces[index]
        self._hold(Held("move", piece.tile, piece.flipped, index))
        self.message = f"Lifted the tile at {piece.x},{piece.y}."

    def _hold(self, held: Held) -> None:
        """Hold something over a low spot where it fits: seen at once, and no advice."""
        self.trial = Trial(held)
        self._walk = -1
        free = [spot for spot in self.spots() if not _price(spot)]
        if free:
            nearest = min(free, key=self._distance)
            self.trial = Trial.of(nearest, self.game) or self.trial

    def _distance(self, spot: Laying) -> tuple[int, int, int]:
        """Return how far a spot is from the middle of the display: low and upright ones first."""
        left, top, right, bottom = self.game.players[self.player].display.bounds
        across = 2 * (spot.x + 1) - (left + right + 1)
        along = 2 * (spot.y + 1) - (top + bottom + 1)
        return spot.level, spot.rotation, across**2 + along**2

    # --- trying ----------------------------------------------------------------------------

    def turn(self, quarter_turns: int) -> None:
        """Turn what is held."""
        if self.trial:
            self.trial = self.trial.turned(quarter_turns)

    def nudge(self, dx: int, dy: int) -> None:
        """Move what is held by cells."""
        if self.trial and not self.trial.ground(self.game, self.player).pieces:
            self.message = "The first tile lies at 0,0; it can be turned."
        elif self.trial:
            self.trial = self.trial.moved(dx, dy)

    def flip(self) -> None:
        """Turn what is held over (5.4)."""
        if self.trial and self.trial.held.kind == "place":
            self.trial = self.trial.flipped()
        else:
            self.message = "Only the tile of this turn can be turned over."

    def walk(self, step: int = 1) -> None:
        """Go to the next legal spot of what is held."""
        spots = self.spots()
        if not spots:
            self.message = "Nothing is held that fits anywhere."
            return
        self._walk = (self._walk + step) % len(spots)
        self.trial = Trial.of(spots[self._walk], self.game)
        self.message = f"Spot {self._walk + 1} of {len(spots)}."

    def go_to(self, number: int) -> None:
        """Go to a legal spot by its number in the list."""
        spots = self.spots()
        if not 1 <= number <= len(spots):
            self.message = f"Expected a spot of 1 to {len(spots)}, got {number}."
            return
        self._walk = number - 2
        self.walk()

    def undo(self) -> None:
        """Take the trial back: hold the tile of the turn as at first. What is placed stays."""
        self.hold_tile()
        self.message = "Taken back. What has been placed stays (rule 2.10)."

    # --- deciding --------------------------------------------------------------------------

    def confirm(self) -> None:
        """Lay what is held where it is."""
        if self.trial is None:
            self.message = "Nothing is held. Type ? for what you can do."
            return
        self.do(self.trial.action(self.game, self.player))

    def take(self, pile: int | None = None) -> None:
        """Take the card, or the one under a marker."""
        if pile is None and self.game.options.variant is Variant.LEVEL_TO_LEVEL:
            self.message = "Choose an open card by its level, 0 to 4."
            return
        self.do(Take(self.player, pile))

    def reserve(self) -> None:
        """Keep the tile for later."""
        self.do(Reserve(self.player))

    def done(self) -> None:
        """End the turn."""
        self.do(Done(self.player))

    def type(self, text: str) -> None:
        """Try what the notation says; what lays nothing is done at once."""
        try:
            action = parse_action(text, self.player)
        except Nmbr9Error as error:
            self.message = str(error)
            return
        trial = Trial.of(action, self.game)
        if trial is None:
            self.do(action)
            return
        self.trial = trial
        stated, found = str(action), str(trial.action(self.game, self.player))
        if stated != found:
            self.message = f"There it would be {found}."

    def do(self, action: Action) -> None:
        """Do an action and save, or say every reason why not; nothing is lost either way."""
        before = self.game.players[self.player]
        try:
            game = self.game.apply(self.player, action)
        except IllegalAction as error:
            self.message = "No: " + str(error) + "."
            return
        player = self.player
        self.message = ""
        self._accept(game)
        after = game.players[player]
        said = f"{game.names[player]}: {action}"
        gained = after.display.points - before.display.points
        if gained:
            said += f", {gained:+} points"
        if before.reserved and not after.reserved and not isinstance(action, Build):
            said += f"; the reserved {before.reserved.number} is lost (rule 5.8)"
        self.message = f"{said}. {self.message}".strip()

    def _accept(self, game: Game) -> None:
        """Go on with a new game state, saved; a disk that refuses is no reason to stop."""
        before = self.game
        self._keep(game)
        self._go_on_from(before)

    def _go_on_from(self, before: Game) -> None:
        """Let everybody play who has no choice, or is no person, until a person has to decide."""
        told = len(self.game.actions)
        forfeits: list[str] = []
        while not self.game.is_over:
            waiting = self.people_waiting()
            if not waiting:
                forfeits += self._let_bot_play(self.game.waiting_for[0])
            elif (only := self._only_action(waiting[0])) is not None:
                self._keep(self.game.apply_unchecked(only.player, only))
            else:
                break
        game = self.game
        said = [f"{game.names[each.player]}: {each}." for each in game.actions[told:]]
        said += [f"{sentence}." for sentence in forfeits]
        self.message = " ".join([self.message, *said]).strip()
        waiting = self.people_waiting()
        is_new_card = game.table.drawn != before.table.drawn
        if waiting and (is_new_card or self.player not in waiting):
            self.player = waiting[0]
        self.shows_spots = False
        self.hold_tile()

    def _let_bot_play(self, seat: int) -> tuple[str, ...]:
        """Keep what a bot does in its turn; return what it forfeited, in sentences."""
        assert self.thinker is not None, "whoever has bots at the table lets them think"
        bot = self._bots[seat]
        self.trial = None
        thinking = self.thinker.turn(self.game, seat, self.guests.get(bot, bot), self.random)
        self.wait(bot, thinking)
        thought = thought_of(bot, thinking)
        for action in thought.actions:
            self._keep(self.game.apply(seat, action))
        return thought.forfeits

    def _only_action(self, player: int) -> Action | None:
        """Return what a player has to do in any case; where to lay something is always asked."""
        actions = self.game.legal_actions(player)
        only = actions[0] if len(actions) == 1 else None
        return None if isinstance(only, Laying) else only

    def _keep(self, game: Game) -> None:
        """Go on with a new state, stored before anybody else is asked."""
        self.game = game
        try:
            self.save(game)
        except OSError as error:
            self.message = f"NOT SAVED: {error}."

    # --- whose turn ------------------------------------------------------------------------

    def switch(self) -> None:
        """Give the keyboard to the next player whose turn is not over (8.2)."""
        waiting = self.people_waiting()
        later = [seat for seat in waiting if seat > self.player] or list(waiting)
        if later and later[0] != self.player:
            self.player = later[0]
            self.hold_tile()
        else:
            self.message = "Nobody else has to play now."

    def nudge_slow(self) -> None:
        """Prompt the player at the keyboard, in the name of one who waits (2.12)."""
        waiting = self.game.waiting_for
        others = [seat for seat in range(len(self.game.players)) if seat not in waiting]
        if not others:
            self.message = "Nobody waits yet: a prompt comes from a player whose turn is over."
            return
        self.prompt = prompt(self.game, others[0], self.player, self.now())
        self.message = f"{self.game.names[self.player]}, you have one minute."

    @property
    def seconds_left(self) -> float | None:
        """The seconds of a running prompt; None without one."""
        if self.prompt is None or self.prompt.player not in self.game.waiting_for:
            return None
        return min(PROMPT_SECONDS, max(0.0, self.prompt.deadline - self.now()))

    def check_clock(self) -> bool:
        """Finish the turn of a player whose minute is over, and say so (2.12)."""
        if self.prompt is None or not self.prompt.is_due(self.game, self.now()):
            return False
        player, self.prompt = self.prompt.player, None
        self.message = ""
        self._accept(finish_turn(self.game, player, greedy))
        name = self.game.names[player]
        self.message = f"The minute is over: {name}'s turn was finished (rule 2.12). {self.message}"
        return True

    def people_waiting(self) -> tuple[int, ...]:
        """Return the people, not bots, whose turn is not over."""
        return tuple(seat for seat in self.game.waiting_for if seat not in self._bots)

    def can(self, token: Token) -> bool:
        """Whether the player may still use a token."""
        return token in self.game.players[self.player].usable_tokens(self.game.options)


def _is_for(action: Laying, held: Held) -> bool:
    match action:
        case Fill():
            return held.tile == GapFiller(action.size)
        case Move():
            return held.piece == action.piece
        case _:
            return held.kind == action.do


def _price(action: Laying) -> int:
    """Return how many tokens an action costs."""
    return len(action.tokens) if isinstance(action, Place) else 0


def _spot_order(action: Laying) -> tuple[int, int, int, int, int]:
    return -action.level, _price(action), action.y, action.x, action.rotation
