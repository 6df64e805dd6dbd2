"""Wallenstein: the ten actions, event cards and bonus tiles (R19 to R28)."""

from __future__ import annotations

import pytest
from wallenstein_builder import (
    PEASANTS,
    Table,
    armies,
    armies_to,
    begin,
    fall,
    happen,
    has_building,
    loaded,
    markers,
    owner,
    play,
    texts,
)

from eminence import engines
from eminence.engines.wallenstein.names import ACTIONS, EFFECTS
from eminence.engines.wallenstein.state import Phase

BUILDINGS = ("palaces", "churches", "trading_posts")


def cards_with(effect: str) -> list[str]:
    """The names of all event cards with this effect."""
    return [e.name for e in loaded(3)[1].events if EFFECTS[e.effect] == effect]


def event(effect: str) -> pytest.MarkDecorator:
    """Run a test for each card with the effect."""
    return pytest.mark.parametrize("card", cards_with(effect))


def one_order(
    action: str, county: str, *, armies: int = 3, thalers: int = 0, markers: int = 0, built=()
) -> Table:
    table = Table(3).county(0, county, armies, *built, markers=markers)
    return table.order(0, action, county).has(0, thalers=thalers)


# --- performing ---


@pytest.mark.rule("R19")
def test_all_perform_an_action_in_player_order_before_the_next() -> None:
    table = Table(3)
    for seat, name in enumerate(("Altmark", "Baden", "Passau")):
        table.county(seat, name, 3).county(seat, ("Anhalt", "Augsburg", "Böhmen")[seat], 3)
        table.order(seat, "combat A", name)
        table.order(seat, "combat B", ("Anhalt", "Augsburg", "Böhmen")[seat])
    state = table.state()
    begin(state, positions={1: 1, 2: 2, 0: 3})
    asked = []
    while state.data["phase"] == Phase.MOVE:
        asked.append((state.player, ACTIONS[state.data["row"][state.data["step"]] - 1]))
        play(state, "stay")
        if state.player == engines.CHANCE:
            state.apply(state.outcomes()[0][0])
    assert asked == [(seat, box) for box in ("combat A", "combat B") for seat in (1, 2, 0)]


@pytest.mark.rule("R19")
def test_a_card_is_turned_up_only_when_its_owner_performs_the_action() -> None:
    table = Table(3).county(0, "Altmark", 3).county(1, "Baden", 3)
    table.order(0, "combat A", "Altmark").order(1, "combat A", "Baden")
    state = table.state()
    begin(state)
    face_down = state.view(2).data["box"].max()
    combat = ACTIONS.index("combat A")
    assert state.view(2).data["box"][0][combat] == state.data["box"][0][combat]
    assert state.view(2).data["box"][1][combat] == face_down
    play(state, "stay")
    assert state.view(2).data["box"][1][combat] == state.data["box"][1][combat]


@pytest.mark.rule("R19")
def test_who_can_perform_an_action_must_and_who_cannot_skips_it() -> None:
    state = one_order("palace", "Altmark", thalers=3).state()
    begin(state)
    assert has_building(state, 0, "Altmark")
    state = one_order("palace", "Altmark", thalers=2).state()
    begin(state)
    assert not has_building(state, 0, "Altmark")
    assert state.data["thalers"][0] == 2


@pytest.mark.rule("R20")
def test_after_each_action_the_next_face_down_card_is_turned_up() -> None:
    state = Table(3).state()
    begin(state)
    for step in range(1, 5):
        assert state.data["phase"] == Phase.REVEAL
        assert state.data["step"] == step
        assert state.data["row_size"] == 4 + step
        left = [o for o, _ in state.outcomes()]
        assert len(left) == 6 - step
        state.apply(left[-1])
    # The last card is known without turning it up; nobody has orders, so summer begins.
    assert state.data["phase"] == Phase.ROW
    assert state.data["season"] == 1


# --- building ---


