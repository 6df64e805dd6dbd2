"""Blood of Kings: impossible positions are refused in words, all others are accepted."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conformance.walks import Walk, pick, viewers
from kings_builder import C, Table, card, kingdom, loaded, play, region, sea

from eminence import engines
from eminence.engines.blood_of_kings.negotiation.words import PROBLEMS as NEGOTIATION
from eminence.engines.blood_of_kings.state import Wrong
from eminence.engines.blood_of_kings.words import PROBLEMS

SPAIN, FRANCE = kingdom("Spain"), kingdom("France")
#: something done to the record of a position
Change = Callable[[Any], None]


def changed(state: engines.State, change: Change) -> bytes:
    record = np.frombuffer(state.to_bytes(), state.game.table.dtype).copy()
    change(record[0])
    return record.tobytes()


def setting(name: str, *path: int, to: int) -> Change:
    """One number of a field is changed."""

    def change(record: Any) -> None:
        if path:
            field = record[name]
            for i in path[:-1]:
                field = field[i]
            field[path[-1]] = to
        else:
            record[name] = to

    return change


def adding(name: str, *path: int, n: int) -> Change:
    def change(record: Any) -> None:
        field = record[name]
        for i in path[:-1]:
            field = field[i]
        field[path[-1]] += n

    return change


def both(*changes: Change) -> Change:
    def change(record: Any) -> None:
        for each in changes:
            each(record)

    return change


def marking(name: str, k: int, place: int) -> Change:
    """One more region in a kingdom's set."""
    return lambda record: record[name].__setitem__(k, int(record[name][k]) ^ (1 << place))


# --- positions to start from ---


def quiet() -> engines.State:
    """Spain is to play its card; seat 1 has cards and a stack."""
    table = Table(players=3).hand(0, "unrest").hand(1, "intrigue").mat(1, "Spain", "attrition")
    return table.kingdom("Spain")


def talking(*ids: int) -> engines.State:
    """Talks of three players, seat 0, who has the Skilled Negotiator, being first."""
    table = Table(players=3).tiles(0, "skilled_negotiator").crowns("Spain", 20)
    table.hand(0, "unrest").hand(1, "intrigue")
    table.set(phase=C.NEGOTIATION_PHASE, stage=C.OPEN_TALKS)
    return play(table.state(0, C.HOLD_TALKS), *ids)


def allying() -> engines.State:
    return talking(C.YES, C.ALLIANCE + SPAIN * C.KINGDOMS + FRANCE)


def giving() -> engines.State:
    return talking(C.YES, C.NO, C.KINGDOM + SPAIN, C.KINGDOM + FRANCE)


def exchanging() -> engines.State:
    offer = (C.SEAT + 1, C.KIND + card("unrest"), C.KIND + card("intrigue"))
    return talking(C.YES, C.NO, C.NO, *offer)


def dealing() -> engines.State:
    state = loaded(3).root()
    while int(state.data["step"]) != C.DEAL:
        state.apply(state.outcomes()[0][0])
    return state


