"""Wallenstein: what is told beside the cards of a plan comes true in the round that follows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from looked_up import decisions, note
from wallenstein_builder import (
    PEASANTS,
    Table,
    armies,
    begin,
    event_name,
    first_decision,
    has_building,
    loaded,
    markers,
    play,
)  # fmt: skip
from wallenstein_court import CourtTable
from wallenstein_notes import number

from eminence import engines
from eminence.engines.wallenstein import state as ids
from eminence.engines.wallenstein.explanations.looking import scored_now
from eminence.engines.wallenstein.names import ACTIONS, BOXES, PHASE_WORDS
from eminence.engines.wallenstein.odds import of_attack, of_revolt
from eminence.engines.wallenstein.state import Phase

#: random games that are looked at
SEEDS = 4
#: events that change nothing of what is collected, deployed and paid
HARMLESS = ("post_calms", "neutral_defends", "palace_defends", "church_safe")


# --- plans: told while planning, compared with the round that follows ---


def planning(state: engines.State, place: int) -> engines.State:
    """The same board while seat 0 decides this place of its plan, with no other card laid."""
    position = json.loads(state.to_json())["position"]
    seats = state.game.seats
    position |= {
        "phase": PHASE_WORDS[Phase.PLAN],
        "planned": [place, *[0] * (seats - 1)],
        "bid": ["0 Thalers" if place else "nothing", *["nothing"] * (seats - 1)],
    }
    for field in ("closed", "box"):
        position.pop(field, None)
    return _read(state, 0, position)


def ordered(state: engines.State, action: str, county: str) -> engines.State:
    """The same board once all have planned: seat 0 has this one order, the others have none."""
    position = json.loads(state.to_json())["position"]
    seats = state.game.seats
    position |= {
        "phase": PHASE_WORDS[Phase.ROUND_EVENT],
        "bid": ["0 Thalers"] * seats,
        "box": [{action: county}, *[{}] * (seats - 1)],
        "closed": position["owned"],
    }
    position.pop("planned", None)
    return _read(state, "chance", position)


def _read(state: engines.State, player: int | str, position: dict[str, object]) -> engines.State:
    return state.game.from_json(
        json.dumps({"view_of": "full", "player": player, "position": position})
    )


def after_round(state: engines.State, event: str, seed: int = 1) -> engines.State:
    """The round is played with this event and tiles that do not matter; armies stay."""
    after, season = state.copy(), int(state.data["season"])
    shown = [ids.TILE_ATTACK + 1, ids.TILE_DEFEND + 1]
    idle = [i for i, tile in enumerate(after.data["tile"]) if tile in shown]
    others = [i for i in range(ids.POSITIONS) if i not in idle]
    seats = range(state.game.seats)
    begin(after, event, {seat: [*idle, *others][seat] + 1 for seat in seats})
    chance = engines.Chance(seed)
    after.resolve(chance)
    while after.data["season"] == season and after.data["phase"] in (Phase.MOVE, Phase.LEAD):
        after.apply(after.actions()[0])
        after.resolve(chance)
    return after


def boards(options: tuple[int, tuple[str, ...]]) -> Iterator[tuple[engines.State, str]]:
    """Boards of random games at the start of spring and summer, with an event that is harmless.

    Without those on which leaders have not been placed yet.
    """
    players, expansions = options
    names = loaded(players)[1].event_names
    for seed in range(SEEDS):
        for state in decisions(loaded(players, expansions=expansions)[0], seed):
            data = state.data
            early = "leaders" in expansions and not data["general"].any()
            if data["phase"] != Phase.PLAN or data["planned"].any() or early:
                continue
            cards = {event_name(state, effect) for effect in HARMLESS}
            up = [name for i, name in enumerate(names) if int(data["open_events"]) >> i & 1]
            harmless = [name for name in up if name in cards]
            if harmless and data["season"] < ids.Season.FALL:
                yield state.copy(), harmless[0]


def own(state: engines.State) -> list[str]:
    mask = int(state.data["owned"][0])
    return [name for i, name in enumerate(state.game.words.on.names) if mask >> i & 1]


def told(state: engines.State, action: str) -> dict[str, str]:
    """The notes on seat 0's counties in the box of an action."""
    plan = planning(state, 1 + BOXES.index(action))
    return {county: note(plan, f"{action}: {county}") for county in own(state)}


