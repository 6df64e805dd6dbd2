"""The pages in a real browser: whole games by clicking and by keys, on large pages and on small."""

import re

import pytest
from web_browser import CHROMIUM, MISSING, PHONE, Watched, link
from web_server import running

pytestmark = [pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason=MISSING)]


def cell(page, move):
    """The cell of tic-tac-toe that a move such as x(1,2) marks."""
    return page.locator(f'#board [data-id="{move}"]')


def lit(page):
    return page.locator("#board .lit")


def test_a_whole_game_from_the_lobby_to_the_result_by_clicking(visit):
    page = visit()
    page.select_option("#game", "kuhn_poker")
    page.select_option("#seat-1", "easy")
    page.click("text=Make the table")
    page.click("text=Sit down")
    for _ in range(3):
        page.wait_for_selector("button.move, #result:not([hidden])")
        if page.is_visible("#result"):
            break
        stamp = page.evaluate("document.body?.dataset.stamp")
        page.locator("button.move").first.click()
        page.wait_for_function("stamp => document.body?.dataset.stamp !== stamp", arg=stamp)
    page.wait_for_selector("#result:not([hidden])")
    assert re.search("(Seat 1 wins|You win)", page.inner_text("#result .claim"))
    assert page.locator("#result tbody tr").count() == 2
    assert page.locator("#moves button.move").count() == 0
    page.click("text=Eminence")
    page.wait_for_selector("#tables li")
    assert "Kuhn poker, seat 0" in page.inner_text("#tables")


def test_a_whole_game_on_the_board(visit, server):
    created = server.create("tic_tac_toe", ["person", "person"])
    with created.sit(1) as other:
        page = visit(link(created, 0))
        for mine, theirs in (("x(0,0)", "o(1,0)"), ("x(0,1)", "o(1,1)"), ("x(0,2)", None)):
            page.wait_for_selector("#board .lit")
            shape = shape_of(created, mine, other, page)
            page.locator(f'#board [data-id="{shape}"]').click()
            if theirs:
                other.wait_until(lambda table: table["moves"])
                other.move(theirs)
        page.wait_for_selector("#result:not([hidden])")
    assert page.inner_text("#result .claim").startswith("You win")
    assert lit(page).count() == 0


def shape_of(created, move, other, page):
    """The shape that belongs to a move, as the server says it."""
    with created.sit(0) as me:
        moves = me.wait_until(lambda table: table["moves"])["moves"]
    (shape,) = next(each["shapes"] for each in moves if each["text"] == move)
    return shape


def test_what_changed_since_the_own_move_is_marked(visit, server):
    created = server.create("tic_tac_toe", ["person", "person"])
    page = visit(link(created, 0))
    page.click("button.move >> text=x(0,0)")
    with created.sit(1) as other:
        other.wait_until(lambda table: table["moves"])
        other.move("o(2,2)")
    page.wait_for_selector("#board .changed")
    assert page.inner_text("#log li.new") == "seat 1: o(2,2)"


def test_a_hint_in_words_with_bars(visit, server):
    created = server.create("leduc_poker", ["person", "person"])
    page = visit(link(created, 0))
    page.click("#ask-hint")
    page.wait_for_selector("#hint .bars li")
    page.wait_for_function("!document.querySelector('#hint').innerText.includes('hinking')")
    assert page.inner_text("#hint .claim").startswith("Play ")
    assert page.locator("button.move.advised").count() == 1
    assert page.locator("#board .advised").count() >= 1
    page.click("text=In numbers")
    assert "win" in page.inner_text("#hint pre")
    page.locator("button.move").first.click()
    page.wait_for_selector("#hint", state="hidden")


def test_hints_can_be_switched_off(visit, server):
    created = server.create("tic_tac_toe", ["person", "person"], hints=False)
    page = visit(link(created, 0))
    page.wait_for_selector("button.move")
    assert page.is_hidden("#ask-hint")


def test_a_page_that_is_loaded_anew_shows_the_same_and_no_secret(visit, server):
    created = server.create("tic_tac_toe", ["person", "easy"])
    page = visit(link(created, 0))
    page.click("button.move >> nth=0")
    # The old moves stay until the server has answered.
    page.wait_for_selector("#log li >> text=seat 1")
    page.wait_for_selector("button.move")
    before = shapes_of(page), page.inner_text("#log")
    assert created.tokens[0] not in page.url
    assert page.url.endswith(f"#{created.name}/0")
    page.reload()
    page.wait_for_selector("button.move")
    assert (shapes_of(page), page.inner_text("#log")) == before


