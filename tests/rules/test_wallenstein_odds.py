"""Wallenstein: exact odds of battles, against enumeration, simulation and other figures."""

from __future__ import annotations

from itertools import product

import pytest
from compiled.core import Stream
from wallenstein_builder import PEASANTS, Table, armies, armies_to, begin, fall, loaded, owner, play

from eminence import engines, solver
from eminence.engines.wallenstein.odds import BattleOdds, of_attack, of_revolt
from eminence.engines.wallenstein.state import Phase

TOWERS = ("independent", "density")


def index(name: str) -> int:
    return loaded(3)[1].names.index(name)


def before_attack(tower: str, **options: int) -> engines.State:
    """Seat 0 may attack Kursachsen from Anhalt; something lies in tower and tray."""
    table = Table(3, tower=tower).county(0, "Anhalt", 5).order(0, "combat A", "Anhalt")
    if options.get("defence", 3):
        table.county(1, "Kursachsen", options.get("defence", 3), markers=options.get("markers", 0))
    table.tower(0, inside=2, tray=1).tower(1, inside=1, tray=1).tower(2, inside=3, tray=2)
    table.tower(PEASANTS, inside=3, tray=options.get("green", 1)).tiles("attack", "defend")
    state = table.state()
    begin(state)
    return state


def outcome(state: engines.State) -> str:
    return {0: "win", 1: "hold", None: "neutral"}[owner(state, "Kursachsen")]


def enumerated(state: engines.State, county: str) -> tuple[dict[str, float], float]:
    """All throws of the pending battle by their probability: outcomes, mean armies there."""
    found = {"win": 0.0, "neutral": 0.0, "hold": 0.0}
    left = 0.0
    stack = [(state, 1.0)]
    while stack:
        position, weight = stack.pop()
        if position.data["phase"] != Phase.TOWER:
            found[{0: "win", 1: "hold", None: "neutral"}[owner(position, county)]] += weight
            left += weight * armies(position, county)
            continue
        for choice, p in position.outcomes():
            child = position.copy()
            child.apply(choice)
            stack.append((child, weight * p))
    return found, left


@pytest.mark.parametrize("tower", TOWERS)
@pytest.mark.parametrize(("defence", "markers"), [(3, 0), (2, 2), (0, 0)])
def test_odds_of_an_attack_are_those_of_all_throws(tower: str, defence: int, markers: int) -> None:
    state = before_attack(tower, defence=defence, markers=markers)
    for n in (1, 4):
        odds = of_attack(state, 0, index("Kursachsen"), n)
        after = state.copy()
        play(after, "move to Kursachsen", armies_to("Kursachsen", n))
        found, left = enumerated(after, "Kursachsen")
        assert odds[:3] == pytest.approx(tuple(found.values()))
        assert odds.left == pytest.approx(left)
        assert sum(odds[:3]) == pytest.approx(1)


@pytest.mark.parametrize("tower", TOWERS)
def test_odds_of_a_revolt_are_those_of_all_throws(tower: str) -> None:
    table = Table(3, tower=tower).county(0, "Lüneburg", 3, markers=2)
    table.tower(0, inside=2, tray=1).tower(PEASANTS, inside=3)
    state = table.order(0, "taxes", "Lüneburg").state()
    odds = of_revolt(state, index("Lüneburg"))
    begin(state)
    found, left = enumerated(state, "Lüneburg")
    assert odds == pytest.approx(BattleOdds(found["win"], found["neutral"], 0, left))


@pytest.mark.slow
@pytest.mark.parametrize("tower", TOWERS)
def test_odds_agree_with_simulated_battles(tower: str) -> None:
    state = before_attack(tower)
    odds = of_attack(state, 0, index("Kursachsen"), 3)
    play(state, "move to Kursachsen", "3 armies to Kursachsen")
    stream, games = Stream(5), 4000
    counts = {"win": 0, "neutral": 0, "hold": 0}
    for _ in range(games):
        twin = state.copy()
        while twin.data["phase"] == Phase.TOWER:
            twin.apply(stream.roll(twin))
        counts[outcome(twin)] += 1
    for chance, n in zip(odds, counts.values(), strict=False):
        error = (chance * (1 - chance) / games) ** 0.5
        assert abs(n / games - chance) < 4.5 * error


