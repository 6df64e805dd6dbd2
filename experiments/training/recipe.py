"""What a training run is told: games, self-play, the fit, and the gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from eminence.cython_ext.errors import BadData, BadOption
from eminence.cython_ext.game import Game
from eminence.cython_ext.whole_numbers import whole
from eminence.experiments.experiment import described
from eminence.experiments.experiment_file import games_from, read_toml, refuse_unknown
from eminence.experiments.sequential_test import SequentialTest
from eminence.experiments.sweeps.gate import Gate
from eminence.search import usual
from eminence.search.agents.scribe import Scribe
from eminence.search.network.network_file import NetworkFile
from eminence.search.network.parameter import NONE, NetworkParameter
from eminence.search.searcher import by_the_game, game_settings

#: rewards of searches that are shares, as a network's answer is
LEARNABLE = ("win", "points")


def share(name: str, value: Any, most: float = 1.0) -> None:
    """Refuse what is no number from 0 to 1, or to `most`."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 <= value <= most:
        raise BadOption(f"{name}={value!r}: choose a number from 0 to {most:g}")


@dataclass(frozen=True)
class SelfPlay:
    """How the games of one generation are played; the agent `scribe` has the same names."""

    games: int = 200
    """With each set of options, in whole blocks: a few more if seats do not divide them."""
    iterations: int = 100
    full: int = 800
    deep: float = 0.25
    plans: float | None = None
    """The share of secret plans that is searched in depth, if not `deep`."""
    noise: float = 0.1
    quick: str = "search"
    """Who plays the decisions that are not noted."""
    rollout: str = "own"
    """How searches that are noted finish games; `own`: as the game or its network does."""
    cut_rounds: int | None = None
    """The same: rounds of the table before they judge."""
    epsilon: float | None = None
    """The same: the share of random moves."""
    earlier: float = 0.25
    """The share of blocks in which one seat has the network of an earlier generation."""

    def __post_init__(self) -> None:
        for name in ("games", "iterations", "full"):
            whole(name, getattr(self, name), 1)
        for name in ("deep", "noise", "earlier"):
            share(name, getattr(self, name))
        for name in ("plans", "quick", "rollout", "cut_rounds", "epsilon"):
            Scribe.parameters[name].checked(name, getattr(self, name))

    def blocks(self, seats: int) -> int:
        """Of one set of options: one seed each, played in all rotations of the seats."""
        return -(-self.games // seats)


@dataclass(frozen=True)
class Fit:
    """How a network is fitted to the lessons of the last generations."""

    widths: tuple[int, ...] = (64, 32)
    """Of the hidden layers."""
    window: int = 3
    """Generations whose lessons are used."""
    epochs: int = 6
    """How often each lesson is used, in new worlds each time."""
    batch: int = 64
    rate: float = 0.002
    decay: float = 0.0001
    held_out: float = 0.1
    """The share of games that is only tested on."""
    trace: float = 0.8
    """How much the level trusts the end of the game rather than the seat's next searches."""
    temperature: float = 0.05
    """Of the policy to learn: the softmax of the searched values over this."""
    imitate: int = 0
    """Batches in which a new network first learns what the game's own guidance says."""
    guided: bool = False
    """Whether the network's logits are added to those of the game's own guidance."""
    moves: bool = True
    """Whether it learns which moves look good. A guided network without keeps the game's priors."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "widths", tuple(self.widths))
        if not 1 <= len(self.widths) <= 4:
            raise BadOption(f"widths={list(self.widths)}: choose one to four, as in [64, 32]")
        for width in self.widths:
            whole("widths", width, 1, 4096)
        for name in ("window", "epochs", "batch"):
            whole(name, getattr(self, name), 1)
        whole("imitate", self.imitate, 0)
        for name in ("guided", "moves"):
            if not isinstance(getattr(self, name), bool):
                raise BadOption(f"{name}={getattr(self, name)!r}: choose true or false")
        if not self.moves and not self.guided:
            raise BadOption("moves=False: only a guided network has other priors, set guided=true")
        if self.guided and self.imitate:
            raise BadOption("imitate: a guided network begins as the game's guidance, leave it out")
        share("rate", self.rate)
        share("decay", self.decay)
        share("held_out", self.held_out, 0.5)
        share("trace", self.trace)
        share("temperature", self.temperature, 1000)
        if not self.temperature > 0 or not self.rate > 0:
            raise BadOption("temperature and rate: choose numbers above 0")


@dataclass(frozen=True)
class Recipe:
    """What the networks of a run depend on, besides the version, and how many there are."""

    games: Sequence[Game]
    """One game, loaded once for each set of options that the network must serve."""
    generations: int = 4
    """A run can be taken further with more of them: those that it has stay as they are."""
    selfplay: SelfPlay = field(default_factory=SelfPlay)
    fit: Fit = field(default_factory=Fit)
    search: Mapping[str, Any] = field(default_factory=dict)
    """How searches use the network, where an agent does not say."""
    gate: Gate = field(default_factory=Gate)
    gate_iterations: int = 200
    final_iterations: int = 0
    """Of the game's own guidance in the final gate; 0: there is none."""
    begin: str = NONE
    """The file of a network, or `own` for the game's: the first generation plays with it and goes
    on from it."""
    seed: int = 0

    def __post_init__(self) -> None:
        names = {game.name for game in self.games}
        if len(names) != 1:
            raise BadOption(f"games: {len(names)} different ones: a network is for one game")
        if self.games[0].table.sizes["n_features"] == 0:
            raise BadOption(f"games: {self.games[0].name} has no features to learn from")
        whole("generations", self.generations, 1, 10_000)
        whole("gate_iterations", self.gate_iterations, 1)
        whole("final_iterations", self.final_iterations, 0)
        whole("seed", self.seed, 0)
        if self.reward not in LEARNABLE:
            raise BadOption(f"reward={self.reward}: a network learns {' or '.join(LEARNABLE)}")
        self._check_first_network()

    def _check_first_network(self) -> None:
        first = self.first_network
        if first is None:
            return
        for game in self.games:
            first.net_for(game)  # refuses what does not fit
        if first.widths != self.fit.widths:
            raise BadOption(
                f"begin={self.begin}: a network with widths {list(first.widths)}, "
                f"but [fit] asks for {list(self.fit.widths)}"
            )
        if first.guided != self.fit.guided:
            told = "one that is guided" if first.guided else "one that is not guided"
            raise BadOption(f"begin={self.begin}: {told}, but [fit] has guided={self.fit.guided}")

    @cached_property
    def first_network(self) -> NetworkFile | None:
        """What the first generation plays with; None: the game's own guidance."""
        chosen = NetworkParameter().checked("begin", self._first_file())
        return chosen if isinstance(chosen, NetworkFile) else None

    def _first_file(self) -> str:
        if self.begin != OWN:
            return self.begin
        path = self.games[0].network
        if path is None:
            raise BadOption(f"begin={OWN}: {self.games[0].name} has no network of its own")
        return path

    def identity(self) -> dict[str, Any]:
        """What makes two runs the same, plain enough for JSON."""
        gate = asdict(self.gate)
        gate["shares"] = list(self.gate.shares_for(self.games[0].seats))
        found = {
            "kind": "training",
            "games": [described(game) for game in self.games],
            "selfplay": asdict(self.selfplay),
            "fit": {**asdict(self.fit), "widths": list(self.fit.widths)},
            "search": dict(self.search),
            "gate": gate,
            "gate_iterations": self.gate_iterations,
            "seed": self.seed,
        }
        if self.final_iterations:
            # Files of runs without a final gate do not name it.
            found["final_iterations"] = self.final_iterations
        if self.first_network is not None:
            found["begin"] = self.first_network.digest
        return found

    @property
    def reward(self) -> str:
        """What searches are after, and so what the network learns."""
        return self.search.get("reward", "win")

    def settings(self, game: Game) -> dict[str, Any]:
        """How a search with the network searches in one of the games."""
        given = {**game_settings(game), **self.search, "reward": self.reward}
        return by_the_game(game.name, tuple(given.items()))

    def points(self, game: Game) -> float | None:
        """Points that make an end clear, if that is what the network learns; None: who won."""
        return self.settings(game)["scale"] if self.reward == "points" else None

    @property
    def first_guidance(self) -> str:
        """What agents call the network that the first generation plays with."""
        return NONE if self.first_network is None else self.first_network.file

    @property
    def first_incumbent(self) -> str:
        """Whom the first gate is played against: what the game plays with until now.

        A run that begins with nothing must first beat the game's own guidance.
        """
        if self.begin == NONE:
            return NONE
        return self.games[0].network or NONE

    def agent(self, iterations: int, network: str) -> str:
        """The specification of a player in a gate."""
        name = usual(self.games[0]).name
        return f"{name}:iterations={iterations},network={network}"

    def test(self, candidate: str, opponents: str, seed: int) -> SequentialTest:
        """The gate for two agents, in the first of the games."""
        game, gate = self.games[0], self.gate
        return SequentialTest(
            game,
            candidate,
            opponents,
            gate.shares_for(game.seats),
            gate.alpha,
            gate.beta,
            gate.batch,
            gate.max_blocks,
            seed,
        )


#: `begin` with the network that the game has
OWN = "own"
TABLES: dict[str, type] = {"selfplay": SelfPlay, "fit": Fit, "gate": Gate}
PLAIN = ("generations", "gate_iterations", "final_iterations", "seed")
FIELDS = ("games", "search", *TABLES, *PLAIN, "begin")
T = TypeVar("T")


def recipe_of(identity: Mapping[str, Any], games: Sequence[Game]) -> Recipe:
    """The recipe with this identity, for these games.

    An identity has only the digest of the network that it began with, so the recipe has none.
    """
    parts: dict[str, Any] = {name: kind(**identity[name]) for name, kind in TABLES.items()}
    plain = {name: identity[name] for name in PLAIN if name in identity}
    return Recipe(games, search=identity["search"], **parts, **plain)


def read_recipe(path: str | Path) -> Recipe:
    """A recipe from a file like those in examples/train; errors name file and field."""
    return recipe_from(read_toml(path), str(path))


def recipe_from(written: dict[str, Any], where: str) -> Recipe:
    """A recipe as its file describes it."""
    refuse_unknown(written, FIELDS, where)
    games = games_from(written.get("games"), where)
    search = _table(written, "search", where)
    parts: dict[str, Any] = {
        name: _part(kind, written, name, where) for name, kind in TABLES.items()
    }
    plain = {name: written[name] for name in (*PLAIN, "begin") if name in written}
    try:
        return Recipe(games, search=search, **parts, **plain)
    except BadOption as error:
        raise BadData(f"{where}: {error}") from None


def _table(written: Mapping[str, Any], name: str, where: str) -> dict[str, Any]:
    table = written.get(name, {})
    if not isinstance(table, dict):
        raise BadData(f"{where}: {name}={table!r}: write [{name}] and its entries below it")
    return table


def _part(kind: type[T], written: Mapping[str, Any], name: str, where: str) -> T:
    table = _table(written, name, where)
    refuse_unknown(table, [*kind.__dataclass_fields__], f"{where}: {name}")  # type: ignore[attr-defined]
    try:
        return kind(**table)
    except (BadOption, TypeError) as error:
        raise BadData(f"{where}: {name}: {error}") from None
