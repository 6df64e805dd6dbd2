"""Files of earlier versions are read, or refused by a line that names both versions.

Each version keeps a folder with one file of each kind. A change in what is played raises the
version: `played.json` notices it. `pytest tests/versions --update-golden` writes the folder of
a version that is not out yet; never rewrite one that is.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from version_files import played_text, what_is_played, write_files

from eminence import engines, experiments
from eminence.cython_ext.version import __version__
from eminence.experiments.reports.restored import restore
from eminence.experiments.storage.record import Record
from eminence.play.table.saved_game import read_saved
from eminence.search.policies import read_policy

HERE = Path(__file__).parent
VERSIONS = sorted(folder.name for folder in HERE.iterdir() if (folder / "games").is_dir())
EARLIER = [version for version in VERSIONS if version != __version__]
#: games whose rules or numbers have changed since a version: its saved games cannot go on
CHANGED = {"0.1.0": ("blood_of_kings", "bruges", "royals", "wallenstein")}
#: games whose agents have learned since: they play otherwise by the same rules
LEARNED = {
    "0.2.0": ("royals", "leduc_poker", "bruges", "blood_of_kings"),
    "0.3.0": ("leduc_poker", "bruges", "blood_of_kings"),
    "0.4.0": ("bruges", "blood_of_kings"),
    "0.5.0": ("blood_of_kings",),
}
#: games whose list of fields has changed since; position files in words can still be read
OTHER_FIELDS: dict[str, tuple[str, ...]] = {"0.1.0": ("bruges",)}


#: folders with one file per game
KINDS = ("games", "positions", "views")


def every(kind: str, versions: list[str] = VERSIONS) -> list[pytest.ParameterSet]:
    """All files of a kind, one per game and version."""
    return [
        pytest.param(version, path, id=f"{version}-{path.stem}")
        for version in versions
        for path in sorted((HERE / version / kind).iterdir())
    ]


def must_name_both(error: pytest.ExceptionInfo[engines.EminenceError], version: str) -> None:
    said = str(error.value)
    assert f"eminence {version}, this is {__version__}" in said
    assert "\n" not in said


def test_this_version_keeps_its_files(update_golden) -> None:
    folder = HERE / __version__
    if update_golden:
        folder.mkdir(exist_ok=True)
        write_files(folder)
        (folder / "played.json").write_text(played_text())
    # A new game has files from the next version on.
    kept = [{path.stem for path in (folder / kind).iterdir()} for kind in KINDS]
    assert kept == [kept[0]] * len(KINDS)
    assert kept[0] == set(json.loads((folder / "played.json").read_text()))
    assert kept[0] <= set(engines.names())
    assert {*KINDS, "policy.npz", "match.sqlite"} <= {path.name for path in folder.iterdir()}


@pytest.mark.slow
def test_a_change_in_what_is_played_raises_the_version() -> None:
    record = HERE / __version__ / "played.json"
    before, now = json.loads(record.read_text()), what_is_played()
    changed = [name for name in before if before[name] != now.get(name)]
    assert not changed, (
        f"{', '.join(changed)}: other moves than {__version__} played; raise __version__ in "
        "cython_ext/version.py, then pytest tests/versions --update-golden"
    )


def test_earlier_versions_played_otherwise() -> None:
    """The hashes differ between versions: every game that changed has another one now."""
    now = json.loads((HERE / __version__ / "played.json").read_text())
    for version in EARLIER:
        before = json.loads((HERE / version / "played.json").read_text())
        others = CHANGED.get(version, ()) + LEARNED.get(version, ())
        assert {name for name in before if before[name] != now[name]} >= {*others}


@pytest.mark.parametrize(("version", "path"), every("games"))
def test_saved_games(version: str, path: Path) -> None:
    if path.stem in CHANGED.get(version, ()):
        with pytest.raises(engines.BadPosition, match="other rules or numbers") as error:
            read_saved(path)
        must_name_both(error, version)
        return
    saved = read_saved(path)
    assert saved.state().player >= 0
    assert saved.moves


@pytest.mark.parametrize(("version", "path"), every("positions"))
def test_position_files_in_words_are_read(version: str, path: Path) -> None:
    view = engines.read_position(path)
    assert view.player == view.seat
    assert view.actions()


@pytest.mark.parametrize(("version", "path"), every("views"))
def test_lists_of_fields(version: str, path: Path) -> None:
    if path.stem in OTHER_FIELDS.get(version, ()):
        with pytest.raises(engines.BadPosition) as error:
            engines.read_position(path)
        must_name_both(error, version)
        return
    assert engines.read_position(path).actions()


@pytest.mark.parametrize("version", VERSIONS)
def test_policies_of_games_that_have_not_changed_are_played(version: str) -> None:
    game = engines.load("kuhn_poker")
    read_policy(HERE / version / "policy.npz").refuse_unless_for(game)


@pytest.mark.parametrize("version", EARLIER)
def test_a_policy_for_other_rules_names_both_versions(version: str) -> None:
    policy = read_policy(HERE / version / "policy.npz")
    with pytest.raises(engines.BadOption, match="a policy for kuhn_poker") as error:
        policy.refuse_unless_for(engines.load("leduc_poker"))
    must_name_both(error, version)


def test_a_run_of_this_version_is_read() -> None:
    with Record(HERE / __version__ / "match.sqlite") as record:
        assert restore(record).finished


@pytest.mark.parametrize("version", EARLIER)
def test_runs_of_earlier_versions_are_refused_by_name(version: str, tmp_path) -> None:
    path = tmp_path / "match.sqlite"
    shutil.copy(HERE / version / "match.sqlite", path)
    before = path.read_bytes()
    with pytest.raises(engines.BadData) as error, Record(path) as record:
        restore(record)
    must_name_both(error, version)
    match = experiments.Match(engines.load("kuhn_poker"), "greedy", "random", blocks=4)
    with pytest.raises(engines.BadData) as error:
        match.run(experiments.Place(local=True, out=path))
    must_name_both(error, version)
    assert path.read_bytes() == before
