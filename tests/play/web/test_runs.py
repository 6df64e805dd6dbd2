"""The pages about runs: true to the report, nobody disturbed, nothing else of the disk read."""

import asyncio
import csv
import io
import json
import os
import shutil
import sqlite3
import time

import pytest
from web_server import running

from eminence import engines, experiments
from eminence.cython_ext.text_tables import cells
from eminence.cython_ext.version import __version__
from eminence.engines import PUBLIC
from eminence.experiments.experiment import next_step
from eminence.experiments.games.block import play_block
from eminence.experiments.games.driver import replay
from eminence.experiments.reports.report import Report
from eminence.experiments.storage.record import Record
from eminence.experiments.storage.store import Store
from eminence.play.table.saved_game import saved_from
from eminence.play.web.limits import Limits
from eminence.play.web.runs.facts import csv_of
from eminence.play.web.runs.folder import Folder, readable, stamp_of
from eminence.play.web.runs.games import by_seat, short
from eminence.play.web.runs.jobs import Brief
from eminence.play.web.runs.keeper import Keeper
from eminence.play.web.snapshot import panels_of

RUN = "/api/runs/match.sqlite"


@pytest.fixture(scope="module")
def kuhn():
    return engines.load("kuhn_poker")


@pytest.fixture(scope="module")
def folder(tmp_path_factory, kuhn):
    """A finished match, half of another one, and files that are no runs."""
    found = tmp_path_factory.mktemp("place") / "runs"
    found.mkdir()
    place = experiments.Place(local=True, out=found / "match.sqlite", command="eminence <match>")
    experiments.Match(kuhn, "random", "greedy", blocks=3).run(place)
    half(found / "match.sqlite", found / "half.sqlite")
    old(found / "match.sqlite", found / "old.sqlite")
    (found / "broken.sqlite").write_bytes(b"nonsense" * 100)
    with sqlite3.connect(found / "foreign.sqlite") as db:
        db.execute("CREATE TABLE other (a)")
    db.close()
    (found / "notes.txt").write_text("no run")
    (found / "folder.sqlite").mkdir()
    shutil.copy(found / "match.sqlite", found.parent / "secret.sqlite")
    return found


def half(whole, path):
    """The same run before its last block."""
    shutil.copy(whole, path)
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM blocks WHERE id IN (SELECT id FROM blocks LIMIT 1)")
    db.close()


def old(whole, path):
    """A run of a version that is not there any more."""
    with Record(whole) as record:
        identity = {**record.identity, "version": "0.0.1"}
    Store(path, identity).close()


@pytest.fixture(scope="module")
def server(tmp_path_factory, folder):
    wide = Limits(requests=100_000)
    with running(tmp_path_factory.mktemp("web") / "tables.sqlite", wide, runs=folder) as found:
        yield found


def get(server, address):
    answer = server.http.get(address)
    assert answer.status_code == 200, answer.text
    return answer.json()


def listing(server):
    """All rows by name, when all have been read."""
    while True:
        rows = get(server, "/api/runs")["runs"]
        if not any(row.get("reading") for row in rows):
            return {row["name"]: row for row in rows}
        time.sleep(0.05)


def blocks(server, name="match.sqlite", query=""):
    return get(server, f"/api/runs/{name}/games{query}")["blocks"]


# --- the folder ---


def test_only_files_of_the_folder_have_names(tmp_path):
    (tmp_path / "b.sqlite").write_text("x")
    (tmp_path / "a.sqlite").write_text("x")
    (tmp_path / "c.txt").write_text("x")
    (tmp_path / "d.sqlite").mkdir()
    os.mkfifo(tmp_path / "e.sqlite")
    files = Folder(tmp_path).files()
    assert files == {"a.sqlite": tmp_path / "a.sqlite", "b.sqlite": tmp_path / "b.sqlite"}


def test_a_name_that_is_no_text_can_be_sent_and_found(tmp_path):
    name = os.fsdecode(b"odd\xff.sqlite")
    (tmp_path / name).write_text("x")
    ((shown, path),) = Folder(tmp_path).files().items()
    assert shown == readable(name) == "odd\\xff.sqlite"
    assert shown.encode()
    assert path.read_text() == "x"


def test_a_folder_that_is_not_there_is_refused_in_one_line(tmp_path):
    with pytest.raises(engines.BadOption, match=r"--runs .*nowhere: no such folder"):
        Folder(tmp_path / "nowhere")


