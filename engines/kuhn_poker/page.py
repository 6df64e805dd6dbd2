"""The position file of Kuhn poker: the viewer's own card, and what everybody did in turn.

People remember moves, not masks. So the file lists the moves, and the fields of the state
follow from them: entries that fill no field alone are read in `_follow` and written by `value`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eminence.cython_ext.fields import SEATS, Field
from eminence.engines.kit.entry_kinds import Line, Whole
from eminence.engines.kit.page import Answers, Entry, Form, Section, needed
from eminence.engines.kit.wording import spoken
from eminence.engines.kuhn_poker.rules import Move

#: by action id
MOVES = spoken(Move)


def form(players: int) -> Form:
    """The position file for one number of players."""
    return KuhnPage(players).form()


@dataclass(frozen=True)
class KuhnPage:
    players: int

    def form(self) -> Form:
        last = self.players
        entries = [
            needed("dealt", Whole(0, last), "how many seats have their card"),
            Entry("card", Whole(0, last), f"your card, 0 to {last}", value=_own_card),
            Entry(
                "moves",
                Line(dict(enumerate(MOVES)), "moves with commas between them"),
                "pass or bet, in turn, beginning with seat 0",
                value=self._moves,
            ),
        ]
        return Form(
            [Section("", entries)],
            self.players,
            self._follow,
            # No entry fills these alone, so their ranges are given here. (SEATS,) says that a
            # field has one value per seat: the other places of the C array stay out of files.
            derived={
                "card": Field((SEATS,), low=0, high=last + 1),
                "acted": Field(high=self._most_moves),
                "bets": Field(high=2**self.players - 1),
                "bettor": Field(low=0, high=last),
            },
            # If `check` blames such a field, the person reads the name of an entry.
            blames={"card": "card", "bets": "moves"},
        )

    @property
    def _most_moves(self) -> int:
        return 2 * self.players - 1

    def _moves(self, data: np.void, _row: int) -> list[int]:
        return moves_made(data, self.players)

    def _follow(self, answers: Answers) -> None:
        """Fill the fields from the entries. `check` refuses what cannot happen in a game."""
        record = answers.record
        moves = answers.said("moves", [])
        if len(moves) > self._most_moves:
            answers.refuse("moves", f"{len(moves)}, at most {self._most_moves} are made")
            return
        bettors = [turn % self.players for turn, move in enumerate(moves) if move == Move.BET]
        record["acted"] = len(moves)
        record["bets"] = sum(1 << seat for seat in {*bettors})
        record["bettor"] = bettors[0] + 1 if bettors else 0
        card = answers.said("card")
        if card is None:
            return
        if answers.viewer in range(self.players):
            record["card"][answers.viewer] = card + 1
        else:
            answers.refuse("card", "only the view of a seat has a card")


def moves_made(data: np.void, players: int) -> list[int]:
    """What was played, in turn, beginning with seat 0.

    Nobody bets before the first bettor; after that each seat has one answer.
    """
    first, bets = int(data["bettor"]) - 1, int(data["bets"])
    return [int(0 <= first <= turn and bets >> turn % players & 1) for turn in range(data["acted"])]


def _own_card(data: np.void, _row: int) -> int | None:
    """A view has one card at most, its seat's own. None: the entry is not written."""
    held = int(max(data["card"]))
    return held - 1 if held else None
