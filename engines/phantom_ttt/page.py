"""The position file of phantom tic-tac-toe."""

from __future__ import annotations

from eminence.cython_ext.fields import SEATS, Field
from eminence.engines.kit.entry_kinds import Whole, Word, or_nothing
from eminence.engines.kit.page import Answers, Entry, Form, Section, needed
from eminence.engines.tic_tac_toe.page import BOARD_COMMENT, GRID

WINNERS = or_nothing(("seat 0", "seat 1"), "nobody")


def form(players: int) -> Form:
    """The board shows only those of the other's marks that the viewer found."""
    entries = [
        needed("made", Whole(0, 9), "marks on the board, known or not"),
        Entry("winner", Word(WINNERS), ", ".join(WINNERS.values())),
        needed("board", GRID, f"{BOARD_COMMENT}; of the other's marks those you found", "marks"),
    ]
    return Form(
        [Section("", entries)],
        players,
        _follow,
        derived={"found": Field((SEATS,), high=GRID.layout().high)},
        blames={"found": "board"},
    )


def _follow(answers: Answers) -> None:
    """The other's marks that the viewer can draw are those it found."""
    if answers.viewer in (0, 1):
        found = answers.record["marks"][1 - answers.viewer]
        answers.record["found"][answers.viewer] = found
