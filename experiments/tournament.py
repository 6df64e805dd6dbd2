"""All against all: a pool of agents in one or more games, with ratings at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np

from eminence.cython_ext.errors import BadData, BadOption
from eminence.cython_ext.game import Game
from eminence.cython_ext.whole_numbers import whole
from eminence.engines.kit.options import listed
from eminence.experiments.experiment import CutShort, Experiment, Plan, described
from eminence.experiments.experiment_file import games_from, read_toml, refuse_unknown
from eminence.experiments.findings import Columns, Findings, by_column, spread
from eminence.experiments.games.block import Block, reproducible
from eminence.experiments.games.job import Job, canonical, jobs_of
from eminence.experiments.games.seeds import block_seeds
from eminence.experiments.statistics.allocation import allocate
from eminence.experiments.statistics.intervals import quick_mean
from eminence.experiments.statistics.lineup_blocks import LineupBlocks, gather
from eminence.experiments.statistics.pairwise import Pairwise, pairwise
from eminence.experiments.statistics.ratings import Rating, rate
from eminence.experiments.statistics.summary import Summary, standings

SCHEDULES = ("full", "adaptive")
#: blocks that an adaptive schedule gives out at a time, at least
ADAPTIVE_BATCH = 10
Lineup = tuple[str, ...]


def lineups_of(agents: Sequence[str], seats: int) -> list[Lineup]:
    """Every line-up of different agents; where there are too few, an agent sits in it twice."""
    if len(agents) >= seats:
        return list(combinations(agents, seats))
    repeated = combinations_with_replacement(agents, seats)
    return [lineup for lineup in repeated if len(set(lineup)) == len(agents)]


@dataclass(frozen=True)
class Tournament(Experiment["TournamentFindings"]):
    """Agents by name, and the games they meet in. `blocks` is the mean number per line-up.

    The schedule is full (all line-ups alike) or adaptive (the next blocks go where the ranking
    is least certain).
    """

    agents: Mapping[str, str]
    games: Sequence[Game]
    blocks: int = 20
    schedule: str = "full"
    seed: int = 0

    def __post_init__(self) -> None:
        whole("blocks", self.blocks, 1)
        whole("seed", self.seed, 0)
        if self.schedule not in SCHEDULES:
            raise BadOption(f"schedule={self.schedule!r}: choose {listed(SCHEDULES)}")
        if len(self.agents) < 2:
            raise BadOption(f"agents: a tournament needs two at least, got {len(self.agents)}")
        if not self.games:
            raise BadOption("games: a tournament needs one at least")
        for game in self.games:
            self.labels(game)

    def labels(self, game: Game) -> dict[str, str]:
        """The agents' names by their specification in this game."""
        labels: dict[str, str] = {}
        for name, spec in self.agents.items():
            written = canonical(spec, game)
            if written in labels:
                raise BadOption(f"agents {labels[written]} and {name} are both {written}")
            labels[written] = name
        return labels

    def identity(self) -> dict[str, Any]:
        return {
            "kind": "tournament",
            "agents": dict(self.agents),
            "games": [described(game) for game in self.games],
            "blocks": self.blocks,
            "schedule": self.schedule,
            "seed": self.seed,
        }

    def most_games(self) -> int:
        return sum(self._budget(game) * game.seats for game in self.games)

    def _budget(self, game: Game) -> int:
        return self.blocks * len(lineups_of(list(self.agents), game.seats))

    def plan(self) -> Plan[TournamentFindings]:
        divisions = []
        failed = 0
        for game in self.games:
            blocks, asked = yield from self._division(game)
            failed += asked - len(blocks)
            if blocks:
                pool = gather(blocks)
                divisions.append(Division.of(game, self.labels(game), pool, self.seed))
        if not divisions:
            raise CutShort
        return TournamentFindings(self.identity(), failed, tuple(divisions))

    def estimate(self, blocks: Sequence[Block]) -> str:
        names = {spec: name for game in self.games for spec, name in self.labels(game).items()}
        shares: dict[str, list[float]] = {}
        for block in blocks:
            for position, spec in enumerate(block.lineup):
                win = float(np.mean([game.wins[position] for game in block.games]))
                shares.setdefault(names[spec], []).append(100 * win * len(block.lineup))
        leader = max(shares, key=lambda name: float(np.mean(shares[name])))
        return f"{leader} leads, % of a fair share {quick_mean(shares[leader])}"

    def _division(self, game: Game) -> Plan[tuple[list[Block], int]]:  # type: ignore[type-var]
        """All blocks of one game, and how many were asked for."""
        lineups = lineups_of(sorted(self.labels(game)), game.seats)
        blocks: list[Block] = []
        given = [0] * len(lineups)
        with suppress(CutShort):
            while sum(given) < self._budget(game):
                counts = self._next_batch(game, lineups, blocks, sum(given))
                jobs: list[Job] = []
                for i, (lineup, count) in enumerate(zip(lineups, counts, strict=True)):
                    # If all line-ups shared their luck, there would be few independent samples.
                    seeds = block_seeds(self.seed, given[i], count, salt=" - ".join(lineup))
                    jobs += jobs_of(game, lineup, seeds)
                    given[i] += count
                blocks += yield jobs
        return blocks, sum(given)

    def _next_batch(
        self, game: Game, lineups: list[Lineup], blocks: list[Block], given: int
    ) -> list[int]:
        if self.schedule == "full":
            return [self.blocks] * len(lineups)
        size = min(max(ADAPTIVE_BATCH, len(lineups)), self._budget(game) - given)
        return allocate(gather(blocks), lineups, size)

    @classmethod
    def from_toml(cls, path: str | Path) -> Tournament:
        """A tournament from a file like examples/ladder.toml; errors name file and field."""
        return tournament_from(read_toml(path), str(path))


