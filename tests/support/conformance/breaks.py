"""Positions with one thing broken, which must be refused, or be sound to the end.

A real state or view is broken in one entry of its struct, a position file in one entry of the
file. What a game accepts all the same must be a position like any other: it is played to its
end, and no rule of the contract and none of the game's own invariants may fail on the way.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numpy as np
from spoilt import complaints

from conformance import checks
from conformance.cases import Case
from conformance.invariants import broken_by_state, broken_by_step
from conformance.walks import Walk, pick, sampled, viewers
from eminence import engines
from eminence.cython_ext.fields import HEAD

Position = engines.State | engines.View
AnyPosition = TypeVar("AnyPosition", engines.State, engines.View, Position)

#: how many states of an accepted game get all checks
LOOKS = 3
#: how many games the broken positions come from, and how many states of each
GAMES, STATES = 3, 15


def pool_of(case: Case, cache: dict[Case, list[engines.State]] = {}) -> list[engines.State]:  # noqa: B006
    """States of a few random games of the case."""
    if case not in cache:
        game = case.load()
        cache[case] = [s for seed in range(GAMES) for s in sampled(game, seed, STATES)]
    return cache[case]


def some_view(case: Case, rng: random.Random) -> engines.View:
    state = pick(rng, pool_of(case))
    return state.view(pick(rng, viewers(state.game)))


def some_position(case: Case, rng: random.Random) -> Position:
    """A state, or somebody's view, from a few random games."""
    return pick(rng, pool_of(case)) if rng.random() < 0.5 else some_view(case, rng)


def reader(position: Position) -> Callable[[bytes], Position]:
    """The function that reads bytes of this kind of position."""
    game = position.game
    is_view = isinstance(position, engines.View)
    return game.view_from_bytes if is_view else game.from_bytes


# --- breaking one entry of the struct ---


def break_record(position: Position, rng: random.Random) -> tuple[str, bytes]:
    """The bytes of a position with one entry broken, and what was done to it."""
    data = position.to_bytes()
    while True:
        record = np.frombuffer(data, position.game.table.dtype).copy()
        done = _break_one(record, position.game, rng)
        if record.tobytes() != data:
            return done, record.tobytes()


def _break_one(record: np.ndarray, game: engines.Game, rng: random.Random) -> str:
    """Break something in an array of one record: a record alone would give copies."""
    if rng.random() < 0.05:
        return _break_head(record[HEAD], game.seats, rng)
    name = pick(rng, [name for name in game.fields.names if not name.startswith("_")])
    return f"{name}: {_break_field(game, record[name], name, rng)}"


def _break_head(head: np.ndarray, seats: int, rng: random.Random) -> str:
    if rng.random() < 0.3:
        head["capped"] ^= 1
        return "capped: flipped"
    head["player"] = pick(rng, range(engines.OVER, seats))
    return f"player: {head['player'][0]}"


def _break_field(game: engines.Game, values: np.ndarray, name: str, rng: random.Random) -> str:
    """Break one entry that is in use, of all that the field has room for."""
    flat = values.reshape(-1)
    field = game.fields.fields[name]
    used = [i for i in range(flat.size) if flat[i] or rng.random() < 0.3] or [0]
    i, j = pick(rng, used), pick(rng, range(flat.size))
    old = flat[i].item(), flat[j].item()
    if field.bits is not None or field.bit_rows is not None:
        flat[i] ^= flat.dtype.type(1 << int(rng.random() * field.high.bit_length()))
        return f"[{i}] {old[0]} becomes {flat[i]}"
    kind = int(rng.random() * 6)
    if kind == 0:
        flat[i], flat[j] = flat[j], flat[i]
        return f"[{i}] {old[0]} and [{j}] {old[1]} change places"
    if kind == 1:
        _set(flat, i, old[0] - 1)
        _set(flat, j, flat[j].item() + 1)
        return f"one of [{i}] {old[0]} goes to [{j}] {old[1]}"
    _set(flat, i, (old[0] - 1, old[0] + 1, 0, field.high)[kind - 2])
    return f"[{i}] {old[0]} becomes {flat[i]}"


def _set(flat: np.ndarray, i: int, value: int) -> None:
    info = np.iinfo(flat.dtype)
    flat[i] = min(max(value, int(info.min)), int(info.max))


# --- breaking one entry of a position file ---


def every_place(node: Any) -> list[tuple[Any, Any]]:
    """(container, key) of each value in a document."""
    found = []
    for key in [*node] if isinstance(node, dict) else range(len(node)):
        found.append((node, key))
        if isinstance(node[key], dict | list):
            found += every_place(node[key])
    return found


