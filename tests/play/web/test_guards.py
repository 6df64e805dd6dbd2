"""Foreign pages, wrong names, too much at once: refused before anything is done."""

import json

import pytest
from web_server import closed, running
from websockets.exceptions import InvalidStatus

from eminence.play.web.guards import address_of
from eminence.play.web.limits import Limits, Rate

pytestmark = pytest.mark.slow

NEW = {"game": "kuhn_poker", "options": {}, "seats": ["person", "easy"], "hints": True}
STRICT = Limits(
    body=2_000, message=300, connections=2, tables=2, requests=100, messages=5, strangers=2,
    hello=0.2,
)  # fmt: skip


@pytest.fixture
def strict(tmp_path):
    with running(tmp_path / "tables.sqlite", STRICT) as found:
        yield found


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1:1"])
def test_only_pages_of_this_server_may_change_anything(server, origin):
    answer = server.http.post("/api/tables", json=NEW, headers={"origin": origin})
    assert answer.status_code == 403
    assert "page of this server" in answer.json()["error"]
    with pytest.raises(InvalidStatus) as refused:
        server.socket(origin=origin or None)
    assert refused.value.response.status_code == 403


def test_unknown_host_names_are_refused(server):
    """A foreign page could give this address a name of its own."""
    for host in (
        "127.0.0.1:1; script-src *",
        "evil@127.0.0.1",
        "127.0.0.1.evil.example",
        "[::1",
        "",
    ):
        assert server.http.get("/", headers={"host": host}).status_code in (400, 421)
    for path in ("/", "/api/games"):
        answer = server.http.get(path, headers={"host": "evil.example"})
        assert answer.status_code == 421
        assert "--name" in answer.json()["error"]
    headers = {"host": "evil.example", "origin": "http://evil.example"}
    assert server.http.post("/api/tables", json=NEW, headers=headers).status_code == 421
    assert server.http.get("/", headers={"host": "localhost:1"}).status_code == 200


def test_every_answer_has_the_strict_headers(server):
    paths = ["/", "/table", "/static/style.css", "/api/games", "/nothing", "/api/tables"]
    for path in paths:
        headers = server.http.get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self'; ")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
        assert "server" not in headers


def test_a_refusal_has_the_strict_headers_too(server):
    headers = server.http.get("/", headers={"host": "evil.example"}).headers
    assert headers["x-content-type-options"] == "nosniff"


def test_a_body_that_is_too_long_is_refused(strict):
    answer = strict.http.post("/api/tables", json={**NEW, "game": "x" * 3000})
    assert answer.status_code == 413
    assert answer.json()["error"] == "more than 2000 bytes"


def test_one_address_makes_only_so_many_tables(strict):
    answers = [strict.http.post("/api/tables", json=NEW) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[-1].json()["error"] == "2 new tables in an hour are enough"


def test_a_refused_table_does_not_count(strict):
    for _ in range(5):
        assert strict.http.post("/api/tables", json={**NEW, "game": "x"}).status_code == 400
    assert strict.http.post("/api/tables", json=NEW).status_code == 201


def test_one_address_asks_only_so_often(strict):
    codes = {strict.http.get("/").status_code for _ in range(STRICT.requests + 1)}
    assert codes == {200, 429}


def test_one_address_has_only_so_many_connections(strict):
    created = strict.create("kuhn_poker", ["person", "easy"])
    with created.sit(0), created.look(), strict.socket() as third:
        reason, code = closed(third)
        assert (reason, code) == ("too many connections: close some pages", 1013)
    created.look().__exit__()


def test_a_connection_says_only_so_much(strict):
    created = strict.create("kuhn_poker", ["person", "easy"])
    with created.sit(0) as me:
        for _ in range(STRICT.messages + 1):
            me.say(type="log")
        reason, code = closed(me.socket)
    assert (reason, code) == ("too many messages: wait a minute", 1008)


def test_a_message_that_is_too_long_ends_the_connection(strict):
    created = strict.create("kuhn_poker", ["person", "easy"])
    with created.sit(0) as me:
        me.say(type="look", name="x" * 400)
        assert closed(me.socket)[1] == 1009


def test_secrets_cannot_be_tried_out(strict):
    created = strict.create("kuhn_poker", ["person", "easy"])
    reasons = []
    for token in ("a", "b", created.tokens[0]):
        with strict.socket() as socket:
            socket.send(json.dumps({"type": "hello", "table": created.name, "token": token}))
            reasons.append(closed(socket)[0])
    assert reasons[-1] == "too many wrong links: wait a minute"


def test_who_says_nothing_is_not_waited_for(strict):
    with strict.socket() as socket:
        reason, code = closed(socket)
    assert (reason, code) == ("nothing was said: say hello first", 1008)


def test_a_rate_forgets_what_is_long_ago():
    now = [0.0]
    rate = Rate(2, 60, lambda: now[0])
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    assert rate.allows("b")
    now[0] = 60.0
    assert rate.allows("a")


def test_a_rate_keeps_no_more_keys_than_it_must():
    now = [0.0]
    rate = Rate(1, 60, lambda: now[0])
    for i in range(Rate.MOST_KEYS + 1):
        rate.allows(str(i))
    now[0] = 100.0
    rate.allows("last")
    assert len(rate._times) < 10


def test_addresses_of_one_network_count_together():
    def key(text):
        return address_of({"client": (text, 1)})

    assert key("10.0.0.1") != key("10.0.0.2")
    assert key("2001:db8:1:2::3") == key("2001:db8:1:2:aaaa::1")
    assert key("2001:db8:1:2::3") != key("2001:db8:1:3::3")
    assert address_of({"client": None}) == ""
