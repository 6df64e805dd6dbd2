"""What a block is before it is played, and the name that all runs give it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from eminence.cython_ext.chance import Chance
from eminence.cython_ext.game import Game
from eminence.cython_ext.version import __version__
from eminence.experiments.games.block import refuse_lineup
from eminence.search import make
from eminence.search.network.network_file import NetworkFile
from eminence.search.parameters import Weights
from eminence.search.policies import PolicyTable


@dataclass(frozen=True)
class Job:
    """One block to play. `Job.of` and `jobs_of` write the line-up as `canonical` does."""

    game: Game
    lineup: tuple[str, ...]
    seed: int

    @classmethod
    def of(cls, game: Game, lineup: Sequence[str], seed: int) -> Job:
        """One job; refuses agents, weights and seeds that could not be played."""
        (job,) = jobs_of(game, lineup, [seed])
        return job

    def identity(self) -> dict[str, Any]:
        """All that the result depends on, plain enough for JSON.

        The fingerprint covers the rules and the data folder, wherever the folder is.
        """
        return {
            "game": self.game.name,
            "options": self.game.options,
            "fingerprint": self.game.fingerprint,
            "lineup": list(self.lineup),
            "seed": self.seed,
            "version": __version__,
        }

    @cached_property
    def id(self) -> str:
        """The hash of the identity: equal for equal blocks, in every run on every machine."""
        return id_of(self.identity())


def id_of(identity: Mapping[str, Any]) -> str:
    """The name that all runs give to the job with this identity."""
    return hashlib.sha256(canonical_json(dict(identity)).encode()).hexdigest()


def jobs_of(game: Game, lineup: Sequence[str], seeds: Iterable[int]) -> list[Job]:
    """The blocks of one line-up, one per seed."""
    refuse_lineup(game, lineup)
    written = tuple(canonical(spec, game) for spec in lineup)
    made = [Job(game, written, seed) for seed in seeds]
    for job in made:
        Chance(job.seed)  # refuses a bad seed
    return made


def canonical(spec: str, game: Game) -> str:
    """The specification as the agent writes it, so that equal agents look equal.

    Weights from a file are written out: the file may change, and other machines lack it. A
    policy or a network is too long for that; its file's name gets a hash of what it must hold.
    """
    agent = make(spec)
    given = {key: getattr(agent, key) for key in agent.parameters}
    for key, value in given.items():
        if isinstance(value, Weights):
            value.over(game)  # refuses weights that the game does not have
            given[key] = Weights(tuple(sorted(value.pairs)))
        elif isinstance(value, PolicyTable):
            value.refuse_unless_for(game)
            given[key] = replace(value, pinned=True)
        elif isinstance(value, NetworkFile):
            value.net_for(game)  # refuses a network that sees something else
            given[key] = replace(value, pinned=True)
    return str(type(agent)(**given))


def networks_of(specs: Iterable[str]) -> dict[str, NetworkFile]:
    """The networks that these agents name, by digest."""
    agents = [make(spec) for spec in sorted(set(specs))]
    values = [getattr(agent, key) for agent in agents for key in agent.parameters]
    return {value.digest: value for value in values if isinstance(value, NetworkFile)}


def canonical_json(value: Any) -> str:
    """One text per value: keys sorted, no blanks, plain ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
