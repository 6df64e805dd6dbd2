"""Files that pin down how a game plays: transcripts for people, tree sizes, and what networks see.

`pytest tests/contract/test_golden.py --update-golden` writes them again; read the diff before you
commit it.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from conformance.cases import OFF, Case, cases_of
from conformance.sight import seen_in_a_game
from conformance.walks import Walk, viewers
from eminence import engines

TESTS = Path(__file__).parents[2]
GOLDEN = TESTS / "golden"
PERFT = TESTS / "perft"

SEED = 1
#: Games up to this many plies show every board and every view.
SHORT = 40
LARGEST_FILE = 64 * 1024
LARGEST_TREE = 200_000
DEEPEST = 60


def version(name: str) -> int:
    return import_module(f"eminence.engines.{name}").VERSION


# --- transcripts ---


def golden_path(case: Case) -> Path:
    return GOLDEN / case.name / f"{case.option_id}.txt"


def indented(text: str, by: str = "    ") -> str:
    return "\n".join(f"{by}{line}".rstrip() for line in text.splitlines())


def describe_step(walk: Walk, choice: int) -> str:
    state = walk.state
    number = len(walk.plies) + 1
    if state.player == engines.CHANCE:
        kind, seat = state.event()
        names = state.game.words.events
        event = names[kind] if kind < len(names) else f"event {kind}"
        to = f" for seat {seat}" if seat >= 0 else ""
        return f"{number}. {event}{to}: {state.text(choice)} [{choice}]"
    options = len(state.actions())
    return f"{number}. seat {state.player}: {state.text(choice)} [{choice}] ({options} options)"


def views_as_text(state: engines.State) -> list[str]:
    """What each viewer sees, without viewers who see the whole board."""
    lines = []
    for viewer in viewers(state.game):
        view = state.view(viewer)
        if view.board() != state.board():
            who = "the onlooker" if viewer == engines.PUBLIC else f"seat {viewer}"
            lines += [f"  {who} sees", indented(view.board())]
    return lines


def transcript(case: Case) -> str:
    """One random game as a person can follow it."""
    game = case.load()
    plies = sum(1 for _ in Walk(game, SEED)) - 1
    every = 1 if plies <= SHORT else 10
    text = _transcript(case, every, with_views=plies <= SHORT)
    while len(text.encode()) > LARGEST_FILE and every < plies:
        every *= 2
        text = _transcript(case, every, with_views=False)
    return text


def _transcript(case: Case, every: int, with_views: bool) -> str:
    walk = Walk(case.load(), SEED)
    lines = [
        f"game     {case.name}",
        f"options  {case.option_id}",
        f"seed     {SEED}",
        f"version  {version(case.name)}",
        "",
        indented(walk.state.board()),
    ]
    while not walk.state.over:
        choice = walk.choose()
        lines.append(describe_step(walk, choice))
        walk.play(choice)
        if len(walk.plies) % every == 0 or walk.state.over:
            lines.append(indented(walk.state.board()))
            if with_views:
                lines += views_as_text(walk.state)
    lines.append("")
    for seat, result in enumerate(walk.state.returns()):
        lines.append(
            f"seat {seat}: win {result.win:.4g}, rank {result.rank:g}, score {result.score:.6g}"
        )
    return "\n".join(lines) + "\n"


# --- tree sizes ---


def perft_path(name: str) -> Path:
    return PERFT / f"{name}.perft"


def tree_sizes(game: engines.Game) -> list[tuple[int, engines.Perft]]:
    """Counts by depth, until the tree ends or grows too large."""
    sizes: list[tuple[int, engines.Perft]] = []
    for depth in range(1, DEEPEST + 1):
        counts = engines.perft(game.root(), depth)
        if sizes and (counts == sizes[-1][1] or sum(counts) > LARGEST_TREE):
            break
        sizes.append((depth, counts))
        width = sum(counts) / sum(engines.perft(game.root(), depth - 1))
        if sum(counts) * width > 20 * LARGEST_TREE:
            break
    return sizes


def perft_text(name: str) -> str:
    lines = [
        f"# {name} version {version(name)}: positions met down to a depth, the root included.",
        "# depth  chance  decision  terminal",
    ]
    for case in cases_of(name):
        lines += ["", f"id {case.option_id}", "options " + _written(case)]
        for depth, counts in tree_sizes(case.load()):
            lines.append(f"{depth} {counts.chance} {counts.decision} {counts.terminal}")
    return "\n".join(lines) + "\n"


def _written(case: Case) -> str:
    return " ".join(f"{key}={value}" for key, value in case.choices if value != OFF) or "none"


def read_perft(name: str) -> dict[str, list[tuple[int, engines.Perft]]]:
    """The recorded counts by option set."""
    found: dict[str, list[tuple[int, engines.Perft]]] = {}
    for line in perft_path(name).read_text().splitlines():
        if line.startswith("id "):
            rows = found[line.removeprefix("id ")] = []
        elif line and line[0].isdigit():
            depth, *counts = map(int, line.split())
            rows.append((depth, engines.Perft(*counts)))
    return found


def split(game: engines.Game, depth: int) -> str:
    """The counts below each first step: compare with another version to find the branch."""
    root = game.root()
    at_chance = root.player == engines.CHANCE
    options = [o for o, _ in root.outcomes()] if at_chance else root.actions()
    lines = []
    for option in options:
        child = root.copy()
        child.apply(option)
        counts = engines.perft(child, depth - 1)
        lines.append(f"  {root.text(option)} [{option}]: {' '.join(map(str, counts))}")
    return "\n".join(lines)


# --- what networks see ---


def sight_path(name: str) -> Path:
    return GOLDEN / name / "features.txt"


def read_sight(name: str) -> dict[str, str]:
    """The recorded hashes by option set."""
    path = sight_path(name)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return dict(line.split(" ", 1) for line in lines if line and not line.startswith("#"))


def sight(case: Case) -> str:
    return seen_in_a_game(case.load(), SEED)


def sight_text(case: Case) -> str:
    """The file of the game with the hashes of this option set, and no removed set."""
    recorded = read_sight(case.name) | {case.option_id: sight(case)}
    lines = [f"# {case.name}: hashes of all features and traits in one random game, seed {SEED}."]
    for other in cases_of(case.name):
        if other.option_id in recorded:
            lines.append(f"{other.option_id} {recorded[other.option_id]}")
    return "\n".join(lines) + "\n"
