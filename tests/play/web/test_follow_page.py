"""The companion's WebSocket: the messages of the protocol, and games that go on after any loss."""

import json
import os
import re
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from web_server import PATIENCE, closed, running
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from eminence import engines
from eminence.cython_ext.errors import EminenceError
from eminence.play.follow.companion import Companion
from eminence.play.service.query_reader import parse
from eminence.play.service.sessions import Sessions
from eminence.play.web import static
from eminence.play.web.following.entering import FIELDS, read_said
from eminence.play.web.following.jobs import Known, RecordOf, Told, page_fields
from eminence.play.web.limits import Limits
from eminence.play.web.snapshot import panels_of

OPEN = {"id": "g", "action": "open", "game": "kuhn_poker", "seat": 0}
#: a whole game as seat 0 sees it
GAME = ("I get card 1", "I pass", "1 bets", "I bet", "seat 1 shows card 2")


class Follower:
    """A page beside a real table."""

    def __init__(self, server):
        url = server.url.replace("http", "ws", 1) + "ws/follow"
        self.socket = connect(url, origin=server.origin, proxy=None, max_size=2**24).__enter__()
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def hear(self):
        return json.loads(self.socket.recv(timeout=PATIENCE))

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def ask(self, action, **fields):
        self.number += 1
        self.send(id=str(self.number), action=action, session="g", **fields)
        answer = self.hear()
        assert answer["id"] == str(self.number)
        return answer

    def open(self, **fields):
        self.send(**{**OPEN, **fields})
        return self.hear()


@pytest.fixture
def follower(server):
    with Follower(server) as found:
        yield found


def said_in(answer):
    return [entry["said"] for entry in answer["page"]["log"]]


# --- messages of the protocol ---


@pytest.mark.slow
def test_messages_are_answered_as_programs_are_answered(follower):
    messages = [
        {**OPEN, "names": ["Anna", "Ben"]},
        {"id": "1", "action": "observe", "session": "g", "text": "I get card 1"},
        {"id": "2", "action": "legal", "session": "g"},
        {"id": "3", "action": "play", "session": "g", "move": "pass"},
        {"id": "4", "action": "observe", "session": "g", "text": "Ben flies"},
        {"id": "5", "action": "play", "session": "g", "move": "bet"},
        {"id": "6", "action": "observe", "session": "g", "text": "Ben bets"},
        {"id": "7", "action": "board", "session": "g"},
        {"id": "8", "action": "undo", "session": "g", "times": 2},
        {"id": "9", "action": "undo", "session": "g", "times": 9},
        {"id": "10", "action": "fix", "session": "g", "entry": 1, "text": "I get card 2"},
        {"id": "11", "action": "observe", "session": "other", "text": "Ben bets"},
        {"id": "12", "action": "observe", "session": "g"},
        {"id": "13", "action": "close", "session": "g"},
        {"id": "14", "action": "legal", "session": "g"},
    ]
    sessions = Sessions()
    for message in messages:
        follower.send(**message)
        answer = follower.hear()
        answer.pop("page", None)
        assert answer == answered(sessions, message)


def answered(sessions, message):
    """What `eminence analyse` answers."""
    try:
        fields = sessions.answer(parse(json.dumps(message).encode()))
    except EminenceError as error:
        told = {"field": error.field, "message": error.message}
        if error.fitting:
            told = {"field": error.field, "message": error.message}
            return {"id": message["id"], "error": {**told, "fitting": list(error.fitting)}}
        return {"id": message["id"], "error": told}
    return {"id": message["id"], "final": True, **fields}


@pytest.mark.slow
def test_a_whole_game_is_followed(follower):
    answer = follower.open()
    assert [each["text"] for each in answer["page"]["choices"]] == [
        f"deal, seat 0: card {card}" for card in (0, 1, 2)
    ]
    for text in GAME[:-1]:
        answer = follower.ask("observe", text=text)
        assert "error" not in answer
    if not answer["over"]:
        text = answer["page"]["choices"][0]["text"]
        answer = follower.ask("observe", text=text)
    assert answer["over"]
    assert answer["page"]["choices"] == []


