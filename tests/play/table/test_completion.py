"""What Tab may make of the beginning of a line."""

from __future__ import annotations

import pytest

from eminence import engines
from eminence.play.table.completion import completions
from eminence.play.table.decision import Decision
from eminence.play.table.live_game import LiveGame
from eminence.play.table.saved_game import SavedGame
from eminence.play.table.typed_input import COMMANDS


@pytest.fixture(scope="module")
def live() -> LiveGame:
    return LiveGame(SavedGame(engines.load("royals", players=2), ("me", "greedy"), 5))


def completed(live: LiveGame, begun: str) -> list[str]:
    return completions(begun, Decision(live).offer, live.state.game.words)


def test_moves_come_first_and_then_commands(live: LiveGame) -> None:
    moves = [live.state.text(action) for action in live.state.actions()]
    late = [each.choice.text for each in Decision(live).offer.late]
    assert completed(live, "") == [*moves, *late, *COMMANDS]
    takes = [move for move in [*moves, *late] if move.startswith("take ")]
    assert completed(live, "TAKE ") == takes
    assert completed(live, "l") == ["legend", "log", "load"]
    assert completed(live, "xyz") == []


def test_names_and_chapters_are_completed_behind_their_commands(live: LiveGame) -> None:
    assert completed(live, "card dij") == ["card Dijon"]
    assert completed(live, "show Dij") == ["show Dijon"]
    words = live.state.game.words
    assert completed(live, "rules ") == [f"rules {c.title.lower()}" for c in words.chapters[1:]]
    assert completed(live, "save ") == []


def test_boxes_of_a_plan_are_completed() -> None:
    saved = SavedGame(engines.load("wallenstein", players=3), ("me", "greedy", "greedy"), 3)
    plan = LiveGame(saved)
    assert completed(plan, "combat a pas") == ["combat A: Passau"]
    assert len(completed(plan, "taxes: ")) == 10
