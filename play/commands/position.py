"""`eminence position`: a position file to fill in, or one from the middle of a game."""

from __future__ import annotations

import argparse

from eminence import engines, search
from eminence.engines.kit.options import listed
from eminence.play.commands.game_flags import add_game_flags, load_game
from eminence.play.commands.parser import Commands, add_command


def add(commands: Commands) -> None:
    """`eminence position GAME`"""
    purpose = "a position file to fill in: what one player at the table knows"
    parser = add_command(commands, "position", purpose, position)
    add_game_flags(parser)
    parser.add_argument(
        "--moves", type=int, default=0, help="decisions of greedy players before (default: 0)"
    )
    parser.add_argument("--phase", help="go on until this phase of the game, by its words")
    parser.add_argument("--seed", type=int, default=0, help="default: %(default)s")
    parser.add_argument("--seat", type=int, help="whose eyes (default: who is to move)")
    parser.add_argument("--json", action="store_true", help="JSON, without comments")


def position(chosen: argparse.Namespace) -> str:
    """The file as text."""
    game = load_game(chosen)
    if chosen.moves < 0:
        raise engines.BadOption(f"--moves {chosen.moves}: choose 0 or more")
    if chosen.phase is not None:
        refuse_unknown_phase(game, chosen.phase)
    state = played(game, chosen.moves, chosen.phase, chosen.seed)
    view = state.view(state.player if chosen.seat is None else chosen.seat)
    text = engines.position_json(view) if chosen.json else engines.position_toml(view)
    return text.rstrip("\n")


def refuse_unknown_phase(game: engines.Game, phase: str) -> None:
    """The phase as the game's position file names it."""
    known = [] if game.words.form is None else game.words.form.phases()
    if not known:
        raise engines.BadOption(f"--phase {phase!r}: {game.name} has no phases")
    if phase not in known:
        choices = listed([repr(word) for word in known])
        raise engines.BadOption(f"--phase {phase!r}: choose {choices}")


def played(game: engines.Game, moves: int, phase: str | None, seed: int) -> engines.State:
    """The state at a decision, after so many other decisions, and in that phase."""
    form, state, chance = game.words.form, game.root(), engines.Chance(seed)
    # An example to fill in must not change with every network.
    bot = search.make(f"greedy:network=none,seed={seed}")
    state.resolve(chance)
    made = 0
    while not state.over:
        if made >= moves and (phase is None or form is None or form.phase_of(state.data) == phase):
            return state
        state.apply(bot.search(state.view(state.player)).best)
        state.resolve(chance)
        made += 1
    if phase is not None:
        raise engines.BadOption(
            f"--phase {phase!r}: nobody decides anything in it before this game is over"
        )
    raise engines.BadOption(
        f"--moves {moves}: the game is over after {made} decisions, choose fewer"
    )
