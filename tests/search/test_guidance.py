"""Who judges positions and moves: the game's own guidance or a network."""

from __future__ import annotations

import importlib
import random
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from networks import arrays_for

from eminence import engines, search
from eminence.search.kernels.selectors import puct_door
from eminence.search.network.guide import Guidance
from eminence.search.network.network_file import NetworkFile

SEARCHERS = ("ismcts", "flat", "pimc", "plan")


@pytest.fixture(scope="module")
def poker():
    return engines.load("kuhn_poker", players=3)


@pytest.fixture(scope="module")
def network(poker):
    return NetworkFile.of(poker, arrays_for(poker))


def dealt(game, *cards):
    state = game.root()
    for card in cards:
        state.apply(card)
    return state


def softmax(logits):
    powers = np.exp(np.array(logits) - max(logits))
    return powers / powers.sum()


def blank(game, **changed) -> NetworkFile:
    """A network that knows nothing, but for these arrays."""
    zeros = {name: np.zeros_like(array) for name, array in arrays_for(game).items()}
    return NetworkFile.of(game, {**zeros, **changed})


# --- what is judged ---


def test_standings_are_the_softmax_of_all_seats_logits(poker, network):
    state = dealt(poker, 1, 3, 0)
    net = network.net_for(poker)
    logits = [net.judge(state.features(seat))[0] for seat in range(3)]
    guidance = Guidance(poker.table, poker.weight_vector(), net)
    assert guidance.standings(state) == pytest.approx(softmax(logits))


def test_a_guided_network_adds_to_what_the_games_own_guidance_says():
    game = engines.load("royals", players=3)
    state = game.root()
    state.resolve(engines.Chance(seed=1))
    network = NetworkFile.of(game, {**arrays_for(game), "guidance": np.array([0.7, 2])})
    net = network.net_for(game)
    logits = [net.judge(state.features(seat))[0] for seat in range(3)]
    own = np.log(state.evaluate())
    standings = Guidance(game.table, game.weight_vector(), net).standings(state)
    assert standings == pytest.approx(softmax(logits + 0.7 * own))
    logits = net.scores(state.features(state.player), state.traits())
    scores = Guidance(game.table, game.weight_vector(), net).scores(state)
    assert scores == pytest.approx(softmax(logits + 2 * np.array(state.priors())))
    # One that has no opinion judges as the game does.
    silent = Guidance(game.table, game.weight_vector(), blank(game, guidance=[1, 0]).net_for(game))
    assert silent.standings(state) == pytest.approx(state.evaluate())


#: steps of a game at which nothing is half done
QUIET = {
    "bruges": ("TURN", "ADVANCE", "CHOOSE_PILE"),
    "blood_of_kings": ("PLAY_CARD", "DYNASTY", "PICK_KINGDOM", "PICK_SET", "HOLD_TALKS"),
}


@pytest.mark.parametrize("name", QUIET)
def test_a_network_judges_what_a_card_half_played_is_about_to_do(name):
    """The answer that the priors give to an open question changes nothing: it was foreseen."""
    steps = importlib.import_module(f"eminence.engines.{name}.state").Step
    quiet = {int(steps[step]) for step in QUIET[name]}
    game = engines.load(name)
    guidance = Guidance(
        game.table, game.weight_vector(), NetworkFile.of(game, arrays_for(game)).net_for(game)
    )
    met = seen = 0
    for state in half_played(game, quiet):
        scores = state.priors()
        first, *others = sorted(scores, reverse=True)
        if not 0 < first < 1 or first in others:
            continue  # several answers look alike
        after = state.copy()
        after.apply(state.actions()[scores.index(first)])
        if after.player >= 0:
            assert guidance.standings(state) == pytest.approx(guidance.standings(after))
            met += 1
            seen += any((state.features(s) != after.features(s)).any() for s in range(game.seats))
    assert met > 20
    assert seen > 10


def half_played(game, quiet):
    """Positions of random games in which a question of a card is open."""
    for seed in range(3):
        rng, state = random.Random(seed), game.root()
        state.resolve(engines.Chance(seed))
        for _ in range(400):
            if state.over:
                break
            if len(state.actions()) > 1 and int(state.data["step"]) not in quiet:
                yield state.copy()
            state.apply(rng.choice(state.actions()))
            state.resolve(engines.Chance(seed))