def shapes_of(page):
    """The shapes of the board: their names, and all that is written in them."""
    script = "all => all.map(each => [each.dataset.id, each.textContent])"
    return page.locator("#board [data-id]").evaluate_all(script)


def test_two_browsers_at_one_table_do_not_see_each_others_cards(visit, server):
    created = server.create("leduc_poker", ["person", "person"])
    one, other = (visit(link(created, seat)) for seat in (0, 1))
    one.wait_for_selector("button.move")
    other.wait_for_selector("#board svg")
    other.wait_for_function("document.querySelector('#seats').innerText.includes('Seat 0')")
    assert one.inner_html("#board") != other.inner_html("#board")
    assert other.locator("button.move").count() == 0
    one.click("button.move >> text=call")
    other.wait_for_selector("button.move")
    assert "seat 0: call" in other.inner_text("#log")
    cards = [page.inner_text("#log").splitlines()[0] for page in (one, other)]
    assert all(card.startswith("deal, you: ") for card in cards)
    mine, theirs = (card.removeprefix("deal, you: ").split(";")[0] for card in cards)
    assert theirs not in one.content()
    assert mine not in other.content()


def test_everybody_is_asked_before_a_move_is_taken_back(visit, server):
    created = server.create("tic_tac_toe", ["person", "person"])
    one, other = (visit(link(created, seat)) for seat in (0, 1))
    one.click("button.move >> text=x(1,1)")
    other.wait_for_selector("button.move")
    one.click("text=Ask to take back")
    other.click("text=Agree")
    one.wait_for_selector("button.move >> text=x(1,1)")
    assert other.locator("button.move").count() == 0


def test_who_plays_alone_takes_back_at_once(visit, server):
    created = server.create("tic_tac_toe", ["person", "easy"])
    page = visit(link(created, 0))
    page.click("button.move >> text=x(1,1)")
    page.wait_for_selector("#log li >> text=seat 1")
    page.click("#undo")
    page.wait_for_selector("button.move >> text=x(1,1)")
    assert page.inner_text("#log") == "Nothing yet."


def test_a_bot_plays_for_who_has_left_and_gives_the_seat_back(visit, server):
    created = server.create("tic_tac_toe", ["person", "person"])
    page = visit(link(created, 0))
    page.click("button.move >> text=x(1,1)")
    page.click("text=Let a bot play there")
    page.wait_for_selector("#log li >> text=seat 1")
    page.wait_for_selector("button.move")
    other = visit(link(created, 1))
    other.wait_for_selector("#board svg")
    page.click("button.move >> nth=0")
    other.wait_for_selector("button.move")


def test_a_bot_plays_for_me_until_i_take_my_seat_back(visit, server):
    created = server.create("connect_four", ["person", "person"])
    page = visit(link(created, 0))
    page.click("summary >> text=Settings")
    page.click("text=Let a bot play for me")
    page.wait_for_selector("#log li")
    page.click("text=Take my seat back")
    page.wait_for_selector("text=Take my seat back", state="hidden")


@pytest.mark.parametrize("name", ["tic_tac_toe", "leduc_poker", "stacks"])
def test_nothing_is_wider_than_a_phone(visit, server, name):
    page = visit(**PHONE)
    page.wait_for_selector("#option-players")
    page.select_option("#game", name)
    page.click("text=Make the table")
    page.wait_for_selector("#made:not([hidden])")
    (watched,) = visit.watched
    assert not watched.is_scrolled_sideways()
    page.click("text=Sit down")
    page.wait_for_selector("button.move")
    assert not watched.is_scrolled_sideways()
    page.click("#ask-hint")
    page.wait_for_selector("#hint .bars li")
    assert not watched.is_scrolled_sideways()
    page.click("#open-rules")
    page.wait_for_selector("#chapters details")
    assert not watched.is_scrolled_sideways()


def test_a_finger_is_asked_before_its_move_is_played(visit, server):
    created = server.create("tic_tac_toe", ["person", "easy"])
    page = visit(link(created, 0), **PHONE)
    page.wait_for_selector("#board .lit")
    lit(page).nth(4).tap()
    page.click("#confirm >> text=Not yet")
    assert page.inner_text("#log") == "Nothing yet."
    lit(page).nth(4).tap()
    page.click("#confirm >> text=Play")
    page.wait_for_selector("#log li")
    assert page.inner_text("#log li >> nth=0") == "you: x(1,1)"


def test_a_whole_game_by_keys_alone(visit, server):
    created = server.create("tic_tac_toe", ["person", "easy"])
    page = visit(link(created, 0))
    page.wait_for_selector("#board .lit")
    # A shape of the board, then the list, then numbers.
    page.locator("#open-rules").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('lit')")
    page.keyboard.press("Enter")
    page.wait_for_selector("#log li >> text=seat 1")
    page.wait_for_selector("button.move")
    page.locator("button.move").first.focus()
    press_and_wait(page, "Enter")
    while not page.is_visible("#result"):
        press_and_wait(page, "1")


