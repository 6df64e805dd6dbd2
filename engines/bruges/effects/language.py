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

EVENTS = {
    state.ON_RECRUIT: "recruit",
    state.ON_HOUSE: "build_house",
    state.ON_CANAL: "build_canal",
    state.ON_ADVANCE: "advance",
    state.ON_THREAT: "threat",
    state.ON_PENALTY: "penalty",
    state.ON_OPP_RECRUIT: "opp_recruit",
}
ACTIVATIONS = {member: member.name.lower() for member in Activation}
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
#: the key of a verb's first argument if it is written without a name
FIRST = ""
Words = Sequence[str] | Mapping[int, str]

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
    clause = Clause(verb, scope, die=die, low_faces=low)
    for part in GRAMMAR[verb][1]:
        clause = clause._replace(**part(arguments))
    arguments.close()
    return clause


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


def _index(what: str, name: str, names: Words) -> int:
    """The number of a word; in a sequence its index."""
    words = names if isinstance(names, Mapping) else dict(enumerate(names))
    for number, word in words.items():
        if word == name:
            return int(number)
    raise BadEffect(f"unknown {what} {name!r}: choose {listed([*words.values()])}")


class Arguments:
    """The arguments of one verb by name; a first one without a name has the name FIRST."""

    def __init__(self, verb: str, text: str, tongue: Tongue) -> None:
        self.verb = verb
        self.tongue = tongue
        self.named: dict[str, str] = {}
        for i, part in enumerate(text.split(",") if text else ()):
            key, equals, value = part.partition("=")
            if not equals and i == 0:
                key, value = FIRST, part
            elif not equals or not key or key in self.named:
                raise BadEffect(f"{verb}: expected name=value once, got {part!r}")
            self.named[key] = value

    def number(self, key: str, default: int | None = None, sign: str = "") -> int:
        """A number, with the sign that the verb has."""
        if default is not None and key not in self.named:
            return default
        return self._number(key or "first argument", self.named.pop(key, None), sign)

    def _number(self, what: str, text: str | None, sign: str) -> int:
        digits = (text or "").removeprefix(sign)
        if (text or "")[: len(sign)] != sign or not digits.isdecimal() or len(digits) > 4:
            raise BadEffect(f"{self.verb}, {what}: expected {sign}number, got {text!r}")
        problem = whole_problem(int(digits), 1, MOST)
        if problem:
            raise BadEffect(f"{self.verb}, {what}: {problem}")
        return int(digits)

    def choice(self, key: str, choices: Words, sort: str = "") -> int:
        """One of some words; errors call them by `sort`, or else by the key."""
        return _index(f"{sort or key} of {self.verb}", self.named.pop(key, ""), choices)

    def colour(self, beside: Sequence[str] = ()) -> int:
        """A colour by its number; also any or each, if the verb allows that."""
        name = self.named.pop("colour", "")
        special = {"any": state.ANY_COLOUR, "each": state.EACH_COLOUR}
        if name in beside:
            return special[name]
        return _index(f"colour of {self.verb}", name, (*self.tongue.colours, *beside))

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
        shown = {"house": "house:colour", "person": "person:group"}
        known = [shown.get(name, name) for name in PER.values()]
        raise BadEffect(f"unknown per={text}: choose {listed(known)}")

    def pair(self, key: str, kinds: Mapping[int, str]) -> tuple[int, int]:
        """Such as guilders:2: which of the kinds, and how many."""
        kind, _, count = self.named.pop(key, "").partition(":")
        return _index(f"{key} of {self.verb}", kind, kinds), self._number(key, count, "")

    def close(self) -> None:
        """Refuse what the verb does not have."""
        for key, value in self.named.items():
            raise BadEffect(f"{self.verb}: unknown argument {key or value!r}")


#: a reader of some of a verb's arguments; returns fields of a clause
Part = Callable[[Arguments], dict[str, int]]


def _amount(sign: str = "") -> Part:
    return lambda a: {"amount": a.number(FIRST, sign=sign)}


