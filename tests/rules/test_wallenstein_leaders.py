"""Wallenstein: military leaders, statues and trophies (L1 to L11)."""

from __future__ import annotations

import json

import pytest
from wallenstein_builder import (
    PEASANTS,
    Table,
    armies,
    begin,
    event_name,
    fall,
    first_decision,
    happen,
    has_building,
    loaded,
    owner,
    play,
    texts,
)
from wallenstein_leaders import (
    HOME,
    after_ten_actions,
    leader,
    pass_events,
    phase,
    statues,
    table,
    with_statues,
)

from eminence import engines
from eminence.engines.wallenstein.leaders.numbers import LED
from eminence.engines.wallenstein.names import ACTIONS, DRAFTING, PHASE_WORDS
from eminence.engines.wallenstein.state import Phase

# --- setting up ---


@pytest.mark.rule("L1")
def test_everybody_has_a_leader_and_as_many_statues_as_can_be_needed() -> None:
    state = loaded(5, expansions=("leaders",))[0].root()
    assert not state.data["general"].any()
    assert not state.data["statues"].any()
    # Six rounds, a statue in each: the tokens of the data file suffice.
    game = loaded(3, expansions=("leaders",))[0]
    for seed in range(3):
        state = game.root()
        chance = engines.Chance(seed)
        while True:
            state.resolve(chance)
            if state.over:
                break
            state.apply(state.actions()[0])
        for seat in range(3):
            assert sum(statues(state, seat).values()) <= 6


@pytest.mark.rule("L2")
def test_with_line_ups_leaders_are_placed_in_player_order_in_the_first_spring() -> None:
    built = table(*HOME, season=0).county(1, "Passau", 2).county(1, "Böhmen", 2)
    state = built.state()
    begin(state, positions={1: 1, 2: 2, 0: 4})
    assert (phase(state), state.player) == (Phase.STATION, 1)
    assert texts(state) == ["leader to Böhmen", "leader to Passau"]
    play(state, "leader to Passau")
    # Seat 2 has no county at all.
    assert state.player == 0
    assert texts(state) == [f"leader to {name}" for name in HOME]
    play(state, "leader to Baden")
    assert [leader(state, seat) for seat in range(3)] == ["Baden", "Passau", "nothing"]
    assert not state.data["turn"]
    assert phase(state) == Phase.REVEAL


@pytest.mark.rule("L2")
def test_they_are_placed_once_only() -> None:
    for season, year in ((1, 0), (0, 1)):
        state = table(*HOME, at=["Baden"], season=season, year=year).state()
        begin(state)
        assert phase(state) == Phase.REVEAL


@pytest.mark.rule("L3")
def test_in_the_draft_a_leader_may_go_to_each_county_taken() -> None:
    state = first_decision(4, "draft", expansions=("leaders",))
    play(state, "take the top card")
    state.resolve(engines.Chance(1))
    county = state.game.words.on.names[state.data["picked"] - 1]
    sizes = (2, 3, 4, 5)
    assert texts(state) == [
        *(f"place {n} armies in {county}" for n in sizes),
        *(f"place {n} armies and the leader in {county}" for n in sizes),
    ]
    twin = state.copy()
    play(twin, f"place 3 armies in {county}")
    assert leader(twin, 0) == "nothing"
    play(state, f"place 3 armies and the leader in {county}")
    assert leader(state, 0) == county
    assert armies(state, county) == 3


