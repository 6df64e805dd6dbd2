"""Searches that may try only some of the root's moves."""

import numpy as np
import pytest

from eminence import engines, search
from eminence.cython_ext.errors import BadOption
from eminence.search.kernels.ismcts import Kernel
from eminence.search.searcher import Budget

SEARCHERS = [
    "flat",
    "ismcts",
    "ismcts:threads=2",
    "ismcts:mode=is",
    "ismcts:mode=so,root=halving",
    "ismcts:selector=regret",
    "ismcts:reuse=yes",
    "pimc:trees=4",
    "pimc:trees=4,player=maxn",
    "plan",
]


def look(spec, view, actions, iterations=400):
    return search.make(spec).look(view, actions, Budget.of(search.Limit(iterations=iterations)))


@pytest.mark.parametrize("spec", SEARCHERS)
def test_only_the_given_moves_are_tried_and_chosen(spec, noughts):
    view = noughts("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)").view(0)
    winning = view.parse("x(0,2)")
    allowed = [a for a in view.actions() if a != winning][:-1]
    result = look(spec, view, allowed)
    assert [move.action for move in result.moves] == allowed
    assert result.best == view.parse("x(1,2)"), "the block, since the win is forbidden"
    if not spec.startswith("pimc:trees=4,player=maxn"):
        assert sum(move.visits for move in result.moves) == result.iterations


@pytest.mark.parametrize("spec", SEARCHERS)
def test_naming_all_moves_is_no_restriction(spec, noughts):
    view = noughts("x(0,0)", "o(1,0)").view(0)
    assert look(spec, view, view.actions()) == search.make(spec).search(
        view, search.Limit(iterations=400)
    )


def test_lines_begin_with_allowed_moves():
    state = engines.load("royals", players=2).root()
    state.resolve(engines.Chance(1))
    view = state.view(state.player)
    allowed = view.actions()[1:]
    for move in look("ismcts", view, allowed).moves:
        assert move.steps[0] == (move.action, True)


def test_a_tree_that_has_grown_or_redraws_its_own_secrets_is_not_restricted(kuhn):
    view = kuhn.view(0)
    agent = search.ISMCTS(mode="is", selfdet=0.5)
    with pytest.raises(BadOption, match="selfdet=0"):
        look("ismcts:mode=is,selfdet=0.5", kuhn.view(0), view.actions()[:1])
    how = {**agent.settings(view), "selfdet": 0.0}
    kernel = Kernel(view, how, 1, search.ISMCTS(network="none").guidance(view.game), 100)
    kernel.run(10, -1, np.zeros(1, np.uint8))
    with pytest.raises(BadOption, match="new tree"):
        kernel.restrict(np.array(view.actions()[:1], np.int32))
