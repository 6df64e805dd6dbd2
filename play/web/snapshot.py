"""What a viewer sees of a table, as the fields of a message: made from that viewer's view alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from typing import Any

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures import svg
from eminence.cython_ext.pictures.scene import Scene, seat_letter
from eminence.engines import Return
from eminence.play.table.choices import Choice
from eminence.play.table.decision import Decision
from eminence.play.table.plan import BETWEEN, Plan, thing_of
from eminence.play.table.results import Ending
from eminence.play.web.rematch import rematch_kind
from eminence.play.web.table import Table

#: steps of the log that come with every message; `log` asks for all
LATELY = 80
#: characters of a stamp
STAMP = 16


def snapshot(
    table: Table, viewer: int, here: Collection[int] = (), shown: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The message `table` for a seat or PUBLIC; `here` are the seats that somebody looks from.

    shown: what `shown_to` has found, if the game has not changed since.
    """
    shown = shown_to(table, viewer) if shown is None else shown
    return {
        "type": "table",
        "table": table.record.name,
        "game": table.game.name,
        "options": table.game.options,
        "seat": viewer if viewer >= 0 else None,
        "seats": [_seat(table, seat, viewer, here) for seat in range(table.game.seats)],
        **shown,
        "undo": table.undo_kind(viewer),
        "asking": table.asking,
        "asked": table.asking is not None
        and viewer in table.people()
        and viewer not in table.agreed,
        "hints": table.has_hints and viewer >= 0,
        "rematch": rematch_kind(table, viewer),
    }


def shown_to(table: Table, viewer: int) -> dict[str, Any]:
    """The part that stays the same until the game changes, with its stamp: it takes longest."""
    decision = table.decision(viewer) if table.is_persons(viewer) else None
    view = table.view(viewer)
    scene = view.picture()
    shown = {
        "title": scene.title,
        "panels": panels_of(scene),
        "mover": view.player if view.player >= 0 and not view.over else None,
        "moves": [] if decision is None else _moves(view, scene, decision),
        "plan": None if decision is None or decision.plan is None else _plan(decision.plan),
        "kept": table.kept(viewer) if viewer >= 0 else [],
        "held": table.held(viewer) if viewer >= 0 else "",
        "forced": decision is not None and decision.is_forced,
        "log": table.history.log(viewer, LATELY),
    }
    result = None
    if view.over:
        result = result_fields(view, table.live.state.returns(), table.line_up)
    return {**shown, "over": view.over, "result": result, "stamp": stamp_of(shown)}


def stamp_of(shown: dict[str, Any]) -> str:
    """Tells one decision from another; made of what the viewer sees, so it tells nothing else."""
    found = hashlib.sha256(json.dumps({**shown, "panels": []}).encode())
    for panel in shown["panels"]:
        found.update(panel["svg"].encode())
    return found.hexdigest()[:STAMP]


def panels_of(scene: Scene) -> list[dict[str, Any]]:
    """The drawing of a view, panel by panel."""
    return [
        {
            "id": panel.id,
            "title": panel.title,
            "seat": panel.seat,
            "width": round(panel.width, 2),
            "svg": svg.panel_svg(panel),
        }
        for panel in scene.panels
    ]


def _seat(table: Table, seat: int, viewer: int, here: Collection[int]) -> dict[str, Any]:
    stand_in = table.stand_ins.get(seat)
    return {
        "seat": seat,
        "letter": seat_letter(seat),
        "who": table.line_up[seat],
        "you": seat == viewer,
        "here": seat in here,
        "stand_in": None if stand_in is None else stand_in.level,
    }


# --- moves ---


def _moves(view: View, scene: Scene, decision: Decision) -> list[dict[str, Any]]:
    offer = decision.offer
    legal = set(view.actions())
    asked = [move_fields(view, scene, choice, legal) for choice in offer.open]
    late = [
        {"text": move.choice.text, "note": move.note, "shapes": [], "late": True}
        for move in offer.late
    ]
    return asked + late


def move_fields(view: View, scene: Scene, choice: Choice, legal: set[int]) -> dict[str, Any]:
    """A move that may be chosen now."""
    is_legal = choice.action in legal
    return {
        "text": choice.text,
        "note": view.game.words.note(view, choice.action) if is_legal else "",
        "shapes": list(scene.moves.get(choice.action, ())),
        "late": False,
    }


def _plan(plan: Plan) -> dict[str, Any]:
    boxes = []
    for box in plan.boxes:
        put = plan.filled.get(box.name)
        boxes.append(
            {
                "name": box.name,
                "holds": thing_of(put) if put else "",
                "choices": [thing_of(choice) for choice in box.choices],
            }
        )
    return {"boxes": boxes, "between": BETWEEN, "full": plan.is_full, "unused": plan.unused()}


# --- the end ---


def result_fields(view: View, returns: Sequence[Return], line_up: Sequence[str]) -> dict[str, Any]:
    """How a game has ended: a sentence, and the score by source, the winner first."""
    points = view.sources()
    order = sorted(range(len(returns)), key=lambda seat: returns[seat].rank)
    kinds = [*view.game.words.sources]
    return {
        "sentence": Ending(returns, points, view.seat).text(),
        "kinds": kinds,
        "rows": [
            {
                "seat": seat,
                "who": line_up[seat],
                "rank": returns[seat].rank,
                "win": returns[seat].win,
                "score": returns[seat].score,
                "points": [points[seat][kind] for kind in kinds],
            }
            for seat in order
        ],
        "capped": view.capped,
    }
