"""Moves that no good player would make: `python -m benchmarks.blunders mine|check|rate`.

`mine` plays games of a bot with itself and judges its moves (`judging/blunder_judge.py`). What
surely loses more than `--loss` points of win share goes into a folder of positions
(`judging/blunder_files.py`). `check` asks a bot what it plays there, and `rate` counts how often
a bot blunders in its own games. All follows from seeds: the same command gives the same files.

A set is a sample of what its finder does wrong. The finder itself, asked again, avoids some of it
by luck, and another bot has blunders that are not in it: `rate` compares bots in their own games.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.judging.blunder_files import (
    HALVES,
    LIST,
    Blunder,
    actions_of,
    can_be_filed,
    file_of,
    half_of,
    position_of,
    read_list,
    write_list,
    write_position,
)
from benchmarks.judging.blunder_judge import LONGER, POLICIES, Effort, Verdict, judge
from benchmarks.strength import begin, note
from eminence import engines, search
from eminence.cython_ext.text_tables import text_table
from eminence.cython_ext.whole_numbers import INT64_MAX, whole
from eminence.engines import BadOption, Game, State, View
from eminence.experiments.games.driver import play_game, seated
from eminence.experiments.games.seeds import block_seeds, seed_of
from eminence.experiments.statistics.intervals import TAIL, Estimate, estimates
from eminence.play.commands.game_flags import add_game_flags, load_game
from eminence.search import Agent, Result

#: of the bot that is looked at if none is named
ITERATIONS = 200


@dataclass(frozen=True)
class Decision:
    """A move that was chosen among several."""

    view: View
    played: int
    game_number: int
    move_number: int


@dataclass(frozen=True)
class Hunt:
    """Whose moves are judged, and how."""

    game: Game
    agent: Agent
    games: int
    seed: int
    share: float
    """Of the decisions; which ones, the seed decides."""
    effort: Effort

    def seed_of_game(self, number: int) -> int:
        return block_seeds(self.seed, number, 1, "blunders")[0]

    def decisions(self, number: int) -> list[Decision]:
        """The decisions of one game that are to be judged."""
        seed, found, decided = self.seed_of_game(number), list[Decision](), 0

        def watch(state: State, action: int, result: Result | None) -> None:
            nonlocal decided
            if result is None:
                return
            decided += 1
            if len(result.moves) > 1 and is_drawn(self.share, seed, decided):
                view = state.view(state.player)
                found.append(Decision(view, action, number, decided))

        bots = [seated(self.agent, seed, seat) for seat in range(self.game.seats)]
        play_game(self.game, bots, seed, watch)
        return found

    def judged(self, number: int) -> list[tuple[Decision, Verdict | None]]:
        """The decisions of one game with what the judge says."""
        decisions = self.decisions(number)
        left = self.games - 1 - number
        note(f"game {number}: {len(decisions)} decisions to judge, {left} games to go")
        return [(one, judge(one.view, one.played, self.effort, self.seed)) for one in decisions]


def is_drawn(share: float, seed: int, number: int) -> bool:
    """Whether a decision belongs to the share that is judged."""
    return seed_of(f"judged {seed} {number}") < share * 2**64


# --- finding blunders ---


def mine(hunt: Hunt, folder: Path) -> list[Blunder]:
    """Find blunders and add them to a folder; a position that it has already stays as it is."""
    known = {one.file: one for one in read_list(folder)} if (folder / LIST).exists() else {}
    found = []
    for number in range(hunt.games):
        for decision, verdict in hunt.judged(number):
            if verdict is None or not is_new(decision.view, known):
                continue
            blunder = described(hunt, decision, verdict)
            known[blunder.file] = blunder
            found.append(blunder)
            write_position(folder, decision.view)
        # After each game, so that a run that is stopped has not played for nothing.
        write_list(folder, known.values())
    return found


def is_new(view: View, known: dict[str, Blunder]) -> bool:
    """Whether a position can be added to the folder; if not, say why."""
    if file_of(view) in known:
        note(f"{file_of(view)}: there already")
    elif not can_be_filed(view):
        note(f"{file_of(view)}: left out, its file does not say all that the mover knows")
    else:
        return True
    return False


def described(hunt: Hunt, decision: Decision, verdict: Verdict) -> Blunder:
    """The entry of a blunder."""
    view = decision.view
    return Blunder(
        file=file_of(view),
        game=view.game.name,
        options=dict(view.game.options),
        seat=view.seat,
        bad=view.text(decision.played),
        also_bad=[view.text(action) for action in verdict.also_bad],
        better=view.text(verdict.better),
        loss=round(100 * verdict.loss.mean, 1),
        error=round(100 * verdict.loss.error, 1),
        judge=budget(hunt.effort),
        agent=str(hunt.agent),
        seed=hunt.seed,
        game_number=decision.game_number,
        move_number=decision.move_number,
        half=half_of(view),
    )


def budget(effort: Effort) -> str:
    """How long the judge looks, in words."""
    measured = " and ".join(f"{effort.measuring_worlds} by {policy}" for policy in POLICIES)
    chosen = f"{effort.choosing_worlds} chose the better one"
    return f"{effort.long_worlds} rollouts of a move: {chosen}, {measured} measured the loss"


def found_table(found: Sequence[Blunder]) -> str:
    rows = [["file", "half", "move", "played", "better", "loss"]]
    for one in found:
        loss = f"{one.loss:.1f} ± {one.error:.1f}"
        place = f"{one.game_number}/{one.move_number}"
        rows.append([one.file, one.half, place, one.bad, one.better, loss])
    return text_table(rows, (2, 5))


# --- asking a bot ---


@dataclass(frozen=True)
class Answers:
    """What a bot does in one position."""

    title: str
    avoided: float
    """The share of its answers that are not listed as bad."""


def asked(folder: Path, blunder: Blunder, spec: str | None, asks: int, seed: int) -> Answers:
    """Ask a bot, the game's usual one if none is named, with so many seeds."""
    view = position_of(folder, blunder)
    bot = search.make(spec) if spec is not None else search.usual(view.game)
    bad = actions_of(view, blunder, blunder.bad_moves)
    seeds = [seed_of(f"{seed} {blunder.file} {i}") for i in range(asks)]
    avoided = [bot.with_seed(one).search(view).best not in bad for one in seeds]
    return Answers(title_of(view.game), float(np.mean(avoided)))


