"""The command `eminence tournament`."""

from __future__ import annotations

import argparse

from eminence.experiments.tournament import Tournament
from eminence.play.commands.experiment_run import add_plan_flags, run, seeded
from eminence.play.commands.parser import Commands, add_command


def add(commands: Commands) -> None:
    """`eminence tournament ladder.toml`"""
    parser = add_command(
        commands, "tournament", "a pool of agents, all against all, with ratings", tournament
    )
    add_plan_flags(parser)


def tournament(chosen: argparse.Namespace) -> str:
    """Play all against all; ratings and pairs."""
    return run(seeded(Tournament.from_toml(chosen.file), chosen.seed), chosen)
