"""Blood of Kings: what a network sees of positions and moves."""

from __future__ import annotations

import pytest
from kings_builder import KINGDOMS, C, Table, card, kingdom, play, region
from networks import arrays_for

from eminence import engines
from eminence.cython_ext.chance import Chance
from eminence.search import make
from eminence.search.network.guide import Guidance
from eminence.search.network.network_file import NetworkFile

FRANCE = 2  # the seat that rules it; so do all seats here their kingdom
SPAIN = 0


def seen(state: engines.State, seat: int) -> dict[str, float]:
    return dict(zip(state.game.words.features, state.features(seat).tolist(), strict=True))


def traits(state: engines.State, action: int) -> set[str]:
    """What the move is."""
    row = state.traits()[state.actions().index(action)]
    return {state.game.words.traits[i] for i in row if i >= 0}


def at_the_brink(*unrest: str) -> engines.State:
    """Seat 2 is to play dynasty cards, and unrest can be stirred up in all kingdoms."""
    table = Table().hand(FRANCE, "unrest", "England 7", "France 7")
    for name in KINGDOMS:
        ruled = table.record["ruler"][kingdom(name)] > 0
        table.played(name, C.TAXATION if ruled else C.SUCCESSION)
    for name in unrest:
        table.unrest(name, 9)
    return table.dynasty(FRANCE)


def influence(on: str, kind: str) -> int:
    return C.INFLUENCE + kingdom(on) * C.KINDS + card(kind)


# --- features ---


def test_features_do_not_tell_what_the_others_hold() -> None:
    honest = Table().mat(SPAIN, "France", "France 7").hand(SPAIN, "unrest").kingdom("France")
    bluff = Table().mat(SPAIN, "France", "intrigue").hand(SPAIN, "influence 6").kingdom("France")
    assert seen(honest, FRANCE) == seen(bluff, FRANCE)
    assert seen(honest, SPAIN) != seen(bluff, SPAIN)


def test_own_kingdoms_come_first_and_those_of_the_next_seat_last() -> None:
    state = Table().crowns("France", 10).crowns("Italy", 20).kingdom("France")
    numbers = seen(state, FRANCE)
    assert numbers["first kingdom: mine"] == 1
    assert numbers["first kingdom: crowns"] == pytest.approx(0.5)
    assert numbers["last kingdom: mine"] == 0
    assert numbers["last kingdom: crowns"] == 1


def test_the_kingdom_in_question_is_the_one_that_acts() -> None:
    state = Table().crowns("France", 10).kingdom("France")
    for seat in (SPAIN, FRANCE):
        assert seen(state, seat)["kingdom in question: crowns"] == pytest.approx(0.5)
    assert seen(state, FRANCE)["kingdom in question: mine"] == 1
    assert seen(state, SPAIN)["kingdom in question: mine"] == 0


def test_standing_follows_glory() -> None:
    ahead = seen(Table().glory(FRANCE, 4).kingdom("France"), FRANCE)
    level = seen(Table().kingdom("France"), FRANCE)
    assert ahead["own standing"] > level["own standing"]
    assert ahead["own lead"] > 0 == level["own lead"]


# --- traits ---


def test_a_revolt_against_oneself_has_a_trait_of_its_own() -> None:
    state = at_the_brink("France", "Spain")
    revolts = {name: traits(state, C.UNREST + kingdom(name)) for name in KINGDOMS[:4]}
    assert "revolt 1" in revolts["France"]
    assert "revolt 4" in revolts["Spain"]
    assert "revolt 0" in revolts["Italy"]


def test_a_bluff_is_told_from_influence() -> None:
    state = at_the_brink()
    honest, bluff = (traits(state, influence("France", f"{of} 7")) for of in ("France", "England"))
    assert {"face down 8", "claim 1"} <= honest
    assert {"face down 0", "claim 0"} <= bluff


def test_an_attack_without_a_flag_has_a_trait_of_its_own() -> None:
    table = Table().armies("France", "Dijon", 4)
    assert "no flag" not in assault(table)
    table.record["flags_left"][kingdom("France")] = 0
    assert "no flag" in assault(table)


def assault(table: Table) -> set[str]:
    """France is about to assault Dijon."""
    state = table.kingdom("France")
    play(state, C.CARD_TYPE + C.EXPANSION)
    play(state, C.NO)
    return traits(state, C.PLACE + region("Dijon"))


def test_a_network_judges_what_a_card_half_played_is_about_to_do():
    game = engines.load("blood_of_kings", players=3)
    weights = game.weight_vector()
    priors = Guidance(game.table, weights)
    network = Guidance(game.table, weights, NetworkFile.of(game, arrays_for(game)).net_for(game))
    half_played = [state for state in decisions(game, 200) if state.data["use"]]
    assert len(half_played) > 10
    for state in half_played:
        scores = priors.scores(state)
        likely = state.copy()
        likely.apply(state.actions()[scores.index(max(scores))])
        if likely.player >= 0:
            assert network.standings(likely) == network.standings(state)


def decisions(game: engines.Game, count: int) -> list[engines.State]:
    """The first decisions of a game of Greedy."""
    state, chance, bot = game.root(), Chance(seed=5), make("greedy:worlds=1,network=none")
    found = []
    while len(found) < count:
        state.resolve(chance)
        found.append(state.copy())
        state.apply(bot.search(state.view(state.player)).best)
    return found