def _one(a: Arguments) -> dict[str, int]:
    return {"amount": 1}


def _colour(*beside: str) -> Part:
    return lambda a: {"colour": a.colour(beside)}


def _number(field: str, key: str, default: int | None = None, sign: str = "") -> Part:
    return lambda a: {field: a.number(key, default, sign)}


def _option(key: str, choices: Words) -> Part:
    return lambda a: {"option": a.choice(key, choices)}


def _trade(a: Arguments) -> dict[str, int]:
    given, count = a.pair("give", GIVEN)
    gotten, gain = a.pair("get", GOTTEN)
    if given == Given.GIVE_WORKERS and count != 1:
        raise BadEffect(f"trade, give: {count} workers at a time, choose 1")
    return {"option": given, "per_index": gotten, "price": count, "extra": gain}


#: the verbs by their numbers in the rules, each with the readers of its arguments;
#: an option with only one word is written just for people
GRAMMAR: Mapping[int, tuple[str, Sequence[Part]]] = {
    state.VP: ("vp", [_amount(), Arguments.per]),
    state.GUILDERS_GAIN: ("guilders", [_amount(), Arguments.per]),
    state.WORKERS_GAIN: ("workers", [_amount(), _colour("any", "each"), Arguments.per]),
    state.DRAW_CARDS: ("draw", [_amount(), _number("extra", "discard", default=0)]),
    state.UNTHREAT_MARKERS: ("unthreat", [_amount(), _colour("any")]),
    state.TRADE_GOODS: ("trade", [_trade, _number("amount", "max")]),
    state.STEAL_GUILDERS: ("steal_guilders", [_amount(), _option("target", TARGETS)]),
    state.STEAL_WORKERS: ("steal_workers", [_amount(), _option("target", TARGETS)]),
    state.OPP_GUILDERS: ("opp_guilders", [_amount("-")]),
    state.OPP_VP: ("opp_vp", [_amount("-")]),
    state.OPP_CARDS: ("opp_cards", [_amount("-")]),
    state.PLAY_CARD: ("play", [_one, _option("from", PILE_OR_HAND)]),
    state.REPUTATION_STEPS: ("reputation", [_amount(), _number("price", "cost", default=0)]),
    state.CANAL_TOKEN: ("canal", [_amount(), _option("card", ["no"]), _option("cost", PRICES)]),
    state.HOUSE_CARD: ("house", [_one, _option("worker", ["none"]), _option("from", PILE_OR_HAND)]),
    state.RECRUIT_PERSON: ("recruit", [_one, _number("price", "cost", sign="-")]),
    state.OPP_CANAL: ("opp_canal", [_amount("-")]),
    state.OPP_HOUSE: ("opp_house", [_amount("-")]),
    state.OPP_THREAT: ("opp_threat", [_amount(), _colour()]),
    state.MORE_WORKERS: ("take_workers", [_amount("+")]),
    state.MORE_GUILDERS: ("take_guilders", [_amount("+")]),
    state.MORE_HAND: ("hand_size", [_amount("+")]),
    state.MORE_UNTHREAT: ("unthreat_vp", [_amount("+")]),
    state.CANAL_DISCOUNT: ("canal_cost", [_amount("-")]),
    state.RECRUIT_DISCOUNT: ("recruit_cost", [_amount("-")]),
    state.STEP_DISCOUNT: ("rep_cost", [_amount("-")]),
    state.HOUSE_PAYMENT: (
        "house_worker",
        [lambda a: {"option": a.choice(FIRST, PAYMENTS, "payment") - 1}],
    ),
    state.IMMUNE: ("immune", [lambda a: {"colour": a.choice(FIRST, a.tongue.colours, "colour")}]),
    state.WARD: ("ward", []),
}
VERBS = {number: verb for number, (verb, _) in GRAMMAR.items()}
#: those that raise no event, and those that change what other things bring or cost
GAINS = [verb for number, verb in VERBS.items() if number < state.PLAY_CARD]
MODIFIERS = [verb for number, verb in VERBS.items() if number >= state.MORE_WORKERS]
