"""Wallenstein: each contradiction in a position is named in its own sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from wallenstein_builder import Table, begin, play

from eminence import engines
from eminence.engines.wallenstein.names import PHASE_WORDS
from eminence.engines.wallenstein.state import Phase

Position = dict[str, Any]


def sound() -> Table:
    table = Table(3).county(0, "Anhalt", 5, "palaces", markers=1).county(1, "Kursachsen", 3)
    table.county(0, "Altmark", 2).order(0, "combat A", "Anhalt").has(0, thalers=3)
    return table


def refusal(table: Table, position: Position, player: int | str = "chance") -> str:
    with pytest.raises(engines.BadPosition) as caught:
        table.read(player, position)
    assert "\n" not in str(caught.value)
    return str(caught.value)


CHANGES: list[tuple[str, Callable[[Position], Any]]] = [
    ("owned[1]: one of its counties is not in play", lambda p: p["owned"][1].append("Anhalt")),
    ("owned[1]: one of its counties is not in play", lambda p: p["owned"][1].append("Tirol")),
    ("owned[0]: Anhalt has no armies", lambda p: p["armies"].pop("Anhalt")),
    ("armies: there are some in Baden", lambda p: p["armies"].update(Baden=1)),
    ("markers: some lie in Baden, which nobody owns", lambda p: p["markers"].update(Baden=1)),
    ("built[0]: Anhalt has fewer sites", lambda p: p["built"].update(churches=["Anhalt"])),
    ("built[1]: Baden has fewer sites", lambda p: p["built"].update(churches=["Baden"])),
    ("supply: 8 cubes of seat 0", lambda p: p["supply"].update({"seat 0": 1})),
    ("supply: 21 cubes of peasants", lambda p: p["tower"].update(peasants=1)),
    ("open_events: 3 cards open and 8", lambda p: p["open_events"].pop()),
    ("row: 4 cards, each once", lambda p: p.update(row_size=4)),
    ("row: 5 cards, each once", lambda p: p["row"].__setitem__(1, p["row"][0])),
    ("tile: each once", lambda p: p["tile"].__setitem__(1, p["tile"][0])),
    ("leader: each seat takes", lambda p: p.update(leader=["seat 0", *["nobody"] * 4])),
    ("phase: year, season, step", lambda p: p.update(step=2)),
    ("phase: year, season, step", lambda p: p.update(season="winter")),
    ("phase: year, season, step", lambda p: p.update(points=[{"counties": 2}, {}, {}])),
    ("planned[0]: the plan", lambda p: p.update(planned=[2, 0, 0])),
    ("box[0]: combat A: no card", lambda p: p["box"][0].update(church="Anhalt")),
    ("box[0]: church: no card", lambda p: p["box"][0].update(church="Baden")),
    ("bid[0]: no card", lambda p: p["bid"].__setitem__(0, "4 Thalers")),
    ("bid[0]: no card", lambda p: p["bid"].__setitem__(0, "face down")),
    ("closed[0]: face-down cards: counties", lambda p: p["closed"].__setitem__(0, ["Baden"])),
    ("battle: battle, cubes", lambda p: p.update(battle="attack")),
    ("battle: battle, cubes", lambda p: p.update(thrown=3)),
    ("revolting: counties", lambda p: p.update(due=1)),
    ("deck: deck, cards", lambda p: p.update(deck=["Baden"])),
    ("target: the county to move to", lambda p: p.update(target="Baden")),
]


@pytest.mark.parametrize(("said", "change"), CHANGES, ids=range(len(CHANGES)))
def test_a_contradiction_is_named(said: str, change: Callable[[Position], Any]) -> None:
    table = sound()
    position = json.loads(json.dumps(table.position()))
    table.read("chance", position)
    change(position)
    complaint = refusal(table, position)
    assert complaint.startswith(said), complaint


def test_too_many_buildings_of_a_kind_are_named() -> None:
    table = Table(4)
    for name in table.board.names[:29]:
        table.county(0, name, 1, "palaces")
    assert "built[0]: 29 on the board, the game has 28" in refusal(table, table.position())


def test_the_wrong_player_is_named() -> None:
    table = sound()
    assert "player: somebody else" in refusal(table, table.position(), 0)
    state = table.state()
    begin(state)
    position = json.loads(state.to_json())["position"]
    assert "player: somebody else" in refusal(table, position, 1)


def test_a_plan_of_another_seat_is_not_for_a_view() -> None:
    table = sound()
    position = table.position() | {
        "phase": PHASE_WORDS[Phase.PLAN],
        "bid": ["0 Thalers", "nothing", "nothing"],
    }
    position |= {"planned": [1, 0, 0], "box": [{}, {}, {}]}
    del position["closed"]
    state = table.read(0, position)
    document = json.loads(state.to_json())
    with pytest.raises(engines.BadPosition, match=r"planned\[0\]: the plan"):
        state.game.view_from_json(json.dumps(document | {"view_of": 1, "player": 1}))


def test_a_throw_must_fit_its_battle() -> None:
    table = sound()
    state = table.state()
    begin(state)
    play(state, "move to Kursachsen", "4 armies to Kursachsen")
    position = json.loads(state.to_json())["position"]
    table.read("chance", position)
    for change in ({"thrown": 99}, {"thrown": 0}, {"colour": 2}, {"battle": "filling"}):
        assert refusal(table, position | change)
    assert "target: the county to move to" in refusal(table, position | {"battle": "revolt"})
