"""Pictures of Wallenstein: the map, plans and their backs, cards, and what a move lights."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from conformance.walks import Walk
from wallenstein_builder import Table, begin, first_decision, loaded, play

from eminence import engines
from eminence.cython_ext.pictures.scene import Area, Box, Group, Panel, Scene, Shape, Text, within
from eminence.engines.wallenstein.names import ACTIONS
from eminence.engines.wallenstein.numbers import DATA
from eminence.engines.wallenstein.state import Card, Move, Phase

EXPANSIONS = ("court", "regions", "leaders")


def picture(state: engines.State, viewer: int | None = None) -> Scene:
    return state.view(state.player if viewer is None else viewer).picture()


def panel(scene: Scene, id: str) -> Panel:
    return next(each for each in scene.panels if each.id == id)


def has_panel(scene: Scene, id: str) -> bool:
    return any(each.id == id for each in scene.panels)


def shape(scene: Scene, id: str) -> Shape:
    found = [each for each in scene.shapes() if each.id == id]
    assert len(found) == 1, id
    return found[0]


def written(*shapes: Shape) -> list[str]:
    """All that is written in shapes, in their order."""
    return [each.text for each in within(shapes) if isinstance(each, Text)]


def on(scene: Scene, id: str) -> list[str]:
    """What is written on the shape with this id."""
    return written(shape(scene, id))


def ids(scene: Scene, beginning: str) -> list[str]:
    return [each.id for each in scene.shapes() if each.id.startswith(beginning)]


def lit(scene: Scene, state: engines.State, text: str) -> set[str]:
    """The shapes of a move, named by its words."""
    return set(scene.moves[state.parse(text)])


# --- the map ---


@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_county_is_one_area_of_the_map_with_its_tip(players: int) -> None:
    state = first_decision(players)
    scene, board = picture(state), loaded(players)[1]
    for county in board.names:
        found = shape(scene, f"county {county}")
        assert isinstance(found, Group)
        assert [each for each in found.shapes if isinstance(each, Area)]
        assert found.tip.startswith(f"{county}: ")
    assert len(ids(scene, "county ")) == len(board.names)


@pytest.mark.parametrize("players", [3, 5])
def test_every_county_is_named_and_no_two_alike(players: int) -> None:
    scene = picture(first_decision(players))
    names = {id.removeprefix("county "): on(scene, id)[0] for id in ids(scene, "county ")}
    assert len(set(names.values())) == len(names)
    for name, shown in names.items():
        assert shown.rstrip("…") in name


def test_a_county_shows_its_owner_armies_buildings_and_revolt_markers() -> None:
    table = Table(3).county(1, "Böhmen", 7, "palaces", "trading_posts", markers=2)
    scene = picture(table.state(), 0)
    assert on(scene, "county Böhmen") == ["Böhmen", "B 7", "!!", "P", "T", "tax 6, grain 2"]
    assert on(scene, "county Mähren") == ["Mähren", "tax 3, grain 3"]
    boxes = [each for each in within([shape(scene, "county Böhmen")]) if isinstance(each, Box)]
    assert [each.tone for each in boxes] == ["seat 1", "red", "gold", "brown", "paper"]


def test_a_county_that_is_not_used_holds_nothing_and_no_move_goes_there() -> None:
    state = first_decision(3)
    scene = picture(state)
    assert on(scene, "county Holstein") == ["Holstein"]
    assert not any("county Holstein" in shapes for shapes in scene.moves.values())


@pytest.mark.slow
def test_a_leader_and_statues_stand_in_their_counties() -> None:
    game, board = loaded(3, expansions=("leaders",))
    seen = set()
    for state in Walk(game, 2):
        if not state.data["statues"].any():
            continue
        scene = picture(state, 0)
        for seat in range(3):
            at = int(state.data["general"][seat])
            if at:
                assert "L" in on(scene, f"county {board.names[at - 1]}")
            for county, name in enumerate(board.names):
                if int(state.data["honoured"][seat]) >> county & 1:
                    many = int(state.data["statues"][county])
                    sign = f"{many if many > 1 else ''}s{'ABC'[seat]}"
                    assert sign in on(scene, f"county {name}")
                    seen.add(sign)
        if len(seen) > 1:
            return
    raise AssertionError("no leader has left a statue")


def test_counties_of_another_data_folder_stand_in_a_table(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    for file in folder.glob("*.csv"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("Böhmen", "Bohemia"), encoding="utf-8")
    state = engines.load("wallenstein", data=folder).root()
    state.resolve(engines.Chance(1))
    scene = picture(state)
    assert on(scene, "county Bohemia")[0] == "Bohemia"
    corners = [
        each.outlines[0][0] for each in within(panel(scene, "map").shapes) if isinstance(each, Area)
    ]
    assert len(set(corners)) == len(corners) == 37


# --- the own plan ---


def test_a_card_of_a_plan_lights_its_box_itself_and_its_county() -> None:
    state = first_decision(3)
    county = loaded(3)[1].names[min(state.actions()) - 1]
    assert lit(picture(state), state, f"bid: {county}") == {
        "box bid",
        f"card {county}",
        f"county {county}",
    }
    assert lit(picture(state), state, "bid: 3 Thalers") == {"box bid", "card 3 Thalers"}
    play(state, "bid: 3 Thalers")
    scene = picture(state)
    assert lit(scene, state, "palace: money card") == {"box palace", "card money card"}
    assert on(scene, "box bid") == ["bid", "3 Thalers"]
    assert on(scene, "card money card") == ["money card", "4 left"]


@pytest.mark.parametrize("expansions", [(), ("court",)])
def test_the_hand_shows_the_cards_that_are_not_laid(expansions: tuple[str, ...]) -> None:
    state = first_decision(3, expansions=expansions)
    board = loaded(3)[1]
    assert sum(card < Card.MONEY for card in state.actions()) == 9
    while state.player == 0:
        cards = {each.removeprefix("card ") for each in ids(picture(state), "card ")}
        held = {board.names[card - 1] for card in state.actions() if 0 < card < Card.MONEY}
        assert cards & set(board.names) == held
        assert ("dice tower card" in cards) == (Card.TOWER_CARD in state.actions())
        state.apply(state.actions()[0])
    assert "Your plan is made; others still plan." in written(
        *panel(picture(state, 0), "plan").shapes
    )


def test_the_box_that_is_asked_for_is_framed() -> None:
    state = first_decision(3)
    for place in ("bid", *ACTIONS[:3]):
        scene = picture(state)
        framed = [
            each.id
            for each in panel(scene, "plan").shapes
            if any(part.tone == "accent" for part in within([each]))
        ]
        assert framed == [f"box {place}"]
        assert {shapes[0] for shapes in scene.moves.values()} == {f"box {place}"}
        state.apply(state.actions()[0])


def test_the_own_plan_names_its_cards_and_those_of_others_are_backs() -> None:
    table = Table(3).county(0, "Altmark", 3).county(1, "Baden", 3)
    table.order(0, "palace", "Altmark").order(1, "church", "Baden")
    state = table.state()
    scene = picture(state, 0)
    assert on(scene, "box palace") == ["palace", "Altmark"]
    assert on(scene, "seat 1 box church") == ["church", "?"]
    assert on(scene, "seat 1 box palace") == ["palace"]
    assert on(scene, "seat 1 box bid") == ["bid", "?"]
    assert "Baden" not in written(*panel(scene, "seat 1").shapes)
    assert on(picture(state, 1), "box church") == ["church", "Baden"]
    onlooker = picture(state, engines.PUBLIC)
    assert not has_panel(onlooker, "plan")
    assert on(onlooker, "seat 0 box palace") == ["palace", "?"]


def test_a_card_that_was_turned_up_is_named_to_all() -> None:
    table = Table(3).county(0, "Altmark", 3).county(0, "Anhalt", 3)
    table.order(0, "combat A", "Altmark").order(0, "combat B", "Anhalt")
    state = table.state()
    begin(state)
    scene = picture(state, 2)
    assert on(scene, "seat 0 box combat A") == ["combat A", "Altmark"]
    assert on(scene, "seat 0 box combat B") == ["combat B", "?"]


def test_nobody_sees_how_far_the_plans_of_others_are() -> None:
    state = first_decision(3)
    before = picture(state, 1)
    play(state, "bid: 2 Thalers", "palace: money card")
    assert picture(state, 1) == before
    assert "plans in secret" in written(*panel(before, "seat 0").shapes)


# --- the round ---


def test_open_action_cards_lie_in_their_order_and_the_others_are_backs() -> None:
    table = Table(3).county(0, "Altmark", 3).order(0, "taxes", "Altmark")
    scene = picture(table.state(), 0)
    cards = [each.id for each in panel(scene, "actions").shapes]
    assert cards[:3] == ["action taxes", "action palace", "action church"]
    assert cards[5:] == [f"action card {place}" for place in range(6, 11)]
    assert {each.tone for each in panel(scene, "actions").shapes[5:]} == {"back"}


def test_actions_that_are_over_are_faint() -> None:
    state = Table(3).state()
    begin(state)
    assert state.data["phase"] == Phase.REVEAL
    first, second, *_ = panel(picture(state, 0), "actions").shapes
    assert (first.faint, second.faint) == (True, False)


def test_a_position_is_lit_by_its_move_and_shows_who_took_it() -> None:
    state = (
        Table(3).bid(0, "2 Thalers").bid(1, "1 Thalers").has(0, thalers=5).has(1, thalers=5).state()
    )
    state.apply(state.outcomes()[0][0])
    assert state.data["phase"] == Phase.CHOOSE
    scene = picture(state)
    assert {shapes for shapes in scene.moves.values()} == {
        (f"position {place}",) for place in range(1, 6)
    }
    play(state, "position 4 with tile grain")
    assert "A" in on(picture(state), "position 4")


def test_the_event_of_the_round_and_those_to_come_are_shown() -> None:
    name = "taxes at most 5 (winter 0)"
    state = Table(3).state(name)
    begin(state, name)
    scene = picture(state, 0)
    assert on(scene, f"event {name}")[0] == "this round"
    assert len(ids(scene, "event ")) == 1 + int(state.data["open_events"]).bit_count() + 1
    assert on(scene, "event deck") == ["8 to come"]


# --- armies and battles ---


def combat(armies: int = 5) -> engines.State:
    table = Table(3).county(0, "Anhalt", armies).county(1, "Kursachsen", 3)
    state = table.order(0, "combat A", "Anhalt").state()
    begin(state)
    return state


def test_armies_light_the_county_that_they_may_go_to() -> None:
    state = combat()
    scene = picture(state)
    assert lit(scene, state, "move to Kursachsen") == {"county Kursachsen"}
    assert lit(scene, state, "stay") == {"county Anhalt"}
    assert len(scene.moves) == len(state.actions())


def test_each_number_of_armies_has_a_counter_that_tells_the_odds() -> None:
    state = combat()
    play(state, "move to Kursachsen")
    scene = picture(state)
    assert written(*panel(scene, "march").shapes) == ["1", "2", "3", "4"]
    assert lit(scene, state, "3 armies to Kursachsen") == {"march 3", "county Kursachsen"}
    assert "% won" in shape(scene, "march 3").tip
    assert not has_panel(picture(state, 1), "march")


def test_the_tower_shows_the_cubes_of_every_colour_in_each_place() -> None:
    table = Table(3).tower(0, inside=4, tray=1).tower(2, inside=2).tower(5, inside=7, tray=3)
    scene = picture(table.state(), 0)
    assert on(scene, "cubes in the tower")[1:] == ["4", "0", "2", "7"]
    assert on(scene, "cubes in the tray")[1:] == ["1", "0", "0", "3"]
    assert "cubes thrown in" not in ids(scene, "cubes ")


def test_a_battle_is_told_while_its_cubes_fall() -> None:
    state = combat()
    play(state, "move to Kursachsen", "4 armies to Kursachsen")
    scene = picture(state, 2)
    assert "Seat 0 attacks Kursachsen, held by seat 1." in written(*panel(scene, "time").shapes)
    assert on(scene, "cubes thrown in")[1:] == ["4", "3", "0", "0"]


def test_majorities_are_counted_by_region() -> None:
    table = Table(3).county(0, "Baden", 3, "palaces").county(0, "Augsburg", 3, "palaces")
    table.county(1, "Salzburg", 3, "palaces", "churches")
    scene = picture(table.state(), 0)
    assert on(scene, "region Bayern") == ["Bayern", "A 2", "+3", "B 1", "B 1", "+2"]


# --- seats ---


def test_a_seat_shows_its_numbers_and_whose_turn_it_is() -> None:
    table = Table(3).county(0, "Anhalt", 3).has(0, thalers=7, grain=4)
    table.order(0, "combat A", "Anhalt")
    state = table.state()
    begin(state)
    scene = picture(state, 1)
    numbers = {name: on(scene, f"seat 0 {name}")[0] for name in ("Thalers", "grain", "counties")}
    assert numbers == {"Thalers": "7", "grain": "4", "counties": "1"}
    assert panel(scene, "seat 0").title == "Seat 0, to move"
    assert panel(scene, "seat 1").title == "Seat 1, you"
    assert scene.moves == {}


def test_the_title_tells_the_time_and_the_points() -> None:
    title = picture(first_decision(3)).title
    assert title == (
        "Wallenstein, year 1, spring: planning by seat 0. Points: seat 0 0, seat 1 0, seat 2 0."
    )


@pytest.mark.slow
def test_the_end_names_who_won() -> None:
    *_, end = Walk(loaded(3)[0], 1)
    won = [seat for seat, result in enumerate(end.returns()) if result.win]
    scene = picture(end, 0)
    for seat in range(3):
        assert panel(scene, f"seat {seat}").title.endswith(", wins") == (seat in won)
    assert f"Won by seat {won[0]}." in scene.title


# --- the draft and the expansions ---


def test_the_draft_lights_open_cards_the_deck_and_army_groups() -> None:
    state = first_decision(3, setup="draft")
    names = loaded(3)[1].names
    scene = picture(state)
    for card in map(int, state.data["display"]):
        name = names[card - 1]
        assert lit(scene, state, f"take {name}") == {f"open card {name}", f"county {name}"}
    assert lit(scene, state, "take the top card") == {"deck"}
    taken = names[int(state.data["display"][0]) - 1]
    play(state, f"take {taken}")
    state.resolve(engines.Chance(1))
    scene = picture(state)
    assert lit(scene, state, f"place 5 armies in {taken}") == {"seat 0 group 1", f"county {taken}"}
    assert not has_panel(scene, "actions")


def reached(phase: Phase, expansions: tuple[str, ...] = EXPANSIONS, players: int = 3) -> list:
    """Decisions of random games in this phase."""
    found = []
    for seed in range(3):
        walk = Walk(loaded(players, expansions=expansions)[0], seed)
        found += [state.copy() for state in walk if state.data["phase"] == phase]
        if len(found) > 3:
            break
    assert found, phase.name
    return found


@pytest.mark.slow
def test_favor_cards_and_what_they_are_used_for_are_lit() -> None:
    for state in reached(Phase.FAVOR):
        scene = picture(state)
        for action in set(state.actions()) - {Move.NO_FAVOR}:
            assert scene.moves[action] == (f"favor {action - Move.TAKE_FAVOR}",)
    for state in reached(Phase.USE_FAVOR):
        used = f"favor {state.data['used']}"
        for action, shapes in picture(state).moves.items():
            if action < Move.KEEP_EVENT:
                assert shapes[0] == used
            else:
                assert shapes[0].startswith("event ")


@pytest.mark.slow
def test_benefits_of_a_region_card_are_lit_at_its_seat() -> None:
    for state in reached(Phase.BENEFIT):
        scene = picture(state)
        assert set(scene.moves) == set(state.actions())
        for (shape_id,) in scene.moves.values():
            assert shape_id.startswith(f"seat {state.player} benefit ")


@pytest.mark.slow
@pytest.mark.parametrize("setup", ["default", "draft"])
def test_every_move_lights_something_except_taking_no_favor(setup: str) -> None:
    game = loaded(3, setup, expansions=EXPANSIONS)[0]
    decisions = [state.copy() for state in Walk(game, 4) if state.player >= 0]
    for state in decisions[::5]:
        view = state.view(state.player)
        moves = view.picture().moves
        assert set(view.actions()) - set(moves) <= {Move.NO_FAVOR}


@pytest.mark.slow
def test_revolts_of_winter_are_framed_and_lit() -> None:
    names = loaded(3)[1].names
    for state in reached(Phase.REVOLT_ORDER):
        scene = picture(state)
        frames = [each for each in panel(scene, "map").shapes if each.tone == "bad"]
        assert len(frames) >= len(state.actions())
        counties = {f"county {names[action - Move.REVOLT_FIRST]}" for action in state.actions()}
        assert {shapes[0] for shapes in scene.moves.values()} == counties
