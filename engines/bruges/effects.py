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

from engines.options import listed

#: ids as in `Verb` of rules.pxd; the first are gains, which raise no event
VERBS = (
    *("vp", "guilders", "workers", "draw", "unthreat", "trade"),
    *("steal_guilders", "steal_workers", "opp_guilders", "opp_vp", "opp_cards"),
    *("play", "reputation", "canal", "house", "recruit"),
    *("opp_canal", "opp_house", "opp_threat"),
    *("take_workers", "take_guilders", "hand_size", "unthreat_vp"),
    *("canal_cost", "recruit_cost", "rep_cost", "house_worker", "immune", "ward"),
)
GAINS = VERBS[: VERBS.index("play")]
MODIFIERS = VERBS[VERBS.index("take_workers") :]
EVENTS = (
    *("recruit", "build_house", "build_canal", "advance"),
    *("threat", "penalty", "opp_recruit"),
)
#: scopes as in rules.pxd: a clause of the activation, a modifier, or EVENT + an event
ACTIVATED, MODIFIER, EVENT = 0, 1, 2
ACTIVATIONS = ("arrow", "worker", "infinity", "laurel")
#: what `per` counts, as in `Per` of rules.pxd
PER = (
    *("", "house:any", "house:empty", "house", "person:any", "person", "canal", "statue"),
    *("threat", "worker", "guilder", "group", "rep", "majority", "die56", "die12"),
)
FACES = ("56", "12")
PILE_OR_HAND = ("hand", "draw")
PRICES = ("print", "double", "free")
TARGETS = ("all", "one")
PAYMENTS = ("any", "none")
GIVEN = ("guilders", "worker")
GOTTEN = ("vp", "guilders")
#: beside the colours: any of them, each of them, none
ANY, EACH, NO_COLOUR = 5, 6, 7
MOST = 20

CLAUSE = re.compile(
    r"(?:(?P<scope>round|mod|on\[[^\]]*\]): )?(?:if\[(?P<condition>[^\]]*)\]: )?"
    r"(?P<verb>\w+)\((?P<args>[^()]*)\)"
)


class Clause(NamedTuple):
    """One clause in numbers; `option`, `extra` and `price` are what the verb makes of them."""

    verb: int
    scope: int = ACTIVATED
    amount: int = 0
    colour: int = NO_COLOUR
    per: int = 0
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
        raise BadEffect(
            f"cannot read {text!r}: expected scope: if[die:colour:56]: verb(arguments)"
        )
    verb = _index("verb", match["verb"], VERBS)
    scope = _scope(match["scope"], match["verb"], activation)
    die, low = _condition(match["condition"], tongue)
    if die and (scope == MODIFIER or activation == "laurel"):
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
        return ACTIVATED
    if scope is None:
        raise BadEffect(f"{verb}: an infinity card needs a scope: round, mod or on[event]")
    if (scope == "mod") != (verb in MODIFIERS):
        raise BadEffect(f"{scope}: {verb}: mod goes with {listed(MODIFIERS)}, and only with it")
    if scope == "round":
        return ACTIVATED
    if scope == "mod":
        return MODIFIER
    if verb not in GAINS:
        raise BadEffect(f"{scope}: {verb}: an event may cause {listed(GAINS)}")
    return EVENT + _index("event", scope[3:-1], EVENTS)


def _condition(condition: str | None, tongue: Tongue) -> tuple[int, int]:
    """The die's colour plus 1, and whether its low faces count; 0, 0: no condition."""
    if condition is None:
        return 0, 0
    parts = condition.split(":")
    if len(parts) != 3 or parts[0] != "die":
        raise BadEffect(f"condition {condition!r}: expected die:colour:56 or die:colour:12")
    return 1 + _index("colour", parts[1], tongue.colours), _index("faces", parts[2], FACES)


def _index(what: str, name: str, names: Sequence[str]) -> int:
    if name not in names:
        raise BadEffect(f"unknown {what} {name!r}: choose {listed(names)}")
    return names.index(name)


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

    def word(self, choices: Sequence[str], sort: str) -> int:
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
        if not 1 <= int(digits) <= MOST:
            raise BadEffect(f"{self.verb}, {what}: {text} is out of range, choose 1 to {MOST}")
        return int(digits)

    def choice(self, key: str, choices: Sequence[str]) -> int:
        return _index(f"{key} of {self.verb}", self.named.pop(key, ""), choices)

    def colour(self, beside: Sequence[str] = ()) -> int:
        """A colour by its number, or ANY or EACH where the verb has that."""
        name = self.named.pop("colour", "")
        special = {"any": ANY, "each": EACH}
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
        if text in PER[1:] and text not in ("house", "person"):
            return {"per": PER.index(text), "each": each}
        if kind in ("house", "person") and which:
            names = self.tongue.colours if kind == "house" else self.tongue.groups
            index = _index(f"per={kind}", which, names)
            return {"per": PER.index(kind), "per_index": index, "each": each}
        raise BadEffect(f"unknown per={text}: choose {listed(_counted())}")

    def pair(self, key: str, kinds: Sequence[str]) -> tuple[int, int]:
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
    return [names.get(name, name) for name in PER[1:]]


def _gain(a: Arguments) -> Clause:
    return Clause(0, amount=a.amount(), **a.per())


def _workers(a: Arguments) -> Clause:
    return Clause(0, amount=a.amount(), colour=a.colour(("any", "each")), **a.per())


def _draw(a: Arguments) -> Clause:
    return Clause(0, amount=a.amount(), extra=a.number("discard", default=0))


def _trade(a: Arguments) -> Clause:
    given, count = a.pair("give", GIVEN)
    gotten, gain = a.pair("get", GOTTEN)
    if GIVEN[given] == "worker" and count != 1:
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
    "house_worker": lambda a: Clause(0, option=a.word(PAYMENTS, "payment")),
    "immune": lambda a: Clause(0, colour=a.word(a.tongue.colours, "colour")),
    "ward": lambda a: Clause(0),
    **{
        verb: lambda a: Clause(0, amount=a.amount("-"))
        for verb in VERBS
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
