"""Wallenstein: what is secret, what is public, and imagined plans (R43 to R45)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from conformance.walks import Walk
from conformance.worlds import SUSPICIOUS
from scipy.stats import chisquare
from wallenstein_builder import Table, begin, fall, first_decision, loaded, play

from eminence import engines
from eminence.engines.wallenstein.names import ACTIONS
from eminence.engines.wallenstein.state import Card, Phase

MONEY = 46
DRAWS = 6000


def cards(state: engines.Position, seat: int) -> tuple[int, ...]:
    """A seat's bid and boxes."""
    return (int(state.data["bid"][seat]), *(int(c) for c in state.data["box"][seat]))


def code(name: str) -> int:
    return 1 + loaded(3)[1].names.index(name)


# --- what is secret ---


@pytest.mark.rule("R43")
def test_while_all_plan_nobody_sees_anothers_plan() -> None:
    state = first_decision(3)
    for _ in range(15):
        state.apply(state.actions()[-1])
    assert cards(state, 0)[0]
    assert cards(state, 1)[0]
    for viewer in (1, 2, engines.PUBLIC):
        assert not any(cards(state.view(viewer), 0))
    assert cards(state.view(0), 0) == cards(state, 0)


@pytest.mark.rule("R43")
def test_bids_are_secret_until_the_event_is_drawn_and_boxes_until_their_action() -> None:
    table = Table(3).county(0, "Altmark", 2).county(0, "Anhalt", 2).bid(0, "Altmark")
    state = table.order(0, "church", "Anhalt").order(0, "combat B", "money card").state()
    view = state.view(1)
    assert cards(view, 0)[0] == Card.FACE_DOWN
    state.apply(state.outcomes()[0][0])
    assert cards(state.view(1), 0)[0] == code("Altmark")
    begin_rest(state)
    # The church was asked for; combat B comes next.
    assert cards(state.view(1), 0)[1 + ACTIONS.index("church")] == code("Anhalt")
    assert cards(state.view(1), 0)[1 + ACTIONS.index("combat B")] == Card.FACE_DOWN


def begin_rest(state: engines.State) -> None:
    """Seats take the first free position each."""
    while state.data["phase"] in (Phase.TIE, Phase.CHOOSE):
        at_chance = state.player == engines.CHANCE
        state.apply(state.outcomes()[0][0] if at_chance else state.actions()[0])


@pytest.mark.slow
@pytest.mark.rule("R43")
def test_nothing_but_the_plans_differs_between_views() -> None:
    """The true state with all plans wiped is the same as any view with all plans wiped."""
    game = loaded(4, "draft")[0]
    secret = ("head", "bid", "box", "planned")
    for state in Walk(game, 3):
        for viewer in (0, 3, engines.PUBLIC):
            data = state.view(viewer).data
            for name in game.table.dtype.names:
                if name not in secret:
                    assert (data[name] == state.data[name]).all(), name


# --- what is public ---


@pytest.mark.rule("R44")
def test_everybody_can_count_what_is_in_the_tower() -> None:
    state = first_decision(3)
    for viewer in (0, 1, 2, engines.PUBLIC):
        assert state.view(viewer).data["tower"].tolist() == state.data["tower"].tolist()


@pytest.mark.rule("R44")
def test_a_county_won_since_the_planning_cannot_lie_in_a_box() -> None:
    table = Table(3).county(0, "Anhalt", 5).county(0, "Baden", 2).county(1, "Kursachsen", 2)
    table.order(0, "combat A", "Anhalt").order(0, "palace", "Baden").order(
        0, "church", "money card"
    )
    state = table.state()
    begin(state)
    play(state, "move to Kursachsen", "4 armies to Kursachsen")
    fall(state, {0: 3})
    assert {cards(state.view(1).sample(seed), 0)[1] for seed in range(60)} == {
        *(code("Baden"), MONEY)
    }


# --- imagined plans ---


def arrangements(hand: list[int], boxes: int) -> Counter[tuple[int, ...]]:
    """How often each filling of the boxes comes when labelled cards are dealt."""
    return Counter(permutations(hand, boxes))


def compare(drawn: Counter, expected: Counter) -> None:
    assert set(drawn) == set(expected)
    total = sum(expected.values())
    observed = [drawn[key] for key in expected]
    wanted = [sum(drawn.values()) * n / total for n in expected.values()]
    assert chisquare(observed, wanted).pvalue > SUSPICIOUS


