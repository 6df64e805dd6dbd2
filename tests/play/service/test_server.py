"""`eminence analyse`: who is answered when, and how it ends."""

import contextlib
import itertools
import json
import select
import signal
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from networks import give_network
from talks import PATIENCE, Talk, ask, ask_one, line_of, start, timeless

from eminence import engines, search, solver
from eminence.cython_ext.version import __version__
from eminence.play.service.live_query import within_memory
from eminence.play.service.pipes import interrupts, lines
from eminence.play.service.query_reader import parse
from eminence.play.service.server import Server

KUHN = {"id": "kuhn", "game": "kuhn_poker", "seed": 1, "moves": [], "limits": {"iterations": 99}}
ROYALS = {
    "id": "royals",
    "game": "royals",
    "options": {"players": 3},
    "seed": 1,
    "moves": [],
    "limits": {"iterations": 400},
}
STACKS = {**KUHN, "id": "stacks", "game": "stacks", "limits": {"iterations": 300}}
#: far more work than anybody waits for, with reports on the way
ENDLESS = {**ROYALS, "id": "endless", "limits": {"iterations": 10**9}, "report_every": 0.01}


# --- lines ---


@given(st.lists(st.binary(max_size=12)), st.integers(0, 5))
def test_pieces_of_any_size_give_the_same_lines(pieces, most):
    *whole, rest = b"".join(pieces).split(b"\n")
    expected = [line[: most + 1] for line in [*whole, *([rest] if rest else [])]]
    assert list(lines(pieces, most)) == expected


def test_a_long_line_is_not_kept():
    endless = itertools.chain(itertools.repeat(b"x" * 1000, 1000), [b"\nnext"])
    assert [len(line) for line in lines(endless, 5000)] == [5001, 4]


# --- answers ---


def test_an_answer_is_the_analysis_of_the_view():
    answer = ask_one(ROYALS)
    state = engines.load("royals", players=3).root()
    state.resolve(engines.Chance(1))
    expected = solver.analyse(state.view(state.player), solver.Limit(iterations=400))
    told = json.loads(expected.to_json())
    del told["seconds"]
    assert timeless(answer) == {"id": "royals", "final": True, "analysis": told}
    assert answer["seconds"] > 0


def test_a_games_own_network_is_heard_unless_the_query_wants_none(monkeypatch, tmp_path):
    without = ask_one(KUHN)
    give_network(monkeypatch, engines.load("kuhn_poker"), tmp_path / "own.npz")
    assert timeless(ask_one({**KUHN, "agent": "ismcts:network=none"})) == {
        **timeless(without),
        "analysis": {**without["analysis"], "agent": "ismcts:network=none"},
    }
    told = ask_one(KUHN)["analysis"]
    assert len(told["raw"]) == 2
    assert sum(told["raw"]) == pytest.approx(1)
    assert sum(move["policy"] for move in told["moves"]) == pytest.approx(1)
    assert set(told) == {*without["analysis"], "raw"}


def test_agent_moves_and_limits_are_obeyed():
    query = {**ROYALS, "agent": "flat:seed=3", "limits": {"iterations": 50, "rollouts": 500}}
    legal = [move["text"] for move in ask_one(query)["analysis"]["moves"]]
    answer = ask_one({**query, "avoid": [legal[0]]})["analysis"]
    assert answer["agent"] == "flat:seed=3"
    assert sorted(move["text"] for move in answer["moves"]) == sorted(legal[1:])
    assert answer["iterations"] <= 50 < answer["rollouts"] <= 500
    answer = ask_one({**query, "include": legal[:2]})["analysis"]
    assert sorted(move["text"] for move in answer["moves"]) == sorted(legal[:2])


def test_hidden_cards_of_others_change_nothing():
    query = {key: value for key, value in KUHN.items() if key != "seed"}
    low, high = (
        ask_one({**query, "moves": ["card 1", card, "pass", "bet"]})
        for card in ("card 0", "card 2")
    )
    assert timeless(low) == timeless(high)


def test_queries_at_the_same_time_are_answered_as_if_alone():
    queries = [ROYALS, STACKS, KUHN, {**ROYALS, "id": "other", "agent": "ismcts:seed=9"}]
    alone = {query["id"]: timeless(ask_one(query)) for query in queries}
    together = {a["id"]: timeless(a) for a in ask(*queries, threads=4)}
    assert together == alone
    assert alone["royals"]["analysis"] != alone["other"]["analysis"]


