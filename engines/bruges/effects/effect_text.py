"""Effects in plain words: made from the clauses, so that every card of the language has a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from eminence.engines.bruges import state
from eminence.engines.bruges.effects.language import Clause
from eminence.engines.bruges.numbers import Board, Card
from eminence.engines.bruges.state import (
    Activation,
    CardFrom,
    Given,
    Gotten,
    Payment,
    Per,
    Price,
    Scope,
    Target,
)
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural

#: faces of a die
LAST_FACE = 6

#: what a clause that acts by itself waits for
WHENEVER = {
    state.ON_RECRUIT: "whenever you recruit another person",
    state.ON_HOUSE: "whenever you build a house",
    state.ON_CANAL: "whenever you build a canal token",
    state.ON_ADVANCE: "whenever you advance a step of reputation",
    state.ON_THREAT: "whenever you receive a threat marker",
    state.ON_PENALTY: "whenever you suffer a penalty",
    state.ON_OPP_RECRUIT: "whenever another player recruits a person",
}
#: when the clauses without a scope act; {} is the colour of the worker that is paid
WHEN = {
    Activation.ARROW: "when recruited",
    Activation.WORKER: "once per round, for a {} worker",
    Activation.INFINITY: "once per round",
    Activation.LAUREL: "at the end of the game",
}
ALWAYS = "always"
#: what is counted of the owner's things; {} is a colour or a group
OWN = {
    Per.PER_HOUSE_ANY: "houses",
    Per.PER_HOUSE_EMPTY: "empty houses",
    Per.PER_HOUSE: "{} houses",
    Per.PER_PERSON_ANY: "people",
    Per.PER_PERSON: "{} people",
    Per.PER_CANAL: "canal tokens",
    Per.PER_STATUE: "statues",
    Per.PER_THREAT: "threat markers",
    Per.PER_WORKER: "workers",
    Per.PER_GUILDER: "guilders",
    Per.PER_REP: "steps of reputation",
    Per.PER_MAJORITY: "majority markers",
}
#: what else is counted, one and several; {} are faces of a die
OTHER = {
    Per.PER_GROUP: ("group among your people", "groups among your people"),
    Per.PER_DIE_HIGH: ("die that shows {}", "dice that show {}"),
    Per.PER_DIE_LOW: ("die that shows {}", "dice that show {}"),
}
CANAL_PRICES = {
    Price.AT_PRINT: "at the usual price",
    Price.AT_DOUBLE: "at double price",
    Price.FOR_FREE: "without paying",
}
VICTIMS = {
    Target.FROM_ALL: "every other player",
    Target.FROM_ONE: "one other player of your choice",
}
OTHERS = VICTIMS[Target.FROM_ALL]
HOUSE_PAYMENTS = {
    Payment.ANY_WORKER: "you may pay for a house with a worker of any colour",
    Payment.NO_WORKER: "your houses cost no worker",
}

#: what a clause brings in a position, such as "4 now"; "" for nothing to add
Now = Callable[[Clause], str]


def points(n: int) -> str:
    return plural(n, "point")


def guilders(n: int) -> str:
    return plural(n, "guilder")


def markers(n: int, colour: str = "") -> str:
    """Such as `2 threat markers` or `1 blue threat marker`."""
    return plural(n, f"{colour} threat marker".strip())


def steps(n: int) -> str:
    """Such as `2 steps of reputation`."""
    return f"{plural(n, 'step')} of reputation"


def _nothing(_: Clause) -> str:
    return ""


def faces(board: Board, low: bool) -> str:
    """The faces that make the price of reputation, or those that threaten: `5 or 6`."""
    first, last = (1, board.price_up_to) if low else (board.threat_from, LAST_FACE)
    return listed([*range(first, last + 1)]) if first <= last else "no face at all"


class EffectText:
    """Says effects in the words of one loaded game."""

    def __init__(self, board: Board) -> None:
        self.on = board
        #: what each verb does
        self.said: Mapping[int, Callable[[Clause], str]] = {
            state.VP: lambda c: f"gain {points(c.amount)}{self._per(c)}",
            state.GUILDERS_GAIN: lambda c: f"take {guilders(c.amount)}{self._per(c)}",
            state.WORKERS_GAIN: lambda c: f"take {self._workers(c)}{self._per(c)}",
            state.DRAW_CARDS: _draw,
            state.UNTHREAT_MARKERS: self._unthreat,
            state.TRADE_GOODS: _trade,
            state.STEAL_GUILDERS: lambda c: f"{_victims(c)} gives you {guilders(c.amount)}",
            state.STEAL_WORKERS: lambda c: (
                f"{_victims(c)} gives you {plural(c.amount, 'worker')} and chooses which"
            ),
            state.OPP_GUILDERS: lambda c: f"{OTHERS} loses {guilders(c.amount)}",
            state.OPP_VP: lambda c: f"{OTHERS} loses {points(c.amount)}",
            state.OPP_CARDS: lambda c: f"{OTHERS} discards {plural(c.amount, 'card')}",
            state.PLAY_CARD: _play,
            state.REPUTATION_STEPS: _advance,
            state.CANAL_TOKEN: _canal,
            state.HOUSE_CARD: _house,
            state.RECRUIT_PERSON: lambda c: (
                f"you may recruit one more person of your hand for {guilders(c.price)} less"
            ),
            state.OPP_CANAL: lambda c: (
                f"{OTHERS} loses {plural(c.amount, 'canal token')} and chooses which"
            ),
            state.OPP_HOUSE: lambda c: (
                f"{OTHERS} loses {plural(c.amount, 'house')} and chooses which; "
                "a person there returns to the hand"
            ),
            state.OPP_THREAT: lambda c: f"{OTHERS} receives {markers(c.amount, self._colour(c))}",
            state.MORE_WORKERS: lambda c: f"taking workers with a card brings {c.amount} more",
            state.MORE_GUILDERS: lambda c: f"taking guilders with a card brings {c.amount} more",
            state.MORE_HAND: lambda c: f"you may draw {plural(c.amount, 'card')} more in phase 1",
            state.MORE_UNTHREAT: lambda c: (
                f"each threat marker that you return brings {points(c.amount)} more"
            ),
            state.CANAL_DISCOUNT: lambda c: f"canal tokens cost you {guilders(c.amount)} less",
            state.RECRUIT_DISCOUNT: lambda c: f"people cost you {guilders(c.amount)} less",
            state.STEP_DISCOUNT: lambda c: (
                f"steps of reputation cost you {guilders(c.amount)} less"
            ),
            # The compiler counts these options from 0.
            state.HOUSE_PAYMENT: lambda c: HOUSE_PAYMENTS[Payment(c.option + 1)],
            state.IMMUNE: lambda c: (
                f"{self.on.threats[c.colour]} does not hurt you: "
                f"its {self._colour(c)} markers just go back"
            ),
            state.WARD: lambda c: "effects of other players' people do not touch you",
        }

    def sentences(self, card: Card) -> str:
        """A whole effect, a sentence for each time at which it acts."""
        parts = (self.part(card, group) for group in by_scope(card.clauses))
        return " ".join(f"{part[0].upper()}{part[1:]}." for part in parts)

    def brief(self, card: Card, now: Now = _nothing) -> str:
        """The same as a part of a line."""
        return "; ".join(self.part(card, group, now) for group in by_scope(card.clauses))

    def part(self, card: Card, clauses: Sequence[Clause], now: Now = _nothing) -> str:
        """When some clauses of one scope act, and what they do."""
        scope = clauses[0].scope
        if scope == Scope.MODIFIER:
            when = ALWAYS
        elif scope >= Scope.ON_EVENT:
            when = WHENEVER[scope - Scope.ON_EVENT]
        else:
            when = WHEN[Activation(card.activation)]
            when = when.format(self.on.colours[card.activation_colour])
        return f"{when}: {self.deeds(clauses, now)}"

    def deeds(self, clauses: Sequence[Clause], now: Now = _nothing) -> str:
        """What clauses do, one after the other, without saying when."""
        said = [(deed, len([*same])) for deed, same in groupby(self.deed(c, now) for c in clauses)]
        return "; ".join(f"{deed}, {n} times" if n > 1 else deed for deed, n in said)

    def deed(self, clause: Clause, now: Now = _nothing) -> str:
        """What one clause does; in brackets what `now` says of it."""
        said = f"{self._condition(clause)}{self.said[clause.verb](clause)}"
        added = now(clause)
        return f"{said} ({added})" if added else said

    def _condition(self, clause: Clause) -> str:
        if not clause.die:
            return ""
        shown = faces(self.on, bool(clause.low_faces))
        return f"if the {self.on.colours[clause.die - 1]} die shows {shown}, "

    def _per(self, clause: Clause) -> str:
        """Such as ` for every 2 of your houses`."""
        if clause.per == Per.PER_NOTHING:
            return ""
        per, each = Per(clause.per), clause.each
        if per in OTHER:
            one, many = OTHER[per]
            words = f"each {one}" if each == 1 else f"every {each} {many}"
            return f" for {words.format(faces(self.on, per == Per.PER_DIE_LOW))}"
        names = self.on.groups if per == Per.PER_PERSON else self.on.colours
        things = OWN[per].format(names[clause.per_index])
        return f" for {'each' if each == 1 else f'every {each}'} of your {things}"

    def _colour(self, clause: Clause) -> str:
        return self.on.colours[clause.colour]

    def _workers(self, clause: Clause) -> str:
        n = clause.amount
        if clause.colour == state.EACH_COLOUR:
            return f"{plural(n, 'worker')} of each colour"
        if clause.colour == state.ANY_COLOUR:
            return f"{plural(n, 'worker')} of any colour"
        return plural(n, f"{self._colour(clause)} worker")

    def _unthreat(self, clause: Clause) -> str:
        """Returning may be declined, and brings the points of the action."""
        any_colour = clause.colour == state.ANY_COLOUR
        what = markers(clause.amount, "" if any_colour else self._colour(clause))
        brings = f"for {points(self.on.threat_points)}"
        if clause.amount > 1:
            return f"you may return up to {what}, {brings} each"
        return f"you may return {what} {brings}"


def by_scope(clauses: Sequence[Clause]) -> list[list[Clause]]:
    """Neighbours that act at the same time, together."""
    return [[*group] for _, group in groupby(clauses, key=lambda clause: clause.scope)]


def _victims(clause: Clause) -> str:
    return VICTIMS[Target(clause.option)]


def _draw(clause: Clause) -> str:
    said = f"draw {plural(clause.amount, 'card')}"
    return f"{said}, then discard {clause.extra}" if clause.extra else said


def _trade(clause: Clause) -> str:
    given = guilders(clause.price) if clause.option == Given.GIVE_GUILDERS else "a worker"
    gotten = points(clause.extra) if clause.per_index == Gotten.GET_POINTS else None
    times = "" if clause.amount == 1 else f", up to {clause.amount} times"
    return f"you may pay {given} for {gotten or guilders(clause.extra)}{times}"


def _play(clause: Clause) -> str:
    if clause.option == CardFrom.FROM_HAND:
        return "you may play one more card of your hand"
    return "draw a card and play it at once"


def _advance(clause: Clause) -> str:
    if clause.price:
        return f"you may pay {guilders(clause.price)} to advance {steps(clause.amount)}"
    return f"advance {steps(clause.amount)}"


def _canal(clause: Clause) -> str:
    tokens = plural(clause.amount, "canal token")
    most = "up to " if clause.amount > 1 else ""
    return f"you may build {most}{tokens} without a card, {CANAL_PRICES[Price(clause.option)]}"


def _house(clause: Clause) -> str:
    if clause.option == CardFrom.FROM_HAND:
        return "you may build a house with a card of your hand, without a worker"
    return "draw a card and build a house with it, without a worker"
