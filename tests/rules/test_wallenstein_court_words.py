"""Wallenstein's Emperor's Court in words, position files, guidance and hints."""

from __future__ import annotations

from math import comb

import pytest
from position_pages import refuse_page
from wallenstein_builder import begin, play, texts
from wallenstein_court import CourtTable, take

from eminence import engines, search, solver
from eminence.engines.wallenstein.names import PHASE_WORDS
from eminence.engines.wallenstein.state import Phase


def asking(*shown: int, year: int = 0, season: int = 1, **extra: int) -> engines.State:
    """Seat 0 has four courtiers, seat 1 three; both own two counties that are far apart."""
    table = CourtTable(3).county(0, "Altmark", 3).county(0, "Anhalt", 3, markers=1)
    table.county(1, "Baden", 3).county(1, "Augsburg", 3).county(2, "Passau", 2)
    state = table.favors(*shown).hall(4, 3, 0).at(year, season).has(0, **extra).state()
    begin(state)
    assert (state.data["phase"], state.player) == (Phase.FAVOR, 0)
    return state


# --- words ---


def test_the_board_shows_the_halls_and_the_cards() -> None:
    state = asking(18, 12, 6)
    board = state.board()
    assert "favors   favor 18 (safe from combat A and B) for 4, " in board
    assert "favor 6 (1 point) for 2" in " ".join(board.split())
    assert "entrance 3 seat 1" in board
    assert "audience 4 seat 0" in board
    play(state, take(state, 18))
    assert "kept   favor 18 (safe from combat A and B)" in state.board()


def test_orders_of_the_extra_board_are_shown() -> None:
    table = CourtTable(3).county(0, "Altmark", 3).order(0, "convert 2", "Altmark")
    board = table.order(0, "convert 1", "dice tower card").state().board()
    assert "convert 2 Altmark, convert 1 tower" in " ".join(board.split())


def test_a_game_without_the_court_says_nothing_of_it() -> None:
    state = engines.load("wallenstein").root()
    assert "entrance" not in state.board()
    state.resolve(engines.Chance(1))
    page = engines.position_toml(state.view(0))
    for word in ("[court]", "entrance", "favor", "dice tower"):
        assert word not in page


# --- position files ---


@pytest.fixture
def page() -> str:
    return engines.position_toml(asking(18, 12, 6).view(0))


def test_a_file_tells_halls_and_cards(page: str) -> None:
    assert 'favors = "favor 18, favor 12, favor 6"' in page
    view = engines.parse_position(page)
    assert view == asking(18, 12, 6).view(0)
    assert len(texts(view)) == 4


def test_a_file_from_before_the_first_favor_needs_no_table() -> None:
    state = engines.load("wallenstein", court="on", setup="draft").root()
    state.resolve(engines.Chance(1))
    page = engines.position_toml(state.view(0))
    cut = page.index("[court]")
    shorter = page[:cut] + page[page.index("\n[", cut) :]
    assert "[court]" not in shorter
    assert engines.parse_position(shorter) == state.view(0)


def test_a_space_may_be_empty_and_a_card_in_use() -> None:
    state = asking(18, 12, 6)
    play(state, take(state, 12))
    page = engines.position_toml(state.view(1))
    assert 'favors = "favor 18, nothing, favor 6"' in page
    assert 'used = "favor 12"' in page
    assert engines.parse_position(page) == state.view(1)


def test_a_removed_event_is_written() -> None:
    state = asking(18, 12, 1)
    play(state, take(state, 1), "remove the event")
    page = engines.position_toml(state.view(0))
    assert 'event = "removed"' in page
    assert engines.parse_position(page) == state.view(0)


BAD_FILES = [
    ("favor 18, favor 12", "favor 18, favor 22", "court.favors: unknown 'favor 22'"),
    ("favor 18, favor 12", "favor 12, favor 18", "court.favors: 3 cards on display and 15"),
    ("favor 18, favor 12", "favor 1, favor 18, favor 12", "court.favors: 4 names, there are 3"),
    ("favor 12, favor 6", "favor 12, favor 12", "court.favors: favor 12 is named twice"),
    ("audience = 4", "audience = 8", "seats[0].audience: expected a whole number from"),
    ("audience = 4", "audience = 1", "seats[0].entrance: the seat's courtiers"),
    ("entrance = 3", "entrance = 5", "seats[0].entrance: the seat's courtiers"),
    ("audience = 4", "audience = 4\nkept = 'favor 6'", "court.favors: favor 6 is named twice"),
    ('court = "on"', 'court = "off"', "seats[0].audience: unknown; choose from"),
]


@pytest.mark.parametrize(("old", "new", "said"), BAD_FILES, ids=[said for _, _, said in BAD_FILES])
def test_errors_name_the_entry_and_what_is_wrong(page: str, old: str, new: str, said: str) -> None:
    refuse_page(page, old, new, said)


# --- plans ---


def test_the_plans_of_a_seat_without_counties() -> None:
    """Five money cards and three dice tower cards for fourteen places."""
    table = CourtTable(3).has(0, thalers=9)
    position = table.position() | {"phase": PHASE_WORDS[Phase.PLAN], "bid": ["nothing"] * 3}
    del position["closed"]
    state = table.read(0, position)
    without, tower = comb(13, 8) * comb(8, 3), comb(13, 7) * comb(7, 2)
    money = 5 * comb(13, 7) * comb(7, 3)
    last, before = engines.perft(state, 14), engines.perft(state, 13)
    assert sum(last) - sum(before) == without + tower + money


# --- guidance ---