@pytest.mark.slow
def test_reports_grow_and_do_not_change_the_last_answer():
    query = {**ROYALS, "limits": {"iterations": 4_000}}
    *early, last = ask({**query, "report_every": 0.01})
    assert early
    assert [answer["final"] for answer in [*early, last]] == [False] * len(early) + [True]
    work = [a["analysis"]["iterations"] + a["analysis"]["rollouts"] for a in [*early, last]]
    assert work == sorted(work)
    assert work[0] < work[-1]
    assert last["analysis"] == ask_one(query)["analysis"]


def test_version_and_games():
    assert ask_one({"id": "v", "action": "version"})["version"] == __version__
    games = ask_one({"id": "g", "action": "games"})["games"]
    assert list(games) == engines.names()
    for name, told in games.items():
        assert told["about"] == engines.describe(name)
        for key, option in engines.options(name).items():
            shown = told["options"][key]
            assert (shown["default"], shown["help"]) == (option.default, option.help)
            assert shown["choices"] == list(option.choices)


def test_long_quotes_are_cut_in_errors():
    error = ask_one({"id": "a", "x" * 9999: 1})["error"]
    assert len(error["field"]) == 200
    error = ask_one({**KUHN, "options": {"players": "y" * 9999}})["error"]
    assert len(error["message"]) == 1000


def test_an_agent_that_does_not_suit_the_game_is_refused():
    query = {**KUHN, "agent": "greedy:weights={charm:1}"}
    assert ask_one(query) == {
        "id": "kuhn",
        "error": {
            "field": "agent",
            "message": "weights: charm: no weight of kuhn_poker; it has none",
        },
    }
    clash = {**ROYALS, "agent": "ismcts:root=halving,selfdet=0.5"}
    assert ask_one(clash)["error"]["field"] == "agent"


def test_a_failing_search_answers_and_the_server_goes_on(monkeypatch):
    def broken(agent, view, actions, budget):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(search.FlatMC, "look", broken)
    bad = {**KUHN, "id": "bad", "agent": "flat"}
    answers = {a["id"]: a for a in ask(bad, bad, KUHN, {**bad, "id": "too"}, threads=1)}
    assert answers["too"]["error"] == {
        "field": None,
        "message": "internal error: ZeroDivisionError: oops",
    }
    assert timeless(answers["kuhn"]) == timeless(ask_one(KUHN))


# --- who is alive ---


class Ear:
    """Collects the answers of a server in this process; a test can wait for one."""

    def __init__(self):
        self.answers = []
        self._more = threading.Condition()

    def hear(self, line):
        with self._more:
            self.answers.append(json.loads(line))
            self._more.notify_all()

    def wait_for(self, id, final):
        """Until there is such an answer."""

        def found():
            return next(
                (a for a in self.answers if a["id"] == id and a.get("final") == final), None
            )

        with self._more:
            assert self._more.wait_for(found, PATIENCE)
            return found()


@pytest.fixture
def busy():
    """A server whose only thread is busy for ever, a function to query it, and its listener."""
    ear = Ear()
    with Server(1, ear.hear) as server:

        def tell(**query):
            server.receive(json.dumps(query).encode())

        tell(**ENDLESS)
        ear.wait_for("endless", final=False)
        yield server, tell, ear


def test_a_running_query_that_is_terminated_tells_what_it_has(busy):
    _, tell, ear = busy
    tell(id="stop", action="terminate", terminate_id="endless")
    last = ear.wait_for("endless", final=True)
    assert last["terminated"] is True
    assert last["analysis"]["moves"]
    reported = [a["analysis"]["iterations"] for a in ear.answers if a.get("final") is False]
    assert max(reported) <= last["analysis"]["iterations"] < 10**9
    assert ear.wait_for("stop", final=True)["terminating"] == ["endless"]


