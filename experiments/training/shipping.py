"""A finished run's best network where a game looks for its own, with a card that tells of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eminence.cython_ext.errors import BadData, BadOption
from eminence.cython_ext.text_tables import cells, markdown
from eminence.cython_ext.version import __version__
from eminence.experiments.findings import Columns
from eminence.experiments.reports.restored import restore
from eminence.experiments.storage.record import Record
from eminence.experiments.storage.run_file import refuse_other
from eminence.experiments.training.training import Training, network_path
from eminence.experiments.training.training_findings import Generation, TrainingFindings
from eminence.search.network.network_file import read_network

#: the names that a game's folder has for its network and the card
NETWORK, CARD = "network.npz", "network.md"


def ship(training: Training, run: str | Path, folder: str | Path) -> str:
    """Copy the best network of a finished run and write its card; one line about it."""
    out = Path(folder)
    with Record(run) as record:
        refuse_other(record.path, record.identity, {"version": __version__, **training.identity()})
        replayed = restore(record)
        found = replayed.findings
        if not replayed.finished or not isinstance(found, TrainingFindings):
            raise BadOption(
                f"{run}: the run is not finished: first run the same command without --ship"
            )
        if found.best is None:
            raise BadOption(f"{run}: no generation has passed its gate: there is none to ship")
        network = network_path(run, found.best.number)
        if read_network(network).digest != found.best.digest:
            raise BadData(f"{network}: not the network of generation {found.best.number}")
        try:
            out.mkdir(parents=True, exist_ok=True)
            (out / NETWORK).write_bytes(network.read_bytes())
            (out / CARD).write_text(card(training, found, found.best), "utf-8")
        except OSError as error:
            raise BadData(f"{folder}: {error.strerror or error}") from None
    return f"generation {found.best.number} in {out / NETWORK}; {out / CARD} tells of it."


def card(training: Training, found: TrainingFindings, best: Generation) -> str:
    """The page about a network: data, seeds, unseen games, and gates."""
    return "\n\n".join(_sections(training, found, best)) + "\n"


def _sections(training: Training, found: TrainingFindings, best: Generation) -> Iterator[str]:
    recipe, tables = training.recipe, found.tables()
    size = " to ".join(map(str, (len(recipe.games[0].words.features), *recipe.fit.widths)))
    yield f"# The network of {recipe.games[0].name}"
    yield (
        f"Generation {best.number} of {len(found.generations)}, trained by version {__version__} "
        f"with seed {recipe.seed}. Digest `{best.digest}`. {size} units, fitted to {best.lessons} "
        "positions of self-play."
    )
    yield "It was trained for these games:"
    yield "\n".join(f"- {game!r}" for game in recipe.games)
    yield "## Recipe"
    yield "```json\n" + json.dumps(_settings(training), indent=1) + "\n```"
    yield "## On games that it was not fitted to"
    yield _table(tables["unseen"])
    yield f"What generation {best.number} predicted, and how often the seat then won:"
    yield _table(best.calibration_table())
    yield "## Gates"
    yield f"Each against the last one that passed, with {recipe.gate_iterations} iterations a move:"
    yield _table(tables["training"])
    if "final" in tables:
        yield "The best against the game's own guidance (`without` a network), in equal time:"
        yield _table(tables["final"])


def _settings(training: Training) -> dict[str, Any]:
    """What the recipe says besides its games."""
    return {name: value for name, value in training.identity().items() if name != "games"}


def _table(columns: Columns) -> str:
    rows, right = cells(columns)
    return markdown(rows, right)