@pytest.mark.slow
def test_the_page_shows_what_the_seat_knows(follower):
    follower.open()
    page = follower.ask("observe", text="I get card 1")["page"]
    companion = Companion(engines.load("kuhn_poker"), 0)
    companion.observe("I get card 1")
    assert page == json.loads(json.dumps(page_fields(companion)))
    assert page["panels"] == panels_of(companion.view.picture())
    assert [each["text"] for each in page["choices"]] == ["pass", "bet"]
    assert page["log"] == [{"said": "I get card 1", "heard": ["deal, you: card 1"]}]


def test_choices_of_others_say_whose_they_are():
    companion = Companion(engines.load("kuhn_poker"), 0)
    assert [(each["who"], each["what"]) for each in page_fields(companion)["choices"]] == [
        ("deal, you", f"card {card}") for card in (0, 1, 2)
    ]
    companion.observe("I get card 1")
    companion.play("pass")
    choices = page_fields(companion)["choices"]
    assert [(each["who"], each["what"]) for each in choices] == [
        ("seat 1", "pass"), ("seat 1", "bet"),
    ]  # fmt: skip
    for choice in choices:
        companion.observe(choice["text"])
        companion.undo()


@pytest.mark.slow
def test_options_may_be_text_as_forms_have_them(follower):
    answer = follower.open(options={"players": "3"}, seat=2)
    assert "error" not in answer
    assert len(answer["page"]["panels"]) >= 1
    assert follower.ask("close") == {"id": "1", "final": True}
    assert "options" in follower.open(options={"players": "many"})["error"]["field"]


# --- games go on ---


@pytest.mark.slow
def test_a_game_goes_on_at_another_server_with_its_entries(tmp_path):
    with running(tmp_path / "tables.sqlite") as server, Follower(server) as first:
        first.open()
        for text in GAME[:3]:
            last = first.ask("observe", text=text)
    with running(tmp_path / "tables.sqlite") as server, Follower(server) as second:
        second.open()
        again = second.ask("take", said=said_in(last)[:2])
        assert again["entries"] == 2
        again = second.ask("take", said=said_in(last)[2:])
        assert again["page"] == last["page"]
        assert second.ask("play", move="bet")["entries"] == 4


@pytest.mark.slow
def test_entries_that_do_not_fit_any_more_are_refused_and_the_others_kept(follower):
    follower.open()
    answer = follower.ask("take", said=["I get card 1", "I fly", "I pass"])
    assert answer["error"]["field"] == "said"
    assert answer["error"]["message"].startswith("entry 2: 'I fly': that cannot be")
    assert said_in(answer) == ["I get card 1"]
    assert follower.ask("play", move="pass")["entries"] == 2


@pytest.mark.slow
def test_a_game_goes_on_when_its_worker_dies(follower, server):
    follower.open()
    before = follower.ask("observe", text="I get card 1")
    for process in server.service.following.crew.processes:
        os.kill(process, signal.SIGKILL)
    answer = follower.ask("play", move="pass")
    assert answer["told"] == ["you: pass"]
    assert said_in(answer)[:1] == said_in(before)


@pytest.mark.slow
def test_connections_do_not_know_of_each_other(server):
    with Follower(server) as one, Follower(server) as other:
        one.open()
        other.open(seat=1)
        one.ask("observe", text="I get card 1")
        assert other.ask("observe", text="I get card 2")["told"] == ["deal, seat 1: card 2"]
        assert said_in(one.ask("legal")) == ["I get card 1"]


