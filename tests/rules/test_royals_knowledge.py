"""Royals: what is conserved, what each seat knows, and positions written down by hand."""

from __future__ import annotations

import json
import pickle
import random
import shutil
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from royals_builder import EVERY_GAME, Table, end_turn, play, texts, written

from eminence import engines
from eminence.engines.royals.numbers import DATA, Board

FRANCE, GERMANY, BRITAIN, SPAIN = "France", "German States", "Britain", "Spain"


# --- conservation ---


def assert_conserved(state: engines.State, board: Board) -> None:
    """Every card and every cube is somewhere, exactly once."""
    data = state.data
    seats = range(state.game.seats)
    cards = data["pile"] + data["discards"] + data["display"] + data["hand"].sum(axis=0)
    assert tuple(cards) == board.deck
    intrigue = data["intrigue_pile"] + data["intrigue_discards"] + data["intrigue"].sum(axis=0)
    assert tuple(intrigue) == board.intrigue_deck
    assert data["pile_size"] == data["pile"].sum()
    assert data["intrigue_pile_size"] == data["intrigue_pile"].sum()
    held = 0
    for seat in seats:
        positions = int(data["held"][seat])
        assert held & positions == 0
        held |= positions
        on_titles = int(data["title_cubes"][seat].sum())
        in_cities = positions.bit_count() + int(data["ousted"][seat].sum())
        assert on_titles == in_cities
        assert data["supply"][seat] + on_titles + in_cities == board.cubes[seat]
        assert data["hand_size"][seat] == data["hand"][seat].sum()
        assert data["intrigue_size"][seat] == data["intrigue"][seat].sum()


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "players"), EVERY_GAME)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32), greed=st.floats(0, 1))
def test_cards_and_cubes_are_conserved(edition: str, players: int, seed: int, greed: float) -> None:
    """Random games; `greed` is how often a play is preferred to ending the turn."""
    table = Table(players, edition)
    state, dice = table.game.root(), random.Random(seed)
    while not state.over:
        if state.player == engines.CHANCE:
            ids, weights = zip(*state.outcomes(), strict=True)
            state.apply(dice.choices(ids, weights)[0])
        else:
            ids = state.actions()
            state.apply(dice.choice(ids[1:] if ids[1:] and dice.random() < greed else ids))
        assert_conserved(state, table.board)
    data = state.data
    assert (data["hand_size"] <= table.board.hand_limit).all()
    assert (data["intrigue_size"] <= table.board.intrigue_limit).all()
    for seat in range(players):
        total = sum(state.sources()[seat].values())
        assert state.returns()[seat].score == total
    assert sum(r.win for r in state.returns()) == pytest.approx(1)


# --- knowledge ---


@pytest.mark.rule("R29")
def test_the_table_is_open_and_hands_are_not() -> None:
    table = Table().hand(0, France=2).hand(1, Spain=3).intrigue(1, "France/Spain")
    state = table.hold(2, "Dijon Baron").display(FRANCE, SPAIN, SPAIN).state()
    hidden = {"hand", "intrigue", "pile", "intrigue_pile", "known"}
    for viewer in (engines.PUBLIC, 0, 1, 2):
        view = written(state.view(viewer))
        assert {k: v for k, v in view.items() if k not in hidden} == {
            k: v for k, v in written(state).items() if k not in hidden
        }
        for seat in range(3):
            own = seat == viewer
            assert view["hand"][seat] == (written(state)["hand"][seat] if own else {})
            assert view["intrigue"][seat] == (written(state)["intrigue"][seat] if own else {})
        # What the viewer cannot place is with the pile.
        unseen = sum(view["hand_size"]) - sum(sum(h.values()) for h in view["hand"])
        assert sum(view["pile"].values()) == view["pile_size"] + unseen


