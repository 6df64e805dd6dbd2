"""Pictures of Bruges: dice, houses, canals, threats, hands and decks, and what moves light."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest
from bruges_builder import COLOURS, Table, arrow, infinity, laurel, play, texts, worker
from conformance.walks import sampled

from eminence import engines
from eminence.cython_ext.pictures.lettering import text_box
from eminence.cython_ext.pictures.scene import Disc, Line, Panel, Scene, Shape, Text, within
from eminence.engines.bruges.numbers import DATA
from eminence.engines.bruges.picture.sight import colours_of
from eminence.engines.bruges.state import Action

SEATS = pytest.mark.parametrize("players", [2, 3, 4])


def picture(table: Table, viewer: int = 0) -> Scene:
    return table.state().view(viewer).picture()


def shape(scene: Scene, id: str) -> Shape:
    """The shape with this id."""
    (found,) = (each for each in scene.shapes() if each.id == id)
    return found


def ids(scene: Scene, start: str) -> list[str]:
    return sorted(each.id for each in scene.shapes() if each.id.startswith(start))


def panel(scene: Scene, id: str) -> Panel:
    (found,) = (each for each in scene.panels if each.id == id)
    return found


def words(*drawn: Shape) -> list[str]:
    """All that is written on shapes."""
    return [part.text for part in within(drawn) if isinstance(part, Text)]


def said(scene: Scene, id: str) -> str:
    """All that is written in a panel."""
    return " ".join(words(*panel(scene, id).shapes))


def lit(state: engines.State, text: str) -> set[str]:
    """What belongs to the move with this text, besides the plate that offers it."""
    shapes = set(state.view(state.player).picture().moves[state.parse(text)])
    assert f"offer {text}" in shapes
    return shapes - {f"offer {text}"}


# --- dice, reputation, majorities ---


def test_dice_show_their_pips_and_what_they_bring() -> None:
    table = Table().hand(0, "red 1").dice(blue=1, brown=2, red=5, purple=6, yellow=4)
    scene = picture(table)
    for colour, face in {"blue": 1, "brown": 2, "red": 5, "purple": 6, "yellow": 4}.items():
        pips = [part for part in within([shape(scene, f"die {colour}")]) if isinstance(part, Disc)]
        assert len(pips) == face
    dice = words(*panel(scene, "round").shapes)
    assert (dice.count("threat"), dice.count("step")) == (2, 2)
    assert "A step of reputation costs 3 guilders in this round." in dice


def test_dice_that_are_not_rolled_show_nothing() -> None:
    scene = engines.load("bruges", players=2).root().view(0).picture()
    assert shape(scene, "die red").faint
    assert "not rolled" in said(scene, "round")


def test_seats_stand_on_their_steps_of_reputation() -> None:
    table = Table(3).hand(0, "red 1").seat(0, reputation=2).seat(2, reputation=2)
    scene = picture(table)
    assert [word for word in words(shape(scene, "step 2")) if word in "ABC"] == ["A", "C"]
    assert "B" in words(shape(scene, "step 0"))


def test_majorities_that_are_won_lie_on_a_plate_of_their_seat() -> None:
    table = Table().hand(0, "red 1").people(0, "red 2").rounds(1)
    table.hand(1, "red 3").seat(0, majority=["people"])
    scene = table.state(1).view(0).picture()
    assert "seat 0" in [part.tone for part in within([shape(scene, "majority 0 people")])]
    assert "seat 1" not in [part.tone for part in within([shape(scene, "majority 1 people")])]
    assert words(shape(scene, "marker 0 people")) == ["people +4"]


def test_piles_show_their_tops_and_how_many_cards_they_have() -> None:
    scene = picture(Table().hand(0, "red 1"))
    sizes = Table().hand(0, "red 1").state().data["pile_size"].tolist()
    for name, size, sign in zip(
        ("first", "second", "extra"), sizes, ("Bl", "Br", "R"), strict=True
    ):
        assert words(shape(scene, f"pile {name}")) == [sign, str(size)]


def test_discards_are_counted_and_named() -> None:
    scene = picture(Table().hand(0, "red 1").discard("blue 4", "blue 7"))
    assert words(shape(scene, "discards blue")) == ["Bl 2"]
    assert shape(scene, "discards blue").tip == "Discarded blue cards: blue 4, blue 7."


def test_statues_that_are_left_are_drawn() -> None:
    table = (
        Table()
        .hand(0, "red 1")
        .seat(0, canal={"left": 5, "right": 0}, statue={"left": 7})
        .set(statues_taken=1)
    )
    scene = picture(table)
    assert words(shape(scene, "statues"))[1:] == ["6", "5", "4", "3", "2"]
    assert "statue +7" in said(scene, "seat 0")


# --- a seat's table ---


def test_workers_guilders_and_points_of_all_seats_are_drawn() -> None:
    table = Table().hand(0, "red 1").seat(0, guilders=9, workers={"blue": 3}, points=12)
    table.seat(1, guilders=2, workers={"yellow": 4})
    scene = picture(table)
    assert words(shape(scene, "worker 0 blue")) == ["3"]
    assert words(shape(scene, "worker 1 yellow")) == ["4"]
    assert shape(scene, "worker 1 blue").faint
    assert words(shape(scene, "guilders 0")) == ["9", "guilders"]
    assert words(shape(scene, "points 0")) == ["12 points"]


def test_threat_markers_warn_when_one_more_brings_the_disaster() -> None:
    table = Table(Firefighter=infinity("mod: immune(red)", colour="blue")).hand(0, "red 1")
    table.seat(0, threat={"blue": 2, "yellow": 1, "red": 2}).people(0, "Firefighter")
    scene = picture(table)
    assert words(shape(scene, "threat 0 blue")) == ["!", "!"]
    assert words(shape(scene, "threat 0 yellow")) == ["!"]
    tones = {
        text.text: text.tone for text in panel(scene, "seat 0").shapes if isinstance(text, Text)
    }
    assert tones["Flood"] == "bad"
    assert tones["Raid"] == "quiet"
    assert "Fire" not in tones
    assert tones["safe"] == "good"


def test_built_spaces_of_a_canal_have_water_and_the_next_one_its_price() -> None:
    scene = picture(Table().hand(0, "red 1").seat(0, canal={"left": 2, "right": 0}))

    def has_water(space: int) -> bool:
        drawn = shape(scene, f"canal 0 left {space}")
        return any(isinstance(part, Line) for part in within([drawn]))

    assert [has_water(space) for space in (1, 2, 3, 4, 5)] == [True, True, False, False, False]
    assert "It is the next one here." in shape(scene, "canal 0 left 3").tip
    assert words(shape(scene, "canal 0 left 3")) == ["R", "3"]
    assert shape(scene, "canal 0 left 4").faint
    assert not shape(scene, "canal 0 left 3").faint


def test_people_live_below_the_roofs_of_their_houses() -> None:
    table = Table(Count=laurel("vp(1,per=statue)", colour="blue")).hand(0, "red 1")
    table.house(0, "purple", "Count").house(0, "yellow", below="yellow 4")
    scene = picture(table, viewer=1)
    house = shape(scene, "card Count")
    assert (house.tone, words(house)[0]) == ("purple", "P")
    assert "Count" in words(house)
    assert words(shape(scene, "house 0 yellow 1")) == ["Y", "empty"]


def test_only_the_owner_reads_which_card_a_house_is() -> None:
    table = Table().hand(0, "red 1").house(0, "yellow", below="yellow 9")
    assert words(shape(picture(table), "card yellow 9")) == ["Y", "empty", "yellow 9"]
    for viewer in (1, engines.PUBLIC):
        others = picture(table, viewer)
        assert "yellow 9" not in str(others)
        assert ids(others, "house 0") == ["house 0 yellow 1"]


def test_people_who_were_used_or_are_ready_say_so() -> None:
    table = (
        Table(Queen=infinity("round: vp(1)")).people(0, "Queen").hand(0, "red 1").hand(1, "red 3")
    )
    state = table.state()
    assert words(shape(state.view(0).picture(), "card Queen"))[0] == "R: ready"
    play(state, "activate Queen")
    for viewer in (0, 1):
        assert words(shape(state.view(viewer).picture(), "card Queen"))[0] == "R: used"


# --- hands ---


def test_the_own_hand_shows_names_prices_groups_and_effects() -> None:
    person = worker("guilders(4)", "red", price=6, group="Noble")
    scene = picture(Table(Envoy=person).hand(0, "Envoy", "red 1"))
    assert len(panel(scene, "hand").shapes) == 3
    card = words(shape(scene, "card Envoy"))
    assert card[:4] == ["Envoy", "6", "2", "blue, Noble"]
    assert " ".join(card[4:]) == "Once per round, for a red worker: take 4 guilders."


def test_hands_of_others_are_backs_in_their_colours() -> None:
    table = Table(3).hand(0, "red 1").hand(1, "blue 1", "blue 2", "yellow 1")
    for viewer in (0, 2, engines.PUBLIC):
        scene = picture(table, viewer)
        assert ids(scene, "back 1") == ["back 1 blue 1", "back 1 blue 2", "back 1 yellow 1"]
        assert words(shape(scene, "back 1 yellow 1")) == ["Y"]
        assert "card blue 1" not in ids(scene, "card")
    assert "hand" not in [each.id for each in picture(table, engines.PUBLIC).panels]


def test_cards_that_all_have_seen_are_open_in_the_hands_of_others() -> None:
    table = Table().hand(0, "red 1").hand(1, "blue 1", "blue 2")
    table.known.append("blue 2")
    scene = picture(table)
    assert ids(scene, "back 1") == ["back 1 blue 1"]
    assert "blue 2" in words(shape(scene, "card blue 2"))
    own = picture(table, viewer=1)
    assert "The others know that you have it." in shape(own, "card blue 2").tip
    assert "The others know" not in shape(own, "card blue 1").tip


def test_cards_that_are_drawn_and_not_looked_at_are_backs() -> None:
    table = Table(Tutor=arrow("draw(3)")).hand(0, "Tutor", "red 1").house(0, "red").hand(1, "red 3")
    state = play(table.state(), "recruit Tutor", "draw from pile 1 (blue)")
    scene = state.view(0).picture()
    assert "drawn, not looked at yet" in said(scene, "turn")
    assert "Tutor. When recruited: draw 3 cards." in said(scene, "turn")
    assert ids(scene, "card ") == ["card Tutor", "card red 1"]


# --- moves ---


def test_an_action_lights_its_cards_and_what_it_is_about() -> None:
    table = (
        Table()
        .hand(0, "red 1", "red 2", "blue 1")
        .seat(0, guilders=5, workers={"red": 1}, threat={"red": 1})
    )
    state = table.state()
    reds = {"card red 1", "card red 2"}
    assert lit(state, "red: take workers") == {*reds, "worker 0 red"}
    assert lit(state, "red: take guilders") == {*reds, "die red", "guilders 0"}
    assert lit(state, "red: return a threat marker") == {*reds, "threat 0 red"}
    assert lit(state, "red: build a house") == {*reds, "worker 0 red"}
    assert lit(state, "blue: build the left canal") == {"card blue 1", "canal 0 left 1"}
    play(state, "red: take workers")
    assert lit(state, "play red 2") == {"card red 2"}


def test_a_recruit_lights_its_card_and_the_houses_that_it_may_move_into() -> None:
    table = Table().hand(0, "red 1").seat(0, guilders=5).house(0, "blue", below="blue 3")
    table.house(0, "blue", below="blue 4").house(0, "yellow", below="yellow 3")
    state = table.hand(1, "red 3").state()
    blues = {"card blue 3", "card blue 4"}
    assert lit(state, "recruit red 1") == {"card red 1", *blues, "card yellow 3"}
    play(state, "recruit red 1")
    assert lit(state, "move into the blue house") == blues
    play(state, "move into the blue house")
    assert lit(state, "move onto blue 4") == {"card blue 4"}
    assert "moves in" in said(state.view(1).picture(), "turn")


def test_an_activation_lights_the_person_and_its_worker() -> None:
    table = Table(
        Knight=worker("steal_guilders(2,target=one)", "brown"), Clerk=infinity("round: vp(1)")
    )
    table.people(0, "Knight", "Clerk").hand(0, "red 1").seat(0, workers={"brown": 1})
    state = table.seat(1, guilders=4).state()
    assert lit(state, "activate Knight") == {"card Knight", "worker 0 brown"}
    assert lit(state, "activate Clerk") == {"card Clerk"}


def test_choosing_a_victim_lights_its_name_plate() -> None:
    table = Table(3, Thief=arrow("steal_guilders(2,target=one)")).hand(0, "Thief", "red 1")
    table.house(0, "red").seat(1, guilders=4).seat(2, guilders=4)
    state = play(table.state(), "recruit Thief")
    assert lit(state, "take from seat 2") == {"seat 2"}


def test_a_fire_lights_houses_and_the_last_tokens_of_canals() -> None:
    table = Table(Brand=arrow("opp_house(-1)"), Dam=arrow("opp_canal(-1)")).hand(0, "Brand", "Dam")
    table.house(0, "red").house(0, "blue").seat(1, canal={"left": 2, "right": 1})
    table.house(1, "red", below="red 4").house(1, "red", below="red 5").house(1, "blue", "blue 9")
    state = table.hand(1, "red 3").state()
    burning = play(state.copy(), "recruit Brand", "move into the red house")
    assert lit(burning, "lose the house of blue 9") == {"card blue 9"}
    assert lit(burning, "lose the empty red house") == {"card red 4", "card red 5"}
    play(burning, "lose the empty red house")
    assert lit(burning, "the house was red 5") == {"card red 5"}
    leaking = play(state, "recruit Dam", "move into the red house")
    assert lit(leaking, "lose a token of the left canal") == {"canal 1 left 2"}
    assert lit(leaking, "lose a token of the right canal") == {"canal 1 right 1"}


def test_a_step_of_reputation_lights_the_step_that_is_reached() -> None:
    table = Table(Herald=arrow("reputation(2,cost=1)")).hand(0, "Herald", "red 1").house(0, "red")
    state = play(table.seat(0, guilders=5, reputation=1).state(), "recruit Herald")
    assert lit(state, "advance") == {"step 3"}
    assert lit(state, "stay") == set()


def test_a_worker_of_any_colour_lights_all_who_can_pay_for_the_house() -> None:
    table = Table(Mason=infinity("mod: house_worker(any)")).people(0, "Mason").hand(0, "red 1")
    state = table.seat(0, workers={"blue": 1, "brown": 2}).state()
    payers = {"worker 0 blue", "worker 0 brown"}
    assert lit(state, "red: build a house") == {"card red 1", *payers}
    play(state, "red: build a house")
    assert lit(state, "pay a brown worker") == {"worker 0 brown"}


def test_extra_tokens_and_recruits_light_what_they_are_about() -> None:
    people = {"Digger": arrow("canal(1,card=no,cost=free)"), "Patron": arrow("recruit(cost=-2)")}
    table = (
        Table(**people)
        .hand(0, "Digger", "Patron", "red 1")
        .seat(0, guilders=5, canal={"left": 1, "right": 0})
    )
    state = table.house(0, "blue", below="blue 3").house(0, "blue", below="blue 4").state()
    digging = play(state.copy(), "recruit Digger", "move onto blue 3")
    assert lit(digging, "build the left canal") == {"canal 0 left 2"}
    hiring = play(state, "recruit Patron", "move onto blue 3")
    assert lit(hiring, "recruit red 1") == {"card red 1", "card blue 4"}


def test_a_card_that_was_drawn_to_be_played_is_lit_and_its_drawer_alone_reads_it() -> None:
    table = Table(Scout=infinity("round: play(from=draw)")).people(0, "Scout").hand(0, "blue 2")
    state = play(
        table.hand(1, "red 3").state(), "activate Scout", "draw from pile 1 (blue)", "blue 1"
    )
    assert lit(state, "blue: take workers") == {"card blue 1", "worker 0 blue"}
    other = state.view(1).picture()
    assert "card blue 1" not in ids(other, "card")
    assert "drawn, to be played at once" in said(other, "turn")


def test_who_waits_has_no_moves_to_point_at() -> None:
    scene = picture(Table().hand(0, "red 1").hand(1, "red 2"), viewer=1)
    assert scene.moves == {}
    assert "Seat 0: turn" in said(scene, "turn")


@pytest.mark.slow
@SEATS
def test_every_move_lights_what_it_names(players: int) -> None:
    """Only the move that stops or declines may be on its plate alone."""
    game = engines.load("bruges", players=players)
    for seed in (3, 4):
        for state in sampled(game, seed, 60):
            if state.player < 0:
                continue
            moves = state.view(state.player).picture().moves
            assert set(moves) == set(state.actions())
            alone = {move for move, shapes in moves.items() if len(shapes) < 2}
            assert alone <= {Action.NO}, [state.text(move) for move in alone]


# --- the whole ---


@SEATS
def test_every_seat_has_a_panel_and_the_viewer_comes_first(players: int) -> None:
    scene = engines.load("bruges", players=players).root().view(1).picture()
    tables = [each.seat for each in scene.panels if each.seat is not None]
    assert tables == [(1 + i) % players for i in range(players)]
    assert panel(scene, "seat 1").title == "Seat 1 (you)"


def test_the_title_tells_round_mover_and_points() -> None:
    title = picture(Table().hand(0, "red 1").seat(1, points=7)).title
    assert title == (
        "Bruges. Round 1, phase 3: play cards, card 1 of 4, turn of seat 0, seat 0: turn. "
        "If the game ended now: seat 0 0 points, seat 1 7 points."
    )


def test_the_end_tells_who_has_won() -> None:
    game = engines.load("bruges", players=2)
    end = sampled(game, 5, 3)[-1]
    best = max(range(2), key=lambda seat: end.returns()[seat].win)
    assert f"Seat {best} wins." in said(end.view(0).picture(), "points")


def test_the_panel_of_points_adds_up() -> None:
    table = Table().hand(0, "red 1").seat(0, points=4, reputation=2).house(0, "blue")
    assert "together 7 0 guilders" in said(picture(table), "points")


def test_colours_of_other_boxes_have_tones_and_signs_of_their_own() -> None:
    colours = colours_of(("rot", "blau", "braun", "purple", "gelb"))
    assert len({colour.tone for colour in colours}) == len({colour.sign for colour in colours}) == 5
    assert [colour.sign for colour in colours] == ["R", "Bl", "Br", "P", "G"]
    assert colours[3].tone == "purple"
    assert [colour.sign for colour in colours_of(("red", "redder"))] == ["Red", "Redd"]


@pytest.mark.slow
def test_long_names_of_other_boxes_stay_inside_their_panels(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA, tmp_path / "data")
    with (folder / "cards.csv").open(encoding="utf-8") as file:
        rows = [*csv.reader(file)]
    for number, row in enumerate(rows[1:]):
        row[0] = f"Grandmasterofceremonies the {number}th of the City and the Castle of Bruges"
    with (folder / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(rows)
    for state in sampled(engines.load("bruges", players=4, data=folder), 2, 8):
        for each in state.picture().panels:
            for text in within(each.shapes):
                if isinstance(text, Text):
                    left, top, right, bottom = text_box(text)
                    assert min(left, top) >= -1.5
                    assert right <= each.width + 1.5, text
                    assert bottom <= each.height + 1.5, text


def test_the_words_of_moves_are_those_of_the_game() -> None:
    """The plates offer exactly the legal moves."""
    state = Table().hand(0, "red 1", "blue 1").seat(0, guilders=3).house(0, "red").state()
    assert set(ids(state.view(0).picture(), "offer ")) == {f"offer {text}" for text in texts(state)}
    assert len(COLOURS) == len(ids(state.view(0).picture(), "die "))
