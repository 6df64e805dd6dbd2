"""`eminence solve`: an equilibrium of a small game, how near it is, and a file to play by."""

from __future__ import annotations

import argparse
import json
import textwrap
from pathlib import Path
from typing import Any

from eminence import solver
from eminence.cython_ext.text_tables import text_table
from eminence.experiments.running.progress import Bar, Progress
from eminence.play.commands.game_flags import add_game_flags, load_game
from eminence.play.commands.output_files import refuse_unwritable
from eminence.play.commands.parser import Commands, add_command
from eminence.solver.equilibria.cfr import VARIANTS
from eminence.solver.equilibria.tree import UTILITIES
from eminence.solver.text_layout import WIDTH, sentence


def add(commands: Commands) -> None:
    """`eminence solve GAME`"""
    purpose = "an equilibrium of a small game, and how near it is"
    parser = add_command(commands, "solve", purpose, solve)
    add_game_flags(parser)
    parser.add_argument("--iterations", type=int, default=1000, help="default: %(default)s")
    parser.add_argument(
        "--variant", choices=VARIANTS, default="plus", help="of CFR (default: %(default)s)"
    )
    parser.add_argument(
        "--utility",
        choices=UTILITIES,
        help="what seats want (default: the score where it is zero-sum, else the win share)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="of --variant external (default: %(default)s)"
    )
    parser.add_argument("--plot", metavar="FILE", help="exploitability by iteration, as PNG")
    parser.add_argument("--out", metavar="FILE", help="the policy, for the agent cfr:file=FILE")
    parser.add_argument("--json", action="store_true", help="everything as JSON")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


class Curve:
    """Exploitability and value of the first seat, by iteration."""

    def __init__(self, progress: Progress, iterations: int) -> None:
        self.iterations: list[int] = []
        self.exploitability: list[float] = []
        self.value: list[float] = []
        self._progress = progress
        self._most = iterations
        self._told = 0

    def watch(self, done: int, policy: solver.Policy | None) -> None:
        """Measure the policy where there is one; report the progress."""
        if not self._told:
            self._progress.begin(self._most)
        if policy is not None:
            self.iterations.append(done)
            self.exploitability.append(solver.exploitability(policy.tree, policy))
            self.value.append(solver.seat_values(policy)[0])
        self._progress.played(
            done - self._told, lambda: f"exploitability {self.exploitability[-1]:.2g}"
        )
        self._told = done

    def rows(self) -> list[list[str]]:
        """The iterations 1, 10, 100 ... and the last, with what was found there."""
        shown = [["iterations", "value of seat 0", "exploitability"]]
        for i, done in enumerate(self.iterations):
            if done == self.iterations[-1] or str(done).strip("0") == "1":
                value, left = self.value[i], self.exploitability[i]
                shown.append([f"{done}", f"{value:.6f}", f"{left:.6f}"])
        return shown


def solve(chosen: argparse.Namespace) -> str:
    """Run CFR; the table, and the files that were asked for."""
    game = load_game(chosen)
    refuse_unwritable("--plot", chosen.plot)
    refuse_unwritable("--out", chosen.out)
    tree = solver.Tree(game, chosen.utility)
    with Progress() if chosen.quiet else Bar("iterations") as progress:
        curve = Curve(progress, chosen.iterations)
        learned = solver.cfr(
            tree, chosen.iterations, chosen.variant, seed=chosen.seed, watch=curve.watch
        )
    found = _found(tree, learned, curve)
    lines = [*_headline(tree, learned), "", text_table(curve.rows(), right=(0, 1, 2))]
    if chosen.out:
        found["by_view"] = left = _save(learned, chosen.out)
        lines += ["", f"{chosen.out}: the policy by views, exploitability {left:.6f}"]
    if chosen.plot:
        _draw(chosen.plot, tree, curve, chosen.variant)
        lines += ["", f"{chosen.plot}: exploitability by iteration"]
    return json.dumps(found, indent=2) if chosen.json else "\n".join(lines)


def _headline(tree: solver.Tree, learned: solver.Learned) -> list[str]:
    size = f"{tree.n_nodes} nodes, {tree.n_infos} information sets"
    lines = [f"{tree.game.name}: {size}, utility {tree.utility}, CFR {learned.variant}"]
    lines += textwrap.wrap(sentence(learned.proof), WIDTH)
    if tree.capped:
        lines.append("Games that the turn cap ends count as they stand then.")
    return lines


def _found(tree: solver.Tree, learned: solver.Learned, curve: Curve) -> dict[str, Any]:
    return {
        "game": tree.game.name,
        "options": tree.game.options,
        "utility": tree.utility,
        "nodes": tree.n_nodes,
        "information_sets": tree.n_infos,
        "variant": learned.variant,
        "iterations": learned.iterations,
        "values": list(learned.values),
        "exploitability": curve.exploitability[-1],
        "proof": learned.proof,
        "curve": {"iterations": curve.iterations, "exploitability": curve.exploitability},
    }


def _save(learned: solver.Learned, file: str) -> float:
    """Write the policy by views; returns how exploitable that one is."""
    policy = learned.policy.by_view()
    left = solver.exploitability(policy.tree, policy)
    policy.save(
        file,
        utility=policy.tree.utility,
        variant=learned.variant,
        iterations=learned.iterations,
        exploitability=left,
    )
    return left


def _draw(file: str, tree: solver.Tree, curve: Curve, variant: str) -> None:
    # Not imported above: drawing takes a second to load, and few commands draw.
    from eminence.experiments.reports import plots

    left, done = curve.exploitability[-1], curve.iterations[-1]
    title = f"{tree.game.name}: exploitability {left:.2g} after {done} iterations of CFR {variant}"
    picture = plots.learning(title, curve.iterations, curve.exploitability)
    Path(file).write_bytes(picture)
