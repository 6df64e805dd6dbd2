"""Write what the pages say of the games from the registry and the data: `make docs`.

The README has a table of all games; the pages on hints and positions say how much of which game
is reconstructed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import engines

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


#: What is written into which page, between two marks of that name.
PARTS: dict[str, tuple[str, Callable[[], str]]] = {
    "README.md": ("games", games_table),
    "docs/hints.md": ("reconstructed", labels),
    "docs/positions.md": ("reconstructed", labels),
}


def written(page: str) -> str:
    """The page's text with what is so today in its place."""
    mark, part = PARTS[page]
    start, end = f"<!-- {mark}: written by `make docs` -->\n", f"<!-- end of {mark} -->\n"
    head, rest = (ROOT / page).read_text("utf-8").split(start)
    _, tail = rest.split(end)
    return f"{head}{start}{part()}{end}{tail}"


def main() -> None:
    for page in PARTS:
        (ROOT / page).write_text(written(page), "utf-8")


if __name__ == "__main__":
    main()