@pytest.mark.rule("R21")
@pytest.mark.parametrize(("kind", "cost"), [(0, 3), (1, 2), (2, 1)])
def test_a_building_is_paid_and_placed(kind: int, cost: int) -> None:
    state = one_order(ACTIONS[kind], "Altmark", thalers=5).state()
    begin(state)
    assert has_building(state, kind, "Altmark")
    assert state.data["thalers"][0] == 5 - cost


@pytest.mark.rule("R21")
def test_a_church_is_built_in_bremen_and_one_site_is_left() -> None:
    """A church is built in Bremen; a palace or a trading post may still be built there."""
    _, board = loaded(4)
    assert board.counties[board.names.index("Bremen")].sites == 2
    for built, possible in ((("churches",), True), (("churches", "trading_posts"), False)):
        table = Table(4).county(0, "Bremen", 2, *built).has(0, thalers=9)
        state = table.order(0, "palace", "Bremen").state()
        begin(state)
        assert has_building(state, 0, "Bremen") == possible


@pytest.mark.rule("R21")
def test_each_kind_of_building_is_there_once_at_most() -> None:
    state = one_order("church", "Altmark", thalers=9, built=("churches",)).state()
    begin(state)
    assert state.data["thalers"][0] == 9


@pytest.mark.rule("R21")
def test_without_a_tile_of_its_kind_nothing_is_built() -> None:
    """28 palaces stand in 28 counties."""
    table = Table(4).has(0, thalers=9)
    names = table.board.names
    for name in names[:28]:
        table.county(0, name, 1, "palaces")
    for name in names[28:30]:
        table.county(1, name, 1)
    state = table.order(1, "palace", names[28]).has(1, thalers=9).state()
    begin(state)
    assert not has_building(state, 0, names[28])


# --- collecting ---


@pytest.mark.rule("R22")
def test_collecting_lays_the_first_revolt_marker() -> None:
    state = (
        one_order("grain", "Lüneburg").order(0, "taxes", "Altmark").county(0, "Altmark", 2).state()
    )
    begin(state)
    assert state.data["grain"][0] == 5
    assert markers(state, "Lüneburg") == 1
    happen(state, "combat A")
    assert state.data["thalers"][0] == 6
    assert markers(state, "Altmark") == 1


@pytest.mark.rule("R22")
def test_collecting_where_a_marker_lies_causes_a_revolt() -> None:
    state = one_order("taxes", "Lüneburg", armies=4, markers=1).state()
    begin(state)
    assert state.data["phase"] == Phase.TOWER
    # What was collected stays, whatever comes of the revolt.
    assert state.data["thalers"][0] == 3
    fall(state, {0: 0, PEASANTS: 1})
    assert owner(state, "Lüneburg") is None
    assert state.data["thalers"][0] == 3


# --- deploying and moving ---


@pytest.mark.rule("R23")
@pytest.mark.parametrize(("action", "cost", "more"), [("deploy 5", 3, 5), ("deploy 3", 2, 3)])
def test_armies_are_deployed_for_thalers(action: str, cost: int, more: int) -> None:
    state = one_order(action, "Altmark", thalers=4).state()
    before = int(state.data["supply"][0])
    begin(state)
    assert armies(state, "Altmark") == 3 + more
    assert state.data["supply"][0] == before - more
    assert state.data["thalers"][0] == 4 - cost


@pytest.mark.rule("R23")
@pytest.mark.parametrize(("action", "needed"), [("deploy 5", 5), ("deploy 3", 3), ("deploy 1", 1)])
def test_without_thalers_or_armies_a_deployment_is_skipped(action: str, needed: int) -> None:
    for thalers, supply in ((0, 20), (9, needed - 1)):
        table = one_order(action, "Altmark", armies=4, thalers=thalers).supply(0, supply)
        state = table.county(1, "Mittelmark", 2).state()
        begin(state)
        assert armies(state, "Altmark") == 4
        assert state.data["thalers"][0] == thalers
        # Nor is there a move without the army.
        assert state.data["phase"] == Phase.REVEAL