def test_any_worker_can_tell_a_game_anew():
    opening = read_said(json.dumps(OPEN))
    fields, known = Told(Known("a"), opening).work(print)
    for text in GAME[:3]:
        said = read_said(json.dumps({"id": "1", "action": "observe", "session": "g", "text": text}))
        _, stranger = Told(Known("b", known.opening, known.said), said).work(print)
        fields, known = Told(known, said).work(print)
        assert (stranger.opening, stranger.said) == (known.opening, known.said)
    assert known.said == GAME[:3]
    assert fields["page"]["log"][-1]["said"] == GAME[2]


# --- hints ---


@pytest.mark.slow
def test_a_hint_is_in_words_and_about_the_own_move_only(follower):
    follower.open()
    refused = follower.ask("hint")
    assert refused["error"]["message"].startswith("not your move, next is deal, seat 0")
    page = follower.ask("observe", text="I get card 2")["page"]
    answer = follower.ask("hint")
    while not answer["final"]:
        answer = follower.hear()
    hint = answer["hint"]
    assert hint["moves"][0] in ("pass", "bet")
    assert hint["sentences"][0].startswith("Play ")
    assert hint["stamp"] == page["stamp"]
    assert {bar["move"] for bar in hint["bars"]} == {"pass", "bet"}


@pytest.mark.slow
def test_a_hint_takes_no_limits_of_its_own(follower):
    follower.open()
    follower.send(id="h", action="hint", session="g", limits={"seconds": 80_000})
    assert "limits: unknown" in follower.hear()["error"]["message"]


# --- bad input ---


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("", "no JSON"),
        ("[]", "expected an object"),
        ("[" * 3000, "no JSON that can be read"),
        ({}, "id: missing"),
        ({"id": 1}, "id: expected a text"),
        ({"id": "1"}, "action: missing"),
        ({"id": "1", "action": ["open"]}, "action: unknown"),
        ({"id": "1", "action": "analyse"}, "action: unknown 'analyse'; choose open, take"),
        ({"id": "1", "action": "terminate_all"}, "action: unknown"),
        ({**OPEN, "data": "/etc"}, "data: unknown"),
        ({**OPEN, "position": {}}, "position: unknown"),
        ({"id": "1", "action": "take", "session": "g", "said": "x"}, "said: expected a list"),
        ({"id": "1", "action": "take", "session": "g", "said": [1]}, "said: expected a list"),
        ({"id": "1", "action": "hint", "session": "g", "agent": "random"}, "agent: unknown"),
    ],
)
def test_what_is_no_message_is_refused_in_one_line(message, reason):
    text = message if isinstance(message, str) else json.dumps(message)
    with pytest.raises(engines.BadOption) as refused:
        read_said(text)
    assert str(refused.value).startswith(reason)
    assert "\n" not in str(refused.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("message", "field"),
    [
        ({**OPEN, "game": "chess"}, "game"),
        ({**OPEN, "game": 7}, "game"),
        ({**OPEN, "options": []}, "options"),
        ({**OPEN, "options": {"players": "9"}}, "options"),
        ({**OPEN, "options": {"data": "/etc"}}, "options.data"),
        ({**OPEN, "seat": 9}, "seat"),
        ({**OPEN, "seat": "0"}, "seat"),
        ({**OPEN, "names": ["Anna"]}, "names"),
        ({**OPEN, "names": "Anna"}, "names"),
        ({"id": "1", "action": "observe", "session": "g", "text": 5}, "text"),
        ({"id": "1", "action": "observe", "session": "g", "text": ""}, "text"),
        ({"id": "1", "action": "play", "session": "g", "move": True}, "move"),
        ({"id": "1", "action": "undo", "session": "g", "times": 0}, "times"),
        ({"id": "1", "action": "legal", "session": "g"}, "session"),
        ({"id": "1", "action": "take", "session": "g", "said": []}, "session"),
        ({"id": "1", "action": "hint", "session": "g"}, "session"),
    ],
)
def test_a_message_that_cannot_be_is_refused_and_names_the_field(follower, message, field):
    follower.send(**message)
    answer = follower.hear()
    assert answer["error"]["field"] == field
    assert "internal" not in answer["error"]["message"]
    assert "error" not in follower.open()