@pytest.mark.rule("R29")
def test_a_face_down_draw_is_seen_by_its_drawer_alone() -> None:
    """Two worlds that differ in the card drawn look the same to everybody else."""
    state = Table().turn(0, "draw").state()
    play(state, "draw from the pile")
    france, spain = play(state.copy(), FRANCE), play(state.copy(), SPAIN)
    assert france.view(0) != spain.view(0)
    for viewer in (engines.PUBLIC, 1, 2):
        assert france.view(viewer) == spain.view(viewer)
    state = Table().turn(0, "draw").state()
    play(state, "draw an Intrigue card")
    one, other = (
        play(state.copy(), "France/Spain Intrigue"),
        play(state.copy(), "Britain/Spain Intrigue"),
    )
    assert one.view(0) != other.view(0)
    for viewer in (engines.PUBLIC, 1, 2):
        assert one.view(viewer) == other.view(viewer)


@pytest.mark.rule("R30")
def test_open_pick_ups_stay_known_until_played() -> None:
    table = Table().display(FRANCE, FRANCE, SPAIN).hand(0, {BRITAIN: 2}).turn(0, "draw")
    state = table.state()
    play(state, "draw from the pile", GERMANY, *["take France from the display"] * 2)
    for viewer in (engines.PUBLIC, 1, 2):
        assert written(state.view(viewer))["hand"][0] == {FRANCE: 2}
        for seed in range(20):
            world = state.view(viewer).sample(seed)
            assert written(world)["hand"][0].get(FRANCE, 0) >= 2
    assert "2 France, ???" in state.view(1).board()
    play(state, "claim Dijon Baron: 2 France")
    for viewer in (engines.PUBLIC, 1, 2):
        assert written(state.view(viewer))["hand"][0] == {}
        assert written(state.view(viewer))["hand_size"][0] == 3


@pytest.mark.rule("R30")
def test_other_open_cards_stay_known_when_one_is_played() -> None:
    table = Table().display(FRANCE, SPAIN, SPAIN).hand(0, {FRANCE: 1}).turn(0, "draw")
    state = table.state()
    play(state, "take France from the display", *["take Spain from the display"] * 2)
    play(state, "claim Dijon Baron: 2 France")
    assert written(state.view(1))["hand"][0] == {SPAIN: 2}


@pytest.mark.rule("R30")
@pytest.mark.parametrize("edition", ["abacusspiele", "arcane_wonders"])
def test_two_players_know_all_hands_when_the_pile_is_rebuilt(edition: str) -> None:
    table = Table(2, edition).hand(0, {FRANCE: 2, SPAIN: 1}).hand(1, {GERMANY: 2, BRITAIN: 1})
    state = table.display(FRANCE, SPAIN).pile(SPAIN).state()
    assert written(state.view(0))["hand"][1] == {}
    play(state, "end the turn", SPAIN)
    state.resolve(engines.Chance(seed=0))
    assert written(state.view(0))["hand"][1] == (
        {GERMANY: 2, BRITAIN: 1} if edition == "arcane_wonders" else {}
    )
    # Abacusspiele rebuilds the pile only when the display cannot be refilled.
    table = Table(2, edition).hand(0, {FRANCE: 2, SPAIN: 1}).hand(1, {GERMANY: 2, BRITAIN: 1})
    state = table.display(FRANCE).pile(SPAIN).state()
    end_turn(state)
    assert written(state.view(0))["hand"][1] == {GERMANY: 2, BRITAIN: 1}
    assert written(state.view(1))["hand"][0] == {FRANCE: 2, SPAIN: 1}
    # An onlooker sees neither hand and cannot tell them apart.
    assert written(state.view(engines.PUBLIC))["hand"] == [{}, {}]


@pytest.mark.rule("R31")
def test_that_wilds_betray_an_empty_suit_is_forgotten() -> None:
    table = Table().hand(0, {FRANCE: 1, SPAIN: 6})
    state = table.state()
    play(state, "claim Dijon Baron: 1 France + 3 others", "give 3 Spain")
    worlds = [state.view(1).sample(seed) for seed in range(40)]
    assert any(written(world)["hand"][0].get(FRANCE) for world in worlds)