@pytest.mark.rule("R23")
def test_after_deploying_one_army_any_number_may_move_to_ones_own() -> None:
    table = one_order("deploy 1", "Anhalt", armies=3, thalers=1)
    state = table.county(0, "Kursachsen", 1).county(1, "Altmark", 1).state()
    begin(state)
    assert armies(state, "Anhalt") == 4
    assert texts(state) == ["stay", "move to Kursachsen"]
    play(state, "move to Kursachsen")
    assert texts(state) == [armies_to("Kursachsen", n) for n in (1, 2, 3)]
    play(state, "3 armies to Kursachsen")
    assert (armies(state, "Anhalt"), armies(state, "Kursachsen")) == (1, 4)


@pytest.mark.rule("R24")
def test_at_least_one_army_stays_behind() -> None:
    table = one_order("combat A", "Anhalt", armies=1).county(0, "Kursachsen", 1)
    state = table.state()
    begin(state)
    assert state.data["phase"] == Phase.REVEAL
    state = one_order("combat A", "Anhalt", armies=2).county(0, "Kursachsen", 30).state()
    begin(state)
    # One of two armies: no question how many. The number in a county is not limited.
    play(state, "move to Kursachsen")
    assert (armies(state, "Anhalt"), armies(state, "Kursachsen")) == (1, 31)


@pytest.mark.rule("R25")
@pytest.mark.parametrize("action", ["combat A", "combat B"])
def test_armies_may_stay_move_or_attack(action: str) -> None:
    table = one_order(action, "Anhalt", armies=4).county(0, "Altmark", 1)
    state = table.county(1, "Kursachsen", 3).state()
    begin(state)
    neighbours = ["Altmark", "Kursachsen", "Mittelmark", "Sächs. Lande", "Wolfenbüttel"]
    assert sorted(texts(state)) == sorted(["stay", *(f"move to {n}" for n in neighbours)])
    for target, fights in (("Altmark", False), ("Kursachsen", True), ("Mittelmark", True)):
        twin = state.copy()
        play(twin, f"move to {target}", f"2 armies to {target}")
        assert (twin.data["phase"] == Phase.TOWER) == fights
    play(state, "stay")
    assert armies(state, "Anhalt") == 4


# --- bonus tiles and events ---


@pytest.mark.rule("R26.1")
def test_the_tax_tile_brings_one_thaler_more() -> None:
    for position, thalers in ((1, 7), (2, 6)):
        state = one_order("taxes", "Altmark").tiles("taxes").state()
        begin(state, positions={0: position, 1: 4, 2: 5})
        assert state.data["thalers"][0] == thalers


@pytest.mark.rule("R26.2")
def test_the_grain_tile_brings_one_grain_more() -> None:
    for position, grain in ((1, 3), (2, 2)):
        state = one_order("grain", "Altmark").tiles("grain").state()
        begin(state, positions={0: position, 1: 4, 2: 5})
        assert state.data["grain"][0] == grain


@pytest.mark.rule("R26.3")
def test_the_deployment_tile_places_six_armies() -> None:
    state = one_order("deploy 5", "Altmark", thalers=3).tiles("deploy").state()
    begin(state)
    assert armies(state, "Altmark") == 9


@pytest.mark.rule("R26.3")
def test_the_player_receives_6_armies() -> None:
    """The rulebook's example: 5 armies, by the event 3, by the tile 6."""
    table = one_order("deploy 5", "Altmark", thalers=3).tiles("deploy")
    state = table.state(*cards_with("fewer_armies"))
    begin(state, "fewer_armies")
    assert armies(state, "Altmark") == 9


@pytest.mark.rule("R26.3")
@pytest.mark.parametrize(("supply", "placed"), [(4, 0), (5, 5), (6, 6), (7, 6)])
def test_the_deployment_tile_is_an_entitlement(supply: int, placed: int) -> None:
    table = one_order("deploy 5", "Altmark", thalers=3).supply(0, supply).tiles("deploy")
    state = table.state()
    begin(state)
    assert armies(state, "Altmark") == 3 + placed


