"""The last test of a training run: the best network against the game's own guidance.

A network costs time. Equal time would make the games depend on the machine, so both sides get fixed
iterations, in the relation of their measured rates. The rates are noted before the first game: a
run that is resumed goes on with the same iterations.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from eminence.experiments.experiment import conduct
from eminence.experiments.games.seeds import seed_for
from eminence.experiments.running.progress import Progress
from eminence.experiments.running.runner import Runner
from eminence.experiments.storage.run_file import RunFile
from eminence.experiments.storage.store import Store
from eminence.experiments.training.rates import rates
from eminence.experiments.training.recipe import Recipe
from eminence.experiments.training.training_findings import Final, Generation, Pace
from eminence.search.network.parameter import NONE

#: the keys of the notes
PACE, FINAL = "final pace", "final"


@dataclass(frozen=True)
class FinalGate:
    """What is tested: the network of the best generation, by the name of its file."""

    recipe: Recipe
    best: Generation
    network: str

    def answer(self, runner: Runner, store: Store, progress: Progress) -> Final:
        """Measure, note the rates, play, and note the result; or take from the file what it has."""
        kept = read_final(store)
        if kept is not None and kept.network == self.best.digest:
            return kept
        pace = self._pace(store, progress)
        progress.told(f"final gate: {pace.iterations} iterations against {pace.iterations_without}")
        test = self.recipe.test(
            self.recipe.agent(pace.iterations, self.network),
            self.recipe.agent(pace.iterations_without, NONE),
            # Other blocks than those that chose this network.
            seed_for(self.recipe.seed, "final gate"),
        )
        found = Final.of(self.best, pace, conduct(test, runner, store, progress))
        store.note(FINAL, found.written())
        return found

    def _pace(self, store: Store, progress: Progress) -> Pace:
        noted = store.notes().get(PACE)
        if noted is not None and noted["network"] == self.best.digest:
            return Pace(**noted)
        progress.told("final gate: measuring rates")
        pace = self._measured()
        store.note(PACE, asdict(pace))
        return pace

    def _measured(self) -> Pace:
        iterations_without = self.recipe.final_iterations
        specs = [self.recipe.agent(iterations_without, each) for each in (NONE, self.network)]
        rate_without, rate = rates(self.recipe.games[0], specs).values()
        iterations = max(1, round(iterations_without * rate / rate_without))
        return Pace(self.best.digest, iterations, iterations_without, rate, rate_without)


def read_final(held: RunFile) -> Final | None:
    """What a file notes of the final gate; None: it is not finished."""
    noted = held.notes().get(FINAL)
    return None if noted is None else Final.read(noted)
