"""The analysis page's requests: files looked at, tried out and changed; nothing is kept."""

import json
import re
import time
from contextlib import suppress
from pathlib import Path as File

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from web_tables import table_of, wander

from eminence import engines
from eminence.engines import PUBLIC, EminenceError, parse_position, position_json, position_toml
from eminence.engines.positions import entries_of
from eminence.play.table.saved_game import saved_from
from eminence.play.web import static
from eminence.play.web.analysing.asked import change_asked, spot_asked, text_asked
from eminence.play.web.analysing.checking import checked
from eminence.play.web.analysing.documents import opened, problems_of
from eminence.play.web.analysing.rewriting import changed_text
from eminence.play.web.analysing.spots import DRAW, MOVER, ONLOOKER, Path, Spot, document_fields
from eminence.play.web.files import TYPES

PAGE = (File(__file__).parents[3] / "docs" / "web.md").read_text("utf-8")
PARTS = [
    path
    for path in sorted((File(static.__path__[0]) / "analysing").iterdir())
    if path.suffix in TYPES
]
GAMES = ["kuhn_poker", "leduc_poker", "tic_tac_toe", "goofspiel", "royals"]
#: of a form with words, numbers, ticks, counts and names
FORMS = ["royals", "bruges", "wallenstein", "blood_of_kings"]
MOST = 10_000


def game_of(name, decisions=12, seed=3):
    """A saved game, played at random."""
    table = table_of(name, seed=seed)
    for _ in wander(table, seed, decisions):
        pass
    return table.saved


def position_of(name, decisions=12, seed=3):
    """A position of a game, seen by who is to move."""
    state = game_of(name, decisions, seed).state()
    return state.view(max(state.player, 0))


def spot(text, at=0, branch=(), seed=None):
    return Spot(opened(text), Path(at, tuple(branch), seed))


# --- a saved game ---


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_step_of_a_saved_game_is_what_its_moves_lead_to(name):
    saved = game_of(name)
    text = saved.to_json()
    found = document_fields(opened(text))
    assert [move["text"] for move in found["moves"]] == [*saved.moves]
    for at in range(len(saved.moves) + 1):
        here, state = spot(text, at), saved.state(at + 1)
        assert here.state == state
        for seat in (*range(saved.game.seats), PUBLIC):
            assert here.view(seat) == state.view(seat)


def test_a_seat_is_shown_its_own_view_and_no_more():
    saved = game_of("leduc_poker", 2)
    text = saved.to_json()
    state = saved.state()
    for seat, wanted in ((0, 0), (1, 1), (PUBLIC, ONLOOKER)):
        shown = spot(text, len(saved.moves)).fields(wanted)
        scene = state.view(seat).picture()
        assert shown["title"] == scene.title
        assert [panel["id"] for panel in shown["panels"]] == [panel.id for panel in scene.panels]
        assert bool(shown["moves"]) == (seat == state.player)


def test_a_step_tells_what_it_brought():
    saved = game_of("leduc_poker", 4)
    beginning = spot(saved.to_json()).fields(0)["log"]
    assert beginning[0]["lines"][0].startswith("deal, you: ")
    after = spot(saved.to_json(), 1).fields(ONLOOKER)["log"]
    assert after[0]["lines"][0] == f"seat 0: {saved.moves[0]}"


def test_the_end_has_the_score():
    saved = game_of("tic_tac_toe", 9)
    shown = spot(saved.to_json(), len(saved.moves)).fields(MOVER)
    assert shown["over"]
    assert shown["mover"] is None
    assert shown["moves"] == []
    assert {row["who"] for row in shown["result"]["rows"]} == {"person"}


# --- branches ---


def test_a_branch_plays_other_moves():
    saved = game_of("tic_tac_toe", 3)
    here = spot(saved.to_json(), 1)
    other = next(each["text"] for each in here.fields(MOVER)["moves"]
                 if each["text"] != saved.moves[1])  # fmt: skip
    branch = spot(saved.to_json(), 1, [other])
    assert branch.fields(ONLOOKER)["log"][0]["lines"] == [f"seat 1: {other}"]
    name, content = branch.saved()
    assert name == "tic_tac_toe-2.json"
    again = saved_from(json.loads(content))
    assert again.moves == (saved.moves[0], other)
    assert again.state() == branch.state


