"""The analysis page in a real browser: a game from a file, branches, hints, an edited position."""

import json
import re

import pytest
from web_browser import CHROMIUM, MISSING, PHONE, Watched
from web_tables import table_of, wander

from eminence import engines
from eminence.engines import position_toml

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason=MISSING)]


@pytest.fixture
def visit(visit, tmp_path):
    """Opens the page with a file."""

    def open_page(text, name="game.json", **options):
        page = visit("analysis", **options)
        file = tmp_path / name
        file.write_text(text, "utf-8")
        page.set_input_files("#file", file)
        page.wait_for_selector("#board svg")
        return page

    open_page.watched = visit.watched
    return open_page


def game_of(name, decisions, seed=3, **options):
    table = table_of(name, seed=seed, **options)
    for _ in wander(table, seed, decisions):
        pass
    return table.saved


def changes(page, act):
    """Do something, and wait until the page shows another spot."""
    stamp = page.evaluate("document.body?.dataset.stamp")
    act()
    page.wait_for_function("stamp => document.body?.dataset.stamp !== stamp", arg=stamp)


def test_a_game_is_stepped_through_by_buttons_keys_and_the_list(visit):
    saved = game_of("tic_tac_toe", 4)
    page = visit(saved.to_json())
    assert "4 moves to come" in page.inner_text("#place")
    assert page.is_disabled("#back")
    changes(page, lambda: page.click("#on"))
    assert page.inner_text("#log") == f"seat 0: {saved.moves[0]}"
    changes(page, lambda: page.keyboard.press("ArrowRight"))
    assert page.inner_text("#place") == "After move 2 of 4"
    changes(page, lambda: page.keyboard.press("End"))
    assert page.is_disabled("#on")
    changes(page, lambda: page.keyboard.press("ArrowLeft"))
    assert page.inner_text("#place") == "After move 3 of 4"
    changes(page, lambda: page.click("#list .step >> nth=1"))
    assert page.inner_text("#place") == "After move 1 of 4"
    assert page.inner_text("#list [aria-current]").endswith(saved.moves[0])
    changes(page, lambda: page.keyboard.press("Home"))
    assert page.is_disabled("#first")


def test_other_moves_begin_branches_that_stand_below_the_game(visit):
    saved = game_of("tic_tac_toe", 4)
    page = visit(saved.to_json())
    changes(page, lambda: page.click("#on"))
    taken = saved.moves[1]
    other = page.locator("button.move").filter(has_not_text=taken).first
    text = other.locator("span").nth(1).inner_text()
    changes(page, other.click)
    assert page.inner_text("#place") == "A branch after move 1: 1 move on"
    assert page.inner_text("#list ul ul .step").endswith(text)
    changes(page, lambda: page.locator("#board .lit").first.click())
    assert page.locator("#list ul ul .step").count() == 2
    with page.expect_download() as download:
        page.click("#save-game")
    written = json.loads(download.value.path().read_text("utf-8"))
    assert written["moves"][:2] == [saved.moves[0], text]
    changes(page, lambda: page.click("#home-line"))
    assert page.inner_text("#place") == "After move 1 of 4"
    # The move of the game begins no branch.
    changes(page, lambda: page.click(f'button.move >> text="{taken}"'))
    assert page.inner_text("#place") == "After move 2 of 4"
    changes(page, lambda: page.click("#list ul ul .step >> nth=0"))
    changes(page, lambda: page.click("#drop"))
    assert page.locator("#list ul ul .step").count() == 0


def test_every_seat_may_be_looked_from(visit):
    page = visit(game_of("leduc_poker", 1).to_json())
    boards = set()
    for whose in ("Onlooker", "Seat 0", "Seat 1"):
        changes(page, lambda whose=whose: page.click(f"#eyes button:has-text('{whose}')"))
        boards.add(page.inner_html("#board"))
    assert len(boards) == 3
    assert page.locator("button.move").count() == 0
    changes(page, lambda: page.click("#turn button"))
    assert page.locator("button.move").count() > 0


