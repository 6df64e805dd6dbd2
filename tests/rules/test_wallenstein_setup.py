"""Wallenstein: what is there at the start, the draft, the line-ups (R1 to R8)."""

from __future__ import annotations

import pytest
from wallenstein_builder import (
    PEASANTS,
    Table,
    armies,
    begin,
    fall,
    first_decision,
    happen,
    loaded,
    owner,
    play,
    texts,
)

from eminence import engines
from eminence.engines.wallenstein.names import DRAFTING
from eminence.engines.wallenstein.numbers import EXPANSIONS
from eminence.engines.wallenstein.state import Battle, Phase

OUT_OF_PLAY = {
    *("Bremen", "Holstein", "Bm. Lüttich", "Burgund", "Bm. Konstanz", "Fm. Bayern"),
    *("Steiermark", "Tirol"),
}
GROUPS = {3: [5, 4, 4, 3, 3, 2, 2, 2, 2], 4: [5, 4, 4, 3, 3, 2, 2, 2], 5: [5, 4, 4, 3, 3, 2, 2]}
players = pytest.mark.parametrize("players", [3, 4, 5])


@pytest.mark.rule("R1")
def test_with_three_players_eight_counties_are_out_of_the_game() -> None:
    for count, out in ((3, OUT_OF_PLAY), (4, set()), (5, set())):
        _, board = loaded(count)
        assert {c.name for c in board.counties if not c.in_play} == out
        assert [sum(c.region == i for c in board.counties) for i in range(5)] == [9] * 5


@pytest.mark.rule("R1")
def test_no_army_may_enter_a_county_that_is_not_in_play() -> None:
    """Köln borders on Lüttich, which three players do not use."""
    table = Table(3).county(0, "Erzbm. Köln", 4).order(0, "combat A", "Erzbm. Köln")
    state = table.state()
    begin(state)
    assert texts(state) == ["stay", "move to Osnabrück", "move to Gft. Mark"]


@players
@pytest.mark.rule("R2")
def test_everybody_begins_with_armies_and_thalers(players: int) -> None:
    state = first_decision(players)
    data = state.data
    assert data["thalers"][:players].tolist() == [{3: 18, 4: 15, 5: 12}[players]] * players
    for seat in range(players):
        there = data["supply"][seat] + data["tower"][seat] + sum(GROUPS[players])
        assert there == 62


@pytest.mark.rule("R2")
def test_everybody_has_money_cards_from_0_to_4() -> None:
    state = first_decision(3)
    bids = [t for t in texts(state) if t.endswith("Thalers")]
    assert bids == [f"bid: {n} Thalers" for n in range(5)]


@pytest.mark.rule("R3")
def test_armies_thalers_grain_and_points_lie_open() -> None:
    state = first_decision(4)
    for viewer in (0, 3, engines.PUBLIC):
        view = state.view(viewer)
        for field in ("armies", "supply", "thalers", "grain", "points"):
            assert (view.data[field] == state.data[field]).all()


@players
@pytest.mark.rule("R4")
@pytest.mark.rule("R6")
def test_the_line_ups_have_the_army_groups_of_the_mat(players: int) -> None:
    state = first_decision(players)
    names = loaded(players)[1].names
    for seat in range(players):
        sizes = [armies(state, n) for n in names if owner(state, n) == seat]
        assert sorted(sizes, reverse=True) == GROUPS[players]


@pytest.mark.rule("R6")
def test_line_up_a_is_seat_0s() -> None:
    state = first_decision(4)
    expected = {"Lüneburg": 5, "Holstein": 4, "Württemberg": 4, "Mecklenburg": 3}
    assert {name: armies(state, name) for name in expected} == expected
    assert {owner(state, name) for name in expected} == {0}
    assert owner(state, "Altmark") is None


@pytest.mark.rule("R7")
def test_what_falls_out_when_the_tower_is_filled_goes_back() -> None:
    """In a 3-player game, 31 cubes are dropped into the dice tower at the start of the game."""
    state = loaded(3)[0].root()
    assert state.data["fresh"].tolist() == [7, 7, 7, 0, 0, 10]
    assert state.data["thrown"] == 31
    fall(state, {0: 3, 1: 7, 2: 0, PEASANTS: 6})
    assert state.data["tower"].tolist() == [4, 0, 7, 0, 0, 4]
    assert not state.data["tray"].any()
    assert state.data["supply"].tolist() == [31, 35, 28, 0, 0, 16]


