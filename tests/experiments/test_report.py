"""The page about a run: complete, self-contained, and true to the tables."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from html.parser import HTMLParser

import pytest

from eminence import engines, experiments
from eminence.cython_ext.text_tables import figure, is_end
from eminence.cython_ext.version import __version__
from eminence.experiments.findings import Columns, Findings
from eminence.experiments.reports.pictures import pictures_of
from eminence.experiments.reports.report import Report, write_report
from eminence.experiments.statistics.gsprt import GSPRT
from eminence.experiments.storage.store import Store

EVIL = '<script>alert("x")</script> & $co'


@pytest.fixture(scope="module")
def ttt():
    return engines.load("tic_tac_toe")


@pytest.fixture(scope="module")
def runs(ttt, tmp_path_factory):
    """Files of finished runs and what these found."""
    folder = tmp_path_factory.mktemp("runs")
    agents = {EVIL: "flat:iterations=40", "plain": "random", "mid": "flat:iterations=5"}
    games = [ttt, engines.load("kuhn_poker", players=3)]
    asked = {
        "match": experiments.Match(ttt, "flat:iterations=20", "random", blocks=5),
        "test": experiments.SequentialTest(ttt, "flat:iterations=30", "random", (0.5, 0.7)),
        "tournament": experiments.Tournament(agents, games, blocks=4),
    }
    found = {}
    for kind, experiment in asked.items():
        out = folder / f"{kind}.sqlite"
        place = experiments.Place(local=True, out=out, command=f"eminence {kind} <it>")
        found[kind] = (out, experiment.run(place))
    return found


class Page(HTMLParser):
    """What a page shows and what it would load."""

    def __init__(self, text: str):
        super().__init__()
        self.text: list[str] = []
        self.tables: list[list[list[str]]] = []
        self.loaded: list[str] = []
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        self.loaded += [value for key, value in attributes if key in ("src", "href", "srcset")]
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" in self.open:
            return
        self.text.append(data)
        if self.open and self.open[-1] in ("td", "th"):
            self.tables[-1][-1][-1] += data


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["match", "test", "tournament"])
def test_every_figure_of_every_table_is_there(runs, kind):
    path, found = runs[kind]
    page = Page(Report.of(path).html())
    expected = found.tables()
    assert len(page.tables) == len(expected) + 2
    for (heads, *rows), columns in zip(page.tables, expected.values(), strict=False):
        assert heads == [name for name in columns if not is_end(name, columns)]
        for name, values in columns.items():
            at = heads.index(re.sub("_(low|high)$", "", name) if name not in heads else name)
            for row, value in zip(rows, values, strict=True):
                assert figure(value) in row[at]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["match", "test", "tournament"])
def test_a_page_needs_nothing_but_itself(runs, kind):
    text = Report.of(runs[kind][0]).html()
    page = Page(text)
    assert not {"script", "link", "iframe", "object", "embed"} & page.seen
    assert page.loaded
    assert all(address.startswith("data:image/png;base64,") for address in page.loaded)
    without_pictures = re.sub(r"base64,[\w+/=]+", "", text)
    assert "://" not in without_pictures
    assert "@import" not in text
    assert "url(" not in text


@pytest.mark.slow
def test_names_are_shown_and_never_obeyed(runs):
    page = Page(Report.of(runs["tournament"][0]).html())
    assert "script" not in page.seen
    assert any(EVIL in row for table in page.tables for row in table)
    assert "eminence tournament <it>" in page.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("match", ["win-shares"]),
        ("test", ["win-shares", "convergence-of-the-sequential-test"]),
        (
            "tournament",
            [
                f"{what}-{game}"
                for game in ("tic-tac-toe-players-2", "kuhn-poker-players-3")
                for what in ("ratings", "win-shares")
            ],
        ),
    ],
)
def test_every_kind_has_its_pictures(runs, tmp_path, kind, names):
    path, _ = runs[kind]
    said = write_report(path, tmp_path / "page.html", tmp_path / "new" / "png")
    files = {file.stem: file.read_bytes() for file in (tmp_path / "new" / "png").iterdir()}
    assert sorted(files) == sorted(names)
    page = Page((tmp_path / "page.html").read_text("utf-8"))
    shown = [base64.b64decode(address.partition(",")[2]) for address in page.loaded]
    assert shown == [files[name] for name in names]
    assert all(png.startswith(b"\x89PNG") for png in shown)
    assert "Finished" in said


@pytest.mark.slow
def test_the_same_file_gives_the_same_page(runs):
    for path, _ in runs.values():
        assert Report.of(path).html() == Report.of(path).html()


def test_command_and_versions_are_those_of_the_file(runs):
    path, _ = runs["match"]
    page = Page(Report.of(path).html())
    assert "eminence match <it>" in page.text
    versions = dict(page.tables[-2][1:])
    assert versions["eminence"] == __version__
    assert set(versions) == {"eminence", "python", "numpy", "ray"}
    experiment = dict(page.tables[-1][1:])
    assert experiment["candidate"] == "flat:iterations=20"
    assert experiment["blocks"] == "5"


def partly(path, experiment, count):
    """The file of a run that lacks all but its first blocks."""
    from eminence.experiments.games.block import play_block

    with Store(path, {"version": __version__, **experiment.identity()}) as store:
        for job in next(experiment.plan())[:count]:
            store.add(job, play_block(job.game, job.lineup, job.seed))


def test_an_unfinished_file_says_how_much_is_missing(ttt, tmp_path):
    path = tmp_path / "run.sqlite"
    match = experiments.Match(ttt, "random", "random", blocks=10)
    partly(path, match, 3)
    page = Page(Report.of(path).html())
    assert "Unfinished: 6 of at most 20 games. The same command plays the rest." in page.text
    assert page.tables[0][1][:4] == ["random", "random", "3", "6"]


def test_a_file_without_blocks_has_a_page_too(ttt, tmp_path):
    path = tmp_path / "run.sqlite"
    partly(path, experiments.Match(ttt, "random", "random", blocks=10), 0)
    page = Page(Report.of(path).html())
    assert "Unfinished: 0 of at most 20 games. The same command plays the rest." in page.text
    assert any("no finished block" in text for text in page.text)
    assert not page.loaded


def test_failures_are_listed(ttt, tmp_path, monkeypatch):
    from eminence import search

    class Moody(search.Random):
        name = "moody"

        def choose(self, view, actions):
            if self.seed % 3 == 0:
                raise RuntimeError("<not> today")
            return super().choose(view, actions)

    monkeypatch.setitem(search.AGENTS, "moody", Moody)
    path = tmp_path / "run.sqlite"
    match = experiments.Match(ttt, "moody", "random", blocks=12)
    failed = match.run(experiments.Place(local=True, out=path)).failed
    page = Page(Report.of(path).html())
    assert f"{failed} blocks could not be played:" in page.text
    told = [text for text in page.text if "RuntimeError: <not> today" in text]
    assert len(told) == failed > 0
    assert all("moody failed at seat" in text for text in told)


@pytest.mark.slow
@dataclass(frozen=True)
class Tuned(Findings):
    """What a sweep might find."""

    gate: Gate
    rows: int = 2

    def tables(self) -> dict[str, Columns]:
        effects = {"loss": [0.1, -0.02], "loss_low": [0.05, -0.04], "loss_high": [0.15, 0.0]}
        ablation = {"parameter": ["weights.card", "c"], "value": [1.0, 2.0], **effects}
        cut = {name: values[: self.rows] for name, values in ablation.items()}
        return {"trials": {"trial": [0, 1]}, "ablation": cut}


@dataclass(frozen=True)
class Gate(Findings):
    test: GSPRT

    def tables(self) -> dict[str, Columns]:
        return {}


def test_an_ablation_and_an_inner_test_are_drawn():
    test = GSPRT(0.5, 0.6)
    test.add([0.5, 1.0, 0.0])
    gate = Gate({}, 0, test)
    titles = [picture.title for picture in pictures_of(Tuned({}, 0, gate))]
    assert titles == ["Parameter importance", "Convergence of the sequential test: gate"]
    assert len(list(pictures_of(Tuned({}, 0, gate, rows=0)))) == 1