@pytest.mark.slow
@pytest.mark.rule("R30", "R31")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_imagined_players_know_what_everybody_saw(players: int) -> None:
    """Seat 0 took two open cards: in every world all others know them there, and no more."""
    table = Table(players).display(FRANCE, FRANCE, SPAIN).hand(0, {BRITAIN: 2}).turn(0, "draw")
    state = play(table.state(), "draw from the pile", GERMANY)
    play(state, *["take France from the display"] * 2)
    for viewer in (engines.PUBLIC, *range(players)):
        for seed in range(5):
            world = state.view(viewer).sample(seed)
            for other in (engines.PUBLIC, *range(1, players)):
                assert written(world.view(other))["hand"][0] == {FRANCE: 2}
                assert pickle.loads(pickle.dumps(world.view(other))) == world.view(other)


# --- positions written down ---


def test_a_view_with_13_france_cards_too_many_names_the_field() -> None:
    table = Table().hand(0, France=2)
    view = json.loads(table.state().view(0).to_json())
    view["position"]["hand"][0][FRANCE] = 15
    with pytest.raises(engines.BadPosition, match=r"^pile: 35 France cards are named"):
        table.game.view_from_json(json.dumps(view))
    view["position"]["hand"][0][FRANCE] = 300
    with pytest.raises(
        engines.BadPosition, match=r"position\.hand\[0\]\.France: expected a whole number from 0"
    ):
        table.game.view_from_json(json.dumps(view))


BAD_POSITIONS = [
    ({"hand_size": [3, 0, 0]}, r"hand\[0\]: 2 cards are named, but seat 0 holds 3"),
    ({"intrigue_size": [1, 0, 0]}, r"intrigue\[0\]: 0 cards are named, but seat 0 holds 1"),
    ({"pile_size": 3}, "pile_size: 3 cards, but 4 open .* leave 63"),
    ({"intrigue_pile_size": 3}, "intrigue_pile_size: 3 cards, but 0 open .* leave 24"),
    ({"hand": [{"Italy": 1}, {}, {}]}, r"position.hand\[0\].Italy: unknown; choose from France"),
    ({"held": [["Rome King"], [], []]}, r"position.held\[0\]: unknown value 'Rome King'"),
    ({"held": [["Dijon Baron"], [], []]}, r"title_cubes\[0\]: 0 Baron cubes"),
    ({"supply": [35, 36, 36]}, r"supply\[0\]: 35 cubes, but 36 are left"),
    ({"city_marker": {"Paris": "seat 1"}}, r"city_marker\[1\]: seat 1 has no cube in Paris"),
    ({"city_marker": {"Paris": "seat 7"}}, "position.city_marker.Paris: unknown value 'seat 7'"),
    (
        {"country_marker": {"Spain": {"lower": "seat 1"}}},
        "country_marker.*: Spain lower, but nobody",
    ),
    ({"house_marker": {"16 points": "seat 1"}}, "house_marker.*: 16 points, but seat 1 has"),
    (
        {"period_marker": {"1648": {"Spain": {"first": "seat 1"}}}},
        r"period_marker\[1\]: 1648 Spain first, but that period is not scored yet",
    ),
    ({"period": "1750"}, "position.period: unknown value '1750'; choose from 1648, 1680, 1714"),
    ({"target": "Rome King"}, "position.target: unknown value 'Rome King'"),
    ({"seat": 1}, "another player is to act at this step"),
    ({"seat": 3}, "position.seat: expected a whole number from 0 to 2, got 3"),
    ({"phase": "sleep"}, "position.phase: unknown value 'sleep'; choose from setup, draw"),
    ({"drawn": 1}, "drawn: 1 Country cards, but seat 0 draws 3 in this turn"),
    ({"last_round": 1}, "last_round: true, but the period is 1648"),
    (
        {"known": {"seat 1": [{"France": 3}, {}, {}]}},
        r"known\[0\]: 3 France cards, but only 2 are named in the hand of seat 0",
    ),
    (
        {"known": {"seat 4": [{"France": 1}, {}, {}]}},
        r"known\[0\]: this holds nothing of what seat 4 knows",
    ),
]