@pytest.mark.parametrize("place", ["nowhere", "tables.sqlite"])
def test_the_command_refuses_what_is_no_folder(run, tmp_path, place):
    (tmp_path / "tables.sqlite").touch()
    file = ["--port", "0", "--file", str(tmp_path / "other.sqlite")]
    code, out, err = run("serve", *file, "--runs", str(tmp_path / place))
    assert (code, out) == (2, "")
    assert err == f"eminence: --runs {tmp_path / place}: no such folder\n"


def test_the_stamp_changes_with_the_file_and_with_its_log(tmp_path):
    path = tmp_path / "a.sqlite"
    assert stamp_of(path) is None
    path.write_text("x")
    first = stamp_of(path)
    assert first == stamp_of(path)
    assert not first.has_log
    (tmp_path / "a.sqlite-wal").write_text("y")
    assert stamp_of(path) != first
    assert stamp_of(path).has_log


# --- the list ---


@pytest.mark.slow
def test_every_file_is_listed_and_says_how_far_it_has_got(server):
    rows = listing(server)
    assert set(rows) == {f"{name}.sqlite" for name in ("match", "half", "old", "broken", "foreign")}
    match, unfinished = rows["match.sqlite"], rows["half.sqlite"]
    assert (match["title"], match["kind"]) == ("match: kuhn_poker", "match")
    assert (match["games"], match["most"], match["finished"]) == (6, 6, True)
    assert (unfinished["games"], unfinished["most"], unfinished["finished"]) == (4, 6, False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("broken.sqlite", "no SQLite database: choose another file"),
        ("foreign.sqlite", "no file of experiments: choose another file"),
        ("old.sqlite", "played by eminence 0.0.1, this is"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_in_one_line(server, folder, name, reason):
    row, whole = listing(server)[name], get(server, f"/api/runs/{name}")
    for problem in (row["problem"], whole["problem"]):
        assert problem.startswith(reason)
        assert "\n" not in problem
        assert str(folder) not in problem


# --- one run ---


@pytest.mark.slow
def test_a_run_has_the_tables_of_its_report(server, folder):
    report = Report.of(folder / "match.sqlite")
    run = get(server, RUN)
    tables = report.replayed.findings.tables()
    assert [table["name"] for table in run["tables"]] == [*tables]
    for shown, columns in zip(run["tables"], tables.values(), strict=True):
        (heads, *rows), right = cells(columns)
        assert (shown["heads"], shown["rows"], shown["right"]) == (heads, rows, right)
    assert "0." in run["tables"][0]["rows"][0][5]
    assert " to " in run["tables"][0]["rows"][0][5]
    assert run["status"] == report.status()
    assert run["command"] == "eminence <match>"


@pytest.mark.slow
def test_a_run_has_the_pictures_of_its_report(server, folder):
    report = Report.of(folder / "match.sqlite")
    run = get(server, RUN)
    assert [each["title"] for each in run["pictures"]] == [each.title for each in report.pictures]
    for picture in report.pictures:
        answer = server.http.get(f"{RUN}/pictures/{picture.name}")
        assert answer.headers["content-type"] == "image/png"
        assert answer.content == picture.png


@pytest.mark.slow
def test_a_table_is_exported_with_all_its_figures(server, folder):
    findings = Report.of(folder / "match.sqlite").replayed.findings
    answer = server.http.get(f"{RUN}/tables/0")
    assert answer.headers["content-type"].startswith("text/csv")
    assert 'filename="match-match.csv"' in answer.headers["content-disposition"]
    heads, *rows = csv.reader(io.StringIO(answer.text))
    assert heads == [*findings.columns()]
    in_rows = zip(*findings.columns().values(), strict=True)
    assert rows == [[str(value) for value in row] for row in in_rows]


def test_a_spreadsheet_does_not_calculate_with_names():
    assert csv_of({"agent": ["=1+1", "random"], "win": [-0.5, 1]}).splitlines() == [
        "agent,win", "'=1+1,-0.5", "random,1",
    ]  # fmt: skip


@pytest.mark.slow
def test_a_run_that_is_being_played_is_read_and_not_disturbed(tmp_path, kuhn):
    match = experiments.Match(kuhn, "random", "greedy", blocks=3)
    jobs = next_step(match.plan(), None)
    path = tmp_path / "live.sqlite"
    now = 0.0

    async def watch(store):
        nonlocal now
        keeper = Keeper(Folder(tmp_path), clock=lambda: now)
        seen = []
        for job in jobs:
            store.add(job, play_block(kuhn, job.lineup, job.seed))
            before = path.read_bytes(), sorted(each.name for each in tmp_path.iterdir())
            now += 1000
            run = await keeper.whole("live.sqlite")
            seen.append((run["games"], run["finished"], run["log"]))
            assert before == (path.read_bytes(), sorted(each.name for each in tmp_path.iterdir()))
        await keeper.close()
        return seen

    with Store(path, {"version": __version__, **match.identity()}) as store:
        seen = asyncio.run(watch(store))
        assert len(store.blocks(jobs)) == 3
    assert seen == [(2, False, True), (4, False, True), (6, True, True)]


class Counting:
    """A crew that answers at once, and counts."""

    def __init__(self):
        self.jobs = []

    async def run(self, job):
        self.jobs.append(job)
        return {"title": str(len(self.jobs))}

    def close(self):
        pass


def test_a_file_is_read_again_only_when_it_has_changed_and_not_at_once(tmp_path):
    path, now = tmp_path / "a.sqlite", 0.0
    path.write_text("x")

    async def ask():
        nonlocal now
        keeper = Keeper(Folder(tmp_path), clock=lambda: now)
        keeper.crew = crew = Counting()
        titles = [(await keeper.whole("a.sqlite"))["title"]]
        now = 100.0
        titles.append((await keeper.whole("a.sqlite"))["title"])
        path.write_text("xy")
        titles.append((await keeper.whole("a.sqlite"))["title"])
        path.write_text("xyz")
        now = 101.0
        titles.append((await keeper.whole("a.sqlite"))["title"])
        now = 110.0
        titles.append((await keeper.whole("a.sqlite"))["title"])
        assert [row.get("reading") for row in await keeper.listing()] == [True]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert (await keeper.listing())[0]["title"] == "4"
        assert isinstance(crew.jobs[-1], Brief)
        await keeper.close()
        return titles

    assert asyncio.run(ask()) == ["1", "1", "2", "2", "3"]


# --- games ---


@pytest.mark.slow
def test_any_game_can_be_stepped_through_as_any_seat_saw_it(server, folder, kuhn):
    with Record(folder / "match.sqlite") as record:
        by_seed = {str(block.seed): block for _, block in record.every_block()}
    for listed in blocks(server)[:2]:
        block = by_seed[listed["seed"]]
        for game in listed["games"]:
            moves = block.games[game["rotation"]].moves
            for viewer in (PUBLIC, 0, 1):
                check_game(server, kuhn, listed, game, moves, viewer)


def check_game(server, kuhn, listed, game, moves, viewer):
    address = f"{RUN}/games/{listed['id']}/{game['rotation']}"
    seat = "" if viewer == PUBLIC else f"?seat={viewer}"
    told = get(server, address)
    assert [each["who"] for each in told["seats"]] == game["seats"]
    assert [each["win"] for each in told["seats"]] == game["wins"]
    assert told["steps"] == game["steps"] == len(moves)
    assert len(get(server, f"{address}/story{seat}")["steps"]) == len(moves)
    for step in range(len(moves) + 1):
        state = replay(kuhn, moves[:step])
        shown = get(server, f"{address}/steps/{step}{seat}")
        assert shown["panels"] == panels_of(state.view(viewer).picture())
        assert shown["over"] == state.over
        assert (shown["result"] is not None) == state.over


@pytest.mark.slow
def test_a_seat_is_not_told_the_cards_of_the_other(server):
    (listed, *_) = blocks(server)
    told = [
        json.dumps(get(server, f"{RUN}/games/{listed['id']}/0/story?seat={seat}")["steps"])
        for seat in (0, 1)
    ]
    assert [text.count("card ") for text in told] == [1, 1]
    assert "deal, you: card" in told[0]
    assert told[0] != told[1]


@pytest.mark.slow
def test_a_game_is_exported_as_a_saved_game_that_ends_alike(server, folder):
    with Record(folder / "match.sqlite") as record:
        by_seed = {str(block.seed): block for _, block in record.every_block()}
    for listed in blocks(server):
        for game in listed["games"]:
            address = f"{RUN}/games/{listed['id']}/{game['rotation']}/saved"
            saved = saved_from(json.loads(server.http.get(address).text))
            moves = by_seed[listed["seed"]].games[game["rotation"]].moves
            assert saved.state() == replay(saved.game, moves)
            assert list(saved.seats) == game["seats"]


@pytest.mark.slow
def test_games_are_found_by_words(server):
    every = blocks(server)
    assert len(every) == 3
    assert blocks(server, query="?find=kuhn+GREEDY") == every
    assert blocks(server, query=f"?find={every[1]['seed']}") == [every[1]]
    assert blocks(server, query="?find=nobody") == []
    assert blocks(server, query="?from=2") == every[2:]


@pytest.mark.slow
def test_a_long_story_is_told_in_pieces(server):
    (listed, *_) = blocks(server)
    address = f"{RUN}/games/{listed['id']}/0/story?seat=0"
    whole = get(server, address)["steps"]
    assert get(server, f"{address}&from=2")["steps"] == whole[2:]
    assert get(server, f"{address}&from=9999")["steps"] == []


def test_an_agents_file_is_named_without_its_folder():
    spec = "ismcts:iterations=20,network=/home/me/nets/first.npz@3f8b,threads=2"
    assert short(spec) == "ismcts:iterations=20,network=first.npz@3f8b,threads=2"
    assert short("ismcts:weights={a:1}") == "ismcts:weights={a:1}"


def test_who_sat_where_follows_from_the_rotation():
    assert by_seat(("a", "b", "c"), 0) == ("a", "b", "c")
    assert by_seat(("a", "b", "c"), 1) == ("c", "a", "b")
    assert by_seat(("a", "b", "c"), 2) == ("b", "c", "a")


# --- bad input ---


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["nothing.sqlite", "../secret.sqlite", "..%2Fsecret.sqlite", "%2e%2e%2fsecret.sqlite",
     "%2Fetc%2Fpasswd", "folder.sqlite", "notes.txt", "%2e%2e", "%00", "match.sqlite%00",
     "%ff.sqlite"],
)  # fmt: skip
@pytest.mark.parametrize("rest", ["", "/games", "/tables/0", "/pictures/win-shares"])
def test_no_name_leads_out_of_the_list(server, name, rest):
    answer = server.http.get(f"/api/runs/{name}{rest}")
    assert answer.status_code == 404
    assert "error" in answer.json()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rest", "status", "reason"),
    [
        ("/games?from=-1", 400, "from: expected a whole number"),
        ("/games?from=1e3", 400, "from: expected a whole number"),
        ("/games?from=99999999999999999999", 400, "from: expected a whole number"),
        ("/games/nothing/0", 400, "no such block"),
        ("/games/ID/9", 400, "no rotation 9: choose 0 to 1"),
        ("/games/ID/99999999999999999999999", 400, "no rotation"),
        ("/games/ID/x", 404, "Not Found"),
        ("/games/ID/0/story?seat=2", 400, "no seat 2: choose 0 to 1"),
        ("/games/ID/0/story?from=x", 400, "from: expected a whole number"),
        ("/games/ID/0/steps/0?seat=2", 400, "no seat 2: choose 0 to 1"),
        ("/games/ID/0/steps/0?seat=-1", 400, "seat: expected a whole number"),
        ("/games/ID/0/steps/0?seat=", 400, "seat: expected a whole number"),
        ("/games/ID/0/steps/999", 400, "no step 999: choose 0 to"),
        ("/games/ID/0/steps/99999999999999999999", 400, "no step"),
        ("/games/ID/0/steps/-1", 404, "Not Found"),
        ("/games/ID/7/saved", 400, "no rotation 7"),
        ("/tables/7", 404, "no such table"),
        ("/pictures/nothing", 404, "no such picture"),
    ],
)
def test_what_is_not_there_is_refused_with_a_reason(server, rest, status, reason):
    block = blocks(server)[0]["id"]
    answer = server.http.get(f"{RUN}{rest.replace('ID', block)}")
    assert answer.status_code == status
    assert answer.json()["error"].startswith(reason)


@pytest.mark.slow
def test_games_of_what_cannot_be_read_are_refused(server):
    for name in ("broken.sqlite", "foreign.sqlite"):
        answer = server.http.get(f"/api/runs/{name}/games")
        assert answer.status_code == 400
        assert "choose another file" in answer.json()["error"]


@pytest.mark.slow
def test_nothing_can_be_changed(server):
    for method in ("POST", "PUT", "DELETE"):
        assert server.http.request(method, RUN).status_code == 405


@pytest.mark.slow
def test_without_a_folder_there_are_no_runs(tmp_path):
    with running(tmp_path / "tables.sqlite") as server:
        assert get(server, "/api/games")["runs"] is False
        for address in ("/runs", "/api/runs", RUN):
            assert server.http.get(address).status_code == 404


@pytest.mark.slow
def test_with_a_folder_the_first_page_is_told(server):
    assert get(server, "/api/games")["runs"] is True
    for address in ("/runs", "/runs/run?name=x", "/runs/game"):
        assert server.http.get(address).headers["content-type"].startswith("text/html")