@pytest.mark.slow
def test_chance_goes_on_as_in_the_file_until_it_is_drawn_anew():
    saved = game_of("bruges", 30)
    text = saved.to_json()
    half = len(saved.moves) // 2
    rest = saved.moves[half:]
    assert spot(text, half, rest).state == saved.state()
    seen = {spot(text, half, rest[:1], seed).state.to_bytes() for seed in range(8)}
    assert len(seen) >= 1
    assert spot(text, half, rest[:1], 5).state == spot(text, half, rest[:1], 5).state


def test_a_saved_game_is_refused_where_it_could_not_say_what_happened():
    saved = game_of("leduc_poker", 0)
    text = saved.to_json()
    dealt = spot(text, 0, ["call", "call"], seed=1)
    assert dealt.has_drawn
    assert "another one" in dealt.fields(MOVER)["unsaved"]
    with pytest.raises(EminenceError, match="one seed"):
        dealt.saved()
    # No card has been dealt yet after one move: the file can say that.
    assert spot(text, 0, ["call"], seed=1).fields(MOVER)["unsaved"] == ""
    seeds = {spot(text, 0, ["call", "call"], seed).state.to_bytes() for seed in range(12)}
    assert len(seeds) > 1


def test_an_impossible_move_is_named():
    text = game_of("tic_tac_toe", 0).to_json()
    with pytest.raises(EminenceError, match=r"branch: move 2: .*x\(0,0\)"):
        spot(text, 0, ["x(0,0)", "x(0,0)"])
    with pytest.raises(EminenceError, match="at: the file has 0 moves"):
        spot(text, 1)
    with pytest.raises(EminenceError, match="no seat 5"):
        spot(text).fields(5)


# --- a position ---


@pytest.mark.parametrize("write", [position_toml, position_json])
@pytest.mark.parametrize("name", GAMES)
def test_a_position_file_opens_at_the_view_that_it_tells(name, write):
    view = position_of(name, 3)
    text = write(view)
    here = spot(text)
    assert here.view(here.seat(MOVER)) == view
    assert document_fields(opened(text))["kind"] == "position"
    written, content = here.position(MOVER)
    assert written.endswith(f"seat-{view.seat}.toml")
    assert parse_position(content) == view


def test_the_seed_deals_what_a_position_does_not_tell():
    view = position_of("leduc_poker", 1)
    text = position_toml(view)
    other = 1 - view.seat
    assert {spot(text, seed=seed).view(view.seat) for seed in range(9)} == {view}
    assert len({spot(text, seed=seed).view(other).to_bytes() for seed in range(9)}) > 1
    assert spot(text).fields(other)["dealt"]
    assert not spot(text).fields(view.seat)["dealt"]


def test_moves_are_tried_from_a_position():
    view = position_of("kuhn_poker", 0)
    text = position_toml(view)
    branch = spot(text, 0, ["bet"], seed=4)
    assert branch.state.player == 1
    assert "no beginning" in branch.fields(MOVER)["unsaved"]


def test_a_position_that_waits_for_chance_lets_it_decide():
    state = engines.load("kuhn_poker").root()
    text = position_toml(state.view(0))
    assert [move["text"] for move in spot(text).fields(MOVER)["moves"]] == [DRAW]
    after = spot(text, 0, [DRAW], seed=2)
    assert after.state.player == 0
    assert after.fields(MOVER)["log"]
    with pytest.raises(EminenceError, match="chance is next"):
        spot(text, 0, ["bet"])


def test_an_onlookers_position_is_looked_at_and_tried_from_the_seat_to_move():
    state = game_of("leduc_poker", 1).state()
    text = position_toml(state.view(PUBLIC))
    shown = spot(text).fields(MOVER)
    assert (shown["seat"], shown["moves"]) == (None, [])
    mover = spot(text).fields(state.player)
    assert mover["moves"]
    assert mover["dealt"]


# --- what is wrong with a file ---


def test_all_problems_of_a_file_have_their_lines():
    text = position_toml(position_of("royals", 4))
    bad = text.replace("[turn]\n", "[turn]\nnothing = 1\n").replace("round = ", "round = 0 # ")
    problems = problems_of(bad)
    lines = bad.splitlines()
    assert len(problems) == 2
    assert [lines[each.line - 1].split(" = ")[0] for each in problems] == ["nothing", "round"]
    assert checked(bad)["spot"] is None
    assert checked(bad)["entries"]


def test_a_file_that_cannot_be_read_names_the_line():
    (problem,) = problems_of('game = "royals"\nview_of = = 1\n')
    assert problem.line == 2
    (problem,) = problems_of('{"game": 3}')
    assert problem.message.startswith("game: expected")


def test_the_editor_wants_positions():
    (problem,) = checked(game_of("tic_tac_toe", 2).to_json())["problems"]
    assert "saved game" in problem["message"]


