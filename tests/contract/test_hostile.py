"""Hostile input: altered bytes and JSON are refused in words, or are sound positions.

What is accepted is played to its end: no accepted position may crash, stall or run on.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from conformance.breaks import every_place, read_or_refused, reader, some_position, world_of
from conformance.cases import Case
from conformance.sizes import Sizes
from conformance.walks import Walk, pick, sampled, viewers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eminence import engines

EXAMPLES = settings(max_examples=60, suppress_health_check=list(HealthCheck))
STRANGE = (None, True, "", "chance", "über", -1, 300, 2**31, 2**70, 0.5, [], {}, [[]])
seeds = st.integers(0, 2**32)


def must_be_playable(position: engines.State | engines.View, seed: int) -> None:
    """An accepted view has worlds that fit it, an accepted state an end."""
    world = world_of(position, seed)
    world.game.from_bytes(world.to_bytes())
    limit = world.game.table.sizes["max_plies"]
    played = world.copy()
    assert played.playout(seed, limit) <= limit
    assert played.over, f"still running after {limit} decisions: {position.to_json()}"
    walk = Walk(world.game, seed, world)
    for _ in range(20):
        if walk.state.over:
            break
        if walk.state.player >= 0:
            assert walk.state.actions(), walk.state.to_json()
        walk.play(walk.choose())


def refused_or_playable(read: Callable[[], Any], seed: int) -> None:
    position = read_or_refused(read)
    if position is not None:
        must_be_playable(position, seed)


def alter_bytes(data: bytes, rng: random.Random) -> bytes:
    """Flip bits, set extreme values, or swap two bytes, in one to three places."""
    altered = bytearray(data)
    for _ in range(1 + int(rng.random() * 3)):
        i, j = (int(rng.random() * len(altered)) for _ in range(2))
        kind = rng.random()
        if kind < 0.3:
            altered[i] ^= 1 << int(rng.random() * 8)
        elif kind < 0.5:
            altered[i] = pick(rng, (0, 1, 2, 127, 128, 255))
        elif kind < 0.8:
            altered[i] = (altered[i] + pick(rng, (-1, 1))) % 256
        else:
            altered[i], altered[j] = altered[j], altered[i]
    return bytes(altered)


@EXAMPLES
@given(seed=seeds)
def test_altered_bytes_are_refused_or_playable(case: Case, seed: int) -> None:
    rng = random.Random(seed)
    position = some_position(case, rng)
    data = alter_bytes(position.to_bytes(), rng)
    refused_or_playable(lambda: reader(position)(data), seed)


def alter_json(document: dict, other: dict, rng: random.Random) -> str:
    """Change, drop, add, nest or mix in something in one to three places."""
    text = json.dumps(document)
    for _ in range(1 + int(rng.random() * 3)):
        document = json.loads(text)
        node, key = pick(rng, every_place(document))
        kind = rng.random()
        if kind < 0.35 and isinstance(node[key], int):
            node[key] += pick(rng, (-1, 1, 1, 2, 5))
        elif kind < 0.6:
            node[key] = pick(rng, STRANGE)
        elif kind < 0.7:
            del node[key]
        elif kind < 0.75 and isinstance(node, dict):
            node[f"{key}s"] = 1
        elif kind < 0.8:
            node[key] = [node[key]]
        else:
            _, mixed = pick(rng, every_place(other)) if rng.random() < 0.2 else (None, None)
            common = [k for k in other["position"] if k in document.get("position", {})]
            if mixed is None and common and isinstance(document["position"], dict):
                name = pick(rng, common)
                document["position"][name] = other["position"][name]
        text = json.dumps(document)
        if not isinstance(document.get("position"), dict) or not every_place(document):
            break
    return text


@pytest.mark.slow
def test_altered_json_is_refused_or_playable(case: Case, sizes: Sizes) -> None:
    game = case.load()

    @settings(EXAMPLES, max_examples=sizes.of(60))
    @given(seed=seeds)
    def check(seed: int) -> None:
        rng = random.Random(seed)
        position, other = some_position(case, rng), some_position(case, rng)
        text = alter_json(json.loads(position.to_json()), json.loads(other.to_json()), rng)
        is_view = isinstance(position, engines.View)
        refused_or_playable(
            lambda: game.view_from_json(text) if is_view else game.from_json(text), seed
        )

    check()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "3",
        '"state"',
        "{}",
        "[" * 100_000,
        '{"position": ' * 100_000,
        '{"position": []}',
        '{"view_of": "full", "player": 0, "position": {"no such field": 1}}',
        '{"view_of": "full", "player": 99}',
        '{"view_of": "full", "player": 0.0}',
        '{"view_of": "full", "player": true}',
        '{"view_of": ["full"], "player": 0}',
        '{"view_of": "full"}',
        '{"player": 0}',
        '{"view_of": "full", "player": 0, "extra": {}}',
        '{"view_of": "full", "player": 0, "options": []}',
        '{"view_of": "full", "player": 0, "options": {"colour": "red"}}',
        '{"view_of": "full", "player": 0, "options": {"players": 99}}',
        '{"view_of": "full", "player": 0, "options": {"two\\nlines": 1}}',
        '{"view_of": "full", "player": 0, "two\\nlines": 1}',
        '{"view_of": "full", "player": 0, "game": "chess"}',
        '{"view_of": "full", "player": 0, "game": null}',
        '{"view_of": "full", "player": "over", "position": NaN}',
        '{"view_of": "full", "player": "chance", "capped": "yes", "position": {"x": {}}}',
    ],
)
def test_text_that_is_no_position_is_refused(game: engines.Game, text: str) -> None:
    for read in (game.from_json, game.view_from_json):
        with pytest.raises(engines.BadPosition) as caught:
            read(text)
        assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_each_field_in_turn_refuses_what_it_cannot_hold(game: engines.Game) -> None:
    document = json.loads(sampled(game, 3, 5)[2].to_json())
    position = document["position"]
    for name, right in [*position.items()]:
        for wrong in ("many", None, 10**30, -(10**30), [None], {"a": 1}, [[[[]]]]):
            position[name] = wrong
            with pytest.raises(engines.BadPosition, match=name):
                game.from_json(json.dumps(document))
        position[name] = right


def test_bytes_that_are_no_part_of_the_state_are_zero_or_refused(game: engines.Game) -> None:
    for state in sampled(game, 4, 6):
        for position in (state, *(state.view(viewer) for viewer in viewers(game))):
            data = position.to_bytes()
            for at in game.fields.padding:
                assert data[at] == 0, position.to_json()
                altered = data[:at] + b"\7" + data[at + 1 :]
                with pytest.raises(engines.BadPosition, match=rf"^byte {at}: 7, but no part"):
                    reader(position)(altered)
