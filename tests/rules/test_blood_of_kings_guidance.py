"""Blood of Kings: what `evaluate` and `priors` look at."""

from __future__ import annotations

import pytest
from kings_builder import C, Table, card, kingdom, play, region

from eminence import engines
from eminence.engines.blood_of_kings import tables
from eminence.engines.kit.guidance_file import weight_names


def share(table: Table, seat: int = 2) -> float:
    """The standing of France's ruler while France is to play its card."""
    return table.kingdom("France").evaluate()[seat]


BETTER = {
    "glory": lambda t: t.glory(2, 3),
    "a tile": lambda t: t.tiles(2, "divine_right"),
    "crowns": lambda t: t.crowns("France", 20),
    "income": lambda t: t.level("France", C.ECONOMIC, 3),
    "armies before a target": lambda t: t.armies("France", "Paris", 4),
    "fleets": lambda t: t.fleets("France", "Atlantic Ocean", 1),
    "cards": lambda t: t.hand(2, "influence 6"),
    "a claim to an empty throne": lambda t: t.mat(2, "Germany", "influence 6"),
    "another throne": lambda t: t.ruler("Germany", 2),
}
WORSE = {
    "unrest": lambda t: t.unrest("France", 2),
    "a rival's claim": lambda t: t.mat(0, "France", "influence 6", "France 7"),
    "enemy armies at the border": lambda t: t.armies("Spain", "Dijon", 6),
    "a rival's glory": lambda t: t.glory(0, 4),
}


@pytest.mark.parametrize("what", BETTER)
def test_a_ruler_stands_better_with(what: str) -> None:
    assert share(BETTER[what](Table())) > share(Table())


@pytest.mark.parametrize("what", WORSE)
def test_a_ruler_stands_worse_with(what: str) -> None:
    assert share(WORSE[what](Table())) < share(Table())


def test_a_bluff_is_no_claim() -> None:
    claimed = Table().mat(2, "Germany", "England 7")
    assert share(claimed) == pytest.approx(share(Table()))


def test_standings_are_shares_for_any_weights() -> None:
    state = Table().armies("France", "Paris", 3).kingdom("France")
    for name in weight_names(tables):
        for value in (-1e6, 0.0, 1e6):
            standing = state.evaluate({name: value})
            assert sum(standing) == pytest.approx(1)
            assert all(0 <= part <= 1 for part in standing)


def test_every_weight_tells() -> None:
    """In one crowded position each of them changes somebody's standing."""
    table = Table().tiles(1, "free_riders").hand(0, "influence 5", "unrest").crowns("Spain", 30)
    table.armies("France", "Paris", 8).armies("Spain", "Dijon", 3)
    table.fleets("Spain", "Baltic Sea", 1).mat(0, "Italy", "influence 6").unrest("Byzantium", 1)
    table.armies("Italy", "Milan", 2).siege("Italy", "Milan").unrest("Italy", 2)
    state = table.kingdom("France")
    usual = state.evaluate()
    silent = [
        name
        for name in weight_names(tables)
        if state.evaluate({name: 3 * state.game.weights[name] + 1}) == usual
    ]
    assert not silent


# --- moves ---


def prior(state: engines.State, action: int) -> float:
    return state.priors()[state.actions().index(action)]


def test_legal_influence_comes_before_a_bluff() -> None:
    table = Table().hand(0, "Italy 7", "attrition").played("Italy", C.TAXATION)
    state = table.dynasty(0)
    there = C.INFLUENCE + kingdom("Italy") * C.KINDS
    assert prior(state, there + card("Italy 7")) > prior(state, there + card("attrition"))


def test_assaults_are_for_those_who_would_win() -> None:
    for armies, worth_it in ((4, True), (1, False)):
        table = Table().armies("France", "Dijon", armies)
        state = play(table.kingdom("France"), C.CARD_TYPE + C.EXPANSION)
        while state.data["step"] != C.ASSAULT:
            state.apply(C.NO)
        assert (prior(state, C.PLACE + region("Dijon")) > prior(state, C.NO)) == worth_it


def test_taxes_are_for_the_poor_and_development_for_the_rich() -> None:
    poor, rich = (Table().crowns("France", n).kingdom("France") for n in (0, 15))
    tax, develop = C.CARD_TYPE + C.TAXATION, C.CARD_TYPE + C.DEVELOPMENT
    assert prior(poor, tax) > prior(poor, develop)
    assert prior(rich, develop) > prior(rich, tax)
