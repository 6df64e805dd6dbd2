"""A sweep as its TOML file describes it."""

from __future__ import annotations

from typing import Any

from eminence.cython_ext.errors import BadData, BadOption
from eminence.experiments.experiment_file import games_from, refuse_unknown
from eminence.experiments.sweeps.gate import Gate
from eminence.experiments.sweeps.sweep import Sweep

FIELDS = (
    "game",
    "agent",
    "space",
    "pool",
    "search",
    "trials",
    "blocks",
    "max_blocks",
    "reduction",
    "incumbent",
    "confirm",
    "gate",
    "ablation_blocks",
    "seed",
)
#: Other fields report wrong values themselves.
KINDS: dict[str, tuple[type, str]] = {
    "agent": (str, 'a specification, such as "greedy"'),
    "incumbent": (str, 'a specification, such as "greedy"'),
    "confirm": (str, 'a specification, such as "ismcts:iterations=200"'),
    "space": (dict, "a table of parameters"),
    "pool": (list, "a list of specifications"),
    "gate": (dict, "a table"),
}
GATE_FIELDS = ("shares", "alpha", "beta", "batch", "max_blocks")


def sweep_from(written: dict[str, Any], where: str) -> Sweep:
    """A sweep as its file describes it."""
    refuse_unknown(written, FIELDS, where)
    game = written.get("game")
    if not isinstance(game, dict):
        raise BadData(f'{where}: game: write [game] with name = "royals" and its options')
    if isinstance(game.get("players"), list):
        raise BadData(f"{where}: game: players={game['players']}: a sweep has one number")
    (loaded,) = games_from([game], where)
    for name, (kind, word) in KINDS.items():
        if name in ("agent", "space", "pool") and name not in written:
            raise BadData(f"{where}: {name} is missing: write {word}")
        if name in written and not isinstance(written[name], kind):
            raise BadData(f"{where}: {name}={written[name]!r}: write {word}")
    if not all(isinstance(spec, str) for spec in written["pool"]):
        raise BadData(f"{where}: pool: write a list of specifications")
    given = {key: value for key, value in written.items() if key not in ("game", "gate")}
    try:
        return Sweep(loaded, **given, gate=_gate_from(written.get("gate", {}), where))
    except BadOption as error:
        raise BadData(f"{where}: {error}") from None


def _gate_from(written: dict[str, Any], where: str) -> Gate:
    refuse_unknown(written, GATE_FIELDS, f"{where}: gate")
    shares = written.get("shares")
    numbers = isinstance(shares, list) and all(isinstance(s, int | float) for s in shares)
    if shares is not None and not (numbers and len(shares) == 2):
        raise BadData(f"{where}: gate: shares={shares!r}: write two, as in [0.25, 0.30]")
    for name in ("alpha", "beta"):
        if not isinstance(written.get(name, 0.05), float):
            raise BadData(f"{where}: gate: {name}={written[name]!r}: write a number like 0.05")
    try:
        return Gate(**written)
    except BadOption as error:
        raise BadData(f"{where}: gate: {error}") from None