def test_chance_is_drawn_anew_with_a_seed_that_is_shown(visit):
    page = visit(game_of("leduc_poker", 0).to_json())
    assert "as in the file (seed 3)" in page.inner_text("#chance")
    for _ in range(2):
        changes(page, lambda: page.click("button.move >> text=call"))
    changes(page, lambda: page.click("#redraw"))
    seed = re.search(r"drawn with seed (\d+)", page.inner_text("#chance"))
    assert seed is not None
    assert page.locator("#list > ul > li > ul").count() == 2
    assert page.is_disabled("#save-game")
    assert "another one" in page.inner_text("#unsaved")


def test_a_hint_grows_and_goes_with_its_spot(visit):
    page = visit(game_of("leduc_poker", 2).to_json())
    page.click("#ask-hint")
    page.wait_for_selector("#hint .bars li")
    page.wait_for_function("() => !document.querySelector('#hint').innerText.includes('hinking')")
    assert page.inner_text("#hint .claim").startswith("Play ")
    assert page.locator("button.move.advised").count() == 1
    changes(page, lambda: page.click("#on"))
    assert page.is_hidden("#hint")


def test_a_position_is_edited_by_clicking_and_as_text(visit):
    state = game_of("royals", 0, players=2).state()
    page = visit(position_toml(state.view(state.player)), "mine.toml")
    changes(page, lambda: page.click("#edit"))
    assert page.inner_text("#verdict").startswith("Nothing is wrong")
    page.locator('#board [data-id="city Paris"]').first.dispatch_event("click", {"bubbles": True})
    page.locator('#choices li:has-text("city bonuses: Paris") input').first.check()
    page.wait_for_selector("#problems li")
    assert "Paris" in page.input_value("#text")
    page.click("#problems button")
    chosen = "area => area.value.slice(area.selectionStart, area.selectionEnd)"
    assert page.locator("#text").evaluate(chosen).startswith("city_bonuses")
    assert page.is_disabled("#analyse")
    text = (
        page.input_value("#text").replace('"Paris"', '"none"').replace("round = 1 ", "round = 2 ")
    )
    page.fill("#text", text)
    page.click("#check")
    page.wait_for_selector("#verdict:has-text('Nothing is wrong')")
    changes(page, lambda: page.click("#analyse"))
    assert page.inner_text("#place") == "The position in the file"
    with page.expect_download() as download:
        page.click("#save-position")
    view = engines.read_position(download.value.path())
    assert "round = 2" in position_toml(view)


def test_a_file_that_is_wrong_is_explained_line_by_line(server, browser, tmp_path):
    watched = Watched(browser, server.origin)
    page = watched.page
    page.goto(f"{server.url}analysis")
    file = tmp_path / "bad.toml"
    file.write_text('game = "royals"\nview_of = 0\nnothing = <b>\n', "utf-8")
    page.set_input_files("#file", file)
    page.wait_for_selector("#file-problems li")
    assert page.inner_text("#problem") == "bad.toml cannot be opened."
    assert page.inner_text("#file-problems li").startswith("line 3: not TOML")
    assert page.is_hidden("#board")
    watched.context.close()
    # The browser itself notes the status of the answer, and nothing else is wrong.
    assert all("400" in each for each in watched.complaints)
    assert watched.foreign == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(visit, scheme):
    page = visit(game_of("stacks", 6).to_json(), color_scheme=scheme, **PHONE)
    (watched,) = visit.watched
    assert not watched.is_scrolled_sideways()
    changes(page, lambda: page.click(".jump [aria-label='On']"))
    changes(page, lambda: page.locator("button.move").first.click())
    assert not watched.is_scrolled_sideways()
    changes(page, lambda: page.click("#edit"))
    assert not watched.is_scrolled_sideways()
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(251, 250, 247)" if scheme == "light" else "rgb(23, 25, 28)")


def test_the_lobby_leads_to_the_page(server, browser):
    watched = Watched(browser, server.origin)
    watched.page.goto(server.url)
    watched.page.click("text=Analysis")
    watched.page.wait_for_selector("#intro")
    watched.close()
