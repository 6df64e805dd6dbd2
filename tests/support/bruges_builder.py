"""Bruges positions for tests: say what matters, the rest is filled in consistently.

    table = Table(Tester=arrow("guilders(4)"))
    table.hand(0, "Tester", "red 1").house(0, "blue")
    state = table.state()           # seat 0 to play its first card, all dice show 3
    play(state, "recruit Tester")

The deck is plain: "blue 1" to "yellow 33", people of price 3 that do nothing. Those that a test
names replace the last cards of their colour, so that no test depends on invented cards.
"""

from __future__ import annotations

import csv
import json
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from eminence import engines
from eminence.engines.bruges.numbers import CARDS, DATA, MAX_CARDS, Board, back

COLOURS = ("blue", "brown", "red", "purple", "yellow")
PER_COLOUR = 33
NEUTRAL = "vp(1,per=statue)"


@dataclass(frozen=True)
class Person:
    """A card as a row of the table of cards."""

    activation: str
    effect: str
    payer: str = ""
    colour: str = "blue"
    price: int = 0
    group: str = "Artist"


def arrow(effect: str, **rest: Any) -> Person:
    return Person("arrow", effect, **rest)


def worker(effect: str, payer: str = "blue", **rest: Any) -> Person:
    return Person("worker", effect, payer, **rest)


def infinity(effect: str, **rest: Any) -> Person:
    return Person("infinity", effect, **rest)


def laurel(effect: str, **rest: Any) -> Person:
    return Person("laurel", effect, **rest)


def write_cards(folder: Path, deck: dict[str, Person]) -> None:
    """A data folder with these cards, every one of them reconstructed."""
    shutil.copytree(DATA, folder, dirs_exist_ok=True)
    with (folder / CARDS.file).open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(CARDS.columns)
        for name, p in deck.items():
            row = [name, p.colour, p.price, p.activation, p.payer, p.effect, p.group]
            out.writerow(row + ["reconstructed"] * (len(CARDS.columns) - len(row)))


def plain_deck(people: dict[str, Person]) -> dict[str, Person]:
    deck: dict[str, Person] = {}
    for colour in COLOURS:
        named = {name: p for name, p in people.items() if p.colour == colour}
        for number in range(1, PER_COLOUR + 1 - len(named)):
            deck[f"{colour} {number}"] = laurel(NEUTRAL, colour=colour, price=3, group="Noble")
        deck |= named
    return deck


@cache
def loaded(players: int, people: tuple[tuple[str, Person], ...]) -> tuple[engines.Game, Board]:
    """The game with these people in it, and its numbers."""
    with tempfile.TemporaryDirectory() as folder:
        write_cards(Path(folder), plain_deck(dict(people)))
        game = engines.load("bruges", players=players, data=folder)
    return game, game.words.on


