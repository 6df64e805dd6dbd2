"""The games of a run: which there are, and one of them step by step."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from eminence.cython_ext.errors import BadData, BadOption
from eminence.cython_ext.game import Game, State, View
from eminence.cython_ext.pictures.scene import seat_letter
from eminence.cython_ext.version import __version__
from eminence.engines import PUBLIC
from eminence.experiments.games.block import Block
from eminence.experiments.games.driver import replay
from eminence.experiments.games.job import Job, id_of
from eminence.experiments.reports.restored import Games
from eminence.experiments.storage.record import Record
from eminence.play.table.saved_game import SavedGame
from eminence.play.table.telling.story import lines
from eminence.play.web.history import Step, heard_of
from eminence.play.web.runs.folder import Stamp
from eminence.play.web.snapshot import panels_of, result_fields

#: blocks that are sent at once
PAGE = 20
#: steps that are told at once: telling takes a worker a millisecond or two for each
STORY = 200
#: runs and games that a worker remembers
MOST_RUNS, MOST_GAMES = 2, 4


@dataclass(frozen=True)
class Listed:
    """A finished block, without its moves."""

    id: str
    identity: dict[str, Any]
    wins: tuple[tuple[float, ...], ...]
    """By rotation and seat."""
    lengths: tuple[int, ...]

    @property
    def text(self) -> str:
        """What is searched for words."""
        options = " ".join(f"{key} {value}" for key, value in self.identity["options"].items())
        lineup = " ".join(self.identity["lineup"])
        return f"{self.identity['game']} {options} {lineup} {self.identity['seed']}".lower()


def short(spec: str) -> str:
    """An agent's specification, with the names of its files, and not where they are."""
    return re.sub(r"=[^,=]*/", "=", spec)


@dataclass(frozen=True)
class Held:
    """A run that has been read."""

    record: Record
    blocks: tuple[Listed, ...]


@dataclass(frozen=True)
class PlayedGame:
    """A game of a run, played again."""

    game: Game
    seats: tuple[str, ...]
    """Who sat there."""
    wins: tuple[float, ...]
    seed: int
    moves: tuple[int, ...]
    """All steps, outcomes of chance among them."""
    states: tuple[State, ...]
    """Before each step, and the last one."""


#: games that were played again lately, the last one last
_PLAYED: OrderedDict[tuple[Path, int, str, int], PlayedGame] = OrderedDict()


@lru_cache(maxsize=MOST_RUNS)
def held(path: Path, stamp: Stamp) -> Held:
    """The run as it is at this moment; the stamp says whether that was read before."""
    record = Record(path)
    listed = [_listed(identity, block) for identity, block in record.every_block()]
    listed.sort(key=lambda each: (each.identity["game"], each.identity["lineup"], each.id))
    return Held(record, tuple(listed))


def _listed(identity: dict[str, Any], block: Block) -> Listed:
    wins = tuple(by_seat(game.wins, turn) for turn, game in enumerate(block.games))
    return Listed(id_of(identity), identity, wins, tuple(len(game.moves) for game in block.games))


def by_seat(by_position: Sequence[Any], rotation: int) -> tuple[Any, ...]:
    """What a block has by positions of the line-up, by the seats of one of its games."""
    seats = len(by_position)
    return tuple(by_position[(seat - rotation) % seats] for seat in range(seats))


def games_fields(run: Held, start: int, wanted: str) -> dict[str, Any]:
    """Some of the blocks that have all these words, from this one on."""
    words = wanted.lower().split()
    found = [each for each in run.blocks if all(word in each.text for word in words)]
    return {
        "total": len(found),
        "page": PAGE,
        "blocks": [_block_fields(each) for each in found[start : start + PAGE]],
    }


def _block_fields(each: Listed) -> dict[str, Any]:
    lineup = [short(who) for who in each.identity["lineup"]]
    return {
        "id": each.id,
        "game": each.identity["game"],
        "options": each.identity["options"],
        # As text: browsers round numbers as long as these.
        "seed": str(each.identity["seed"]),
        "games": [
            {"rotation": turn, "seats": by_seat(lineup, turn), "wins": wins, "steps": steps}
            for turn, (wins, steps) in enumerate(zip(each.wins, each.lengths, strict=True))
        ],
    }