def test_a_waiting_query_that_is_terminated_answers_at_once(busy):
    server, tell, ear = busy
    tell(**KUHN)
    tell(id="stop", action="terminate", terminate_id="kuhn")
    assert ear.wait_for("kuhn", final=True) == {
        "id": "kuhn",
        "final": True,
        "terminated": True,
        "analysis": None,
    }
    tell(**KUHN)
    tell(id="all", action="terminate_all")
    server.finish()
    assert ear.wait_for("all", final=True)["terminating"] == ["endless", "kuhn"]


def test_nothing_is_terminated_twice(busy):
    _, tell, ear = busy
    tell(id="stop", action="terminate", terminate_id="somebody else")
    assert ear.wait_for("stop", final=True)["terminating"] == []


def test_an_id_is_taken_while_its_query_is_alive(busy):
    server, tell, ear = busy
    tell(**KUHN)
    for query in (KUHN, ENDLESS, {"id": "kuhn", "action": "version"}):
        tell(**query)
        assert ear.answers[-1]["id"] == query["id"]
        assert ear.answers[-1]["error"]["field"] == "id"
    tell(id="stop", action="terminate_all")
    server.finish()
    tell(**KUHN)
    server.finish()
    assert timeless(ear.answers[-1]) == timeless(ask_one(KUHN))


def test_urgent_queries_are_run_first_and_equals_in_their_order(busy):
    server, tell, ear = busy
    for id, priority in [("a", 0), ("b", 5), ("c", -5), ("d", 5)]:
        tell(**{**KUHN, "id": id, "priority": priority})
    tell(id="stop", action="terminate", terminate_id="endless")
    server.finish()
    order = [a["id"] for a in ear.answers if "analysis" in a and a["final"]]
    assert order == ["endless", "b", "d", "a", "c"]


def test_there_is_an_end_to_what_waits(busy, monkeypatch):
    _, tell, ear = busy
    monkeypatch.setattr("eminence.play.service.server.MOST_ALIVE", 3)
    for id in "abc":
        tell(**{**KUHN, "id": id})
    assert ear.answers[-1]["id"] == "c"
    assert ear.answers[-1]["error"]["message"].startswith("3 queries are alive: wait")


def test_who_cannot_write_stops():
    called = []

    def gone(line):
        raise BrokenPipeError

    with Server(1, gone, on_failure=lambda: called.append(True)) as server:
        server.receive(json.dumps(ENDLESS).encode())
        with pytest.raises(BrokenPipeError):
            server.finish()
        server.receive(json.dumps(KUHN).encode())
    assert called == [True]


def test_an_interrupt_counts_though_a_library_hides_it(monkeypatch):
    """NumPy raises a ValueError instead if it is interrupted at a certain place."""
    said = []

    def interrupted(entries):
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        raise ValueError("hidden")

    monkeypatch.setattr("eminence.play.service.analysis_fields.game_from", interrupted)
    with Server(1, said.append) as server, interrupts(server):
        server.receive(line_of(KUHN))
        with pytest.raises(KeyboardInterrupt):
            server.finish()
    assert said == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# --- the process ---


@pytest.mark.slow
def test_the_end_of_input_lets_all_be_answered():
    queries = [{**KUHN, "id": str(i)} for i in range(20)]
    with Talk("--threads", "2") as talk:
        talk.send(*queries)
        assert talk.end() == (0, "")
        assert {a["id"] for a in talk.heard} == {query["id"] for query in queries}
        assert len({json.dumps(a["analysis"]) for a in talk.heard}) == 1


@pytest.mark.slow
def test_a_long_search_is_terminated_while_another_one_goes_on():
    with Talk("--threads", "2") as talk:
        talk.send(ENDLESS)
        assert talk.hear()["final"] is False
        talk.send(KUHN)
        assert timeless(talk.last("kuhn")) == timeless(ask_one(KUHN))
        talk.send({"id": "stop", "action": "terminate", "terminate_id": "endless"})
        assert talk.last("endless")["terminated"] is True
        assert talk.end() == (0, "")


@pytest.mark.slow
def test_an_interrupt_ends_it_without_a_word():
    with Talk() as talk:
        talk.send(ENDLESS)
        talk.hear()
        talk.process.send_signal(signal.SIGINT)
        assert talk.wait() == (130, "")
        assert not any(answer["final"] for answer in talk.heard)


