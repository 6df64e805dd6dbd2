"""The files that a version leaves behind: saved games, positions, policies, stores of runs.

`tests/versions` keeps one folder per version. `pytest tests/versions --update-golden` writes that
of the present version again; the folders of earlier ones never change.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from eminence import engines, experiments, search, solver
from eminence.experiments.games.block import play_block
from eminence.experiments.games.driver import seated
from eminence.experiments.games.job import canonical_json
from eminence.play.table.saved_game import SavedGame

#: decisions before a game is left
MOVES = 40
#: decisions of a fast agent that are compared
LONG = 200
#: options that keep long games short
OPTIONS = {"blood_of_kings": {"turn_cap": 15}}
#: agents whose moves are compared from version to version
AGENTS = ("greedy", "flat:iterations=32", "pimc:iterations=32", "ismcts:iterations=32")


def write_files(folder: Path) -> None:
    """Write one file of each kind, as the running version does."""
    for name in engines.names():
        saved = left_game(name)
        saved.write(_made(folder / "games" / f"{name}.json"))
        state = saved.state()
        view = state.view(max(state.player, 0))
        _made(folder / "positions" / f"{name}.toml").write_text(engines.position_toml(view))
        _made(folder / "views" / f"{name}.json").write_text(view.to_json())
    kuhn = engines.load("kuhn_poker")
    solver.cfr(kuhn, 20).policy.by_view().save(folder / "policy.npz")
    match = experiments.Match(kuhn, "greedy", "random", blocks=4)
    (folder / "match.sqlite").unlink(missing_ok=True)
    match.run(experiments.Place(local=True, out=folder / "match.sqlite"))


def left_game(name: str) -> SavedGame:
    """A game that somebody left: after so many moves, or half-way to its end."""
    game, bot = engines.load(name), search.make("random:seed=1")
    state, chance, moves = game.root(), engines.Chance(1), list[str]()
    state.resolve(chance)
    while not state.over and len(moves) < MOVES:
        action = bot.search(state.view(state.player)).best
        moves.append(state.text(action))
        state.apply(action)
        state.resolve(chance)
    kept = moves[: len(moves) // 2] if state.over else moves
    return SavedGame(game, ("me", *["random"] * (game.seats - 1)), 1, tuple(kept))


def what_is_played() -> dict[str, str]:
    """Per game a hash of what the agents play and how that ends."""
    return {name: _hash_of_play(name) for name in engines.names()}


def _hash_of_play(name: str) -> str:
    game = engines.load(name, **OPTIONS.get(name, {}))
    # Rules and data by their fingerprint: a few games do not meet every rule.
    told = hashlib.sha256(game.fingerprint.encode())
    for agent in (*AGENTS, str(search.usual(game))):
        told.update(canonical_json(_first_moves(game, agent)).encode())
    # Far enough that every part of `evaluate` and `priors` is asked.
    told.update(canonical_json(_first_moves(game, "greedy", LONG)).encode())
    lineup = ["random"] * game.seats
    block = play_block(game, lineup, 1)
    told.update(canonical_json([[each.moves, each.scores] for each in block.games]).encode())
    return told.hexdigest()[:16]


def _first_moves(game: engines.Game, spec: str, moves: int = 6) -> list[int]:
    """What an agent answers when it plays all seats."""
    state, chance = game.root(), engines.Chance(2)
    state.resolve(chance)
    answers = list[int]()
    while not state.over and len(answers) < moves:
        agent = seated(search.make(spec), 2, state.player)
        answers.append(agent.search(state.view(state.player)).best)
        state.apply(answers[-1])
        state.resolve(chance)
    return answers


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def played_text() -> str:
    """The hashes of all games, as the file of a version keeps them."""
    return json.dumps(what_is_played(), indent=1) + "\n"
