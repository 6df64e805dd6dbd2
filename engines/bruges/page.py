"""The position file of Bruges: its entries, and what follows from them.

The file says what lies on the table. What follows is worked out here: the cards that the
viewer cannot place, empty houses, who starts the round, how many dice are rolled and statues
taken, and the size of a pile that is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from eminence.cython_ext.fields import SEATS, Field
from eminence.cython_ext.pages import Entries, joined
from eminence.engines.bruges import state
from eminence.engines.bruges.names import FRAME, MAJORITIES, PHASES, PILES, STEPS, TASKS, USES
from eminence.engines.bruges.numbers import SECTIONS, Board, back
from eminence.engines.bruges.state import Step
from eminence.engines.kit.entry_kinds import (
    FLAG,
    OR_UNNOTED,
    UNNOTED,
    Counts,
    Each,
    Kind,
    Line,
    Names,
    Whole,
    Word,
    or_nothing,
)
from eminence.engines.kit.page import Answers, Entry, Form, Section, needed, others, own, quiet

TITLE = """A position of Bruges: what one player sees, and what that player knows of the rest.
Cards, workers and markers are named with commas between them and a number in front where \
there are several: "2 blue, 1 red". What is "none" may be left out.
Seats count from 0, the first start player."""

#: the largest number of a frame
MOST_IN_FRAME = 2**16 - 1
#: its numbers beside its task
DETAILS = {number: name for number, name in FRAME.items() if number != state.TASK}

# --- kinds of entries ---


@dataclass(frozen=True)
class Cards(Kind):
    """People by name, as a mask per colour."""

    on: Board
    about: str = "people by name"

    def read(self, entries: Entries, key: str) -> np.ndarray:
        return self.masks(entries.names(key, [card.name for card in self.on.cards]))

    def masks(self, rows: Iterable[int]) -> np.ndarray:
        """The cards of some rows of the data."""
        masks = [0] * state.COLOURS
        for row in rows:
            card = self.on.cards[row]
            masks[card.colour] |= 1 << card.bit
        return np.array(masks, np.uint64)

    def write(self, value: Any) -> str | list[str]:
        return joined(self.names(value))

    def rows(self, masks: Any) -> list[int]:
        """The cards of a set, by their rows of the data."""
        sets = [int(mask) for mask in masks]
        cards = enumerate(self.on.cards)
        return [row for row, card in cards if sets[card.colour] >> card.bit & 1]

    def names(self, masks: Any) -> list[str]:
        """The cards of a set, by name."""
        return self.on.name_rows(self.rows(masks))

    def layout(self) -> Field:
        return Field((self.on.colours,), bit_rows=self.on.card_names)


@dataclass(frozen=True)
class Discards(Cards):
    """People by name, and `12 ?` for those that nobody noted; the last number counts these."""

    about: str = f"people by name; {OR_UNNOTED}"

    def read(self, entries: Entries, key: str) -> Any:
        counts = entries.counts(key, [*(card.name for card in self.on.cards), UNNOTED])
        for card, n in zip(self.on.cards, counts, strict=False):
            if n > 1:
                raise entries.fail(key, f"{card.name} is named twice")
        return [*self.masks(row for row, n in enumerate(counts[:-1]) if n), counts[-1]]

    def write(self, value: Any) -> str | list[str]:
        *masks, unnoted = value
        return joined(self.names(masks) + [f"{unnoted} {UNNOTED}"] * bool(unnoted))


class Homes(Each):
    """Who lives in the houses, by the colour of the house; the people in their order."""

    def write(self, value: Any) -> dict[str, Any]:
        colours = sorted((c for c, rows in enumerate(value) if rows), key=lambda c: value[c][0])
        return {self.labels[c]: self.kind.write(value[c]) for c in colours}


@dataclass(frozen=True)
class Stack(Kind):
    """Effects under way: a list of tables, one per frame."""

    deepest: int
    about = "a list of tables"

    def read(self, entries: Entries, key: str) -> np.ndarray:
        given = entries.value(key, self.about)
        if not isinstance(given, list) or not 1 <= len(given) <= self.deepest:
            raise entries.fail(key, f"expected a list of 1 to {self.deepest} tables")
        frames = np.zeros((len(given), state.FRAME_SIZE), np.uint16)
        for i, frame in enumerate(given):
            table = Entries(frame, f"{entries.place(key)}[{i}]")
            frames[i][state.TASK] = Word(TASKS).read(table, "task")
            for number, name in DETAILS.items():
                frames[i][number] = table.number(name, 0, MOST_IN_FRAME, default=0)
            table.close()
        return frames

    def write(self, value: Any) -> list[dict[str, Any]]:
        return [
            {"task": TASKS[frame[state.TASK]]}
            | {name: frame[number] for number, name in DETAILS.items() if frame[number]}
            for frame in value.tolist()
        ]

    def layout(self) -> Field:
        return Field((None, [*FRAME.values()]))


# --- the form ---


def form(board: Board, players: int) -> Form:
    """The position file of one loaded game."""
    page = _Page(board, players)
    return Form(
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
        title=TITLE,
        phase="turn.phase",
    )


class _Page:
    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        self.cards = Cards(board)
        self.none = self.cards.masks([])
        self.some_card = Word(
            {0: ""} | {card.id + 1: card.name for card in board.cards}, "a person"
        )
        self.some_colour = Word(or_nothing(board.colours))
        self.by_colour = Counts(board.colours, state.PER_COLOUR)
        self.names = [card.name for card in board.cards]
        self.in_order = Line(dict(enumerate(self.names)), "people by name", once=True)

    # --- the entries ---

    def turn(self) -> list[Entry]:
        on, seats = self.on, Whole(0, self.players - 1)
        using = ["use", "use_colour"]
        card = Whole(1, on.cards_per_round + 1, first=1)
        start = "the start player of this round; follows from the round"
        begun = "the seat has drawn, was asked, or has played the card of its turn"
        aside = "a card drawn to be used at once"
        return [
            needed("phase", Word(PHASES), "of the round"),
            needed("step", Word(STEPS), 'what is asked; an ordinary turn is "turn"'),
            needed("round", Whole(1, state.MAX_ROUND + 1, first=1)),
            Entry("card", card, "which of the four cards of the round", "cycle"),
            needed("seat", seats, "whose turn it is in this phase"),
            Entry("start", seats, start, "start_seat", follows="the round tells it"),
            quiet("begun", FLAG, begun),
            quiet("last_round", FLAG, "this round is the last"),
            Entry("use", Word(USES), "the action under way", when=using),
            Entry("colour", Word(dict(enumerate(on.colours))), "", "use_colour", when=using),
            Entry("recruiting", self.some_card, "who is about to move in", "use_card"),
            quiet("drawn", self.by_colour, "cards drawn and not looked at yet", "blind"),
            Entry("aside.colour", self.some_colour, aside, "aside_colour"),
            Entry("aside.card", self.some_card, "", "aside"),
            Entry(
                "stack",
                Stack(on.deepest),
                "effects under way, the last one first to go on",
                "frame",
                value=lambda data, _: data["frame"][: data["depth"]] if data["depth"] else None,
            ),
        ]

    def table(self) -> list[Entry]:
        dice = Each(self.on.colours, Whole(1, 6))
        return [
            quiet("dice", dice, "what the dice show, once they are rolled"),
            *(entry for pile in PILES for entry in self._pile(pile)),
            Entry(
                "discards",
                Discards(self.on),
                "every card that was played or discarded openly",
                value=lambda data, _: [*data["discards"], int(data["unnoted"])],
            ),
        ]

    def _pile(self, pile: int) -> list[Entry]:
        abouts = {
            state.FIRST: "the draw piles: cards, and the colour of the top card",
            state.EXTRA: "leave it out once it has entered play",
        }
        return [
            Entry(
                f"{PILES[pile]}.cards",
                Whole(0, state.MAX_CARDS),
                abouts.get(pile, ""),
                "pile_size",
                place=pile,
                quiet=pile == state.EXTRA,
                follows="all other cards tell it, if it is the only size left out",
            ),
            Entry(f"{PILES[pile]}.top", self.some_colour, "", "top", place=pile),
        ]

    def seat(self) -> list[Entry]:
        on, most = self.on, Whole(0, state.MOST)
        saw = "of these, what everybody saw return to your hand"
        below = "which of your face-down cards lies below whom; else in their order"
        person = Word(dict(enumerate(self.names)))
        below_whom = Each(self.names, person, 'a table such as { Jailer = "Princess" }', None)
        homes = Homes(on.colours, self.in_order, 'a table such as { red = "Jailer" }', [])
        living = "who lives in the houses, by the colour of the house"
        canals, statues = (Each(SECTIONS, Whole(0, high)) for high in (state.SPACES, 255))
        earned = "their values, by the section that earned them"
        return [
            own("hand", self.cards, "your cards"),
            own("shown", self.cards, saw, value=lambda data, i: data["hand"][i] & data["shown"]),
            own(
                "face_down",
                self.in_order,
                "the cards that are your houses",
                value=lambda data, seat: self.cards.rows(data["down"][seat]),
            ),
            others("hand", self.by_colour, "by colour", "hand_count"),
            others("known", self.cards, "what everybody saw return to this hand", "hand"),
            needed("points", most),
            needed("guilders", most),
            Entry("reputation", Whole(0, len(on.step_points) - 1)),
            Entry("workers", Counts(on.colours, state.MOST_WORKERS)),
            Entry("threats", Counts(on.colours, on.circle), "", "threat"),
            Entry("majorities", Names([*MAJORITIES.values()]), "", "majority"),
            quiet("canals", canals, "tokens in each section", "canal"),
            quiet("statues", statues, earned, "statue"),
            Entry("houses", self.by_colour, "all of them, by colour"),
            Entry("people", homes, living, value=self._homes),
            own("below", below_whom, below, value=self._below),
            Entry(
                "activated",
                self.cards,
                "people that were used in this round",
                value=lambda data, seat: data["used"] & data["people"][seat],
            ),
        ]

    def derived(self) -> dict[str, Field]:
        """The fields that follow, or that several entries fill."""
        colours = self.on.colours
        by_seat = Field((SEATS, colours), bit_rows=self.on.card_names)
        backs = {state.MAX_CARDS + 1 + c: back(name) for c, name in enumerate(colours)}
        return {
            "rolled": Field(high=len(colours)),
            "extra_in": Field(high=1),
            "depth": Field(high=self.on.deepest),
            "pile_size": Field(([*PILES.values()],), high=state.MAX_CARDS),
            "top": Field(([*PILES.values()],), names=self.some_colour.words),
            "statues_taken": Field(high=len(self.on.statues)),
            "empty": Field((SEATS, colours), high=state.PER_COLOUR),
            "home": Field((self.names,), names=or_nothing(self.names) | backs),
            "unnoted": Field(high=state.MAX_CARDS),
            **dict.fromkeys(("people", "down"), by_seat),
            **dict.fromkeys(("used", "discards", "pool", "shown"), self.cards.layout()),
        }

    def _homes(self, data: np.void, seat: int) -> list[list[int]]:
        """The rows of the people of a seat, by the colour of their houses."""
        homes: list[list[int]] = [[] for _ in self.on.colours]
        for row in self.cards.rows(data["people"][seat]):
            homes[self.on.home_colour(int(data["home"][row]))].append(row)
        return homes

    def _below(self, data: np.void, seat: int) -> list[int | None]:
        below: list[int | None] = [None] * len(self.names)
        for row in self.cards.rows(data["people"][seat]):
            below[row] = int(data["home"][row]) - 1
        return below

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
        *record["discards"], record["unnoted"] = answers.said("table.discards", [*self.none, 0])
        for seat in range(self.players):
            self._follow_seat(answers, seat)
        answers.stop_if_wrong()
        self._fill_pool(answers)
        self._fill_piles(answers)

    def _follow_seat(self, answers: Answers, seat: int) -> None:
        record, spot = answers.record, f"seats[{seat}]"
        homes = answers.said(f"{spot}.people", [[] for _ in self.on.colours])
        left = record["houses"][seat] - np.array([len(rows) for rows in homes])
        for c in np.flatnonzero(left < 0):
            name = self.on.colours[c]
            answers.refuse(f"{spot}.people", f"more live in {name} houses than there are")
        record["empty"][seat] = np.maximum(left, 0)
        record["people"][seat] = self.cards.masks(row for rows in homes for row in rows)
        record["used"] |= answers.said(f"{spot}.activated", self.none)
        if seat == answers.viewer:
            record["hand_count"][seat] = [int(m).bit_count() for m in record["hand"][seat]]
            record["shown"] |= answers.said(f"{spot}.shown", self.none)
            self._fill_own_homes(answers, spot, homes)
        else:
            record["shown"] |= record["hand"][seat]
            for colour, rows in enumerate(homes):
                record["home"][rows] = state.MAX_CARDS + 1 + colour

    def _fill_own_homes(self, answers: Answers, spot: str, homes: list[list[int]]) -> None:
        """Which face-down card lies below each person.

        Where the owner does not say, the people of a colour live above its cards in the order
        in which both are named.
        """
        home, names = answers.record["home"], self.names
        down: list[int] = answers.said(f"{spot}.face_down", [])
        answers.record["down"][answers.viewer] = self.cards.masks(down)
        said = answers.said(f"{spot}.below", [])
        below = {person: card for person, card in enumerate(said) if card is not None}
        everybody = [person for people in homes for person in people]
        for person in below:
            if person not in everybody:
                choices = ", ".join(self.on.name_rows(everybody)) or "nobody"
                message = f"lives in none of your houses; choose from {choices}"
                answers.refuse(f"{spot}.below.{names[person]}", message)
        for colour, people in enumerate(homes):
            cards = [row for row in down if self.on.cards[row].colour == colour]
            for person in (person for person in people if person in below):
                card = below[person]
                if card in cards:
                    cards.remove(card)
                    home[person] = card + 1
                else:
                    colour_name = self.on.colours[colour]
                    message = f"{names[card]} is no face-down {colour_name} card, or named twice"
                    answers.refuse(f"{spot}.below.{names[person]}", message)
            rest = [person for person in people if person not in below]
            for person, card in zip(rest, cards, strict=False):
                home[person] = card + 1

    def _places(self, answers: Answers) -> Iterator[tuple[str, np.ndarray]]:
        """The entries that name cards, and which."""
        record = answers.record
        yield "table.discards", record["discards"]
        for field, spot in (("use_card", "turn.recruiting"), ("aside", "turn.aside.card")):
            if record[field]:
                card = self.on.by_id[int(record[field]) - 1]
                yield spot, self.cards.masks([self.on.cards.index(card)])
        for seat in range(self.players):
            hand = "hand" if seat == answers.viewer else "known"
            yield f"seats[{seat}].{hand}", record["hand"][seat]
            yield f"seats[{seat}].face_down", record["down"][seat]
            yield f"seats[{seat}].people", record["people"][seat]

    def _fill_pool(self, answers: Answers) -> None:
        """Every card that the file does not name; none is named in two places."""
        pool = self.cards.masks(range(len(self.on.cards)))
        found: dict[str, str] = {}
        for place, masks in self._places(answers):
            pool &= ~masks
            for name in self.cards.names(masks):
                if name in found:
                    answers.refuse(place, f"{name} is named in {found[name]} too")
                found[name] = place
        answers.record["pool"] = pool

    def _fill_piles(self, answers: Answers) -> None:
        """What is neither open nor in hands nor a house lies in the piles."""
        record, extra = answers.record, PILES[state.EXTRA]
        missing = [p for p, name in PILES.items() if answers.said(f"table.{name}.cards") is None]
        if state.EXTRA in missing:
            missing.remove(state.EXTRA)
            record["extra_in"] = answers.said(f"table.{extra}.top") is None
            if not record["extra_in"]:
                record["pile_size"][state.EXTRA] = self.on.pile_sizes[state.EXTRA]
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
        # While its owner chooses which lost house it was, the card still lies there.
        return total + (record["step"] == Step.PICK_DOWN)
