"""Network files: kept to the last bit, and refused in one line where they do not fit."""

import contextlib
import json
import os
import pickle
from dataclasses import replace

import numpy as np
import pytest
from networks import arrays_for, shown_code

from eminence import engines
from eminence.cython_ext.game import Game
from eminence.cython_ext.version import __version__
from eminence.search.network import parameter as parameter_module
from eminence.search.network.network import Net
from eminence.search.network.network_file import NetworkFile, read_network
from eminence.search.network.parameter import NetworkParameter, chosen_network, keep_received

PARAMETER = NetworkParameter()


@pytest.fixture(scope="module")
def kuhn_games():
    return [engines.load("kuhn_poker", players=players) for players in (2, 3)]


@pytest.fixture(scope="module")
def poker(kuhn_games):
    return kuhn_games[0]


@pytest.fixture
def network(kuhn_games):
    return NetworkFile.of(
        kuhn_games,
        arrays_for(kuhn_games[0]),
        margin_scale=3,
        recipe={"by": ("hand", 1)},
        results={"won": 0.5},
    )


@pytest.fixture
def saved(network, tmp_path):
    path = tmp_path / "net.npz"
    network.write(path)
    return path


def refusal(kind, call, *args):
    """The one line that an error says."""
    with pytest.raises(kind) as caught:
        call(*args)
    line = str(caught.value)
    assert "\n" not in line
    return line


def with_about(network, **changed):
    return replace(network, about={**network.about, **changed}, file="net.npz")


def altered(saved, **changed):
    """The file with other arrays: None leaves one out."""
    with np.load(saved) as archive:
        arrays = {name: archive[name] for name in archive.files} | changed
    path = saved.parent / "altered.npz"
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})
    return path


# --- other settings of searches ---


def test_settings_of_searches_change_what_is_played_and_nothing_else(network):
    first = network.searching(c=0.5, loop="open")
    second = first.searching(c=0.1)
    assert second.search == {"c": 0.1, "loop": "open"}
    assert first.search["c"] == 0.5
    assert len({network.digest, first.digest, second.digest}) == 3
    assert second.about == {**network.about, "search": second.search}
    for name, array in network.arrays.items():
        assert np.array_equal(second.arrays[name], array)


# --- kept ---


def test_a_file_is_read_as_it_was_written(network, saved, poker):
    found = read_network(saved)
    assert found.about == {**network.about, "format": 1}
    assert found.about["recipe"] == {"by": ["hand", 1]}
    assert found.about["eminence"] == __version__
    assert found.arrays.keys() == network.arrays.keys()
    for name, array in network.arrays.items():
        np.testing.assert_array_equal(found.arrays[name], array)
    assert found.digest == network.digest
    seen = poker.root().features(0)
    assert found.net_for(poker).judge(seen) == network.net_for(poker).judge(seen)
    assert found.net_for(poker).margin_scale == 3


def test_the_same_network_gives_the_same_bytes(network, saved, tmp_path):
    again = tmp_path / "again.npz"
    network.write(again)
    assert again.read_bytes() == saved.read_bytes()


def test_the_digest_follows_what_is_played(network, poker):
    other = NetworkFile.of(poker, arrays_for(poker, seed=2))
    assert other.digest != network.digest
    assert with_about(network, results={"won": 1.0}).digest == network.digest
    assert with_about(network, margin_scale=4.0).digest != network.digest


def test_positions_are_spread_over_the_option_sets(network, kuhn_games):
    recorded = network.recorded
    assert recorded.position_options.tolist() == [0] * 10 + [1] * 10
    assert len({row.tobytes() for row in recorded.positions}) > 10
    for row, which in enumerate(recorded.position_options):
        view = kuhn_games[which].view_from_bytes(recorded.positions[row].tobytes())
        assert view.seat == view.player
        np.testing.assert_array_equal(view.features(), recorded.position_features[row])


def test_it_serves_every_set_of_options(network, kuhn_games):
    nets = [network.net_for(game) for game in kuhn_games]
    nets.append(network.net_for(engines.load("kuhn_poker", players=4)))
    assert len(set(map(id, nets))) == 3
    assert network.net_for(engines.load("kuhn_poker", players=2)) is nets[0]


