"""The command `eminence train`."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from eminence.cython_ext.errors import BadOption
from eminence.experiments.training.recipe import Recipe, read_recipe
from eminence.experiments.training.smoke import smoke_recipe
from eminence.experiments.training.training import Training
from eminence.play.commands.experiment_run import add_run_flags, run
from eminence.play.commands.parser import Commands, add_command


def add(commands: Commands) -> None:
    """`eminence train examples/train/royals.toml --out royals.sqlite`"""
    parser = add_command(commands, "train", "train a network by self-play", train)
    parser.add_argument(
        "file", nargs="?", help="the recipe in TOML, as docs/training.md describes it"
    )
    parser.add_argument("--smoke", action="store_true", help="the whole loop with a tiny recipe")
    parser.add_argument("--seed", type=int, help="default: the file's, or 0")
    parser.add_argument(
        "--export", metavar="FOLDER", help="write what a run has learned from, for other tools"
    )
    parser.add_argument(
        "--ship",
        metavar="FOLDER",
        help="copy the best network of a finished run, and write its card",
    )
    add_run_flags(parser)


def train(chosen: argparse.Namespace) -> str:
    """Train a network; a line per generation."""
    training = Training(_recipe(chosen))
    if chosen.export or chosen.ship:
        return _taken_out(training, chosen)
    if chosen.out:
        return run(training, chosen)
    if not chosen.smoke:
        raise BadOption("--out is missing: name a file; the networks are written beside it")
    with TemporaryDirectory() as folder:
        chosen.out = str(Path(folder) / "smoke.sqlite")
        return run(training, chosen)


def _taken_out(training: Training, chosen: argparse.Namespace) -> str:
    """What a run has learned from, or its best network."""
    from eminence.experiments.training.export import export
    from eminence.experiments.training.shipping import ship

    if chosen.export and chosen.ship:
        raise BadOption("--export and --ship: choose one of them")
    if not chosen.out:
        raise BadOption("--export and --ship need --out with the file of the run")
    if chosen.ship:
        return ship(training, chosen.out, chosen.ship)
    return export(training, chosen.out, chosen.export)


def _recipe(chosen: argparse.Namespace) -> Recipe:
    if bool(chosen.file) == chosen.smoke:
        raise BadOption("name the recipe's file, or choose --smoke")
    recipe = smoke_recipe() if chosen.smoke else read_recipe(chosen.file)
    return recipe if chosen.seed is None else replace(recipe, seed=chosen.seed)