class Table:
    """A position under construction: phase 3, seat 0 is to play its first card."""

    def __init__(self, players: int = 2, **people: Person) -> None:
        named = {name.replace("_", " "): person for name, person in people.items()}
        self.game, self.board = loaded(players, tuple(named.items()))
        self.players = players
        self.cards = {card.name: card for card in self.board.cards}
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.downs: list[list[str]] = [[] for _ in range(players)]
        self.homes: list[dict[str, str]] = [{} for _ in range(players)]
        self.gone: list[str] = []
        self.known: list[str] = []
        self.piles: tuple[int, int] | None = None
        self.fields: dict[str, Any] = {
            "phase": "3: play cards",
            "step": "turn",
            "rolled": 5,
            "dice": dict.fromkeys(COLOURS, 3),
            "guilders": [0] * players,
            "points": [0] * players,
            "workers": [{} for _ in range(players)],
            "threat": [{} for _ in range(players)],
            "canal": [{} for _ in range(players)],
            "statue": [{} for _ in range(players)],
            "reputation": [0] * players,
            "majority": [[] for _ in range(players)],
        }

    # --- saying what matters ---

    def hand(self, seat: int, *names: str) -> Table:
        self.hands[seat] += names
        return self

    def house(self, seat: int, colour: str, person: str = "", below: str = "") -> Table:
        """A house; below: the card that lies face down, some card of the colour if left out."""
        card = below or self._some_card(colour)
        self.downs[seat].append(card)
        if person:
            self.homes[seat][person] = card
        return self

    def people(self, seat: int, *names: str) -> Table:
        """Each in a house of its own, all of them red."""
        for name in names:
            self.house(seat, "red", name)
        return self

    def discard(self, *names: str) -> Table:
        self.gone += names
        return self

    def seat(self, seat: int, **values: Any) -> Table:
        """guilders, points, workers, threat, canal, statue, reputation, majority of a seat."""
        for name, value in values.items():
            self.fields[name][seat] = value
        return self

    def dice(self, **faces: int) -> Table:
        self.fields["dice"] |= faces
        return self

    def rounds(self, number: int) -> Table:
        """So many rounds are over, up to 2; the turn is the start player's."""
        start = number % self.players
        return self.set(round=number, start_seat=start, seat=start)

    def set(self, **fields: Any) -> Table:
        self.fields |= fields
        return self

    # --- building ---

    def _some_card(self, colour: str) -> str:
        taken = {name for names in (*self.hands, *self.downs) for name in names}
        taken |= {*self.gone, *(name for homes in self.homes for name in homes)}
        return next(f"{colour} {i}" for i in range(20, 34) if f"{colour} {i}" not in taken)

    def _by_colour(self, names: list[str]) -> dict[str, list[str]]:
        sets: dict[str, list[str]] = {}
        for name in names:
            sets.setdefault(COLOURS[self.cards[name].colour], []).append(name)
        return sets

    def _counts(self, names: list[str]) -> dict[str, int]:
        return {colour: len(cards) for colour, cards in self._by_colour(names).items()}

    def position(self) -> dict[str, Any]:
        placed = {*self.gone, *(n for names in (*self.hands, *self.downs) for n in names)}
        placed |= {name for homes in self.homes for name in homes}
        pool = [name for name in self.cards if name not in placed]
        extra = 0 if self.fields.get("extra_in") else self.board.pile_sizes[2]
        rest = len(pool) - extra
        first, second = self.piles or (rest // 2, rest - rest // 2)
        sizes = {"first": first, "second": second, "extra": extra}
        houses = [self._counts(names) for names in self.downs]
        empty = [dict(counts) for counts in houses]
        for seat, homes in enumerate(self.homes):
            for below in homes.values():
                empty[seat][COLOURS[self.cards[below].colour]] -= 1
        return {
            "hand": [self._by_colour(names) for names in self.hands],
            "hand_count": [self._counts(names) for names in self.hands],
            "down": [self._by_colour(names) for names in self.downs],
            "houses": houses,
            "empty": empty,
            "people": [self._by_colour([*homes]) for homes in self.homes],
            "home": {name: below for homes in self.homes for name, below in homes.items()},
            "discards": self._by_colour(self.gone),
            "pool": self._by_colour(pool),
            "shown": self._by_colour(self.known),
            "pile_size": {pile: size for pile, size in sizes.items() if size},
            "top": {pile: COLOURS[i] for i, (pile, n) in enumerate(sizes.items()) if n},
            "statues_taken": sum(map(len, self.fields["statue"])),
            **self.fields,
        }

    def state(self, player: int | str = 0) -> engines.State:
        document = {"view_of": "full", "player": player, "position": self.position()}
        return self.game.from_json(json.dumps(document))


# --- playing ---


def play(state: engines.State, *steps: str) -> engines.State:
    """Play moves and outcomes by their words; dice and backs that are not named are drawn."""
    for text in steps:
        if state.player == engines.CHANCE:
            words = {state.text(o): o for o, _ in state.outcomes()}
            assert text in words, f"{text!r} is none of {list(words)}"
            state.apply(words[text])
        else:
            state.apply(state.parse(text))
        settle_backs(state)
    return state


def settle_backs(state: engines.State) -> None:
    """Turn up the backs of piles: the first colour that there is."""
    while state.player == engines.CHANCE and state.event()[0] == 0:
        state.apply(state.outcomes()[0][0])


def texts(state: engines.State) -> list[str]:
    return [state.text(a) for a in state.actions()]


def names(state: engines.State, field: str, seat: int | None = None) -> set[str]:
    """The cards in a place, by name."""
    masks = state.data[field] if seat is None else state.data[field][seat]
    cards = state.game.words.on.by_id
    return {card.name for card in cards.values() if int(masks[card.colour]) >> card.bit & 1}


def of(state: engines.State, field: str, seat: int) -> Any:
    """A seat's numbers; those by colour without zeros."""
    value = state.data[field][seat]
    if value.shape == (len(COLOURS),):
        return {c: int(n) for c, n in zip(COLOURS, value, strict=True) if n}
    return int(value) if value.shape == () else [int(n) for n in value]


def below(state: engines.State, person: str) -> str:
    """The card that lies face down below a person, as far as it can be told."""
    board = state.game.words.on
    rows = [card.name for card in board.cards]
    home = int(state.data["home"][rows.index(person)])
    return rows[home - 1] if home <= MAX_CARDS else back(board.colours[board.home_colour(home)])
