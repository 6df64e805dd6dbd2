"""What hidden information costs: `python -m benchmarks.hidden_information royals`.

One seat sees all cards (`benchmarks/cheat.py`), each seat once per block; the game's default bot
sits in all others. Both sides have the same iterations, the game's settings, and its network where
it has one. If nothing were hidden, the seat would win its fair share: what it wins beyond that is
the price of not seeing. Where the default bot searches in another way (`plan` in Wallenstein), that
difference is part of the figure. The interval is a 95 % bootstrap over blocks. All follows from
seeds: the same command gives the same table on every machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

from benchmarks.cheat import CheatUCT
from benchmarks.network_strength import WITHOUT, Side
from benchmarks.strength import Pairing, begin, note, show
from eminence import engines
from eminence.cython_ext.whole_numbers import whole
from eminence.experiments.games.block import Block, Rotation, ended
from eminence.experiments.games.driver import seated
from eminence.experiments.games.seeds import seed_of
from eminence.experiments.statistics.lineup_blocks import LineupBlocks
from eminence.experiments.statistics.summary import Summary, summarise
from eminence.search import Agent, make, usual
from eminence.search.network.parameter import NONE


def cheated_game(
    game: engines.Game, cheat: CheatUCT, others: Agent, seat: int, seed: int
) -> Rotation:
    """One game with the cheat in this seat; `play_game` lets nobody see the state."""
    mine = replace(cheat, seed=seed_of(f"{cheat.seed} {seed} {seat}"))
    bots = [seated(others, seed, i) for i in range(game.seats)]
    state, chance = game.root(), engines.Chance(seed)
    moves: list[int] = []
    decisions = 0
    while not state.over:
        player = state.player
        if player == engines.CHANCE:
            move = state.roll(chance)
        elif player == seat:
            move = mine.best(state)
        else:
            move = bots[player].search(state.view(player)).best
        decisions += player != engines.CHANCE
        moves.append(move)
        state.apply(move)
    return ended(state.returns(), seat, decisions, moves)


def cheated_block(game: engines.Game, cheat: CheatUCT, others: Agent, seed: int) -> Block:
    """One seed, the cheat in each seat once: position 0 of the line-up."""
    games = tuple(cheated_game(game, cheat, others, seat, seed) for seat in range(game.seats))
    return Block(("cheat", *[str(others)] * (game.seats - 1)), seed, games)


def price(line: Pairing, cheat: CheatUCT) -> Summary:
    """How the cheat does at a table."""
    game, others, played = line.load(), make(line.opponents), []
    blocks = line.games // line.players
    for seed in range(blocks):
        played.append(cheated_block(game, cheat, others, seed))
        note(f"{line.name} seed {seed}, {blocks - 1 - seed} blocks to go")
    return summarise(LineupBlocks.of(played))


def line_for(players: int, given: argparse.Namespace) -> Pairing:
    """The line of one table; refuses a number of players that the game does not have."""
    line = Pairing("", players, "", "", given.blocks * players, game=given.game)
    others = Side(usual(line.load()).name, WITHOUT if given.no_network else "")
    return replace(
        line,
        name=line.title,
        candidate=f"sees all cards, {given.iterations} iterations",
        opponents=others.with_iterations(given.iterations),
    )


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hidden_information", description=__doc__.splitlines()[0]
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int, help="default: every number that the game allows")
    parser.add_argument("--blocks", type=int, default=20, help="of a line; default %(default)s")
    parser.add_argument("--iterations", type=int, default=1000, help="default %(default)s")
    parser.add_argument("--no-network", action="store_true", help="both sides play without it")
    given = parser.parse_args(argv)
    whole("--blocks", given.blocks, 1)
    whole("--iterations", given.iterations, 1)
    return given


def main(argv: Sequence[str]) -> None:
    given = arguments(argv)
    cheat = CheatUCT(given.iterations, network=NONE if given.no_network else None)
    every = engines.options(given.game)["players"].choices
    lines = [line_for(n, given) for n in (every if given.players is None else [given.players])]
    show([(line, price(line, cheat)) for line in lines], as_markdown=True)


if __name__ == "__main__":
    begin(main, "benchmarks.hidden_information", "stopped")