def played(path: Path, stamp: Stamp, block: str, rotation: int) -> PlayedGame:
    """One game of a run. Blocks are final: the file may have grown since."""
    key = (path, stamp.file, block, rotation)
    if key not in _PLAYED:
        _PLAYED[key] = _played(held(path, stamp), block, rotation)
    _PLAYED.move_to_end(key)
    while len(_PLAYED) > MOST_GAMES:
        _PLAYED.popitem(last=False)
    return _PLAYED[key]


def _played(run: Held, block: str, rotation: int) -> PlayedGame:
    listed = next((each for each in run.blocks if each.id == block), None)
    if listed is None:
        raise BadOption("no such block in this run")
    if not 0 <= rotation < len(listed.wins):
        raise BadOption(f"no rotation {rotation}: choose 0 to {len(listed.wins) - 1}")
    identity = listed.identity
    if identity["version"] != __version__:
        raise BadData(f"played by eminence {identity['version']}, this is {__version__}")
    game = Games().load(identity)
    job = Job(game, tuple(identity["lineup"]), identity["seed"])
    (found,) = run.record.blocks([job])
    moves = found.games[rotation].moves
    return PlayedGame(
        game=game,
        seats=by_seat(found.lineup, rotation),
        wins=listed.wins[rotation],
        seed=found.seed,
        moves=moves,
        states=_states(game, moves),
    )


def _states(game: Game, moves: Sequence[int]) -> tuple[State, ...]:
    replay(game, moves)  # refuses moves that these rules do not know, in one line
    states = [game.root()]
    for move in moves:
        after = states[-1].copy()
        after.apply(move)
        states.append(after)
    return tuple(states)


def game_fields(found: PlayedGame) -> dict[str, Any]:
    """Who plays what."""
    return {
        "game": found.game.name,
        "options": found.game.options,
        "seed": str(found.seed),
        "seats": [
            {"seat": seat, "letter": seat_letter(seat), "who": short(who), "win": win}
            for seat, (who, win) in enumerate(zip(found.seats, found.wins, strict=True))
        ],
        "steps": len(found.moves),
    }


def story_fields(found: PlayedGame, viewer: int, start: int) -> dict[str, Any]:
    """What the viewer was told of some steps from this one on: a part and lines for each."""
    _refuse_viewer(found.game, viewer)
    steps = []
    for place in range(start, min(start + STORY, len(found.moves))):
        heard = heard_of(Step(found.states[place], found.moves[place]), viewer)
        steps.append({"part": heard.part, "lines": lines([heard.told])})
    return {"steps": steps}


def step_fields(found: PlayedGame, step: int, viewer: int) -> dict[str, Any]:
    """How things looked to a seat or the onlooker after so many steps."""
    _refuse_viewer(found.game, viewer)
    if not 0 <= step < len(found.states):
        raise BadOption(f"no step {step}: choose 0 to {len(found.states) - 1}")
    view = found.states[step].view(viewer)
    scene = view.picture()
    is_own = view.player == viewer and not view.over
    chosen = found.moves[step] if is_own else None
    return {
        "step": step,
        "title": scene.title,
        "panels": panels_of(scene),
        # What the seat is about to do, where it knows that itself.
        "chosen": [] if chosen is None else list(scene.moves.get(chosen, ())),
        "over": view.over,
        "result": _result(found, view) if view.over else None,
    }


def _result(found: PlayedGame, view: View) -> dict[str, Any]:
    return result_fields(view, found.states[-1].returns(), found.seats)


def _refuse_viewer(game: Game, viewer: int) -> None:
    if viewer != PUBLIC and not 0 <= viewer < game.seats:
        raise BadOption(f"no seat {viewer}: choose 0 to {game.seats - 1}")


def saved_game(found: PlayedGame) -> SavedGame:
    """The game as `eminence replay` takes it: chance follows from the block's seed."""
    texts = tuple(
        state.text(move)
        for state, move in zip(found.states, found.moves, strict=False)
        if state.player >= 0
    )
    return SavedGame(found.game, found.seats, found.seed, texts)
