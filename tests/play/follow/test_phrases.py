"""What people say, compared with the words of the game."""

import pytest

from eminence.play.follow.phrases import BEGINNING, SAME, WITH_LESS, WITH_MORE, Speaker, words_of
from eminence.play.table.news import StepText

CLAIM = StepText("seat 1", "claim Dijon Duke: 4 France")
DRAW = StepText("Country card, seat 0", "Spain")
TURNED = StepText("display", "Spain")


def fit(text, step, names=("Anna", "Chris", "Cleo")):
    return Speaker(0, 3, names).phrase(text).fit(step)


@pytest.mark.parametrize(
    "said",
    [
        "seat 1: claim Dijon Duke: 4 France",
        "1 claims Dijon Duke: 4 France",
        "1: claim dijon  duke 4 france",
        "Chris claims Dijon Duke: 4 France.",
        "claim Dijon Duke: 4 France",
    ],
)
def test_words_that_mean_a_move(said):
    assert fit(said, CLAIM) == SAME


@pytest.mark.parametrize(
    ("said", "step", "expected"),
    [
        ("1 claims Dijon", CLAIM, BEGINNING),
        ("seat 1: claim ...", CLAIM, BEGINNING),
        ("1 claims Dij", CLAIM, BEGINNING),
        # a number is whole
        ("bid 1", StepText("seat 0", "bid 10"), None),
        ("1 Duke in Dijon", CLAIM, None),
        ("1 Dijon Duke", CLAIM, WITH_LESS),
        ("2 claims Dijon Duke: 4 France", CLAIM, None),
        ("I claim Dijon Duke: 4 France", CLAIM, None),
        ("I draw Spain", DRAW, WITH_MORE),
        ("Country card, seat 0: Spain", DRAW, SAME),
        ("me: Spain", DRAW, SAME),
        ("1 draws Spain", DRAW, None),
        ("Spain", TURNED, SAME),
        ("display Spain", TURNED, SAME),
        ("Spain is turned up", TURNED, WITH_MORE),
        # who draws is said, and the card on the display is nobody's
        ("I draw Spain", TURNED, None),
        # a whole move is more than the card that it names
        ("1 claims Madrid King: 8 Spain", TURNED, None),
        ("claim Madrid King with Spain", TURNED, None),
        ("France", TURNED, None),
        ("", TURNED, None),
    ],
)
def test_what_fits_and_how_well(said, step, expected):
    assert fit(said, step) == expected


def test_a_number_may_be_a_seat_or_belong_to_the_words():
    assert fit("1 Spain", StepText("deal", "1 Spain")) == SAME
    assert fit("2 passes", StepText("seat 2", "pass")) == SAME
    assert fit("3 passes", StepText("seat 2", "pass")) is None


def test_names_are_whole_words():
    assert fit("Cleo passes", StepText("seat 2", "pass")) == SAME
    assert fit("Cleopatra passes", StepText("seat 2", "pass")) != SAME


def test_verbs_lose_their_s_and_other_words_do_not():
    assert words_of("passes draws bits cross Paris") == ("pass", "draw", "bit", "cross", "pari")
    assert words_of("12s is 3s") == ("12s", "is", "3s")


def test_what_is_said_stands_in_a_line_of_the_board():
    phrase = Speaker(0, 3).phrase("grain Neumark")
    assert phrase.fits_line("orders bid 3, palace ?, grain Neumark, taxes ?")
    assert not phrase.fits_line("orders grain Pommern, taxes Neumark")
    assert Speaker(0, 3).phrase("1 bids 3").fits_line("orders bid 3, palace ?")
    assert not Speaker(0, 3).phrase("...").fits_line("orders bid 3")
