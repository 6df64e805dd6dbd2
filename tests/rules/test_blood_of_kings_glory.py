"""Blood of Kings: Glory and tiles (R23), the Famous Troupe, and cathedrals (R38)."""

from __future__ import annotations

import pytest
from kings_builder import C, Table, held, kingdom, numbers, play, region, step_name, tile
from kings_thrones import acting, pending

from eminence import engines

TAXATION = C.CARD_TYPE + C.TAXATION
DEVELOPMENT = C.CARD_TYPE + C.DEVELOPMENT
ARTS = C.INSTITUTION + C.ARTISTIC


def glory(state: engines.State) -> list[int]:
    return [int(n) for n in state.data["glory"]]


def tiles(state: engines.State, seat: int) -> set[int]:
    mask = int(state.data["tiles"][seat])
    return {i for i in range(C.TILES) if mask >> i & 1}


def shown(state: engines.State) -> set[int]:
    mask = int(state.data["display"])
    return {i for i in range(C.TILES) if mask >> i & 1}


def bag(state: engines.State) -> set[int]:
    mask = int(state.data["bag"])
    return {i for i in range(C.TILES) if mask >> i & 1}


def artful(table: Table) -> engines.State:
    """Italy (seat 3) develops its arts for 1 glory."""
    if not table.record["crowns"][kingdom("Italy")] >= 4:
        table.crowns("Italy", 4)
    return play(table.kingdom("Italy"), DEVELOPMENT, ARTS)


# --- tokens and tiles ---


@pytest.mark.rule("R23.1", "R12.5")
def test_glory_comes_from_the_pool() -> None:
    state = artful(Table())
    assert glory(state)[:4] == [2, 2, 2, 3]
    assert state.data["earned"][3][C.FROM_DEVELOPMENT] == 1


@pytest.mark.rule("R23.2", "R23.3")
def test_instead_of_a_fifth_token_a_tile_is_claimed_and_another_one_drawn() -> None:
    state = artful(Table().glory(3, 4))
    assert pending(state) == ("CLAIM_TILE", 3)
    assert glory(state)[3] == 0
    assert state.actions() == [C.TILE + i for i in range(5)]
    play(state, C.TILE + tile("divine_right"))
    assert tiles(state, 3) == {tile("divine_right")}
    assert pending(state) == ("SHOW_TILE", engines.CHANCE)
    assert [outcome for outcome, _ in state.outcomes()] == list(range(5, 15))
    play(state, 9)
    assert shown(state) == {0, 1, 2, 4, 9}
    assert step_name(state) == "PLAY_CARD"


@pytest.mark.rule("R23.3")
def test_the_display_shrinks_when_the_bag_is_empty() -> None:
    table = Table(achievements=10).tiles(0, *(t.id for t in numbers().achievements[:5]))
    assert not table.record["bag"]
    state = play(artful(table.glory(3, 4)), C.TILE + 7)
    assert shown(state) == {5, 6, 8, 9}
    assert step_name(state) == "PLAY_CARD"


@pytest.mark.rule("R23.2", "R42.1")
def test_the_last_tile_is_claimed_without_a_question() -> None:
    table = Table(achievements=10).tiles(0, *(t.id for t in numbers().achievements[:9]))
    state = artful(table.glory(3, 4))
    assert tiles(state, 3) == {9}
    assert shown(state) == set()
    assert glory(state)[3] == 0


@pytest.mark.rule("R23.4")
@pytest.mark.parametrize(("before", "after"), [(4, 5), (5, 6), (8, 9)])
def test_without_tiles_the_fifth_token_and_any_after_it_are_taken(before: int, after: int) -> None:
    table = Table(achievements=10).tiles(0, *(t.id for t in numbers().achievements[:10]))
    state = artful(table.glory(3, before))
    assert glory(state)[3] == after
    assert tiles(state, 3) == set()


@pytest.mark.rule("R23.5")
def test_a_tile_works_as_long_as_it_is_owned() -> None:
    """Byzantium loses its ruler's only tile, and with it the bonus to its income."""
    table = Table(achievements=30).tiles(1, "glorious_capitol").glory(1, 0)
    table.hold("Byzantium", "Ohrid").crowns("Byzantium", 0)
    around_ohrid(table, "Italy")
    table.order("Italy", "Byzantium", "France", "Spain", "England", "Germany").set(stage=1)
    state = play(table.state(3, C.PLAY_CARD), TAXATION, C.PLACE + region("Ohrid"))
    assert tiles(state, 1) == set()
    assert glory(state)[1] == 4
    assert acting(play(state, TAXATION)) == kingdom("France")
    assert state.data["crowns"][1] == numbers().starting_income(1)


