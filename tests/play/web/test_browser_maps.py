"""Maps that are wider than a phone: larger and smaller, in a real browser."""

import pytest
from web_browser import CHROMIUM, MISSING, PHONE, link

from eminence import engines

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason=MISSING)]
SIZES = """() => {
    const box = document.querySelector("#board header + .drawing");
    return [box.clientWidth, box.scrollWidth, box.scrollLeft];
}"""


def sit_down(visit, server, name, **options):
    created = server.create(name, ["person"] * engines.load(name).seats)
    page = visit(link(created, 0), **options)
    page.wait_for_selector("#board .drawing svg")
    return page, visit.watched[-1]


@pytest.mark.parametrize("name", ["royals", "wallenstein", "blood_of_kings"])
def test_a_map_on_a_phone_is_large_enough_to_read_and_the_page_does_not_scroll(visit, server, name):
    page, watched = sit_down(visit, server, name, **PHONE)
    map_panel = engines.load(name).root().view(0).picture().panels[0]
    room, drawn, _ = page.evaluate(SIZES)
    assert room < 360
    assert drawn >= 1.1 * map_panel.width
    assert not watched.is_scrolled_sideways()
    page.click("text=Smaller")
    room, drawn, _ = page.evaluate(SIZES)
    assert drawn == room
    assert not watched.is_scrolled_sideways()


def test_the_browser_remembers_how_large_a_map_was_made(visit, server):
    page, _ = sit_down(visit, server, "royals", **PHONE)
    page.click("text=Smaller")
    page.reload()
    page.wait_for_selector("button.zoom >> text=Larger")
    room, drawn, _ = page.evaluate(SIZES)
    assert drawn == room


def test_a_large_map_is_scrolled_by_keys_and_stays_there_after_a_move(visit, server):
    page, _ = sit_down(visit, server, "royals", **PHONE)
    page.locator("button.zoom").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.ariaLabel") == "Map"
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"() => ({SIZES})()[2] > 0")
    page.wait_for_timeout(300)
    before = page.evaluate(SIZES)
    stamp = page.evaluate("document.body?.dataset.stamp")
    page.locator("#moves button.move").first.click()
    page.click("#confirm >> text=Play")
    page.wait_for_function("stamp => document.body?.dataset.stamp !== stamp", arg=stamp)
    assert page.evaluate(SIZES) == before


def test_what_is_in_the_middle_of_a_map_stays_there(visit, server):
    page, _ = sit_down(visit, server, "blood_of_kings", **PHONE)
    page.click("text=Smaller")
    page.click("text=Larger")
    room, drawn, left = page.evaluate(SIZES)
    assert left == pytest.approx((drawn - room) / 2, abs=2)


def test_where_there_is_room_nothing_is_to_be_chosen(visit, server):
    page, _ = sit_down(visit, server, "royals", viewport={"width": 1600, "height": 900})
    assert page.is_hidden("button.zoom")
    assert page.evaluate("document.querySelector('#board header + .drawing').tabIndex") == -1


def test_small_drawings_have_no_such_button(visit, server):
    page, _ = sit_down(visit, server, "connect_four", **PHONE)
    assert page.locator("button.zoom").count() == 0
