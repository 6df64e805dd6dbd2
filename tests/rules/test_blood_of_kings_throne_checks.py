"""Blood of Kings: impossible positions of the kingdom phase and of successions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kings_builder import KINGDOMS, C, Table, kingdom, play

from eminence import engines

ADMINISTRATION = C.CARD_TYPE + C.ADMINISTRATION
SUCCESSION = C.CARD_TYPE + C.SUCCESSION
TAXATION = C.CARD_TYPE + C.TAXATION
PEACEFUL, VIOLENT, CHAOTIC = 1, 2, 3
FRANCE, ITALY, ENGLAND = (kingdom(name) for name in ("France", "Italy", "England"))


def refusal(state: engines.State, **changes: Any) -> str:
    """Why the state is refused after these changes; each is a field's value, or (place, value)."""
    record = np.frombuffer(state.data.tobytes(), state.game.table.dtype)[0].copy()
    state.game.from_bytes(record.tobytes())
    for name, value in changes.items():
        if isinstance(value, tuple):
            record[name][value[0]] = value[1]
        else:
            record[name] = value
    with pytest.raises(engines.BadPosition) as refused:
        state.game.from_bytes(record.tobytes())
    return str(refused.value)


def administering() -> engines.State:
    table = Table().unrest("Italy", 3).crowns("Italy", 20).mat(0, "Italy", "unrest")
    return play(table.kingdom("Italy"), ADMINISTRATION, C.YES)


def calling() -> engines.State:
    """Italy's ruler is to call on seat 0 or 1; seat 0 has Strategic Marriage."""
    table = Table(achievements=30).tiles(0, "strategic_marriage").mat(3, "Italy", "Italy 7")
    table.mat(0, "Italy", "influence 4", "unrest").mat(1, "Italy", "influence 4", "influence 5")
    return play(table.kingdom("Italy"), SUCCESSION)


def turning_up() -> engines.State:
    return play(calling(), C.SEAT + 1, C.YES)


def committing() -> engines.State:
    """A violent succession of France; seat 1 has committed a card before seat 3."""
    table = Table(achievements=30).tiles(0, "loyal_barons").unrest("France", 2)
    table.mat(1, "France", "influence 4", "influence 5").mat(2, "France", "France 7")
    for name in KINGDOMS:
        ruled = table.record["ruler"][kingdom(name)] > 0
        table.played(name, C.TAXATION if ruled else C.SUCCESSION)
    state = play(table.hand(0, "unrest", "unrest").dynasty(0), C.UNREST + FRANCE)
    return play(state, C.SEAT + 1, C.SEAT + 3)


def in_chaos() -> engines.State:
    """Seat 1 is to commit cards in England, seat 0 has committed one, seat 2 comes later."""
    table = Table()
    for seat in range(3):
        table.mat(seat, "England", "influence 4", "influence 5")
    rest = [name for name in KINGDOMS if name not in ("Spain", "England")]
    table.order("Spain", "England", *rest).set(stage=1)
    return play(table.state(0, C.PLAY_CARD), TAXATION, C.COUNT + 1)


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("reductions", {"reductions": 250}),
        ("step: Italy cannot be the one to administer", {"stage": 3}),
        ("step: Italy cannot be the one to administer", {"stage": 1}),
        ("step", {"stage": 255, "reductions": 0}),
        ("step", {"crowns": (ITALY, 1)}),
        ("step", {"step": C.TAKE_BACK}),
        ("step", {"step": C.PLAY_CARD}),
        ("shielded", {"shielded": 64}),
        ("played", {"shielded": 1 << ITALY}),
        ("played", {"played": (ITALY, C.EXPANSION + 1)}),
        ("step: Italy cannot be the one to administer", {"played": (ITALY, 0)}),
        ("played", {"played": (0, C.TAXATION + 1)}),
    ],
)
def test_an_administration_that_cannot_be(field: str, changes: dict[str, Any]) -> None:
    assert field in refusal(administering(), **changes)


