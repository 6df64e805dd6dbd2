"""The command `eminence sweep`."""

from __future__ import annotations

import argparse

from eminence.experiments.sweeps.sweep import Sweep
from eminence.play.commands.experiment_run import add_plan_flags, run, seeded
from eminence.play.commands.parser import Commands, add_command


def add(commands: Commands) -> None:
    """`eminence sweep sweep.toml`"""
    parser = add_command(commands, "sweep", "search for better parameters of an agent", sweep)
    add_plan_flags(parser)


def sweep(chosen: argparse.Namespace) -> str:
    """Search for better parameters; the verdict, the ablation and all trials."""
    return run(seeded(Sweep.from_toml(chosen.file), chosen.seed), chosen)
