"""What a player's tree is keyed by, and whose reward its moves maximise."""

from __future__ import annotations

import pytest
from conformance.walks import Walk
from toys import kind_or_spiteful, my_hidden_move
from trees import by_name

from eminence import engines, search


def keys_after(state: engines.State, *actions: int) -> tuple[int, ...]:
    state, sink = state.copy(), engines.Sink()
    for action in actions:
        state.apply(action, sink)
    return sink.keys


def test_a_hidden_move_changes_the_key_of_those_who_see_it_alone() -> None:
    root = my_hidden_move().root()
    heads, tails, out = (
        keys_after(root, root.parse(move)) for move in ("hide heads", "hide tails", "out")
    )
    assert heads[1] == tails[1] != out[1]
    assert heads[0] != tails[0]
    # The onlooker knows no more than seat 1.
    assert heads[6] == tails[6] != out[6]


def test_a_hidden_deal_changes_the_key_of_those_who_see_it_alone() -> None:
    root = engines.load("kuhn_poker", players=3).root()
    one, other = (keys_after(root, 0, card) for card in (1, 2))
    assert one[0] == other[0]
    assert one[2] == other[2]
    assert one[6] == other[6]
    assert one[1] != other[1]


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "phantom_ttt", "royals", "stacks"])
def test_keys_split_as_views_do(name: str) -> None:
    """Two ways on from one state: a viewer's keys are equal where it was shown the same."""
    same = different = 0
    for seed in range(3):
        for state in Walk(engines.load(name), seed):
            if state.over:
                continue
            at_chance = state.player == engines.CHANCE
            ways = [o for o, _ in state.outcomes()] if at_chance else state.actions()
            if len(ways) < 2:
                continue
            children = []
            for way in (ways[0], ways[-1]):
                child, sink = state.copy(), engines.Sink()
                child.apply(way, sink)
                children.append((child, sink.keys))
            (left, left_keys), (right, right_keys) = children
            for viewer in range(state.game.seats):
                if left_keys[viewer] == right_keys[viewer]:
                    same += 1
                    if engines.CHANCE not in (left.player, right.player):
                        assert left.view(viewer) == right.view(viewer)
                else:
                    different += 1
    assert same
    assert different


@pytest.mark.parametrize(("backup", "best"), [("maxn", "left"), ("paranoid", "right")])
@pytest.mark.parametrize("mode", ["so", "mo", "is"])
def test_others_play_for_themselves_or_against_me(mode: str, backup: str, best: str) -> None:
    view = kind_or_spiteful().root().view(0)
    bot = search.ISMCTS(mode=mode, backup=backup, iterations=5000, seed=1)
    result = bot.search(view)
    assert view.text(result.best) == best
    left = by_name(result.moves)["left"]
    expected = {"maxn": 0.8, "paranoid": 0.0}[backup]
    assert left.value == pytest.approx(expected, abs=0.1)