def test_two_against_one_by_hand() -> None:
    """Two cubes against one, nothing inside: each falls through with 2/3."""
    table = Table(3).county(0, "Anhalt", 3).county(1, "Kursachsen", 1)
    state = table.state()
    out = {True: 2 / 3, False: 1 / 3}
    win = sum(out[a] * out[b] * out[d] for a, b, d in product(out, repeat=3) if a + b > d)
    hold = sum(out[a] * out[b] * out[d] for a, b, d in product(out, repeat=3) if a + b < d)
    odds = of_attack(state, 0, index("Kursachsen"), 2)
    assert (odds.win, odds.hold) == pytest.approx((win, hold))


def test_odds_are_public_knowledge() -> None:
    state = before_attack("density")
    expected = of_attack(state, 0, index("Kursachsen"), 2)
    for viewer in (1, 2, engines.PUBLIC):
        assert of_attack(state.view(viewer), 0, index("Kursachsen"), 2) == expected


def test_the_board_shows_the_odds_of_the_moves_asked_for() -> None:
    state = before_attack("independent")
    odds = of_attack(state, 0, index("Kursachsen"), 4)
    line = f"Kursachsen with 4: {100 * odds.win:.0f} % won, {100 * odds.neutral:.0f} % neutral"
    assert line in state.board()
    play(state, "move to Kursachsen")
    for n in (1, 2, 3, 4):
        odds = of_attack(state, 0, index("Kursachsen"), n)
        assert f"with {n}: {100 * odds.win:.0f} % won" in state.board()
    play(state, "2 armies to Kursachsen")
    assert "% won" not in state.board()


def test_what_cannot_be_is_refused_in_one_line() -> None:
    state = before_attack("independent")
    for arguments, said in (
        ((3, index("Kursachsen"), 1), "seat 3: choose 0 to 2"),
        ((0, index("Anhalt"), 1), "that seat 0 does not own"),
        ((0, index("Tirol"), 1), "choose one in play"),
        ((0, 99, 1), "county 99: choose one in play"),
        ((0, index("Kursachsen"), 6), "armies 6: choose 1 to 5"),
    ):
        with pytest.raises(engines.BadOption, match=said):
            of_attack(state, *arguments)
    with pytest.raises(engines.BadOption, match="that somebody owns"):
        of_revolt(state, index("Altmark"))
    with pytest.raises(engines.BadOption, match="extra -1: choose 0 to"):
        of_revolt(state, index("Anhalt"), -1)


def test_fall_of_the_battle_follows_the_odds_to_the_end() -> None:
    """The same throw by hand: three of ours, none of theirs."""
    state = before_attack("independent", green=0)
    play(state, "move to Kursachsen", "4 armies to Kursachsen")
    fall(state, {0: 3})
    assert outcome(state) == "win"


def test_a_move_into_battle_is_noted_with_its_odds() -> None:
    state = before_attack("independent")
    odds = of_attack(state, 0, index("Kursachsen"), 4)
    note = state.game.words.note(state, state.parse("move to Kursachsen"))
    chances = f"{100 * odds.win:.0f} % won, {100 * odds.neutral:.0f} % neutral"
    assert note == f"attack with 4: {chances}"
    assert state.game.words.note(state, state.parse("stay")) == ""
    play(state, "move to Kursachsen")
    two = state.game.words.note(state, state.parse("2 armies to Kursachsen"))
    assert two.startswith("attack with 2: ")
    advice = solver.analyse(state.view(0), solver.Limit(iterations=200))
    assert f"2 armies to Kursachsen: {two}" in advice.to_text()
