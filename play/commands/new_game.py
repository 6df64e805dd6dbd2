"""`eminence new-game`: your own game, started as a copy of a small one.

Only the name is changed, so the copy compiles and passes the contract tests at once. All files are
prepared first: if anything is in the way, nothing is written.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import keyword
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from eminence import engines
from eminence.engines.kit.options import listed
from eminence.play.commands.parser import Commands, add_command


@dataclass(frozen=True)
class Template:
    """A game to copy: how its name is written in prose and in the names of types."""

    title: str
    stem: str
    about: str


TEMPLATES = {
    "tic_tac_toe": Template("Tic-tac-toe", "TicTacToe", "an open game"),
    "kuhn_poker": Template("Kuhn poker", "Kuhn", "hidden cards and chance"),
    "leduc_poker": Template("Leduc poker", "Leduc", "both, and numbers in a data folder"),
}

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
#: limited so that lines with the name in them stay short enough
LONGEST_NAME = 24
#: endings of source files; a game's folder may hold compiled files as well
TEXTS = {".py", ".pyx", ".pxd", ".pyi", ".md", ".toml", ".csv"}
#: The lists that a game is entered in: file and variable.
LISTS = (
    ("engines/__init__.py", "GAMES"),
    ("tests/contract/test_coverage.py", "SMALL"),
    ("tests/contract/test_coverage.py", "OPEN"),
    ("tests/contract/test_essence.py", "TELLS"),
)


def add(commands: Commands) -> None:
    """`eminence new-game NAME --like GAME`"""
    parser = add_command(commands, "new-game", "begin a game of your own", new_game)
    parser.add_argument("name", help="lower case, such as my_game")
    likes = "; ".join(f"{name}: {like.about}" for name, like in TEMPLATES.items())
    parser.add_argument(
        "--like", default="tic_tac_toe", metavar="GAME", help=f"the game to copy ({likes})"
    )


def new_game(chosen: argparse.Namespace) -> str:
    """Write the game; what was written and what to do next."""
    root = source_tree()
    if chosen.like not in TEMPLATES:
        raise engines.BadOption(f"--like {chosen.like}: choose {listed([*TEMPLATES])}")
    copy = Copy(root, chosen.like, chosen.name)
    copy.refuse_bad_name()
    files = copy.files()
    for path in (copy.folder, *files):
        if (root / path).exists():
            raise engines.BadOption(f"{chosen.name}: {path} is in the way")
    edits = copy.edits()
    _write({root / path: text for path, text in (files | edits).items()})
    return _told(copy, files, edits)


def source_tree() -> Path:
    """The folder of the project that is running."""
    root = Path(engines.__file__).resolve().parents[1]
    if not (root / "setup.py").is_file() or not (root / "tests" / "contract").is_dir():
        raise engines.BadOption(
            f"new-game needs the source tree of Eminence, and {root} is an installed package: "
            "clone the repository, run `make demo` there, then .venv/bin/eminence new-game"
        )
    return root


@dataclass(frozen=True)
class Copy:
    """One game of a source tree under another name."""

    root: Path
    like: str
    name: str

    @property
    def folder(self) -> Path:
        return Path("engines", self.name)

    @property
    def title(self) -> str:
        """The name in prose: my_game is My game."""
        return self.name.replace("_", " ").capitalize()

    @property
    def stem(self) -> str:
        """The name inside names of types: my_game is MyGame."""
        return "".join(part.capitalize() for part in self.name.split("_"))

    # --- the name ---

    def refuse_bad_name(self) -> None:
        """Refuse names that code, tests or files would confuse with others."""
        problem = next(self._problems(), None)
        if problem is not None:
            raise engines.BadOption(f"{self.name}: {problem}")

    def _problems(self) -> Iterator[str]:
        name = self.name
        if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
            yield (
                f"expected at most {LONGEST_NAME} lower-case letters, digits and single "
                "underscores, a letter first"
            )
            return
        if keyword.iskeyword(name) or keyword.issoftkeyword(name):
            yield "a word of Python, choose another name"
        if name in engines.names():
            yield "there is a game of this name"
        # Tests find a game's rule tests by its name in their paths.
        for path in sorted((self.root / "tests").rglob("test_*.py")):
            if name in str(path.relative_to(self.root)):
                yield f"part of {path.relative_to(self.root)}, choose another name"
        for other in engines.names():
            if other in name:
                yield f"contains the name of the game {other}, choose another name"
        # The core must not name a game, and a copy must not use one word for two things.
        words = (rf"\b{name}\b", rf"\b{self.stem}\w*")
        for folder, patterns in (("cython_ext", words[:1]), (f"engines/{self.like}", words)):
            for path in _texts(self.root / folder):
                text = path.read_text("utf-8")
                if any(re.search(pattern, text) for pattern in patterns):
                    yield f"a word in {path.relative_to(self.root)}, choose another name"

    # --- the files ---

    def files(self) -> dict[Path, str]:
        """The new files with their texts."""
        tests = self.root / "tests"
        sources = [
            *_texts(self.root / "engines" / self.like),
            *sorted((tests / "golden" / self.like).glob("*.txt")),
            tests / "perft" / f"{self.like}.perft",
            tests / "rules" / f"test_{self.like}.py",
            tests / "support" / "conformance" / "invariants" / f"{self.like}.py",
        ]
        return {self._path(source): self._text(source) for source in sources}

    def _path(self, source: Path) -> Path:
        relative = str(source.relative_to(self.root))
        return Path(relative.replace(self.like, self.name))

    def _text(self, source: Path) -> str:
        text = source.read_bytes().decode("utf-8")
        origin = f"A copy of `{self.like}`"
        parts = text.split(f"OpenSpiel's `{self.like}`")
        text = origin.join(self.renamed(part) for part in parts)
        if source.name == "rules.pyx":
            # The first paragraph says what the copied game is an example of.
            first = f'"""{self.title}: the rules, begun as a copy of {self.like}.\n\n'
            text = re.sub(r'\A""".*?\n\n', lambda _: first, text, flags=re.DOTALL)
        return text

    def renamed(self, text: str) -> str:
        """The text with the new name, in all its spellings."""
        template = TEMPLATES[self.like]
        spellings = {
            self.like: self.name,
            template.title: self.title,
            template.title.lower(): self.title.lower(),
            template.stem: self.stem,
            template.stem.lower(): self.name,
        }
        longest_first = sorted(spellings, key=len, reverse=True)
        pattern = "|".join(map(re.escape, longest_first))
        return re.sub(pattern, lambda found: spellings[found[0]], text)

    # --- the lists ---

    def edits(self) -> dict[Path, str]:
        """The files with lists of games; the new game is wherever the copied one is."""
        texts: dict[Path, str] = {}
        for file, variable in LISTS:
            path = Path(file)
            before = texts.get(path) or (self.root / path).read_text("utf-8")
            after = self._entered(before, variable)
            if after != before:
                texts[path] = after
        return texts

    def _entered(self, text: str, variable: str) -> str:
        """The text with an entry like the copied game's, in alphabetical order."""
        entries = _entries(text, variable)
        if self.like not in entries:
            return text
        first, last = entries[self.like]
        entry = text[first:last].replace(f'"{self.like}"', f'"{self.name}"')
        earlier = [end for name, (_, end) in entries.items() if name < self.name]
        if earlier:
            place = max(earlier)
            return f"{text[:place]},\n    {entry}{text[place:]}"
        place = min(start for start, _ in entries.values())
        return f"{text[:place]}{entry},\n    {text[place:]}"


