"""Who plays next: all games get equal time, and in each game the lower levels come first."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass

from benchmarks.level_table.lines import Line, Trial
from benchmarks.level_table.pace import Pace, pace_of
from benchmarks.strength import note
from eminence.experiments.games.block import Failure
from eminence.experiments.running.runner import Runner
from eminence.experiments.statistics.gsprt import FIRST_LOOK
from eminence.experiments.storage.store import Store

#: how long a game plays at a stretch, about, before the others have their turn
TURN_SECONDS = 30.0
#: blocks from which a pace is taken; one is enough where it takes that many core seconds
TIMED_BLOCKS = 8
SLOW_BLOCK = 5.0


@dataclass(frozen=True)
class Spent:
    """What a line has taken of this machine so far; it decides whose turn it is."""

    core_seconds: float = 0.0
    blocks: int = 0


class Books:
    """What a file notes beside the blocks: the pace of levels, and what lines have cost."""

    def __init__(self, store: Store) -> None:
        self._store = store
        notes = store.notes()
        self._paces = {key: Pace(**told) for key, told in notes.items() if key.startswith("pace ")}
        self._spent = {key: Spent(**told) for key, told in notes.items() if key[:6] == "spent "}

    def pace(self, line: Line, level: str, spec: str) -> Pace | None:
        """How long a level thinks at a line's table; None: not measured yet."""
        return self._paces.get(_pace_key(line, level, spec))

    def note_pace(self, line: Line, level: str, spec: str, pace: Pace) -> None:
        key = _pace_key(line, level, spec)
        self._paces[key] = pace
        self._store.note(key, pace.noted())

    def spent(self, line: Line) -> Spent:
        """What a line has cost, with these two agents."""
        return self._spent.get(_spent_key(line), Spent())

    def note_spent(self, line: Line, core_seconds: float, blocks: int) -> None:
        key, before = _spent_key(line), self.spent(line)
        now = Spent(before.core_seconds + core_seconds, before.blocks + blocks)
        self._spent[key] = now
        self._store.note(key, asdict(now))

    def a_block(self, line: Line) -> float | None:
        """What both agents of a line think in a block, in seconds of one core; None: not timed."""
        mine = self.pace(line, line.level, line.candidate)
        theirs = self.pace(line, line.below, line.others)
        if mine is None or theirs is None:
            return None
        seats = line.game.seats
        return seats * (mine.a_game + (seats - 1) * theirs.a_game)

    def hours(self, trials: Iterable[Trial]) -> tuple[float, float]:
        """The core-hours that agents thought, and what open lines may take yet, where timed."""
        played = left = 0.0
        for trial in trials:
            cost = (self.a_block(trial.line) or 0.0) / 3600
            played += trial.blocks * cost
            left += (trial.most_blocks - trial.blocks) * cost if trial.is_open else 0.0
        return played, left


def _pace_key(line: Line, level: str, spec: str) -> str:
    return f"pace {line.table.title}: {level} {spec}"


def _spent_key(line: Line) -> str:
    return f"spent {line.title} {line.candidate} {line.others}"


