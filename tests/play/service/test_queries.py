"""From a line to a query: what each field means, and how it is refused."""

import json

import pytest

from eminence import engines, search
from eminence.play.service.queries import Analyse, Ask, BadQuery, Terminate
from eminence.play.service.query_reader import MOST_LINE, parse
from eminence.solver import Limit

KUHN = {"id": "a", "game": "kuhn_poker", "seed": 1, "moves": []}
#: seat 0 has card 1 and passed, seat 1 bet
FACED = ["card 1", "card 0", "pass", "bet"]


def read(**fields):
    return parse(json.dumps({**KUHN, **fields}).encode())


def without(*names, **fields):
    """A query like KUHN without some of its fields."""
    kept = {key: value for key, value in KUHN.items() if key not in names}
    return parse(json.dumps({**kept, **fields}).encode())


def position_of(view):
    return json.loads(engines.position_json(view))


def test_a_query_is_an_analysis_unless_it_says_otherwise():
    query = read()
    assert isinstance(query, Analyse)
    assert query.id == "a"
    assert query.view.player == query.view.seat == 0
    assert query.agent == search.ISMCTS()
    assert query.limit == Limit(iterations=2000)
    assert (query.moves, query.report_every, query.priority) == (None, None, 0)
    assert read(action="analyse").view == query.view


def test_the_other_actions():
    assert parse(b'{"id": "b", "action": "version"}') == Ask("b", "version")
    assert parse(b'{"id": "b", "action": "games"}') == Ask("b", "games")
    assert parse(b'{"id": "b", "action": "terminate_all"}') == Terminate("b", None)
    one = parse(b'{"id": "b", "action": "terminate", "terminate_id": "a"}')
    assert one == Terminate("b", "a")


@pytest.mark.parametrize("name", engines.names())
def test_moves_and_the_position_after_them_are_the_same_view(name):
    state, chance, moves = engines.load(name).root(), engines.Chance(5), []
    state.resolve(chance)
    while len(moves) < 4:
        action = search.Random(seed=3).search(state.view(state.player)).best
        text = state.text(action)
        state.apply(action)
        state.resolve(chance)
        if state.over:
            break
        moves.append(text if len(moves) % 2 else action)
    by_moves = without("game", game=name, seed=5, moves=moves).view
    position = position_of(by_moves)
    assert without("game", "seed", "moves", position=position).view == by_moves
    beside = {key: position.pop(key) for key in ("game", "options")}
    assert without("game", "seed", "moves", position=position, **beside).view == by_moves


def test_without_a_seed_the_outcomes_of_chance_are_moves():
    query = without("seed", moves=FACED)
    assert query.view.seat == 0
    assert query.view == without("seed", moves=[1, 0, 0, 1]).view
    assert query.view == without("seed", moves=["card 1", "card 2", *FACED[2:]]).view
    assert query.view != without("seed", moves=["card 2", "card 0", *FACED[2:]]).view


def test_where_seats_decide_at_the_same_time_each_may_ask():
    one = without("game", game="goofspiel", seat=0).view
    other = without("game", game="goofspiel", seat=1).view
    assert (one.player, other.player) == (0, 1)


def test_limits_moves_and_the_rest_reach_the_analysis():
    limits = {"iterations": 9, "seconds": 2, "nodes": 8, "rollouts": 7, "separated": True}
    query = read(limits=limits, agent="flat:seed=4", report_every=0.5, priority=-3)
    assert query.limit == Limit(9, 2.0, 8, 7, True)
    assert query.agent == search.make("flat:seed=4")
    assert (query.report_every, query.priority) == (0.5, -3)
    assert read(include=["bet"]).moves == read(avoid=["pass"]).moves == read(include=[1]).moves
    assert read(limits={"seconds": 1}).limit == Limit(seconds=1.0)
    assert read(limits={"separated": True}).limit == Limit(iterations=2000, separated=True)


def test_weights_may_be_written_but_nothing_is_fetched_from_files(tmp_path):
    file = tmp_path / "weights.toml"
    file.write_text("bet = 1\n")
    weight = next(iter(engines.load("royals").weights))
    query = without("game", game="royals", agent=f"greedy:weights={{{weight}:2.0}}")
    assert query.agent == search.Greedy(weights={weight: 2})
    assert read(agent="ismcts:network=none").agent == search.ISMCTS(network="none")
    refused = (f"greedy:weights={file}", f"ismcts:seed=1,weights={file}", "greedy:weights=")
    refused += (f"ismcts:network={file}", f"plan:seed=1,network={file}@0123456789abcdef")
    refused += ("flat:network=", "greedy:network=none.npz")
    for spec in (*refused, f"cfr:file={file}"):
        with pytest.raises(BadQuery) as caught:
            read(agent=spec)
        assert caught.value.field == "agent"
        assert "from a file are not for queries" in caught.value.message


