"""Position files: every view, written out and read back, is the same view."""

from __future__ import annotations

import json
import random
import tomllib
from typing import Any

import pytest
from conformance.breaks import every_place, read_or_refused, some_view
from conformance.cases import Case
from conformance.sizes import Sizes
from conformance.walks import pick, sampled, viewers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eminence import engines, search

EXAMPLES = settings(suppress_health_check=list(HealthCheck))
STRANGE = (None, True, "", "none", "über", ",", -1, 300, 10**40, 0.5, [], {}, [[]], ["x"])
seeds = st.integers(0, 2**32)


def views(game: engines.Game, seed: int, most: int) -> list[engines.View]:
    return [s.view(v) for s in sampled(game, seed, most) for v in viewers(game)]


@pytest.mark.slow
def test_every_view_comes_back_byte_for_byte(game: engines.Game, sizes: Sizes) -> None:
    """In TOML and in JSON by turns: that they say the same has its own test below."""
    for seed in range(2):
        for i, state in enumerate(sampled(game, seed, 2 + sizes.of(10)), start=seed):
            for j, viewer in enumerate(viewers(game), start=i):
                view = state.view(viewer)
                write = engines.position_json if j % 2 else engines.position_toml
                text = write(view)
                assert engines.parse_position(text).to_bytes() == view.to_bytes(), text


def test_a_view_that_comes_back_has_the_same_moves_and_the_same_search(game: engines.Game) -> None:
    state = pick(random.Random(1), [s for s in sampled(game, 3, 12) if s.player >= 0])
    view = state.view(state.player)
    again = engines.parse_position(engines.position_toml(view))
    assert again.actions() == view.actions() == state.actions()
    assert [again.text(a) for a in again.actions()] == [view.text(a) for a in view.actions()]
    bot = search.make("ismcts:iterations=40,seed=5")
    assert bot.search(again) == bot.search(view)


def test_toml_and_json_say_the_same(game: engines.Game) -> None:
    for view in views(game, 4, 3):
        written = json.loads(engines.position_json(view))
        assert tomllib.loads(engines.position_toml(view)) == written


def test_a_file_fits_the_screen_and_explains_itself(game: engines.Game) -> None:
    state = game.root()
    state.resolve(engines.Chance(0))
    lines = engines.position_toml(state.view(0)).splitlines()
    assert any("#" in line for line in lines)
    assert max(len(line) for line in lines if "#" in line) <= 96


def test_the_json_of_a_view_is_a_position_file_too(game: engines.Game) -> None:
    for view in views(game, 5, 3):
        assert engines.parse_position(view.to_json()) == view


def alter(document: dict[str, Any], rng: random.Random) -> None:
    """Change, drop or add something in one place."""
    node, key = pick(rng, every_place(document))
    kind = rng.random()
    if kind < 0.4 and isinstance(node[key], int):
        node[key] += pick(rng, (-1, 1, 2))
    elif kind < 0.6 and isinstance(node[key], str):
        node[key] = pick(rng, (node[key] + ", x", node[key][:-1], f"{node[key]}, {node[key]}"))
    elif kind < 0.75 and isinstance(node, dict):
        del node[key]
    elif kind < 0.85 and isinstance(node, dict):
        node[f"{key}s"] = node[key]
    else:
        node[key] = pick(rng, STRANGE)


@pytest.mark.slow
def test_an_altered_file_is_refused_in_one_line_or_describes_a_view(
    case: Case, sizes: Sizes
) -> None:
    @settings(EXAMPLES, max_examples=sizes.of(25))
    @given(seed=seeds)
    def check(seed: int) -> None:
        rng = random.Random(seed)
        view = some_view(case, rng)
        document = json.loads(engines.position_json(view))
        for _ in range(1 + int(rng.random() * 2)):
            alter(document, rng)
        read = read_or_refused(lambda: engines.position_from(document))
        if read is not None:
            # What is accepted has worlds that fit it, and comes back as well.
            assert read.sample(seed).view(read.seat) == read
            assert engines.parse_position(engines.position_toml(read)) == read

    check()


def test_errors_name_the_file_and_the_entry(game: engines.Game, tmp_path) -> None:
    whole = engines.position_toml(game.root().view(0))
    path = tmp_path / "table.toml"
    for text, said in (
        ("", "game: missing"),
        ('game = "chess"', "line 1, game: unknown 'chess'"),
        ("game = 3", "line 1, game: expected"),
        (f'game = "{game.name}"\noptions = 3', "line 2, options: expected a table"),
        (f'game = "{game.name}"\n[options]\nplayers = 99', "line 2, options: unknown option"),
        (f'game = "{game.name}"\n[options]\nseats = 2', "line 3, options.seats: unknown"),
        (f'game = "{game.name}"\ngame = 1', "not TOML"),
        ('{"game": ', "not JSON"),
        (f"{whole}\n[extra]\n", f"line {whole.count(chr(10)) + 2}, extra: unknown"),
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(engines.BadPosition) as caught:
            engines.read_position(path)
        assert str(caught.value).startswith(f"{path}: {said}"), str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path) -> None:
    with pytest.raises(engines.BadPosition, match=r"none\.toml: No such file"):
        engines.read_position(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(engines.BadPosition, match=r"bytes\.toml: not UTF-8"):
        engines.read_position(tmp_path / "bytes.toml")