def break_file(view: engines.View, rng: random.Random) -> tuple[str, dict[str, Any]]:
    """The entries of a view's position file with one of them broken, and what was done."""
    document = json.loads(engines.position_json(view))
    kept = {key: document.pop(key) for key in ("game", "options")}
    before = copy.deepcopy(document)
    places = every_place(document)
    while document == before:
        node, key = pick(rng, places)
        old = copy.deepcopy(node[key])
        _break_entry(node, key, places, rng)
        done = f"{key}: {old!r} becomes {node[key]!r}"
    return done, {**kept, **document}


def _break_entry(node: Any, key: Any, places: list[tuple[Any, Any]], rng: random.Random) -> None:
    value = node[key]
    if isinstance(value, bool):
        node[key] = not value
    elif isinstance(value, int):
        node[key] = pick(rng, (value - 1, value + 1, 0, 2 * value, 100))
    elif isinstance(value, str):
        node[key] = _break_words(value, places, rng)
    elif isinstance(value, list) and value:
        i, j = (int(rng.random() * len(value)) for _ in range(2))
        if rng.random() < 0.3:
            node[key] = value[:i] + value[i + 1 :]
        else:
            value[i], value[j] = value[j], value[i]
    elif isinstance(value, dict) and value:
        del value[pick(rng, [*value])]


def _break_words(text: str, places: list[tuple[Any, Any]], rng: random.Random) -> str:
    """A name added, removed or moved, or a whole entry from somewhere else."""
    words = text.split(", ")
    others = [node[key] for node, key in places if isinstance(node[key], str)]
    other = pick(rng, others)
    kind = rng.random()
    if kind < 0.3:
        return other
    if kind < 0.5:
        words.append(pick(rng, other.split(", ")))
    elif kind < 0.7:
        words.append(pick(rng, words))
    else:
        words.remove(pick(rng, words))
    return ", ".join(words)


# --- what an accepted position must be ---


def read_or_refused(read: Callable[[], AnyPosition]) -> AnyPosition | None:
    """What was read; None if it was refused, with one line per problem."""
    try:
        return read()
    except engines.EminenceError as error:
        complaints(error)
    return None


def refused_or_sound(read: Callable[[], Position], seed: int, done: str) -> int:
    """How many steps an accepted position was played, sound to its end; 0: it was refused."""
    position = read_or_refused(read)
    if position is None:
        return 0
    try:
        return plays_to_the_end(world_of(position, seed), seed)
    except (AssertionError, engines.EminenceError) as error:
        raise AssertionError(
            f"accepted, though broken: {done}\n{position.to_json()}\n{error}"
        ) from error


def world_of(position: Position, seed: int) -> engines.State:
    """The state itself, or a world that fits the view."""
    position.board()
    if isinstance(position, engines.State):
        return position
    world = position.sample(seed)
    assert world.view(position.seat) == position, f"its world differs: {world.to_json()}"
    return world


def plays_to_the_end(state: engines.State, seed: int) -> int:
    """Random play: every state on the way is accepted, and some get all checks."""
    limit = state.game.table.sizes["max_plies"]
    walk = Walk(state.game, seed, state)
    looks = _looks(seed)
    before = None
    for step, after in enumerate(walk):
        _is_accepted(after, step)
        if before is not None:
            _keeps(broken_by_step(before, after), after, step)
        _keeps(broken_by_state(after), after, step)
        if step in looks:
            checks.views_are_sound(after)
            checks.worlds_are_valid_for_all(after, range(1))
        assert walk.decisions <= limit, f"still running after {limit} decisions"
        before = after.copy()
    checks.returns_are_sound(walk.state)
    return 1 + len(walk.plies)


def _looks(seed: int) -> set[int]:
    """The first step, and a few early ones, where what was broken still shows."""
    rng = random.Random(seed)
    return {0, *(int(60 * rng.random()) for _ in range(LOOKS - 1))}


def _keeps(complaints: Iterator[str], after: engines.State, step: int) -> None:
    for complaint in complaints:
        raise AssertionError(f"after {step} steps {complaint}: {after.to_json()}")


def _is_accepted(after: engines.State, step: int) -> None:
    try:
        after.game.from_bytes(after.to_bytes())
    except engines.BadPosition as error:
        raise AssertionError(
            f"after {step} steps its state is refused: {error}\n{after.to_json()}"
        ) from None