REFUSED = [
    ({"id": 3}, "id", "expected a text of 1 to 200 characters, got 3"),
    ({"id": ""}, "id", "expected a text"),
    ({"id": "x" * 201}, "id", "expected a text"),
    ({"action": "analyze"}, "action", "did you mean analyse?"),
    ({"action": 1}, "action", "expected one of analyse, terminate"),
    ({"gaem": 1}, "gaem", "unknown; choose from id, action, game, options, position"),
    ({"data": "/etc"}, "data", "unknown; choose from"),
    ({"game": "chess"}, "game", "unknown 'chess'; choose blood_of_kings"),
    ({"game": ["royals"]}, "game", "expected blood_of_kings"),
    ({"options": {"players": 9}}, "options", "players=9: choose 2, 3, 4, 5 or 6"),
    ({"options": {"players": True}}, "options", "players=True: choose"),
    ({"options": {"data": "/etc"}}, "options.data", "unknown; choose from players"),
    ({"options": 3}, "options", "expected a table, got 3"),
    ({"moves": "pass"}, "moves", "expected a list of moves, got 'pass'"),
    ({"moves": ["pas"]}, "moves[0]", "did you mean pass?"),
    ({"moves": ["pass", 7]}, "moves[1]", "illegal action 7"),
    ({"moves": [True]}, "moves[0]", "expected the text or id of a move, got True"),
    ({"moves": [0.0]}, "moves[0]", "expected the text or id of a move, got 0.0"),
    ({"moves": ["p" * 1001]}, "moves[0]", "expected the text or id of a move"),
    ({"moves": ["bet", "bet"]}, "moves", "the game is over after these"),
    ({"moves": ["bet", "bet", "bet"]}, "moves[2]", "the game is over after 2 moves"),
    ({"seed": -1}, "seed", "expected a whole number from 0 to 2**64 - 1, got -1"),
    ({"seed": True}, "seed", "expected a whole number"),
    ({"seed": 2**64}, "seed", "2**64 - 1, got a huge number"),
    ({"seat": 2}, "seat", "expected a whole number from 0 to 1, got 2"),
    ({"seat": 1}, "seat", "seat 0 is to move"),
    ({"limits": 5}, "limits", "expected a table, got 5"),
    ({"limits": {"time": 5}}, "limits.time", "unknown; choose from iterations, nodes"),
    ({"limits": {"iterations": 0}}, "limits.iterations", "from 1 to 1000000000, got 0"),
    ({"limits": {"iterations": True}}, "limits.iterations", "expected a whole number"),
    ({"limits": {"iterations": 1.5}}, "limits.iterations", "expected a whole number"),
    ({"limits": {"iterations": None}}, "limits.iterations", "expected a whole number"),
    ({"limits": {"nodes": 10**9}}, "limits.nodes", "from 1 to 10000000, got"),
    ({"limits": {"rollouts": -1}}, "limits.rollouts", "whole number from 1 to"),
    ({"limits": {"seconds": 0}}, "limits.seconds", "choose 0.001 to 86400"),
    ({"limits": {"seconds": float("nan")}}, "limits.seconds", "nan is out of range"),
    ({"limits": {"seconds": "1"}}, "limits.seconds", "expected a number"),
    ({"limits": {"separated": 1}}, "limits.separated", "expected true or false, got 1"),
    ({"agent": "deep_blue"}, "agent", "unknown agent 'deep_blue'"),
    ({"agent": "ismcts:iterations=9"}, "agent", "iterations belongs to the field limits"),
    ({"agent": "ismcts:threads=17"}, "agent", "threads: choose 16 at most"),
    ({"agent": "greedy:worlds=10001"}, "agent", "worlds: choose 10000 at most"),
    ({"agent": 7}, "agent", "expected a text of 1 to 1000 characters"),
    ({"include": ["fold"]}, "include[0]", "illegal action 'fold'"),
    ({"include": []}, "include", "an empty list"),
    ({"include": "bet"}, "include", "expected a list of moves"),
    ({"include": [1], "avoid": [0]}, "avoid", "leave one of the two out"),
    ({"avoid": ["pass", "bet"]}, "avoid", "names every legal move"),
    ({"report_every": 0}, "report_every", "choose 0.01 to 3600"),
    ({"priority": 1001}, "priority", "from -1000 to 1000, got 1001"),
    ({"position": {}}, "moves", "a position goes without"),
    ({"action": "version"}, "game", "unknown; choose from id, action"),
    ({"action": "terminate"}, "game", "unknown; choose from id, action, terminate_id"),
]


