"""What one player has on the open table: what it pays, counts and scores with that.

For words only. The rules have the same in C (`board.pxd`, `effects/counting.pxd`, `scoring.pxd`);
tests compare the two by playing. Nothing here is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from eminence.engines.bruges import state
from eminence.engines.bruges.board_text import card_ids
from eminence.engines.bruges.effects.effect_text import LAST_FACE
from eminence.engines.bruges.effects.language import Clause
from eminence.engines.bruges.numbers import Board, Card
from eminence.engines.bruges.state import Activation, Payment, Penalty, Per, Price, Scope

#: how often a token's printed price is paid, by the price of an effect
TIMES = {Price.AT_PRINT: 1, Price.AT_DOUBLE: 2, Price.FOR_FREE: 0}


@dataclass(frozen=True)
class Holdings:
    """The open things of one seat, and the dice."""

    on: Board
    seat: int
    people: tuple[Card, ...]
    workers: tuple[int, ...]
    """By colour, like houses and threats."""
    houses: tuple[int, ...]
    threats: tuple[int, ...]
    empty: int
    guilders: int
    points: int
    """On the scoring track."""
    reputation: int
    canals: tuple[int, int]
    statues: tuple[int, int]
    """Their values, 0 for none; by section, like canals."""
    majorities: int
    """A mask."""
    dice: tuple[int, ...]

    @classmethod
    def of(cls, board: Board, data: np.void, seat: int) -> Holdings:
        left, right = (int(n) for n in data["canal"][seat])
        first, second = (int(n) for n in data["statue"][seat])
        return cls(
            on=board,
            seat=seat,
            people=tuple(board.by_id[card] for card in card_ids(data["people"][seat])),
            workers=_numbers(data["workers"][seat]),
            houses=_numbers(data["houses"][seat]),
            threats=_numbers(data["threat"][seat]),
            empty=sum(_numbers(data["empty"][seat])),
            guilders=int(data["guilders"][seat]),
            points=int(data["points"][seat]),
            reputation=int(data["reputation"][seat]),
            canals=(left, right),
            statues=(first, second),
            majorities=int(data["majority"][seat]),
            dice=_numbers(data["dice"]),
        )

    # --- people that change prices and gains ---

    def permanent(self, verb: int) -> Iterator[Clause]:
        """What people in play always do of one kind."""
        for card in self.people:
            for clause in card.clauses:
                if clause.scope == Scope.MODIFIER and clause.verb == verb:
                    yield clause

    def modifier(self, verb: int) -> int:
        return sum(clause.amount for clause in self.permanent(verb))

    def waiting(self, event: int) -> list[tuple[Card, Clause]]:
        """The people who answer an event, and what each does then."""
        return [
            (card, clause)
            for card in self.people
            for clause in card.clauses
            if clause.scope == Scope.ON_EVENT + event
        ]

    def is_immune(self, colour: int) -> bool:
        return any(clause.colour == colour for clause in self.permanent(state.IMMUNE))

    @property
    def is_warded(self) -> bool:
        return any(self.permanent(state.WARD))

    # --- prices ---

    def recruit_price(self, card: Card, discount: int = 0) -> int:
        return max(0, card.price - discount - self.modifier(state.RECRUIT_DISCOUNT))

    def canal_price(self, section: int, times: int = 1) -> int:
        """The price of the next space of a section that is not full."""
        space = self.on.canals[self.seat][section][self.canals[section]]
        return max(0, times * space.cost - self.modifier(state.CANAL_DISCOUNT))

    def dice_price(self) -> int:
        """What the dice ask for a step, before discounts; 0: no step can be bought."""
        return sum(face for face in self.dice if face <= self.on.price_up_to)

    def step_price(self, price: int) -> int:
        return max(0, price - self.modifier(state.STEP_DISCOUNT))

    def house_payment(self) -> Payment:
        """The best way to pay a house that the people allow."""
        options = [clause.option + 1 for clause in self.permanent(state.HOUSE_PAYMENT)]
        return Payment(max(options, default=Payment.OWN_COLOUR))

    # --- counting ---

    def amount(self, clause: Clause) -> int:
        """What a clause brings its owner, with all that it counts."""
        if clause.per == Per.PER_NOTHING:
            return clause.amount
        return clause.amount * (self._count(clause) // clause.each)

    def _count(self, clause: Clause) -> int:
        per, index = clause.per, clause.per_index
        counts: Mapping[int, Callable[[], int]] = {
            Per.PER_HOUSE_ANY: lambda: sum(self.houses),
            Per.PER_HOUSE_EMPTY: lambda: self.empty,
            Per.PER_HOUSE: lambda: self.houses[index],
            Per.PER_PERSON_ANY: lambda: len(self.people),
            Per.PER_PERSON: lambda: sum(card.group == index for card in self.people),
            Per.PER_CANAL: lambda: sum(self.canals),
            Per.PER_STATUE: lambda: sum(value > 0 for value in self.statues),
            Per.PER_THREAT: lambda: sum(self.threats),
            Per.PER_WORKER: lambda: sum(self.workers),
            Per.PER_GUILDER: lambda: self.guilders,
            Per.PER_GROUP: lambda: len({card.group for card in self.people}),
            Per.PER_REP: lambda: self.reputation,
            Per.PER_MAJORITY: lambda: self.majorities.bit_count(),
            Per.PER_DIE_HIGH: lambda: sum(map(self.shows_high, range(state.COLOURS))),
            Per.PER_DIE_LOW: lambda: sum(map(self.shows_low, range(state.COLOURS))),
        }
        return counts[per]()

    def shows_high(self, colour: int) -> bool:
        return self.dice[colour] >= self.on.threat_from

    def shows_low(self, colour: int) -> bool:
        return 0 < self.dice[colour] <= self.on.price_up_to

    def die_allows(self, clause: Clause) -> bool:
        if not clause.die:
            return True
        shows = self.shows_low if clause.low_faces else self.shows_high
        return shows(clause.die - 1)

    def now(self, clause: Clause) -> str:
        """What a clause that counts or waits for a die would bring as things stand."""
        if not self.die_allows(clause):
            return "not now"
        return f"{self.amount(clause)} now" if clause.per else ""

    # --- points ---

    def score(self) -> int:
        """Points if the game ended now (R31)."""
        on = self.on
        return (
            self.points
            + sum(card.points + self.laurel_points(card) for card in self.people)
            + on.house_points * sum(self.houses)
            + on.majority_points * self.majorities.bit_count()
            + on.canal_points * sum(built >= on.canal_space for built in self.canals)
            + sum(self.statues)
            + on.step_points[self.reputation]
        )

    def laurel_points(self, card: Card) -> int:
        if card.activation != Activation.LAUREL:
            return 0
        return sum(map(self.amount, card.clauses))

    # --- what a penalty takes ---

    def at_stake(self, colour: int) -> str:
        """What the penalty of a colour would take now; "" for nothing."""
        if self.is_immune(colour):
            return ""
        kind = self.on.penalties[colour]
        if kind == Penalty.LOSE_ALL_WORKERS:
            return _all(sum(self.workers), "worker")
        if kind == Penalty.LOSE_ALL_GUILDERS:
            return _all(self.guilders, "guilder")
        if kind == Penalty.LOSE_POINTS:
            lost = min(self.points, self.on.points_lost)
            return f"{lost} point{'s' * (lost != 1)}" if lost else ""
        if kind == Penalty.LOSE_ONE_PERSON:
            return "a person" if self.people else ""
        return "a house or a canal token" if sum(self.houses) + sum(self.canals) else ""

    def is_threatened(self, colour: int) -> bool:
        """Whether one more marker brings the penalty, and it would take something."""
        return self.threats[colour] == self.on.circle - 1 and bool(self.at_stake(colour))

    # --- what a move changes ---

    def paying(self, guilders: int = 0, worker: int | None = None) -> Holdings:
        workers = self.workers if worker is None else changed(self.workers, worker, -1)
        return replace(self, guilders=self.guilders - guilders, workers=workers)

    def taking_workers(self, colour: int, count: int) -> Holdings:
        return replace(self, workers=changed(self.workers, colour, count))

    def with_house(self, colour: int) -> Holdings:
        return replace(self, houses=changed(self.houses, colour, 1), empty=self.empty + 1)

    def with_person(self, card: Card) -> Holdings:
        """The person moves into an empty house."""
        return replace(self, people=(*self.people, card), empty=self.empty - 1)

    def without_person(self, card: Card) -> Holdings:
        """The house is empty then."""
        left = tuple(each for each in self.people if each != card)
        return replace(self, people=left, empty=self.empty + 1)

    def without_house(self, colour: int) -> Holdings:
        """An empty house is lost."""
        return replace(self, houses=changed(self.houses, colour, -1), empty=self.empty - 1)

    def with_token(self, section: int, statue: int) -> Holdings:
        """One more token; a statue of that value if it completes the section for the first time."""
        left, right = changed(self.canals, section, 1)
        after = replace(self, canals=(left, right))
        if after.canals[section] < state.SPACES or self.statues[section]:
            return after
        first, second = changed(self.statues, section, statue)
        return replace(after, statues=(first, second))

    def without_token(self, section: int) -> Holdings:
        left, right = changed(self.canals, section, -1)
        return replace(self, canals=(left, right))

    def returning(self, colour: int) -> Holdings:
        """A threat marker goes back, for points."""
        points = self.on.threat_points + self.modifier(state.MORE_UNTHREAT)
        threats = changed(self.threats, colour, -1)
        return replace(self, threats=threats, points=self.points + points)

    def climbing(self, steps: int) -> Holdings:
        top = len(self.on.step_points) - 1
        return replace(self, reputation=min(top, self.reputation + steps))

    def standing_in(self, majority: int) -> int:
        """What counts for a majority."""
        if majority == state.MOST_REPUTATION:
            return self.reputation
        return len(self.people) if majority == state.MOST_PEOPLE else sum(self.canals)


def all_holdings(board: Board, data: np.void, players: int) -> list[Holdings]:
    return [Holdings.of(board, data, seat) for seat in range(players)]


def leader(everybody: Sequence[Holdings], majority: int) -> int | None:
    """The seat that alone has the most (R30)."""
    standing = [each.standing_in(majority) for each in everybody]
    best = max(standing)
    return standing.index(best) if standing.count(best) == 1 else None


def next_statue(board: Board, data: np.void) -> int:
    """The value of the topmost statue; 0: all are taken."""
    taken = int(data["statues_taken"])
    return board.statues[taken] if taken < len(board.statues) else 0


def threat_chance(board: Board) -> int:
    """How often a die threatens, in percent."""
    return round(100 * (LAST_FACE + 1 - board.threat_from) / LAST_FACE)


def changed(counts: Sequence[int], index: int, by: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] + by, *counts[index + 1 :])


def _numbers(values: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(value) for value in values)


def _all(count: int, thing: str) -> str:
    """Such as `all 7 workers`."""
    if not count:
        return ""
    return f"the only {thing}" if count == 1 else f"all {count} {thing}s"