def attack(table: Table, *cards: str, effect: str = "") -> engines.State:
    """Seat 0 attacks Kursachsen from Anhalt with four of five armies."""
    table.county(0, "Anhalt", 5).order(0, "combat A", "Anhalt")
    state = table.state(*cards)
    begin(state, effect)
    play(state, "move to Kursachsen", "4 armies to Kursachsen")
    return state


@pytest.mark.rule("R26.4")
def test_the_attack_tile_drops_one_more_army_from_the_supply() -> None:
    state = attack(Table(3).county(1, "Kursachsen", 3).tiles("attack", "taxes"))
    assert state.data["fresh"].tolist() == [5, 3, 0, 0, 0, 0]
    assert state.data["supply"][0] == 62 - 5 - 1


@pytest.mark.rule("R26.5")
def test_the_defence_tile_drops_one_more_army_from_the_supply() -> None:
    state = attack(Table(3).county(1, "Kursachsen", 3).tiles("grain", "defend"))
    assert state.data["fresh"].tolist() == [4, 4, 0, 0, 0, 0]
    assert state.data["supply"][1] == 62 - 3 - 1


@pytest.mark.rule("R26.5")
def test_the_defence_tile_does_not_help_in_a_revolt() -> None:
    state = one_order("taxes", "Lüneburg", markers=1).tiles("defend").state()
    begin(state)
    assert state.data["fresh"].tolist() == [3, 0, 0, 0, 0, 1]


@event("post_calms")
@pytest.mark.rule("R26.6")
def test_event_a_trading_post_removes_a_revolt_marker(card: str) -> None:
    for there, left in ((2, 1), (0, 0)):
        table = one_order("trading post", "Altmark", thalers=1, markers=there)
        state = table.state(card)
        begin(state, card)
        assert has_building(state, 2, "Altmark")
        assert markers(state, "Altmark") == left
    state = one_order("church", "Altmark", thalers=2, markers=2).state(card)
    begin(state, card)
    assert markers(state, "Altmark") == 2


@event("neutral_defends")
@pytest.mark.rule("R26.7")
def test_event_neutral_counties_defend_with_two_peasants(card: str) -> None:
    state = attack(Table(3), card, effect=card)
    assert state.data["fresh"].tolist() == [4, 0, 0, 0, 0, 2]


@event("palace_defends")
@pytest.mark.rule("R26.8")
def test_event_a_palace_adds_an_army_of_its_owner(card: str) -> None:
    for buildings, defence in ((("palaces",), 4), (("churches",), 3)):
        state = attack(Table(3).county(1, "Kursachsen", 3, *buildings), card, effect=card)
        assert state.data["fresh"].tolist() == [4, defence, 0, 0, 0, 0]
    # With the tile as well, two.
    table = Table(3).county(1, "Kursachsen", 3, "palaces").tiles("grain", "defend")
    assert attack(table, card, effect=card).data["fresh"][1] == 5


@event("palace_defends")
@pytest.mark.rule("R26.8")
def test_event_a_palace_does_not_help_in_a_revolt(card: str) -> None:
    state = one_order("taxes", "Altmark", markers=1, built=("palaces",)).state(card)
    begin(state, card)
    assert state.data["fresh"].tolist() == [3, 0, 0, 0, 0, 1]


@event("church_safe")
@pytest.mark.rule("R26.9")
def test_event_counties_with_a_church_are_safe_from_attacks(card: str) -> None:
    table = Table(3).county(1, "Kursachsen", 3, "churches").county(0, "Altmark", 1, "churches")
    table.county(0, "Anhalt", 5).order(0, "combat A", "Anhalt")
    state = table.state(card)
    begin(state, card)
    assert "move to Kursachsen" not in texts(state)
    assert "move to Altmark" in texts(state)


@event("tax_cap")
@pytest.mark.rule("R26.10")
def test_event_arne_collects_taxes_in_burgund(card: str) -> None:
    """7 Thalers, at most 5 by the event, and 1 more by the tile: 6. Without the tile 5."""
    for tile, thalers in (("taxes", 6), ("grain", 5)):
        table = Table(4).county(0, "Burgund", 2).order(0, "taxes", "Burgund").tiles(tile)
        state = table.state(card)
        begin(state, card)
        assert state.data["thalers"][0] == thalers


