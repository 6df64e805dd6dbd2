"""Pictures of Royals: the map with its nobles, cards open and hidden, tracks, and moves."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from royals_builder import EVERY_GAME, Table, end_turn, play

from eminence import engines
from eminence.cython_ext.pictures.lettering import text_box
from eminence.cython_ext.pictures.scene import Box, Panel, Scene, Shape, Text, within
from eminence.engines.royals.numbers import DATA
from eminence.engines.royals.picture.spots import Sign, spots

FRANCE, GERMANY, BRITAIN, SPAIN = "France", "German States", "Britain", "Spain"
every_game = pytest.mark.parametrize(("edition", "players"), EVERY_GAME)


def picture(table: Table, viewer: int = 0) -> Scene:
    return table.state().view(viewer).picture()


def shape(scene: Scene, id: str) -> Shape:
    """The shape with this id."""
    (found,) = (each for each in scene.shapes() if each.id == id)
    return found


def ids(scene: Scene, start: str) -> list[str]:
    return [each.id for each in scene.shapes() if each.id.startswith(start)]


def words(drawn: Shape) -> list[str]:
    """All that is written on a shape."""
    return [part.text for part in within([drawn]) if isinstance(part, Text)]


def tones(drawn: Shape) -> list[str]:
    return [part.tone for part in within([drawn])]


def panel(scene: Scene, id: str) -> Panel:
    (found,) = (each for each in scene.panels if each.id == id)
    return found


def panels(scene: Scene) -> list[str]:
    return [each.id for each in scene.panels]


def lit(state: engines.State, text: str) -> set[str]:
    """What belongs to the move with this text."""
    return set(state.view(state.player).picture().moves[state.parse(text)])


# --- the map ---


@every_game
def test_each_city_shows_its_positions_with_price_influence_and_who_holds_them(
    edition: str, players: int
) -> None:
    table = Table(players, edition)
    held = table.positions(FRANCE)[::2]
    scene = picture(table.hold(1, *held))
    for name, place in zip(table.board.position_names, table.board.positions, strict=True):
        title, cost = table.board.titles[place.title], table.board.cost[place.title]
        letter = ["B"] if name in held else []
        drawn = shape(scene, f"place {name}")
        assert words(drawn) == [*letter, title, str(cost), str(place.influence)]
        assert ("seat 1" in tones(drawn)) == (name in held)
    for city in table.board.cities:
        assert words(shape(scene, f"city {city.name}"))[0] == city.name


def test_a_city_bonus_shows_its_points_and_later_who_won_it() -> None:
    table = Table()
    position = table.position(SPAIN, "King")
    sign = f"city {table.city(position)}"
    points = str(table.bonus(position))
    assert words(shape(picture(table), sign))[1] == points
    won = shape(picture(table.hold(2, position)), sign)
    assert words(won)[1] == f"C{points}"
    assert "seat 2" in tones(won)


def test_ousted_cubes_lie_beside_their_city() -> None:
    table = Table()
    position = table.position(FRANCE, "Baron")
    city = table.city(position)
    assert ids(picture(table), "ousted ") == []
    scene = picture(table.in_turn(position, 0, 1, 0, 2))
    assert sorted(ids(scene, "ousted ")) == [f"ousted 0 {city}", f"ousted 1 {city}"]
    assert words(shape(scene, f"ousted 0 {city}")) == ["A", "2"]
    assert words(shape(scene, f"ousted 1 {city}")) == ["B"]


def signs(scene: Scene) -> Iterator[tuple[float, float, float, float]]:
    """The frames of names and positions on the map."""
    for each in panel(scene, "map").shapes:
        if each.id.startswith(("city ", "place ")):
            frame = next(part for part in within([each]) if isinstance(part, Box))
            yield frame.x, frame.y, frame.x + frame.width, frame.y + frame.height


def assert_signs_stand_apart(scene: Scene) -> None:
    the_map = panel(scene, "map")
    for one, other in combinations(signs(scene), 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)
    for left, top, right, bottom in signs(scene):
        assert left >= 0
        assert top >= 0
        assert right <= the_map.width
        assert bottom <= the_map.height


def test_signs_of_cities_do_not_cover_each_other() -> None:
    assert_signs_stand_apart(picture(Table()))


@pytest.mark.slow
def test_many_signs_with_one_place_find_room_beside_each_other() -> None:
    many = tuple(Sign((320.0, 300.0), 130.0, 70.0) for _ in range(16))
    found = spots(many, 640.0, 600.0)
    for (left, top), (other_left, other_top) in combinations(found, 2):
        assert abs(left - other_left) >= 130 or abs(top - other_top) >= 70


@pytest.mark.slow
def test_a_data_folder_with_cities_that_the_map_does_not_know_is_drawn_too(tmp_path: Path) -> None:
    """The printed names of most cities are unknown: whoever owns the game may write others."""
    data = tmp_path / "data"
    shutil.copytree(DATA, data)
    for file in ("cities.csv", "positions.csv"):
        with (data / file).open() as lines:
            head, *rows = csv.reader(lines)
        with (data / file).open("w") as lines:
            csv.writer(lines).writerows([head, *([row[0][::-1], *row[1:]] for row in rows)])
    table = Table(data=data)
    scene = picture(table)
    assert ids(scene, "city ") == [f"city {city.name}" for city in table.board.cities]
    assert "city siraP" in ids(scene, "city ")
    assert_signs_stand_apart(scene)


def test_the_position_that_is_paid_for_stands_out() -> None:
    table = Table().hand(0, France=3, Spain=3)
    position = table.position(FRANCE, "Duke")
    state = table.state()
    play(state, f"claim {position}: 3 France + 3 others")
    assert "accent" not in tones(shape(picture(table), f"place {position}"))
    scene = state.view(0).picture()
    accented = [id for id in ids(scene, "place ") if "accent" in tones(shape(scene, id))]
    assert accented == [f"place {position}"]
    assert panel(scene, "hand").title == "Your hand: give 3 cards"


# --- moves ---


def last_draw(table: Table, seat: int = 0) -> Table:
    """The seat has drawn two cards unseen and draws the last one of its turn."""
    drawn = table.board.draw - 1
    return table.turn(seat, "draw", drawn).hand(seat, {GERMANY: drawn})


def test_drawing_lights_the_piles_and_the_open_cards_of_a_country() -> None:
    begun = Table().turn(0, "draw").state()
    assert lit(begun, "draw from the pile") == {"pile"}
    assert lit(begun, "draw an Intrigue card") == {"intrigue pile"}
    state = last_draw(Table()).display(FRANCE, FRANCE, SPAIN).state()
    assert lit(state, "take France from the display") == {"display France 1", "display France 2"}
    assert lit(state, "take Spain from the display") == {"display Spain 1"}


def test_a_claim_lights_the_position_its_city_and_the_cards_that_pay() -> None:
    table = Table().hand(0, France=3, Spain=3)
    position = table.position(FRANCE, "Baron")
    place, city = f"place {position}", f"city {table.city(position)}"
    cards = {"hand France 1", "hand France 2"}
    assert lit(table.state(), f"claim {position}: 2 France") == {place, city, *cards}
    dear = table.position(FRANCE, "Duke")
    cards |= {"hand France 3"}
    place, city = f"place {dear}", f"city {table.city(dear)}"
    assert lit(table.state(), f"claim {dear}: 3 France + 3 others") == {place, city, *cards}


def test_a_take_over_lights_the_intrigue_cards_that_match() -> None:
    pairs = "France/Spain", "France/Spain", "France/Britain", "Britain/Spain"
    table = Table().hand(0, France=2).intrigue(0, *pairs)
    position = table.position(FRANCE, "Baron")
    state = table.hold(1, position).state()
    assert lit(state, f"take over {position}: 2 France, 1 Intrigue") == {
        f"place {position}",
        f"city {table.city(position)}",
        "hand France 1",
        "hand France 2",
        "hand France/Spain Intrigue 1",
        "hand France/Britain Intrigue 1",
    }


def test_giving_cards_lights_as_many_of_them() -> None:
    table = Table().hand(0, France=3, Britain=2, Spain=3)
    state = table.state()
    play(state, f"claim {table.position(FRANCE, 'Duke')}: 3 France + 3 others")
    assert lit(state, "give 1 Britain") == {"hand Britain 1"}
    assert lit(state, "give 2 Britain") == {"hand Britain 1", "hand Britain 2"}


def test_only_the_seat_to_move_can_click() -> None:
    table = Table().hand(0, France=3)
    assert picture(table, 0).moves
    assert not picture(table, 1).moves
    assert not picture(table, engines.PUBLIC).moves


# --- hands ---


def test_the_own_hand_is_drawn_card_by_card() -> None:
    table = Table().hand(1, {FRANCE: 2, GERMANY: 1}).intrigue(1, "Britain/Spain", "Britain/Spain")
    scene = picture(table, 1)
    cards = ["France 1", "France 2", "German States 1"]
    cards += ["Britain/Spain Intrigue 1", "Britain/Spain Intrigue 2"]
    drawn = [id for id in ids(scene, "hand ") if id[-1].isdigit()]
    assert drawn == [f"hand {card}" for card in cards]
    assert panel(scene, "hand").seat == 1


def test_hidden_cards_of_others_are_backs_with_their_count() -> None:
    table = Table().hand(1, France=5).intrigue(1, "France/Spain", "Britain/Spain")
    scene = picture(table, 0)
    country = shape(scene, "Country cards of seat 1")
    assert tones(country).count("back") == 5
    assert words(country) == ["5"]
    intrigue = shape(scene, "Intrigue cards of seat 1")
    assert tones(intrigue).count("back") == 2
    assert words(intrigue) == ["2"]


def test_a_card_that_all_saw_taken_lies_open_in_the_hand() -> None:
    table = last_draw(Table(), 1).display(SPAIN, SPAIN, BRITAIN)
    state = play(table.state(), "take Spain from the display")
    for viewer in (0, 2, engines.PUBLIC):
        hand = shape(state.view(viewer).picture(), "Country cards of seat 1")
        assert tones(hand).count("back") == 2
        assert words(hand) == ["3", "Sp"]
        assert hand.tip == "Seat 1 holds 3 Country cards. Known: 1 Spain."


@pytest.mark.parametrize("hand", [{FRANCE: 15}, {FRANCE: 4, GERMANY: 4, BRITAIN: 4, SPAIN: 3}])
def test_letters_of_cards_do_not_lie_on_each_other_in_the_largest_hands(
    hand: dict[str, int],
) -> None:
    scene = picture(Table(players=5).hand(0, hand).intrigue(0, *["France/Spain"] * 4))
    for each in panel(scene, "hand"), panel(scene, "seats"):
        boxes = [text_box(part) for part in within(each.shapes) if isinstance(part, Text)]
        assert max(right for _, _, right, _ in boxes) <= each.width
        for one, other in combinations(boxes, 2):
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert min(across, down) <= 1.5


def test_an_onlooker_has_no_hand_of_its_own() -> None:
    table = Table().hand(0, France=3)
    assert "hand" in panels(picture(table, 0))
    scene = picture(table, engines.PUBLIC)
    assert "hand" not in panels(scene)
    assert tones(shape(scene, "Country cards of seat 0")).count("back") == 3


# --- the display and the piles ---


def test_places_of_taken_cards_stay_empty_until_the_turn_ends() -> None:
    table = last_draw(Table(edition="arcane_wonders", display=4))
    state = table.display(FRANCE, FRANCE, SPAIN, BRITAIN).state()
    before = state.view(0).picture()
    after = play(state, "take Britain from the display").view(0).picture()
    assert len(ids(before, "display ")) == 4
    assert ids(after, "display ") == ["display France 1", "display France 2", "display Spain 1"]
    empty = [each for each in panel(after, "table").shapes if "an empty place" in each.tip]
    assert len(empty) == 1


def test_piles_show_how_many_cards_are_left() -> None:
    table = Table().pile(FRANCE, FRANCE, SPAIN).intrigue_pile("France/Spain")
    scene = picture(table)
    assert words(shape(scene, "pile")) == ["3"]
    assert words(shape(scene, "intrigue pile")) == ["1"]
    assert words(shape(picture(Table().pile().display(SPAIN)), "pile")) == ["0"]


def test_discards_are_counted_kind_by_kind() -> None:
    table = Table().pile(FRANCE, GERMANY, BRITAIN, SPAIN).display(SPAIN, SPAIN, SPAIN)
    scene = picture(table)
    lying = table.written()["position"]["discards"]
    for country in table.board.countries:
        assert words(shape(scene, f"discards {country} card"))[-1] == str(lying[country])


# --- tracks and seats ---


def test_who_leads_on_a_title_has_its_count_in_its_colour() -> None:
    table = Table()
    first, second, third = table.positions(title="Baron")[:3]
    scene = picture(table.hold(0, first, second).hold(2, third))
    row = shape(scene, "title Baron")
    assert words(row)[-3:] == ["2", "-", "1"]
    assert "seat 0" in tones(row)
    assert "seat 2" not in tones(row)


def test_a_scored_period_shows_who_won_its_markers() -> None:
    table = Table(players=2).hold(1, Table().position(FRANCE, "King"))
    state = table.pile(FRANCE).display(SPAIN).state()
    before = shape(state.view(0).picture(), "period 1648 France")
    end_turn(state)
    after = shape(state.view(0).picture(), "period 1648 France")
    most, second = table.board.period_points[0][0]
    assert words(before) == ["1648", str(most), str(second)]
    assert words(after) == ["1648", f"B{most}", "out"]


def test_a_won_country_bonus_and_noble_house_marker_bear_their_seat() -> None:
    table = Table(players=2)
    table.hold(1, *table.one_per_city(BRITAIN))
    for title in table.board.titles:
        table.hold(1, table.positions(title=title)[0])
    scene = picture(table)
    higher = table.board.country_bonus[table.board.countries.index(BRITAIN)][0]
    assert f"B{higher}" in words(shape(scene, f"track {BRITAIN}"))
    assert f"B{table.board.house_bonus[0]}" in words(shape(scene, "Noble House"))


def test_seats_show_their_points_and_cubes_and_who_is_to_move() -> None:
    table = Table(players=4).hold(1, Table().position(SPAIN, "King"))
    state = table.state()
    scene = state.view(0).picture()
    for seat, points in enumerate(state.sources()):
        total = round(sum(points.values()))
        assert words(shape(scene, f"points {seat}"))[0] == f"{total} points"
        left = int(state.data["supply"][seat])
        assert f"{left} left" in words(shape(scene, f"cubes {seat}"))
        assert ("to move" in words(shape(scene, f"seat {seat}"))) == (seat == state.player)


def test_the_title_says_the_turn_and_the_points() -> None:
    table = Table(players=2)
    scene = picture(table.hold(1, table.position(SPAIN, "King")))
    bonus = table.bonus(table.position(SPAIN, "King"))
    assert scene.title == (
        f"Royals. Period 1648, round 6, seat 0: play. You have 0 points. Seat 1 has {bonus} points."
    )


def test_tips_explain_what_is_pointed_at() -> None:
    table = Table()
    state = table.state()
    scene, view = state.view(0).picture(), state.view(0)
    told = {entry.name: entry.text for entry in view.game.words.entries}
    for id, name in [("city Paris", "Paris"), ("title King", "King"), ("pile", "Pile")]:
        tip = shape(scene, id).tip
        assert told[name] in tip
        assert view.game.words.stands(view, name) in tip


def test_every_shape_that_can_be_pointed_at_has_a_tip() -> None:
    scene = picture(Table().hand(0, France=3).hold(1, Table().position(FRANCE, "King")))
    assert [each.id for each in scene.shapes() if each.id and not each.tip] == []


def test_words_on_the_map_are_not_hidden_by_signs() -> None:
    """Names of countries and the legend keep clear of the signs of cities."""
    scene = picture(Table())
    inside = [each for each in panel(scene, "map").shapes if isinstance(each, Text)]
    assert [each.text for each in inside] == [*Table().board.countries]
    for text in inside:
        left, top, right, bottom = text_box(text)
        for sign in signs(scene):
            apart = right <= sign[0] or sign[2] <= left or bottom <= sign[1] or sign[3] <= top
            assert apart, text.text