def around_ohrid(table: Table, of: str) -> Table:
    """Three regions adjacent to the cathedral of Ohrid."""
    return table.hold(of, "Durazzo").hold(of, "Sofia")


# --- glory of others ---


def taking(table: Table, n: int, to: int = 3, victim: int = 1) -> engines.State:
    """So much glory of a seat without tokens is on its way, and it is asked for a tile."""
    table.glory(victim, 0).played("Italy", C.TAXATION)
    rest = ("Spain", "Byzantium", "France", "England", "Germany")
    table.order("Italy", *rest).set(stage=255, glory_left=n, glory_source=C.FROM_CAPITOLS)
    table.set(glory_to=to + 1, glory_from=victim + 1)
    return table.state(victim, C.GIVE_TILE)


@pytest.mark.rule("R23.6", "Q50")
def test_without_tokens_a_tile_of_ones_choice_goes_back_to_the_bag_for_five() -> None:
    table = Table(achievements=30).tiles(1, "divine_right", "loyal_barons", "siege_engines")
    state = taking(table, 1)
    assert state.actions() == [
        C.TILE + tile(name) for name in ("divine_right", "loyal_barons", "siege_engines")
    ]
    play(state, C.TILE + tile("loyal_barons"))
    assert tiles(state, 1) == {tile("divine_right"), tile("siege_engines")}
    assert tile("loyal_barons") in bag(state)
    assert glory(state)[:4] == [2, 4, 2, 3]


@pytest.mark.rule("R23.6", "Q50")
def test_a_tile_in_the_bag_refills_a_display_that_has_room() -> None:
    """All ten tiles are claimed but two: the one given up comes to the display at once."""
    names = [t.id for t in numbers().achievements[:10]]
    table = Table(achievements=10).tiles(0, *names[:5]).tiles(1, *names[5:8])
    state = play(taking(table, 1), C.TILE + 6)
    assert pending(state) == ("SHOW_TILE", engines.CHANCE)
    play(state, 6)
    assert shown(state) == {6, 8, 9}
    assert glory(state)[:4] == [2, 4, 2, 3]


@pytest.mark.rule("Q51", "R23.2")
def test_the_fifth_glory_of_another_player_goes_to_the_pool_for_a_tile() -> None:
    table = Table().glory(3, 4).glory(1, 3)
    state = chartres_for_italy(table, loser="Byzantium")
    assert pending(state) == ("CLAIM_TILE", 3)
    play(state, C.TILE + 0, 7)
    assert glory(state)[:4] == [2, 2, 2, 0]
    assert tiles(state, 3) == {0}


@pytest.mark.rule("Q51")
def test_three_glory_are_taken_one_by_one() -> None:
    """The taker's third token is its fifth: after the claim the last one is a token again."""
    table = Table().glory(3, 3).tiles(1, "divine_right", "loyal_barons")
    state = play(taking(table, 3), C.TILE + tile("divine_right"))
    assert pending(state) == ("CLAIM_TILE", 3)
    assert glory(state)[1] == 5 - 2
    play(state, C.TILE + 0)
    state.resolve(engines.Chance(seed=1))
    assert glory(state)[:4] == [2, 2, 2, 1]
    assert tiles(state, 3) == {0}


@pytest.mark.rule("R23.7")
def test_from_a_player_with_neither_token_nor_tile_it_comes_from_the_pool() -> None:
    state = chartres_for_italy(Table().glory(1, 0), loser="Byzantium")
    assert glory(state)[:4] == [2, 0, 2, 3]


# --- Famous Troupe ---


def claims_troupe(table: Table) -> engines.State:
    """Seat 3 has the tile before its eyes; it rules Italy and England."""
    table.ruler("England", 3).glory(3, 4)
    return play(artful(table), C.TILE + tile("famous_troupe"))


def with_troupe() -> Table:
    """The Famous Troupe is on display."""
    table = Table(players=5, achievements=30).tiles(0, "baggage_trains")
    assert int(table.record["display"]) >> tile("famous_troupe") & 1
    return table


