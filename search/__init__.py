"""The players: agents that choose among moves. They see the game table and views only.

>>> from eminence import search
>>> search.names()
['cfr', 'flat', 'greedy', 'ismcts', 'pimc', 'plan', 'random', 'scribe']
>>> search.make("greedy:worlds=4,seed=1")
search.make('greedy:worlds=4,seed=1')
"""

from __future__ import annotations

from typing import Any

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game import Game
from eminence.search.agents.flat import FlatMC
from eminence.search.agents.greedy import Greedy
from eminence.search.agents.ismcts import ISMCTS
from eminence.search.agents.pimc import PIMC
from eminence.search.agents.plan import PlanSearch
from eminence.search.agents.random import Random
from eminence.search.agents.scribe import Scribe
from eminence.search.agents.tabular import Tabular
from eminence.search.api import Agent, Limit, Move, Result
from eminence.search.many import many

__all__ = [
    "ISMCTS",
    "PIMC",
    "Agent",
    "FlatMC",
    "Greedy",
    "Limit",
    "Move",
    "PlanSearch",
    "Random",
    "Result",
    "Tabular",
    "make",
    "many",
    "names",
    "usual",
]

AGENTS: dict[str, type[Agent]] = {
    agent.name: agent
    for agent in (Random, Greedy, FlatMC, PIMC, ISMCTS, PlanSearch, Scribe, Tabular)
}


def names() -> list[str]:
    """The names of all agents."""
    return sorted(AGENTS)


def usual(game: Game) -> Agent:
    """The agent for this game if none is named: the game's own choice, else `ISMCTS`."""
    return make(game.search.get("agent", ISMCTS.name))


def make(spec: str) -> Agent:
    """Build an agent from `name` or `name:key=value,key=value`."""
    name, colon, rest = spec.strip().partition(":")
    if name not in AGENTS:
        raise BadOption(f"unknown agent {name!r}: choose {', '.join(names())}")
    kind = AGENTS[name]
    given: dict[str, Any] = {}
    for part in rest.split(",") if colon else ():
        key, equals, text = part.partition("=")
        if key not in kind.parameters or not equals:
            known = ", ".join(f"{known}=..." for known in kind.parameters)
            raise BadOption(f"unknown option {part!r} in {spec!r}: {name} has {known}")
        if key in given:
            raise BadOption(f"{key} is given twice in {spec!r}")
        given[key] = kind.parameters[key].read(key, text)
    return kind(**given)