@pytest.mark.rule("R8")
def test_four_of_twelve_event_cards_are_turned_up() -> None:
    state = loaded(3)[0].root()
    fall(state)
    assert len(state.outcomes()) == 12
    for _ in range(4):
        state.apply(state.outcomes()[0][0])
    assert int(state.data["open_events"]).bit_count() == 4
    assert int(state.data["event_deck"]).bit_count() == 8


# --- the draft ---


def drafting(count: int = 3) -> engines.State:
    """The first selection, with Altmark and Anhalt on display."""
    state = loaded(count, "draft")[0].root()
    happen(state, "Altmark")
    happen(state, "Anhalt")
    return state


@pytest.mark.rule("R5.1")
def test_a_player_takes_an_open_card_or_the_top_card_and_places_a_group() -> None:
    state = drafting()
    assert state.player == 0
    assert texts(state) == ["take the top card", "take Altmark", "take Anhalt"]
    play(state, "take Altmark")
    happen(state, "Augsburg")
    assert texts(state) == [f"place {n} armies in Altmark" for n in (2, 3, 4, 5)]
    play(state, "place 5 armies in Altmark")
    assert (owner(state, "Altmark"), armies(state, "Altmark")) == (0, 5)
    assert state.player == 1
    assert texts(state) == ["take the top card", "take Anhalt", "take Augsburg"]
    play(state, "take the top card")
    happen(state, "Baden")
    assert texts(state)[0] == "place 2 armies in Baden"


@pytest.mark.rule("R5.1")
def test_each_group_is_placed_once() -> None:
    state = drafting()
    while state.data["phase"] in DRAFTING:
        at_chance = state.player == engines.CHANCE
        state.apply(state.outcomes()[0][0] if at_chance else state.actions()[-1])
    assert state.data["battle"] == Battle.FILLING
    names = loaded(3)[1].names
    sizes = [armies(state, n) for n in names if owner(state, n) == 1]
    assert sorted(sizes, reverse=True) == GROUPS[3]


@pytest.mark.rule("R5.2")
def test_who_saw_the_same_two_cards_before_may_put_them_under_the_deck() -> None:
    state = drafting()
    for seat, county in enumerate(("Baden", "Böhmen", "Breisgau")):
        assert state.player == seat
        assert "put the open cards under the deck" not in texts(state)
        play(state, "take the top card")
        happen(state, county)
        play(state, f"place 2 armies in {county}")
    assert texts(state)[:2] == ["take the top card", "put the open cards under the deck"]
    play(state, "put the open cards under the deck")
    assert "Altmark" not in [state.text(o) for o, _ in state.outcomes()]
    happen(state, "Kärnten")
    happen(state, "Lausitz")
    assert state.player == 0
    # Once per selection.
    assert texts(state) == ["take the top card", "take Lausitz", "take Kärnten"]
    assert [loaded(3)[1].names[c - 1] for c in state.data["bottom"][:2]] == ["Altmark", "Anhalt"]


@pytest.mark.rule("R5.2")
def test_cards_under_the_deck_are_drawn_in_their_order_when_the_rest_is_gone() -> None:
    """Everybody swaps whenever possible; then known cards come without an event."""
    state = drafting(5)
    names = loaded(5)[1].names
    known_draws = 0
    while state.data["phase"] in DRAFTING:
        if state.player == engines.CHANCE:
            state.apply(state.outcomes()[0][0])
        elif state.data["phase"] == Phase.PICK and not state.data["deck"]:
            seat, upper = state.player, names[state.data["bottom"][0] - 1]
            play(state, "take the top card")
            taken = state.data["picked"]
            assert owner(state, upper) == seat if not taken else names[taken - 1] == upper
            known_draws += 1
        else:
            swap = "put the open cards under the deck"
            play(state, swap if swap in texts(state) else texts(state)[0])
    assert known_draws > 0


@pytest.mark.rule("R5.3")
def test_cards_that_nobody_took_belong_to_nobody() -> None:
    state = first_decision(4, "draft")
    chance = engines.Chance(2)
    while state.data["phase"] != Phase.PLAN:
        state.apply(state.actions()[0])
        state.resolve(chance)
    owned = sum(int(mask).bit_count() for mask in state.data["owned"])
    assert owned == 4 * 8
    neutral = [n for n in loaded(4)[1].names if owner(state, n) is None]
    assert len(neutral) == 13
    assert not any(armies(state, name) for name in neutral)
    assert not state.data["deck"]
    assert not state.data["display"].any()


@players
def test_a_state_is_small_with_everything_on(players: int) -> None:
    game = loaded(players, expansions=EXPANSIONS)[0]
    assert game.table.sizes["state_size"] <= 2560
