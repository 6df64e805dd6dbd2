"""A secret plan, filled in any order, changed, and played when the person says so."""

from __future__ import annotations

import pytest
from fake_table import kept, sit

from eminence import engines
from eminence.play.table.decision import Decision
from eminence.play.table.live_game import LiveGame
from eminence.play.table.plan import Plan
from eminence.play.table.saved_game import SavedGame

SEATS = ("me", "greedy", "greedy")
WALLENSTEIN = {"game": "wallenstein", "seats": SEATS}
BOXES = [
    "bid", "palace", "church", "trading post", "grain", "taxes",
    "deploy 5", "deploy 3", "deploy 1", "combat A", "combat B",
]  # fmt: skip
#: one card for each box of seat 0, which holds these counties with seed 3
CARDS = {
    "bid": "2 Thalers", "palace": "Osnabrück", "church": "Vogtland", "trading post": "Passau",
    "grain": "Sächs. Lande", "taxes": "Oberösterreich", "deploy 5": "Gft. Mark",
    "deploy 3": "Erzbm. Trier", "deploy 1": "money card", "combat A": "Niederösterreich",
    "combat B": "money card",
}  # fmt: skip
MOVES = [f"{box}: {card}" for box, card in CARDS.items()]


def table() -> LiveGame:
    return LiveGame(SavedGame(engines.load("wallenstein", players=3), SEATS, 3))


def planned(live: LiveGame, *texts: str) -> Plan:
    for text in texts:
        decision = Decision(live)
        move = decision.offer.named(text)
        assert move is not None, text
        decision.decide(move)
    plan = Decision(live).plan
    assert plan is not None
    return plan


def cards(plan: Plan) -> dict[str, str]:
    return {box: choice.text.partition(": ")[2] for box, choice in plan.filled.items()}


def test_all_boxes_are_known_from_the_start() -> None:
    plan = planned(table())
    assert [box.name for box in plan.boxes] == BOXES
    for box in plan.boxes[1:]:
        things = {choice.text.partition(": ")[2] for choice in box.choices}
        assert things == {*plan.unused()} - {f"{n} Thalers" for n in range(5)}


@pytest.mark.slow
@pytest.mark.parametrize("turned", [MOVES, MOVES[::-1], MOVES[5:] + MOVES[:5]])
def test_any_order_of_filling_plays_the_same(turned: list[str]) -> None:
    live = table()
    plan = planned(live, *turned)
    assert cards(plan) == CARDS
    # Nobody but the person knows that it is complete.
    assert live.state.player == 0
    assert live.saved.moves == tuple(MOVES[:-1])
    Decision(live).decide(Decision(live).offer.number(1))
    assert live.saved.moves[: len(MOVES)] == tuple(MOVES)
    assert live.state.player != 0
    assert live.waiting == ()


@pytest.mark.slow
def test_a_box_is_changed_whenever_the_plan_is_seen() -> None:
    live = table()
    planned(live, *MOVES)
    plan = planned(live, "palace: money card", "combat B: Osnabrück")
    assert cards(plan) == {**CARDS, "palace": "money card", "combat B": "Osnabrück"}
    assert live.saved.moves[1] == "palace: money card"


def test_a_card_that_is_needed_elsewhere_leaves_its_old_box() -> None:
    live = table()
    plan = planned(live, *MOVES[:4], "grain: Vogtland")
    assert cards(plan) == {
        "bid": "2 Thalers",
        "palace": "Osnabrück",
        "trading post": "Passau",
        "grain": "Vogtland",
    }
    offer = Decision(live).offer
    assert {move.text.partition(": ")[0] for move in offer.open} == {"church"}
    assert "church: Vogtland" not in [move.text for move in offer.open]


@pytest.mark.slow
def test_the_last_box_is_filled_where_only_one_card_is_left() -> None:
    live = table()
    plan = planned(live)
    counties = [thing for thing in plan.unused() if "Thaler" not in thing and "card" not in thing]
    assert len(counties) == 9
    planned(
        live, "bid: 0 Thalers", *(f"{b}: {c}" for b, c in zip(BOXES[1:], counties, strict=False))
    )
    assert Decision(live).plan.is_full
    assert cards(Decision(live).plan)["combat B"] == "money card"


@pytest.mark.slow
def test_undo_takes_back_one_step_of_the_plan_at_a_time() -> None:
    live = table()
    planned(live, "taxes: Passau", "bid: 1 Thalers", "taxes: Vogtland")
    steps = []
    while (earlier := live.before(0)) is not None:
        live = earlier
        steps.append(cards(planned(live)))
    assert steps == [{"taxes": "Passau", "bid": "1 Thalers"}, {"taxes": "Passau"}, {}]


@pytest.mark.slow
def test_others_are_told_nothing_of_it() -> None:
    live = LiveGame(SavedGame(engines.load("wallenstein", players=3), ("me", "me", "greedy"), 3))
    live.news(1)
    view = live.state.view(1)
    planned(live, *MOVES[3:], "palace: Osnabrück")
    told = " ".join(live.news(1))
    assert not any(card in told for card in CARDS.values())
    assert live.state.view(1) == view


@pytest.mark.slow
def test_decisions_that_stand_alone_are_no_plan() -> None:
    for name in engines.names():
        live = LiveGame(SavedGame(engines.load(name), ("me",) * engines.load(name).seats, 3))
        assert (live.plan() is not None) == (name == "wallenstein")


# --- at the table ---


@pytest.mark.slow
def test_the_plan_is_shown_and_confirmed(tmp_path) -> None:
    short = ["plan", "taxes ober", "church vogt", *MOVES, "go on"]
    screen, loop = sit(tmp_path, *short, **WALLENSTEIN)
    assert "  taxes         -\n" in screen.after("plan")
    assert "in no box: " in screen.after("plan")
    assert "  taxes         Oberösterreich\n" in screen.after("taxes ober")
    assert "1  bid: " in screen.after("taxes ober")
    last = screen.after(MOVES[-1])
    assert "go on plays it" in last
    assert "1  go on" in last
    assert loop.live.saved.moves[: len(MOVES)] == tuple(MOVES)
    assert kept(tmp_path) == loop.live.saved


def test_what_may_go_into_a_box_is_listed_with_notes(tmp_path) -> None:
    screen, _ = sit(tmp_path, "plan church", "plan nothing", "plan d", **WALLENSTEIN)
    listed = screen.after("plan church").strip().splitlines()
    assert len(listed) == 10
    assert all(line.startswith("church: ") and "  (" in line for line in listed)
    for asked in ("nothing", "d"):
        assert screen.after(f"plan {asked}").startswith(f"plan {asked}: choose bid, palace, ")


def test_there_is_no_plan_where_a_move_is_played_at_once(tmp_path) -> None:
    screen, _ = sit(tmp_path, "plan")
    assert screen.after("plan").startswith("plan: this decision belongs to no plan")