REFUSED: list[tuple[int, Callable[[], engines.State], Change]] = [
    (Wrong.BAD_TIME, quiet, setting("acting", to=6)),
    (Wrong.BAD_TIME, quiet, setting("tied_at", to=9)),
    (Wrong.BAD_TIME, quiet, setting("dice_for", to=C.FOR_SIEGE)),
    (Wrong.BAD_TIME, quiet, setting("step", to=C.DICE)),
    (Wrong.BAD_TIME, quiet, setting("turn", to=60)),
    (Wrong.BAD_TIME, talking, setting("cathedral_due", to=1)),
    (Wrong.BAD_TIME, talking, setting("phase", to=C.ENDED)),
    (Wrong.BAD_TIME, dealing, setting("ruler", SPAIN, to=1)),
    (Wrong.BAD_TILES, quiet, setting("bag", to=0)),
    (Wrong.BAD_TILES, quiet, setting("tiles", 0, to=1)),
    (Wrong.BAD_STEP, talking, lambda record: record["head"].__setitem__("player", 1)),
    (Wrong.BAD_STEP, allying, lambda record: record["head"].__setitem__("player", 1)),
    (Wrong.BAD_STEP, talking, setting("step", to=C.ALLY)),
    (Wrong.BAD_GLORY, quiet, setting("glory_left", to=9)),
    (Wrong.BAD_GLORY, quiet, setting("glory_to", to=1)),
    (Wrong.BAD_ORDER, quiet, setting("order", 1, to=0)),
    (Wrong.BAD_CROWNS, dealing, setting("crowns", SPAIN, to=1)),
    (Wrong.BAD_ALLIANCE, quiet, setting("alliance", SPAIN, to=SPAIN + 1)),
    (Wrong.BAD_TOKEN_SIDE, quiet, setting("flipped", to=1)),
    (Wrong.BAD_KINGDOM_CARDS, quiet, adding("in_hand", SPAIN, C.TAXATION, n=1)),
    (Wrong.BAD_KINGDOM_CARDS, quiet, adding("on_mat", SPAIN, C.EXPANSION, n=1)),
    (Wrong.BAD_PLAYED, quiet, setting("played", FRANCE, to=C.TAXATION + 1)),
    (Wrong.BAD_FLAGS, quiet, adding("flags_left", SPAIN, n=1)),
    (
        Wrong.BAD_FLAGS,
        quiet,
        both(marking("flags", SPAIN, region("Paris")), setting("flags_left", SPAIN, to=3)),
    ),
    (Wrong.BAD_HOLDER, quiet, marking("holds", SPAIN, region("Toledo"))),
    (Wrong.BAD_HOLDER, quiet, marking("holds", SPAIN, region("Leon"))),
    (Wrong.BAD_SIEGE, quiet, marking("sieges", SPAIN, region("Reims"))),
    (Wrong.BAD_SIEGE, quiet, marking("sieges", SPAIN, region("Leon"))),
    (Wrong.BAD_ARMIES, quiet, setting("armies", SPAIN, region("Toledo"), to=13)),
    (Wrong.BAD_FLEETS, quiet, setting("fleets", SPAIN, 0, to=9)),
    (Wrong.BAD_SEA, quiet, setting("sea_owner", sea("North Sea"), to=1)),
    (Wrong.BAD_CARDS, quiet, adding("deck", card("unrest"), n=1)),
    (Wrong.BAD_HAND, quiet, setting("hand_count", 0, to=2)),
    (Wrong.BAD_DECK, quiet, lambda record: record.__setitem__("deck_size", 1)),
    (Wrong.BAD_HAND, quiet, setting("drawn", 0, to=2)),
    (Wrong.BAD_MAT, quiet, setting("mat", 0, to=C.UNKNOWN)),
    (Wrong.BAD_MAT, quiet, setting("known", 0, to=2)),
    (Wrong.BAD_MAT, quiet, setting("known", 5, to=1)),
    (Wrong.BAD_MAT, quiet, setting("laid", 0, to=7)),
    (Wrong.BAD_TAKEN, quiet, setting("owned", 1, card("unrest"), to=1)),
    (Wrong.BAD_TAKEN, quiet, setting("since", 1, card("unrest"), to=1)),
    (Wrong.BAD_EARNED, quiet, setting("glory", 1, to=3)),
    (Wrong.BAD_EARNED, quiet, setting("earned", 1, C.TO_OTHERS, to=1)),
    (Wrong.BAD_PUBLIC_FACTS, talking, setting("owned", 1, card("intrigue"), to=9)),
    (Wrong.BAD_FACTS, quiet, setting("told", 0, 0, to=1)),
    (Wrong.BAD_FACTS, quiet, setting("told", 0, 0, to=C.KINDS + card("unrest") + 1)),
    (Wrong.BAD_FACTS, quiet, setting("told", 0, 1, to=C.KINDS + card("intrigue") + 1)),
    (Wrong.BAD_CHOICE, exchanging, setting("offered", to=card("diplomacy") + 1)),
    (Wrong.BAD_CHOICE, quiet, setting("offered", to=card("unrest") + 1)),
    (Wrong.BAD_DEAL, quiet, setting("deal_to", to=1)),
    (Wrong.BAD_DEAL, dealing, setting("deal_at", to=5)),
    (Wrong.BAD_IDLE_TALKS, quiet, setting("offers", to=1)),
    (Wrong.BAD_IDLE_TALKS, quiet, setting("giver", to=1)),
    (Wrong.BAD_TALKS_STAGE, talking, setting("stage", to=C.END_TURN + 1)),
    (Wrong.BAD_TALKER, talking, setting("acting", to=1)),
    (Wrong.BAD_OFFER, allying, setting("offers", to=2)),
    (Wrong.BAD_GIVER, allying, setting("giver", to=FRANCE + 1)),
    (Wrong.BAD_GIVER, giving, setting("giver", to=0)),
    (Wrong.BAD_GIVER, giving, setting("crowns", SPAIN, to=1)),
    (Wrong.BAD_PARTNER, allying, setting("partner", to=SPAIN + 1)),
    (Wrong.BAD_PARTNER, giving, setting("partner", to=0)),
    (Wrong.BAD_TAKEN_IN, exchanging, setting("taken_in", to=2)),
    (Wrong.BAD_EXCHANGE, exchanging, setting("answered", to=0)),
    (Wrong.BAD_TAKEN_IN, giving, setting("taken_in", to=1)),
]


