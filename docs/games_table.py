"""Write what the pages say of the games from the registry and the data: `make docs`.

The README has a table of all games; the pages on hints and positions say how much of which game
is reconstructed, and the page on positions lists the entries of each game's position file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from eminence import engines

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