def test_a_network_that_has_learned_no_moves_leaves_them_to_the_game():
    game = engines.load("royals", players=3)
    state = game.root()
    state.resolve(engines.Chance(seed=1))
    network = blank(game, guidance=[1, 5])
    guidance = Guidance(game.table, game.weight_vector(), network.net_for(game))
    assert guidance.scores(state) == state.priors()
    assert search.ISMCTS(network=network).policy(state.view(0)) == {}


def test_scores_are_the_softmax_of_the_movers_logits(poker, network):
    state = dealt(poker, 1, 3, 0)
    net = network.net_for(poker)
    logits = net.scores(state.features(0), state.traits())
    guidance = Guidance(poker.table, poker.weight_vector(), net)
    assert guidance.scores(state) == pytest.approx(softmax(logits))
    assert guidance.scores(state.view(0)) == guidance.scores(state)


def test_without_a_network_the_game_judges():
    game = engines.load("royals")
    state = game.root()
    state.resolve(engines.Chance(seed=1))
    guidance = Guidance(game.table, game.weight_vector())
    assert guidance.standings(state) == state.evaluate()
    assert guidance.scores(state) == state.priors()


# --- who is asked ---


@pytest.mark.parametrize("name", [*SEARCHERS, "greedy"])
def test_a_network_changes_what_is_answered_and_none_does_not(name, poker, network):
    state = dealt(poker, 1, 3, 0)
    kind = search.AGENTS[name]
    few = {} if name == "greedy" else {"iterations": 50, "rollout": "none"}
    by_game, by_none, by_network = (
        kind(network=judge, **few).search(state.view(0)) for judge in (None, "none", network)
    )
    assert by_game == by_none
    assert [move.value for move in by_network.moves] != [move.value for move in by_game.moves]


@pytest.mark.parametrize("name", [*SEARCHERS, "greedy"])
def test_weights_and_a_network_are_refused_together(name):
    game = engines.load("royals")
    network = blank(game)
    with pytest.raises(engines.BadOption) as refused:
        search.AGENTS[name](network=network, weights={"card": 2.0})
    assert str(refused.value) == (
        "network and weights: a network reads no weights, choose one of them"
    )
    search.AGENTS[name](network="none", weights={"card": 2.0})


def test_a_network_for_another_game_is_refused(network):
    view = engines.load("tic_tac_toe").root().view(0)
    with pytest.raises(engines.BadOption, match="a network for kuhn_poker, but the game is tic"):
        search.ISMCTS(network=network, iterations=10).search(view)


def test_a_networks_settings_come_before_the_games_and_after_the_agents(poker, network):
    told = replace(network, about={**network.about, "search": {"c": 0.25, "selector": "puct"}})
    view = dealt(poker, 1, 3, 0).view(0)
    assert search.ISMCTS(network=told).settings(view)["c"] == 0.25
    assert search.ISMCTS(network=told).settings(view)["selector"] == "puct"
    assert search.ISMCTS(network=told, c=0.5).settings(view)["c"] == 0.5
    assert search.ISMCTS(network="none").settings(view)["selector"] == "auto"


def test_two_searches_of_one_view_agree_with_a_network(poker, network):
    answers = [
        search.ISMCTS(network=network, iterations=60, selector="puct", rollout="none").search(
            dealt(poker, *cards).view(0)
        )
        for cards in ([1, 0, 2], [1, 3, 0])
    ]
    assert answers[0] == answers[1]


# --- what it says before any search ---


def test_the_raw_shares_are_a_mean_over_worlds_and_know_the_view_alone(poker, network):
    agent = search.ISMCTS(network=network)
    raw, twin = (agent.raw(dealt(poker, *cards).view(0)) for cards in ([1, 0, 2], [1, 3, 0]))
    assert raw == twin
    assert sum(raw) == pytest.approx(1)
    worlds = [
        agent.guidance(poker).standings(dealt(poker, 1, *others))
        for others in permutations((0, 2, 3), 2)
    ]
    assert all(np.min(worlds, axis=0) < raw)
    assert all(raw < np.max(worlds, axis=0))
    assert raw != search.ISMCTS(network=network, seed=1).raw(dealt(poker, 1, 0, 2).view(0))