def test_nothing_of_an_administration_outside_of_it() -> None:
    state = Table().kingdom("Italy")
    assert "reductions" in refusal(state, reductions=1)
    assert "step: Italy cannot be the one to play" in refusal(state, stage=2)
    assert "step: Italy cannot be the one to play" in refusal(state, stage=0)
    assert "step: Italy cannot be the one to play" in refusal(
        state, ruler=(ITALY, 0), crowns=(ITALY, 0)
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"throne": 1},
        {"called": 1},
        {"caller": 1},
        {"declared": 1},
        {"revealed": 1},
        {"added": 1},
        {"influence": (0, 5)},
        {"committed": (0, 1)},
        {"pledged": (0, 1)},
    ],
)
def test_nothing_of_a_succession_without_one(changes: dict[str, Any]) -> None:
    state = Table().mat(0, "Spain", "influence 4").kingdom("Italy")
    (field,) = changes
    assert field in refusal(state, **changes) or "challenge" in refusal(state, **changes)


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("challenge", {"challenge": 4}),
        ("throne", {"challenge": VIOLENT}),
        ("throne", {"challenge": CHAOTIC}),
        ("throne", {"throne": FRANCE}),
        ("throne", {"throne": 6}),
        ("throne", {"stage": 254}),
        ("called", {"called": 1 << 4}),
        ("called", {"caller": 1}),
        ("called", {"caller": 5, "called": 1 << 4}),
        ("called", {"called": 1 << 3}),
        (
            "called",
            {"called": 1 << 1 | 1 << 3, "caller": 2, "step": C.REVEAL, "head": ("player", 1)},
        ),
        ("called", {"added": 1}),
        ("step", {"called": 1}),
        ("step", {"step": C.REVEAL}),
        ("step", {"head": ("player", 0)}),
        ("declared", {"declared": 1 << 1}),
        ("declared", {"declared": 1 << 3}),
        ("influence", {"influence": (1, 5)}),
        ("influence", {"revealed": 1}),
        ("committed", {"committed": (1, 1)}),
        ("pledged", {"pledged": (0, 1)}),
    ],
)
def test_a_peaceful_succession_that_cannot_be(field: str, changes: dict[str, Any]) -> None:
    assert field in refusal(calling(), **changes)


def test_a_challenge_with_cards_face_up_that_cannot_be() -> None:
    state = turning_up()
    assert "influence" in refusal(state, influence=(1, 0))
    assert "influence" in refusal(state, influence=(2, 5), revealed=1 << 1 | 1 << 2)
    assert "step" in refusal(state, influence=(1, 0), revealed=0)  # a legal card must follow
    # The ruler answers after all others.
    assert "called" in refusal(state, caller=3 + 1, called=1 << 1 | 1 << 3, added=0)


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("throne", {"challenge": PEACEFUL}),
        ("throne", {"throne": ENGLAND}),
        ("committed", {"committed": (1, 3)}),
        ("pledged", {"committed": (1, 2)}),
        ("pledged", {"committed": (1, 0), "added": 0}),
        ("pledged", {"pledged": (1, 5)}),
        ("pledged", {"pledged": (0, 1)}),
        ("added", {"added": 2}),
        ("declared", {"declared": 1 << 1}),
        ("influence", {"influence": (1, 4), "revealed": 1 << 1}),
    ],
)
def test_a_violent_succession_that_cannot_be(field: str, changes: dict[str, Any]) -> None:
    assert field in refusal(committing(), **changes)


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("throne", {"ruler": (ENGLAND, 1)}),
        ("pledged", {"pledged": (1, 1)}),
        ("committed", {"committed": (0, 3)}),
        ("called", {"committed": (1, 1)}),
        ("called", {"committed": (2, 1)}),
        ("called", {"called": 1 << 0 | 1 << 1 | 1 << 2}),
        ("called", {"called": 1 << 1, "committed": (0, 0)}),
        ("added", {"added": 1}),
    ],
)
def test_a_chaotic_succession_that_cannot_be(field: str, changes: dict[str, Any]) -> None:
    assert field in refusal(in_chaos(), **changes)


@pytest.mark.parametrize("build", [administering, calling, turning_up, committing, in_chaos])
def test_the_same_positions_are_accepted_from_every_seat(build: Any) -> None:
    state = build()
    for viewer in (engines.PUBLIC, *range(4)):
        view = state.view(viewer)
        assert state.game.view_from_bytes(view.data.tobytes()) == view
