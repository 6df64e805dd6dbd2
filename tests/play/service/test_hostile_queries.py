"""Whatever a line holds, the process lives, and the next query gets its correct answer."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from talks import Talk, ask_one, is_last, timeless

from eminence.play.service.analysis_fields import ANALYSE_FIELDS
from eminence.play.service.query_reader import ACTIONS, MOST_LINE

pytestmark = pytest.mark.slow

GOOD = {"game": "tic_tac_toe", "moves": ["x(1,1)"], "limits": {"iterations": 40}}
WHOLE = json.dumps({"id": "hostile", "game": "kuhn_poker", "seed": 1, "moves": []}).encode()


@pytest.fixture(scope="module")
def survivor():
    """One process for all queries; the last test is that it is still alive."""
    with Talk("--threads", "2") as talk:
        talk.expected = timeless(ask_one({"id": "good", **GOOD}))
        yield talk
        assert talk.end() == (0, "")


def survives(talk, line):
    """Send something, then a query; returns the answers to the first."""
    before = len(talk.heard)
    talk.send(line, {"id": "good", **GOOD})
    assert timeless(talk.last("good")) == talk.expected
    # The first line may be a query that takes long.
    talk.send({"id": "enough", "action": "terminate_all"})
    for id in talk.last("enough")["terminating"]:
        if not any(a["id"] == id and is_last(a) for a in talk.heard[before:]):
            talk.last(id)
    heard = [a for a in talk.heard[before:] if a["id"] not in ("good", "enough")]
    for answer in heard:
        assert "internal error" not in json.dumps(answer)
        assert "error" in answer or answer["final"] in (True, False)
    return heard


def only_error(heard):
    (answer,) = heard
    assert set(answer["error"]) == {"field", "message"}
    assert len(answer["error"]["message"]) <= 1000
    return answer


NESTED = json.dumps({"id": "hostile", "position": None}).encode()
BY_HAND = {
    "nothing": b"",
    "zeros": bytes(1000),
    "bytes": bytes(range(11, 256)) * 9,
    "half a query": WHOLE[: len(WHOLE) // 2],
    "two on a line": WHOLE + WHOLE,
    "a list": b"[" + WHOLE + b"]",
    "a megabyte of one letter": b"x" * MOST_LINE,
    "a megabyte of blanks": b" " * MOST_LINE,
    "a query behind a megabyte": b" " * MOST_LINE + WHOLE,
    "three megabytes": b'{"id": "' + b"i" * 3 * MOST_LINE + b'"}',
    "open brackets": b"[" * (MOST_LINE - 1),
    "open tables": b'{"a":' * 200_000,
    "closed brackets": b"[" * 400_000 + b"]" * 400_000,
    "a deep position": NESTED.replace(b"null", b'{"a":' * 900 + b"1" + b"}" * 900),
    "a number without end": b'{"id": "hostile", "seed": ' + b"9" * 900_000 + b"}",
    "a fraction without end": b'{"id": "hostile", "seed": 0.' + b"9" * 900_000 + b"}",
    "a name without end": b'{"id": "hostile", "' + b"n" * 900_000 + b'": 1}',
    "many names": json.dumps({str(i): i for i in range(60_000)}).encode(),
    "many moves": json.dumps({"id": "hostile", **GOOD, "moves": [0] * 200_000}).encode(),
    "a long move": json.dumps({"id": "hostile", **GOOD, "moves": ["x" * 900_000]}).encode(),
    "half a character": json.dumps({"id": "hostile", "game": "\ud800"}).encode(),
    "NaN for a game": b'{"id": "hostile", "game": NaN, "moves": []}',
    "a format": b'{"id": "hostile", "game": "{0.__class__}", "moves": ["%s%n"]}',
    "a marked file": b"\xef\xbb\xbf" + WHOLE,
}


@pytest.mark.parametrize("line", BY_HAND.values(), ids=BY_HAND)
def test_what_was_made_to_harm_gets_one_error(survivor, line):
    only_error(survives(survivor, line))


def test_the_error_belongs_to_the_query_that_caused_it(survivor):
    answer = only_error(survives(survivor, WHOLE.replace(b"kuhn_poker", b"secret")))
    assert answer["id"] == "hostile"
    assert answer["error"]["field"] == "game"


@settings(max_examples=150)
@given(st.binary(max_size=300))
def test_any_bytes(survivor, line):
    survives(survivor, line)


@settings(max_examples=150)
@given(st.data())
def test_a_query_with_a_piece_cut_out_or_put_in(survivor, data):
    start = data.draw(st.integers(0, len(WHOLE)))
    end = data.draw(st.integers(start, len(WHOLE)))
    survives(survivor, WHOLE[:start] + data.draw(st.binary(max_size=8)) + WHOLE[end:])


SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    | st.sampled_from(["royals", "kuhn_poker", "pass", "ismcts", *ACTIONS])
)  # fmt: skip
NAMES = st.sampled_from(["game", "options", "players", "view_of", "player", "iterations"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(NAMES | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=10,
)
FIELDS = st.sampled_from([*ANALYSE_FIELDS, "action", "terminate_id"])


@settings(max_examples=250)
@given(st.dictionaries(FIELDS, VALUES, max_size=6), st.sampled_from([{}, json.loads(WHOLE)]))
def test_fields_that_hold_anything(survivor, fields, base):
    query = {**base, **fields, "id": "hostile"}
    heard = survives(survivor, json.dumps(query).encode())
    # An answer that is being written is no longer terminated, and may come last.
    heard = heard or [survivor.last("hostile")]
    assert {answer["id"] for answer in heard} == {"hostile"}
