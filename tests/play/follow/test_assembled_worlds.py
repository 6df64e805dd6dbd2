"""Several secret choices that are shown at once are found by putting a world together."""

import pytest
from conformance.cases import cases_of
from conformance.walks import Walk

from eminence.play.follow import observation
from eminence.play.follow.observation import ALL_SAID, Observation, new_lines
from eminence.play.follow.phrases import Speaker
from eminence.play.table.news import full_text

#: in this random game an action card turns up several orders of the others then
SEED, STEP, SEAT = 1, 146, 0


def turned_up():
    """The seat's views before and after, and the card."""
    walk = Walk(cases_of("wallenstein")[0].load(), SEED)
    while len(walk.plies) < STEP - 1:
        walk.play(walk.choose())
    before, card = walk.state.copy(), walk.choose()
    walk.play(card)
    return before.view(SEAT), walk.state.view(SEAT), str(full_text(before, card))


@pytest.mark.slow
def test_orders_that_no_usual_world_shows_together_are_found(monkeypatch):
    view, after, text = turned_up()
    shown = [line.replace(";", ",") for line in new_lines(view, after)]
    said = "; ".join([text, *shown, ALL_SAID])
    # Nothing but the assembled worlds is left.
    monkeypatch.setattr(observation, "MOST_WORLDS", observation.WORLDS)
    seen = Observation(view, Speaker(SEAT, view.game.seats).phrases(said), said)
    assert seen.look() == []
    assert [sight.after for sight in seen.look_longer()] == [after]


@pytest.mark.slow
def test_what_cannot_be_is_not_put_together():
    view, _, text = turned_up()
    said = f"{text}; Seat 1 gets 40 armies in Nowhere"
    seen = Observation(view, Speaker(SEAT, view.game.seats).phrases(said), said)
    assert seen.look() == []
    assert seen.look_longer() == []
