"""What ends long games of Blood of Kings: `python -m benchmarks.marathon`.

Bots play with many tiles, some games for each number of players. The table says what ended each:
the last tile, the turn agreed on (`--last-turn`), or the cap that only programs need.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from eminence import engines
from eminence.experiments.games.driver import play_game, seated
from eminence.search import make

MOST_TURNS = 200


def ended_by(final: engines.State, last_turn: int) -> str:
    """What ended a finished game."""
    if final.capped:
        return "the cap"
    return f"turn {last_turn}, agreed on" if last_turn else "the last tile"


def play_games(game: engines.Game, spec: str, games: int) -> Counter[str]:
    """Play with these seeds from 0 on, say how each game went, and count the ends."""
    last_turn = int(game.options["last_turn"])
    ends = Counter[str]()
    for seed in range(games):
        agents = [seated(make(spec), seed, seat) for seat in range(game.seats)]
        played = play_game(game, agents, seed)
        final = played.final.data
        end = ended_by(played.final, last_turn)
        ends[end] += 1
        left = int(final["display"]).bit_count() + int(final["bag"]).bit_count()
        glory = sum(seat.score for seat in played.returns)
        turn = int(final["turn"]) + (not played.final.capped)
        print(
            f"{game.seats} players, seed {seed}: ended by {end} in turn {turn}, "
            f"{glory:.0f} glory in all, {left} tiles left",
            flush=True,
        )
    return ends


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.marathon", description=__doc__)
    parser.add_argument("--agent", default="greedy")
    parser.add_argument("--achievements", type=int, default=30)
    parser.add_argument("--last-turn", type=int, default=0, help="agreed on; 0: none")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--games", type=int, default=4, help="for each number of players")
    given = parser.parse_args(argv)
    ends = Counter[str]()
    for players in given.players:
        game = engines.load(
            "blood_of_kings",
            players=players,
            achievements=given.achievements,
            last_turn=given.last_turn,
            turn_cap=MOST_TURNS,
        )
        ends += play_games(game, given.agent, given.games)
    for end, n in ends.most_common():
        print(f"{n} of {ends.total()} games ended by {end}")


if __name__ == "__main__":
    main(sys.argv[1:])
