"""What the file of a run says: its experiment is built again and judged, not played.

A file names its experiment. The plan gets the blocks that are there, and nobody plays the
missing ones: a match or a full schedule does without them; a plan that decides from batch to
batch ends at the first missing block.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from eminence import engines
from eminence.cython_ext.errors import BadData, EminenceError
from eminence.cython_ext.game import Game
from eminence.cython_ext.version import __version__
from eminence.engines.kit.options import listed
from eminence.experiments.experiment import CutShort, Experiment, next_step
from eminence.experiments.findings import Findings
from eminence.experiments.games.block import Block
from eminence.experiments.games.job import Job, canonical_json
from eminence.experiments.match import Match
from eminence.experiments.sequential_test import SequentialTest
from eminence.experiments.storage.record import Record
from eminence.experiments.storage.run_file import RunFile, StoreError
from eminence.experiments.sweeps.gate import Gate
from eminence.experiments.sweeps.judgement import Judgement
from eminence.experiments.sweeps.sweep import Sweep
from eminence.experiments.sweeps.sweep_file import FIELDS
from eminence.experiments.sweeps.trial_search import TrialSearch
from eminence.experiments.tournament import Tournament
from eminence.experiments.training.final_gate import read_final
from eminence.experiments.training.recipe import recipe_of
from eminence.experiments.training.training import Training, read_generations
from eminence.experiments.training.training_findings import TrainingFindings, best_of

Identity = Mapping[str, Any]


@dataclass(frozen=True)
class Restored:
    """What the blocks of a file say, and how many of them there are."""

    findings: Findings | None
    """None: the finished blocks do not allow any result yet."""
    finished: bool
    games: int
    """The games that the findings rest on."""
    most_games: int
    """How many there would be in the end; fewer if the experiment may stop by itself."""
    unused: int = 0
    """Blocks that wait for an earlier one that is missing."""


@dataclass(frozen=True)
class Games:
    """The games of an identity, loaded again; `data` are folders that some may come from."""

    data: Sequence[str | Path] = ()

    def load(self, described: Identity) -> Game:
        """The game with this fingerprint; an error of one line if there is none here."""
        name, options = described["game"], described["options"]
        for folder in (None, *self.data):
            if folder is not None and not Path(folder).is_dir():
                raise BadData(f"--data {folder}: no such folder")
            # A folder may belong to another game.
            with suppress(EminenceError) if folder else nullcontext():
                game = engines.load(name, data=folder, **options)
                if game.fingerprint == described["fingerprint"]:
                    return game
        raise BadData(
            f"played with other rules or data of {name} than are here: use that version, or "
            "name the data folder with --data"
        )


#: Builds an experiment from its identity.
Builder = Callable[[Identity, Games], Experiment[Any]]
#: Judges what a file holds: the general form, for kinds that follow no plan.
Replayer = Callable[[Identity, Games, RunFile], Restored]


def planned(build: Builder) -> Replayer:
    """A kind of experiment whose plan can be followed."""

    def replay(identity: Identity, games: Games, held: RunFile) -> Restored:
        return follow(build(identity, games), held)

    return replay


def follow(experiment: Experiment[Any], held: RunFile) -> Restored:
    """Send a plan the blocks that are there, until it ends or one that it needs is missing."""
    plan = experiment.plan()
    step = next_step(plan, None)
    games = failed = unused = 0
    finished = True
    while isinstance(step, list):
        answer: list[Block] | CutShort = CutShort()
        if finished:
            usable, finished = _usable(step, held, experiment.in_order)
            blocks = held.blocks(usable)
            games += sum(len(block.games) for block in blocks)
            failed += len(held.failed(usable))
            unused = len(held.blocks(step)) - len(blocks)
            # A run goes on after an empty batch, and gives up if all of one failed.
            finished = finished and (bool(blocks) or not step)
            answer = blocks if blocks or not step else CutShort()
        try:
            step = next_step(plan, answer)
        except CutShort:
            return Restored(None, False, games, experiment.most_games(), unused)
    # To a plan, a missing block is a failed one.
    findings = replace(step.result, failed=failed)
    return Restored(findings, finished, games, experiment.most_games(), unused)


def _usable(jobs: Sequence[Job], held: RunFile, in_order: bool) -> tuple[list[Job], bool]:
    """The jobs of a batch that may be judged, and whether these are all of it."""
    failed = {job.id for job in held.failed(jobs)}
    missing = {job.id for job in held.missing(jobs)} - failed
    if not missing:
        return list(jobs), True
    if in_order:
        first = next(i for i, job in enumerate(jobs) if job.id in missing)
        return list(jobs[:first]), False
    return [job for job in jobs if job.id not in missing], False


def _match(identity: Identity, games: Games) -> Match:
    fields = ("candidate", "opponents", "blocks", "seed")
    return Match(games.load(identity), **{key: identity[key] for key in fields})


def _test(identity: Identity, games: Games) -> SequentialTest:
    errors = ("alpha", "beta")
    fields = ("candidate", "opponents", "shares", *errors, "batch", "max_blocks", "seed")
    return SequentialTest(games.load(identity), **{key: identity[key] for key in fields})


def _tournament(identity: Identity, games: Games) -> Tournament:
    fields = ("agents", "blocks", "schedule", "seed")
    loaded = [games.load(each) for each in identity["games"]]
    return Tournament(games=loaded, **{key: identity[key] for key in fields})


def _sweep(identity: Identity, games: Games, held: RunFile) -> Restored:
    """The trials in the notes, and as much of gate and ablation as was played."""
    given = {key: identity[key] for key in FIELDS if key not in ("game", "gate")}
    sweep = Sweep(games.load(identity), **given, gate=Gate(**identity["gate"]))
    searching = TrialSearch.resumed(sweep.settings, held)
    if not searching.ended:
        return Restored(None, False, 0, sweep.most_games())
    judged = follow(Judgement(sweep, searching.ended), held)
    tried = {job.id: job for trial in searching.ended for job in sweep.jobs_of(trial)}
    blocks = held.blocks(tried.values())
    findings = judged.findings and replace(judged.findings, failed=len(held.failures()))
    return Restored(
        findings,
        finished=judged.finished and not searching.left,
        games=judged.games + sum(len(block.games) for block in blocks),
        most_games=sweep.most_games(),
        unused=judged.unused,
    )


def _training(identity: Identity, games: Games, held: RunFile) -> Restored:
    """The generations in the notes; networks are not fitted again."""
    recipe = recipe_of(identity, [games.load(each) for each in identity["games"]])
    ended = tuple(read_generations(held))
    best, final = best_of(ended), read_final(held)
    if best is None or (final is not None and final.network != best.digest):
        # The run was taken further since.
        final = None
    played = sum(len(block.games) for _, block in held.every_block())
    findings = TrainingFindings(dict(identity), len(held.failures()), ended, final)
    finished = bool(ended) and (final is not None or not (best and recipe.final_iterations))
    most = Training(replace(recipe, generations=max(1, len(ended)))).most_games()
    return Restored(findings if ended else None, finished, played, max(played, most))


#: One line per kind of experiment, by the `kind` of its identity. A kind with a plan needs a
#: builder only; any other brings a function that makes its findings from the blocks itself.
KINDS: dict[str, Replayer] = {
    "match": planned(_match),
    "test": planned(_test),
    "tournament": planned(_tournament),
    "sweep": _sweep,
    "training": _training,
}


def restore(record: Record, data: Sequence[str | Path] = ()) -> Restored:
    """What a file says; `data` are the folders of games that were not played with ours."""
    identity = record.identity
    kind = identity.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadData(f"{record.path}: kind {kind!r} has no report: choose {listed([*KINDS])}")
    if identity.get("version") != __version__:
        raise BadData(
            f"{record.path}: played by eminence {identity.get('version')}, this is "
            f"{__version__}: use that version"
        )
    try:
        replayed = KINDS[kind](identity, Games(data), record)
    except StoreError:
        raise
    except EminenceError as error:
        raise BadData(f"{record.path}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadData(f"{record.path}: the experiment is not fully described: {error}") from None
    _refuse_other(record, replayed)
    return replayed


def _refuse_other(record: Record, replayed: Restored) -> None:
    """The rebuilt experiment must be the one that the file was made for."""
    if replayed.findings is None:
        return
    built = {"version": __version__, **replayed.findings.about}
    if json.loads(canonical_json(built)) != record.identity:
        raise BadData(f"{record.path}: this version reads another experiment from it")