def title_of(game: Game) -> str:
    """The game and what is not as usual, whatever the number of players."""
    usual = engines.options(game.name)
    special = [
        str(value) if value != "on" else key
        for key, value in game.options.items()
        if key != "players" and value != usual[key].default
    ]
    return " ".join([game.name, *special])


def avoided_table(answers: Sequence[Answers], seed: int) -> str:
    """How many blunders were avoided, by game and in all."""
    rows = [["game", "positions", "avoided %", "95 % interval"]]
    groups: dict[str, list[float]] = {}
    for one in sorted(answers, key=lambda one: one.title):
        groups.setdefault(one.title, []).append(one.avoided)
    groups["all"] = [one.avoided for one in answers]
    for title, shares in groups.items():
        found = mean_of(shares, [1] * len(shares), seed)
        rows.append([title, str(len(shares)), f"{100 * found.value:.0f}", interval(found, 100, 0)])
    return text_table(rows, (1, 2, 3))


# --- counting blunders ---


def rate_table(hunt: Hunt) -> str:
    """How often a bot blunders in its own games, per 100 decisions with a choice."""
    counts, blunders = [], []
    for number in range(hunt.games):
        verdicts = [verdict for _, verdict in hunt.judged(number)]
        counts.append(len(verdicts))
        blunders.append(sum(verdict is not None for verdict in verdicts))
    if not any(counts):
        raise BadOption("no decision was judged: choose a larger --share or more --games")
    found = rate_of(blunders, counts, hunt.seed)
    rows = [["games", "decisions", "blunders", "per 100", "95 % interval"]]
    figures = [hunt.games, sum(counts), sum(blunders)]
    # One game tells nothing about the spread.
    spread = interval(found, 100, 2) if hunt.games > 1 else "-"
    rows.append([*map(str, figures), f"{100 * found.value:.2f}", spread])
    return text_table(rows, range(5))


def rate_of(blunders: Sequence[int], counts: Sequence[int], seed: int) -> Estimate:
    """Blunders per decision. Where there is none, no spread can be seen: the exact bound then."""
    if not any(blunders):
        return Estimate(0.0, 0.0, 1 - TAIL ** (1 / sum(counts)))
    return mean_of(blunders, counts, seed)


