"""Write the README's table of games from the registry: `make docs`."""

from __future__ import annotations

from pathlib import Path

import engines

README = Path(__file__).parent.parent / "README.md"
START = "<!-- games: written by `make docs` -->\n"
END = "<!-- end of games -->\n"


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
        lines.append(f"| `{name}` | {count} | {others} | {engines.describe(name)} |")
    return "\n".join(lines) + "\n"


def with_table(readme: str) -> str:
    """The README's text with today's table in its place."""
    head, rest = readme.split(START)
    _, tail = rest.split(END)
    return f"{head}{START}{games_table()}{END}{tail}"


def main() -> None:
    README.write_text(with_table(README.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