@event("tax_floor")
@pytest.mark.rule("R26.11")
def test_event_taxes_bring_six_at_least(card: str) -> None:
    for county, thalers in (("Lüneburg", 6), ("Lausitz", 7)):
        state = one_order("taxes", county).tiles("grain").state(card)
        begin(state, card)
        assert state.data["thalers"][0] == thalers


@event("grain_floor")
@pytest.mark.rule("R26.12")
def test_event_grain_brings_four_at_least(card: str) -> None:
    for county, grain in (("Altmark", 4), ("Lüneburg", 5)):
        state = one_order("grain", county).tiles("taxes").state(card)
        begin(state, card)
        assert state.data["grain"][0] == grain


@event("grain_cap")
@pytest.mark.rule("R26.13")
def test_event_grain_brings_three_at_most(card: str) -> None:
    for county, tile, grain in (
        ("Lüneburg", "taxes", 3),
        ("Lüneburg", "grain", 4),
        ("Altmark", "taxes", 2),
    ):
        state = one_order("grain", county).tiles(tile).state(card)
        begin(state, card)
        assert state.data["grain"][0] == grain


@event("fewer_armies")
@pytest.mark.rule("R26.14")
def test_event_fewer_armies_for_the_same_price(card: str) -> None:
    for action, more, cost in (("deploy 5", 3, 3), ("deploy 3", 2, 2), ("deploy 1", 1, 1)):
        state = one_order(action, "Altmark", thalers=3).tiles("taxes").state(card)
        begin(state, card)
        assert armies(state, "Altmark") == 3 + more
        assert state.data["thalers"][0] == 3 - cost


# --- lost cards, the end of a round ---


@pytest.mark.rule("R27")
def test_the_card_of_a_conquered_county_leaves_the_plan_at_once() -> None:
    table = Table(3).county(1, "Kursachsen", 3).order(1, "combat B", "Kursachsen")
    table.first.insert(0, "combat A")
    state = attack(table)
    face_down = state.view(2).data["box"].max()
    combat = ACTIONS.index("combat B")
    assert state.view(2).data["box"][1][combat] == face_down
    fall(state, {0: 3})
    assert owner(state, "Kursachsen") == 0
    assert state.data["box"][1][combat] == 0
    assert not state.data["closed"][1]
    # The conqueror's card is of no use in this round: it cannot lie in a box.
    assert not state.data["closed"][0]


@pytest.mark.rule("R27")
def test_the_card_goes_also_when_the_county_becomes_neutral_or_was_the_bid() -> None:
    table = Table(3).county(1, "Kursachsen", 3).bid(1, "Kursachsen")
    state = attack(table)
    fall(state)
    assert owner(state, "Kursachsen") is None
    assert state.data["bid"][1] == 0


@pytest.mark.rule("R28")
def test_after_a_round_cards_and_tiles_are_taken_back() -> None:
    table = Table(3).county(0, "Altmark", 3).order(0, "taxes", "Altmark").bid(1, "1 Thalers")
    state = table.has(1, thalers=1).state()
    begin(state)
    gone = int(state.data["event"]) - 1
    while state.data["season"] == 0:
        state.apply(state.outcomes()[0][0])
    for field in ("box", "bid", "closed", "row", "tile", "leader", "event", "step", "turn"):
        assert not state.data[field].any(), field
    assert not (state.data["open_events"] | state.data["event_deck"]) >> gone & 1


@pytest.mark.rule("R28")
def test_after_fall_the_player_order_stays_for_winter() -> None:
    table = Table(3).at(0, 2)
    for seat, name in enumerate(("Altmark", "Baden", "Passau")):
        table.county(seat, name, 3)
    state = table.state()
    begin(state, positions={2: 1, 1: 2, 0: 3})
    while state.data["season"] == 2:
        state.apply(state.outcomes()[0][0])
    assert state.data["leader"][:3].tolist() == [3, 2, 1]
    assert not state.data["tile"].any()
