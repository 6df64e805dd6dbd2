"""The effect language of the cards, compiled into flat clauses.

    effect := clause { "; " clause }
    clause := [ scope ": " ] [ "if[die:" COLOUR ":" ("56" | "12") "]: " ] verb "(" args ")"
    scope  := "round" | "mod" | "on[" event "]"

A clause becomes a handful of small numbers (`Clause`) that the rules interpret in C; what
each verb means is in RULES.md. Everything that C code relies on is proven here: ranges, that
a scope fits its card, and that what an event sets off sets off no further event.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from eminence.cython_ext.whole_numbers import whole_problem
from eminence.engines.bruges import state
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

#: by the numbers that the rules know them by
VERBS = {
    state.VP: "vp",
    state.GUILDERS_GAIN: "guilders",
    state.WORKERS_GAIN: "workers",
    state.DRAW_CARDS: "draw",
    state.UNTHREAT_MARKERS: "unthreat",
    state.TRADE_GOODS: "trade",
    state.STEAL_GUILDERS: "steal_guilders",
    state.STEAL_WORKERS: "steal_workers",
    state.OPP_GUILDERS: "opp_guilders",
    state.OPP_VP: "opp_vp",
    state.OPP_CARDS: "opp_cards",
    state.PLAY_CARD: "play",
    state.REPUTATION_STEPS: "reputation",
    state.CANAL_TOKEN: "canal",
    state.HOUSE_CARD: "house",
    state.RECRUIT_PERSON: "recruit",
    state.OPP_CANAL: "opp_canal",
    state.OPP_HOUSE: "opp_house",
    state.OPP_THREAT: "opp_threat",
    state.MORE_WORKERS: "take_workers",
    state.MORE_GUILDERS: "take_guilders",
    state.MORE_HAND: "hand_size",
    state.MORE_UNTHREAT: "unthreat_vp",
    state.CANAL_DISCOUNT: "canal_cost",
    state.RECRUIT_DISCOUNT: "recruit_cost",
    state.STEP_DISCOUNT: "rep_cost",
    state.HOUSE_PAYMENT: "house_worker",
    state.IMMUNE: "immune",
    state.WARD: "ward",
}
#: those that raise no event, and those that change what other things bring or cost
GAINS = [verb for number, verb in VERBS.items() if number < state.PLAY_CARD]
MODIFIERS = [verb for number, verb in VERBS.items() if number >= state.MORE_WORKERS]
EVENTS = {
    state.ON_RECRUIT: "recruit",
    state.ON_HOUSE: "build_house",
    state.ON_CANAL: "build_canal",
    state.ON_ADVANCE: "advance",
    state.ON_THREAT: "threat",
    state.ON_PENALTY: "penalty",
    state.ON_OPP_RECRUIT: "opp_recruit",
}
ACTIVATIONS = {
    Activation.ARROW: "arrow",
    Activation.WORKER: "worker",
    Activation.INFINITY: "infinity",
    Activation.LAUREL: "laurel",
}
#: what `per` counts
PER = {
    Per.PER_HOUSE_ANY: "house:any",
    Per.PER_HOUSE_EMPTY: "house:empty",
    Per.PER_HOUSE: "house",
    Per.PER_PERSON_ANY: "person:any",
    Per.PER_PERSON: "person",
    Per.PER_CANAL: "canal",
    Per.PER_STATUE: "statue",
    Per.PER_THREAT: "threat",
    Per.PER_WORKER: "worker",
    Per.PER_GUILDER: "guilder",
    Per.PER_GROUP: "group",
    Per.PER_REP: "rep",
    Per.PER_MAJORITY: "majority",
    Per.PER_DIE_HIGH: "die56",
    Per.PER_DIE_LOW: "die12",
}
FACES = {0: "56", 1: "12"}
PILE_OR_HAND = {CardFrom.FROM_HAND: "hand", CardFrom.FROM_PILE: "draw"}
PRICES = {Price.AT_PRINT: "print", Price.AT_DOUBLE: "double", Price.FOR_FREE: "free"}
TARGETS = {Target.FROM_ALL: "all", Target.FROM_ONE: "one"}
PAYMENTS = {Payment.ANY_WORKER: "any", Payment.NO_WORKER: "none"}
GIVEN = {Given.GIVE_GUILDERS: "guilders", Given.GIVE_WORKERS: "worker"}
GOTTEN = {Gotten.GET_POINTS: "vp", Gotten.GET_GUILDERS: "guilders"}
MOST = 20

CLAUSE = re.compile(
    r"(?:(?P<scope>round|mod|on\[[^\]]*\]): )?(?:if\[(?P<condition>[^\]]*)\]: )?"
    r"(?P<verb>\w+)\((?P<args>[^()]*)\)"
)


class Clause(NamedTuple):
    """One clause in numbers; `option`, `extra` and `price` are what the verb makes of them."""

    verb: int
    scope: int = Scope.ACTIVATED
    amount: int = 0
    colour: int = state.NO_COLOUR
    per: int = Per.PER_NOTHING
    per_index: int = 0
    each: int = 1
    option: int = 0
    extra: int = 0
    price: int = 0
    die: int = 0
    low_faces: int = 0


@dataclass(frozen=True)
class Tongue:
    """The names that effects may use."""

    colours: tuple[str, ...]
    groups: tuple[str, ...]


class BadEffect(ValueError):
    """What is wrong with an effect, without its place."""


def compile_effect(text: str, activation: str, tongue: Tongue) -> tuple[Clause, ...]:
    """All clauses of a card's effect, in their order."""
    return tuple(_clause(part, activation, tongue) for part in text.split("; "))


