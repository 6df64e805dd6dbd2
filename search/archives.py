"""Files that agents play by: numpy archives with a JSON text about them, named by their content."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from eminence.cython_ext.errors import BadData, BadOption
from eminence.cython_ext.version import UNNAMED, WRITER, __version__, both_versions

#: characters of the content hash behind a file's name
DIGEST = 16
PINNED = re.compile(rf"(.+)@([0-9a-f]{{{DIGEST}}})")
#: the entry of an archive that is no array
ABOUT = "about"

Arrays = dict[str, np.ndarray]
#: a frozen dataclass with `digest`, and `pinned` and `file` among its fields
Content = TypeVar("Content", bound=Any)


def write_archive(file: str | Path, about: Mapping[str, Any], arrays: Arrays, form: int) -> None:
    """Save as a compressed numpy archive, under exactly this name."""
    told = json.dumps({WRITER: __version__, **about, "format": form}, sort_keys=True)
    with Path(file).open("wb") as out:
        np.savez_compressed(out, **{ABOUT: np.array(told)}, **arrays)  # type: ignore[arg-type]


def read_archive(file: str | Path, kind: str, form: int, remedy: str) -> tuple[dict, Arrays]:
    """What `write_archive` wrote; a file of another kind or format is refused."""
    try:
        # Opened here: numpy leaves a file open that turns out to be no archive.
        with Path(file).open("rb") as source, np.load(source, allow_pickle=False) as archive:
            about = json.loads(str(archive[ABOUT]))
            arrays = {name: archive[name] for name in archive.files if name != ABOUT}
    except OSError as error:
        raise BadOption(f"{file}: {error.strerror or error}") from None
    except Exception:
        # A damaged archive may raise almost anything, in three libraries.
        raise not_such(file, kind, remedy) from None
    if not isinstance(about, dict) or about.get("format") != form:
        raise BadData(f"{file}: a {kind} file of another format than {form}")
    return about, arrays


def not_such(file: str | Path, kind: str, remedy: str) -> BadData:
    return BadData(f"{file}: no {kind} file; {remedy}")


def read_pinned(value: str | Path, read: Callable[[str | Path], Content]) -> Content:
    """Read `name.npz`; `name.npz@hash` must be the one with this content."""
    match = PINNED.fullmatch(str(value))
    if match is None:
        return read(value)
    content = replace(read(match[1]), pinned=True)
    if content.digest != match[2]:
        raise BadData(f"{match[1]}: holds {content.digest}, but {match[2]} was asked for")
    return content


def pinned_text(content: Any) -> str:
    """The text that `read_pinned` turns into this."""
    return f"{content.file}@{content.digest}" if content.pinned else content.file


def versions_told(about: Mapping[str, Any]) -> str:
    """Behind a refusal: who wrote the file, if it was another version."""
    writer = about.get(WRITER, UNNAMED)
    return "" if writer == __version__ else f" ({both_versions(writer)})"
