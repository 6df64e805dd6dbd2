"""One decision as its mover sees it, and the phrases that notes on several moves share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from eminence.cython_ext.game import Position
from eminence.engines.bruges import state
from eminence.engines.bruges.effects.effect_text import EffectText, Now, guilders
from eminence.engines.bruges.effects.language import Clause
from eminence.engines.bruges.explanations.holdings import (
    Holdings,
    all_holdings,
    next_statue,
    threat_chance,
)
from eminence.engines.bruges.names import MAJORITIES
from eminence.engines.bruges.numbers import Board, Card
from eminence.engines.bruges.state import PER_COLOUR, SPACES, Scope, Step, Target, Task
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import among, plural


class Table:
    """What stays the same in all positions of one loaded game."""

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        self.effects = EffectText(board)
        #: in the order in which the rules number them
        self.clauses = clauses_of(board)

    def person(self, card: Card) -> str:
        """What one gives up with a card: `price 3, Noble; once per round: gain 1 point`."""
        return f"price {card.price}, {self.on.groups[card.group]}; {self.effects.brief(card)}"


def clauses_of(board: Board) -> list[Clause]:
    """The clauses by their numbers: of each card what is activated, then what waits for events."""
    return [
        clause
        for card in board.cards
        for waits in (False, True)
        for clause in card.clauses
        if clause.scope != Scope.MODIFIER and (clause.scope >= Scope.ON_EVENT) == waits
    ]


class Moment:
    """A decision: the mover's things, everybody's, and the effect under way."""

    def __init__(self, table: Table, position: Position) -> None:
        self.table = table
        self.on = table.on
        self.position = position
        self.data = position.data
        self.step = Step(int(self.data["step"]))
        self.seat = position.player

    @cached_property
    def everybody(self) -> list[Holdings]:
        return all_holdings(self.on, self.data, self.table.players)

    @property
    def me(self) -> Holdings:
        return self.everybody[self.seat]

    @property
    def others(self) -> list[Holdings]:
        return [each for each in self.everybody if each.seat != self.seat]

    @cached_property
    def frame(self) -> Sequence[int]:
        """The numbers of the effect or draw under way."""
        return [int(n) for n in self.data["frame"][self.data["depth"] - 1]]

    @property
    def left(self) -> int:
        """How often the effect or draw under way still asks, this time included."""
        return self.frame[state.LEFT]

    @cached_property
    def clause(self) -> Clause | None:
        """The clause that asks; None: it is no effect that asks."""
        if not self.data["depth"] or self.frame[state.TASK] != Task.DO_CLAUSES:
            return None
        return self.table.clauses[self.frame[state.AT]]

    def hand(self, colour: int) -> list[Card]:
        """The mover's cards of a colour."""
        cards = self.on.by_colour[colour]
        return among(cards, self.data["hand"][self.seat][colour])

    def aside(self) -> Card | None:
        """The card that was drawn to be played at once."""
        return self.on.by_id[int(self.data["aside"]) - 1] if self.data["aside"] else None

    # --- phrases ---

    def pays(self, price: int) -> str:
        """Such as `3 guilders, you keep 2`."""
        if not price:
            return "costs nothing"
        return f"{guilders(price)}, you keep {self.me.guilders - price}"

    def scores(self, after: Holdings) -> str:
        """How the points change as they would count if the game ended now; "" for not."""
        change = after.score() - self.me.score()
        return f"{change:+} point{'s' * (abs(change) != 1)}" if change else ""

    def leads(self, after: Holdings, majority: int) -> str:
        """Whether the mover gets ahead of all others in something it has not won yet."""
        if after.majorities >> majority & 1:
            return ""
        most = max(each.standing_in(majority) for each in self.others)
        overtakes = self.me.standing_in(majority) <= most < after.standing_in(majority)
        return f"then most {MAJORITIES[majority]}" if overtakes else ""

    def counted(self, after: Holdings) -> Now:
        """What a clause brings once the mover has these things, or what it takes from others."""
        return lambda clause: after.now(clause) or self._taken(clause)

    def _taken(self, clause: Clause) -> str:
        """What a clause gets from the others, or whom it brings a penalty."""
        touched = [each for each in self.others if not each.is_warded]
        has: dict[int, Callable[[Holdings], int]] = {
            state.STEAL_GUILDERS: lambda each: each.guilders,
            state.STEAL_WORKERS: lambda each: sum(each.workers),
        }
        if clause.verb in has:
            gets = [min(clause.amount, has[clause.verb](each)) for each in touched]
            best = max(gets, default=0) if clause.option == Target.FROM_ONE else sum(gets)
            return f"{best} now"
        if clause.verb == state.OPP_THREAT:
            hit = [each.seat for each in touched if each.is_threatened(clause.colour)]
            name = self.on.threats[clause.colour]
            return f"{name} for {seats(hit)}" if hit else ""
        return ""

    def answers(self, event: int, after: Holdings) -> list[str]:
        """What the mover's people do about what happened, such as `Count: gain 1 point`."""
        return [
            f"{card.name}: {self.table.effects.deed(clause, after.now)}"
            for card, clause in self.me.waiting(event)
        ]

    def others_answer(self, event: int) -> list[str]:
        """What people of the other seats do about it."""
        return [
            f"{card.name} of seat {each.seat}: {self.table.effects.deed(clause, each.now)}"
            for each in self.others
            for card, clause in each.waiting(event)
        ]

    def risk(self, kind: int) -> str:
        """That the next roll may bring the penalty that takes all of a kind."""
        colour = self.on.penalties.index(kind)
        if self.data["last_round"] or not self._one_short(colour):
            return ""
        return f"{self.on.threats[colour]} may take all, {threat_chance(self.on)} % per roll"

    def averted(self, colour: int) -> str:
        """What a penalty would take that a returned marker makes impossible in the next roll."""
        if self.data["last_round"] or not self.me.is_threatened(colour):
            return ""
        stake, name = self.me.at_stake(colour), self.on.threats[colour]
        return f"saves {stake} from {name}, {threat_chance(self.on)} % in the next roll"

    def _one_short(self, colour: int) -> bool:
        return self.me.threats[colour] == self.on.circle - 1 and not self.me.is_immune(colour)

    def returns(self, colour: int) -> str:
        """A threat marker goes back."""
        after = self.me.returning(colour)
        left = f"{plural(after.threats[colour], f'{self.on.colours[colour]} marker')} left"
        return joined(self.scores(after), left, self.averted(colour))

    def builds_token(self, section: int, times: int) -> str:
        """A canal token, for so many times the printed price."""
        price = self.me.canal_price(section, times)
        after = self.me.paying(price).with_token(section, next_statue(self.on, self.data))
        won = after.statues[section] if after.statues != self.me.statues else 0
        return joined(
            self.pays(price),
            f"space {after.canals[section]} of {SPACES}",
            f"statue {won}" if won else "",
            self.scores(after),
            self.leads(after, state.MOST_CANALS),
            *self.answers(state.ON_CANAL, after),
        )

    def climbs(self, price: int, steps: int) -> str:
        """Steps of reputation."""
        after = self.me.paying(price).climbing(steps)
        return joined(
            self.pays(price),
            f"step {after.reputation} of {len(self.on.step_points) - 1}",
            self.scores(after),
            self.leads(after, state.MOST_REPUTATION),
            *self.answers(state.ON_ADVANCE, after),
        )


def seats(chosen: Sequence[int]) -> str:
    """`seat 1`, `seats 0 and 2`."""
    return f"seat{'s' * (len(chosen) > 1)} {listed(chosen, 'and')}"


def joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def card_of(board: Board, number: int) -> Card:
    """The card of a move's number in its block of ids."""
    return board.by_colour[number // PER_COLOUR][number % PER_COLOUR]