def standing(state: engines.State, seat: int = 0) -> float:
    return float(state.evaluate()[seat])


def test_evaluate_counts_courtiers_while_the_court_meets_again() -> None:
    def planned(year: int, season: int, courtiers: int) -> float:
        table = CourtTable(3).county(0, "Altmark", 3).county(1, "Baden", 3)
        table.county(2, "Passau", 3).county(0, "Anhalt", 3).order(0, "combat A", "Anhalt")
        table.favors(19, 13, 6).hall(courtiers, 0, 0).at(year, season)
        state = table.state()
        begin(state)
        while state.data["phase"] == Phase.FAVOR:
            play(state, "take no favor")
        return standing(state)

    assert planned(0, 1, 5) > planned(0, 1, 1)
    assert planned(1, 2, 5) == planned(1, 2, 1)


def test_evaluate_knows_what_courtiers_may_ask_for() -> None:
    """Three points on display are worth more to a seat that can pay, before anybody asks."""

    def hope(card: int) -> float:
        table = CourtTable(3).county(0, "Altmark", 3).county(1, "Baden", 3)
        state = table.county(2, "Passau", 3).favors(21, card, 1).hall(3, 0, 0).at(1, 2).state()
        return standing(state)

    assert hope(19) > hope(3)


def test_evaluate_counts_planned_conversions_towards_a_favor() -> None:
    values = []
    for county in ("Altmark", "money card"):
        table = CourtTable(3).county(0, "Altmark", 9).county(1, "Baden", 3)
        table.county(2, "Passau", 3).order(0, "convert 3", county).order(0, "grain", "Anhalt")
        table.county(0, "Anhalt", 3).favors(21, 19, 13).hall(1, 0, 0).at(1, 2)
        state = table.state()
        state.apply(state.outcomes()[0][0])
        values.append(standing(state))
    assert values[0] > values[1]


def test_priors_prefer_what_brings_most() -> None:
    state = asking(21, 19, 2, year=1, season=2)
    scores = dict(zip(texts(state), state.view(0).priors(), strict=True))
    assert min(scores, key=scores.__getitem__) == "take no favor"
    assert scores[take(state, 19)] > scores[take(state, 2)]


def test_greedy_takes_points_in_the_last_round_and_builds_for_them() -> None:
    state = asking(20, 19, 2, year=1, season=2, grain=20)
    bot = search.make("greedy")
    assert state.text(bot.search(state.view(0)).best) == take(state, 19)
    state = asking(21, 3, 2, year=1, season=2)
    assert state.text(bot.search(state.view(0)).best) == take(state, 21)


def test_a_shelter_is_worth_something_to_who_is_threatened() -> None:
    def kept(armies: int) -> float:
        table = CourtTable(3).county(0, "Altmark", 1, "palaces").county(1, "Anhalt", armies)
        table.county(2, "Passau", 2).hall(4, 0, 0).favors(18, 3, 2).order(1, "combat A", "Anhalt")
        state = table.state()
        begin(state)
        twin = state.copy()
        play(twin, take(twin, 18))
        play(state, "take no favor")
        return standing(twin) - standing(state)

    assert kept(12) > kept(1)


# --- hints and agents ---


def test_a_hint_explains_a_favor_by_its_points() -> None:
    state = asking(20, 19, 2, year=1, season=2, grain=20)
    advice = solver.analyse(state.view(0), search.Limit(iterations=200))
    assert advice.moves[0].text == take(state, 19)
    effects = {(e.seat, e.source): e for e in advice.reasons.effects}
    assert effects[0, "favors"].difference == pytest.approx(3)
    assert "seat 0, favors" in str(advice)


def test_facts_tell_of_the_extra_boards() -> None:
    table = CourtTable(3).county(0, "Altmark", 3).county(1, "Baden", 3).county(2, "Passau", 3)
    state = table.order(1, "convert 2", "Baden").state()
    assert state.facts(0)["seat 1: a county in convert 2"] == 1
    assert state.facts(0)["seat 1: a county in convert 3"] == 0
    assert state.facts(1)["seat 1: a county in convert 2"] == 0


@pytest.mark.parametrize("agent", ["greedy", "plan:iterations=80", "ismcts:iterations=80"])
def test_agents_play_with_everything_on(agent: str) -> None:
    """Each lays plans of fourteen cards and goes on until favors were asked for twice."""
    game = engines.load("wallenstein", court="on", regions="on", leaders="on")
    state, chance, bot = game.root(), engines.Chance(3), search.make(agent)
    places: set[str] = set()
    favors = 0
    while favors < 2:
        state.resolve(chance)
        view = state.view(state.player)
        if state.data["phase"] == Phase.PLAN:
            places.add(view.text(view.actions()[0]).split(":")[0])
        favors += state.data["phase"] == Phase.FAVOR
        state.apply(bot.search(view).best)
    assert len(places) == 14
    assert {"convert 3", "convert 2", "convert 1"} <= places


def test_plan_search_lays_the_plan_that_it_has_found() -> None:
    """One search for fourteen decisions: what follows is the plan of the first."""
    game = engines.load("wallenstein", court="on")
    state = game.root()
    state.resolve(engines.Chance(5))
    bot = search.make("plan:iterations=300")
    played = []
    while state.data["phase"] == Phase.PLAN and state.player == 0:
        view = state.view(0)
        played.append(bot.search(view).best)
        state.apply(played[-1])
    again = game.root()
    again.resolve(engines.Chance(5))
    for move in played[:-1]:
        again.apply(move)
    fresh = search.make("plan:iterations=300").search(again.view(0)).best
    assert fresh == played[-1]
    assert len(played) == 14