def test_it_can_be_sent_to_another_process(network, poker):
    seen = poker.root().features(0)
    wanted = network.net_for(poker).judge(seen)
    assert pickle.loads(pickle.dumps(network)).net_for(poker).judge(seen) == wanted


# --- refused for a game ---


def test_another_game_is_refused(saved):
    line = refusal(engines.BadOption, read_network(saved).net_for, engines.load("tic_tac_toe"))
    assert line == f"{saved}: a network for kuhn_poker, but the game is tic_tac_toe"


@pytest.mark.parametrize("kind", ["features", "traits"])
def test_other_names_are_refused(network, poker, kind):
    names, one = network.about[kind], kind.removesuffix("s")
    n = len(names)
    for changed, said in (
        ([*names, "old"], f"{one} 'old' is missing; the network knows {n + 1} {kind}"),
        (names[:-1], f"{one} {names[-1]!r} is new; the network knows {n - 1} {kind}"),
        (
            [names[1], names[0], *names[2:]],
            f"{one} {names[0]!r} is in the place of {names[1]!r}; the network knows {n} {kind}",
        ),
    ):
        line = refusal(engines.BadOption, with_about(network, **{kind: changed}).net_for, poker)
        assert line == f"net.npz: {said}, kuhn_poker has {n}"


def test_a_feature_that_changed_is_refused(network, kuhn_games):
    features = network.recorded.position_features.copy()
    features[15, 2] += 0.25
    changed = replace(network, recorded=replace(network.recorded, position_features=features))
    changed.net_for(kuhn_games[0])
    line = refusal(engines.BadOption, changed.net_for, kuhn_games[1])
    name, was = network.about["features"][2], float(features[15, 2])
    said = f"feature {name!r} has changed: {was - 0.25:g} where it was {was:g}"
    assert line == f"network: {said}"


def test_rounding_is_no_change(network, poker):
    features = network.recorded.position_features + np.float32(5e-6)
    replace(network, recorded=replace(network.recorded, position_features=features)).net_for(poker)


def test_a_trait_that_changed_is_refused(network, poker):
    traits = network.recorded.position_traits.copy()
    first = int(traits[0, 0, 0])
    names = network.about["traits"]
    for changed, said in (((first + 1) % len(names), None), (-1, "no trait")):
        traits[0, 0, 0] = changed
        other = replace(network, recorded=replace(network.recorded, position_traits=traits))
        line = refusal(engines.BadOption, other.net_for, poker)
        was = said or f"trait {names[changed]!r}"
        assert line == f"network: an action has changed: trait {names[first]!r} where it was {was}"


def test_other_actions_are_refused(network, poker):
    traits = network.recorded.position_traits[:, :1]
    other = replace(network, recorded=replace(network.recorded, position_traits=traits))
    line = refusal(engines.BadOption, other.net_for, poker)
    assert line.startswith("network: ")
    assert line.endswith(" actions, but there were fewer")


def test_positions_that_cannot_occur_are_left_out(network, poker):
    blank = np.full_like(network.recorded.positions, 77)
    features = network.recorded.position_features + 1
    other = replace(network.recorded, positions=blank, position_features=features)
    replace(network, recorded=other).net_for(poker)


def test_a_refusal_names_both_versions(network):
    old = with_about(network, eminence="0.1.5")
    line = refusal(engines.BadOption, old.net_for, engines.load("tic_tac_toe"))
    assert line.endswith(f"tic_tac_toe (written by eminence 0.1.5, this is {__version__})")


# --- refused as a file ---


def test_what_is_no_network_file_is_refused(saved, tmp_path):
    missing = tmp_path / "missing.npz"
    assert refusal(engines.BadOption, read_network, missing) == (
        f"{missing}: No such file or directory"
    )
    broken = tmp_path / "broken.npz"
    said = f"{broken}: no network file; docs/networks.md says what it holds"
    for content in (b"", b"hello", saved.read_bytes()[:-100]):
        broken.write_bytes(content)
        assert refusal(engines.BadData, read_network, broken) == said
    np.savez(broken, about=np.array('{"format": 1}'), views=np.zeros(3))
    assert refusal(engines.BadData, read_network, broken) == said