@pytest.mark.slow
@pytest.mark.rule("R21")
@pytest.mark.rule("R40")
@pytest.mark.parametrize("options", [(3, ()), (4, ("leaders",))])
def test_a_building_costs_and_brings_what_its_note_says(
    options: tuple[int, tuple[str, ...]],
) -> None:
    built, refused, board = 0, 0, loaded(options[0])[1]
    for state, event in boards(options):
        for kind, action in enumerate(ACTIONS[:3]):
            for county, said in told(state, action).items():
                start = ordered(state, action, county)
                after = after_round(start, event)
                paid = int(state.data["thalers"][0]) - int(after.data["thalers"][0])
                new = has_building(after, kind, county) and not has_building(state, kind, county)
                possible = re.match(r"(\d+) of", said)
                assert new == bool(possible), said
                assert paid == (int(possible[1]) if possible else 0), said
                more = scored_now(board, after.data, 0) - scored_now(board, state.data, 0)
                assert more == (sum(map(int, re.findall(r"\+(\d)", said))) if new else 0), said
                built += new
                refused += not new
    assert built > 20
    assert refused > 20


@pytest.mark.slow
@pytest.mark.rule("R22")
@pytest.mark.parametrize("options", [(3, ()), (4, ("leaders",))])
def test_collecting_brings_what_its_note_says(options: tuple[int, tuple[str, ...]]) -> None:
    revolts = 0
    for state, event in boards(options):
        for action, field in (("grain", "grain"), ("taxes", "thalers")):
            for county, said in told(state, action).items():
                after = after_round(ordered(state, action, county), event)
                gained = int(after.data[field][0]) - int(state.data[field][0])
                assert gained == number(r"brings (\d+)", said)
                calm = not markers(state, county)
                assert said.endswith("then a revolt marker") == calm
                if calm:
                    assert markers(after, county) == 1
                revolts += not calm
    assert revolts > 5


@pytest.mark.slow
@pytest.mark.rule("R23")
@pytest.mark.parametrize("options", [(3, ()), (4, ("leaders",))])
def test_a_deployment_puts_as_many_armies_as_its_note_says(
    options: tuple[int, tuple[str, ...]],
) -> None:
    placed = 0
    for state, event in boards(options):
        for action in ("deploy 5", "deploy 3", "deploy 1"):
            for county, said in told(state, action).items():
                after = after_round(ordered(state, action, county), event)
                paid = int(state.data["thalers"][0]) - int(after.data["thalers"][0])
                possible = re.match(r"(\d+) of", said)
                assert paid == (int(possible[1]) if possible else 0), said
                if possible:
                    assert armies(after, county) == number(r"; (\d+) arm", said)
                    placed += 1
    assert placed > 10


def test_an_attack_that_is_planned_tells_the_best_odds() -> None:
    table = Table(3).county(0, "Anhalt", 5).county(0, "Altmark", 1).county(1, "Kursachsen", 3)
    table.county(0, "Mittelmark", 2).county(1, "Wolfenbüttel", 2)
    plan = planning(table.state(), 1 + BOXES.index("combat A"))
    names = loaded(3)[1].names
    chances = {
        name: of_attack(plan, 0, names.index(name), 4).win
        for name in ("Kursachsen", "Wolfenbüttel", "Sächs. Lande")
    }
    first, second, _ = sorted(chances, key=lambda name: -chances[name])
    assert note(plan, "combat A: Anhalt") == (
        f"4 can go; won: {first} {100 * chances[first]:.0f} %, "
        f"{second} {100 * chances[second]:.0f} %"
    )
    assert note(plan, "combat A: Altmark") == "only 1 army there: nobody can go"
    assert note(plan, "combat A: money card") == "no action"