@pytest.mark.slow
def test_one_connection_follows_one_game(follower):
    follower.open()
    assert "close it first" in follower.open(id="h")["error"]["message"]
    follower.ask("close")
    assert "error" not in follower.open()


@pytest.mark.slow
def test_who_goes_on_sending_what_cannot_be_read_is_sent_away(follower):
    with suppress(ConnectionClosed):
        for _ in range(20):
            follower.socket.send("?")
    assert closed(follower.socket) == ("too many messages that cannot be read", 1008)


@pytest.mark.slow
def test_who_sends_too_much_is_sent_away(tmp_path):
    with running(tmp_path / "t.sqlite", Limits(messages=3)) as server, Follower(server) as quick:
        quick.open()
        with suppress(ConnectionClosed):
            for _ in range(5):
                quick.send(id="1", action="legal", session="g")
        assert closed(quick.socket) == ("too many messages: wait a minute", 1008)


@pytest.mark.slow
def test_a_page_of_another_server_cannot_connect(server):
    url = server.url.replace("http", "ws", 1) + "ws/follow"
    with pytest.raises(InvalidStatus, match="403"), connect(url, origin="http://evil.example"):
        pass


@pytest.mark.slow
def test_a_server_ends_while_a_game_is_being_thought_about(tmp_path):
    with running(tmp_path / "tables.sqlite") as server:
        follower = Follower(server)
        follower.send(**{**OPEN, "game": "royals"})
        time.sleep(0.2)
        begin = time.monotonic()
    assert time.monotonic() - begin < PATIENCE / 2
    follower.socket.close()


def test_every_action_has_fields_that_the_protocol_has_or_says_why():
    from eminence.play.service.query_reader import ACTIONS

    for action, fields in FIELDS.items():
        if action != "take":
            assert set(fields) <= set(ACTIONS[action][0])


#: anything that JSON can say
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
#: what may well be right
LIKELY = st.sampled_from(
    ["g", "kuhn_poker", "I get card 1", "pass", "1 bets", "", "seat 9", 0, 1, -1, 3, 10**30]
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_whatever_is_said_is_answered_or_refused_and_never_an_error(data):
    opening = read_said(json.dumps(OPEN))
    _, known = Told(Known("fuzz"), opening).work(print)
    for _ in range(3):
        action = data.draw(st.sampled_from([*FIELDS]))
        fields = {name: data.draw(LIKELY | ANYTHING) for name in FIELDS[action]}
        text = json.dumps({"id": "1", "action": action, **fields})
        said = None
        with suppress(engines.BadOption):
            said = read_said(text)
        if said is not None:
            known = check_answer(answer_of(known, said), known)


def check_answer(answer, known):
    """Fields that can be sent, and no error of the server's own; the game from now on."""
    fields, known = (answer, known) if isinstance(answer, dict) else answer
    assert json.loads(json.dumps(fields))["id"] == "1"
    message = fields.get("error", {}).get("message", "")
    assert "internal" not in message
    assert "\n" not in message
    return known


def answer_of(known, said):
    """What a worker makes of it; of a hint that can be given nothing but a refusal matters."""
    if said.action == "hint":
        found = RecordOf(known, said).work(print)
        return found if isinstance(found, dict) else ({"id": "1"}, known)
    return Told(known, said).work(print)


@pytest.mark.parametrize("folder", ["runs", "following"])
def test_pages_put_text_in_as_text_and_have_nothing_inline(folder):
    files = [*(Path(static.__path__[0]) / folder).iterdir()]
    scripts = [path.read_text("utf-8") for path in files if path.suffix == ".js"]
    pages = [path.read_text("utf-8") for path in files if path.suffix == ".html"]
    assert scripts
    assert pages
    markup = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function"
    for text in scripts:
        assert not re.search(markup, text)
        assert not re.search(r"https?://", text)
    for text in pages:
        assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)|https?://", text)
