"""The space of a sweep: how it is written, what it refuses, and the agents it makes."""

from __future__ import annotations

import pytest

from eminence import engines
from eminence.experiments.sweeps.space import Listed, Range, read_space, values_of, with_values


@pytest.fixture(scope="module")
def royals() -> engines.Game:
    return engines.load("royals", players=2)


def test_every_kind_of_dimension(royals):
    space = read_space(
        {
            "weights.card": {"low": 0.5, "high": 8, "log": True},
            "iterations": {"low": 100, "high": 400, "step": 100},
            "cut": {"low": 1, "high": 3},
            "c": {"low": 0.1, "high": 0.4, "step": 0.1},
            "mode": {"choices": ["so", "mo"]},
        },
        "ismcts",
        royals,
    )
    assert space.dimensions == (
        Range("weights.card", 0.5, 8.0, log=True, whole=False),
        Listed("iterations", (100, 200, 300, 400), step=100),
        Range("cut", 1, 3, log=False, whole=True),
        Listed("c", (0.1, 0.2, 0.3, 0.4), step=0.1),
        Listed("mode", ("so", "mo")),
    )
    assert read_space(space.written(), "ismcts", royals) == space


def test_a_name_with_a_point_needs_no_quotes(royals):
    entry = {"low": 1, "high": 2}
    quoted = read_space({"weights.card": entry, "weights.set": entry}, "greedy", royals)
    assert quoted == read_space({"weights": {"card": entry, "set": entry}}, "greedy", royals)


def test_a_grid_has_every_point_once(royals):
    written = {"worlds": {"low": 2, "high": 4}, "weights.card": {"choices": [1, 2]}}
    grid = read_space(written, "greedy", royals).grid()
    assert [(point["worlds"], point["weights.card"]) for point in grid] == [
        (2, 1.0),
        (2, 2.0),
        (3, 1.0),
        (3, 2.0),
        (4, 1.0),
        (4, 2.0),
    ]


def test_codes_stand_for_values(royals):
    written = {
        "worlds": {"low": 2, "high": 64, "log": True},
        "weights.card": {"low": 0, "high": 1, "step": 0.25},
        "weights.set": {"low": 0, "high": 1},
    }
    space = read_space(written, "greedy", royals)
    values = {"worlds": 8, "weights.card": 0.75, "weights.set": 0.125}
    codes = space.encode(values)
    assert codes == {"worlds": 8, "weights.card": 3, "weights.set": 0.125}
    assert space.decode(codes) == values
    assert space.encode({**values, "weights.card": 0.3}) is None
    assert space.encode({**values, "worlds": 65}) is None
    assert space.encode({**values, "worlds": None}) is None
    # Drawn numbers are short, and stay inside.
    drawn = space.decode({"worlds": 8, "weights.card": 0, "weights.set": 0.123456789})
    assert drawn["weights.set"] == 0.1235
    narrow = Range("c", 0.12344, 0.12346, log=False, whole=False)
    assert narrow.decode(0.123451) == 0.12346


def test_values_are_put_over_a_template(royals):
    new = {"worlds": 4, "weights.card": 2.5}
    template = "greedy:weights={set:0.5}"
    spec = with_values(template, new, royals)
    assert spec == "greedy:worlds=4,weights={card:2.5;set:0.5}"
    assert values_of(spec, new, royals) == new
    assert values_of(template, new, royals) == {"worlds": 8, "weights.card": 1.6}
    # The same agent, whether a weight is written or the game's own.
    assert with_values("greedy", {"weights.card": 1.6}, royals) == "greedy"


def test_an_option_that_is_left_to_the_game_can_be_put_back(royals):
    spec = with_values("ismcts:iterations=50", {"c": 0.9}, royals)
    assert spec == "ismcts:iterations=50,c=0.9"
    old = values_of("ismcts:iterations=50", ["c"], royals)
    assert old == {"c": None}
    assert with_values(spec, old, royals) == "ismcts:iterations=50"


@pytest.mark.parametrize(
    ("spec", "written", "message"),
    [
        ("greedy", {}, "space: name one parameter at least"),
        (
            "greedy",
            {"world": {"low": 1, "high": 2}},
            "'world' of greedy: choose worlds, beyond, network",
        ),
        ("greedy", {"weights.gold": {"low": 1, "high": 2}}, "'weights.gold' .*weights.card"),
        ("greedy", {"seed": {"low": 1, "high": 2}}, "unknown parameter 'seed'"),
        ("greedy", {"weights": {"choices": [1]}}, "unknown parameter 'weights'"),
        ("random", {"weights.card": {"low": 1, "high": 2}}, "random has none to tune"),
        ("greedy", {"worlds": 3}, "space: worlds: write { low = 1"),
        ("greedy", {"worlds": {"low": 1, "max": 2}}, "unknown field 'max': choose low, high"),
        ("greedy", {"worlds": {"low": 1}}, "space: worlds: high is missing"),
        ("greedy", {"worlds": {"low": 0, "high": 9}}, "worlds: low: expected a whole number"),
        ("greedy", {"worlds": {"low": 1, "high": 2.5}}, "worlds: high: expected a whole num"),
        ("greedy", {"worlds": {"low": 5, "high": 5}}, "low must be the lower one"),
        ("greedy", {"worlds": {"low": 1, "high": 9, "step": 0.5}}, "step: expected a whole"),
        ("greedy", {"worlds": {"low": 1, "high": 9, "log": 1}}, "log=1: choose true or false"),
        ("greedy", {"worlds": {"low": 1, "high": 9, "log": True, "step": 2}}, "not both"),
        ("greedy", {"worlds": {"choices": []}}, "choices: write a list"),
        ("greedy", {"worlds": {"choices": [1, 1]}}, "worlds: 1 is there twice"),
        ("greedy", {"worlds": {"choices": [1], "low": 1}}, "choices stand alone"),
        ("greedy", {"weights.card": {"low": 0, "high": 1, "log": True}}, "begins above 0"),
        ("greedy", {"weights.card": {"low": 0, "high": 1, "step": 1e-6}}, "are too many"),
        ("greedy", {"weights.card": {"low": "1", "high": 2}}, "card: low='1': choose a number"),
        ("ismcts", {"mode": {"low": 1, "high": 2}}, "mode: write choices, some of so"),
        ("ismcts", {"mode": {"choices": ["xo"]}}, "space: mode=xo: choose so or mo"),
    ],
)
def test_mistakes_are_named(royals, spec, written, message):
    with pytest.raises(engines.BadOption, match=message) as raised:
        read_space(written, spec, royals)
    assert "\n" not in str(raised.value)


def test_a_grid_without_end_is_refused(royals):
    for entry in ({"low": 0.5, "high": 1}, {"low": 1, "high": 9, "log": True}):
        space = read_space({"weights.card": entry}, "greedy", royals)
        with pytest.raises(engines.BadOption, match=r"weights\.card: a grid needs choices, or"):
            space.grid()
    wide = read_space({"worlds": {"low": 1, "high": 9000}}, "greedy", royals)
    assert len(wide.grid()) == 9000
    entry = {"low": 1, "high": 200, "step": 1}
    square = read_space({"worlds": entry, "weights.card": entry}, "greedy", royals)
    with pytest.raises(engines.BadOption, match="the grid has 40000 points"):
        square.grid()
