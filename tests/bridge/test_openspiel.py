"""The reference games are OpenSpiel's: the same moves, players, chances and returns. Both games are
walked in lockstep and compared at every state. A small tree is walked to the last leaf; of a large
one a thousand random games are played.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from eminence import engines

pytestmark = pytest.mark.slow

pyspiel = pytest.importorskip(
    "pyspiel", reason="the optional extra [bridge] (open_spiel) is not installed"
)

GAMES_PER_SETTING = 1000


def spiel_game(name: str, options: dict[str, int]) -> Any:
    """OpenSpiel's game of that name, with parameters only where it knows them."""
    known = pyspiel.load_game(name).get_parameters()
    return pyspiel.load_game(name, {k: v for k, v in options.items() if k in known})


def compare_end(ours: engines.State, theirs: Any) -> None:
    assert ours.over
    assert ours.actions() == []
    assert [r.score for r in ours.returns()] == pytest.approx(theirs.returns(), abs=1e-12)


def compare_chance(ours: engines.State, theirs: Any) -> list[int]:
    assert ours.player == engines.CHANCE
    mine, other = ours.outcomes(), theirs.chance_outcomes()
    assert [o for o, _ in mine] == [o for o, _ in other]
    assert [p for _, p in mine] == pytest.approx([p for _, p in other])
    return [o for o, _ in mine]


def compare_decision(ours: engines.State, theirs: Any) -> list[int]:
    assert ours.player == theirs.current_player()
    assert ours.actions() == theirs.legal_actions()
    return ours.actions()


def compare(ours: engines.State, theirs: Any) -> list[int]:
    """Assert that two states agree; returns the options that they share."""
    if theirs.is_terminal():
        compare_end(ours, theirs)
        return []
    return (compare_chance if theirs.is_chance_node() else compare_decision)(ours, theirs)


def compare_tree(ours: engines.State, theirs: Any, count: Counter[str]) -> None:
    options = compare(ours, theirs)
    kind = "over" if ours.over else "chance" if ours.player == engines.CHANCE else "decision"
    count[kind] += 1
    for option in options:
        child = ours.copy()
        child.apply(option)
        compare_tree(child, theirs.child(option), count)


def bid_together(ours: engines.State, theirs: Any, rng: random.Random) -> None:
    """One joint action: our seats choose in turn, OpenSpiel's all at once."""
    bids = []
    for seat in range(ours.game.seats):
        assert ours.player == seat
        assert ours.actions() == theirs.legal_actions(seat)
        bids.append(rng.choice(ours.actions()))
        ours.apply(bids[-1])
    theirs.apply_actions(bids)


def compare_random_games(game: engines.Game, spiel: Any, count: int) -> int:
    return sum(compare_random_game(game, spiel, seed) for seed in range(count))


def compare_random_game(game: engines.Game, spiel: Any, seed: int) -> int:
    """Play one game on both sides; returns how many states were compared."""
    rng = random.Random(seed)
    ours, theirs = game.root(), spiel.new_initial_state()
    states = 0
    while True:
        states += 1
        if theirs.is_simultaneous_node():
            bid_together(ours, theirs, rng)
            continue
        options = compare(ours, theirs)
        if not options:
            return states
        option = rng.choice(options)
        ours.apply(option)
        theirs.apply_action(option)


TREES = [
    ("kuhn_poker", {}, (4, 24, 30)),
    ("kuhn_poker", {"players": 3}, (17, 288, 312)),
    ("leduc_poker", {}, (157, 3780, 5520)),
]


@pytest.mark.parametrize(("name", "options", "size"), TREES)
def test_whole_tree_is_openspiels(name: str, options: dict, size: tuple) -> None:
    count: Counter[str] = Counter()
    theirs = spiel_game(name, options).new_initial_state()
    compare_tree(engines.load(name, **options).root(), theirs, count)
    assert (count["chance"], count["decision"], count["over"]) == size


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tic_tac_toe", {}),
        ("phantom_ttt", {}),
        ("connect_four", {}),
        ("goofspiel", {"players": 2}),
        ("goofspiel", {"players": 3}),
        ("goofspiel", {"players": 4}),
        ("goofspiel", {"players": 3, "num_cards": 2}),
        ("goofspiel", {"players": 4, "num_cards": 5}),
    ],
)
def test_random_games_are_openspiels(name: str, options: dict) -> None:
    game, spiel = engines.load(name, **options), spiel_game(name, options)
    states = compare_random_games(game, spiel, GAMES_PER_SETTING)
    assert states >= 2 * GAMES_PER_SETTING


def test_every_reference_game_is_compared() -> None:
    """A game that OpenSpiel has too must be in one of the lists above."""
    compared = {
        "kuhn_poker",
        "leduc_poker",
        "tic_tac_toe",
        "phantom_ttt",
        "connect_four",
        "goofspiel",
    }
    assert compared == set(engines.names()) & set(pyspiel.registered_names())


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "goofspiel", "connect_four"])
def test_defaults_are_openspiels(name: str) -> None:
    theirs = pyspiel.load_game(name).get_parameters()
    for option, ours in engines.options(name).items():
        assert theirs.get(option, 2) == ours.default


@pytest.mark.parametrize(
    ("name", "ours", "theirs"),
    [
        ("connect_four", {}, {"x_in_row": 3}),
        ("connect_four", {}, {"rows": 5}),
        ("goofspiel", {}, {"num_cards": 12}),
        ("goofspiel", {}, {"returns_type": "total_points"}),
        ("leduc_poker", {}, {"suit_isomorphism": True}),
    ],
)
def test_another_rule_is_noticed(name: str, ours: dict, theirs: dict) -> None:
    """The comparison itself can fail: OpenSpiel with one rule changed does not match."""
    game, spiel = engines.load(name, **ours), pyspiel.load_game(name, theirs)
    with pytest.raises(AssertionError):
        compare_random_games(game, spiel, 50)