def drafted(choose: int) -> tuple[engines.State, list[list[str]]]:
    """A draft with the first or the last way to place each group; the counties in turn."""
    state = loaded(3, "draft", expansions=("leaders",))[0].root()
    taken: list[list[str]] = [[], [], []]
    while phase(state) in DRAFTING:
        if state.player == engines.CHANCE:
            outcomes = [o for o, _ in state.outcomes()]
            state.apply(outcomes[len(outcomes) // 2])
        else:
            state.apply(state.actions()[choose if phase(state) == Phase.PLACE else -1])
        for seat in range(3):
            for i, name in enumerate(state.game.words.on.names):
                if state.data["owned"][seat] >> i & 1 and name not in taken[seat]:
                    taken[seat].append(name)
    return state, taken


@pytest.mark.rule("L3")
@pytest.mark.parametrize(("choose", "place"), [(0, -1), (-1, 0)])
def test_who_never_placed_the_leader_must_put_him_into_the_last_county(
    choose: int, place: int
) -> None:
    state, taken = drafted(choose)
    assert all(len(counties) == 9 for counties in taken)
    assert [leader(state, seat) for seat in range(3)] == [c[place] for c in taken]


# --- what a leader does ---


def led(action: str, county: str = "Altmark", thalers: int = 9, here: bool = True) -> Table:
    """Seat 0 has one order; its leader stands there or elsewhere."""
    built = table(county, "Baden", at=[county if here else "Baden"])
    return built.order(0, action, county).has(0, thalers=thalers).tiles("defend")


def acted(built: Table, *cards: str, effect: str = "") -> engines.State:
    state = built.state(*cards)
    begin(state, effect)
    return state


@pytest.mark.rule("L4.1", "L4.2", "L4.3")
@pytest.mark.parametrize(("action", "price"), [("palace", 2), ("church", 1), ("trading post", 0)])
def test_a_building_costs_a_thaler_less(action: str, price: int) -> None:
    kind = ACTIONS.index(action)
    state = acted(led(action))
    assert state.data["thalers"][0] == 9 - price
    assert has_building(state, kind, "Altmark")
    assert acted(led(action, here=False)).data["thalers"][0] == 9 - price - 1
    # It is possible with exactly that much.
    assert has_building(acted(led(action, thalers=price)), kind, "Altmark")
    if price:
        assert not has_building(acted(led(action, thalers=price - 1)), kind, "Altmark")


@pytest.mark.rule("L4.4")
def test_collecting_grain_brings_one_more() -> None:
    assert acted(led("grain")).data["grain"][0] == 3
    assert acted(led("grain", here=False)).data["grain"][0] == 2


@pytest.mark.rule("L4.5")
def test_collecting_taxes_brings_one_more() -> None:
    assert acted(led("taxes", thalers=0)).data["thalers"][0] == 7
    assert acted(led("taxes", thalers=0, here=False)).data["thalers"][0] == 6


@pytest.mark.rule("L4.6", "L4.7", "L4.8")
@pytest.mark.parametrize(
    ("action", "placed", "price"), [("deploy 5", 6, 3), ("deploy 3", 4, 2), ("deploy 1", 2, 1)]
)
def test_a_deployment_places_one_army_more_for_the_same_price(
    action: str, placed: int, price: int
) -> None:
    state = acted(led(action))
    assert armies(state, "Altmark") == 3 + placed
    assert state.data["thalers"][0] == 9 - price
    assert armies(acted(led(action, here=False)), "Altmark") == 3 + placed - 1


@pytest.mark.rule("L4.8")
def test_after_deploying_two_armies_any_number_may_move() -> None:
    built = table("Altmark", "Anhalt", at=["Altmark"]).order(0, "deploy 1", "Altmark")
    state = acted(built.has(0, thalers=1))
    play(state, "move to Anhalt", "4 armies to Anhalt")
    assert (armies(state, "Altmark"), armies(state, "Anhalt")) == (1, 7)


@pytest.mark.rule("L4.9")
@pytest.mark.parametrize(("supply", "placed"), [(4, 0), (5, 5), (6, 6), (9, 6)])
def test_the_army_more_is_an_entitlement(supply: int, placed: int) -> None:
    state = acted(led("deploy 5").supply(0, supply))
    assert armies(state, "Altmark") == 3 + placed


@pytest.mark.rule("L4.4", "L4.5", "L4.6")
@pytest.mark.parametrize(
    ("action", "effect", "tile", "gain"),
    [
        ("grain", "grain_cap", "grain", 3 + 1 + 1),
        ("grain", "grain_floor", "taxes", 5 + 1),
        ("taxes", "tax_cap", "taxes", 3 + 1 + 1),
        ("taxes", "tax_floor", "grain", 6 + 1),
        ("deploy 5", "fewer_armies", "taxes", 3 + 1),
        ("deploy 5", "fewer_armies", "deploy", 6 + 1),
        ("deploy 3", "fewer_armies", "deploy", 2 + 1),
    ],
)
def test_the_leader_adds_his_part_after_event_and_tile(
    action: str, effect: str, tile: str, gain: int
) -> None:
    """In Lüneburg: grain 5, taxes 3."""
    built = led(action, "Lüneburg").tiles(tile)
    state = acted(built, event_name(built.state(), effect), effect=effect)
    field = {"grain": state.data["grain"][0], "taxes": int(state.data["thalers"][0]) - 9}
    assert field.get(action, armies(state, "Lüneburg") - 3) == gain


@pytest.mark.rule("L4.1")
def test_a_leader_of_another_seat_does_nothing_for_me() -> None:
    built = table("Altmark", at=["Altmark", "Böhmen"]).county(1, "Böhmen", 3)
    state = acted(built.order(1, "palace", "Böhmen").has(1, thalers=2))
    assert has_building(state, 0, "Böhmen")
    built = table("Altmark", at=["Altmark"]).county(1, "Böhmen", 3)
    state = acted(built.order(1, "palace", "Böhmen").has(1, thalers=2))
    assert not has_building(state, 0, "Böhmen")


@pytest.mark.rule("L4.1")
def test_he_is_of_no_use_in_combat() -> None:
    assert set(ACTIONS) - set(LED) == {"combat A", "combat B"}
    built = table("Anhalt", at=["Anhalt", "Kursachsen"]).county(1, "Kursachsen", 3)
    state = acted(built.order(0, "combat A", "Anhalt"))
    play(state, "move to Kursachsen", "2 armies to Kursachsen")
    assert state.data["fresh"].tolist() == [2, 3, 0, 0, 0, 0]


# --- moving ---


@pytest.mark.rule("L5")
def test_after_the_tenth_action_all_move_their_leaders_in_player_order() -> None:
    built = table(*HOME, at=["Altmark", "Passau"]).county(1, "Passau", 2)
    built.county(1, "Oberpfalz", 2).county(1, "Breisgau", 2)
    state = after_ten_actions(built, {1: 2, 0: 3, 2: 5})
    assert (phase(state), state.player, state.data["step"]) == (Phase.LEAD, 1, len(ACTIONS))
    assert texts(state) == [
        *("leader to Oberpfalz", "leader to Breisgau"),
        "leader to Oberpfalz without a statue",
    ]
    play(state, "leader to Breisgau")
    assert state.player == 0
    play(state, "leader to Anhalt")
    assert (leader(state, 0), leader(state, 1)) == ("Anhalt", "Breisgau")
    assert state.data["season"] == 2
    assert not state.data["step"]


@pytest.mark.rule("L5")
def test_he_must_go_to_another_county() -> None:
    state = after_ten_actions(table(*HOME, at=["Altmark"]))
    assert not any(text.startswith("leader to Altmark") for text in texts(state))


@pytest.mark.rule("L5")
def test_without_another_county_he_stays_and_one_far_away_is_no_question() -> None:
    state = after_ten_actions(table("Altmark", at=["Altmark"]))
    assert (leader(state, 0), state.data["season"]) == ("Altmark", 2)
    assert not statues(state, 0)
    state = after_ten_actions(table("Altmark", "Baden", at=["Altmark"]))
    assert (leader(state, 0), state.data["season"]) == ("Baden", 2)
    assert not statues(state, 0)


@pytest.mark.rule("L5")
def test_a_leader_off_the_board_is_not_moved() -> None:
    state = after_ten_actions(table(*HOME))
    assert (leader(state, 0), state.data["season"]) == ("nothing", 2)


@pytest.mark.rule("L5")
def test_leaders_also_move_in_the_last_round() -> None:
    state = after_ten_actions(table(*HOME, at=["Altmark"], season=2, year=1))
    assert (phase(state), state.player) == (Phase.LEAD, 0)


@pytest.mark.rule("L6")
def test_who_moves_next_door_leaves_a_statue_and_who_flees_does_not() -> None:
    state = after_ten_actions(table(*HOME, at=["Altmark"]))
    for move, left in (
        ("leader to Anhalt", {"Altmark": 1}),
        ("leader to Anhalt without a statue", {}),
        ("leader to Baden", {}),
    ):
        twin = state.copy()
        play(twin, move)
        assert statues(twin, 0) == left


@pytest.mark.rule("L6")
def test_a_second_statue_may_stand_in_a_county() -> None:
    state = after_ten_actions(with_statues(table(*HOME, at=["Altmark"]), 0, "Altmark"))
    play(state, "leader to Anhalt")
    assert statues(state, 0) == {"Altmark": 2}


def attacked(built: Table, cubes: dict[int, int]) -> engines.State:
    """Seat 1 attacks Altmark from Anhalt; these cubes fall out."""
    built.county(1, "Anhalt", 5).order(1, "combat A", "Anhalt")
    state = built.state()
    begin(state)
    play(state, "move to Altmark", "4 armies to Altmark")
    fall(state, cubes)
    return state


@pytest.mark.rule("L7")
@pytest.mark.parametrize(("cubes", "holder"), [({1: 3}, 1), ({}, None)])
def test_a_statue_stays_when_its_county_is_conquered_or_becomes_neutral(
    cubes: dict[int, int], holder: int | None
) -> None:
    built = with_statues(table("Altmark", "Baden", at=["Baden"]), 0, "Altmark")
    state = attacked(built, cubes)
    assert owner(state, "Altmark") == holder
    assert statues(state, 0) == {"Altmark": 1}


@pytest.mark.rule("L8")
def test_who_leads_into_the_county_of_a_statue_captures_it() -> None:
    built = table("Anhalt", "Altmark", "Baden", at=["Anhalt"], season=2)
    state = after_ten_actions(with_statues(built, 2, "Altmark", "Böhmen"))
    assert statues(state, 2) == {"Altmark": 1, "Böhmen": 1}
    play(state, "leader to Altmark")
    assert statues(state, 2) == {"Böhmen": 1}
    assert state.data["trophies"].tolist() == [1, 0, 0, 0, 0]
    # His own is left behind as always.
    assert statues(state, 0) == {"Anhalt": 1}


@pytest.mark.rule("L8")
def test_all_statues_there_are_captured_and_ones_own_stay() -> None:
    built = with_statues(table("Anhalt", "Altmark", at=["Anhalt"], season=2), 2, "Altmark")
    built.fields["statues"]["Altmark"] = 2
    state = after_ten_actions(built)
    play(state, "leader to Altmark without a statue")
    assert (state.data["trophies"][0], statues(state, 2)) == (2, {})
    built = with_statues(table("Anhalt", "Altmark", at=["Anhalt"]), 0, "Altmark")
    state = after_ten_actions(built)
    play(state, "leader to Altmark without a statue")
    assert (state.data["trophies"][0], statues(state, 0)) == (0, {"Altmark": 1})


# --- flight and return ---


@pytest.mark.rule("L9")
@pytest.mark.parametrize(("cubes", "lost"), [({1: 3}, True), ({}, True), ({0: 2, 1: 1}, False)])
def test_who_loses_the_county_of_the_leader_takes_him_off_the_board(
    cubes: dict[int, int], lost: bool
) -> None:
    state = attacked(table("Altmark", "Baden", at=["Altmark"]), cubes)
    assert leader(state, 0) == ("nothing" if lost else "Altmark")
    assert not statues(state, 0)


@pytest.mark.rule("L9")
def test_a_leader_flees_from_a_revolt() -> None:
    built = table("Baden", at=["Altmark"]).county(0, "Altmark", 2, markers=1)
    state = acted(built.order(0, "taxes", "Altmark"))
    fall(state, {PEASANTS: 1})
    assert leader(state, 0) == "nothing"


def fall_round(built: Table) -> engines.State:
    """Fall without orders, with grain for all; up to the first question after it."""
    for seat in range(3):
        built.has(seat, grain=20)
    state = built.at(built.year, 2).state()
    begin(state, positions={2: 1, 1: 2, 0: 3})
    while state.player == engines.CHANCE and state.data["year"] == built.year:
        state.apply(state.outcomes()[0][0])
    return state


@pytest.mark.rule("L9")
def test_leaders_come_back_at_the_end_of_winter_in_player_order() -> None:
    built = table(*HOME).county(2, "Passau", 2).county(2, "Böhmen", 2)
    state = fall_round(built)
    assert (phase(state), state.player, state.data["season"]) == (Phase.STATION, 2, 3)
    play(state, "leader to Böhmen")
    assert state.player == 0
    assert texts(state) == [f"leader to {name}" for name in HOME]
    play(state, "leader to Altmark")
    assert (state.data["year"], state.data["season"]) == (1, 0)
    assert [leader(state, seat) for seat in range(3)] == ["Altmark", "nothing", "Böhmen"]
    # Seat 1 has no county: it waits for the next winter.
    assert not state.data["turn"]


@pytest.mark.rule("L9")
def test_who_loses_the_leader_in_winter_places_him_at_its_end() -> None:
    built = table(*HOME, at=["Altmark"]).has(0, grain=0)
    card = event_name(built.state(), "tax_cap")
    state = built.at(0, 2).state(card)
    other = next(o for o, _ in state.outcomes() if state.text(o) != card)
    begin(state, state.text(other))
    pass_events(state)
    play(state, "leader to Anhalt")
    # Three counties without grain: two of them revolt.
    happen(state, "Anhalt")
    happen(state, "Baden")
    play(state, "first the revolt in Anhalt")
    fall(state)
    assert leader(state, 0) == "nothing"
    fall(state, {0: 3})
    assert (owner(state, "Anhalt"), owner(state, "Baden")) == (None, 0)
    assert texts(state) == ["leader to Altmark", "leader to Baden"]
    # The statue that he left in Altmark is his own.
    play(state, "leader to Altmark")
    assert statues(state, 0) == {"Altmark": 1}
    assert state.data["trophies"][0] == 0


@pytest.mark.rule("L8", "L9")
def test_a_leader_who_comes_back_captures_statues() -> None:
    state = fall_round(with_statues(table("Altmark", "Baden"), 1, "Altmark"))
    assert (phase(state), state.data["year"]) == (Phase.STATION, 0)
    play(state, "leader to Altmark")
    assert state.data["trophies"].tolist()[:2] == [1, 0]
    assert not statues(state, 1)


@pytest.mark.rule("L9")
def test_the_game_ends_after_the_scoring_phase_in_the_second_winter() -> None:
    """A seat without a leader at that time does not place him: he would capture a statue."""
    state = fall_round(with_statues(table("Altmark", "Baden", year=1), 1, "Altmark"))
    assert state.over
    assert leader(state, 0) == "nothing"
    assert state.sources()[0]["trophies"] == 0
    assert state.sources()[1]["statues"] == 1


# --- the end ---


@pytest.mark.rule("L10")
def test_statues_and_trophies_together_are_7_victory_points() -> None:
    """The rulebook's picture: seven tokens, his own on the board and trophies, are 7 points."""
    built = with_statues(table(year=1), 0, "Altmark", "Anhalt", "Baden", "Böhmen")
    built.fields["trophies"] = [3, 0, 0]
    state = fall_round(built)
    assert state.over
    points = state.sources()[0]
    assert (points["statues"], points["trophies"]) == (4, 3)
    assert [r.score for r in state.returns()] == [7, 0, 0]


@pytest.mark.rule("L10")
def test_statues_bring_nothing_in_the_first_winter() -> None:
    built = with_statues(table("Altmark", at=["Altmark"]), 0, "Baden")
    built.fields["trophies"] = [1, 0, 0]
    state = fall_round(built)
    assert state.data["year"] == 1
    assert state.sources()[0]["counties"] == 1
    assert sum(state.sources()[0].values()) == 1


@pytest.mark.rule("L11")
def test_leaders_statues_and_cards_look_the_same_to_everybody() -> None:
    game = loaded(4, "draft", expansions=("leaders", "regions"))[0]
    state = game.root()
    chance = engines.Chance(2)
    public = ("general", "honoured", "statues", "trophies", "region_card")
    asked = set()
    while True:
        state.resolve(chance)
        if state.over:
            break
        asked.add(phase(state))
        for viewer in (0, 3, engines.PUBLIC):
            for name in public:
                assert (state.view(viewer).data[name] == state.data[name]).all()
        state.apply(state.actions()[len(state.actions()) // 2])
    assert Phase.LEAD in asked


# --- what is wrong with a position ---


def refusal(built: Table, **changes: object) -> str:
    position = built.position() | changes
    with pytest.raises(engines.BadPosition) as caught:
        built.read("chance", json.loads(json.dumps(position)))
    assert "\n" not in str(caught.value)
    return str(caught.value)


CHANGES: list[tuple[str, dict[str, object]]] = [
    ("general[0]: he stands", {"general": ["Passau", "nothing", "nothing"]}),
    ("general[1]: he stands", {"general": ["Altmark", "Altmark", "nothing"]}),
    ("statues: those in Altmark belong to no seat", {"statues": {"Altmark": 1}}),
    ("statues: those in Altmark", {"honoured": [["Altmark"], [], []]}),
    ("honoured[1]: more than", {"honoured": [["Baden"], ["Baden"], []], "statues": {"Baden": 1}}),
    ("honoured[0]: more than", {"honoured": [["Baden"], [], []], "statues": {"Baden": 2}}),
    ("honoured[1]: more than", {"honoured": [[], ["Altmark"], []], "statues": {"Altmark": 1}}),
    ("trophies[0]: 4 statues are captured", {"trophies": [4, 0, 0]}),
    ("points[0]: statues and trophies", {"points": [{"statues": 1}, {}, {}]}),
]


@pytest.mark.parametrize(("said", "changes"), CHANGES, ids=range(len(CHANGES)))
def test_a_contradiction_is_named(said: str, changes: dict[str, object]) -> None:
    built = table(*HOME, at=["Altmark"])
    built.state()
    complaint = refusal(built, **changes)
    assert complaint.startswith(said), complaint


def test_before_he_is_placed_a_leader_is_nowhere() -> None:
    built = table(*HOME, season=0)
    built.state()
    assert refusal(built, general=["Altmark", "nothing", "nothing"]).startswith(
        "general[0]: he stands"
    )


def test_without_the_expansion_there_are_no_leaders_and_statues() -> None:
    built = Table(3).county(0, "Altmark", 3).at(0, 1)
    assert refusal(built, general=["Altmark", "nothing", "nothing"]).startswith(
        "general[0]: he stands"
    )
    said = refusal(built, honoured=[["Baden"], [], []], statues={"Baden": 1})
    assert said.startswith("honoured[0]: more than")


def test_a_question_that_nobody_has_to_answer_is_named() -> None:
    state = after_ten_actions(table(*HOME, at=["Altmark"]))
    document = json.loads(state.to_json())
    for changes, said in (
        ({"general": ["nothing"] * 3}, "phase: nobody has to choose"),
        ({"step": 9}, "phase: year, season, step"),
        ({"phase": "move"}, "phase: year, season, step"),
        ({"phase": PHASE_WORDS[Phase.STATION], "step": 0}, "row: "),
    ):
        with pytest.raises(engines.BadPosition) as caught:
            state.game.from_json(
                json.dumps(document | {"position": document["position"] | changes})
            )
        assert str(caught.value).startswith(said), str(caught.value)
