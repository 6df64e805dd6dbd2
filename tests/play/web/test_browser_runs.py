"""The pages about runs in a real browser: live, to the last step of a game, on all sizes."""

import re

import pytest
from web_browser import CHROMIUM, MANY_PAGES, MISSING, PHONE
from web_server import running

from eminence import engines, experiments
from eminence.cython_ext.version import __version__
from eminence.experiments.experiment import next_step
from eminence.experiments.games.block import play_block
from eminence.experiments.storage.store import Store

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason=MISSING)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("runs")
    place = experiments.Place(local=True, out=found / "match.sqlite", command="eminence <match>")
    experiments.Match(engines.load("kuhn_poker"), "random", "greedy", blocks=3).run(place)
    agents = {"<b>one</b>": "random", "two": "greedy"}
    place = experiments.Place(local=True, out=found / "tournament.sqlite")
    experiments.Tournament(agents, [engines.load("tic_tac_toe")], blocks=3).run(place)
    (found / "broken.sqlite").write_bytes(b"nonsense" * 100)
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory, folder):
    file = tmp_path_factory.mktemp("browser") / "tables.sqlite"
    with running(file, MANY_PAGES, runs=folder) as found:
        yield found


def at_step(page, step):
    page.wait_for_function("step => document.body?.dataset.step === step", arg=str(step))


def test_from_the_lobby_to_a_game_of_a_run(visit):
    page = visit()
    page.click("#runs")
    page.wait_for_selector("#runs li >> text=no SQLite database: choose another file")
    page.click("text=match: kuhn_poker")
    page.wait_for_selector("#blocks a")
    assert page.inner_text("#status") == "Finished: 6 games."
    row = page.inner_text("table.grid >> nth=0")
    assert re.search(r"0\.\d{3} \(0\.\d{3} to \d\.\d{3}\)", row)
    page.wait_for_function("() => document.querySelector('figure img').naturalWidth > 0")
    page.locator("#blocks a").first.click()
    at_step(page, 0)
    assert page.locator("#board svg").count() >= 1


def test_a_game_is_stepped_through_by_buttons_keys_and_lines(visit):
    page = visit("runs/run?name=match.sqlite")
    page.locator("#blocks a").first.click()
    at_step(page, 0)
    assert page.is_disabled("#previous")
    page.click("#next")
    at_step(page, 1)
    page.keyboard.press("ArrowRight")
    at_step(page, 2)
    page.keyboard.press("ArrowLeft")
    at_step(page, 1)
    page.keyboard.press("End")
    page.wait_for_selector("#result:not([hidden])")
    last = page.evaluate("() => document.body?.dataset.step")
    assert page.inner_text("#where") == f"{last} of {last}"
    assert page.is_disabled("#next")
    page.keyboard.press("Home")
    at_step(page, 0)
    page.wait_for_selector("#result", state="hidden")
    page.wait_for_selector("#log[data-told]")
    line = page.locator("#log .line").last
    line.click()
    at_step(page, line.get_attribute("data-step"))
    page.reload()
    at_step(page, line.get_attribute("data-step"))


def test_the_viewer_shows_what_the_chosen_seat_saw(visit):
    page = visit("runs/run?name=match.sqlite")
    page.locator("#blocks a").first.click()
    at_step(page, 0)
    page.keyboard.press("End")
    page.wait_for_selector("#result:not([hidden])")
    seen = []
    for viewer in range(3):
        page.locator("#viewers button").nth(viewer).click()
        page.wait_for_selector(f"#log[data-told='{('onlooker', '0', '1')[viewer]}']")
        seen.append(page.inner_text("#log"))
    assert [text.count("deal, you: card") for text in seen] == [0, 1, 1]
    assert len({*seen}) == 3


def test_tables_and_games_are_saved_as_files(visit):
    page = visit("runs/run?name=match.sqlite")
    with page.expect_download() as table:
        page.click("text=Save as CSV")
    assert table.value.suggested_filename == "match-match.csv"
    page.locator("#blocks a").first.click()
    at_step(page, 0)
    with page.expect_download() as game:
        page.click("text=Save as a game file")
    assert game.value.suggested_filename.endswith(".json")


def test_games_are_found_by_words(visit):
    page = visit("runs/run?name=match.sqlite")
    page.wait_for_selector("#blocks a")
    assert page.locator("#blocks > li").count() == 3
    page.fill("#find", "nobody")
    page.wait_for_selector("text=No such games.")
    assert page.locator("#blocks > li").count() == 0


def test_names_are_text_and_no_markup(visit):
    page = visit("runs/run?name=tournament.sqlite")
    page.wait_for_selector("table.grid >> text=<b>one</b>")
    assert page.locator("main b").count() == 0


def test_a_page_follows_a_run_that_is_being_played(visit, folder):
    kuhn = engines.load("kuhn_poker")
    match = experiments.Match(kuhn, "random", "greedy", blocks=2, seed=4)
    first, second = next_step(match.plan(), None)
    with Store(folder / "live.sqlite", {"version": __version__, **match.identity()}) as store:
        store.add(first, play_block(kuhn, first.lineup, first.seed))
        page = visit("runs/run?name=live.sqlite")
        page.wait_for_selector("text=Being played: 2 of at most 4 games.")
        store.add(second, play_block(kuhn, second.lineup, second.seed))
        page.wait_for_selector("text=Finished: 4 games.")
        assert page.locator("#blocks > li").count() >= 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["runs", "runs/run?name=tournament.sqlite", "game"])
def test_nothing_is_wider_than_a_phone(visit, path, scheme):
    page = visit(
        "runs/run?name=tournament.sqlite" if path == "game" else path, color_scheme=scheme, **PHONE
    )
    if path == "game":
        page.locator("#blocks a").first.click()
        at_step(page, 0)
    else:
        page.wait_for_selector("table.grid" if "?" in path else "#runs progress")
    assert not visit.watched[0].is_scrolled_sideways()
    colour = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    dark = sum(int(part) for part in re.findall(r"\d+", colour)[:3]) < 300
    assert dark == (scheme == "dark")


def test_what_is_not_there_says_so(visit):
    watched = visit("runs")
    answer = watched.request.get(f"{visit.watched[0].origin}/api/runs/nothing.sqlite")
    assert answer.status == 404
    watched.goto(f"{visit.watched[0].origin}/runs/run?name=nothing.sqlite")
    watched.wait_for_selector("text=no such run: choose one of the list")
    # The browser itself notes the 404, and nothing else.
    assert all("404" in text for text in visit.watched[0].complaints)
    visit.watched[0].complaints.clear()
