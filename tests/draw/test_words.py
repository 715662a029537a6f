from nmbr9.draw.words import display_in_words, piece_in_words, printable
from nmbr9.rules import Display, Piece
from tests.draw.pictures import ODD_ONES, STACKED, lay


def test_a_display_is_told_from_the_top() -> None:
    assert display_in_words(STACKED) == (
        "Level 1: 1 \N{MULTIPLICATION SIGN}1 = 1. Level 0: 2 tiles \N{MULTIPLICATION SIGN}0 = 0. "
        "1 point in all."
    )
    assert display_in_words(Display()) == "No tiles yet."


def test_pieces_say_what_they_bring() -> None:
    assert piece_in_words(lay(9, 0, 0, 3)) == "9 on level 3, 27 points"
    assert [piece_in_words(piece) for piece in ODD_ONES.pieces] == [
        "starting tile on level 0, scores nothing",
        "gap filler on level 0, scores nothing",
        "gap filler on level 0, scores nothing",
        "7, turned over, on level 0, scores nothing",
    ]


def test_a_turned_over_tile_scores_nothing_on_any_level() -> None:
    piece = lay(7, 0, 0, 2)
    turned = Piece(piece.tile, 0, 0, 2, flipped=True)
    assert "scores nothing" in piece_in_words(turned)


def test_names_lose_what_could_repaint_a_terminal() -> None:
    assert printable("Ada\x1b[2J\n\u202e") == "Ada\ufffd[2J\ufffd\ufffd"
    assert printable("Zoë 森 नमस्\u200dते") == "Zoë 森 नमस्\u200dते"
