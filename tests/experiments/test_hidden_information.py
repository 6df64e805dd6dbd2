"""The price of hidden information: who sees what, in which seat, with which settings."""

from __future__ import annotations

import pytest
from benchmark_modules import benchmark

from eminence import engines, search
from eminence.cython_ext.errors import BadOption
from eminence.experiments.games.driver import replay

CheatUCT = benchmark("cheat").CheatUCT
hidden_information = benchmark("hidden_information")


@pytest.fixture(scope="module")
def phantom() -> engines.Game:
    return engines.load("phantom_ttt")


def test_the_cheat_sits_in_each_seat_once(phantom):
    block = hidden_information.cheated_block(
        phantom, CheatUCT(iterations=60), search.Random(), seed=3
    )
    assert [game.wins[0] for game in block.games] == [1.0, 1.0]
    for seat, game in enumerate(block.games):
        ends = replay(phantom, game.moves).returns()
        assert game.wins == (ends[seat].win, ends[1 - seat].win)
        assert game.decisions == len(game.moves)


def test_who_sees_everything_beats_the_default_bot(capsys):
    flags = ["phantom_ttt", "--blocks", "8", "--iterations", "100"]
    hidden_information.main(flags)
    printed = capsys.readouterr().out
    cells = [cell.strip() for cell in printed.splitlines()[2].strip("|").split("|")]
    assert cells[:5] == [
        "phantom_ttt 2", "2", "sees all cards, 100 iterations", "ismcts:iterations=100", "16"
    ]  # fmt: skip
    low, _ = cells[6].split(" to ")
    assert float(low) > 50
    hidden_information.main(flags)
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize("root", ["selector", "halving"])
def test_where_nothing_is_hidden_the_cheat_is_an_honest_search(noughts, monkeypatch, root):
    """However the game has the root share out its iterations."""
    for moves in ([], ["x(1,1)"], ["x(0,0)", "o(1,1)", "x(2,2)"]):
        state = noughts(*moves)
        monkeypatch.setitem(state.game.search, "root", root)
        for seed in range(5):
            honest = search.ISMCTS(iterations=40, seed=seed).search(state.view(state.player))
            assert CheatUCT(iterations=40, seed=seed).best(state) == honest.best


@pytest.mark.parametrize("network", [None, "none"])
def test_the_cheat_has_the_settings_of_the_honest_bot(network):
    view = dealt("royals").view(0)
    theirs = search.ISMCTS(network=network).settings(view)
    ours = CheatUCT(network=network).settings(view)
    differing = {key for key in theirs if ours[key] != theirs[key]}
    # The game decides all but who knows what; only without the network its selector is open.
    assert differing <= {"mode", "loop", "selector", "network"}
    assert ours["selector"] == ("ucb" if network == "none" else theirs["selector"])


def dealt(name: str) -> engines.State:
    state = engines.load(name, players=2).root()
    state.resolve(engines.Chance(1))
    return state


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["phantom"], "unknown game 'phantom': choose "),
        (["royals", "--players", "6"], "unknown option players=6: choose 2, 3, 4 or 5"),
        (["royals", "--blocks", "0"], "--blocks: expected a whole number from 1 up, got 0"),
        (["royals", "--iterations", "0"], "--iterations: expected a whole number from 1 up"),
    ],
)
def test_bad_input_is_one_line(flags, said):
    with pytest.raises(BadOption) as error:
        hidden_information.main(flags)
    assert str(error.value).startswith(said)