def test_what_hinders_a_building_is_told() -> None:
    table = Table(3).county(0, "Anhalt", 3, "churches").county(0, "Altmark", 3, "palaces")
    table.county(0, "Neumark", 1).has(0, thalers=2)
    plan = planning(table.state(), 1)
    assert note(plan, "palace: Anhalt") == "no open site"
    assert note(plan, "palace: Altmark") == "there is a palace already"
    assert note(plan, "palace: Neumark").startswith("3 Thalers, you have 2; winter +1")


def test_a_bid_tells_what_is_kept_and_that_is_paid() -> None:
    state = first_decision(3)
    for n in range(5):
        told = note(state, f"bid: {n} Thalers")
        table = Table(3).county(0, "Anhalt", 2).has(0, thalers=18).bid(0, f"{n} Thalers").state()
        begin(table)
        kept = number(r"keep (\d+)", told)
        assert kept == table.data["thalers"][0]


def test_a_revolt_that_is_planned_tells_its_odds() -> None:
    table = Table(3).county(0, "Anhalt", 3, markers=2).tower(PEASANTS, inside=4)
    plan = planning(table.state(), 1 + BOXES.index("taxes"))
    odds = of_revolt(plan, loaded(3)[1].names.index("Anhalt"))
    assert note(plan, "taxes: Anhalt") == f"brings 5; then a revolt: kept {100 * odds.win:.0f} %"


def test_what_is_not_certain_is_not_told_as_certain() -> None:
    table = Table(3).county(0, "Anhalt", 30, markers=1).county(0, "Neumark", 1, markers=6)
    table.tower(PEASANTS, inside=10)
    plan = planning(table.state(), 1 + BOXES.index("taxes"))
    assert note(plan, "taxes: Anhalt").endswith("kept over 99 %")
    assert 0 < of_revolt(plan, loaded(3)[1].names.index("Neumark")).win < 0.005
    assert note(plan, "taxes: Neumark").endswith("kept under 1 %")


# --- the extra board ---


@pytest.mark.rule("C6")
def test_conversions_tell_the_courtiers_that_they_bring() -> None:
    for courtiers in (0, 4, 5):
        table = CourtTable(3).county(0, "Altmark", 6).county(0, "Anhalt", 3)
        table.county(0, "Neumark", 2).county(1, "Baden", 2).tower(0, inside=3, tray=3)
        table.favors(21, 20, 19).hall(courtiers, 0, 0)
        empty = table.state()
        for box, n in (("convert 3", 3), ("convert 2", 2), ("convert 1", 1)):
            plan = planning(empty, 1 + BOXES.index(box))
            for card in ("Altmark", "Anhalt", "Neumark", "dice tower card", "money card"):
                table.boxes[0] = {box: card}
                after = table.state()
                begin(after)
                hall = int(after.data["entrance"][0]) + int(after.data["audience"][0])
                said = note(plan, f"{box}: {card}")
                if "entrance" in said:
                    assert hall == courtiers + n == number(r"(\d+) in the entrance", said)
                    assert "does nothing" not in said
                else:
                    assert said.startswith(("does nothing", "no courtiers"))
                    assert hall == courtiers


def test_a_box_knows_what_the_boxes_before_it_convert() -> None:
    table = CourtTable(3).county(0, "Altmark", 6).county(0, "Anhalt", 6).hall(3, 0, 0)
    state = table.county(1, "Baden", 2).favors(21, 20, 19).state()
    plan = planning(state, 1 + BOXES.index("convert 3"))
    play(plan, "convert 3: Altmark")
    assert note(plan, "convert 2: Anhalt") == "does nothing: 1 courtier left"
    play(plan, "convert 2: money card")
    assert note(plan, "convert 1: Anhalt") == "5 armies left there; 7 in the entrance hall"
