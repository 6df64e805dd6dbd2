"""Write what the pages say of the games from the registry and the data: `make docs`.

The README has a table of all games; the pages on hints and positions say how much of which game
is reconstructed, the page on positions lists the entries of each game's position file, and the
page on playing says who the bots of each level are.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from eminence import engines
from eminence.engines.kit.levels_file import FILE as LEVELS_FILE
from eminence.engines.kit.options import LEVELS
from eminence.play.table.levels import ANY_GAME

ROOT = Path(__file__).parent.parent


def games_table() -> str:
    """One line per game: name, players, other options, and what it is."""
    lines = ["| game | players | other options | |", "|---|---|---|---|"]
    for name in engines.names():
        options = engines.options(name)
        players = options.pop("players").choices
        others = "; ".join(
            f"`{option}`: {known.offered if known.also else ', '.join(map(str, known.choices))}"
            for option, known in options.items()
        )
        count = f"{players[0]}" if len(players) == 1 else f"{players[0]}-{players[-1]}"
        about = " ".join(filter(None, [engines.describe(name), _label(name)]))
        lines.append(f"| `{name}` | {count} | {others} | {about} |")
    return "\n".join(lines) + "\n"


def labels() -> str:
    """One line per game whose data are partly reconstructed."""
    return "".join(f"- `{name}`. {_label(name)}\n" for name in engines.names() if _label(name))


def _label(name: str) -> str:
    """The game's own line, the command in it marked as one."""
    return re.sub(r"(eminence games .*)", r"`\1`", engines.reconstructed(name))


def entries_of(name: str) -> str:
    """The entries of a game's position file, as its page declares them."""
    form = engines.load(name).words.form
    lines = ["| entry | written as | meaning | left out |", "|---|---|---|---|"]
    lines += ["| `{}` | {} | {} | {} |".format(*map(_cell, row)) for row in form.table()]
    return "\n".join(lines) + "\n"


def levels_table() -> str:
    """The bots of each level: a line per game with levels of its own, and one for all others."""
    lines = [f"| game | {' | '.join(LEVELS)} |", f"|---{'|---' * len(LEVELS)}|"]
    for name in engines.names():
        path = ROOT / "engines" / name / LEVELS_FILE
        if path.is_file():
            file = tomllib.loads(path.read_text("utf-8"))
            lines.append(_levels_line(name, file["levels"]))
            for part in file.get("some", ()):
                lines.append(_levels_line(f"{name}, {_where(part['where'])}", part["levels"]))
    return "\n".join([*lines, _levels_line("the others", ANY_GAME)]) + "\n"


def _levels_line(title: str, levels: dict[str, str]) -> str:
    bots = [f"`{levels[level]}`" if level in levels else "the same" for level in LEVELS]
    return f"| {title} | {' | '.join(bots)} |"


def _where(options: dict[str, list[Any]]) -> str:
    """At which tables: `players 4 or 5`."""
    return ", ".join(f"{name} {' or '.join(map(str, of))}" for name, of in options.items())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def with_section() -> list[str]:
    """The games whose entries docs/positions.md lists; the small ones have no section there."""
    page = (ROOT / "docs" / "positions.md").read_text("utf-8")
    return [name for name in engines.names() if f"<!-- entries of {name}: " in page]


#: What is written into which page, between two marks of that name.
PARTS: dict[str, dict[str, Callable[[], str]]] = {
    "README.md": {"games": games_table},
    "docs/hints.md": {"reconstructed": labels},
    "docs/positions.md": {
        "reconstructed": labels,
        **{f"entries of {name}": partial(entries_of, name) for name in with_section()},
    },
    "docs/play.md": {"levels by game": levels_table},
}


def written(page: str) -> str:
    """The page's text with what is so today in its place."""
    text = (ROOT / page).read_text("utf-8")
    for mark, part in PARTS[page].items():
        start, end = f"<!-- {mark}: written by `make docs` -->\n", f"<!-- end of {mark} -->\n"
        head, rest = text.split(start)
        _, tail = rest.split(end)
        text = f"{head}{start}{part()}{end}{tail}"
    return text


def main() -> None:
    for page in PARTS:
        (ROOT / page).write_text(written(page), "utf-8")


if __name__ == "__main__":
    main()