@pytest.mark.slow
def test_damaged_bytes_are_refused_or_read_in_full(saved, poker):
    content, seen = saved.read_bytes(), poker.root().features(0)
    wanted = read_network(saved).net_for(poker).judge(seen)
    for at in range(0, len(content), max(1, len(content) // 100)):
        damaged = bytearray(content)
        damaged[at] ^= 0x55
        saved.write_bytes(damaged)
        # Some bytes of an archive are never read.
        with contextlib.suppress(engines.BadData):
            assert read_network(saved).net_for(poker).judge(seen) == wanted


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("weights0", lambda a: a[:-1], "weights0: expected the shape (33, 12), got (32, 12)"),
        ("weights1", lambda a: a.T, "weights1: expected the shape (12, 5), got (5, 12)"),
        ("weights1", lambda a: None, "heads: expected the shape (12, 2), got (5, 2)"),
        ("bias1", lambda a: None, "weights1: expected the shape (12, 0), got (12, 5)"),
        ("bias0", lambda a: a.astype(float), "bias0: expected float32 numbers, got float64"),
        ("heads", lambda a: a[:, :1], "heads: expected the shape (5, 2), got (5, 1)"),
        ("head_bias", lambda a: None, "head_bias: missing"),
        ("head_bias", lambda a: a * np.nan, "head_bias: not all numbers are finite"),
        ("traits", lambda a: a + np.inf, "traits: not all numbers are finite"),
        ("trait_bias", lambda a: a[:0], "trait_bias: expected the shape (2,), got (0,)"),
        ("extra", lambda a: np.zeros(2), "extra: no array of a network"),
        ("positions", lambda a: a[0], "positions: expected uint8 numbers, dimensions: 2"),
        ("position_options", lambda a: a[1:], "position_options: expected 20 rows, got 19"),
        ("position_options", lambda a: a + 1, "position_options: no such options"),
        (
            "position_features",
            lambda a: a[:, 1:],
            "position_features: expected 33 features in each row",
        ),
    ],
)
def test_wrong_arrays_are_refused(saved, name, change, said):
    with np.load(saved) as archive:
        before = archive[name] if name in archive.files else None
    path = altered(saved, **{name: change(before)})
    assert refusal(engines.BadData, read_network, path) == f"{path}: {said}"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"format": 2}, "a network file of another format than 1"),
        ({"game": 3}, "about: game is missing or no str"),
        ({"features": None}, "about: features is missing or no list"),
        ({"features": ["a", "a"]}, "about: features have a name twice"),
        ({"traits": [1]}, "about: traits are not all text"),
        ({"options": [3]}, "about: options are not all tables"),
        ({"fingerprints": []}, "about: not a fingerprint for each of its options"),
        ({"margin_scale": 0.0}, "about: margin_scale is no number above 0"),
        ({"margin_scale": float("nan")}, "about: margin_scale is no number above 0"),
    ],
)
def test_wrong_entries_are_refused(network, saved, changed, said):
    about = json.dumps({**network.about, "format": 1, **changed})
    path = altered(saved, about=np.array(about))
    assert refusal(engines.BadData, read_network, path) == f"{path}: {said}"


def test_networks_that_are_too_deep_are_refused(poker):
    arrays = arrays_for(poker, widths=(3,) * 5)
    line = refusal(engines.BadData, NetworkFile.of, poker, arrays)
    assert line == "network: weights4: at most 4 hidden layers"


def test_networks_are_made_for_one_game_with_features(poker):
    said = "games: choose one game, loaded once for each set of its options"
    arrays = arrays_for(poker)
    assert refusal(engines.BadOption, NetworkFile.of, [], arrays) == said
    both = [poker, engines.load("tic_tac_toe")]
    assert refusal(engines.BadOption, NetworkFile.of, both, arrays) == said
    other = engines.load("goofspiel")
    if not other.words.features:
        line = refusal(engines.BadOption, NetworkFile.of, other, arrays)
        assert line == "goofspiel has no features"


# --- the parameter ---


def test_the_parameter_gives_back_its_text(saved):
    assert PARAMETER.default is None
    assert PARAMETER.checked("network", None) is None
    pinned = f"{saved}@{read_network(saved).digest}"
    for text in ("none", str(saved), pinned):
        value = PARAMETER.checked("network", PARAMETER.read("network", text))
        assert PARAMETER.write(value) == text
        assert PARAMETER.checked("network", value) is value
    assert PARAMETER.checked("network", saved).file == str(saved)


