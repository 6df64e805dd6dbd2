"""Our bots against OpenSpiel's: `python -m benchmarks.against_openspiel leduc_poker --games 60`.

Both sides get the same time for a move. A clock would make the games depend on what else the
machine does, so each side searches a fixed number of simulations, in the ratio of the rates that
are measured on the same positions before the games. An agent of ours without such a limit
is limited by seconds. The table says which.

A referee keeps one of our states and one of OpenSpiel's in step; moves and outcomes have the same
ids in both. It stops with an error when they disagree on who is to move, what is legal, or how the
game ended. Games are played in blocks: one seed, our bot in each seat once, OpenSpiel's bot in
all others, the same chance for all games of the block. The interval is a bootstrap over blocks.

Another run plays other games: it measures other rates, and OpenSpiel's ISMCTSBot answers
differently from time to time even with the same seed.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from benchmarks.strength import begin, note
from eminence import engines, search
from eminence.cython_ext.errors import error_line
from eminence.cython_ext.text_tables import markdown
from eminence.experiments.games.driver import seated
from eminence.experiments.games.seeds import block_seeds, seed_of
from eminence.experiments.statistics.intervals import estimates

try:
    import pyspiel
except ImportError:
    pyspiel = None

#: positions on which the rates are measured, drawn from as many random games
POSITIONS = 24
#: simulations of the first measurement; each further one takes about the time that a move gets
FIRST_SIMULATIONS = 16
MEASUREMENTS = 4
#: with a single simulation OpenSpiel's bots have not looked at any move
LEAST_SIMULATIONS = 2
#: the constant of OpenSpiel's own examples for MCTSBot
MCTS_C = 2.0
MEMORY_MB = 1024
#: OpenSpiel takes seeds of 31 bits
SPIEL_SEEDS = 2**31


class Mismatch(engines.EminenceError):
    """Our game and OpenSpiel's disagree."""


# --- the two games in step ---


