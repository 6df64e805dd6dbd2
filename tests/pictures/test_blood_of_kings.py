"""The picture of Blood of Kings: everything on the table is there, and no card that is hidden."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest
from conformance.walks import Walk
from kings_battles import assault, battle, before, rouen
from kings_builder import C, Table, loaded, numbers, play, region
from kings_marches import at, expand

from eminence import engines
from eminence.cython_ext.pictures.scene import Box, Group, Line, Panel, Scene, Shape, Text, within
from eminence.engines.blood_of_kings.names import CARDS, INSTITUTIONS
from eminence.engines.blood_of_kings.numbers import DATA
from eminence.engines.blood_of_kings.picture.land import room_at
from eminence.engines.blood_of_kings.state import Action
from eminence.engines.kit.wording import Blocks

SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 60.0), (0.0, 60.0))


def shape(scene: Scene, id: str) -> Shape:
    return next(found for found in scene.shapes() if found.id == id)


def ids(scene: Scene) -> set[str]:
    return {found.id for found in scene.shapes() if found.id}


def panel(scene: Scene, id: str) -> Panel:
    return next(found for found in scene.panels if found.id == id)


def written(*shapes: Shape) -> list[str]:
    return [each.text for each in within(shapes) if isinstance(each, Text)]


def on(scene: Scene, id: str) -> list[str]:
    """What is written on a shape."""
    return written(shape(scene, id))


def in_panel(scene: Scene, id: str) -> list[str]:
    return written(*panel(scene, id).shapes)


def seen(state: engines.State, seat: int) -> Scene:
    return state.view(seat).picture()


def lit(scene: Scene, action: int) -> set[str]:
    return set(scene.moves[action])


def backs(*shapes: Shape) -> int:
    return sum(isinstance(each, Box) and each.tone == "back" for each in within(shapes))


# --- the map ---


def test_every_region_and_sea_of_the_data_is_on_the_map() -> None:
    scene, board = seen(Table().kingdom("France"), 2), numbers()
    shapes = {each.id for each in within(panel(scene, "map").shapes)}
    for name in board.region_names:
        assert {f"region {name}", f"region sign {name}"} <= shapes
        assert name in on(scene, f"region sign {name}")
    for sea in board.seas:
        assert f"sea {sea.name}" in shapes
        assert on(scene, f"sea sign {sea.name}") == [f"{sea.name} ({sea.base_income})"]


def test_a_region_has_the_colour_and_the_letter_of_who_holds_it() -> None:
    table = Table().hold("England", "Dijon").hold("Germany", "Vienna")
    scene = seen(table.kingdom("France"), 2)
    for region_name, tone, letter in (("Dijon", "red", "E"), ("Vienna", "black", "G")):
        assert shape(scene, f"region {region_name}").tone == tone
        assert on(scene, f"region sign {region_name}") == [region_name, letter]
    assert shape(scene, "region Milan").tone == "paper"
    assert on(scene, "region sign Milan") == ["Milan"]


def test_armies_fleets_and_sieges_stand_where_they_are() -> None:
    table = Table().hold("England", "Dijon").hold("England", "North Sea").siege("France", "Dijon")
    table.armies("France", "Dijon", 3).armies("England", "Dijon", 2)
    table.fleets("England", "North Sea", 2).armies("England", "North Sea", 4)
    scene = seen(table.kingdom("Spain"), 0)
    assert on(scene, "region sign Dijon") == ["Dijon", "E", "3F", "2E", "F"]
    assert on(scene, "sea sign North Sea")[1:] == ["E", "2E", "4E"]
    crosses = [s for s in within([shape(scene, "region sign Dijon")]) if isinstance(s, Line)]
    assert sum(line.tone == "bad" for line in crosses) == 2


def test_a_capitol_shows_the_seat_that_rules_and_the_unrest() -> None:
    scene = seen(Table().unrest("France", 2).ruler("Italy", None).kingdom("Spain"), 0)
    assert on(scene, "region sign Paris") == ["Paris", "F", "C", "2"]
    assert on(scene, "region sign Rome") == ["Rome", "I"]


def test_kinds_of_region_differ_by_their_sign_and_not_only_by_colour() -> None:
    scene = seen(Table().kingdom("Spain"), 0)
    places = ("Milan", "Bruges", "Santiago")
    counts = {len([*within([shape(scene, f"region sign {name}")])]) for name in places}
    signs = {repr(shape(scene, f"region sign {name}")) for name in places}
    assert len(signs) == 3
    assert counts != {0}


def test_a_road_is_a_stroke_and_a_strait_has_dashes() -> None:
    scene, board = seen(Table().kingdom("Spain"), 0), numbers()
    strokes = [s for s in panel(scene, "map").shapes if isinstance(s, Line)]
    assert len(strokes) == len(board.roads)
    for first, second, _ in board.straits:
        names = board.region_names
        dashes = shape(scene, f"strait {names[first]}-{names[second]}")
        assert isinstance(dashes, Group)
        assert len(dashes.shapes) > 1


def test_units_on_their_way_are_shown_by_an_arrow() -> None:
    table = Table(6).armies("France", "Paris", 3)
    state = play(expand(table, "France"), at("Paris"))

    def accents(scene: Scene) -> int:
        lines = [s for s in panel(scene, "map").shapes if isinstance(s, Line)]
        return sum(line.tone == "accent" for line in lines)

    framed = accents(seen(state, 2))
    assert framed
    assert accents(seen(play(state, at("Orleans")), 2)) == framed + 1
    assert "Units go from Paris to Orleans." in in_panel(seen(state, 2), "deal")


def test_places_that_the_map_does_not_know_come_as_boxes_below_it(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA, tmp_path / "data")
    for name in ("regions.csv", "roads.csv"):
        file = folder / name
        file.write_text(file.read_text().replace("Dijon", "Lyons"))
    game = engines.load("blood_of_kings", data=folder)
    state = game.root()
    state.resolve(engines.Chance(1))
    own, usual = seen(state, 0), seen(Table().kingdom("Spain"), 0)
    assert "region Lyons" in ids(own)
    assert panel(own, "map").height > panel(usual, "map").height


def test_the_room_for_a_name_is_measured_where_it_stands() -> None:
    assert room_at((SQUARE,), (50, 30)) == 100
    assert room_at((SQUARE,), (30, 30)) == 60
    assert room_at((SQUARE,), (200, 30)) == 0


# --- the turn ---


def test_the_kingdom_order_shows_the_cards_of_the_turn() -> None:
    table = Table().order("Italy", "Spain", "Byzantium", "France", "England", "Germany")
    table.hand(1, "unrest")
    scene = seen(table.played("Italy", C.TAXATION).dynasty(1), 1)
    places = [f"order token {name}" for name in ("Italy", "Spain", "Byzantium")]
    found = [s.id for s in within(panel(scene, "turn").shapes) if s.id in places]
    assert found == places
    assert "taxation" in in_panel(scene, "turn")
    assert "influence and unrest" in in_panel(scene, "turn")


def test_the_title_tells_the_turn_the_question_and_the_glory() -> None:
    scene = seen(Table().glory(1, 4).tiles(0, "free_riders").kingdom("France"), 2)
    assert scene.title == (
        "Blood of Kings. Turn 1: kingdom phase. Seat 2 (you): play a Kingdom card. "
        "Glory: seat 0 7, seat 1 4, seat 2 2, seat 3 2."
    )


def test_the_end_tells_who_has_most_glory() -> None:
    game = loaded(3, last_turn=6, turn_cap=7, negotiation="none")
    *_, end = Walk(game, 4)
    tiles, glory = end.data["tiles"], end.data["glory"]
    totals = [
        numbers().glory_per_tile * int(tiles[seat]).bit_count() + int(glory[seat])
        for seat in range(3)
    ]
    assert len({*totals}) > 1
    told = seen(end, 0).title.split(". ")[2]
    assert told.startswith("The game is over")
    for seat, total in enumerate(totals):
        assert (f"seat {seat}" in told) == (total == max(totals))


def test_no_alliance_tokens_are_drawn_where_none_are_made() -> None:
    def tokens(**options: str) -> set[str]:
        found = ids(seen(Table(3, **options).kingdom("Spain"), 0))
        return {id for id in found if id.startswith("alliance")}

    assert tokens() == {f"alliance token {name}" for name in numbers().kingdoms}
    assert tokens(negotiation="money") == set()


# --- kingdoms ---


def test_a_kingdom_shows_its_ruler_treasury_unrest_and_levels() -> None:
    table = Table().crowns("France", 17).unrest("France", 1).level("France", C.LEGAL, 3)
    scene = seen(table.kingdom("Spain"), 0)
    assert "Seat 2" in on(scene, "kingdom France")
    assert on(scene, "treasury France")[0] == "17"
    assert on(scene, "unrest France") == ["unrest", "1 of 3"]
    assert on(scene, "legal France")[:2] == ["legal", "3"]
    filled = [s for s in within([shape(scene, "legal France")]) if s.tone == "blue"]
    assert len(filled) == 3


def test_the_kingdom_cards_in_hand_and_on_the_stack_are_drawn() -> None:
    state = Table().hand(0, "unrest").played("France", C.TAXATION).dynasty(0)
    scene, data = seen(state, 0), state.data
    for card, name in enumerate(CARDS):
        for k, kingdom in enumerate(numbers().kingdoms):
            assert (f"{name} in hand {kingdom}" in ids(scene)) == bool(data["in_hand"][k][card])
            assert (f"{name} on stack {kingdom}" in ids(scene)) == bool(data["on_mat"][k][card])


def test_an_alliance_token_lies_with_its_host() -> None:
    scene = seen(Table().alliance("Italy", "France").kingdom("Spain"), 0)
    tokens = {s.id for s in within(panel(scene, "kingdom France").shapes)}
    assert {"alliance token Italy", "alliance token France"} <= tokens
    assert "alliance token Italy" not in {
        s.id for s in within(panel(scene, "kingdom Italy").shapes)
    }


# --- cards that lie face down, or in hands ---


def hidden_table() -> Table:
    table = Table().hand(0, "unrest", "unrest", "Spain 7").hand(1, "diplomacy", "Italy 7")
    return table.mat(0, "France", "influence 5", "attrition").mat(1, "France", "England 7")


def test_the_own_hand_shows_each_kind_with_its_number() -> None:
    scene = seen(hidden_table().dynasty(0), 0)
    assert {id for id in ids(scene) if id.startswith("card ")} == {"card unrest", "card Spain 7"}
    assert "x2" in on(scene, "card unrest")
    assert "x2" not in on(scene, "card Spain 7")
    assert panel(scene, "hand").title == "Your hand: 3"


def test_the_cards_of_others_are_backs_with_their_number() -> None:
    scene = seen(hidden_table().dynasty(0), 0)
    hand = shape(scene, "hand of seat 1")
    assert backs(hand) == 2
    assert written(hand) == ["2 cards in hand"]
    assert on(scene, "stack 1 France") == ["B", "1 face down"]
    assert on(scene, "pile 1 France") == ["France 1"]


def test_own_face_down_cards_are_open_to_their_owner_only() -> None:
    state = hidden_table().dynasty(0)
    assert on(seen(state, 0), "stack 0 France") == ["A", "5", "At"]
    assert on(seen(state, 1), "stack 0 France") == ["A", "2 face down"]


def test_an_onlooker_sees_no_hand() -> None:
    scene = hidden_table().dynasty(0).view(engines.PUBLIC).picture()
    assert "hand" not in {each.id for each in scene.panels}
    assert backs(shape(scene, "hand of seat 0")) == 3


def test_sets_show_their_cards() -> None:
    table = Table().sets(["unrest", "unrest", "Spain/Italy 7"], ["influence 4"])
    scene = seen(table.kingdom("France"), 0)
    assert sorted(on(scene, "set 1")) == sorted(["1", "S", "I", "7", "Un", "x2"])
    assert on(scene, "set 2") == ["2", "4"]
    assert on(scene, "set 12") == ["12"]


def test_tiles_lie_on_the_display_or_with_who_won_them() -> None:
    state = Table().tiles(1, "free_riders").kingdom("Spain")
    scene, names = seen(state, 0), numbers().tile_names
    for tile, name in enumerate(names):
        drawn = int(state.data["display"] | state.data["tiles"][1]) >> tile & 1
        assert (f"tile {name}" in ids(scene)) == bool(drawn)
    won = {s.id for s in within(panel(scene, "seat 1").shapes)}
    assert f"tile {names[C.FREE_RIDERS]}" in won


# --- what is under way ---


def test_a_battle_shows_both_sides_with_their_units() -> None:
    scene = seen(battle(rouen(4, 3), "Rouen"), 4)
    assert panel(scene, "fight").title == "Battle in Rouen"
    assert {"Attackers: 4", "Defenders: 3"} <= {*in_panel(scene, "fight")}
    assert on(scene, "force France") == ["France", "4"]
    assert on(scene, "force England") == ["England", "3"]
    for action in (Action.COUNT, Action.COUNT + 3):
        assert "force England" in lit(scene, action)


def test_an_assault_shows_the_levies() -> None:
    scene = seen(assault(before(5), "Dijon"), 2)
    assert panel(scene, "fight").title == "Assault on Dijon"
    assert "levies" in in_panel(scene, "fight")


def test_what_lies_before_a_seat_is_known_to_who_put_it_there() -> None:
    """A violent succession: seat 1 puts an own card before seat 3, and one before itself."""
    table = Table().hand(0, "unrest").unrest("France", 2).played("France", C.TAXATION)
    table.mat(1, "France", "influence 4", "France 7").mat(3, "France", "influence 5")
    state = play(table.dynasty(0), C.UNREST + numbers().kingdoms.index("France"))
    while state.player != 1 or state.data["challenge"] == 0:
        play(state, min(state.actions()) if state.player != 2 else C.SEAT + 1)
    play(state, C.SEAT + 3, C.SEAT + 1)
    owner, other = seen(state, 1), seen(state, 3)
    assert "Violent succession in France" in [each.title for each in owner.panels]
    assert on(owner, "before seat 3")[-3:] == ["F", "7", "B"]
    assert on(other, "before seat 3")[-2:] == ["?", "B"]
    assert on(owner, "before seat 1")[-1] == "4"
    assert on(other, "before seat 1")[-1] == "?"


# --- moves ---


def test_moves_light_what_they_name() -> None:
    table = hidden_table().played("Spain", C.TAXATION).played("France", C.ADMINISTRATION)
    scene = seen(table.dynasty(0), 0)
    spain = numbers().kingdoms.index("Spain")
    unrest = lit(scene, C.UNREST + spain)
    assert unrest == {"card unrest", "kingdom Spain", "order token Spain"}
    kind = numbers().card_names.index("Spain 7")
    influence = lit(scene, C.INFLUENCE + 2 * C.KINDS + kind)
    assert {"card Spain 7", "kingdom France", "stack 0 France", "pile 0 France"} <= influence


def test_a_kingdom_card_lights_in_the_hand_of_its_kingdom() -> None:
    scene = seen(Table().kingdom("France"), 2)
    assert lit(scene, C.CARD_TYPE + C.TAXATION) == {"taxation in hand France"}


def test_moves_of_units_light_regions_and_seas() -> None:
    table = Table(6).armies("France", "Paris", 3).fleets("France", "North Sea", 1)
    scene = seen(expand(table, "France"), 2)
    assert lit(scene, C.PLACE + region("Paris")) == {"region Paris", "region sign Paris"}
    sea = numbers().sea_names.index("North Sea")
    assert lit(scene, C.FLEETS + sea) == {"sea North Sea", "sea sign North Sea"}


#: blocks whose moves name nothing that is drawn, or only in some steps
SILENT = (Action.NO, Action.YES, Action.DECLARE)


def without_light(game: engines.Game, states: Iterable[engines.State]) -> set[str]:
    """Moves that name something and light nothing."""
    words = game.words
    blocks: Blocks = words.moves  # type: ignore[attr-defined]
    found = set()
    for state in states:
        if state.player < 0:
            continue
        view = state.view(state.player)
        scene = view.picture()
        for action in view.actions():
            if action not in scene.moves and blocks.find(action)[0] not in SILENT:
                found.add(view.text(action))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 6])
def test_every_move_that_names_something_lights_it(players: int) -> None:
    game = loaded(players)
    walk = [state.copy() for state, _ in zip(Walk(game, 5), range(1500), strict=False)]
    assert without_light(game, walk[60::7]) == set()


def test_places_have_their_tips_from_the_explanations() -> None:
    state = Table().armies("France", "Paris", 3).kingdom("France")
    view = state.view(2)
    scene, words = view.picture(), view.game.words
    told = {entry.name: entry.text for entry in words.entries}
    for id, name in (("region Paris", "Paris"), ("sea North Sea", "North Sea")):
        tip = shape(scene, id).tip
        assert told[name] in tip
        assert words.stands(view, name) in tip
    assert told["Legal institution"] in shape(scene, f"{INSTITUTIONS[C.LEGAL]} Spain").tip
