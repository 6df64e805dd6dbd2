"""What the turn of a Royals position file must have left behind, and what cannot be."""

from __future__ import annotations

from typing import Any

from cython_ext.errors import BadEntry
from cython_ext.pages import Entries
from engines.royals.phases import DRAWING, ENDED, PHASES, REFILL, SETUP
from engines.royals.position_board import BoardReader


class PastReader(BoardReader):
    """Compares cards and cubes with what the turn says has happened."""

    def check_past(
        self,
        file: Entries,
        turn: dict[str, Any],
        hands: dict[str, Any],
        board: dict[str, Any],
        table: dict[str, Any],
    ) -> None:
        """Refuse what no turn can have led to."""
        step = PHASES[turn["phase"]]
        self._check_piles(file, table)
        if turn["round"] == 0:
            self._check_first_round(file, turn, hands, board, table)
        if step != SETUP:
            self._check_display(file, sum(table["display"]), turn, step)
        if step not in (SETUP, ENDED):
            self._check_draws(file, turn, hands, table, step)
        if turn["period_ending"]:
            self._check_period_end(file, turn, hands, table, step)

    def _check_piles(self, file: Entries, table: dict[str, Any]) -> None:
        """A pile is made anew as soon as its last card has gone (R8, R21)."""
        for pile, discards in (
            *([("pile", "discards")] if self.on.ends_on_empty_pile else []),
            ("intrigue_pile", "intrigue_discards"),
        ):
            if table[f"{pile}_size"] == 0:
                raise file.fail(
                    f"cards.{discards}",
                    "no card is left in the pile, but the discards become the new one as "
                    'soon as the last card has gone: then they are "none"',
                )

    def _check_first_round(
        self,
        file: Entries,
        turn: dict[str, Any],
        hands: dict[str, Any],
        board: dict[str, Any],
        table: dict[str, Any],
    ) -> None:
        """Nobody has drawn more than the first turns give, nor an Intrigue card (R5)."""
        on, mover = self.on, turn["seat"]
        if sum(hands["intrigue_size"]) + sum(table["intrigue_discards"]):
            raise file.fail("turn.round", "1, but nobody draws Intrigue cards in that round")
        begun = mover + (PHASES[turn["phase"]] not in (SETUP, *DRAWING))
        for seat in range(self.players):
            if seat > mover and hands["hand_size"][seat]:
                raise file.fail(
                    "turn.round",
                    f"1, but seat {seat} holds {hands['hand_size'][seat]} cards before its "
                    "first turn",
                )
            if seat >= begun and board["supply"][seat] != on.cubes[seat]:
                raise file.fail(
                    "turn.round", f"1, but seat {seat} has cubes out before it could play"
                )
        drawn = sum(on.first_turn[:mover]) + turn["drawn"]
        there = sum(hands["hand_size"]) + sum(table["discards"])
        if there != drawn and not (turn["period"] or turn["period_ending"]):
            raise file.fail(
                "turn.round",
                f"1, so {drawn} Country cards were drawn; hands and discards have {there}",
            )

    def _check_display(self, file: Entries, size: int, turn: dict[str, Any], step: str) -> None:
        """A turn begins with a full display; what is missing was taken in it (R6, R20)."""
        missing = self.on.display - size
        if missing and step == ENDED:
            raise file.fail("cards.display", f"{size} cards, but the last turn refilled it")
        if step in DRAWING and missing and not turn["display_from"]:
            raise file.fail(
                "cards.display",
                f"{size} cards, but a turn begins with {self.on.display}; "
                "if some were taken in this turn, name turn.last_taken",
            )
        if turn["display_from"] and not missing:
            raise file.fail("turn.last_taken", f"but the display has all its {size} cards")
        if missing > turn["drawn"]:
            raise file.fail(
                "cards.display",
                f"{size} cards, so {missing} were taken in this turn; turn.drawn says "
                f"{turn['drawn']}",
            )

    def _check_draws(
        self,
        file: Entries,
        turn: dict[str, Any],
        hands: dict[str, Any],
        table: dict[str, Any],
        step: str,
    ) -> None:
        """Cards drawn in this turn are in the hand or were played (R6)."""
        seat = turn["seat"]
        for drawn, size, discards, entry, kind in (
            (turn["drawn"], "hand_size", "discards", "drawn", "Country"),
            (
                int(turn["drawn_intrigue"]),
                "intrigue_size",
                "intrigue_discards",
                "drawn_intrigue",
                "Intrigue",
            ),
        ):
            gone = 0 if step in DRAWING else sum(table[discards])
            # The refill may have made a new pile of the Country discards.
            if hands[size][seat] + gone < drawn and (step != REFILL or kind == "Intrigue"):
                raise file.fail(
                    f"turn.{entry}",
                    f"seat {seat} drew {drawn} {kind} cards in this turn, but hand and "
                    f"discards have {hands[size][seat] + gone}",
                )
        last = turn["display_from"] - 1
        if last >= 0 and not hands["seen"][seat][last]:
            raise BadEntry(
                f"seats[{seat}].seen_by_all",
                f"no {self.on.countries[last]} card, but everybody saw seat {seat} take one "
                "in this turn",
            )

    def _check_period_end(
        self,
        file: Entries,
        turn: dict[str, Any],
        hands: dict[str, Any],
        table: dict[str, Any],
        step: str,
    ) -> None:
        """The pile ran out in this turn, and the discards went into the new one (R21)."""
        on, place = self.on, "turn.period_ends"
        if not on.ends_on_empty_pile and step != REFILL:
            raise file.fail(
                place,
                "true, but in this edition that shows only when the display is refilled "
                "after the turn",
            )
        from_pile = turn["drawn"] - (on.display - sum(table["display"]))
        if step != REFILL and from_pile <= 0:
            raise file.fail(place, "true, but no card came from the pile in this turn")
        played = 0
        if on.ends_on_empty_pile and step not in DRAWING:
            played = on.hand_limit + turn["drawn"] - hands["hand_size"][turn["seat"]]
        if sum(table["discards"]) > played:
            raise file.fail(
                "cards.discards",
                f"{sum(table['discards'])} cards, but the discards became the new pile in "
                f"this turn, and seat {turn['seat']} can have played {played} since",
            )
