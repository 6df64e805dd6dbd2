"""Expert iteration: a network learns from searches, and the searches use the network.

Each generation plays games against itself, fits a network to what deep searches found in them, and
lets it play the best network so far. The newest network goes on learning even if that test does
not accept it. All games lie in one file; the networks lie beside it, one per generation. The best
network may have to pass a final gate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game import Game
from eminence.experiments.experiment import Study, conduct
from eminence.experiments.games.block import Block, Failure
from eminence.experiments.games.job import Job, jobs_of
from eminence.experiments.games.seeds import block_seeds
from eminence.experiments.running.progress import Progress
from eminence.experiments.running.runner import Runner
from eminence.experiments.sequential_test import TestFindings
from eminence.experiments.storage.run_file import RunFile
from eminence.experiments.storage.store import Store
from eminence.experiments.training.dataset import Example, examples_of
from eminence.experiments.training.final_gate import FinalGate
from eminence.experiments.training.recipe import Recipe
from eminence.experiments.training.training_findings import (
    Final,
    Generation,
    TrainingFindings,
    best_of,
)
from eminence.search.network.network_file import NetworkFile, read_network


@dataclass(frozen=True)
class Training(Study[TrainingFindings]):
    """A run of a recipe."""

    recipe: Recipe

    def identity(self) -> dict[str, Any]:
        return self.recipe.identity()

    def most_games(self) -> int:
        gates = self.recipe.generations + bool(self.recipe.final_iterations)
        selfplay = self.recipe.generations * self.most_selfplay_games()
        return selfplay + gates * self.most_gate_games()

    def most_selfplay_games(self) -> int:
        """Games of one generation."""
        play = self.recipe.selfplay
        return sum(play.blocks(game.seats) * game.seats for game in self.recipe.games)

    def most_gate_games(self) -> int:
        """Games of one gate, if it is not decided earlier."""
        return self.recipe.gate.max_blocks * self.recipe.games[0].seats

    def answer(self, runner: Runner, store: Store, progress: Progress) -> TrainingFindings:
        require_extra()
        run = TrainingRun(self, runner, store, progress)
        for number in range(1, self.recipe.generations + 1):
            run.add(number)
        run.finish()
        return run.findings()


def require_extra() -> None:
    """JAX and optax are not installed with everything else."""
    try:
        import jax  # noqa: F401
        import optax  # noqa: F401
    except ImportError as error:
        raise BadOption(
            f"training needs JAX and optax: pip install 'eminence[learn]' ({error})"
        ) from None


def network_path(run: str | Path, number: int) -> Path:
    """Where the network of a generation lies: beside the file of the run."""
    path = Path(run)
    return path.with_name(f"{path.stem}-{number:02d}.npz")


class TrainingRun:
    """A run under way: plays, fits, tests, and writes down each generation."""

    def __init__(self, training: Training, runner: Runner, store: Store, progress: Progress):
        self.training, self.recipe = training, training.recipe
        self.runner, self.store, self.progress = runner, store, progress
        self.done: list[Generation] = []
        self.networks: list[NetworkFile] = []
        self.final: Final | None = None

    def add(self, number: int) -> None:
        """Play and fit one generation, or take it from the file if it is finished there."""
        kept = read_generation(self.store, number)
        path = network_path(self.store.path, number)
        if kept is not None and path.exists() and read_network(path).digest == kept.digest:
            self.networks.append(replace(read_network(path), pinned=True))
            self.done.append(kept)
            return
        self.progress.told(f"generation {number}: self-play")
        self._play(number)
        self.progress.told(f"generation {number}: fitting")
        network, figures = self._fitted(number)
        self.networks.append(_written(network, path))
        self.progress.told(f"generation {number}: gate")
        verdict = self._gate()
        found = Generation.of(number, self.networks[-1].digest, figures, verdict)
        self.store.note(f"generation {number:06d}", found.written())
        self.done.append(found)

    # --- self-play ---

    def _play(self, number: int) -> None:
        jobs = [job for batch in self._jobs(number) for job in batch]
        self.progress.begin(self.training.most_selfplay_games())
        for block in self.store.blocks(jobs):
            self.progress.played(len(block.games), str)
        for job, attempt in self.runner.run(self.store.missing(jobs)):
            self.store.add(job, attempt)
            if isinstance(attempt, Failure):
                self.progress.failed(attempt)
            else:
                self.progress.played(len(attempt.games), str)

    def _jobs(self, number: int) -> list[list[Job]]:
        """The blocks of a generation, game by game."""
        return [self._jobs_of(game, number) for game in self.recipe.games]

    def _jobs_of(self, game: Game, number: int) -> list[Job]:
        play = self.recipe.selfplay
        salt = f"self-play {number} {game.fingerprint}"
        blocks = play.blocks(game.seats)
        seeds = block_seeds(self.recipe.seed, 0, blocks, salt)
        mixed = int(play.earlier * blocks) if number > 2 else 0
        alone = jobs_of(game, self._lineup(game, number, number), seeds[mixed:])
        for i, seed in enumerate(seeds[:mixed]):
            # Opponents of all earlier generations in turn, so that play does not go in circles.
            alone += jobs_of(game, self._lineup(game, number, 2 + i % (number - 2)), [seed])
        return alone

    def _lineup(self, game: Game, number: int, earlier: int) -> list[str]:
        """Scribes with the newest network; the last seat may have an earlier one's.

        Each has a seed of its own: the rotations of a block would be one game otherwise.
        """
        play = self.recipe.selfplay
        how = f"iterations={play.iterations},full={play.full},deep={play.deep},noise={play.noise}"
        how += f",quick={play.quick},rollout={play.rollout},reward={self.recipe.reward}"
        for name in ("plans", "cut_rounds", "epsilon"):
            if getattr(play, name) is not None:
                how += f",{name}={getattr(play, name)}"
        networks = [self._network(number)] * (game.seats - 1) + [self._network(earlier)]
        return [f"scribe:{how},network={text},seed={i}" for i, text in enumerate(networks)]

    def _network(self, number: int) -> str:
        """What generation `number` plays with: the network of the one before it."""
        if number == 1:
            return self.recipe.first_guidance
        return str(network_path(self.store.path, number - 1))

    # --- fitting ---

    def _fitted(self, number: int) -> tuple[NetworkFile, dict[str, Any]]:
        # JAX takes seconds to load, and few commands need it.
        from eminence.experiments.training.fit import fit_network

        lessons = [self._lessons(i, number) for i in range(len(self.recipe.games))]
        before = self.networks[-1] if self.networks else self.recipe.first_network
        return fit_network(self.recipe, number, lessons, before.arrays if before else None)

    def _lessons(self, which: int, number: int) -> list[Example]:
        """What the last generations noted in one of the games."""
        first = max(1, number - self.recipe.fit.window + 1)
        blocks: list[Block] = []
        for each in range(first, number + 1):
            blocks += self.store.blocks(self._jobs(each)[which])
        points = self.recipe.points(self.recipe.games[which])
        return list(examples_of(blocks, self.recipe.fit.trace, points))

    # --- the gate ---

    def _gate(self) -> TestFindings:
        """The newest network against the best one so far, with equal iterations."""
        recipe, best = self.recipe, best_of(self.done)
        incumbent = self._network(best.number + 1) if best else recipe.first_incumbent
        newest = self._network(len(self.networks) + 1)
        test = recipe.test(
            recipe.agent(recipe.gate_iterations, newest),
            recipe.agent(recipe.gate_iterations, incumbent),
            recipe.seed,
        )
        return conduct(test, self.runner, self.store, self.progress)

    def finish(self) -> None:
        """Play the final gate, if there is one and a network that has passed its own."""
        best = best_of(self.done)
        if best is not None and self.recipe.final_iterations:
            gate = FinalGate(self.recipe, best, self._network(best.number + 1))
            self.final = gate.answer(self.runner, self.store, self.progress)

    def findings(self) -> TrainingFindings:
        failed = len(self.store.failures())
        return TrainingFindings(self.training.identity(), failed, tuple(self.done), self.final)


def read_generation(held: RunFile, number: int) -> Generation | None:
    """What a file notes of a generation; None: it is not finished."""
    noted = held.notes().get(f"generation {number:06d}")
    return None if noted is None else Generation.read(noted)


def read_generations(held: RunFile) -> Iterator[Generation]:
    """Those that a file has, from the first to the last finished one."""
    for number in count(1):
        found = read_generation(held, number)
        if found is None:
            return
        yield found


def _written(network: NetworkFile, path: Path) -> NetworkFile:
    """Write the file whole or not at all; the network as agents will find it."""
    half = path.with_suffix(".half")
    network.write(half)
    half.replace(path)
    return read_network(path)