@pytest.mark.rule("R24.6")
def test_famous_troupe_five_crowns_of_one_own_kingdom_bring_a_glory() -> None:
    state = claims_troupe(with_troupe().crowns("Italy", 9).crowns("England", 7))
    state.resolve(engines.Chance(seed=1))
    assert pending(state) == ("TROUPE", 3)
    assert state.actions() == [C.NO, C.KINGDOM + 3, C.KINGDOM + 4]
    play(state, C.KINGDOM + 4)
    assert (state.data["crowns"][3], state.data["crowns"][4]) == (5, 2)
    assert glory(state)[3] == 1
    assert state.data["earned"][3][C.FROM_TROUPE] == 1


@pytest.mark.rule("R24.6")
def test_famous_troupe_is_offered_once_and_only_to_who_can_pay() -> None:
    state = claims_troupe(with_troupe().crowns("Italy", 8).crowns("England", 5))
    state.resolve(engines.Chance(seed=1))
    assert state.actions() == [C.NO, C.KINGDOM + 4]
    play(state, C.NO)
    assert glory(state)[3] == 0
    assert step_name(state) == "PLAY_CARD"
    state = claims_troupe(with_troupe().crowns("Italy", 8).crowns("England", 4))
    state.resolve(engines.Chance(seed=1))
    assert step_name(state) == "PLAY_CARD"


@pytest.mark.rule("R24.6", "R23.6")
def test_famous_troupe_given_up_costs_one_glory() -> None:
    table = Table(achievements=30).tiles(1, "famous_troupe", "divine_right")
    state = play(taking(table, 1), C.TILE + tile("famous_troupe"))
    assert glory(state)[:4] == [2, 5 - 1 - 1, 2, 3]


# --- cathedrals ---


def chartres_for_italy(table: Table, loser: str | None = None) -> engines.State:
    """Italy, with two of the three regions around Chartres, raises its flag there."""
    if loser is not None:
        table.hold(loser, "Chartres")
    table.hold("Italy", "Rouen").hold("Italy", "Angers")
    return play(table.kingdom("Italy"), TAXATION, C.PLACE + region("Chartres"))


@pytest.mark.rule("R38.1", "R38.2")
def test_two_regions_around_an_independent_cathedral_bring_it_and_a_glory() -> None:
    state = chartres_for_italy(Table())
    assert "Chartres" in held(state, "Italy")
    assert glory(state)[:4] == [2, 2, 2, 3]
    assert state.data["earned"][3][C.FROM_CATHEDRALS] == 1
    assert state.data["flags_left"][3] == numbers().flags_left(3) - 3


@pytest.mark.rule("R38.1")
@pytest.mark.parametrize(
    ("own", "others"),
    [(["Rouen"], []), (["Rouen"], ["Angers"]), (["Troyes"], []), (["Rouen", "Reims"], [])],
)
def test_one_region_or_no_more_than_another_kingdom_is_not_enough(
    own: list[str], others: list[str]
) -> None:
    """France holds Paris, which is adjacent to Chartres."""
    table = Table()
    for name in own:
        table.hold("Italy", name)
    for name in others:
        table.hold("Spain", name)
    assert step_name(play(table.kingdom("Italy"), TAXATION)) == "PLAY_CARD"


@pytest.mark.rule("R38.1")
def test_as_many_regions_as_another_kingdom_are_not_enough() -> None:
    """Around Burgos lie Toledo, Leon, Bilbao and Barcelona."""
    table = Table().level("Italy", C.LEGAL, 2).hold("Spain", "Barcelona")
    table.hold("Italy", "Leon").hold("Italy", "Bilbao")
    assert step_name(play(table.kingdom("Italy"), TAXATION)) == "PLAY_CARD"
    table.hold("Italy", "Barcelona")
    assert pending(play(table.kingdom("Italy"), TAXATION)) == ("CATHEDRAL_FLAG", 3)


@pytest.mark.rule("R40.26", "R38.1", "R38.2", "R37.1", "R40.31")
def test_cathedral_two_french_regions_against_one_english() -> None:
    """Chartres is English with Rouen and Angers; Angers falls to France, which has Paris."""
    table = Table(players=5).hold("England", "Rouen").hold("England", "Angers")
    table.hold("England", "Chartres").hold("France", "Angers")
    state = play(table.kingdom("France"), TAXATION)
    assert state.actions() == [C.NO, C.PLACE + region("Chartres")]
    play(state, C.PLACE + region("Chartres"))
    assert "Chartres" in held(state, "France")
    assert "Chartres" not in held(state, "England")
    for name in ("France", "England"):
        assert int(state.data["flags"][kingdom(name)]) >> region("Chartres") & 1
    assert glory(state)[:5] == [2, 2, 3, 2, 1]


