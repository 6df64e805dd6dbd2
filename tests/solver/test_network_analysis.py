"""Analyses by an agent with a network: what the network says alone, beside what was searched."""

import json

import pytest
from networks import arrays_for

from eminence import engines, search, solver
from eminence.cython_ext.text_lines import laid_out_for
from eminence.search.network.network_file import NetworkFile
from eminence.solver.text_layout import laid_out

SHORT = solver.Limit(iterations=100)


@pytest.fixture(scope="module")
def poker():
    return engines.load("kuhn_poker", players=3)


@pytest.fixture(scope="module")
def agent(poker):
    return search.ISMCTS(network=NetworkFile.of(poker, arrays_for(poker)))


def dealt(game, *cards):
    state = game.root()
    for card in cards:
        state.apply(card)
    return state.view(0)


def plain(analysis):
    """Everything but the time it took."""
    return {key: value for key, value in analysis.to_dict().items() if key != "seconds"}


@pytest.fixture(scope="module")
def found(poker, agent):
    return solver.analyse(dealt(poker, 1, 3, 0), SHORT, agent)


def test_an_analysis_has_the_networks_own_estimates(found, agent):
    assert found.raw == agent.raw(found.view)
    assert {move.action: move.policy for move in found.moves} == agent.policy(found.view)


def test_the_table_shows_the_policy_and_why_the_win_share(found):
    _, _, heads, *rows = found.summary().splitlines()
    assert heads.split()[:3] == ["move", "network", "visits"]
    for row, move in zip(rows, found.moves, strict=False):
        assert f" {100 * move.policy:.0f} % " in row
    liked = max(found.moves, key=lambda move: move.policy)
    assert (
        f"\n\nBefore any search the network gives you {100 * found.raw[0]:.0f} %. "
        f"Its first choice: {liked.text} ({100 * liked.policy:.0f} %).\n\n"
    ) in found.why()


def test_a_network_that_leaves_moves_to_the_game_has_no_column(poker):
    arrays = arrays_for(poker)
    silent = {name: 0 * array for name, array in arrays.items() if "trait" in name}
    agent = search.ISMCTS(network=NetworkFile.of(poker, {**arrays, **silent, "guidance": [1, 5]}))
    found = solver.analyse(dealt(poker, 1, 3, 0), SHORT, agent)
    assert found.summary().splitlines()[2].split()[:2] == ["move", "visits"]
    assert "Before any search the network gives you" in found.why()
    assert "first choice" not in found.why()


def test_json_has_the_networks_own_estimates(found):
    told = json.loads(found.to_json())
    assert told["raw"] == list(found.raw)
    assert [move["policy"] for move in told["moves"]] == [move.policy for move in found.moves]


def test_every_step_on_the_way_has_them_too(found, agent):
    *steps, last = solver.stream(found.view, SHORT, agent)
    assert {step.raw for step in steps} == {found.raw}
    assert last == found


def test_a_single_move_keeps_its_share_among_all_legal_ones(found, agent):
    alone = solver.analyse(found.view, SHORT, agent, ["bet"])
    (bet,) = (move for move in found.moves if move.text == "bet")
    assert alone.best.policy == bet.policy
    assert "Its first choice" not in alone.why()
    assert "Before any search" in alone.why()


def test_hidden_cards_change_nothing(poker, agent, found):
    assert plain(solver.analyse(dealt(poker, 1, 0, 2), SHORT, agent)) == plain(found)


@pytest.mark.parametrize("spec", ["ismcts:network=none", "random", "greedy:network=none"])
def test_without_a_network_nothing_is_said_about_one(found, spec):
    without = solver.analyse(found.view, SHORT, spec)
    assert "network" not in without.to_text().replace(spec, "")
    told = without.to_dict()
    assert "raw" not in told
    assert not any("policy" in move for move in told["moves"])


def test_many_figures_stand_closer_together_so_that_names_have_room():
    name = "take over Edinburgh Princess"
    for figure, gap in (("1234567", "  "), ("12345678", " ")):
        row = ["1", *[figure] * 9]
        heads, first, *_ = laid_out([name], [[""] * len(row), row])
        assert first.endswith(f"{figure}{gap}{figure}")
        assert len(first) <= 100
        assert heads.strip() == "move"


@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_text_stays_within_the_columns_of_its_reader(width):
    game = engines.load("royals", players=5)
    state, chance = game.root(), engines.Chance(3)
    state.resolve(chance)
    for _ in range(100):
        state.apply(search.Random(seed=1).search(state.view(state.player)).best)
        state.resolve(chance)
    agent = search.ISMCTS(network=NetworkFile.of(game, arrays_for(game)))
    with laid_out_for(lambda: width):
        text = solver.analyse(state.view(state.player), SHORT, agent).to_text()
    assert max(map(len, text.splitlines())) <= width