class Turns:
    """Plays lines until all are settled or the time is up."""

    def __init__(
        self, trials: Sequence[Trial], books: Books, store: Store, runner: Runner, processes: int
    ) -> None:
        self._trials = trials
        self._books = books
        self._store = store
        self._runner = runner
        self._processes = processes

    def play(self, seconds: float) -> bool:
        """Play; False if something is left to do then. No block is left half-way."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            trial = self.next()
            if trial is None:
                break
            self._turn(trial, end)
        return not any(map(self._has_work, self._trials))

    def next(self) -> Trial | None:
        """The lowest open line of the game that has had the least time so far."""
        left = [each for each in self._trials if not each.has_failed and self._has_work(each)]
        if not left:
            return None
        cost: defaultdict[str, float] = defaultdict(float)
        for trial in self._trials:
            cost[trial.line.table.game] += self._books.spent(trial.line).core_seconds
        return min(left, key=lambda trial: cost[trial.line.table.game])

    def costs(self) -> list[str]:
        """What every game has cost so far, a line each."""
        found = []
        for game in dict.fromkeys(trial.line.table.game for trial in self._trials):
            trials = [trial for trial in self._trials if trial.line.table.game == game]
            played, left = self._books.hours(trials)
            settled = sum(not trial.is_open for trial in trials)
            told = f"{game}: {settled} of {len(trials)} lines settled, {played:.2f} core-hours"
            found.append(f"{told}, at most {left:.2f} more for lines that were begun")
        return found

    def _has_work(self, trial: Trial) -> bool:
        return trial.is_open or bool(self._untimed(trial))

    def _turn(self, trial: Trial, end: float) -> None:
        if trial.is_open:
            self._blocks(trial, end)
        if time.monotonic() < end and self._can_be_timed(trial):
            self._time(trial)

    def _blocks(self, trial: Trial, end: float) -> None:
        begun, played = time.monotonic(), 0
        jobs = trial.next_jobs(self._count(trial))
        tried = self._runner.run(jobs, stop=lambda: time.monotonic() >= end) if jobs else ()
        for job, attempt in tried:
            self._store.add(job, attempt)
            played += 1
            if isinstance(attempt, Failure):
                trial.has_failed = True
                note(f"{trial.line.title}: {attempt}")
        cost = (time.monotonic() - begun) * min(self._processes, max(1, len(jobs)))
        self._books.note_spent(trial.line, cost, played)
        trial.look()
        if trial.blocks == trial.most_blocks:
            trial.finish()
        note(
            f"{trial.line.title} against {trial.line.below}: {trial.blocks} blocks, {_said(trial)}"
        )

    def _count(self, trial: Trial) -> int:
        """How many blocks fill a turn; all processes get one at least."""
        spent = self._books.spent(trial.line)
        most = max(self._processes, FIRST_LOOK - trial.blocks, FIRST_LOOK // 3)
        if not spent.blocks:
            return self._processes
        a_block = max(spent.core_seconds / spent.blocks, 1e-6)
        fitting = int(TURN_SECONDS * self._processes / a_block)
        return min(most, max(self._processes, fitting))

    def _can_be_timed(self, trial: Trial) -> bool:
        """Are there enough games for a fair mean?"""
        spent = self._books.spent(trial.line)
        is_slow = spent.blocks > 0 and spent.core_seconds / spent.blocks >= SLOW_BLOCK
        return is_slow or trial.blocks >= TIMED_BLOCKS or not trial.is_open

    def _time(self, trial: Trial) -> None:
        """Measure who has no pace yet, in the first games of the line."""
        for level, spec, position in self._untimed(trial):
            # As many blocks are there: the test has judged them.
            blocks = self._store.blocks(trial.jobs[: min(trial.blocks, TIMED_BLOCKS)])
            pace = pace_of(trial.line.game, blocks, position)
            self._books.note_pace(trial.line, level, spec, pace)
            told = f"{pace.seconds:.3f} s a move, {pace.a_game:.1f} s a game"
            note(f"{trial.line.table.title}: {level} takes {told}")
            if pace.otherwise:
                note(f"  {pace.otherwise} of {pace.asked} answers are not those of the file")

    def _untimed(self, trial: Trial) -> list[tuple[str, str, int]]:
        """Whose pace this line has to tell: the level's, and the lowest one's if it sits here."""
        line = trial.line
        if not trial.blocks:
            return []
        sides = [(line.level, line.candidate, 0), (line.below, line.others, 1)]
        return [side for side in sides if self._books.pace(line, *side[:2]) is None]


def _said(trial: Trial) -> str:
    summary = trial.summary
    share = "" if summary is None else f"win {100 * summary.win.value:.1f} %, "
    return f"{share}{trial.verdict}"
