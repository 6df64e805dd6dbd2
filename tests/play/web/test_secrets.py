"""A link opens its seat and nothing else."""

import json
import logging

import pytest
from websockets.exceptions import ConnectionClosed

from eminence.play.web.tokens import hash_of, new_token, seat_with

pytestmark = pytest.mark.slow


def refusal_of(server, table, token):
    """What the server says to a hello before it hangs up."""
    with server.socket() as socket:
        socket.send(json.dumps({"type": "hello", "table": table, "token": token}))
        answer = json.loads(socket.recv())
        with pytest.raises(ConnectionClosed):
            socket.recv()
    assert answer["type"] == "refused"
    return answer["reason"]


def test_tokens_have_128_bits_and_are_never_the_same():
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(len(token) == 22 for token in tokens)


def test_a_token_is_found_by_its_hash_alone():
    tokens = {seat: new_token() for seat in (-1, 0, 1)}
    hashes = {seat: hash_of(token) for seat, token in tokens.items()}
    assert [seat_with(token, hashes) for token in tokens.values()] == [-1, 0, 1]
    assert seat_with(new_token(), hashes) is None
    assert seat_with("\ud800", hashes) is None


def test_two_seats_see_different_things(server):
    created = server.create("leduc_poker", ["person", "person"])
    with created.sit(0) as one, created.sit(1) as other, created.look() as onlooker:
        assert [p.table["seat"] for p in (one, other, onlooker)] == [0, 1, None]
        boards = [json.dumps(p.table["panels"]) for p in (one, other, onlooker)]
        assert len(set(boards)) == 3
        assert one.choices()
        assert not other.choices()
        assert not onlooker.choices()


def test_a_wrong_link_gets_one_answer_whatever_is_wrong_with_it(server):
    created = server.create("kuhn_poker", ["person", "person"])
    other = server.create("kuhn_poker", ["person", "person"])
    wrong = [
        (created.name, "x"),
        (created.name, other.tokens[0]),
        ("ffff", created.tokens[0]),
        ("../etc", created.tokens[0]),
        ("\ud800", "\ud800"),
    ]
    reasons = {refusal_of(server, *each) for each in wrong}
    assert len(reasons) == 1
    assert "ask who made the table" in reasons.pop()


def test_the_seat_of_a_bot_has_no_link(server):
    created = server.create("kuhn_poker", ["person", "easy"])
    assert set(created.tokens) == {0}


def test_an_onlooker_can_do_nothing(server):
    created = server.create("kuhn_poker", ["person", "person"])
    with created.look() as onlooker:
        for message in (
            {"type": "move", "text": "bet", "stamp": onlooker.table["stamp"]},
            {"type": "undo"},
            {"type": "answer", "agree": True},
            {"type": "hint"},
            {"type": "takeover", "seat": 0, "level": "easy"},
            {"type": "return"},
        ):
            assert onlooker.ask(**message)["reason"] == "onlookers only look"


def test_a_seat_cannot_move_for_another(server):
    created = server.create("kuhn_poker", ["person", "person"])
    with created.sit(1) as second:
        answer = second.move("bet")
        assert answer["reason"] == "bet: it is not your move"


def test_no_secret_is_in_the_file_or_in_the_log_or_sent_twice(server, caplog):
    caplog.set_level(logging.DEBUG)
    created = server.create("kuhn_poker", ["person", "person"])
    with created.sit(0) as one, created.sit(1) as other:
        one.move(one.choices()[0])
        other.wait_until(lambda table: table["moves"])
        sent = "".join(one.texts + other.texts)
    secrets = [*created.tokens.values(), created.onlooker]
    path = server.service.storage.path
    kept = b"".join(p.read_bytes() for p in path.parent.iterdir() if p.name.startswith(path.name))
    for secret in secrets:
        assert secret.encode() not in kept
        assert secret not in caplog.text
        assert secret not in sent
    assert path.stat().st_mode & 0o077 == 0


def test_the_seed_is_no_number_that_could_be_tried_out(server):
    """Who knew it would know all cards."""
    created = [server.create("kuhn_poker", ["person", "person"]) for _ in range(8)]
    seeds = [server.service.storage.read(each.name).opening["seed"] for each in created]
    assert max(seeds) > 2**48
    assert len(set(seeds)) == 8