@pytest.mark.parametrize(("fields", "message"), BAD_POSITIONS)
def test_bad_positions_name_the_field(fields: dict[str, object], message: str) -> None:
    table = Table().hand(0, France=2).set(**fields)
    with pytest.raises(engines.BadPosition, match=f"^{message}|: {message}"):
        table.state()


def test_too_many_cards_at_the_end_of_a_turn() -> None:
    table = Table().hand(1, {FRANCE: 13})
    with pytest.raises(engines.BadPosition, match=r"^hand_size\[1\]: seat 1 holds 13 Country"):
        table.state()
    table = Table().intrigue(1, *["France/Spain"] * 4, "Britain/Spain")
    with pytest.raises(engines.BadPosition, match=r"^intrigue_size\[1\]: seat 1 holds 5 Intrigue"):
        table.state()


def test_too_many_cards_in_the_display() -> None:
    table = Table(edition="arcane_wonders").display(FRANCE, FRANCE, SPAIN, SPAIN)
    with pytest.raises(engines.BadPosition, match=r"^display: 4 cards, there are 3 places"):
        table.state()


def test_a_position_held_twice() -> None:
    table = Table().hold(0, "Dijon Baron").set(held=[["Dijon Baron"]] * 2 + [[]])
    with pytest.raises(engines.BadPosition, match=r"^held\[1\]: seat 0 holds Dijon Baron already"):
        table.state()


def test_fewer_title_cubes_than_positions() -> None:
    table = Table().hold(0, "Dijon Baron").set(title_cubes=[{"Duke": 1}, {}, {}])
    with pytest.raises(engines.BadPosition, match=r"^title_cubes\[0\]: 0 Baron cubes, but 1"):
        table.state()


def stuck_display() -> Table:
    """Nothing to draw from: display and pile are empty."""
    return Table().turn(0, "draw").display().pile()


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (stuck_display(), "display: 0 cards, but a turn begins with 3"),
        (
            stuck_display().set(display_from="Spain", drawn=1),
            "display: 0 cards, so 3 were taken in this turn; 1 were drawn",
        ),
        (
            stuck_display().pile("France").turn(0, "draw Country card"),
            "display: 0 cards, but a turn begins with 3",
        ),
        (stuck_display().pile("France").set(round=0), "display: 0 cards, but a turn begins"),
        (
            Table().turn(0, "draw").display("France", "Spain").set(display_from="Spain"),
            "display: 2 cards, so 1 were taken in this turn; 0 were drawn",
        ),
        (
            Table().turn(0, "draw Country card").set(display_from="Spain"),
            "display_from: matters only in a draw",
        ),
        (
            Table().turn(0, "setup").display("France", "Spain").pile().set(round=0),
            "pile_size: no card is left to refill the display with",
        ),
        (
            Table().turn(0, "setup").display("France", "Spain", "Spain").set(round=0),
            "display: 3 cards: nothing is missing to refill",
        ),
    ],
)
@pytest.mark.parametrize("viewer", ["full", 0, 1, "public"])
def test_a_draw_that_cannot_be_completed_is_refused(
    table: Table, said: str, viewer: int | str
) -> None:
    """Everybody sees the display and the size of the pile, so views are refused as well."""
    document = table.written()
    if table.fields["phase"] != "draw":
        document["player"] = "chance"
    document["view_of"] = viewer
    read = table.game.from_json if viewer == "full" else table.game.view_from_json
    if viewer != "full":
        # Views show no other seat's Intrigue cards; these hands are empty for all.
        assert document["position"]["intrigue"] == [{}, {}, {}]
    with pytest.raises(engines.BadPosition, match=f"^{said}"):
        read(json.dumps(document))


def test_a_hand_exceeds_its_limit_by_the_cards_drawn_this_turn() -> None:
    """Otherwise three more draws would make a hand that no array has room for."""
    table = Table().turn(0, "draw", drawn=1).hand(0, France=13)
    assert table.state().player == 0
    table.hand(0, France=14)
    with pytest.raises(engines.BadPosition, match=r"^hand_size\[0\]: .* after drawing 1, 13 are"):
        table.state()
    table = Table().turn(0).intrigue(0, *["France/Spain"] * 4, "Britain/Spain")
    with pytest.raises(
        engines.BadPosition, match=r"^intrigue_size\[0\]: .* after drawing 0, 4 are"
    ):
        table.state()


