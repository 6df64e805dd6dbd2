"""Does a file say what was really played? Results follow from moves, moves from agents.

All games are played again from their moves: that is cheap, and finds results that do not belong to
the moves. A sample of blocks is played again by its agents: that is expensive, and the only way to
find moves that the agents would not have made.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eminence.cython_ext.chance import Chance
from eminence.cython_ext.errors import BadData
from eminence.cython_ext.game import CHANCE_PLAYER, Game
from eminence.experiments.games.block import Block, Rotation, ended, play_block, reproducible
from eminence.experiments.reports.restored import Games
from eminence.experiments.storage.record import Record

#: the identity of a job, and its block
Kept = tuple[dict[str, Any], Block]


def verify(record: Record, sample: int, data: Sequence[str | Path] = (), seed: int = 0) -> str:
    """One line about what was confirmed; the first wrong block raises `BadData`."""
    games, known = Games(data), dict[str, Game]()
    blocks: list[Kept] = []
    for identity, block in record.every_block():
        game = known.get(identity["fingerprint"]) or games.load(identity)
        known[game.fingerprint] = game
        refuse_other_results(game, block, record.path)
        blocks.append((identity, block))
    chosen = _sample(blocks, sample, seed)
    for identity, block in chosen:
        _refuse_other_moves(known[identity["fingerprint"]], block, record.path)
    return (
        f"Verified: the results of {len(blocks)} blocks follow from their moves; "
        f"{len(chosen)} of them, played again by their agents, are the same."
    )


def _sample(blocks: Sequence[Kept], count: int, seed: int) -> list[Kept]:
    """Blocks to play again: those of agents that answer the same on every machine."""
    steady = [each for each in blocks if all(map(reproducible, each[1].lineup))]
    return random.Random(seed).sample(steady, min(count, len(steady)))


def refuse_other_results(game: Game, block: Block, path: Path) -> None:
    """Every game must end as its moves do, with the chance events of its seed."""
    if len(block.games) != game.seats:
        raise _altered(path, block, f"{len(block.games)} games for {game.seats} seats")
    for turn, rotation in enumerate(block.games):
        found = _from_moves(game, rotation.moves, block.seed, turn)
        if found != rotation:
            raise _altered(path, block, _difference(rotation, found))


def _from_moves(game: Game, moves: Sequence[int], seed: int, turn: int) -> Rotation | None:
    """The game with these moves; None: they stop before its end, or do not fit the seed."""
    state, chance, decisions = game.root(), Chance(seed), 0
    for move in moves:
        if state.over:
            return None
        if state.player == CHANCE_PLAYER:
            if state.roll(chance) != move:
                return None
        elif move not in state.actions():
            return None
        else:
            decisions += 1
        state.apply(move)
    if not state.over:
        return None
    return ended(state.returns(), turn, decisions, moves)


def _difference(held: Rotation, found: Rotation | None) -> str:
    if found is None:
        return "its moves are no game with this seed"
    for name in ("wins", "ranks", "scores", "decisions"):
        if getattr(held, name) != getattr(found, name):
            return f"{name} {getattr(held, name)}, but its moves give {getattr(found, name)}"
    return "other moves"


def _refuse_other_moves(game: Game, block: Block, path: Path) -> None:
    if play_block(game, block.lineup, block.seed).games != block.games:
        raise _altered(path, block, "its agents play other moves")


def _altered(path: Path, block: Block, what: str) -> BadData:
    return BadData(f"{path}: seed {block.seed} of {' - '.join(block.lineup)}: {what}")