@pytest.mark.rule("R45")
def test_all_arrangements_of_the_unseen_cards_are_alike() -> None:
    """Two counties and four money cards for three boxes; the bid was 0 Thalers."""
    table = Table(3).county(1, "Altmark", 2).county(1, "Anhalt", 2)
    table.order(1, "palace", "Anhalt").order(1, "church", "money card")
    table.order(1, "combat A", "money card")
    table.first = ["grain"]
    state = table.state()
    begin(state)
    view = state.view(0)
    places = [1 + ACTIONS.index(a) for a in ("palace", "church", "combat A")]
    drawn = Counter(tuple(cards(view.sample(seed), 1)[p] for p in places) for seed in range(DRAWS))
    compare(drawn, arrangements([code("Altmark"), code("Anhalt"), *[MONEY] * 4], 3))


@pytest.mark.rule("R45")
def test_before_the_bids_are_opened_they_are_imagined_too() -> None:
    """One county, and 1 Thaler at most can be paid: bid and box come from six cards."""
    table = Table(3).county(1, "Altmark", 2).has(1, thalers=1).order(1, "palace", "Altmark")
    view = table.state().view(2)
    drawn = Counter(cards(view.sample(seed), 1)[:2] for seed in range(DRAWS))
    expected = Counter[tuple[int, ...]]()
    for bid in (code("Altmark"), MONEY, MONEY + 1):
        rest = [MONEY] * 5 if bid == code("Altmark") else [code("Altmark"), *[MONEY] * 4]
        for card in rest:
            expected[bid, card] += 1
    compare(drawn, expected)


@pytest.mark.rule("R45")
def test_cards_that_were_shown_lie_nowhere_else() -> None:
    table = Table(3).county(1, "Altmark", 2).county(1, "Anhalt", 2).county(1, "Baden", 2)
    table.bid(1, "Altmark").order(1, "grain", "Anhalt").order(1, "palace", "Baden")
    state = table.state()
    begin(state)
    samples = {cards(state.view(0).sample(seed), 1) for seed in range(80)}
    assert {plan[1] for plan in samples} == {code("Baden"), MONEY}
    assert {plan[0] for plan in samples} == {code("Altmark")}
    assert {plan[1 + ACTIONS.index("grain")] for plan in samples} == {code("Anhalt")}


@pytest.mark.rule("R45")
def test_while_all_plan_nobody_has_planned_in_an_imagined_world() -> None:
    state = first_decision(3)
    for _ in range(25):
        state.apply(state.actions()[-1])
    assert state.data["phase"] == Phase.PLAN
    world = state.view(2).sample(1)
    assert world.player == 2
    assert not any(cards(world, 0))
    assert not any(cards(world, 1))
    assert cards(world, 2) == cards(state, 2)


def test_worlds_by_priors_prefer_sensible_plans() -> None:
    """Taxes are collected where they are high rather than where they are low."""
    table = Table(3).county(1, "Lausitz", 3).county(1, "Lüneburg", 3)
    table.order(1, "taxes", "Lüneburg").order(1, "grain", "Lausitz")
    table.first = ["combat A"]
    state = table.state()
    begin(state)
    taxes = 1 + ACTIONS.index("taxes")
    for mode, least in (("uniform", 0.8), ("priors", 1.3)):
        drawn = Counter(cards(state.view(0).sample(s, mode), 1)[taxes] for s in range(2000))
        ratio = drawn[code("Lausitz")] / drawn[code("Lüneburg")]
        assert ratio > least, (mode, drawn)
        assert mode == "priors" or ratio < 1.25


def test_bids_by_priors_prefer_sensible_bids() -> None:
    """A county gives an early choice for nothing; 4 Thalers are expensive."""
    table = Table(3).county(1, "Altmark", 2).has(1, thalers=9).bid(1, "4 Thalers")
    view = table.state().view(0)
    drawn = Counter(cards(view.sample(seed, "priors"), 1)[0] for seed in range(2000))
    assert set(drawn) == {code("Altmark"), *range(MONEY, MONEY + 5)}
    assert drawn[code("Altmark")] > 1.3 * drawn[MONEY + 4]


def test_facts_name_the_actions_that_others_have_planned() -> None:
    table = Table(3).county(1, "Altmark", 2).order(1, "palace", "Altmark")
    table.order(1, "church", "money card").order(0, "combat A", "money card")
    table.first = ["grain"]
    state = table.state()
    begin(state)
    facts = {name: value for name, value in state.facts(0).items() if value}
    assert facts == {"seat 1: a county in palace": 1}
    assert not any(state.facts(1).values())
