"""The companion's page in a real browser: by tapping, by typing, and after every loss."""

import re

import pytest
from web_browser import CHROMIUM, MISSING, PHONE, Watched
from web_server import running

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason=MISSING)]


@pytest.fixture
def first_page():
    return "follow"


def begin(page, game="leduc_poker", names="Anna, Ben", **options):
    page.wait_for_selector("#option-players")
    page.select_option("#game", game)
    for name, value in options.items():
        page.select_option(f"#option-{name}", value)
    page.fill("#names", names)
    page.click("text=Begin")
    page.wait_for_selector("#choices button")


def tap(page, text):
    after(page, lambda: page.get_by_role("button", name=text, exact=True).first.click())


def say(page, text):
    page.fill("#text", text)
    page.press("#text", "Enter")


def after(page, act):
    """Do something, and wait until the page shows what came of it."""
    stamp = page.evaluate("() => document.body?.dataset.stamp")
    act()
    page.wait_for_function("stamp => document.body?.dataset.stamp !== stamp", arg=stamp)


def log_of(page):
    return [text.split("\n")[0] for text in page.locator("#log .entry > div").all_inner_texts()]


def test_from_the_lobby_a_game_is_followed_by_tapping_and_typing(visit):
    page = visit("")
    page.click("text=Follow a real table")
    begin(page)
    assert page.inner_text("#next-title") == "Next: deal, you"
    tap(page, "Q1")
    assert page.inner_text("#next-title") == "Your move"
    tap(page, "call")
    assert page.inner_text("#choices h3") == "seat 1 (Ben)"
    assert page.inner_text("#next-title") == "Next: seat 1 (Ben)"
    after(page, lambda: say(page, "Ben raises"))
    assert page.inner_text("#next-title") == "Your move"
    assert log_of(page) == ["1 deal, you: Q1", "2 you: call", "3 seat 1: raise"]
    assert page.locator("#board svg").count() >= 1


def test_a_refusal_is_in_the_companions_words_and_offers_what_fits(visit):
    page = visit()
    begin(page)
    tap(page, "Q1")
    say(page, "Ben dances")
    page.wait_for_selector("#problem >> text='Ben dances': that cannot be, it is your move")
    assert log_of(page) == ["1 deal, you: Q1"]
    after(page, lambda: page.click("#problem button >> text=seat 0: raise"))
    assert log_of(page) == ["1 deal, you: Q1", "2 you: raise"]
    assert page.inner_text("#problem") == ""


def test_entries_are_taken_back_and_corrected(visit):
    page = visit()
    begin(page)
    tap(page, "Q1")
    tap(page, "call")
    page.click("[aria-label='Correct entry 1']")
    page.fill("#text", "I get K1")
    after(page, lambda: page.press("#text", "Enter"))
    assert log_of(page) == ["1 deal, you: K1", "2 you: call"]
    after(page, lambda: page.click("#undo"))
    assert log_of(page) == ["1 deal, you: K1"]
    assert page.inner_text("#say-label") == "Say what happens"


def test_a_hint_is_given_in_words_for_the_own_move(visit):
    page = visit()
    begin(page)
    assert page.is_hidden("#ask-hint")
    tap(page, "K1")
    page.click("#ask-hint")
    page.wait_for_selector("#hint .bars li")
    page.wait_for_function("() => !document.querySelector('#hint').innerText.includes('hinking')")
    assert page.inner_text("#hint .claim").startswith("Play ")
    assert page.locator("#choices button.advised").count() == 1
    tap(page, "raise")
    assert page.is_hidden("#hint")


def test_a_page_that_is_loaded_anew_goes_on(visit):
    page = visit()
    begin(page)
    tap(page, "Q1")
    tap(page, "call")
    before = log_of(page), page.inner_html("#board")
    page.reload()
    page.wait_for_selector("#log .entry")
    page.wait_for_function("() => document.body?.dataset.stamp")
    assert log_of(page) == before[0]
    tap(page, "raise")
    assert log_of(page)[-1] == "3 seat 1: raise"


def test_a_game_is_kept_beside_others_until_it_is_forgotten(visit):
    page = visit()
    begin(page)
    tap(page, "Q1")
    page.click("#leave")
    begin(page, "kuhn_poker", "")
    page.click("#leave")
    assert page.locator("#kept li").count() == 2
    page.click("text=Leduc poker, seat 0, 1 entries")
    page.wait_for_selector("#log .entry")
    page.click("#leave")
    page.click("#kept li:has-text('Kuhn') >> text=Forget")
    assert page.locator("#kept li").count() == 1


def test_a_server_that_starts_again_goes_on_with_the_page(browser, tmp_path):
    with running(tmp_path / "tables.sqlite") as first:
        port = int(first.url.rstrip("/").rpartition(":")[2])
        watched = Watched(browser, first.origin)
        page = watched.page
        page.set_default_timeout(120_000)
        page.goto(f"{first.url}follow")
        begin(page)
        tap(page, "Q1")
    page.wait_for_selector("#lost:not([hidden])")
    assert "your entries are safe" in page.inner_text("#lost")
    with running(tmp_path / "tables.sqlite", port=port):
        page.wait_for_selector("#lost", state="hidden")
        page.wait_for_function("() => document.querySelectorAll('#log .entry').length === 1")
        tap(page, "call")
        assert log_of(page) == ["1 deal, you: Q1", "2 you: call"]
        # While nobody answers, the browser itself complains of that.
        assert all("WebSocket" in text for text in watched.complaints)
        watched.complaints.clear()
        watched.close()


def test_long_lists_are_searched_and_shapes_choose(visit):
    page = visit()
    begin(page, "tic_tac_toe", "")
    tap(page, "x(1,1)")
    assert page.locator("#choices button").count() == 8
    page.click("#leave")
    begin(page, "goofspiel", "")
    if page.is_visible("#filter"):
        page.fill("#filter", "nothing like it")
        assert page.locator("#choices button").count() == 0


def test_a_click_on_the_board_plays_the_own_move(visit):
    page = visit()
    begin(page, "tic_tac_toe", "")
    page.wait_for_selector("#board .lit")
    after(page, lambda: page.locator("#board .lit").first.click())
    assert log_of(page) == ["1 you: x(0,0)"]


def test_a_setup_that_cannot_be_is_refused_where_it_is_made(visit):
    page = visit()
    page.wait_for_selector("#option-players")
    page.select_option("#game", "kuhn_poker")
    page.fill("#names", "Anna, Anna")
    page.click("text=Begin")
    page.wait_for_selector("#setup-problem >> text=two seats have the same name")
    assert page.locator("#kept li").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(visit, scheme):
    page = visit(color_scheme=scheme, **PHONE)
    page.wait_for_selector("#option-players")
    watched = visit.watched[0]
    assert not watched.is_scrolled_sideways()
    begin(page, "royals", "", players="3")
    assert not watched.is_scrolled_sideways()
    say(page, "pigs fly")
    page.wait_for_selector("#problem .problem")
    assert not watched.is_scrolled_sideways()
    colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    dark = sum(int(part) for part in re.findall(r"\d+", colour)[:3]) < 300
    assert dark == (scheme == "dark")
