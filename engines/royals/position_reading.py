"""A Royals position file becomes the fields of a state.

The file says what lies on the table; what follows from that is worked out here: the cubes
left in a supply, the cards that the viewer cannot place, who is to act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cython_ext.errors import BadEntry
from cython_ext.pages import Entries
from engines.royals.data import MAX_COUNT
from engines.royals.phases import (
    CHANCE_STEPS,
    DISCARDING,
    DRAW,
    DRAW_INTRIGUE,
    DRAWING,
    ENDED,
    PAYING,
    PHASES,
    SETUP,
)
from engines.royals.position_names import ONLOOKER, PUBLIC
from engines.royals.position_past import PastReader
from engines.wording import labelled

MAX_ROUND = 2**16


class PositionReader(PastReader):
    """Reads the positions of one loaded game."""

    def read(self, written: dict[str, Any]) -> dict[str, Any]:
        """The fields of the state, from a file that names what lies on the table."""
        file = Entries(written)
        viewer = self._viewer(file)
        capped = file.flag("capped")
        turn = self._read_turn(file.table("turn"))
        cards = file.table("cards")
        seats = file.tables("seats", self.players)
        file.close()
        hands = self._read_hands(seats, viewer, turn)
        step = PHASES[turn["phase"]]
        board = self.read_board(seats, turn["period"] + (step == ENDED))
        table = self._read_cards(cards, hands)
        for seat in seats:
            seat.close()
        self.check_past(file, turn, hands, board, table)
        self._check_target(file, turn, board)
        self._fill_giving(turn, hands)
        position = self._position(turn, hands, board, table)
        position["known"] = self._known(hands, viewer)
        player: int | str = turn["seat"]
        if step == ENDED:
            player = "over"
        elif step in CHANCE_STEPS:
            player = "chance"
        return {
            "view_of": PUBLIC if viewer < 0 else viewer,
            "player": player,
            "capped": capped,
            "position": position,
        }

    def _viewer(self, file: Entries) -> int:
        """The seat whose eyes these are; -1 for an onlooker."""
        if file.has("view_of") and file.values["view_of"] == PUBLIC:
            return -1
        return file.number("view_of", 0, self.players - 1)

    def _read_turn(self, turn: Entries) -> dict[str, Any]:
        """The fields of the turn, as numbers."""
        on = self.on
        step = PHASES[turn.choice("step", PHASES)]
        fields: dict[str, Any] = {
            "phase": PHASES.index(step),
            "seat": turn.number("seat", 0, self.players - 1),
            "period": turn.choice("period", on.periods),
            "round": turn.number("round", 1, MAX_ROUND) - 1,
            "drawn_intrigue": turn.flag("drawn_intrigue"),
            "period_ending": turn.flag("period_ends"),
            "last_round": turn.flag("last_round"),
            "display_from": 1 + turn.choice("last_taken", on.countries, default=-1),
        }
        if step != DRAW:
            # Which card was the last one matters no more.
            fields["display_from"] = 0
        self._check_last_round(turn, fields)
        fields["drawn"] = self._read_drawn(turn, step, fields)
        giving = turn.table("giving", optional=True)
        fields |= self._read_giving(turn, giving, step)
        giving.close()
        turn.close()
        return fields

    def _check_last_round(self, turn: Entries, fields: dict[str, Any]) -> None:
        """The round that is played out, and with which the game ends (R25)."""
        period, over = self.on.periods[fields["period"]], PHASES[fields["phase"]] == ENDED
        if fields["last_round"] and period != self.on.periods[-1]:
            raise turn.fail("last_round", f"true, but the period is {period}")
        if fields["last_round"] and fields["seat"] == 0:
            raise turn.fail("last_round", "true, but seat 0 would begin another round")
        if over and not fields["last_round"]:
            raise turn.fail("last_round", "missing; a game that is over ended with it")
        if over and fields["seat"] != self.players - 1:
            raise turn.fail(
                "seat", f"{fields['seat']}, but a game ends after seat {self.players - 1}"
            )

    def _read_drawn(self, turn: Entries, step: str, fields: dict[str, Any]) -> int:
        """How many cards were drawn, which must fit the step."""
        seat, number, intrigue = fields["seat"], fields["round"] + 1, fields["drawn_intrigue"]
        usual = self.usual_draws(step, seat, number, intrigue)
        drawn = turn.number("drawn", 0, self.on.draw, default=usual)
        if number == 1 and intrigue:
            raise turn.fail("drawn_intrigue", "true, but a first turn draws Country cards only")
        if step == SETUP:
            return drawn
        if step == DRAW_INTRIGUE and (intrigue or drawn):
            raise turn.fail(
                "drawn_intrigue" if intrigue else "drawn",
                "an Intrigue card is drawn once, before the Country card that goes with it",
            )
        most = self.draws(seat, number, intrigue)
        if step in DRAWING and drawn >= most:
            raise turn.fail(
                "drawn",
                f"{drawn} Country cards, but seat {seat} draws {most} in this turn: "
                f'the step is "play" then',
            )
        if step not in DRAWING and drawn != most:
            raise turn.fail(
                "drawn", f"{drawn} Country cards, but seat {seat} draws {most} in this turn"
            )
        return drawn

    def _read_giving(self, turn: Entries, giving: Entries, step: str) -> dict[str, Any]:
        """A payment or a discard that has begun."""
        on = self.on
        if step not in (*PAYING, *DISCARDING):
            if giving.values:
                steps = ", ".join((*PAYING, *DISCARDING))
                raise turn.fail("giving", f"belongs to the steps {steps}; the step is {step!r}")
            return {}
        # What is due in a discard follows from the hand: see `_fill_giving`.
        fields: dict[str, Any] = {
            "due": giving.number(
                "due", 1, MAX_COUNT, default=-1 if step in DISCARDING else None
            )
        }
        fields["due_next"] = 1 + giving.choice("last_given", self.kinds(step), default=-1)
        if step in PAYING:
            fields["target"] = giving.choice("for", on.position_names)
        if step == PAYING[0]:
            fields["due_wild"] = giving.flag("not_matching")
            fields["due_country"] = giving.number("then_country", 0, MAX_COUNT, default=0)
        return fields

    def _check_target(self, file: Entries, turn: dict[str, Any], board: dict[str, Any]) -> None:
        """What is paid for can be had (R9, R13)."""
        if "target" not in turn:
            return
        seat, step = turn["seat"], PHASES[turn["phase"]]
        place = self.on.position_names[turn["target"]]
        if place in board["held"][seat]:
            raise file.fail("turn.giving.for", f"seat {seat} holds {place} already")
        if step == PAYING[0] and not any(place in held for held in board["held"]):
            raise file.fail("turn.giving.for", f"nobody holds {place}: no take-over")
        if board["supply"][seat] < 2:
            raise file.fail(
                "turn.giving.for", f"seat {seat} has {board['supply'][seat]} cubes, it needs 2"
            )

    def _fill_giving(self, turn: dict[str, Any], hands: dict[str, Any]) -> None:
        if turn.get("due") != -1:
            return
        intrigue = PHASES[turn["phase"]] == DISCARDING[1]
        size = hands["intrigue_size" if intrigue else "hand_size"][turn["seat"]]
        turn["due"] = max(
            0, size - (self.on.intrigue_limit if intrigue else self.on.hand_limit)
        )

    def _read_hands(
        self, seats: Sequence[Entries], viewer: int, turn: dict[str, Any]
    ) -> dict[str, Any]:
        """Everybody's cards as far as they are known, and how many there are."""
        on = self.on
        hands: dict[str, Any] = {
            key: [] for key in ("hand", "hand_size", "intrigue", "intrigue_size", "seen")
        }
        for seat, entries in enumerate(seats):
            own = seat == viewer
            hand = entries.counts("hand" if own else "known", on.countries)
            pairs = entries.counts("intrigue", on.pair_names) if own else [0] * len(on.pairs)
            size, intrigue_size = sum(hand), sum(pairs)
            if not own:
                size = entries.number("cards", 0, MAX_COUNT)
                intrigue_size = entries.number("intrigue_cards", 0, MAX_COUNT)
            if sum(hand) > size:
                raise entries.fail(
                    "known", f"{sum(hand)} cards are named, but seat {seat} holds {size}"
                )
            self._check_limits(entries, seat, size, intrigue_size, own, turn)
            seen = hand
            if own or entries.has("seen_by_all"):
                seen = entries.counts("seen_by_all", on.countries)
            self._check_seen(entries, seat, seen, hand)
            for key, value in zip(hands, (hand, size, pairs, intrigue_size, seen), strict=True):
                hands[key].append(value)
        return hands

    def _check_limits(
        self,
        entries: Entries,
        seat: int,
        size: int,
        intrigue_size: int,
        own: bool,
        turn: dict[str, Any],
    ) -> None:
        """Above the limits a hand has at most what was drawn in this turn (R19)."""
        on = self.on
        moving = seat == turn["seat"] and PHASES[turn["phase"]] not in (SETUP, ENDED)
        for key, kind, cards, limit, drawn in (
            ("hand" if own else "cards", "Country", size, on.hand_limit, turn["drawn"]),
            (
                "intrigue" if own else "intrigue_cards",
                "Intrigue",
                intrigue_size,
                on.intrigue_limit,
                int(turn["drawn_intrigue"]),
            ),
        ):
            if moving and cards > limit + drawn:
                raise entries.fail(
                    key,
                    f"seat {seat} holds {cards} {kind} cards after drawing {drawn}, "
                    f"{limit + drawn} are possible",
                )
            if not moving and cards > limit:
                raise entries.fail(
                    key,
                    f"seat {seat} holds {cards} {kind} cards at the end of a turn, "
                    f"the limit is {limit}",
                )

    def _check_seen(
        self, entries: Entries, seat: int, seen: Sequence[int], hand: Sequence[int]
    ) -> None:
        for country, public, held in zip(self.on.countries, seen, hand, strict=True):
            if public > held:
                raise entries.fail(
                    "seen_by_all",
                    f"{public} {country} cards, but only {held} are named in the hand of "
                    f"seat {seat}",
                )

    def _read_cards(self, cards: Entries, hands: dict[str, Any]) -> dict[str, Any]:
        """What lies open, and the cards that the viewer cannot place."""
        on = self.on
        display = cards.counts("display", on.countries)
        if sum(display) > on.display:
            raise cards.fail("display", f"{sum(display)} cards, there are {on.display} places")
        discards = cards.counts("discards", on.countries)
        gone = cards.counts("intrigue_discards", on.pair_names)
        pool = _unseen("", on.countries, on.deck, (display, discards, *hands["hand"]))
        pairs = _unseen(
            " Intrigue", on.pair_names, on.intrigue_deck, (gone, *hands["intrigue"])
        )
        sizes, intrigue_sizes = hands["hand_size"], hands["intrigue_size"]
        table = {
            "display": display,
            "discards": discards,
            "intrigue_discards": gone,
            "pile": pool,
            "intrigue_pile": pairs,
            "pile_size": _left(
                cards, "pile", "Country", sum(on.deck), sum(display) + sum(discards), sizes
            ),
            "intrigue_pile_size": _left(
                cards,
                "intrigue_pile",
                "Intrigue",
                sum(on.intrigue_deck),
                sum(gone),
                intrigue_sizes,
            ),
        }
        cards.close()
        return table

    def _position(
        self,
        turn: dict[str, Any],
        hands: dict[str, Any],
        board: dict[str, Any],
        table: dict[str, Any],
    ) -> dict[str, Any]:
        """Everything by the names that the state's fields have in JSON."""
        on = self.on
        numbers: dict[str, Any] = {key: int(value) for key, value in turn.items()}
        numbers["phase"] = PHASES[turn["phase"]]
        numbers["period"] = on.periods[turn["period"]]
        numbers["display_from"] = ("", *on.countries)[turn["display_from"]]
        if "target" in turn:
            numbers["target"] = on.position_names[turn["target"]]
        countries = ("display", "discards", "pile")
        pairs = ("intrigue_discards", "intrigue_pile")
        return {
            **numbers,
            **board,
            **{key: labelled(on.countries, table[key]) for key in countries},
            **{key: labelled(on.pair_names, table[key]) for key in pairs},
            "pile_size": table["pile_size"],
            "intrigue_pile_size": table["intrigue_pile_size"],
            "hand": [labelled(on.countries, hand) for hand in hands["hand"]],
            "intrigue": [labelled(on.pair_names, hand) for hand in hands["intrigue"]],
            "hand_size": hands["hand_size"],
            "intrigue_size": hands["intrigue_size"],
        }

    def _known(self, hands: dict[str, Any], viewer: int) -> dict[str, Any]:
        """What the viewer knows of other hands, and what everybody knows of all."""
        countries = self.on.countries
        known = {ONLOOKER: [labelled(countries, seen) for seen in hands["seen"]]}
        if viewer >= 0:
            known[f"seat {viewer}"] = [
                {} if seat == viewer else labelled(countries, hand)
                for seat, hand in enumerate(hands["hand"])
            ]
        return known


def _unseen(
    what: str, kinds: Sequence[str], deck: Sequence[int], places: Sequence[Sequence[int]]
) -> list[int]:
    """The deck without all cards that are named."""
    left = []
    for i, kind in enumerate(kinds):
        named = sum(place[i] for place in places)
        if named > deck[i]:
            raise BadEntry(
                "cards", f"{named} {kind}{what} cards are named, this game has {deck[i]}"
            )
        left.append(deck[i] - named)
    return left


def _left(
    cards: Entries, key: str, kind: str, deck: int, open_cards: int, hands: Sequence[int]
) -> int:
    """The size of a pile: what is neither open nor in a hand."""
    left = deck - open_cards - sum(hands)
    if left < 0:
        raise BadEntry(
            "cards",
            f"{open_cards} open {kind} cards and {sum(hands)} in hands make "
            f"{open_cards + sum(hands)}, this game has {deck}",
        )
    given = cards.number(key, 0, MAX_COUNT, default=left)
    if given != left:
        raise cards.fail(
            key,
            f"{given} cards, but {open_cards} open {kind} cards and {sum(hands)} in hands "
            f"leave {left} of {deck}",
        )
    return left
