"""One spot of an analysis: so many moves of the file, then the moves of a branch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eminence.cython_ext.pictures.scene import Scene, seat_letter
from eminence.engines import PUBLIC, BadOption, Chance, EminenceError, State, View, position_toml
from eminence.play.table.choices import Choice
from eminence.play.table.saved_game import SavedGame, resolve
from eminence.play.web.analysing.documents import Document
from eminence.play.web.history import Step, logged
from eminence.play.web.snapshot import move_fields, panels_of, result_fields, stamp_of

#: the seat that is looked from: a number, whoever is to move, or nobody's
MOVER, ONLOOKER = "mover", "onlooker"
#: what is chosen where a position waits for chance
DRAW = "let chance decide"


@dataclass(frozen=True)
class Path:
    """The way to a spot.

    at: how many moves of the file are played.
    branch: the moves after these, in words.
    seed: of all chance in the branch; None: chance goes on as in the file.
    """

    at: int = 0
    branch: tuple[str, ...] = ()
    seed: int | None = None


class Spot:
    """A state of the game in a file, or of a branch, and the steps that have led there."""

    def __init__(self, document: Document, path: Path):
        if path.at > len(document.moves):
            raise BadOption(f"at: the file has {len(document.moves)} moves, not {path.at}")
        self.document = document
        self.path = path
        self.steps: list[Step] = []
        """The last move and what chance did after it, or what chance did at the beginning."""
        self.has_drawn = False
        """Has chance decided anything in the branch?"""
        self.state, self._chance = document.beginning(path.seed or 0)
        if document.saved is not None:
            self._resolve()
        for move in document.moves[: path.at]:
            self._play(move.action)
        if path.seed is not None:
            self._chance = Chance(path.seed)
        for number, text in enumerate(path.branch, 1):
            self._try(number, text)

    def _try(self, number: int, text: str) -> None:
        if self.waits_for_chance:
            if text != DRAW:
                raise BadOption(f"branch: move {number}: chance is next: {DRAW}")
            self.steps = []
            self._resolve()
            self.has_drawn = True
            return
        try:
            action = self.state.parse(text)
        except EminenceError as error:
            raise BadOption(f"branch: move {number}: {error}") from None
        self._play(action)
        self.has_drawn |= len(self.steps) > 1

    def _play(self, action: int) -> None:
        self.steps = [Step(self.state.copy(), action)]
        self.state.apply(action)
        self._resolve()

    def _resolve(self) -> None:
        def note(state: State, outcome: int) -> None:
            self.steps.append(Step(state.copy(), outcome))

        resolve(self.state, self._chance, note)

    @property
    def waits_for_chance(self) -> bool:
        """Only a position from a file can: anywhere else chance has decided already."""
        return not self.state.over and self.state.player < 0

    @property
    def is_position(self) -> bool:
        """Is this the position as it is in the file?"""
        return self.document.view is not None and not self.path.branch

    def seat(self, wanted: int | str) -> int:
        """The seat that is looked from, or PUBLIC."""
        if wanted == ONLOOKER:
            return PUBLIC
        if wanted == MOVER:
            view = self.document.view
            if self.is_position and view is not None:
                return view.seat
            return self.state.player if self.state.player >= 0 else PUBLIC
        if not isinstance(wanted, int) or wanted >= self.document.game.seats:
            raise BadOption(f"seat: no seat {wanted} here")
        return wanted

    def view(self, seat: int) -> View:
        """What a seat or PUBLIC knows here."""
        view = self.document.view
        if view is not None and self.is_position and view.seat == seat:
            return view
        return self.state.view(seat)

    def decides(self, seat: int) -> bool:
        """Is the seat to move?"""
        return seat >= 0 and not self.state.over and self.state.player == seat

    # --- for the page ---

    def fields(self, wanted: int | str) -> dict[str, Any]:
        """The spot as a page shows it, with the fields of a table's message where these fit."""
        seat = self.seat(wanted)
        view = self.view(seat)
        scene = view.picture()
        state = self.state
        shown: dict[str, Any] = {
            "title": scene.title,
            "panels": panels_of(scene),
            "seat": seat if seat >= 0 else None,
            "mover": state.player if state.player >= 0 and not state.over else None,
            "moves": self._moves(seat, view, scene),
            "plan": None,
            "kept": [],
            "held": "",
            "log": logged(self.steps, seat),
            "over": state.over,
            "result": None,
            "dealt": self._is_dealt(seat),
            "unsaved": self.why_not_saved(),
        }
        if state.over:
            shown["result"] = result_fields(view, state.returns(), self.document.line_up)
        where = [self.path.at, *self.path.branch, str(self.path.seed)]
        return {**shown, "stamp": stamp_of({**shown, "where": where})}

    def _moves(self, seat: int, view: View, scene: Scene) -> list[dict[str, Any]]:
        """What may be tried: the mover's moves, if it is the mover who looks."""
        if self.waits_for_chance:
            return [{"text": DRAW, "note": "", "shapes": [], "late": False}]
        if not self.decides(seat):
            return []
        legal = view.actions()
        return [
            move_fields(view, scene, Choice(action, view.text(action)), {*legal})
            for action in legal
        ]

    def _is_dealt(self, seat: int) -> bool:
        """May what the seat sees be dealt with the seed, because the file says less?"""
        view = self.document.view
        return view is not None and seat >= 0 and seat != view.seat

    # --- files ---

    def position(self, wanted: int | str) -> tuple[str, str]:
        """The name and the text of a position file of the seat's view."""
        seat = self.seat(wanted)
        whose = "onlooker" if seat < 0 else f"seat-{seat}"
        name = f"{self.document.game.name}-{self._number}-{whose}.toml"
        return name, position_toml(self.view(seat))

    def saved(self) -> tuple[str, str]:
        """The name and the text of a saved game that has led here."""
        problem = self.why_not_saved()
        saved = self.document.saved
        if problem or saved is None:
            raise BadOption(problem)
        texts = [move.text for move in self.document.moves[: self.path.at]]
        moves = (*texts, *self.path.branch)
        game = SavedGame(saved.game, saved.seats, saved.seed, moves)
        return f"{saved.game.name}-{self._number}.json", game.to_json()

    def why_not_saved(self) -> str:
        """Why a saved game cannot say what has happened here; "" if it can."""
        if self.document.saved is None:
            return "a position has no beginning: save it as a position file"
        if self.path.seed is not None and self.has_drawn:
            return "a saved game has one seed, and here chance was drawn with another one"
        return ""

    @property
    def _number(self) -> int:
        return self.path.at + len(self.path.branch)


def document_fields(document: Document) -> dict[str, Any]:
    """What a page needs to know of a file: who plays, and the moves of the game."""
    saved, view = document.saved, document.view
    line_up = document.line_up
    return {
        "game": document.game.name,
        "options": document.game.options,
        "kind": "position" if saved is None else "game",
        "seats": [
            {"seat": seat, "letter": seat_letter(seat), "who": line_up[seat], "you": False}
            for seat in range(document.game.seats)
        ],
        "seed": None if saved is None else str(saved.seed),
        "view_of": view.seat if view is not None and view.seat >= 0 else None,
        "moves": _numbered(document),
    }


def _numbered(document: Document) -> Sequence[dict[str, Any]]:
    return [{"text": m.text, "seat": m.seat, "part": m.part} for m in document.moves]