@pytest.mark.parametrize("name", [*SEARCHERS, "greedy"])
def test_the_policy_is_a_share_of_each_legal_action(name, poker, network):
    view = dealt(poker, 1, 3, 0).view(0)
    agent = search.AGENTS[name](network=network)
    policy = agent.policy(view)
    assert list(policy) == view.actions()
    assert sum(policy.values()) == pytest.approx(1)
    assert list(policy.values()) == agent.guidance(poker).scores(view)


def test_without_a_network_nothing_is_said_before_a_search(poker):
    view = dealt(poker, 1, 3, 0).view(0)
    assert search.ISMCTS(network="none").raw(view) == ()
    assert search.ISMCTS(network="none").policy(view) == {}


def test_asking_before_a_search_changes_no_answer(poker, network):
    view = dealt(poker, 1, 3, 0).view(0)
    asked, unasked = (search.ISMCTS(network=network, iterations=50) for _ in range(2))
    asked.raw(view), asked.policy(view)
    assert asked.search(view) == unasked.search(view)


# --- how a search uses it ---


def test_without_rollouts_a_network_that_knows_nothing_finds_even_shares(poker):
    found = search.ISMCTS(network=blank(poker), iterations=3, rollout="none").search(
        dealt(poker, 1, 3, 0).view(0)
    )
    for move in found.moves:
        assert move.values == pytest.approx([1 / 3] * 3)


def test_rollouts_are_drawn_by_the_policy(poker):
    """Everybody passes by this policy, so the highest of three cards wins in every world."""
    passes = np.array([40.0, 0.0], np.float32)
    agent = search.FlatMC(
        network=blank(poker, trait_bias=passes),
        iterations=40,
        rollout="policy",
        epsilon=0,
        reward="win",
        beyond=0,
    )
    found = agent.search(dealt(poker, 3, 1, 0).view(0))
    assert found.moves[0].value == 1


def test_rollouts_by_priors_stay_those_of_the_game():
    game = engines.load("royals")
    state = game.root()
    state.resolve(engines.Chance(seed=1))
    how = {"iterations": 30, "rollout": "priors", "cut_rounds": 0, "reward": "win"}
    answers = [
        search.FlatMC(network=judge, **how).search(state.view(0)) for judge in ("none", blank(game))
    ]
    assert answers[0] == answers[1]


def test_without_a_network_rollouts_are_drawn_by_the_softmax_of_the_priors():
    game = engines.load("royals")
    state = game.root()
    state.resolve(engines.Chance(seed=1))
    how = {"iterations": 30, "cut_rounds": 0, "reward": "win", "epsilon": 0, "network": "none"}
    sharp, by_priors, soft = (
        search.FlatMC(**how, **more).search(state.view(0))
        for more in (
            {"rollout": "policy", "tau": 1e-6},
            {"rollout": "priors"},
            {"rollout": "policy", "tau": 1000.0},
        )
    )
    assert [m.value for m in sharp.moves] != [m.value for m in soft.moves]
    assert [m.value for m in by_priors.moves] != [m.value for m in soft.moves]


def test_puct_follows_the_policy_first(poker):
    bets = np.array([0.0, 3.0], np.float32)
    agent = search.ISMCTS(
        network=blank(poker, trait_bias=bets), iterations=40, rollout="none", selector="puct"
    )
    found = agent.search(dealt(poker, 1, 3, 0).view(0))
    assert found.moves[1].visits > 30


def test_puct_by_hand():
    score = puct_door(q=0.6, n=3, m=16, share=0.25, c=2.0, fpu=0.1, node_mean=0.4)
    assert score == pytest.approx(0.6 + 2.0 * 0.25 * 4 / 4)
    unvisited = puct_door(q=0, n=0, m=16, share=0.25, c=2.0, fpu=0.1, node_mean=0.4)
    assert unvisited == pytest.approx(0.4 + 0.1 + 2.0 * 0.25 * 4)


# --- many at once ---


def test_many_views_get_the_answers_of_single_searches(poker, network):
    views = [dealt(poker, *cards).view(0) for cards in ([0, 1, 2], [1, 2, 3], [3, 0, 1])]
    agent = search.ISMCTS(network=network, iterations=50, seed=4)
    assert search.many(views, agent, workers=2) == [agent.search(view) for view in views]
    assert search.many([], agent) == []


def test_many_refuses_views_that_cannot_be_answered(poker):
    state = dealt(poker, 0, 1, 2)
    with pytest.raises(engines.IllegalAction, match="seat 0 is to move"):
        search.many([state.view(1)], search.ISMCTS())