@pytest.mark.slow
def test_an_interrupt_ends_it_while_nobody_reads():
    with start("--threads", "2") as process:
        queries = [{**KUHN, "id": str(i)} for i in range(200)]
        process.stdin.write(b"".join(line_of(query) + b"\n" for query in queries))
        process.stdin.flush()
        # It is up and answering; soon nothing more fits into the pipe, and queries may still be
        # read then, or all be waiting.
        assert select.select([process.stdout], [], [], PATIENCE)[0]
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 130
        assert process.stderr.read() == b""


@pytest.mark.slow
def test_a_reader_that_goes_away_ends_it_though_more_could_come():
    with start() as process:
        process.stdin.write(line_of(ENDLESS) + b"\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=PATIENCE) == 141
        assert process.stderr.read() == b""


@pytest.mark.parametrize("threads", ["0", "257", "-1"])
def test_an_odd_number_of_threads_is_refused(run, threads):
    code, out, err = run("analyse", "--threads", threads)
    assert (code, out) == (2, "")
    assert err == f"eminence: --threads: expected a whole number from 1 to 256, got {threads}\n"


def test_closed_input_is_refused(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    code, _, err = run("analyse")
    assert code == 2
    assert err.startswith("eminence: standard input or output is closed: queries come")


# --- memory ---

#: enough memory for one tree with a hundred thousand nodes, but not for two
ROOM = 200 * 10**6
LARGE = {**ROYALS, "limits": {"iterations": 10**9, "nodes": 10**5}, "report_every": 0.01}


@pytest.mark.slow
def test_queries_wait_until_there_is_memory_for_them():
    ear = Ear()
    with Server(2, ear.hear, memory=ROOM) as server:

        def tell(query):
            server.receive(line_of(query))

        tell({**LARGE, "id": "first"})
        ear.wait_for("first", final=False)
        tell({**LARGE, "id": "second"})
        # A query that needs little memory still waits for the one that came before it.
        tell(KUHN)
        time.sleep(0.3)
        assert {answer["id"] for answer in ear.answers} == {"first"}
        tell({"id": "stop", "action": "terminate", "terminate_id": "first"})
        ear.wait_for("second", final=False)
        ear.wait_for("kuhn", final=True)
        tell({"id": "end", "action": "terminate_all"})
        server.finish()
    assert server._free == ROOM


def test_a_waiting_query_that_is_terminated_lets_the_next_one_begin():
    ear = Ear()
    with Server(2, ear.hear, memory=ROOM) as server:
        for query in (
            {**LARGE, "id": "first"},
            {**LARGE, "id": "second"},
            KUHN,
            {"id": "stop", "action": "terminate", "terminate_id": "second"},
        ):
            server.receive(line_of(query))
        ear.wait_for("kuhn", final=True)


def test_a_query_that_needs_more_than_all_is_refused():
    (told,) = ask({**ROYALS, "limits": {"iterations": 10**9, "nodes": 10**6}}, memory=ROOM)
    field, message = told["error"]["field"], told["error"]["message"]
    assert field == "limits.nodes"
    assert "nodes=1000000 would take 1.33 GB of memory, there are 200 MB" in message
    most = int(message.rpartition("nodes=")[2].split()[0])
    limits = {"iterations": 10, "nodes": most}
    assert "analysis" in ask({**ROYALS, "limits": limits}, memory=ROOM)[0]


@pytest.mark.slow
def test_queries_by_the_clock_take_their_share_and_do_not_wait():
    queries = [{**ROYALS, "id": f"{i}", "limits": {"seconds": 0.2}} for i in range(4)]
    begin = time.monotonic()
    answers = ask(*queries, threads=4, memory=ROOM)
    assert all("analysis" in answer for answer in answers)
    assert time.monotonic() - begin < PATIENCE
    for i in range(4):
        query, memory = within_memory(parse(line_of(queries[i])), ROOM, threads=4)
        assert 0 < memory <= ROOM / 4
        assert query.limit.nodes > 1000


@pytest.mark.parametrize("memory", ["0", "9", "-1"])
def test_too_little_memory_for_queries_is_refused(run, memory):
    code, out, err = run("analyse", "--memory", memory)
    assert (code, out) == (2, "")
    assert err == f"eminence: --memory {memory}: choose 10 or more\n"