def told_by(code: int) -> str:
    """The part of a sentence that has no numbers in it."""
    return max(PROBLEMS[code].text.replace("}", "{").split("{"), key=len)


@pytest.mark.parametrize(("code", "start", "change"), REFUSED)
def test_what_cannot_be_is_refused(
    code: int, start: Callable[[], engines.State], change: Change
) -> None:
    state = start()
    with pytest.raises(engines.BadPosition) as refusal:
        state.game.from_bytes(changed(state, change))
    assert told_by(code) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_every_sentence_of_these_parts_is_asked_for() -> None:
    general = {code for code in PROBLEMS if code <= Wrong.BAD_SEA}
    cards = {code for code in PROBLEMS if Wrong.BAD_TAKEN <= code <= Wrong.BAD_CHOICE}
    # A number that no field can hold is refused earlier.
    mine = {*general, *cards, *NEGOTIATION} - {Wrong.BAD_RULER}
    assert mine == {code for code, _, _ in REFUSED}


def test_a_view_whose_certain_cards_have_no_place_is_refused() -> None:
    view = quiet().view(0)
    record = np.frombuffer(view.to_bytes(), view.game.table.dtype).copy()
    record[0]["owned"][1][card("unrest")] = record[0]["hand"][1][card("unrest")] = 3
    record[0]["deck"][card("unrest")] -= 3
    with pytest.raises(engines.BadPosition, match="hand"):
        view.game.view_from_bytes(record.tobytes())


def test_a_view_that_shows_too_much_or_too_little_is_refused() -> None:
    view = quiet().view(0)
    for name, value in (("mat", card("attrition")), ("mat", 77)):
        record = np.frombuffer(view.to_bytes(), view.game.table.dtype).copy()
        record[0][name][0] = value
        with pytest.raises(engines.BadPosition, match="mat"):
            view.game.view_from_bytes(record.tobytes())
    record = np.frombuffer(view.to_bytes(), view.game.table.dtype).copy()
    record[0]["told"][1][0] = card("unrest") + 1
    with pytest.raises(engines.BadPosition, match="told"):
        view.game.view_from_bytes(record.tobytes())


# --- every possible position is accepted ---

OPTIONS = [
    {"players": players, "negotiation": talks, "achievements": tiles, "turn_cap": 6}
    for (players, talks), tiles in zip(
        itertools.product((3, 4, 5, 6), ("full", "money", "none")),
        itertools.cycle((10, 15, 30)),
        strict=False,
    )
]


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_position_of_random_games_is_accepted(options: dict[str, Any]) -> None:
    game = loaded(**options)
    rng = random.Random(str(options))
    for state in Walk(game, rng.randrange(1000)):
        game.from_bytes(state.to_bytes())
        if rng.random() < 0.1:
            viewer = pick(rng, viewers(game))
            game.view_from_bytes(state.view(viewer).to_bytes())
