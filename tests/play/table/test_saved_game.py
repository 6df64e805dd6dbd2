"""Saved games: seed, options and moves bring every state back."""

import json

import pytest

from eminence import engines, search
from eminence.play.table.saved_game import SavedGame, read_saved, saved_from


def played(name="royals", moves=25, seed=3, **options):
    """A game of greedy players, and its states at each decision and after the last move."""
    game = engines.load(name, **options)
    state, chance, texts, states = game.root(), engines.Chance(seed), [], []
    bot = search.Greedy()
    state.resolve(chance)
    while not state.over and len(texts) < moves:
        states.append(state.copy())
        action = bot.search(state.view(state.player)).best
        texts.append(state.text(action))
        state.apply(action)
        state.resolve(chance)
    states.append(state)
    return SavedGame(game, ("greedy",) * game.seats, seed, tuple(texts)), states


@pytest.mark.parametrize("name", engines.names())
def test_every_state_of_every_game_comes_back(tmp_path, name):
    saved, states = played(name)
    saved.write(tmp_path / "game.json")
    read = read_saved(tmp_path / "game.json")
    assert read == saved
    assert [read.state(at) for at in range(1, len(states) + 1)] == states
    assert read.state() == states[-1]


def test_chance_goes_on_as_if_nothing_had_happened():
    saved, _ = played(moves=40)
    half = SavedGame(saved.game, saved.seats, saved.seed, saved.moves[:20])
    state, chance = half.opened()
    for move in saved.moves[20:]:
        state.apply(state.parse(move))
        state.resolve(chance)
    assert state == saved.state()


def test_a_game_with_data_of_its_own_asks_for_its_folder(tmp_path):
    saved, _ = played("kuhn_poker")
    written = {**json.loads(saved.to_json()), "fingerprint": "another"}
    with pytest.raises(engines.BadPosition, match="fingerprint: kuhn_poker was played with"):
        saved_from(written)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": -1}, "seed: expected a whole number from 0 to 2**64 - 1, got -1"),
        ({"seats": ["me"]}, "seats: 1 are named, this game has 2"),
        ({"seats": "me"}, "seats: expected a list of texts"),
        ({"moves": [1]}, "moves: expected a list of texts"),
        ({"game": "chess"}, "game: unknown 'chess'"),
        ({"move": []}, "move: unknown; choose from game, options, eminence"),
    ],
)
def test_what_is_no_saved_game_is_refused_by_name(tmp_path, changes, said):
    saved, _ = played("kuhn_poker")
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**json.loads(saved.to_json()), **changes}), "utf-8")
    with pytest.raises(engines.BadPosition) as caught:
        read_saved(path)
    assert str(caught.value).startswith(f"{path}: {said}")


def test_a_move_that_cannot_be_is_named_with_its_number():
    saved, _ = played("kuhn_poker")
    wrong = SavedGame(saved.game, saved.seats, saved.seed, (saved.moves[0], "fold"))
    with pytest.raises(engines.BadPosition, match="moves: move 2: illegal action 'fold'"):
        wrong.state()
    assert wrong.state(1) == saved.state(1)


@pytest.mark.parametrize("at", [0, -1, 5])
def test_a_move_that_is_not_there_is_refused(at):
    saved, _ = played("kuhn_poker", moves=2)
    with pytest.raises(engines.BadOption, match=f"no move {at}: choose 1 to 3"):
        saved.state(at)


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path):
    saved, _ = played("kuhn_poker")
    with pytest.raises(engines.BadData, match="No such file or directory"):
        saved.write(tmp_path / "nowhere" / "game.json")
    (tmp_path / "folder").mkdir()
    with pytest.raises(engines.BadData, match="Is a directory"):
        saved.write(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
