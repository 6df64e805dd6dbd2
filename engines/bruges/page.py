"""The position file of Bruges: its entries, and what follows from them.

The file says what lies on the table. What follows is worked out here: the cards that the
viewer cannot place, empty houses, who starts the round, how many dice are rolled and statues
taken, and the size of a pile that is left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eminence.cython_ext.fields import SEATS, Field
from eminence.engines.bruges import state
from eminence.engines.bruges.names import MAJORITIES, PHASES, PILES, STEPS, USES
from eminence.engines.bruges.numbers import SECTIONS, Board, back
from eminence.engines.bruges.page_entries import (
    UNNOTED,
    Below,
    Cards,
    Discards,
    Homes,
    InOrder,
    Stack,
)
from eminence.engines.bruges.state import Step
from eminence.engines.kit.entry_kinds import Counts, Each, Flag, Names, Whole, Word, or_nothing
from eminence.engines.kit.page import OTHERS, OWN, Answers, Entry, Form, Section

TITLE = """A position of Bruges: what one player sees, and what that player knows of the rest.
Cards, workers and markers are named with commas between them and a number in front where \
there are several: "2 blue, 1 red". What is "none" may be left out.
Seats count from 0, the first start player."""


def form(board: Board, players: int) -> Form:
    """The position file of one loaded game."""
    page = _Page(board, players)
    return Form(
        TITLE,
        (
            Section("turn", page.turn()),
            Section("table", page.table()),
            Section("seats", page.seat(), rows=SEATS),
        ),
        players,
        page.follow,
        page.derived(),
        {
            "pile_size": "table",
            "hand_count": "seats[{at}].hand",
            "down": "seats[{at}].face_down",
            "aside_colour": "turn.aside",
            "frame": "turn.stack[{at}]",
        },
        phase="turn.phase",
    )


class _Page:
    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        self.cards = Cards(board)
        self.some_card = Word(
            {0: "", **{card.id + 1: card.name for card in board.cards}}, "a person"
        )
        self.some_colour = Word(or_nothing(board.colours))

    # --- the entries ---

    def turn(self) -> list[Entry]:
        on, seats = self.on, Whole(0, self.players - 1)
        using = _either("use", "use_colour")
        return [
            Entry("phase", Word(PHASES), "phase", "of the round", needed=True),
            Entry(
                "step",
                Word(STEPS),
                "step",
                'what is asked; an ordinary turn is "turn"',
                needed=True,
            ),
            Entry("round", Whole(1, state.MAX_ROUND + 1, first=1), "round", needed=True),
            Entry(
                "card",
                Whole(1, on.cards_per_round + 1, first=1),
                "cycle",
                "which of the four cards of the round",
            ),
            Entry("seat", seats, "seat", "whose turn it is in this phase", needed=True),
            Entry(
                "start",
                seats,
                "start_seat",
                "the start player of this round; follows from the round",
                follows="the round tells it",
            ),
            Entry(
                "begun",
                Flag(),
                "begun",
                "the seat has drawn, was asked, or has played the card of its turn",
                quiet=True,
            ),
            Entry("last_round", Flag(), "last_round", "this round is the last", quiet=True),
            Entry("use", Word(USES), "use", "the action under way", when=using),
            Entry("colour", Word(dict(enumerate(on.colours))), "use_colour", when=using),
            Entry("recruiting", self.some_card, "use_card", "who is about to move in"),
            Entry(
                "drawn",
                Counts(on.colours, state.PER_COLOUR),
                "blind",
                "cards drawn and not looked at yet",
                quiet=True,
            ),
            Entry(
                "aside.colour", self.some_colour, "aside_colour", "a card drawn to be used at once"
            ),
            Entry("aside.card", self.some_card, "aside"),
            Entry(
                "stack",
                Stack(on.deepest),
                "frame",
                "effects under way, the last one first to go on",
                value=lambda data, _: data["frame"][: data["depth"]] if data["depth"] else None,
            ),
        ]

    def table(self) -> list[Entry]:
        entries = [
            Entry(
                "dice",
                Each(self.on.colours, Whole(1, 6)),
                "dice",
                "what the dice show, once they are rolled",
                quiet=True,
            )
        ]
        abouts = {
            state.FIRST: "the draw piles: cards, and the colour of the top card",
            state.EXTRA: "leave it out once it has entered play",
        }
        for pile, name in PILES.items():
            when = _extra_is_out if pile == state.EXTRA else None
            entries += [
                Entry(
                    f"{name}.cards",
                    Whole(0, state.MAX_CARDS),
                    "pile_size",
                    abouts.get(pile, ""),
                    place=pile,
                    when=when,
                    follows="all other cards tell it, if it is the only size left out",
                ),
                Entry(f"{name}.top", self.some_colour, "top", place=pile, when=when),
            ]
        about = f'people by name; "12 {UNNOTED}" for twelve that nobody noted'
        return [
            *entries,
            Entry(
                "discards",
                Discards(self.on, about),
                about="every card that was played or discarded openly",
                value=lambda data, _: [*data["discards"], int(data["unnoted"])],
            ),
        ]

    def seat(self) -> list[Entry]:
        on = self.on
        return [
            Entry("hand", self.cards, "hand", "your cards", whose=OWN),
            Entry(
                "shown",
                self.cards,
                about="of these, what everybody saw return to your hand",
                whose=OWN,
                value=lambda data, seat: data["hand"][seat] & data["shown"],
            ),
            Entry(
                "face_down",
                InOrder(on),
                about="the cards that are your houses",
                whose=OWN,
                value=lambda data, seat: data["down"][seat],
            ),
            Entry(
                "hand",
                Counts(on.colours, state.PER_COLOUR),
                "hand_count",
                "by colour",
                whose=OTHERS,
            ),
            Entry(
                "known", self.cards, "hand", "what everybody saw return to this hand", whose=OTHERS
            ),
            Entry("points", Whole(0, state.MOST), "points", needed=True),
            Entry("guilders", Whole(0, state.MOST), "guilders", needed=True),
            Entry("reputation", Whole(0, len(on.step_points) - 1), "reputation"),
            Entry("workers", Counts(on.colours, state.MOST_WORKERS), "workers"),
            Entry("threats", Counts(on.colours, on.circle), "threat"),
            Entry("majorities", Names([*MAJORITIES.values()]), "majority"),
            Entry(
                "canals",
                Each(SECTIONS, Whole(0, state.SPACES)),
                "canal",
                "tokens in each section",
                quiet=True,
            ),
            Entry(
                "statues",
                Each(SECTIONS, Whole(0, 255)),
                "statue",
                "their values, by the section that earned them",
                quiet=True,
            ),
            Entry(
                "houses", Counts(on.colours, state.PER_COLOUR), "houses", "all of them, by colour"
            ),
            Entry(
                "people",
                Homes(on),
                about="who lives in the houses, by the colour of the house",
                value=self._homes,
            ),
            Entry(
                "below",
                Below(on),
                about="which of your face-down cards lies below whom; else in their order",
                whose=OWN,
                value=self._below,
            ),
            Entry(
                "activated",
                self.cards,
                about="people that were used in this round",
                value=lambda data, seat: data["used"] & data["people"][seat],
            ),
        ]

    def derived(self) -> dict[str, Field]:
        """The fields that follow, or that several entries fill."""
        colours = self.on.colours
        sets = self.cards.layout()
        by_seat = Field((SEATS, colours), bit_rows=self.on.card_names)
        rows = [card.name for card in self.on.cards]
        backs = {state.MAX_CARDS + 1 + c: back(name) for c, name in enumerate(colours)}
        return {
            "rolled": Field(high=len(colours)),
            "extra_in": Field(high=1),
            "depth": Field(high=self.on.deepest),
            "pile_size": Field(([*PILES.values()],), high=state.MAX_CARDS),
            "top": Field(([*PILES.values()],), names=self.some_colour.words),
            "statues_taken": Field(high=len(self.on.statues)),
            "empty": Field((SEATS, colours), high=state.PER_COLOUR),
            "home": Field((rows,), names=or_nothing(rows) | backs),
            "unnoted": Field(high=state.MAX_CARDS),
            "people": by_seat,
            "down": by_seat,
            "used": sets,
            "discards": sets,
            "pool": sets,
            "shown": sets,
        }

    def _homes(self, data: np.void, seat: int) -> dict[int, list[int]]:
        """The rows of the people of a seat, by the colour of their houses."""
        homes: dict[int, list[int]] = {}
        for row in self._people(data, seat):
            homes.setdefault(self.on.home_colour(int(data["home"][row])), []).append(row)
        return homes

    def _below(self, data: np.void, seat: int) -> dict[int, int]:
        return {row: int(data["home"][row]) - 1 for row in self._people(data, seat)}

    def _people(self, data: np.void, seat: int) -> list[int]:
        return [
            row
            for row, card in enumerate(self.on.cards)
            if int(data["people"][seat][card.colour]) >> card.bit & 1
        ]

    # --- what follows ---

    def follow(self, answers: Answers) -> None:
        """Fill what the entries imply."""
        record = answers.record
        if answers.said("turn.start") is None:
            record["start_seat"] = record["round"] % self.players
        stack = answers.said("turn.stack")
        record["depth"] = 0 if stack is None else len(stack)
        record["rolled"] = np.count_nonzero(record["dice"])
        record["statues_taken"] = np.count_nonzero(record["statue"])
        *discards, unnoted = answers.said("table.discards") or [0] * (state.COLOURS + 1)
        record["discards"], record["unnoted"] = discards, unnoted
        for seat in range(self.players):
            self._follow_seat(answers, seat)
        answers.stop_if_wrong()
        self._refuse_cards_named_twice(answers)
        self._fill_pool(record)
        self._fill_piles(answers)

    def _follow_seat(self, answers: Answers, seat: int) -> None:
        record, spot = answers.record, f"seats[{seat}]"
        homes: dict[int, list[int]] = answers.said(f"{spot}.people") or {}
        for colour, rows in homes.items():
            left = int(record["houses"][seat][colour]) - len(rows)
            if left < 0:
                name = self.on.colours[colour]
                answers.refuse(f"{spot}.people", f"more live in {name} houses than there are")
        living = [len(homes.get(c, ())) for c in range(state.COLOURS)]
        record["empty"][seat] = np.maximum(record["houses"][seat] - np.array(living), 0)
        people = self.cards.masks(row for rows in homes.values() for row in rows)
        record["people"][seat] = people
        record["used"] |= np.array(answers.said(f"{spot}.activated") or [0] * 5, np.uint64)
        if seat == answers.viewer:
            record["hand_count"][seat] = [int(m).bit_count() for m in record["hand"][seat]]
            shown = answers.said(f"{spot}.shown") or [0] * state.COLOURS
            record["shown"] |= np.array(shown, np.uint64)
            self._fill_own_homes(answers, spot, homes)
        else:
            record["shown"] |= record["hand"][seat]
            for colour, rows in homes.items():
                record["home"][rows] = state.MAX_CARDS + 1 + colour

    def _fill_own_homes(self, answers: Answers, spot: str, homes: dict[int, list[int]]) -> None:
        """Which face-down card lies below each person.

        Where the owner does not say, the people of a colour live above its cards in the order
        in which both are named.
        """
        home = answers.record["home"]
        down: list[int] = answers.said(f"{spot}.face_down") or []
        answers.record["down"][answers.viewer] = self.cards.masks(down)
        below: dict[int, int] = answers.said(f"{spot}.below") or {}
        everybody = [person for people in homes.values() for person in people]
        for person in below:
            if person not in everybody:
                choices = ", ".join(self.on.name_rows(everybody)) or "nobody"
                answers.refuse(
                    f"{spot}.below.{self.on.cards[person].name}",
                    f"lives in none of your houses; choose from {choices}",
                )
        for colour, people in homes.items():
            cards = [row for row in down if self.on.cards[row].colour == colour]
            for person in people:
                card = below.get(person)
                if card is None:
                    continue
                if card in cards:
                    cards.remove(card)
                    home[person] = card + 1
                else:
                    answers.refuse(
                        f"{spot}.below.{self.on.cards[person].name}",
                        f"{self.on.cards[card].name} is no face-down "
                        f"{self.on.colours[colour]} card, or named twice",
                    )
            rest = [person for person in people if person not in below]
            for person, card in zip(rest, cards, strict=False):
                home[person] = card + 1

    def _refuse_cards_named_twice(self, answers: Answers) -> None:
        """No card lies in two places."""
        record = answers.record
        places: dict[str, Any] = {"table.discards": record["discards"]}
        for name, key in (("use_card", "turn.recruiting"), ("aside", "turn.aside.card")):
            if record[name]:
                places[key] = self.cards.masks([self._row_of(int(record[name]) - 1)])
        for seat in range(self.players):
            hand = "hand" if seat == answers.viewer else "known"
            places[f"seats[{seat}].{hand}"] = record["hand"][seat]
            places[f"seats[{seat}].face_down"] = record["down"][seat]
            places[f"seats[{seat}].people"] = record["people"][seat]
        found: dict[str, str] = {}
        for place, masks in places.items():
            for name in self.cards.names(masks):
                if name in found:
                    answers.refuse(place, f"{name} is named in {found[name]} too")
                found[name] = place

    def _row_of(self, card: int) -> int:
        return self.on.cards.index(self.on.by_id[card])

    def _fill_pool(self, record: np.ndarray) -> None:
        """Every card that the file does not name."""
        placed = record["discards"].copy()
        for sets in ("hand", "down", "people"):
            placed |= np.bitwise_or.reduce(record[sets], axis=0)
        for name in ("use_card", "aside"):
            if record[name]:
                placed |= np.array(
                    self.cards.masks([self._row_of(int(record[name]) - 1)]), np.uint64
                )
        everything = np.array(self.cards.masks(range(len(self.on.cards))), np.uint64)
        record["pool"] = everything & ~placed

    def _fill_piles(self, answers: Answers) -> None:
        """What is neither open nor in hands nor a house lies in the piles."""
        record, extra = answers.record, PILES[state.EXTRA]
        entered = all(answers.said(f"table.{extra}.{key}") is None for key in ("cards", "top"))
        record["extra_in"] = entered
        missing = [
            pile
            for pile, name in PILES.items()
            if answers.said(f"table.{name}.cards") is None and not (pile == state.EXTRA and entered)
        ]
        if state.EXTRA in missing:
            record["pile_size"][state.EXTRA] = self.on.pile_sizes[state.EXTRA]
            missing.remove(state.EXTRA)
        if len(missing) > 1:
            answers.refuse(f"table.{PILES[missing[0]]}.cards", "missing; tell one pile's size")
        elif missing:
            left = len(self.on.cards) - self._elsewhere(record) - int(record["pile_size"].sum())
            if left < 0:
                answers.refuse("table", f"{-left} cards more than there are")
            else:
                record["pile_size"][missing[0]] = left

    def _elsewhere(self, record: np.ndarray) -> int:
        """How many cards lie outside the piles."""
        open_cards = [*record["discards"], *record["people"].flat]
        total = sum(int(mask).bit_count() for mask in open_cards) + int(record["unnoted"])
        for counts in ("hand_count", "houses", "blind"):
            total += int(record[counts].sum())
        total += bool(record["use_card"]) + bool(record["aside_colour"])
        # While its owner says which card a lost house was, that card lies there still.
        return total + (record["step"] == Step.PICK_DOWN)


def _either(*fields: str) -> Any:
    return lambda data: any(data[name] for name in fields)


def _extra_is_out(data: np.void) -> bool:
    return not data["extra_in"]