def press_and_wait(page, key):
    """Play by a key; until it is the person's turn again, or the end."""
    stamp = page.evaluate("document.body?.dataset.stamp")
    page.keyboard.press(key)
    page.wait_for_function("stamp => document.body?.dataset.stamp !== stamp", arg=stamp)
    page.wait_for_selector("button.move, #result:not([hidden])")


def test_the_rules_and_what_has_a_name_can_be_looked_up(visit, server):
    created = server.create("royals", ["person", "person"], players=2)
    page = visit(link(created, 0))
    page.click("#open-rules")
    page.wait_for_selector("#chapters details[open] p")
    page.fill("#wanted", "dijon")
    page.click("#found button.move")
    page.wait_for_selector("#found h3")
    assert "Dijon" in page.inner_text("#found h3")
    page.keyboard.press("Escape")
    page.wait_for_selector("#lookup", state="hidden")


def test_a_shape_tells_what_it_is(visit, server):
    created = server.create("royals", ["person", "person"], players=2)
    page = visit(link(created, 0))
    page.wait_for_selector("#board svg [data-id] > title", state="attached")
    shape = page.locator("#board svg [data-id]:has(> title)").first
    tip = shape.evaluate("each => each.querySelector('title').textContent")
    shape.dispatch_event("click", {"bubbles": True})
    assert page.inner_text("#tip") == " ".join(tip.split())


def test_the_page_comes_back_when_the_server_does(visit, tmp_path, browser):
    file = tmp_path / "tables.sqlite"
    with running(file) as first:
        created = first.create("tic_tac_toe", ["person", "person"])
        port = int(first.origin.rsplit(":", 1)[1])
        watched = Watched(browser, first.origin)
        page = watched.page
        page.goto(f"{first.url}{link(created, 0)}")
        page.click("button.move >> text=x(1,1)")
        page.wait_for_selector("#log li")
    page.wait_for_selector("#lost:not([hidden])")
    with running(file, port=port):
        page.wait_for_selector("#lost", state="hidden", timeout=120_000)
        assert page.inner_text("#log li") == "you: x(1,1)"
        watched.context.close()


def test_a_wrong_link_is_explained(visit):
    page = visit("table#abc.def")
    page.wait_for_selector("#lost:not([hidden])")
    assert "belongs to no seat" in page.inner_text("#lost")
    page = visit("table")
    assert "needs the whole link" in page.inner_text("#lost")


def test_dark_pages_are_dark(visit, server):
    created = server.create("tic_tac_toe", ["person", "person"])
    grounds = []
    for scheme in ("light", "dark"):
        page = visit(link(created, 0), color_scheme=scheme)
        page.wait_for_selector("#board svg text")
        script = "each => getComputedStyle(each).fill"
        ink = page.locator("#board svg text").first.evaluate(script)
        grounds.append((page.evaluate("getComputedStyle(document.body).backgroundColor"), ink))
    assert grounds[0][0] == "rgb(251, 250, 247)"
    assert grounds[1][0] == "rgb(23, 25, 28)"
    assert grounds[0][1] != grounds[1][1]


def test_a_table_of_bots_is_watched(visit, server):
    created = server.create("goofspiel", ["easy", "easy"], num_cards=4)
    page = visit(f"table#{created.name}.{created.onlooker}")
    page.wait_for_selector("#result:not([hidden])")
    assert page.url.endswith("/onlooker")
    assert page.locator("button.move").count() == 0


def test_friends_play_again_by_clicking_and_onlookers_follow(visit, server):
    created = server.create("tic_tac_toe", ["person", "person"])
    one, other = (visit(link(created, seat)) for seat in (0, 1))
    onlooker = visit(f"table#{created.name}.{created.onlooker}")
    for page, move in zip(
        (one, other) * 3, ("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)", "x(0,2)"), strict=False
    ):
        page.click(f"button.move >> text={move}")
    one.click("#result >> text=Play again")
    other.click("#result >> text=Join the next game")
    onlooker.click("#result >> text=Look on at the next game")
    # Seat 1 begins now: the two have changed places.
    other.click("button.move >> text=x(1,1)")
    one.wait_for_selector("button.move >> text=o(0,0)")
    onlooker.wait_for_selector("#log >> text=x(1,1)")
    assert one.url.endswith("/1")
    assert other.url.endswith("/0")
    assert created.name not in one.url
