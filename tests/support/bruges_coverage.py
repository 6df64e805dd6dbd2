"""Which people of Bruges did something in a game, that is, changed the state.

A person's deed is found by comparison. Its twin is the same game with a card that does nothing in
its place. An arrow has acted if the table differs from the twin's once all its questions are
answered; an activation, if the table differs from the one before it with the worker paid; a
modifier or a person that waits for an event, if some step leads the twin to another state; a
laurel, if the twin scores differently.
"""

from __future__ import annotations

import csv
import random
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from conformance.walks import pick

from eminence import engines
from eminence.engines.bruges.effects.language import ACTIVATIONS
from eminence.engines.bruges.numbers import CARDS, DATA, Card
from eminence.engines.bruges.state import Action

#: what a deed may change
GOODS = (
    *("hand_count", "houses", "empty", "threat", "canal", "reputation", "workers", "guilders"),
    *("points", "discards", "down"),
)
NEUTRAL = {"activation": "laurel", "activation_colour": "", "effect": "vp(1,per=statue)"}


@cache
def twin_of(players: int, name: str) -> engines.Game:
    """The game with a neutral card instead of that person."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(DATA, folder, dirs_exist_ok=True)
        path = Path(folder) / CARDS.file
        rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))
        with path.open("w", newline="", encoding="utf-8") as file:
            out = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            out.writeheader()
            out.writerows(row | NEUTRAL if row["name"] == name else row for row in rows)
        return engines.load("bruges", players=players, data=folder)


def _kind(action: int) -> int:
    """Recruits and activations are a kind each; so is each of the other actions of a card."""
    return (
        action // 8
        if action < Action.CARD
        else Action.CARD + (action >= Action.RECRUIT) + (action >= Action.ACTIVATE)
    )


def goods(state: engines.State) -> dict[str, Any]:
    return {name: state.data[name].tolist() for name in GOODS}


class Deeds:
    """Plays one random game and notes who did something.

    The kind of move is drawn first, so that people come into play and canals grow long.
    """

    def __init__(self, players: int, seed: int) -> None:
        self.game = engines.load("bruges", players=players)
        self.players = players
        self.rng = random.Random(seed)
        self.chance = engines.Chance(seed)
        self.state = self.game.root()
        self.done: set[str] = set()
        self.waiting: tuple[str, dict[str, Any]] | None = None

    def run(self) -> set[str]:
        while not self.state.over:
            choice = self._choice()
            before = self.state.copy()
            self.state.apply(choice)
            if before.data["depth"] == 0:
                self._compare_twins(before, choice)
                self._expect(before, choice)
            self._settle()
        self._count_laurels()
        return self.done

    def _choice(self) -> int:
        state = self.state
        if state.player == engines.CHANCE:
            return state.roll(self.chance)
        kinds: dict[int, list[int]] = {}
        for action in state.actions():
            kinds.setdefault(_kind(action), []).append(action)
        return pick(self.rng, pick(self.rng, [*kinds.values()]))

    def _in_play(self, state: engines.State) -> list[Card]:
        masks = state.data["people"][: self.players].tolist()
        return [
            card
            for card in self.game.words.on.cards
            if any(seat[card.colour] >> card.bit & 1 for seat in masks)
        ]

    def _compare_twins(self, before: engines.State, choice: int) -> None:
        """Modifiers and those who wait for events."""
        for card in self._in_play(before):
            lasting = any(clause.scope > 0 for clause in card.clauses)
            if not lasting or card.name in self.done:
                continue
            other = twin_of(self.players, card.name).from_bytes(before.to_bytes())
            try:
                other.apply(choice)
            except engines.IllegalAction:
                self.done.add(card.name)
                continue
            if other.to_bytes() != self.state.to_bytes():
                self.done.add(card.name)

    def _expect(self, before: engines.State, choice: int) -> None:
        """An arrow or an activation has begun: the table to compare with when it is over."""
        cards = self.game.words.on.by_id
        if before.player >= 0 and choice >= Action.ACTIVATE:
            card = cards[choice - Action.ACTIVATE]
            table = goods(before)
            if ACTIVATIONS[card.activation] == "worker":
                table["workers"][before.player][card.activation_colour] -= 1
            self.waiting = card.name, table
            return
        moving_in = int(before.data["use_card"]) - 1
        if before.player >= 0 and choice >= Action.RECRUIT and self.state.data["use_card"] == 0:
            moving_in = choice - Action.RECRUIT
        if moving_in >= 0 and ACTIVATIONS[cards[moving_in].activation] == "arrow":
            name = cards[moving_in].name
            twin = twin_of(self.players, name).from_bytes(before.to_bytes())
            twin.apply(choice)
            self.waiting = name, goods(twin)

    def _settle(self) -> None:
        if self.waiting is not None and self.state.data["depth"] == 0:
            name, table = self.waiting
            if goods(self.state) != table:
                self.done.add(name)
            self.waiting = None

    def _count_laurels(self) -> None:
        for card in self._in_play(self.state):
            if ACTIVATIONS[card.activation] == "laurel":
                twin = twin_of(self.players, card.name).from_bytes(self.state.to_bytes())
                if twin.sources() != self.state.sources():
                    self.done.add(card.name)
