"""What the file of a run says, as one page: tables, pictures, failures, command, versions.

The page needs nothing but itself: pictures are part of it, and there is no script. The same
file gives the same page, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from eminence.cython_ext.errors import BadData, BadOption
from eminence.experiments.findings import Columns
from eminence.experiments.games.block import Failure
from eminence.experiments.games.job import canonical_json
from eminence.experiments.reports.html_parts import RULES, STYLE, html_picture, html_table
from eminence.experiments.reports.pictures import Picture, pictures_of, titled
from eminence.experiments.reports.restored import Restored, restore
from eminence.experiments.reports.verification import verify as verified_by_playing
from eminence.experiments.storage.record import Record


@dataclass(frozen=True)
class Report:
    """All that a page is made of."""

    title: str
    identity: dict[str, Any]
    origin: dict[str, Any]
    replayed: Restored
    failures: tuple[Failure, ...]
    pictures: tuple[Picture, ...]
    verified: str = ""
    """What playing the games again has confirmed; empty: nobody asked."""

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
        """How much of the experiment has been played, in one or two sentences."""
        replayed = self.replayed
        if replayed.finished:
            return f"Finished: {_counted(replayed.games, 'game')}."
        said = f"Unfinished: {replayed.games} of at most {_counted(replayed.most_games, 'game')}."
        if replayed.unused:
            said += f" {replayed.unused} more blocks wait for earlier ones and do not count yet."
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
    # A file's name may hold undecodable characters; they must not stop the page.
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


def title_of(identity: dict[str, Any]) -> str:
    """The kind of an experiment and its games."""
    games = identity.get("games", [identity])
    named = [each["game"] for each in games if "game" in each]
    return titled(str(identity["kind"]), ", ".join(dict.fromkeys(named)))


def facts(identity: dict[str, Any]) -> Columns:
    """An experiment's identity, one line each."""
    return {
        "field": [*identity],
        "value": [v if isinstance(v, str) else canonical_json(v) for v in identity.values()],
    }


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
