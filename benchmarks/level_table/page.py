"""Where the table is written: docs/play.md for people, a data file for `eminence play`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.level_table.chips import ChipTrial, Edge
from benchmarks.level_table.lines import Line, Trial
from benchmarks.level_table.pace import A_GAME, A_MOVE
from benchmarks.level_table.turns import Books
from eminence.cython_ext.errors import BadData
from eminence.cython_ext.text_tables import markdown
from eminence.cython_ext.version import __version__
from eminence.engines.kit.wording import plural
from eminence.experiments.statistics.summary import Summary
from eminence.play.table import level_worth

PAGE = Path(__file__).parents[2] / "docs" / "play.md"
START = "<!-- levels: written by `python -m benchmarks.levels` -->\n"
END = "<!-- end of levels -->\n"

HEAD = ["table", "level", "agent", "s a move", "s a game", "against the level below"]
HEAD += ["games", "win %", "95 % interval", "fair %"]
RIGHT = (3, 4, 6, 7, 8, 9)

WORDS = {"H1": "beats it", "H0": "does not beat it", "undecided": "undecided", "open": "open"}
NOTHING = "-"


def rows(trials: Sequence[Trial], books: Books) -> list[list[str]]:
    """A row for each level, table by table; the trials of a table come from below."""
    found = [HEAD]
    for trial in trials:
        line = trial.line
        # The lowest level of a table has no line of its own.
        if line.below == next(iter(A_MOVE)):
            lowest = [line.table.title, line.below, f"`{line.others}`"]
            found.append([*lowest, *_pace(books, line, line.below, line.others), *[""] * 5])
        level = [line.table.title, line.level, f"`{line.candidate}`"]
        found.append([*level, *_pace(books, line, line.level, line.candidate), *_result(trial)])
    return found


def _pace(books: Books, line: Line, level: str, spec: str) -> list[str]:
    """Seconds of a move and of a seat's game, each beside its limit if it is above."""
    pace = books.pace(line, level, spec)
    if pace is None:
        return [NOTHING, NOTHING]
    return [_against(pace.seconds, A_MOVE[level], 3), _against(pace.a_game, A_GAME, 1)]


def _against(seconds: float, limit: float, digits: int) -> str:
    least = 10**-digits
    told = f"{seconds:.{digits}f}" if seconds >= least else f"< {least:g}"
    return told if seconds <= limit else f"**{told}**, above {limit:g}"


def _result(trial: Trial) -> list[str]:
    """The last five cells of a row."""
    verdict = WORDS[trial.verdict]
    if isinstance(trial, ChipTrial):
        return [verdict, *_chips(trial.edge), "0"]
    return [verdict, *_games(trial.summary), f"{100 * trial.fair:.1f}"]


def _chips(edge: Edge | None) -> list[str]:
    if edge is None:
        return [NOTHING] * 3
    return ["all deals", f"{edge.mean:+.3f} chips", f"{edge.low:+.3f} to {edge.high:+.3f}"]


def _games(summary: Summary | None) -> list[str]:
    if summary is None:
        return [NOTHING] * 3
    win = summary.win
    interval = f"{100 * win.low:.1f} to {100 * win.high:.1f}"
    return [str(summary.games), f"{100 * win.value:.1f}", interval]


def tally(trials: Sequence[Trial], books: Books) -> str:
    """How far the table has come, in two sentences."""
    count, slow = Counter(trial.verdict for trial in trials), _above(trials, books)
    hours, _ = books.hours(trials)
    return (
        f"Played with version {__version__}: {plural(count['H1'], 'line')} where the level beats "
        f"the one below, {count['H0']} where it does not, {count['undecided']} undecided, "
        f"{count['open']} still open. The agents thought for {hours:.2f} core-hours; "
        f"{plural(slow, 'level')} of those that were timed {'is' if slow == 1 else 'are'} above "
        "a limit."
    )


def nothing_played(trials: Sequence[Trial]) -> str:
    """The tables at which all lines are open and no game was played; empty if there are none."""
    tables = [trial.line.table.title for trial in trials if not trial.blocks]
    begun = {trial.line.table.title for trial in trials if trial.blocks}
    left = [title for title in dict.fromkeys(tables) if title not in begun]
    return f"Open, with no game played: {', '.join(left)}.\n\n" if left else ""


def _above(trials: Sequence[Trial], books: Books) -> int:
    """How many levels of how many tables take longer than they may."""
    levels = {
        (trial.line.table, level, spec): trial.line
        for trial in trials
        for level, spec in (
            (trial.line.below, trial.line.others),
            (trial.line.level, trial.line.candidate),
        )
    }
    paces = [(level, books.pace(line, level, spec)) for (_, level, spec), line in levels.items()]
    return sum(
        pace.seconds > A_MOVE[level] or pace.a_game > A_GAME
        for level, pace in paces
        if pace is not None
    )


def text(trials: Sequence[Trial], books: Books) -> str:
    """The part of the page: a paragraph, and the tables at which something was played."""
    begun = {trial.line.table for trial in trials if trial.blocks}
    shown = [trial for trial in trials if trial.line.table in begun]
    table = f"{markdown(rows(shown, books), RIGHT)}\n" if shown else ""
    return f"{tally(trials, books)}\n\n{nothing_played(trials)}{table}"


def write(trials: Sequence[Trial], books: Books) -> None:
    """Put the table into the page, and what was played into the data file."""
    page = PAGE.read_text("utf-8")
    head, start, rest = page.partition(START)
    _, end, tail = rest.partition(END)
    if not start or not end:
        raise BadData(f"{PAGE}: has no place for the table, between {START.strip()} and its end")
    PAGE.write_text(f"{head}{START}\n{text(trials, books)}\n{END}{tail}", "utf-8")
    level_worth.FILE.write_text(data(trials), "utf-8")


def data(trials: Sequence[Trial]) -> str:
    """What `eminence play` tells of the levels: every line of which something was played."""
    told = [
        "# What each level won against the one below, by table.",
        "# Written by `python -m benchmarks.levels`; `eminence play` reads it.",
        f"version = {json.dumps(__version__)}",
    ]
    for trial in trials:
        line, found = trial.line, _found(trial)
        if found:
            entries: dict[str, str | float] = {
                "table": line.table.title,
                "fingerprint": line.game.fingerprint,
                "level": line.level,
                "agent": line.candidate,
                "below": line.below,
                "others": line.others,
                "verdict": trial.verdict,
                **found,
            }
            told += [
                "",
                "[[line]]",
                *(f"{key} = {json.dumps(value)}" for key, value in entries.items()),
            ]
    return "\n".join(told) + "\n"


def _found(trial: Trial) -> dict[str, float]:
    """The figures of a line; nothing where nothing was played."""
    if isinstance(trial, ChipTrial):
        return {} if trial.edge is None else {"chips": round(trial.edge.mean, 4)}
    summary = trial.summary
    return {} if summary is None else {"games": summary.games, "win": round(summary.win.value, 4)}