@dataclass(frozen=True)
class Pair:
    """The same position on both sides."""

    ours: engines.State
    theirs: Any

    def apply(self, move: int) -> None:
        """A move or an outcome, on both sides."""
        self.ours.apply(move)
        self.theirs.apply_action(move)

    def copy(self) -> Pair:
        return Pair(self.ours.copy(), self.theirs.clone())

    def options(self) -> list[int]:
        """What both sides offer, moves or outcomes, none at the end; `Mismatch` if they differ."""
        ours, theirs = self.ours, self.theirs
        ends = ours.over, theirs.is_terminal()
        chances = ours.player == engines.CHANCE, theirs.is_chance_node()
        seats = ours.player, theirs.current_player()
        self._same("to move", *map(mover, ends, chances, seats))
        if ours.over:
            scores = [end.score for end in ours.returns()]
            self._same("returns", rounded(scores), rounded(theirs.returns()))
            return []
        options = [outcome for outcome, _ in ours.outcomes()] if chances[0] else ours.actions()
        self._same("legal moves", options, theirs.legal_actions())
        return options

    def _same(self, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            played = self.theirs.history()
            name = self.ours.game.name
            raise Mismatch(f"{name}, {what}: ours {ours}, OpenSpiel's {theirs}, after {played}")


def mover(over: bool, chance: bool, seat: int) -> str:
    return "nobody" if over else "chance" if chance else f"seat {seat}"


def rounded(scores: Sequence[float]) -> list[float]:
    """Shares of a pot may differ in the last bit."""
    return [round(score, 9) for score in scores]


@dataclass(frozen=True)
class Board:
    """One game as both sides have it."""

    game: engines.Game
    spiel: Any

    def begin(self) -> Pair:
        return Pair(self.game.root(), self.spiel.new_initial_state())


# --- the players ---


@dataclass(frozen=True)
class Choice:
    """A move, and how many simulations it took; 0: their number is no limit of this player."""

    move: int
    simulations: int = 0


Player = Callable[[Pair], Choice]
#: makes a player for one game from its limit, the seed of the game, and the seat
Maker = Callable[[search.Limit, int, int], Player]


def our_player(agent: search.Agent, limit: search.Limit, seed: int, seat: int) -> Player:
    fresh = seated(agent, seed, seat)
    limited = "iterations" in agent.parameters

    def play(pair: Pair) -> Choice:
        result = fresh.search(pair.ours.view(seat), limit)
        return Choice(result.best, result.iterations if limited else 0)

    return play


def their_player(bot: Bot, spiel: Any, limit: search.Limit, seed: int, seat: int) -> Player:
    # A seed that has nothing to do with that of our agent.
    seed = seed_of(f"openspiel {seed} {seat}") % SPIEL_SEEDS
    return bot.player(spiel, limit.iterations or LEAST_SIMULATIONS, seed, seat)


def mcts_player(spiel: Any, simulations: int, seed: int, seat: int) -> Player:
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    solve, verbose = True, False
    bot = pyspiel.MCTSBot(spiel, evaluator, MCTS_C, simulations, MEMORY_MB, solve, seed, verbose)

    def play(pair: Pair) -> Choice:
        # What `bot.step` does; it ends early where the solver has proved the position.
        top = bot.mcts_search(pair.theirs)
        return Choice(top.best_child().action, top.explore_count)

    return play


def ismcts_player(spiel: Any, simulations: int, seed: int, seat: int) -> Player:
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    # Its default draws a move in proportion to visits, which is weaker in Leduc poker.
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    c = spiel.max_utility()
    bot = pyspiel.ISMCTSBot(seed, evaluator, c, simulations, final_policy_type=final)
    return lambda pair: Choice(bot.step(pair.theirs), simulations)


def python_ismcts_player(spiel: Any, simulations: int, seed: int, seat: int) -> Player:
    # Imported here: it takes long, and most games do without.
    from open_spiel.python.algorithms import ismcts, mcts

    rng = np.random.RandomState(seed)
    evaluator, c = mcts.RandomRolloutEvaluator(1, rng), spiel.max_utility()
    bot = ismcts.ISMCTSBot(spiel, evaluator, c, simulations, random_state=rng)
    bot.set_resampler(partial(with_other_bids, rng))
    return lambda pair: Choice(int(bot.step(pair.theirs)), simulations)


def with_other_bids(rng: np.random.RandomState, state: Any, seat: int) -> Any:
    """The same position with new bids for the seats that have bid in secret before this one."""
    moves, imagined = state.history(), state.get_game().new_initial_state()
    for move in moves[: len(moves) - seat]:
        imagined.apply_action(move)
    for _ in range(seat):
        imagined.apply_action(rng.choice(imagined.legal_actions()))
    return imagined


def uniform_player(spiel: Any, simulations: int, seed: int, seat: int) -> Player:
    bot = pyspiel.make_uniform_random_bot(seat, seed)
    return lambda pair: Choice(bot.step(pair.theirs))


@dataclass(frozen=True)
class Bot:
    """One of OpenSpiel's bots."""

    name: str
    player: Callable[[Any, int, int, int], Player]
    """Makes a player from the game, simulations, seed and seat."""
    settings: str = ""
    """For the table; {payoff} is the game's largest payoff."""

    def text(self, spiel: Any, limit: search.Limit) -> str:
        if limit.iterations is None:
            return self.name
        settings = self.settings.format(payoff=f"{spiel.max_utility():g}")
        return f"{self.name}, {settings}, {limit.iterations:,} simulations"


MCTS = Bot("MCTSBot", mcts_player, f"c={MCTS_C:g}, random rollouts, solver")
ISMCTS = Bot("ISMCTSBot", ismcts_player, "c={payoff}, random rollouts, most visits")
#: The bot in C++ imagines only what the game knows how to imagine; this one can be told how.
PYTHON_ISMCTS = Bot(
    "ISMCTSBot in Python",
    python_ismcts_player,
    "c={payoff}, random rollouts, most visits, secret bids redrawn by us",
)
UNIFORM = Bot("uniform_random", uniform_player)


# --- the games ---


@dataclass(frozen=True)
class Contest:
    """A game that both sides have, and whom we meet there."""

    name: str
    bots: tuple[Bot, ...]
    players: int = 2
    by_return: bool = False
    """Count what a game brings, as in poker, not the win share."""
    spiel: str = ""
    """OpenSpiel's text for the game if that is not simply our name for it."""

    def board(self) -> Board:
        """The game on both sides; an error in one line if a side does not have it."""
        spiel = pyspiel.load_game(self.spiel or self.name)
        return Board(engines.load(self.name, players=self.players), spiel)

    def score(self, end: engines.Return) -> float:
        return end.score if self.by_return else end.win


CONTESTS = (
    Contest("connect_four", (MCTS, UNIFORM)),
    Contest("leduc_poker", (ISMCTS, UNIFORM), by_return=True),
    Contest(
        "kuhn_poker", (ISMCTS, UNIFORM), players=3, by_return=True, spiel="kuhn_poker(players=3)"
    ),
    Contest(
        "goofspiel",
        (PYTHON_ISMCTS, UNIFORM),
        spiel="turn_based_simultaneous_game(game=goofspiel())",
    ),
    Contest("phantom_ttt", (ISMCTS, UNIFORM)),
)


# --- equal time ---


@dataclass
class Clock:
    """CPU time of this thread: what other programs take on a busy machine does not count."""

    seconds: float = 0.0
    moves: int = 0
    simulations: int = 0

    def timed(self, player: Player, pair: Pair) -> Choice:
        begin = time.thread_time()
        choice = player(pair)
        self.seconds += time.thread_time() - begin
        self.moves += 1
        self.simulations += choice.simulations
        return choice

    @property
    def per_move(self) -> float:
        return self.seconds / self.moves


def random_positions(board: Board, seed: int) -> list[Pair]:
    """Decisions with a choice out of random games."""
    rng, found = random.Random(seed), []
    for _ in range(POSITIONS):
        pair = board.begin()
        while options := pair.options():
            if pair.ours.player != engines.CHANCE and len(options) > 1:
                found.append(pair.copy())
            pair.apply(rng.choice(options))
    return rng.sample(found, POSITIONS)


def equal_limits(
    makers: Sequence[Maker], positions: Sequence[Pair], seconds: float
) -> list[search.Limit]:
    """Who counts simulations gets as many as take that long on average; the others get seconds."""
    limits = [search.Limit(iterations=FIRST_SIMULATIONS)] * len(makers)
    for _ in range(MEASUREMENTS):
        limits = [limit_for(clock, seconds) for clock in measured(makers, limits, positions)]
    return limits


def measured(
    makers: Sequence[Maker], limits: Sequence[search.Limit], positions: Sequence[Pair]
) -> list[Clock]:
    """All take turns at each position, so that a slow moment of the machine hits all alike."""
    clocks = [Clock() for _ in makers]
    for number, pair in enumerate(positions):
        for maker, limit, clock in zip(makers, limits, clocks, strict=True):
            clock.timed(maker(limit, number, pair.ours.player), pair)
    return clocks


def limit_for(clock: Clock, seconds: float) -> search.Limit:
    if not clock.simulations:
        return search.Limit(seconds=seconds)
    rate = clock.simulations / clock.seconds
    return search.Limit(iterations=max(LEAST_SIMULATIONS, round(seconds * rate)))


# --- the games of one line ---


def play_game(
    board: Board, players: Sequence[Player], clocks: Sequence[Clock], seed: int
) -> list[engines.Return]:
    """One game, with a player and a clock for each seat. Nobody is asked for a forced move."""
    pair, chance = board.begin(), engines.Chance(seed)
    while options := pair.options():
        seat = pair.ours.player
        if seat == engines.CHANCE:
            pair.apply(pair.ours.roll(chance))
        elif len(options) == 1:
            pair.apply(options[0])
        else:
            pair.apply(clocks[seat].timed(players[seat], pair).move)
    return pair.ours.returns()


@dataclass(frozen=True)
class Side:
    """A maker of players, the limit that they get, and the time they took in all games."""

    maker: Maker
    limit: search.Limit
    clock: Clock = field(default_factory=Clock)


def play_block(board: Board, ours: Side, theirs: Side, seed: int) -> list[engines.Return]:
    """How our bot did in each seat; the chance is that of the seed, whoever sits where."""
    ends = []
    for our_seat in range(board.game.seats):
        sides = [ours if seat == our_seat else theirs for seat in range(board.game.seats)]
        players = [side.maker(side.limit, seed, seat) for seat, side in enumerate(sides)]
        ends.append(play_game(board, players, [side.clock for side in sides], seed)[our_seat])
    return ends


# --- the table ---

HEAD = ["game", "players", "our agent", "OpenSpiel's bot", "games", "result", "95 % interval"]
HEAD += ["our s/move", "its s/move"]
RIGHT = (1, 4, *range(6, len(HEAD)))
FOOT = """
Result: our win share or mean return of a game. Time: mean CPU seconds of a move with a choice.
Iterations and simulations: as many as take {seconds:g} s a move, by rates measured on the same
positions before the games. An agent with seconds instead is stopped by the clock."""


def contest_rows(contest: Contest, given: argparse.Namespace) -> Iterator[list[str]]:
    """One row for each of OpenSpiel's bots that can play; a line is printed for what is missing."""
    try:
        board = contest.board()
    except (engines.BadOption, pyspiel.SpielError) as error:
        print(f"{contest.name} is not available: {error_line(error)}", flush=True)
        return
    agent = search.make(given.agent) if given.agent else search.usual(board.game)
    positions = random_positions(board, given.seed)
    bots = [bot for bot in contest.bots if can_play(bot, contest.name, positions[0])]
    makers: list[Maker] = [partial(our_player, agent)]
    makers += [partial(their_player, bot, board.spiel) for bot in bots]
    our_limit, *limits = equal_limits(makers, positions, given.seconds)
    seeds = block_seeds(given.seed, 0, -(-given.games // contest.players))
    for bot, maker, limit in zip(bots, makers[1:], limits, strict=True):
        note(f"{contest.name} against {bot.name}: {len(seeds)} blocks")
        ours, theirs = Side(makers[0], our_limit), Side(maker, limit)
        blocks = [play_block(board, ours, theirs, seed) for seed in seeds]
        names = [f"{agent}, {limit_text(our_limit)}", bot.text(board.spiel, limit)]
        times = [f"{side.clock.per_move:.3g}" for side in (ours, theirs)]
        yield [contest.name, str(contest.players), *names, *figures(contest, board, blocks), *times]


def can_play(bot: Bot, name: str, pair: Pair) -> bool:
    """Try one decision: only then does OpenSpiel say that a bot cannot play a game."""
    limit = search.Limit(iterations=LEAST_SIMULATIONS)
    try:
        their_player(bot, pair.theirs.get_game(), limit, 0, pair.ours.player)(pair)
    except (ImportError, pyspiel.SpielError) as error:
        print(f"{name}: {bot.name} is not available: {error_line(error)}", flush=True)
        return False
    return True


def limit_text(limit: search.Limit) -> str:
    seconds = f"{limit.seconds} s"
    return seconds if limit.iterations is None else f"{limit.iterations:,} iterations"


def figures(
    contest: Contest, board: Board, blocks: Sequence[Sequence[engines.Return]]
) -> list[str]:
    """Games, result and interval."""
    name, bounds = "win share", (0.0, 1.0)
    if contest.by_return:
        name, bounds = "return", (board.spiel.min_utility(), board.spiel.max_utility())
    totals = np.array([[sum(map(contest.score, block))] for block in blocks])
    counts = np.full(totals.shape, float(contest.players))
    (found,) = estimates(totals, counts, [bounds], seed=0)
    games = str(len(blocks) * contest.players)
    return [games, f"{name} {found.value:.3f}", f"{found.low:.3f} to {found.high:.3f}"]


# --- the command ---


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    names = [contest.name for contest in CONTESTS]
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.against_openspiel", description=__doc__.splitlines()[0]
    )
    parser.add_argument("game", nargs="*", metavar="GAME", help=f"of {' '.join(names)}; else all")
    parser.add_argument("--seconds", type=float, default=0.05, help="a move; default %(default)s")
    parser.add_argument("--games", type=int, default=60, help="of each line; default %(default)s")
    parser.add_argument("--seed", type=int, default=0, help="default %(default)s")
    parser.add_argument("--agent", metavar="SPEC", help="default: the usual agent of the game")
    given = parser.parse_args(argv)
    unknown = [name for name in given.game if name not in names]
    if unknown:
        parser.error(f"{unknown[0]}: choose of {', '.join(names)}")
    if not 0 < given.seconds < math.inf:
        parser.error(f"--seconds {given.seconds}: choose a number above 0")
    if given.games < 1:
        parser.error(f"--games {given.games}: choose 1 or more")
    if given.agent:
        agent = search.make(given.agent)
        # Limits of its own would stand in the table and not count.
        if any(getattr(agent, name, None) for name in ("iterations", "seconds", "nodes")):
            parser.error(f"--agent {agent}: leave out its limits, --seconds sets them")
        if getattr(agent, "threads", 1) > 1:
            parser.error(f"--agent {agent}: OpenSpiel's bots have one thread, choose threads=1")
    return given


def main(argv: Sequence[str]) -> None:
    given = arguments(argv)
    if pyspiel is None:
        print("OpenSpiel is not installed (pip install 'eminence[bridge]'): nothing to play.")
        return
    rows = [HEAD]
    try:
        for contest in CONTESTS:
            if not given.game or contest.name in given.game:
                for row in contest_rows(contest, given):
                    rows.append(row)
    finally:
        # Who stops a long run still sees the lines that were finished.
        if len(rows) > 1:
            print(markdown(rows, RIGHT))
            print(FOOT.format(seconds=given.seconds))


if __name__ == "__main__":
    begin(main, "benchmarks.against_openspiel", "stopped")