def _texts(folder: Path) -> list[Path]:
    """The source files of a folder, data included."""
    return sorted(path for path in folder.rglob("*") if path.suffix in TEXTS)


def _entries(text: str, variable: str) -> dict[str, tuple[int, int]]:
    """Where each entry of a tuple, set or dict begins and ends, by the name at its beginning."""
    lines = [0, *itertools.accumulate(map(len, text.splitlines(keepends=True)))]
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == variable:
            value = node.value
            keys = value.keys if isinstance(value, ast.Dict) else getattr(value, "elts", [])
            ends = value.values if isinstance(value, ast.Dict) else keys
            return {
                ast.literal_eval(key): (
                    lines[key.lineno - 1] + key.col_offset,
                    lines[(end.end_lineno or end.lineno) - 1] + (end.end_col_offset or 0),
                )
                for key, end in zip(keys, ends, strict=True)
                if key is not None
            }
    return {}


def _write(texts: Mapping[Path, str]) -> None:
    """Write all files, or none if one cannot be written."""
    before = {path: path.read_bytes() if path.exists() else None for path in texts}
    folders: list[Path] = []
    try:
        for path, text in texts.items():
            missing = [folder for folder in path.parents if not folder.exists()]
            folders += reversed(missing)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
    except OSError:
        for path, content in before.items():
            if content is not None:
                path.write_bytes(content)
            else:
                path.unlink(missing_ok=True)
        for folder in reversed(folders):
            folder.rmdir()
        raise


def _told(copy: Copy, files: Mapping[Path, str], edits: Mapping[Path, str]) -> str:
    """What was written, and what to do next."""
    name = copy.name
    return "\n".join(
        [
            f"{name} is a copy of {copy.like}. New files:",
            *(f"    {path}" for path in files),
            "It is entered in:",
            *(f"    {path}" for path in edits),
            "",
            "Next:",
            "    make format     line breaks and import order for the new name",
            "    make compile    about half a minute",
            f"    .venv/bin/pytest tests/contract tests/rules -k {name}",
            f"    .venv/bin/eminence play {name}",
            'Then change it, clause by clause: CONTRIBUTING.md, "Add a game".',
        ]
    )