def mean_of(totals: Sequence[float], counts: Sequence[int], seed: int) -> Estimate:
    """The mean of shares with its interval, by a bootstrap."""
    columns = [np.array(values, float)[:, None] for values in (totals, counts)]
    return estimates(columns[0], columns[1], [(0.0, 1.0)], seed)[0]


def interval(found: Estimate, factor: float, digits: int) -> str:
    return f"{factor * found.low:.{digits}f} to {factor * found.high:.{digits}f}"


# --- the commands ---


def add_hunt_flags(parser: argparse.ArgumentParser) -> None:
    add_game_flags(parser)
    parser.add_argument(
        "--agent",
        metavar="SPEC",
        help=f"default: the game's usual one with iterations={ITERATIONS},network=none",
    )
    parser.add_argument("--games", type=int, default=10, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument(
        "--share", type=float, default=1.0, help="of the decisions to judge (default: %(default)s)"
    )
    parser.add_argument(
        "--loss",
        type=float,
        default=10.0,
        help="percentage points of win share that a blunder loses (default: %(default)s)",
    )
    parser.add_argument(
        "--worlds",
        type=int,
        default=Effort.worlds,
        help=f"of the quick look; the long one has {LONGER} times as many (default: %(default)s)",
    )


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.blunders", description=__doc__.splitlines()[0]
    )
    commands = parser.add_subparsers(dest="command", required=True)
    mining = commands.add_parser("mine", help="find blunders of a bot")
    add_hunt_flags(mining)
    mining.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="is added to")
    checking = commands.add_parser("check", help="does a bot avoid them?")
    checking.add_argument("folder", type=Path)
    checking.add_argument("--agent", metavar="SPEC", help="default: the game's usual one")
    checking.add_argument("--half", choices=HALVES, help="default: both")
    checking.add_argument(
        "--asks", type=int, default=1, help="seeds per position (default: %(default)s)"
    )
    checking.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    add_hunt_flags(commands.add_parser("rate", help="how often does a bot blunder?"))
    return parser.parse_args(argv)


def hunt_for(given: argparse.Namespace) -> Hunt:
    """What the flags ask for."""
    whole("--games", given.games, 1)
    whole("--seed", given.seed, 0, INT64_MAX)
    whole("--worlds", given.worlds, 2)
    if not 0 < given.share <= 1:
        raise BadOption(f"--share {given.share:g}: choose a number above 0, at most 1")
    if not 0 < given.loss < 100:
        raise BadOption(f"--loss {given.loss:g}: choose a number between 0 and 100")
    game = load_game(given)
    spec = given.agent or f"{search.usual(game).name}:iterations={ITERATIONS},network=none"
    effort = Effort(given.loss / 100, given.worlds)
    return Hunt(game, search.make(spec), given.games, given.seed, given.share, effort)


def show_mined(given: argparse.Namespace) -> None:
    if given.data is not None:
        raise BadOption("--data: a position file does not say which numbers it was found with")
    hunt = hunt_for(given)
    if getattr(hunt.agent, "seconds", None) is not None:
        raise BadOption(f"--agent {hunt.agent}: seconds differ from run to run, choose iterations")
    found = mine(hunt, given.out)
    print(f"{hunt.agent} in {hunt.game!r}, games: {hunt.games}, new blunders: {len(found)}")
    if found:
        print(found_table(found))


def show_avoided(given: argparse.Namespace) -> None:
    whole("--asks", given.asks, 1)
    whole("--seed", given.seed, 0, INT64_MAX)
    wanted = [one for one in read_list(given.folder) if given.half in (None, one.half)]
    if not wanted:
        raise BadOption(f"{given.folder / LIST}: has no such blunder")
    answers = [asked(given.folder, one, given.agent, given.asks, given.seed) for one in wanted]
    print(f"{given.agent or 'the usual bot'}, {given.half or 'both halves'}")
    print(avoided_table(answers, given.seed))


def show_rate(given: argparse.Namespace) -> None:
    hunt = hunt_for(given)
    print(f"{hunt.agent} in {hunt.game!r}: moves that lose more than {given.loss:g} points")
    print(rate_table(hunt))


def main(argv: Sequence[str]) -> None:
    given = arguments(argv)
    {"mine": show_mined, "check": show_avoided, "rate": show_rate}[given.command](given)


if __name__ == "__main__":
    begin(main, "benchmarks.blunders", "stopped")
