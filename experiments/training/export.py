"""What a run has learned from, as plain arrays for other tools."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import numpy as np

from eminence.cython_ext.errors import BadData
from eminence.cython_ext.game import Game
from eminence.cython_ext.version import __version__
from eminence.experiments.games.seeds import seed_for
from eminence.experiments.storage.record import Record
from eminence.experiments.storage.run_file import refuse_other
from eminence.experiments.training.dataset import Example, after, examples_of, finisher_for
from eminence.experiments.training.recipe import Recipe
from eminence.experiments.training.training import Training
from eminence.search.network.afterstates import roots
from eminence.search.rollouts.rollouts import Finisher

#: positions that are worked through at once
CHUNK = 256

PAGE = dedent(
    """\
    # What is in these files

    One `.npz` per set of options; `names.npz` has the names of all features and traits. Rows of one
    position share its number. Positions of one game share its result: divide by `game`, never by
    position. Rewards are win shares, or shares by points if the recipe has `reward = "points"`.
    A plan that was searched as a whole counts as one move; its traits are those of its first step.

    | array | shape | what it is |
    |---|---|---|
    | `features` | moves, seats, features | what each seat sees after the move and the rollout |
    | `ends` | moves, seats | the reward of each seat if the move ended the game, else -1 |
    | `values` | moves, seats | the reward of each seat that a deep search found for the move |
    | `visits` | moves | how often the search tried it |
    | `traits` | moves, places | the traits of the move, -1 where there is none |
    | `played` | moves | 1 for the move that was made |
    | `position` | moves | the number of the position that the move belongs to |
    | `seen` | positions, features | what the mover sees before its move |
    | `mover` | positions | the seat that is to move |
    | `game` | positions | the number of the game |
    | `wins` | positions, seats | how that game ended: win shares |
    | `margins` | positions, seats | the same: points ahead of the best other seat |

    """
)


def export(training: Training, run: str | Path, folder: str | Path) -> str:
    """Write the lessons of all generations of a run; one line about it."""
    out = Path(folder)
    with Record(run) as record:
        # A wrong file is refused before anything is written.
        identity = {"version": __version__, **training.identity()}
        refuse_other(record.path, record.identity, identity)
        try:
            out.mkdir(parents=True, exist_ok=True)
            written = _write(training.recipe, record, out)
        except OSError as error:
            raise BadData(f"{folder}: {error.strerror or error}") from None
    return f"{written} positions in {folder}; {out / 'README.md'} explains them."


def _write(recipe: Recipe, record: Record, out: Path) -> int:
    """Write all files; how many positions they have."""
    written = 0
    for which, game in enumerate(recipe.games):
        blocks = [
            block for job, block in record.every_block() if job["fingerprint"] == game.fingerprint
        ]
        examples = list(examples_of(blocks))
        if examples:
            finisher = finisher_for(game, recipe)
            arrays = rows_of(game, finisher, examples, seed_for(recipe.seed, "export"))
            file = out / f"lessons-{which:02d}.npz"
            np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
        written += len(examples)
    words = recipe.games[0].words
    np.savez_compressed(
        out / "names.npz", features=np.array(words.features), traits=np.array(words.traits)
    )
    (out / "README.md").write_text(PAGE + _games(recipe.games), "utf-8")
    return written


def _games(games: Sequence[Game]) -> str:
    return "".join(f"- `lessons-{which:02d}.npz`: {game!r}\n" for which, game in enumerate(games))


def rows_of(
    game: Game, finisher: Finisher, examples: Sequence[Example], seed: int
) -> dict[str, np.ndarray]:
    """All moves that were tried in these positions, as columns."""
    parts = [
        _part(game, finisher, examples[first : first + CHUNK], seed, first)
        for first in range(0, len(examples), CHUNK)
    ]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _part(
    game: Game, finisher: Finisher, examples: Sequence[Example], seed: int, first: int
) -> dict[str, np.ndarray]:
    lessons = [example.lesson for example in examples]
    most = max(len(lesson.actions) for lesson in lessons)
    steps = max(lesson.actions.shape[1] for lesson in lessons)
    actions = np.full((len(lessons), most, steps), -1, np.int32)
    for i, lesson in enumerate(lessons):
        actions[i, : len(lesson.actions), : lesson.actions.shape[1]] = lesson.actions
    views = np.stack([np.frombuffer(lesson.view, np.uint8) for lesson in lessons])
    seeds = np.random.default_rng([seed, first]).integers(2**63, size=len(views), dtype=np.uint64)
    features, ends, _ = after(game, lessons, actions, seeds, 1, finisher)
    first_steps = actions[:, :, 0].copy()
    seen, traits, _ = roots(game, views, first_steps)
    legal = first_steps >= 0
    made = [np.arange(len(lesson.actions)) == lesson.played for lesson in lessons]
    return {
        "features": features[legal][:, 0],
        "ends": ends[legal][:, 0],
        "values": np.concatenate([lesson.values for lesson in lessons]),
        "visits": np.concatenate([lesson.visits for lesson in lessons]),
        "traits": traits[legal],
        "played": np.concatenate(made).astype(np.int8),
        "position": first + np.nonzero(legal)[0],
        "seen": seen,
        "mover": np.array([lesson.seat for lesson in lessons], np.int8),
        "game": np.array([example.game for example in examples]),
        "wins": np.stack([example.wins for example in examples]),
        "margins": np.stack([example.margins for example in examples]),
    }