# --- entries that are chosen ---


@pytest.mark.slow
@pytest.mark.parametrize("every", [11, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("write", [position_toml, position_json])
def test_every_entry_can_be_changed_and_no_other_one_changes(name, write, every):
    text = write(position_of(name, 40))
    entries = checked(text)["entries"]
    assert {entry["by"] for entry in entries} >= {"number"}
    for entry in entries[::every]:
        label = entry["labels"][-1] if entry["labels"] else ""
        for value in values_of(entry):
            new = changed_text(text, entry["place"], label, value)
            now = {each["place"]: each for each in checked(new)["entries"]}
            assert now[entry["place"]]["values"].get(label, False) == value
            for other in entries:
                # Whose view it is, and what can be chosen with it, stays as it was.
                if other["place"] != entry["place"]:
                    assert now[other["place"]] == other


def values_of(entry):
    """The lowest and the highest value that may be chosen."""
    if entry["by"] == "tick":
        return [True, False]
    return [entry["low"], entry["high"]] if entry["by"] == "number" else entry["choices"][-2:]


def test_a_change_keeps_the_comments():
    text = position_toml(position_of("royals", 4))
    new = changed_text(text, "turn.round", "", 7)
    assert "round = 7 " in new
    strip = [line for line in text.splitlines() if not line.startswith("round")]
    assert [line for line in new.splitlines() if not line.startswith("round")] == strip
    assert "# 1 is everybody's first turn" in new


def test_an_entry_that_was_left_out_is_put_into_its_table():
    text = position_toml(position_of("royals", 4)).replace("last_round", "x_last_round")
    new = changed_text(text.replace("x_last_round = true\n", ""), "turn.last_round", "", True)
    assert entries_of(new)["turn"]["last_round"] is True


@pytest.mark.parametrize(
    ("place", "label", "value", "why"),
    [
        ("turn.round", "", 10**6, "value: "),
        ("turn.round", "", True, "value: True is none"),
        ("turn.round", "x", 1, None),
        ("turn.step", "", "sleep", "choose one of its words"),
        ("cards.display", "Atlantis", 1, "label: cards.display has no 'Atlantis'"),
        ("cards.display", "France", -1, "choose 0 to"),
        ("seats[9].hand", "France", 1, "cannot be chosen"),
        ("nothing", "", 1, "cannot be chosen"),
    ],
)
def test_a_change_that_means_nothing_is_refused(place, label, value, why):
    text = position_toml(position_of("royals", 4))
    if why is None:
        assert changed_text(text, place, label, value)
        return
    with pytest.raises(EminenceError, match=r"^[^\n]*$") as refused:
        changed_text(text, place, label, value)
    assert why in str(refused.value)


def test_far_too_many_of_anything_is_a_problem_in_words():
    text = position_toml(position_of("blood_of_kings", 0))
    for entry in checked(text)["entries"]:
        if entry["place"].endswith(".told"):
            new = changed_text(text, entry["place"], entry["labels"][-1], 999)
            assert any("999 cards" in each["message"] for each in checked(new)["problems"])


# --- requests ---

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.sampled_from([MOVER]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
KEYS = st.sampled_from(["text", "at", "branch", "seed", "seat", "place", "label", "value", "x"])


@given(st.dictionaries(KEYS, ANYTHING))
@settings(max_examples=100)
@pytest.mark.slow
def test_any_request_is_read_or_refused(body):
    for read in (text_asked, spot_asked, change_asked):
        # Any other error fails the test.
        with suppress(EminenceError):
            read(body, MOST)


@given(st.text(max_size=60) | ANYTHING.map(json.dumps))
@settings(max_examples=200)
@pytest.mark.slow
def test_any_text_has_problems_in_words(text):
    found = checked(text)
    assert found["problems"]
    assert all("\n" not in each["message"] for each in found["problems"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "body", "status"),
    [
        ("open", {"text": ""}, 400),
        ("open", {"text": "x" * 600_000}, 400),
        ("open", {"text": "\ud800"}, 400),
        ("open", {"text": '{"game": "\\ud800", "\\ud800": 1}'}, 400),
        ("open", {"text": 7}, 400),
        ("open", {"\ud800": 7}, 400),
        ("look", {"text": "[" * 5000}, 400),
        ("look", {"text": "{}", "at": -1}, 400),
        ("look", {"text": "{}", "branch": ["x"] * 2000}, 400),
        ("hint", {"text": "{}"}, 400),
        ("saved", {"text": "{}", "seat": True}, 400),
        ("position", {"text": "{}", "seat": "me"}, 400),
        ("change", {"text": "{}"}, 400),
        ("change", {"text": "{}", "place": "x", "label": 1, "value": 1}, 400),
        ("check", {"text": '{"a":' * 900 + "1" + "}" * 900}, 200),
        ("change", {"text": '{"a":' * 900 + "1" + "}" * 900, "place": "a", "label": "",
                    "value": 1}, 400),
        ("dance", {}, 404),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_in_one_line(server, name, body, status):
    # Half characters must come escaped: they have no bytes.
    headers = {"content-type": "application/json"}
    content = json.dumps(body)
    answer = server.http.post(f"/api/analysis/{name}", content=content, headers=headers)
    assert answer.status_code == status
    if status >= 400:
        assert answer.json()["error"]
        assert "\n" not in answer.json()["error"]


@pytest.mark.slow
def test_a_game_is_analysed_over_the_wire(server):
    saved = game_of("leduc_poker", 2)
    body = {"text": saved.to_json()}
    found = server.http.post("/api/analysis/open", json=body).json()
    assert found["game"] == "leduc_poker"
    spot_of = {**body, "at": 1, "branch": [], "seed": None, "seat": MOVER}
    shown = server.http.post("/api/analysis/look", json=spot_of).json()
    assert shown["seat"] == shown["mover"]
    with server.http.stream("POST", "/api/analysis/hint", json=spot_of) as answer:
        told = [json.loads(line) for line in answer.iter_lines()]
    assert [each["final"] for each in told][-1] is True
    assert told[-1]["stamp"] == shown["stamp"]
    assert told[-1]["moves"][0] in [move["text"] for move in shown["moves"]]
    other = {**spot_of, "seat": 1 - shown["seat"]}
    refused = server.http.post("/api/analysis/hint", json=other)
    assert refused.status_code == 400
    assert "who is to move" in refused.json()["error"]


@pytest.mark.slow
def test_a_hint_that_nobody_waits_for_is_given_up(server):
    body = {"text": game_of("bruges", 20).to_json(), "at": 20}
    analysis = server.service.analysis
    for _ in range(2):
        with server.http.stream("POST", "/api/analysis/hint", json=body) as answer:
            next(answer.iter_lines())
    deadline = time.monotonic() + 20
    while analysis._thinking or analysis.advisers.waiting:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    with server.http.stream("POST", "/api/analysis/hint", json=body) as answer:
        assert json.loads([*answer.iter_lines()][-1])["final"]


@pytest.mark.slow
def test_one_address_has_only_so_many_hints_at_a_time(server):
    body = {"text": game_of("kuhn_poker", 0).to_json()}
    thinking = server.service.analysis._thinking
    thinking["127.0.0.1"] = 2
    answer = server.http.post("/api/analysis/hint", json=body)
    del thinking["127.0.0.1"]
    assert answer.status_code == 429


@pytest.mark.slow
def test_only_pages_of_this_server_may_ask(server):
    headers = {"origin": "http://evil.example"}
    for name in ("open", "hint"):
        answer = server.http.post(f"/api/analysis/{name}", json={"text": ""}, headers=headers)
        assert answer.status_code == 403


@pytest.mark.slow
def test_the_page_is_served_with_its_parts(server):
    assert server.http.get("/analysis").status_code == 200
    for path in PARTS:
        assert server.http.get(f"/static/{path.name}").content == path.read_bytes()


@pytest.mark.parametrize("path", PARTS, ids=[path.name for path in PARTS])
def test_the_parts_of_the_page_keep_to_the_rules(path):
    """Text goes in as text, nothing is inline, nobody else is asked."""
    text = path.read_text("utf-8")
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function"
    assert not re.search(forbidden, text)
    assert not re.search(r"https?://", text)
    if path.suffix == ".html":
        assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)", text)


def test_no_two_parts_of_pages_have_one_name():
    names = [path.name for path in File(static.__path__[0]).rglob("*") if path.suffix in TYPES]
    assert len(names) == len({*names})


def test_the_documentation_names_every_field():
    saved = game_of("tic_tac_toe", 5)
    found = document_fields(opened(saved.to_json()))
    shown = spot(saved.to_json(), 5).fields(MOVER)
    entries = checked(position_toml(position_of("royals", 4)))
    parts = [found, found["moves"][0], shown, entries, entries["entries"][0]]
    missing = [name for part in parts for name in part if f"`{name}`" not in PAGE]
    assert not missing
