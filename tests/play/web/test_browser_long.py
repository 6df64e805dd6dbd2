"""Whole games of the large games by clicking: on the board or in the list."""

import random

import pytest
from web_browser import CHROMIUM, MISSING, Watched, chromium
from web_server import running

pytestmark = [
    pytest.mark.browser_long,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason=MISSING),
]
#: games with options that keep them short
GAMES = [
    ("royals", {"players": 2}),
    ("bruges", {"players": 2}),
    ("wallenstein", {"players": 3}),
    ("blood_of_kings", {"players": 3, "last_turn": 2}),
]
#: clicks after which a game must be over
MOST = 3000
#: how often a shape of the board is clicked rather than the list
ON_THE_BOARD = 0.5
#: milliseconds that a bot may think
PATIENCE = 120_000
CHANGED = """before => document.body?.dataset.stamp !== before
    || !document.querySelector('#confirm').hidden"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("browser") / "tables.sqlite") as found:
        yield found


def turn(page):
    """Wait until there is something to decide; False: the game is over."""
    script = """() => document.querySelector('#moves button.move')
        || !document.querySelector('#result').hidden"""
    page.wait_for_function(script, timeout=PATIENCE)
    return page.is_hidden("#result")


def click_once(page, rng):
    """One move, by the board or by the list; returns whether the board was enough."""
    before = page.evaluate("document.body?.dataset.stamp")
    lit = page.locator("#board .lit")
    count = lit.count()
    if count and rng.random() < ON_THE_BOARD:
        lit.nth(rng.randrange(count)).dispatch_event("click", {"bubbles": True})
        page.wait_for_function(CHANGED, arg=before, timeout=PATIENCE)
        options = page.locator("#confirm button.move")
        if options.count():
            options.nth(rng.randrange(options.count())).click()
        by_board = True
    else:
        rows = page.locator("#moves button.move")
        rows.nth(rng.randrange(rows.count())).click()
        by_board = False
    page.wait_for_function(
        "before => document.body?.dataset.stamp !== before", arg=before, timeout=PATIENCE
    )
    return by_board


@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_a_whole_game_by_clicking(server, name, options):
    seats = ["person"] + ["easy"] * (options["players"] - 1)
    created = server.create(name, seats, **options)
    rng, by_board = random.Random(name), 0
    with chromium() as browser:
        watched = Watched(browser, server.origin)
        page = watched.page
        # Each move is the test's own, so that no click comes too late.
        page.add_init_script("localStorage.setItem('eminence.forces', 'false')")
        page.goto(f"{server.url}table#{created.name}.{created.tokens[0]}")
        for clicks in range(MOST):
            if not turn(page):
                break
            by_board += click_once(page, rng)
            if clicks == 20:
                page.reload()
                page.click("#ask-hint")
                page.wait_for_selector("#hint .bars li")
        assert page.is_visible("#result")
        assert not watched.is_scrolled_sideways()
        watched.close()
    assert by_board > clicks / 20