def test_other_seats_intrigue_cards_are_refused_in_a_view() -> None:
    table = Table().intrigue(1, "France/Spain")
    view = json.loads(table.state().view(0).to_json())
    view["position"]["intrigue"] = [{}, {"France/Spain": 1}, {}]
    view["position"]["intrigue_pile"]["France/Spain"] -= 1
    with pytest.raises(engines.BadPosition, match=r"^intrigue\[1\]: a view shows no Intrigue card"):
        table.game.view_from_json(json.dumps(view))


# --- one process, several games ---


def playthrough(game: engines.Game, seed: int) -> list[str]:
    """Every move of a random game in words, and the final scores."""
    state, chance, dice = game.root(), engines.Chance(seed), random.Random(seed)
    state.resolve(chance)
    moves = []
    while not state.over:
        action = dice.choice(state.actions())
        moves.append(state.text(action))
        state.apply(action)
        state.resolve(chance)
    return [*moves, *(f"{r.score}" for r in state.returns())]


def test_two_data_folders_and_both_editions_in_turn(tmp_path: Path) -> None:
    mine = Path(shutil.copytree(DATA, tmp_path / "mine"))
    text = (mine / "titles.csv").read_text()
    (mine / "titles.csv").write_text(text.replace("Marshal,1,4,2", "Marshal,1,2,1"))
    wanted = [
        {"edition": edition, "data": data}
        for edition in ("abacusspiele", "arcane_wonders")
        for data in (None, mine)
    ]
    alone = [playthrough(engines.load("royals", **options), seed=5) for options in wanted]
    games = [engines.load("royals", **options) for options in wanted]
    for _ in range(2):
        for game, expected in zip(games, alone, strict=True):
            assert playthrough(game, seed=5) == expected
    assert alone[0][:-3] == alone[1][:-3]
    assert alone[0] != alone[1]
    assert alone[0] != alone[2]
    assert len({game.fingerprint for game in games}) == 4


def test_a_state_of_own_data_survives_pickling(tmp_path: Path) -> None:
    mine = Path(shutil.copytree(DATA, tmp_path / "mine"))
    state = engines.load("royals", data=mine).root()
    state.resolve(engines.Chance(seed=1))
    assert pickle.loads(pickle.dumps(state)) == state
    saved = pickle.dumps(state)
    text = (mine / "cities.csv").read_text()
    (mine / "cities.csv").write_text(text.replace("Paris,France,8", "Paris,France,9"))
    with pytest.raises(engines.BadPosition, match="its rules or data changed"):
        pickle.loads(saved)


# --- words ---


@pytest.mark.parametrize(("edition", "players"), EVERY_GAME)
def test_board_fits_100_columns_and_moves_are_told_apart(edition: str, players: int) -> None:
    state = Table(players, edition).game.root()
    chance, dice = engines.Chance(seed=2), random.Random(2)
    state.resolve(chance)
    for step in count():
        if state.over:
            break
        options = state.actions()
        state.apply(dice.choice(options))
        # A board after some of the moves is enough.
        for viewer in (engines.PUBLIC, 0) if step % 9 == 0 else ():
            assert max(map(len, state.view(viewer).board().splitlines())) <= 100
        state.resolve(chance)
        shown = texts(state)
        assert len(set(shown)) == len(shown)
    assert state.board().startswith("the game is over")


def test_facts_are_the_other_hands() -> None:
    table = Table().hand(0, France=2).hand(1, Spain=3).intrigue(1, "France/Spain")
    facts = table.state().facts(0)
    assert len(facts) == 3 * 10
    assert {name: n for name, n in facts.items() if n} == {
        "seat 1: Spain cards": 3,
        "seat 1: France/Spain Intrigue cards": 1,
    }