@pytest.mark.parametrize(("fields", "field", "message"), REFUSED)
def test_a_refusal_names_the_field_and_what_is_right(fields, field, message):
    with pytest.raises(BadQuery) as caught:
        read(**fields)
    assert caught.value.field == field
    assert message in caught.value.message
    assert caught.value.id == (None if "id" in fields else "a")


POSITION = {
    "game": "kuhn_poker", "view_of": 0, "player": 0, "dealt": 2, "card": 1, "moves": "none",
    "options": {"players": 2},
}  # fmt: skip


@pytest.mark.parametrize(
    ("inside", "beside", "field", "message"),
    [
        ({}, {"game": "royals"}, "game", "differs from what the position says"),
        ({}, {"options": {"players": 3}}, "options", "differs from what the position says"),
        ({"game": "chess"}, {}, "game", "unknown 'chess'"),
        ({"card": 7}, {}, "position.card", "expected a whole number from 0 to 2, got 7"),
        ({"colour": 7}, {}, "position.colour", "unknown; choose from"),
        ({"player": 7}, {}, "position.player", "expected one of 0, 1"),
        ({"player": 1, "moves": "pass"}, {}, "position", "seat 1 is to move; expected the view"),
        ({}, {"seed": 1}, "seed", "a position goes without; leave it out"),
        ({}, {"seat": 0}, "seat", "a position goes without; leave it out"),
    ],
)
def test_a_position_is_refused_by_its_entry(inside, beside, field, message):
    query = {"id": "a", "position": {**POSITION, **inside}, **beside}
    with pytest.raises(BadQuery) as caught:
        parse(json.dumps(query).encode())
    assert (caught.value.id, caught.value.field) == ("a", field)
    assert message in caught.value.message


def test_a_position_or_moves_must_be_there():
    with pytest.raises(BadQuery, match="missing; expected a position, or moves"):
        without("moves")


def test_nobody_is_advised_while_chance_decides():
    with pytest.raises(BadQuery, match="a chance event is pending after these"):
        without("seed", moves=["card 1"])
    dealing = position_of(engines.load("kuhn_poker").root().view(engines.PUBLIC))
    with pytest.raises(BadQuery, match="a chance event is pending; expected the view"):
        without("game", "seed", "moves", position=dealing)


@pytest.mark.parametrize(
    ("line", "field", "message"),
    [
        (b"", None, "an empty line"),
        (b" \t\r", None, "an empty line"),
        (b"\xff\xfe{}", None, "not UTF-8 text"),
        (b'{"id": "a"', None, "not JSON"),
        (b"{'id': 'a'}", None, "not JSON"),
        (b'[{"id": "a"}]', None, "expected a JSON object, got a list of 1"),
        (b'"id"', None, "expected a JSON object, got 'id'"),
        (b"null", None, "expected a JSON object, got None"),
        (b"9" * 10_000, None, "expected a JSON object, got a huge number"),
        (b"NaN", None, "expected a JSON object, got nan"),
        (b"[" * 100_000, None, "nested too deeply"),
        (b"{}", "id", "missing; expected a text"),
        (b'{"id": "a", "id": "b"}', "id", "given twice in one object"),
        (b'{"id": "a", "seed": ' + b"9" * 10_000 + b"}", "position", "missing"),
        (b" " * (MOST_LINE + 1), None, "a line of more than 1048576 bytes"),
    ],
)
def test_a_line_that_is_not_a_query_is_refused(line, field, message):
    with pytest.raises(BadQuery) as caught:
        parse(line)
    assert caught.value.field == field
    assert message in caught.value.message


def test_a_number_of_any_length_is_refused_by_its_field():
    line = json.dumps({**KUHN, "seed": 0}).encode().replace(b"0", b"9" * 10_000)
    with pytest.raises(BadQuery) as caught:
        parse(line)
    assert caught.value.field == "seed"


def test_a_mistake_of_ours_is_an_answer_too(monkeypatch):
    def broken(entries):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("eminence.play.service.analysis_fields.game_from", broken)
    with pytest.raises(BadQuery) as caught:
        read()
    assert (caught.value.id, caught.value.field) == ("a", None)
    assert caught.value.message == "internal error: ZeroDivisionError: oops"
