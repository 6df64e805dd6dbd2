"""Blood of Kings by Deron J. Dorna: six kingdoms, three kinds of succession, and bluffing.

For 3 to 6 players. The components were not published with the rulebook: map, mats, card counts
and some tiles are reconstructed, RULES.md says which, and `data` may name a folder with your
own.
"""

from __future__ import annotations

from pathlib import Path

from eminence.cython_ext.errors import BadOption
from eminence.engines.blood_of_kings import numbers, tables
from eminence.engines.blood_of_kings.explanations import Agreed
from eminence.engines.blood_of_kings.names import ACHIEVEMENTS
from eminence.engines.blood_of_kings.numbers import DATA, NEGOTIATIONS, RANDOM_TILES
from eminence.engines.blood_of_kings.rules import table
from eminence.engines.blood_of_kings.words import BloodOfKingsWords
from eminence.engines.kit.guidance_file import weight_names, weights
from eminence.engines.kit.loading import parts_of
from eminence.engines.kit.options import Joined, Option, Parts, WholeRange

VERSION = 2
MOST_TURNS = 200
OPTIONS = {
    "players": Option(3, numbers.PLAYERS, "how many play"),
    "achievements": Option(
        15,
        numbers.TILE_COUNTS,
        "Achievement tiles; for a marathon agree on a last_turn too",
        also=WholeRange(1, len(ACHIEVEMENTS)),
    ),
    "tiles": Option(
        RANDOM_TILES,
        (RANDOM_TILES,),
        "which ones: drawn at the start, or such as divine_right+elite_guard",
        also=Joined(ACHIEVEMENTS, "tiles"),
    ),
    "negotiation": Option(
        NEGOTIATIONS[0], NEGOTIATIONS, "Alliances and transfers, only transfers, or nothing"
    ),
    "turn_cap": Option(
        60, (60,), "turns after which most glory wins", also=WholeRange(1, MOST_TURNS)
    ),
    "last_turn": Option(
        0,
        (0,),
        "turn after which most glory wins, however many tiles are left; 0: none agreed on",
        also=WholeRange(0, MOST_TURNS),
    ),
}


def load(
    players: int,
    achievements: int,
    tiles: str,
    negotiation: str,
    turn_cap: int,
    last_turn: int,
    data: Path = DATA,
) -> Parts:
    """Build the game; see `engines.load`."""
    chosen = named_tiles(tiles, achievements)
    board = numbers.read(data)
    talks = NEGOTIATIONS.index(negotiation)
    refuse_late_end(turn_cap, last_turn)
    guidance = [*weights(data, weight_names(tables)).values()]
    rules = table(board, players, achievements, chosen, talks, turn_cap, last_turn, guidance)
    known = chosen or tuple(range(len(ACHIEVEMENTS)))
    agreed = Agreed(players, achievements, known, talks, turn_cap, last_turn)
    words = BloodOfKingsWords(board, agreed)
    return parts_of(rules, words, words.form.fields(), tables, data, numbers.FILES)


def refuse_late_end(turn_cap: int, last_turn: int) -> None:
    """After the agreed turn there must be one more, or a tie could not be played out."""
    if last_turn >= turn_cap:
        raise BadOption(
            f"last_turn={last_turn}: turn_cap={turn_cap} ends the game before a tie can be "
            f"played out, choose at most {turn_cap - 1} or a higher turn_cap"
        )


def named_tiles(tiles: str, achievements: int) -> tuple[int, ...]:
    """The tiles that an option names, in the order of their numbers; none if random."""
    if tiles == RANDOM_TILES:
        return ()
    chosen = tuple(sorted(ACHIEVEMENTS.index(tile) for tile in tiles.split("+")))
    if len(chosen) != achievements:
        raise BadOption(
            f"tiles={tiles}: names {len(chosen)}, but the game has "
            f"achievements={achievements}: name as many, or choose {RANDOM_TILES}"
        )
    return chosen