@pytest.mark.rule("R38.1")
def test_a_flag_in_a_cathedral_is_optional_and_needs_a_flag() -> None:
    table = Table().hold("Italy", "Rouen").hold("Italy", "Angers")
    state = play(table.kingdom("Italy"), TAXATION, C.NO)
    assert "Chartres" not in held(state, "Italy")
    assert glory(state)[3] == 2
    table.hold("Italy", "Naples")
    assert not table.record["flags_left"][3]
    assert step_name(play(table.kingdom("Italy"), TAXATION)) == "PLAY_CARD"
    table = Table().flag("Italy", "Chartres").hold("France", "Chartres")
    table.hold("Italy", "Rouen").hold("Italy", "Angers")
    assert not table.record["flags_left"][3]
    assert step_name(play(table.kingdom("Italy"), TAXATION)) == "CATHEDRAL_FLAG"


@pytest.mark.rule("Q39", "R38.2")
def test_a_cathedral_of_another_own_kingdom_changes_hands_without_glory() -> None:
    table = Table(players=5).ruler("Byzantium", 3)
    state = chartres_for_italy(table, loser="Byzantium")
    assert "Chartres" in held(state, "Italy")
    assert glory(state)[:5] == [2, 2, 2, 2, 2]


@pytest.mark.rule("R38.2")
def test_a_cathedral_of_a_kingdom_in_chaos_brings_glory_of_the_pool() -> None:
    state = chartres_for_italy(Table(), loser="England")
    assert glory(state)[:4] == [2, 2, 2, 3]


@pytest.mark.rule("Q40", "R38.1")
def test_a_cathedral_is_offered_at_the_start_and_the_end_of_the_own_action() -> None:
    table = Table().hold("Italy", "Rouen").hold("Italy", "Angers")
    table.order("Spain", "Italy", "Byzantium", "France", "England", "Germany").set(stage=1)
    state = play(table.state(0, C.PLAY_CARD), TAXATION)
    assert pending(state) == ("CATHEDRAL_FLAG", 3)
    assert not state.data["played"][3]
    assert pending(play(state, C.NO)) == ("PLAY_CARD", 3)
    assert pending(play(state, TAXATION)) == ("CATHEDRAL_FLAG", 3)
    assert pending(play(state, C.NO)) == ("PLAY_CARD", 1)


@pytest.mark.rule("Q40")
def test_flags_of_a_legal_development_can_be_raised_at_the_end_of_the_action() -> None:
    table = Table().hold("Italy", "Rouen").hold("Italy", "Angers").hold("Italy", "Naples")
    state = play(table.crowns("Italy", 8).kingdom("Italy"), DEVELOPMENT, C.INSTITUTION + C.LEGAL)
    assert pending(state) == ("CATHEDRAL_FLAG", 3)


@pytest.mark.rule("Q41")
def test_losing_the_majority_does_not_end_control() -> None:
    """Around Assisi lie Rome, Spoleto and Ancona; Spain has two of them and raises no flag."""
    table = Table().hold("Spain", "Spoleto").hold("Spain", "Ancona")
    state = play(table.kingdom("Spain"), TAXATION)
    assert state.actions() == [C.NO, C.PLACE + region("Assisi")]
    assert "Assisi" in held(play(state, C.NO), "Italy")
    assert state.data["flags_left"][0] == numbers().flags_left(0) - 2


@pytest.mark.rule("R24.12", "R17.3")
@pytest.mark.parametrize(
    ("owner", "cathedral", "rebels"), [(2, True, False), (2, False, True), (0, True, True)]
)
def test_heavenly_cathedrals_add_two_stability_where_there_is_a_cathedral(
    owner: int, cathedral: bool, rebels: bool
) -> None:
    """France has stability 3 with Reims and 2 without it."""
    table = Table(achievements=30).tiles(owner, "heavenly_cathedrals")
    table.unrest("France", 2 if cathedral else 1).hand(1, "unrest", "diplomacy")
    if not cathedral:
        table.hold("Spain", "Reims")
    for name in ("Spain", "Byzantium", "France", "Italy"):
        table.played(name, C.TAXATION)
    table.played("England", C.SUCCESSION).played("Germany", C.SUCCESSION)
    state = play(table.dynasty(1), C.UNREST + kingdom("France"))
    assert (state.data["order"][5] == kingdom("France")) == rebels
