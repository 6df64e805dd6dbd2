"""What the file of a run says, as one page: tables, pictures, failures, command, versions.

The page needs nothing but itself: pictures are part of it, and there is no script. The same
file gives the same page, byte for byte.

Pictures follow from the tables of the findings, so a new kind of experiment gets them by naming
its columns alike; intervals are columns `x_low` and `x_high` beside `x`:

- `agent` and `elo`: a rating plot;
- `agent` or `candidate`, with `win` and `fair`: bars of win shares;
- a table named `ablation`, or with a name that ends in `: ablation`: parameter importance, a
  bar per row, named by the first column and as long as the first estimate;
- every sequential test among the fields of the findings: how it converged.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from html import escape
from pathlib import Path
from typing import Any

from cython_ext.errors import BadData, BadOption
from experiments import plots
from experiments.experiment import Columns, Findings
from experiments.intervals import Estimate
from experiments.jobs import canonical_json
from experiments.match import Failure
from experiments.restore import Replayed, restore
from experiments.sequential import GSPRT
from experiments.store import Record
from experiments.verify import verify as verified_by_playing
from play.tables import ENDS, cells

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff;
       max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid #ddd; text-align: left;
         vertical-align: top; overflow-wrap: anywhere; min-width: 3rem; }
td.number, th.number { text-align: right; white-space: nowrap; }
th { border-bottom: 2px solid #888; white-space: nowrap; }
img { max-width: 100%; height: auto; }
figure { margin: 1rem 0; } figcaption { color: #555; font-size: .9rem; }
pre { background: #f4f4f4; padding: .7rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.notice { border-left: 4px solid #d55e00; padding: .4rem .8rem; background: #fdf3ec; }
"""

RULES = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


#: title, caption and picture
Plot = tuple[str, str, bytes]


@dataclass(frozen=True)
class Picture:
    """One plot."""

    name: str
    """Of its file, without the ending."""
    title: str
    caption: str
    png: bytes


@dataclass(frozen=True)
class Report:
    """All that a page is made of."""

    title: str
    identity: dict[str, Any]
    origin: dict[str, Any]
    replayed: Replayed
    failures: tuple[Failure, ...]
    pictures: tuple[Picture, ...]
    verified: str = ""
    """What was found right when games were played again; empty: nobody asked."""

    @classmethod
    def of(
        cls, run: str | Path, data: Sequence[str | Path] = (), verify: int | None = None
    ) -> Report:
        """Read the file of a run, finished or not, being written or not.

        `verify`: play all games again from their moves, and so many blocks by their agents.
        """
        with Record(run) as record:
            replayed = restore(record, data)
            failures = tuple(record.failures())
            verified = "" if verify is None else verified_by_playing(record, verify, data)
        found = replayed.findings
        pictures = () if found is None else tuple(pictures_of(found))
        title = title_of(record.identity)
        about = (title, record.identity, record.origin)
        return cls(*about, replayed, failures, pictures, verified)

    def status(self) -> str:
        """How much of the experiment is there, in one sentence or two."""
        replayed = self.replayed
        if replayed.finished:
            return f"Finished: {_counted(replayed.games, 'game')}."
        said = (
            f"Unfinished: {replayed.games} of at most {_counted(replayed.most_games, 'game')}."
        )
        if replayed.unused:
            said += (
                f" {replayed.unused} more blocks wait for earlier ones and do not count yet."
            )
        return f"{said} The same command plays the rest."

    def html(self) -> str:
        """The page."""
        body = "\n".join(self._sections())
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{RULES}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(self.title)}</title>\n<style>{STYLE}</style>\n</head>\n"
            f"<body>\n{body}\n</body>\n</html>\n"
        )

    def _sections(self) -> Iterator[str]:
        yield f"<h1>{escape(self.title)}</h1>"
        marked = "" if self.replayed.finished else ' class="notice"'
        yield f"<p{marked}>{escape(self.status())}</p>"
        if self.verified:
            yield f"<p>{escape(self.verified)}</p>"
        if self.replayed.findings is None:
            yield "<p>There is no finished block yet that could say anything.</p>"
        else:
            for name, columns in self.replayed.findings.tables().items():
                yield f"<h2>{escape(name)}</h2>\n{html_table(columns)}"
        if self.pictures:
            yield "<p>Intervals are 95 % intervals.</p>"
        for picture in self.pictures:
            yield f"<h2>{escape(picture.title)}</h2>\n{html_picture(picture)}"
        yield from self._failures()
        yield from self._origin()

    def _failures(self) -> Iterator[str]:
        if self.failures:
            count = _counted(len(self.failures), "block")
            yield f"<h2>Failures</h2>\n<p>{count} could not be played:</p>"
            lines = "\n".join(f"<li>{escape(str(failure))}</li>" for failure in self.failures)
            yield f"<ul>\n{lines}\n</ul>"

    def _origin(self) -> Iterator[str]:
        yield "<h2>How it was made</h2>"
        command = self.origin.get("command")
        if command:
            yield f"<pre>{escape(command)}</pre>"
        else:
            yield "<p>By a program, not by a command.</p>"
        versions = self.origin.get("versions", {})
        yield html_table({"software": [*versions], "version": [*versions.values()]})
        yield f"<h2>The experiment</h2>\n{html_table(facts(self.identity))}"


