"""Whatever a browser sends: refused with a reason, never an error of the server's own."""

import json
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web_server import closed, running
from websockets.exceptions import ConnectionClosed

from eminence.cython_ext.errors import EminenceError
from eminence.play.web.client_messages import FIELDS, read_message
from eminence.play.web.limits import Limits
from eminence.play.web.lobby import setup_of

pytestmark = pytest.mark.slow

#: no limit is in the way here
WIDE = Limits(tables=10_000, requests=100_000, messages=100_000, strangers=10_000)
NEW = {"game": "kuhn_poker", "options": {"players": 2}, "seats": ["person", "easy"], "hints": True}
#: anything that JSON can say
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    with running(tmp_path_factory.mktemp("bad") / "tables.sqlite", WIDE) as found:
        yield found


@pytest.fixture(scope="module")
def created(wide):
    return wide.create("kuhn_poker", ["person", "person"])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "game: unknown 'chess'"),
        ({"game": 7}, "game: expected"),
        ({"game": None}, "game: expected"),
        ({"options": {"players": 9}}, "options: unknown option players=9"),
        ({"options": {"data": "/etc"}}, "options.data: unknown"),
        ({"options": ["players"]}, "options: expected a table"),
        ({"options": {"players": {"a": 1}}}, "options: unknown option players"),
        ({"seats": ["person"]}, "seats: 1 are named"),
        ({"seats": ["person", "ismcts:network=/etc/passwd"]}, "seats: unknown"),
        ({"seats": "person"}, "seats: expected a list"),
        ({"seats": [1, 2]}, "seats: expected a list"),
        ({"hints": "yes"}, "hints: expected true or false"),
        ({"seed": 1}, "seed: "),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_reason(wide, change, reason):
    answer = wide.http.post("/api/tables", json={**NEW, **change})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(reason)
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"7", b"null", b"\xff\xfe", b'{"game": NaN}', b"[" * 5000, b"9" * 6000],
)
def test_a_body_that_is_no_object_is_refused(wide, body):
    headers = {"content-type": "application/json"}
    answer = wide.http.post("/api/tables", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_other_kinds_of_bodies_are_refused(wide):
    """A form of a foreign page could send these without asking."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        headers = {"content-type": kind}
        answer = wide.http.post("/api/tables", content=json.dumps(NEW), headers=headers)
        assert answer.status_code == 415


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "POST"])
@pytest.mark.parametrize(
    "path",
    ["/", "/table", "/api/games", "/api/tables", "/nothing", "/ws", "/static/..%2fapp.py",
     "/static/__init__.py", "/static/%00", "/static/" + "a" * 3000, "/static//etc/passwd"],
)  # fmt: skip
def test_every_address_answers_every_method(wide, method, path):
    answer = wide.http.request(method, path)
    assert answer.status_code < 500
    if answer.status_code >= 400 and method != "HEAD":
        assert answer.json()["error"]


@given(ANYTHING)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_body_gets_a_reason(wide, body):
    content = json.dumps(body)
    headers = {"content-type": "application/json"}
    answer = wide.http.post("/api/tables", content=content, headers=headers)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]


@given(st.fixed_dictionaries({key: ANYTHING | st.just(value) for key, value in NEW.items()}))
@settings(max_examples=150)
def test_any_setup_is_made_or_refused(body):
    # Any other error fails the test.
    with suppress(EminenceError):
        assert setup_of(body).game.name == "kuhn_poker"


@given(
    st.sampled_from([*FIELDS, "x"]),
    st.dictionaries(
        st.sampled_from(["table", "token", "text", "stamp", "agree", "seat", "level", "name", "y"]),
        ANYTHING,
    ),
)
@settings(max_examples=300)
def test_any_message_is_read_or_refused(kind, fields):
    with suppress(EminenceError):
        message = read_message(json.dumps({"type": kind, **fields}))
        assert set(fields) <= set(FIELDS[message.type])


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "{}", '{"type": "dance"}', '{"type": ["move"]}', '{"type": "move"}',
     '{"type": "move", "text": "bet"}', '{"type": "move", "text": 7, "stamp": "a"}',
     '{"type": "move", "text": "bet", "stamp": "a"}', '{"type": "undo", "times": 3}',
     '{"type": "takeover", "seat": 9, "level": "easy"}',
     '{"type": "takeover", "seat": 5, "level": "easy"}',
     '{"type": "takeover", "seat": 0, "level": "god"}',
     '{"type": "answer", "agree": true}', '{"type": "return"}',
     '{"type": "hello", "table": "ab", "token": "x"}', '{"type": "look", "name": "nothing"}',
     '{"type": "look", "name": "\\ud800"}', "[" * 3000],
)  # fmt: skip
def test_a_bad_message_is_refused_and_the_seat_stays(created, text):
    with created.sit(0) as me:
        me.socket.send(text)
        answer = me.wait_for("refused")
        assert answer["reason"]
        assert "server" not in answer["reason"]
        assert me.ask(type="log")["type"] == "log"


def test_bytes_are_refused(created):
    with created.sit(0) as me:
        me.socket.send(b'{"type": "undo"}')
        assert me.wait_for("refused")["reason"].startswith("no JSON")


def test_who_goes_on_sending_what_cannot_be_read_is_sent_away(created):
    with created.sit(0) as me:
        for _ in range(10):
            me.socket.send("x")
        assert closed(me.socket)[1] == 1008


@pytest.mark.parametrize("text", ["", "x", "{}", '{"type": "log"}', '{"type": "hello"}', "[" * 900])
def test_a_bad_hello_is_answered_and_ends_the_connection(wide, text):
    with wide.socket() as socket:
        socket.send(text)
        answer = json.loads(socket.recv())
        assert answer["type"] == "refused"
        assert "server" not in answer["reason"]
        with pytest.raises(ConnectionClosed):
            socket.recv()


def test_a_move_for_a_table_that_has_changed_is_refused(created):
    with created.sit(0) as me:
        me.say(type="move", text=me.choices()[0], stamp="0" * 16)
        assert "changed meanwhile" in me.wait_for("refused")["reason"]