def _clause(text: str, activation: str, tongue: Tongue) -> Clause:
    match = CLAUSE.fullmatch(text)
    if match is None:
        raise BadEffect(f"cannot read {text!r}: expected scope: if[die:colour:56]: verb(arguments)")
    verb = _index("verb", match["verb"], VERBS)
    scope = _scope(match["scope"], match["verb"], activation)
    die, low = _condition(match["condition"], tongue)
    if die and (scope == Scope.MODIFIER or activation == "laurel"):
        raise BadEffect(f"{text!r}: a modifier or laurel cannot depend on a die")
    arguments = Arguments(match["verb"], match["args"], tongue)
    clause = READERS[match["verb"]](arguments)
    arguments.close()
    return clause._replace(verb=verb, scope=scope, die=die, low_faces=low)


def _scope(scope: str | None, verb: str, activation: str) -> int:
    if activation != "infinity":
        if scope is not None:
            raise BadEffect(f"scope {scope!r}: only infinity cards have one")
        if verb in MODIFIERS or (activation == "laurel" and verb != "vp"):
            raise BadEffect(
                f"verb {verb!r} does not fit {activation}: "
                + ("a laurel has vp" if activation == "laurel" else "it is for mod")
            )
        return Scope.ACTIVATED
    if scope is None:
        raise BadEffect(f"{verb}: an infinity card needs a scope: round, mod or on[event]")
    if (scope == "mod") != (verb in MODIFIERS):
        raise BadEffect(f"{scope}: {verb}: mod goes with {listed(MODIFIERS)}, and only with it")
    if scope == "round":
        return Scope.ACTIVATED
    if scope == "mod":
        return Scope.MODIFIER
    if verb not in GAINS:
        raise BadEffect(f"{scope}: {verb}: an event may cause {listed(GAINS)}")
    return Scope.ON_EVENT + _index("event", scope[3:-1], EVENTS)


def _condition(condition: str | None, tongue: Tongue) -> tuple[int, int]:
    """The die's colour plus 1, and whether its low faces count; 0, 0: no condition."""
    if condition is None:
        return 0, 0
    parts = condition.split(":")
    if len(parts) != 3 or parts[0] != "die":
        raise BadEffect(f"condition {condition!r}: expected die:colour:56 or die:colour:12")
    return 1 + _index("colour", parts[1], tongue.colours), _index("faces", parts[2], FACES)


def _index(what: str, name: str, names: Sequence[str] | Mapping[int, str]) -> int:
    """The number of a word; in a sequence its place."""
    words = names if isinstance(names, Mapping) else dict(enumerate(names))
    for number, word in words.items():
        if word == name:
            return int(number)
    raise BadEffect(f"unknown {what} {name!r}: choose {listed([*words.values()])}")


