"""The log of a game: what one seat saw in its last rounds."""

from __future__ import annotations

from eminence.engines import State
from eminence.play.table.saved_game import SavedGame
from eminence.play.table.telling.story import lines, told

#: a step, and the state it was made in
Step = tuple[State, int]


def log(saved: SavedGame, seat: int, rounds: int) -> list[str]:
    """What the seat saw in its last rounds, its own moves included; each item may have more lines.

    A round begins with the seat's turn; in a game that has parts, with the part it belongs to.
    """
    steps: list[Step] = []
    saved.opened(watch=lambda state, step: steps.append((state.copy(), step)))
    begun = _rounds(steps, seat)
    first = begun[-rounds] if rounds <= len(begun) else 0
    found: list[str] = []
    for part, group in _by_part(steps[first:], seat):
        shown = lines(told(state, step, seat) for state, step in group)
        if part and shown:
            found.append(f"--- {part} ---")
        found += [f"* {line}" for line in shown]
    return found


def _rounds(steps: list[Step], seat: int) -> list[int]:
    """Where the seat's rounds begin, as indices of steps."""
    parts = [_part(state, seat) for state, _ in steps]
    found: list[int] = []
    last: int | None = None
    after_move = 0
    for i, (state, _) in enumerate(steps):
        if state.player < 0:
            continue
        if state.player == seat and last != seat:
            # What chance did before a turn belongs to it.
            found.append(parts.index(parts[i]) if parts[i] else after_move)
        last, after_move = state.player, i + 1
    return sorted({*found})


def _part(state: State, seat: int) -> str:
    """The part of the game, as the seat may know it."""
    return state.game.words.part(state.view(seat))


def _by_part(steps: list[Step], seat: int) -> list[tuple[str, list[Step]]]:
    groups: list[tuple[str, list[Step]]] = []
    for state, step in steps:
        part = _part(state, seat)
        if not groups or groups[-1][0] != part:
            groups.append((part, []))
        groups[-1][1].append((state, step))
    return groups