@dataclass(frozen=True)
class Division:
    """What one game of a tournament says."""

    game: Game
    labels: Mapping[str, str]
    standings: tuple[Summary, ...]
    pairwise: Pairwise
    ratings: tuple[Rating, ...]

    @classmethod
    def of(
        cls, game: Game, labels: Mapping[str, str], pool: Sequence[LineupBlocks], seed: int
    ) -> Division:
        return cls(
            game, labels, tuple(standings(pool, seed)), pairwise(pool, seed), rate(pool, seed=seed)
        )

    @property
    def title(self) -> str:
        """The game with its options in a few words."""
        options = ", ".join(f"{key}={value}" for key, value in self.game.options.items())
        return f"{self.game.name} ({options})"

    def rating_columns(self) -> Columns:
        """Agents from the best down."""
        summaries = {summary.agent: summary for summary in self.standings}
        rows = []
        for rank, rating in enumerate(self.ratings, 1):
            summary = summaries[rating.agent]
            rows.append(
                {
                    "place": rank,
                    "agent": self.labels[rating.agent],
                    "games": rating.games,
                    **spread("elo", rating.elo),
                    "fair": summary.fair,
                    **spread("win", summary.win),
                    **spread("rank", summary.rank),
                    **spread("margin", summary.margin),
                    "reproducible": reproducible(rating.agent),
                }
            )
        return by_column(rows)

    def pair_columns(self) -> Columns:
        """Every two agents that met."""
        adjusted = f"p_{self.pairwise.correction}"
        return by_column(
            [
                {
                    "first": self.labels[pair.first],
                    "second": self.labels[pair.second],
                    "games": pair.games,
                    **spread("ahead", pair.ahead),
                    "p": pair.p,
                    adjusted: pair.adjusted,
                }
                for pair in self.pairwise.comparisons
            ]
        )


@dataclass(frozen=True)
class TournamentFindings(Findings):
    """Ratings and pairs of each game."""

    divisions: tuple[Division, ...]

    def tables(self) -> dict[str, Columns]:
        found: dict[str, Columns] = {}
        for division in self.divisions:
            found[f"{division.title}: ratings"] = division.rating_columns()
            found[f"{division.title}: pairs"] = division.pair_columns()
        return found


def tournament_from(written: dict[str, Any], where: str) -> Tournament:
    """A tournament as its file describes it."""
    fields = ("agents", "games", "blocks", "schedule", "seed")
    refuse_unknown(written, fields, where)
    agents = written.get("agents")
    if not isinstance(agents, dict) or not all(isinstance(s, str) for s in agents.values()):
        raise BadData(f'{where}: agents: write a table of names, such as strong = "ismcts"')
    given = {key: written[key] for key in ("blocks", "schedule", "seed") if key in written}
    try:
        return Tournament(agents, games_from(written.get("games"), where), **given)
    except BadOption as error:
        raise BadData(f"{where}: {error}") from None
