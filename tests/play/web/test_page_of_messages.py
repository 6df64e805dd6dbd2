"""docs/web.md says what goes over the wire, and both sides keep to it."""

import re
from pathlib import Path

import pytest
from web_tables import table_of

from eminence.play import main
from eminence.play.web import static
from eminence.play.web.client_messages import FIELDS
from eminence.play.web.limits import Limits
from eminence.play.web.snapshot import snapshot

PAGE = (Path(__file__).parents[3] / "docs" / "web.md").read_text("utf-8")
SCRIPTS = {path.name: path.read_text("utf-8") for path in Path(static.__path__[0]).glob("*.js")}
#: what the server says besides `table`
ANSWERS = ("hint", "log", "rules", "entry", "rematch", "refused")


def rows_below(heading):
    """The rows of the table that begins with this heading: the names in each cell."""
    table = PAGE.split(f"| {heading} |\n", 1)[1].split("\n\n", 1)[0]
    cells = [line.split("|")[1:-1] for line in table.splitlines()[1:]]
    return [[re.findall(r"`([^`]+)`", cell) for cell in row] for row in cells]


def test_the_page_lists_what_a_browser_may_say():
    rows = rows_below("type | fields | what it asks for")
    assert {row[0][0]: tuple(row[1]) for row in rows} == FIELDS


def test_the_page_lists_the_fields_of_a_table():
    listed = {name for row in rows_below("field | what it is") for name in row[0]}
    assert listed == {*snapshot(table_of("kuhn_poker"), 0), "trouble"} - {"type"}


def test_the_page_names_every_field_inside_of_a_table():
    table = table_of("tic_tac_toe")
    for move in ("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)"):
        table.decide(table.live.state.player, move)
    shown = snapshot(table, 0)
    table.decide(0, "x(0,2)")
    end = snapshot(table, 0)
    parts = [shown["seats"][0], shown["panels"][0], shown["moves"][0], shown["log"][0]]
    parts += [end["result"], end["result"]["rows"][0]]
    missing = [name for part in parts for name in part if f"`{name}`" not in PAGE]
    assert not missing


@pytest.mark.slow
def test_the_page_lists_what_the_server_says(server):
    listed = {row[0][0]: set(row[1]) for row in rows_below("type | fields")}
    with server.create("royals", ["person", "person"], players=2).sit(0) as me:
        said = {
            "log": me.ask(type="log"),
            "rules": me.ask(type="rules"),
            "entry": me.ask(type="look", name="Dijon"),
            "refused": me.ask(type="return"),
            "hint": me.ask(type="hint"),
        }
    created = server.create("tic_tac_toe", ["person", "easy"])
    with created.sit(0) as me:
        me.play_on()
        said["rematch"] = me.ask(type="rematch")
    assert set(said) == set(ANSWERS)
    for kind, message in said.items():
        assert message["type"] == kind
        assert set(message) - {"type"} == listed[kind] - {"connection"}


def test_the_pages_say_and_hear_what_the_page_lists():
    said = set(re.findall(r'type: "(\w+)"', "".join(SCRIPTS.values())))
    # The others are kinds of buttons and inputs.
    assert said - {"button", "search"} == set(FIELDS)
    heard = set(re.findall(r'message\.type === "(\w+)"', SCRIPTS["table.js"]))
    assert heard == {"table", *ANSWERS}


def test_the_pages_read_only_fields_that_are_there():
    fields = set(snapshot(table_of("kuhn_poker"), 0)) | {"trouble"}
    read = set(re.findall(r"\btable\.(\w+)", "".join(SCRIPTS.values())))
    assert read <= fields


def test_the_page_explains_every_flag():
    assert all(
        f"`{flag}" in PAGE for flag in main.parsers()[1]["serve"].flags() if flag != "--help"
    )


def test_the_page_names_the_limits_as_they_are():
    limits = Limits()
    for text in (
        f"{limits.tables} new tables in an hour",
        f"{limits.requests} requests in a minute",
        f"{limits.connections} connections",
        f"{limits.strangers} wrong links in a minute",
        f"{limits.messages} messages in a minute of {limits.message // 1024} KiB",
    ):
        assert text in " ".join(PAGE.split())


def test_the_page_names_every_module_and_no_other():
    folder = Path(static.__path__[0]).parent
    named = set(re.findall(r"`(?:play/web/)?(\w+\.py)`", PAGE))
    assert named <= {path.name for path in folder.rglob("*.py")}


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_scripts_put_text_in_as_text(name):
    """Nothing that a browser reads as markup, as code or as somebody else's address."""
    forbidden = r"innerHTML\s*=|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function"
    assert not re.search(forbidden, SCRIPTS[name])
    assert not re.search(r"https?://(?!www\.w3\.org)", SCRIPTS[name])


def test_pages_have_nothing_inline():
    for path in Path(static.__path__[0]).glob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)", text)
        assert not re.search(r"https?://", text)
