"""The first page: what a table's levels are worth is said before it is made."""

import pytest
from web_browser import CHROMIUM, MISSING, PHONE

from eminence import engines
from eminence.play.table.level_worth import worth_of
from eminence.play.table.levels import bot_of
from eminence.play.web.lobby import setup_of, worth_fields

WANTED = {"game": "kuhn_poker", "options": {"players": "2"}, "hints": True}


def table_with(*seats):
    return {**WANTED, "seats": [*seats]}


def test_a_level_is_worth_what_the_terminal_says():
    (told,) = worth_fields(setup_of(table_with("person", "medium")))["worth"]
    game = engines.load("kuhn_poker")
    assert [told] == worth_of(game, ("me", bot_of(game, "medium")))
    assert told.startswith("medium beats easy at this table")


def test_nothing_is_said_where_nothing_was_measured_or_no_bot_sits():
    assert worth_fields(setup_of(table_with("person", "person"))) == {"worth": []}
    connect = {**WANTED, "game": "connect_four", "seats": ["person", "hard"]}
    game = engines.load("connect_four")
    measured = "not measured" not in worth_of(game, ("me", bot_of(game, "hard")))[0]
    assert bool(worth_fields(setup_of(connect))["worth"]) == measured


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": 3},
        table_with("person"),
        table_with("person", "grandmaster"),
        {**table_with("person", "easy"), "options": {"players": "many"}},
        {**table_with("person", "easy"), "more": 1},
    ],
)
def test_a_table_that_cannot_be_made_is_refused(server, body):
    answer = server.http.post("/api/worth", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"]


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason=MISSING)
def test_the_page_says_what_the_chosen_level_is_worth(visit):
    page = visit(**PHONE)
    page.wait_for_selector("#seat-1")
    page.select_option("#game", "kuhn_poker")
    page.select_option("#seat-1", "medium")
    page.wait_for_selector("#worth >> text=medium beats easy at this table")
    page.select_option("#seat-1", "person")
    page.wait_for_function("() => !document.querySelector('#worth').children.length")
    (watched,) = visit.watched
    assert not watched.is_scrolled_sideways()