def write_report(
    run: str | Path,
    out: str | Path,
    png: str | Path | None = None,
    data: Sequence[str | Path] = (),
    verify: int | None = None,
) -> str:
    """Write the page, and the pictures if a folder for them is named; one line about both."""
    page = Path(out)
    if page.resolve() == Path(run).resolve():
        raise BadOption(f"--out {page}: that is the file of the run: choose another one")
    report = Report.of(run, data, verify)
    # Letters that are none, as a file's name may have them, do not stop a page.
    _write(page, report.html().encode("utf-8", "backslashreplace"))
    said = str(page)
    if png is not None:
        with _explained(Path(png)):
            Path(png).mkdir(parents=True, exist_ok=True)
        for picture in report.pictures:
            _write(Path(png) / f"{picture.name}.png", picture.png)
        said += f" and {_counted(len(report.pictures), 'picture')} in {png}"
    return " ".join([f"{said}.", report.status(), report.verified]).strip()


def _write(path: Path, content: bytes) -> None:
    with _explained(path):
        path.write_bytes(content)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BadData(f"{path}: {error.strerror or error}") from None


# --- pictures ---


def pictures_of(found: Findings) -> Iterator[Picture]:
    """All plots that the findings give, under names that differ."""
    used: set[str] = set()
    for title, caption, png in _plots(found):
        plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        name, number = plain, 1
        while name in used:
            number += 1
            name = f"{plain}-{number}"
        used.add(name)
        yield Picture(name, title, caption, png)


def _plots(found: Findings) -> Iterator[Plot]:
    for name, columns in found.tables().items():
        where, _, what = name.rpartition(": ")
        agents = columns.get("agent") or columns.get("candidate")
        if agents and _is_estimate("elo", columns):
            title = _titled("Ratings", where)
            png = plots.ratings(title, agents, estimates_of(columns, "elo"))
            yield title, "400 points are odds of ten to one to finish ahead.", png
        if agents and _is_estimate("win", columns) and "fair" in columns:
            title = _titled("Win shares", where)
            wins = estimates_of(columns, "win")
            png = plots.shares(title, agents, wins, columns["fair"])
            yield title, "The fair share is what equal agents would win.", png
        if what == "ablation":
            yield from _ablation(_titled("Parameter importance", where), columns)
    for where, test in sequential_tests(found):
        yield _convergence(_titled("Convergence of the sequential test", where), test)


def _ablation(title: str, columns: Columns) -> Iterator[Plot]:
    measured = [name for name in columns if _is_estimate(name, columns)]
    if measured and columns[measured[0]]:
        names = [str(name) for name in next(iter(columns.values()))]
        effects = estimates_of(columns, measured[0])
        png = plots.importance(title, names, effects, measured[0].replace("_", " "))
        yield title, "One parameter at a time is put back to where it was.", png


def _convergence(title: str, test: GSPRT) -> Plot:
    bounds, shares = (test.lower, test.upper), (test.low, test.high)
    png = plots.convergence(title, test.history, bounds, shares, test.first_look)
    verdict = {"H0": f"H0: {test.low:g}", "H1": f"H1: {test.high:g}"}.get(test.state)
    ended = f"accepted {verdict}" if verdict else "undecided"
    return title, f"After {test.blocks} blocks: {ended}.", png


def sequential_tests(found: Findings, where: str = "") -> Iterator[tuple[str, GSPRT]]:
    """The sequential tests among the fields of findings, and of findings within them."""
    for field in fields(found):
        value = getattr(found, field.name)
        if isinstance(value, GSPRT):
            yield where, value
        elif isinstance(value, Findings):
            yield from sequential_tests(value, field.name)


def _titled(what: str, where: str) -> str:
    return f"{what}: {where}" if where else what


def _is_estimate(name: str, columns: Columns) -> bool:
    return all(f"{name}{end}" in columns for end in ("", *ENDS))


def estimates_of(columns: Columns, name: str) -> list[Estimate]:
    """A column with its interval."""
    parts = [columns[f"{name}{end}"] for end in ("", *ENDS)]
    return [Estimate(*row) for row in zip(*parts, strict=True)]


# --- parts of a page ---


def html_table(columns: Columns) -> str:
    """A table for people."""
    (heads, *rows), right = cells(columns)
    if not rows:
        return "<p>Nothing yet.</p>"
    lines = [_html_row("th", heads, right), *(_html_row("td", row, right) for row in rows)]
    return '<div class="wide"><table>\n{}\n</table></div>'.format("\n".join(lines))


def _html_row(tag: str, row: Sequence[str], right: Sequence[int]) -> str:
    marks = [' class="number"' if i in right else "" for i in range(len(row))]
    parts = [f"<{tag}{mark}>{escape(c)}</{tag}>" for mark, c in zip(marks, row, strict=True)]
    return f"<tr>{''.join(parts)}</tr>"


def html_picture(picture: Picture) -> str:
    """A picture that is part of the page."""
    coded = base64.b64encode(picture.png).decode("ascii")
    return (
        f'<figure><img alt="{escape(picture.title)}" src="data:image/png;base64,{coded}">\n'
        f"<figcaption>{escape(picture.caption)}</figcaption></figure>"
    )


def title_of(identity: dict[str, Any]) -> str:
    """The kind of an experiment and its games."""
    games = identity.get("games", [identity])
    named = [each["game"] for each in games if "game" in each]
    return _titled(str(identity["kind"]), ", ".join(dict.fromkeys(named)))


def facts(identity: dict[str, Any]) -> Columns:
    """An experiment's identity, one line each."""
    return {
        "field": [*identity],
        "value": [v if isinstance(v, str) else canonical_json(v) for v in identity.values()],
    }


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
