"""What a page says about a run: the report of `eminence report`, as fields."""

from __future__ import annotations

import csv
import hashlib
import io
from pathlib import Path
from typing import Any

from eminence.cython_ext.errors import EminenceError
from eminence.cython_ext.text_tables import cells
from eminence.experiments.findings import Columns
from eminence.experiments.reports.pictures import Picture
from eminence.experiments.reports.report import Report, facts, title_of
from eminence.experiments.reports.restored import Restored, restore
from eminence.experiments.storage.record import Record

#: failed blocks that are listed
MOST_FAILURES = 100
#: characters of a digest that tells pictures from older ones
DIGEST = 16
#: what a spreadsheet would take for a formula
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def brief_fields(path: Path) -> dict[str, Any]:
    """A line about a run: what it is, and how far it has got."""
    with Record(path) as record:
        fields = _named(record)
        try:
            restored = restore(record)
        except EminenceError as error:
            return {**fields, "problem": line_of(error, path)}
        report = Report(fields["title"], record.identity, record.origin, restored, (), ())
        failed = len(record.failures())
    return {**fields, **_progress(report), "failed": failed}


def whole_fields(path: Path) -> dict[str, Any]:
    """All about a run. Pictures and tables for export are in the fields `png` and `csv`."""
    try:
        report = Report.of(path)
    except EminenceError as error:
        with Record(path) as record:
            return {**_named(record), **_about(record), "problem": line_of(error, path)}
    found = report.replayed.findings
    tables = {} if found is None else found.tables()
    return {
        "title": report.title,
        "kind": str(report.identity.get("kind", "")),
        **_progress(report),
        "failed": len(report.failures),
        "failures": [str(failure) for failure in report.failures[:MOST_FAILURES]],
        "tables": [_table(name, columns) for name, columns in tables.items()],
        "pictures": [_picture(picture) for picture in report.pictures],
        **_about(report),
        "png": {picture.name: picture.png for picture in report.pictures},
        "csv": [csv_of(columns) for columns in tables.values()],
    }


def _named(record: Record) -> dict[str, Any]:
    kind = record.identity.get("kind")
    if not isinstance(kind, str):
        return {"title": "an experiment without a kind", "kind": ""}
    return {"title": _title(record), "kind": kind}


def _title(record: Record) -> str:
    try:
        return title_of(record.identity)
    except (KeyError, TypeError, AttributeError):
        return str(record.identity["kind"])


def _progress(report: Report) -> dict[str, Any]:
    replayed: Restored = report.replayed
    return {
        "status": report.status(),
        "finished": replayed.finished,
        "games": replayed.games,
        "most": replayed.most_games,
    }


def _about(source: Report | Record) -> dict[str, Any]:
    """Which experiment it is, and what made it."""
    versions = source.origin.get("versions", {})
    return {
        "experiment": _table("the experiment", facts(source.identity)),
        "command": source.origin.get("command") or "",
        "versions": _table("versions", {"software": [*versions], "version": [*versions.values()]}),
    }


def _table(name: str, columns: Columns) -> dict[str, Any]:
    """A table as people read it: an estimate and its interval share a cell."""
    (heads, *rows), right = cells(columns)
    return {"name": name, "heads": heads, "rows": rows, "right": list(right)}


def _picture(picture: Picture) -> dict[str, str]:
    digest = hashlib.sha256(picture.png).hexdigest()[:DIGEST]
    return {
        "name": picture.name,
        "title": picture.title,
        "caption": picture.caption,
        "digest": digest,
    }


def csv_of(columns: Columns) -> str:
    """A table for other programs: all figures in full, and a column for each end of an interval."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(columns)
    for row in zip(*columns.values(), strict=True):
        writer.writerow([_plain(value) for value in row])
    return written.getvalue()


def _plain(value: Any) -> Any:
    """A text that no spreadsheet calculates with."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def line_of(error: EminenceError, path: Path) -> str:
    """What is wrong with a file; who reads it knows which one."""
    return " ".join(str(error).split()).removeprefix(f"{path}: ")
