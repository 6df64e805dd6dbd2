"""How things stand in a position of Bruges at what an entry names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from eminence.cython_ext.game import Position
from eminence.engines.bruges import state
from eminence.engines.bruges.board_text import card_ids
from eminence.engines.bruges.effects.effect_text import guilders, points
from eminence.engines.bruges.explanations import entries as names
from eminence.engines.bruges.explanations.holdings import (
    Holdings,
    all_holdings,
    next_statue,
    threat_chance,
)
from eminence.engines.bruges.names import MAJORITIES
from eminence.engines.bruges.numbers import SECTIONS, Board, Card
from eminence.engines.bruges.state import SPACES
from eminence.engines.kit.wording import among, counted, plural

Tells = Callable[[Position], str]
#: what the effects that count something bring
UNITS = {state.VP: "point", state.GUILDERS_GAIN: "guilder", state.WORKERS_GAIN: "worker"}


class Stands:
    """Says for each name what the table and the view have there."""

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        colours = range(state.COLOURS)
        self.tells: dict[str, Tells] = {
            **{board.colours[c]: self._about(self._colour, c) for c in colours},
            **{board.threats[c]: self._about(self._penalty, c) for c in colours},
            **{name: self._about(self._group, i) for i, name in enumerate(board.groups)},
            **{names.majority_name(i): self._about(self._majority, i) for i in MAJORITIES},
            names.WORKER: self._each(lambda h: _colours(board, h.workers)),
            names.GUILDER: self._each(lambda h: str(h.guilders)),
            names.MARKER: self._each(lambda h: _colours(board, h.threats)),
            names.HOUSE: self._each(lambda h: f"{_colours(board, h.houses)}; {h.empty} empty"),
            names.PERSON: self._each(lambda h: ", ".join(c.name for c in h.people) or "none"),
            names.CANAL: self._each(self._canals),
            names.STATUE: self._statues,
            names.REPUTATION: self._reputation,
            names.POINTS: self._points,
            names.MAJORITY: self._each(_majorities),
            names.DICE: self._dice,
            names.PILE: self._piles,
            names.EXTRA_PILE: self._extra_pile,
            names.DISCARDS: lambda p: f"{_size(p.data['discards'])} cards are open.",
            names.HAND: self._hands,
            names.START: lambda p: f"In this round it is seat {p.data['start_seat']}.",
            **{card.name: self._about(self._person, i) for i, card in enumerate(board.cards)},
        }

    def of(self, position: Position, name: str) -> str:
        """How things stand there; "" for nothing to say."""
        return self.tells[name](position) if name in self.tells else ""

    def _about(self, tell: Callable[[Position, int], str], number: int) -> Tells:
        return lambda position: tell(position, number)

    def _each(self, say: Callable[[Holdings], str]) -> Tells:
        """The same of every seat."""
        return lambda position: by_seat(say(each) for each in self._all(position))

    def _all(self, position: Position) -> list[Holdings]:
        return all_holdings(self.on, position.data, self.players)

    # --- colours and penalties ---

    def _colour(self, position: Position, colour: int) -> str:
        data, name = position.data, self.on.colours[colour]
        die = int(data["dice"][colour])
        seats = by_seat(
            f"{_in_hand(data, each.seat, colour)}, {plural(each.houses[colour], 'house')}, "
            f"{plural(each.workers[colour], 'worker')}, {plural(each.threats[colour], 'marker')}"
            for each in self._all(position)
        )
        return f"The {name} die shows {die}. {seats}" if die else seats

    def _penalty(self, position: Position, colour: int) -> str:
        """Markers and stakes of all, and how likely the next one is."""
        chance, over = threat_chance(self.on), position.over or position.data["last_round"]
        roll = "" if over else f"Each roll brings a marker with {chance} %. "
        return roll + by_seat(
            f"{plural(each.threats[colour], 'marker')}, would lose "
            f"{each.at_stake(colour) or 'nothing'}"
            for each in self._all(position)
        )

    # --- people ---

    def _group(self, position: Position, group: int) -> str:
        return by_seat(
            ", ".join(card.name for card in each.people if card.group == group) or "none"
            for each in self._all(position)
        )

    def _person(self, position: Position, row: int) -> str:
        card = self.on.cards[row]
        for each in self._all(position):
            if card in each.people:
                return self._in_play(position.data, each, row)
        return self._elsewhere(position.data, card)

    def _in_play(self, data: np.void, owner: Holdings, row: int) -> str:
        """Whose it is, whether it was used, and what it counts now."""
        card, colour = self.on.cards[row], self.on.home_colour(int(data["home"][row]))
        used = int(data["used"][card.colour]) >> card.bit & 1
        counting = [clause for clause in card.clauses if clause.per]
        brings = [plural(owner.amount(clause), UNITS[clause.verb]) for clause in counting]
        return _sentences(
            f"It lives in a {self.on.colours[colour]} house of seat {owner.seat}.",
            "It was activated in this round." if used else "",
            f"As things stand it brings {' and '.join(brings)}." if brings else "",
        )

    def _elsewhere(self, data: np.void, card: Card) -> str:
        def holds(masks: Sequence[int]) -> bool:
            return bool(int(masks[card.colour]) >> card.bit & 1)

        for seat in range(self.players):
            if holds(data["hand"][seat]):
                return f"It is in the hand of seat {seat}."
            if holds(data["down"][seat]):
                return f"It lies face down, as a house of seat {seat}."
        if holds(data["discards"]):
            return "It was discarded."
        if int(data["aside"]) == card.id + 1:
            return "It was drawn and must be played at once."
        return "You do not know where it is."

    # --- canals, statues, reputation ---

    def _canals(self, owner: Holdings) -> str:
        return ", ".join(
            f"{section} {owner.canals[side]} of {SPACES}{self._next_space(owner, side)}"
            for side, section in enumerate(SECTIONS)
        )

    def _next_space(self, owner: Holdings, side: int) -> str:
        if owner.canals[side] == SPACES:
            return ""
        space = self.on.canals[owner.seat][side][owner.canals[side]]
        return f" (next {self.on.colours[space.colour]} for {owner.canal_price(side)})"

    def _statues(self, position: Position) -> str:
        top = next_statue(self.on, position.data)
        left = f"The next one is worth {top}." if top else "All are taken."
        won = by_seat(
            ", ".join(str(value) for value in each.statues if value) or "none"
            for each in self._all(position)
        )
        return f"{left} {won}"

    def _reputation(self, position: Position) -> str:
        everybody = self._all(position)
        price = everybody[0].dice_price()
        if not any(everybody[0].dice):
            now = ""
        elif price:
            now = f"In this round a step costs {guilders(price)}. "
        else:
            now = "In this round no step can be bought. "
        return now + by_seat(
            f"step {each.reputation}, {points(self.on.step_points[each.reputation])}"
            for each in everybody
        )

    # --- points ---

    def _points(self, position: Position) -> str:
        """Each part that counts, as if the game ended now."""
        return by_seat(
            f"{sum(parts.values()):.0f} ({_parts(parts)})" for parts in position.sources()
        )

    def _majority(self, position: Position, majority: int) -> str:
        return by_seat(
            f"{each.standing_in(majority)}{', won' * (each.majorities >> majority & 1)}"
            for each in self._all(position)
        )

    # --- cards and dice ---

    def _dice(self, position: Position) -> str:
        shown = zip(self.on.colours, position.data["dice"], strict=True)
        rolled = [f"{colour} {face}" for colour, face in shown if face]
        return f"They show {', '.join(rolled)}." if rolled else "They are not rolled yet."

    def _piles(self, position: Position) -> str:
        left = [plural(int(n), "card") for n in position.data["pile_size"][: state.EXTRA]]
        return f"Left: {' and '.join(left)}."

    def _extra_pile(self, position: Position) -> str:
        data = position.data
        if not data["extra_in"]:
            return "It is not in play yet."
        return f"It is in play; {'this' if data['last_round'] else 'the next'} round is the last."

    def _hands(self, position: Position) -> str:
        data = position.data
        return by_seat(_colours(self.on, data["hand_count"][s]) for s in range(self.players))


def by_seat(said: Iterable[str]) -> str:
    """Such as `Seat 0: 3 red. Seat 1: none.`"""
    return " ".join(f"Seat {seat}: {words}." for seat, words in enumerate(said))


def _sentences(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _colours(board: Board, counts: Iterable[int]) -> str:
    return ", ".join(counted(board.colours, counts)) or "none"


def _majorities(owner: Holdings) -> str:
    return ", ".join(among(MAJORITIES.values(), owner.majorities)) or "none"


def _parts(parts: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:.0f}" for name, value in parts.items() if value)


def _in_hand(data: np.void, seat: int, colour: int) -> str:
    return f"{plural(int(data['hand_count'][seat][colour]), 'card')} in hand"


def _size(masks: Sequence[int]) -> int:
    return len(card_ids(masks))
