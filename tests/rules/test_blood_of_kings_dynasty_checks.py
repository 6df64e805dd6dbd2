"""Blood of Kings: possible and impossible positions of the dynasty phase."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from kings_builder import KINGDOMS, C, Table, card, dice, kingdom, numbers, play, region
from kings_dynasty import (
    at,
    attrition,
    diplomacy,
    end,
    for_kingdom,
    influence,
    look,
    turn,
    unrest,
    use,
)

from eminence import engines
from eminence.cython_ext.errors import BadPosition
from eminence.engines.blood_of_kings.dynasty.words import PROBLEMS
from eminence.engines.blood_of_kings.state import Wrong

# --- one position for each step of the phase ---


def playing() -> engines.State:
    return turn(Italy=C.TAXATION).hand(0, "unrest", "influence 4").dynasty(0)


def polling() -> engines.State:
    table = turn(Italy=C.TAXATION).hand(0, "unrest", "influence 4").hand(2, "intrigue")
    return play(table.dynasty(0), influence("Italy", "influence 4"))


def foiling() -> engines.State:
    return play(polling(), C.YES)


def naming_second() -> engines.State:
    table = turn(Italy=C.TAXATION, Spain=C.TAXATION).tiles(0, "popular_support")
    return play(table.hand(0, "unrest").dynasty(0), unrest("Italy"))


def diplomats() -> Table:
    """Germany has no flag left."""
    table = turn(France=C.EXPANSION).hand(0, "diplomacy").tiles(0, "persuasive_diplomats")
    table.hold("Germany", "Prague").hold("Germany", "Vienna")
    return table.armies("France", "Rouen", 1)


def naming() -> engines.State:
    return play(diplomats().dynasty(0), diplomacy("France"))


def offering() -> engines.State:
    return play(naming(), at("Rouen"))


def consenting() -> engines.State:
    return play(offering(), for_kingdom("Italy"))


def second_region() -> engines.State:
    return play(consenting(), C.YES)


def rolling() -> engines.State:
    return play(second_region(), C.NO)


def wearing_down() -> engines.State:
    table = turn(England=C.EXPANSION).hand(0, "attrition", "unrest").armies("England", "York", 1)
    return use(table.armies("England", "London", 1).dynasty(0), attrition("England"))


def losing() -> engines.State:
    return play(wearing_down(), dice(1, 2))


def reordering() -> engines.State:
    table = turn(Italy=C.ADMINISTRATION).hand(0, "intrigue")
    table.mat(1, "Italy", "unrest", "attrition", "influence 4")
    return use(table.dynasty(0), look(1, "Italy"))


def taking() -> engines.State:
    table = turn(Italy=C.ADMINISTRATION, Spain=C.ADMINISTRATION).hand(0, "intrigue")
    table.tiles(0, "secret_allies").hand(1, "unrest").hand(2, "unrest")
    return play(table.dynasty(0), C.ORDER_TRACK)


def placing() -> engines.State:
    return use(taking(), for_kingdom("Spain"), for_kingdom("Italy"))


def robbing() -> engines.State:
    return play(placing(), C.POSITION + 5, C.POSITION)


def stealing() -> engines.State:
    return play(robbing(), C.SEAT + 2)


def discarding() -> engines.State:
    return play(turn().hand(0, *["unrest"] * 6, "intrigue").dynasty(0), C.NO)


def picking() -> engines.State:
    return end(turn().hand(0, "unrest").dynasty(0))


def last_sets() -> engines.State:
    return end(turn().hand(0, "influence 4").sets(["unrest"], ["unrest"]).dynasty(0))


def exchanging() -> engines.State:
    return play(end(turn().hand(0, "unrest").tiles(0, "council_of_lords").dynasty(0)), C.SET)


ALL = (
    *(playing, polling, foiling, naming_second, naming, offering, consenting, second_region),
    *(rolling, wearing_down, losing, reordering, taking, placing, robbing, stealing),
    *(discarding, picking, exchanging),
)


@pytest.mark.parametrize("position", ALL)
def test_every_step_of_the_phase_is_accepted_in_full_and_as_a_view(
    position: Callable[[], engines.State],
) -> None:
    state = position()
    game = state.game
    assert game.from_bytes(state.to_bytes()) == state
    for viewer in range(-1, game.seats):
        view = state.view(viewer)
        assert game.view_from_bytes(view.to_bytes()) == view
        world = view.sample(viewer + 2)
        assert game.from_bytes(world.to_bytes()) == world
        if viewer == state.player:
            assert world.actions() == state.actions()


@pytest.mark.parametrize("position", ALL)
def test_every_option_has_words_of_its_own(position: Callable[[], engines.State]) -> None:
    state = position()
    if state.player >= 0:
        words = [state.text(action) for action in state.actions()]
        assert [state.parse(text) for text in words] == state.actions()
    assert state.game.from_json(state.to_json()) == state


# --- what is refused ---


def spoilt(state: engines.State, **fields: Any) -> bytes:
    record = state.data.copy()
    for name, value in fields.items():
        if name == "player":
            record["head"]["player"] = value
        else:
            record[name] = value
    return bytes(record.tobytes())


SPOILT: list[tuple[int, Callable[[], engines.State], dict[str, Any]]] = [
    (Wrong.BAD_IDLE_CARD, lambda: Table().kingdom("Italy"), {"use": C.USE_UNREST}),
    (Wrong.BAD_IDLE_CARD, lambda: Table().kingdom("Italy"), {"cursor": 1}),
    (Wrong.BAD_IDLE_CARD, lambda: Table().kingdom("Italy"), {"regions": [1, 0]}),
    (Wrong.BAD_DYNASTY_TURN, playing, {"stage": C.DRAWING + 1}),
    (Wrong.BAD_USE, playing, {"use": C.USE_LOOK}),
    (Wrong.BAD_USE, polling, {"use": C.USE_NOTHING, "card": 0, "target": 0}),
    (Wrong.BAD_USE, polling, {"stage": C.FOILED}),
    (Wrong.BAD_USE, polling, {"stage": C.RESOLVING}),
    (Wrong.BAD_FACE_DOWN, polling, {"card": 0}),
    (Wrong.BAD_FACE_DOWN, wearing_down, {"card": 1 + card("unrest")}),
    (Wrong.BAD_TARGETS, playing, {"target": 2}),
    (Wrong.BAD_TARGETS, naming_second, {"second": 1}),
    (Wrong.BAD_TARGETS, taking, {"target": 1}),
    (Wrong.BAD_REGIONS, naming, {"regions": [1 + region("Rouen"), 0]}),
    (Wrong.BAD_REGIONS, rolling, {"regions": [0, 0]}),
    (Wrong.BAD_REGIONS, rolling, {"regions": [1 + region("Paris"), 0]}),
    (Wrong.BAD_REGIONS, rolling, {"regions": [1 + region("Chartres"), 0]}),
    (Wrong.BAD_REGIONS, second_region, {"regions": [1 + region("Rouen"), 1 + region("Calais")]}),
    (Wrong.BAD_REGIONS, offering, {"regions": [1 + region("Rouen"), 1 + region("Rouen")]}),
    (Wrong.BAD_REGIONS, polling, {"regions": [1 + region("Rouen"), 0]}),
    (Wrong.BAD_GAINERS, rolling, {"gainers": [0, 0]}),
    (Wrong.BAD_GAINERS, rolling, {"gainers": [4, 4]}),
    (Wrong.BAD_GAINERS, rolling, {"refused": 1}),
    (Wrong.BAD_GAINERS, offering, {"gainers": [2, 0]}),
    (Wrong.BAD_GAINERS, consenting, {"refused": 1 << kingdom("Italy")}),
    (Wrong.BAD_TOKENS, placing, {"tokens": 0}),
    (Wrong.BAD_TOKENS, placing, {"placed": 1}),
    (Wrong.BAD_TOKENS, robbing, {"tokens": 1}),
    (Wrong.BAD_TOKENS, playing, {"tokens": 1}),
    (Wrong.BAD_TOKENS, taking, {"placed": 2}),
    (Wrong.BAD_WHOM, playing, {"whom": 1}),
    (Wrong.BAD_WHOM, reordering, {"whom": 0}),
    (Wrong.BAD_WHOM, reordering, {"whom": 2}),
    (Wrong.BAD_WHOM, losing, {"whom": 3}),
    (Wrong.BAD_WHOM, stealing, {"whom": 0}),
    (Wrong.BAD_WHOM, stealing, {"whom": 3}),
    (Wrong.BAD_FOILS, playing, {"polled": 2}),
    (Wrong.BAD_FOILS, polling, {"polled": 1}),
    (Wrong.BAD_FOILS, polling, {"foils": 2}),
    (Wrong.BAD_FOILS, polling, {"foiler": 3}),
    (Wrong.BAD_FOILS, foiling, {"foiler": 0}),
    (Wrong.BAD_FOILS, foiling, {"foiler": 1}),
    (Wrong.BAD_CURSOR, playing, {"cursor": 1}),
    (Wrong.BAD_CURSOR, reordering, {"cursor": 2}),
    (Wrong.BAD_CURSOR, discarding, {"cursor": 1}),
    (Wrong.BAD_CURSOR, exchanging, {"cursor": C.SETS}),
    (Wrong.BAD_PLAY_STEP, playing, {"step": C.DISCARD}),
    (Wrong.BAD_PLAY_STEP, naming, {"step": C.ORDER_TARGET}),
    (Wrong.BAD_PLAY_STEP, taking, {"step": C.DIPLOMACY_REGION}),
    (Wrong.BAD_PLAY_STEP, picking, {"step": C.EXCHANGE_PICK}),
    (Wrong.BAD_PLAY_PLAYER, playing, {"player": 1}),
    (Wrong.BAD_PLAY_PLAYER, polling, {"player": 0}),
    (Wrong.BAD_PLAY_PLAYER, polling, {"player": 1}),
    (Wrong.BAD_PLAY_PLAYER, consenting, {"player": 0}),
    (Wrong.BAD_PLAY_PLAYER, losing, {"player": 0}),
    (Wrong.BAD_PLAY_ROLL, wearing_down, {"dice_for": C.FOR_DIPLOMACY}),
    (Wrong.BAD_PLAY_ROLL, rolling, {"dice_for": C.FOR_ATTRITION}),
    (Wrong.BAD_PLAY_ROLL, rolling, {"gainers": [1 + kingdom("Germany"), 0]}),
    (
        Wrong.NO_OPTION,
        last_sets,
        {"sets": 0, "discards": [2 * (i == C.UNREST_CARD) for i in range(C.KINDS)]},
    ),
]


@pytest.mark.parametrize(("code", "position", "fields"), SPOILT)
def test_what_cannot_be_is_refused_and_named(
    code: int, position: Callable[[], engines.State], fields: dict[str, Any]
) -> None:
    state = position()
    words = ".+".join(re.escape(part) for part in re.split(r"{.*?}", PROBLEMS[code].text))
    with pytest.raises(BadPosition, match=words):
        state.game.from_bytes(spoilt(state, **fields))


def test_every_refusal_has_a_test() -> None:
    phase = {code for code in PROBLEMS if code >= Wrong.BAD_IDLE_CARD}
    assert {code for code, _, _ in SPOILT} == phase


# --- random positions ---


def table_at_random(rng: random.Random) -> Table:
    """Hands, mats, sets, units, tiles and cards of the turn, all by chance."""
    board = numbers()
    table = Table(players=rng.randint(3, 6), achievements=30)
    deck = [
        name
        for name, found in zip(board.card_names, board.deck, strict=True)
        for _ in range(found.copies)
    ]
    rng.shuffle(deck)
    table.sets(*([deck.pop() for _ in range(rng.randint(0, 2))] for _ in range(C.SETS)))
    tiles = [found.id for found in board.achievements]
    rng.shuffle(tiles)
    for seat in range(table.players):
        table.hand(seat, *(deck.pop() for _ in range(rng.randint(1, 7))))
        table.tiles(seat, tiles.pop(), tiles.pop())
        for _ in range(rng.randint(0, 3)):
            table.mat(seat, rng.choice(KINGDOMS), deck.pop())
    for k, name in enumerate(KINGDOMS):
        table.played(name, rng.choice([c for c in range(7) if table.record["in_hand"][k][c]]))
        table.unrest(name, rng.randint(0, 2))
        if table.record["ruler"][k]:
            for _ in range(rng.randint(0, 3)):
                table.armies(name, rng.choice(board.region_names), rng.randint(1, 2))
            waters = rng.choice(board.sea_names)
            table.fleets(name, waters, 1).armies(name, waters, 1)
    return table


def cards_in_play(state: engines.State) -> list[int]:
    """How many there are of each kind, wherever they lie."""
    d = state.data
    on_mats = d["mat"][: int(d["height"].sum())]
    return [
        int(d["deck"][i] + d["discards"][i])
        + int(d["hand"][:, i].sum() + d["sets"][:, i].sum() + (on_mats == i).sum())
        for i in range(C.KINDS)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_random_phases_stay_sound_and_lose_no_card(seed: int) -> None:
    rng = random.Random(seed)
    table = table_at_random(rng)
    state = table.dynasty(rng.randrange(table.players))
    cards, steps = cards_in_play(state), 0
    while int(state.data["phase"]) == C.DYNASTY_PHASE:
        if state.player >= 0:
            legal = state.actions()
            assert legal == sorted(set(legal)), "ascending and unique"
            state.apply(rng.choice(legal))
        else:
            state.apply(rng.choice(state.outcomes())[0])
        steps += 1
        if steps % 7 == 0:
            assert cards_in_play(state) == cards
            assert state.game.from_bytes(state.to_bytes()) == state
    assert cards_in_play(state) == cards