class Arguments:
    """The arguments of one verb: a first one by place, the others by name."""

    def __init__(self, verb: str, text: str, tongue: Tongue) -> None:
        self.verb = verb
        self.tongue = tongue
        self.first: str | None = None
        self.named: dict[str, str] = {}
        for i, part in enumerate(text.split(",") if text else ()):
            key, equals, value = part.partition("=")
            if not equals and i == 0:
                self.first = part
            elif not equals or not key or key in self.named:
                raise BadEffect(f"{verb}: expected name=value once, got {part!r}")
            else:
                self.named[key] = value

    def amount(self, sign: str = "") -> int:
        """The first argument, with the sign that the verb has."""
        given, self.first = self.first, None
        return self._number("first argument", given, sign)

    def word(self, choices: Sequence[str] | Mapping[int, str], sort: str) -> int:
        """The first argument as one of some words."""
        given, self.first = self.first, None
        return _index(f"{sort} of {self.verb}", given or "", choices)

    def number(self, key: str, default: int | None = None, sign: str = "") -> int:
        if default is not None and key not in self.named:
            return default
        return self._number(key, self.named.pop(key, None), sign)

    def _number(self, what: str, text: str | None, sign: str) -> int:
        digits = (text or "").removeprefix(sign)
        if (text or "")[: len(sign)] != sign or not digits.isdecimal() or len(digits) > 4:
            raise BadEffect(f"{self.verb}, {what}: expected {sign}number, got {text!r}")
        problem = whole_problem(int(digits), 1, MOST)
        if problem:
            raise BadEffect(f"{self.verb}, {what}: {problem}")
        return int(digits)

    def choice(self, key: str, choices: Sequence[str] | Mapping[int, str]) -> int:
        return _index(f"{key} of {self.verb}", self.named.pop(key, ""), choices)

    def colour(self, beside: Sequence[str] = ()) -> int:
        """A colour by its number, or any or each of them where the verb has that."""
        name = self.named.pop("colour", "")
        special = {"any": state.ANY_COLOUR, "each": state.EACH_COLOUR}
        if name in beside:
            return special[name]
        choices = (*self.tongue.colours, *beside)
        return _index(f"colour of {self.verb}", name, choices)

    def per(self) -> dict[str, int]:
        """What multiplies the amount, as fields of a clause."""
        if "per" not in self.named:
            return {}
        text = self.named.pop("per")
        each = self.number("each", default=1)
        kind, _, which = text.partition(":")
        if text in PER.values() and text not in ("house", "person"):
            return {"per": _index("per", text, PER), "each": each}
        if kind in ("house", "person") and which:
            names = self.tongue.colours if kind == "house" else self.tongue.groups
            index = _index(f"per={kind}", which, names)
            return {"per": _index("per", kind, PER), "per_index": index, "each": each}
        raise BadEffect(f"unknown per={text}: choose {listed(_counted())}")

    def pair(self, key: str, kinds: Mapping[int, str]) -> tuple[int, int]:
        """Such as guilders:2: which of the kinds, and how many."""
        kind, _, count = self.named.pop(key, "").partition(":")
        return _index(f"{key} of {self.verb}", kind, kinds), self._number(key, count, "")

    def close(self) -> None:
        """Refuse what the verb does not have."""
        if self.first is not None or self.named:
            left = self.first if self.first is not None else next(iter(self.named))
            raise BadEffect(f"{self.verb}: unknown argument {left!r}")


def _counted() -> list[str]:
    names = {"house": "house:colour", "person": "person:group"}
    return [names.get(name, name) for name in PER.values()]


def _gain(a: Arguments) -> Clause:
    return Clause(0, amount=a.amount(), **a.per())


def _workers(a: Arguments) -> Clause:
    return Clause(0, amount=a.amount(), colour=a.colour(("any", "each")), **a.per())


def _draw(a: Arguments) -> Clause:
    return Clause(0, amount=a.amount(), extra=a.number("discard", default=0))


def _trade(a: Arguments) -> Clause:
    given, count = a.pair("give", GIVEN)
    gotten, gain = a.pair("get", GOTTEN)
    if given == Given.GIVE_WORKERS and count != 1:
        raise BadEffect(f"trade, give: {count} workers at a time, choose 1")
    return Clause(
        0, amount=a.number("max"), option=given, per_index=gotten, price=count, extra=gain
    )


def _steal(a: Arguments) -> Clause:
    return Clause(0, amount=a.amount(), option=a.choice("target", TARGETS))


def _reputation(a: Arguments) -> Clause:
    return Clause(0, amount=a.amount(), price=a.number("cost", default=0))


def _canal(a: Arguments) -> Clause:
    amount = a.amount()
    a.choice("card", ("no",))
    return Clause(0, amount=amount, option=a.choice("cost", PRICES))


def _house(a: Arguments) -> Clause:
    a.choice("worker", ("none",))
    return Clause(0, amount=1, option=a.choice("from", PILE_OR_HAND))


READERS: Mapping[str, Callable[[Arguments], Clause]] = {
    "vp": _gain,
    "guilders": _gain,
    "workers": _workers,
    "draw": _draw,
    "unthreat": lambda a: Clause(0, amount=a.amount(), colour=a.colour(("any",))),
    "trade": _trade,
    "steal_guilders": _steal,
    "steal_workers": _steal,
    "play": lambda a: Clause(0, amount=1, option=a.choice("from", PILE_OR_HAND)),
    "reputation": _reputation,
    "canal": _canal,
    "house": _house,
    "recruit": lambda a: Clause(0, amount=1, price=a.number("cost", sign="-")),
    "opp_threat": lambda a: Clause(0, amount=a.amount(), colour=a.colour()),
    "house_worker": lambda a: Clause(0, option=a.word(PAYMENTS, "payment") - 1),
    "immune": lambda a: Clause(0, colour=a.word(a.tongue.colours, "colour")),
    "ward": lambda a: Clause(0),
    **{
        verb: lambda a: Clause(0, amount=a.amount("-"))
        for verb in VERBS.values()
        if verb.startswith("opp_") and verb != "opp_threat"
    },
    **{
        verb: lambda a: Clause(0, amount=a.amount("+"))
        for verb in ("take_workers", "take_guilders", "hand_size", "unthreat_vp")
    },
    **{
        verb: lambda a: Clause(0, amount=a.amount("-"))
        for verb in ("canal_cost", "recruit_cost", "rep_cost")
    },
}