def test_a_pinned_file_must_keep_its_content(saved):
    digest = read_network(saved).digest
    line = refusal(engines.BadData, PARAMETER.checked, "network", f"{saved}@{'0' * 16}")
    assert line == f"{saved}: holds {digest}, but {'0' * 16} was asked for"


def test_a_pinned_file_is_read_once(saved):
    pinned = f"{saved}@{read_network(saved).digest}"
    first = PARAMETER.checked("network", pinned)
    saved.unlink()
    assert PARAMETER.checked("network", pinned) is first


def test_a_network_that_was_sent_needs_no_file(network, monkeypatch):
    monkeypatch.setattr(parameter_module, "_received", {})
    refusal(engines.BadOption, PARAMETER.checked, "network", f"nowhere.npz@{network.digest}")
    keep_received(pickle.loads(pickle.dumps(network)))
    for name in ("nowhere.npz", "elsewhere.npz"):
        found = PARAMETER.checked("network", f"{name}@{network.digest}")
        assert PARAMETER.write(found) == f"{name}@{network.digest}"
        assert found.arrays["weights0"].tobytes() == network.arrays["weights0"].tobytes()
    line = refusal(engines.BadOption, PARAMETER.checked, "network", f"nowhere.npz@{'0' * 16}")
    assert line == "nowhere.npz: No such file or directory"


@pytest.mark.parametrize("value", ["", "a,b.npz", 3, True])
def test_other_values_are_refused(value):
    line = refusal(engines.BadOption, PARAMETER.checked, "network", value)
    assert line == f"network={value}: choose none or a file whose name has no comma"


def with_network(game, path, fingerprint=None):
    """The same game with a network of its own."""
    words, table = game.words, game.table
    fingerprint = fingerprint or game.fingerprint
    return Game(table, game.name, game.options, words, {}, None, fingerprint, {}, network=str(path))


def test_an_agent_takes_the_network_it_is_told(network, saved, poker):
    seen = poker.root().features(0)
    own = with_network(poker, saved)
    assert poker.network is None or os.path.exists(poker.network)
    assert chosen_network("none", own) is None
    assert chosen_network(network, poker) is network
    assert isinstance(chosen_network(None, own), NetworkFile)
    assert chosen_network(None, own) is chosen_network(None, own)
    judged = chosen_network(None, own).net_for(own).judge(seen)
    assert judged == network.net_for(poker).judge(seen)


def test_a_games_own_network_must_fit_unless_its_data_are_others(network, poker, tmp_path):
    path = tmp_path / "own.npz"
    recorded = replace(
        network.recorded, position_features=network.recorded.position_features + np.float32(1)
    )
    replace(network, recorded=recorded).write(path)
    line = refusal(engines.BadOption, chosen_network, None, with_network(poker, path))
    assert line.startswith(f"{path}: feature ")
    with_other_data = with_network(poker, path, "other data")
    assert chosen_network(None, with_other_data) is None
    assert refusal(engines.BadOption, chosen_network, read_network(path), with_other_data)


def test_a_games_own_network_is_read_once(saved, poker, monkeypatch):
    own = with_network(poker, saved)
    chosen_network(None, own)
    monkeypatch.setattr(parameter_module, "read_network", None)
    chosen_network(None, own)


# --- the page and what is shipped ---


def test_the_page_does_what_it_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in shown_code():
        exec(block, names)
    assert names["win_logit"] == names["margin"] == 0
    assert (tmp_path / "mine.npz").exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
def test_a_games_own_network_is_small_and_fits(name):
    game = engines.load(name)
    if game.network is None:
        return
    assert os.path.getsize(game.network) <= 400_000
    found = read_network(game.network)
    for options in found.about["options"]:
        assert isinstance(found.net_for(engines.load(name, **options)), Net)


def test_bruges_does_without_its_network_where_it_plays_worse():
    with_network = [engines.load("bruges", players=n).network is not None for n in (2, 3, 4)]
    assert with_network == [True, True, False]
    four = engines.load("bruges", players=4)
    assert chosen_network(None, four) is None
    named = read_network(engines.load("bruges", players=3).network)
    assert chosen_network(named, four) is named
