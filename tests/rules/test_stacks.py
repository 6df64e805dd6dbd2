"""Stacks: every clause of its RULES.md, and that knowledge is exact."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations

import pytest
from scipy import stats

from eminence import engines
from eminence.cython_ext.game import Position
from eminence.engines import CHANCE, PUBLIC, BadPosition, Game, IllegalAction, Sink, State, View
from eminence.engines.stacks.names import KIND_NAMES as KINDS
from eminence.engines.stacks.state import FACE_UP, ONLOOKER

# --- telling a game ---


def deal(game: Game, *hands: str, row: str = "straw wood") -> State:
    """A game in which the first hands and the row are these."""
    state = game.root()
    do(state, *" ".join([*hands, row]).split())
    return state


def do(state: State, *texts: str, sink: Sink | None = None) -> State:
    """Play moves and outcomes by their texts; `a; b` are two."""
    for text in "; ".join(texts).split("; "):
        state.apply(state.parse(text), sink)
    return state


def texts(position: Position) -> list[str]:
    return [position.text(a) for a in position.actions()]


def kinds(counts: object) -> list[str]:
    """Counts per kind as a sorted list of names."""
    return [KINDS[kind] for kind, n in enumerate(counts) for _ in range(n)]


def stack(position: Position, seat: int) -> list[str]:
    data = position.data
    return [("?", *KINDS)[data["card"][seat][i]] for i in range(data["height"][seat])]


def place(card: str, claim: str, others: int = 1) -> str:
    """A turn that puts a card on the mover's stack, unfoiled."""
    return "; ".join([f"place as {claim}", f"play {card}", *["pass"] * others])


@pytest.fixture(scope="module")
def two() -> Game:
    return engines.load("stacks")


@pytest.fixture(scope="module")
def three() -> Game:
    return engines.load("stacks", players=3)


# --- play ---


@pytest.mark.rule("R1")
def test_first_hands_are_dealt_hidden_one_card_per_event_then_the_row(two: Game) -> None:
    state = two.root()
    events = []
    for outcome in (0, 1, 2, 3, 0, 0):
        events.append(state.event())
        state.apply(outcome)
    assert events == [(0, 0), (0, 0), (0, 1), (0, 1), (1, -1), (1, -1)]
    assert state.player == 0
    assert kinds(state.data["hand"][0]) == ["straw", "wood"]
    assert kinds(state.view(1).data["hand"][0]) == []
    assert kinds(state.view(1).data["row"]) == ["straw", "straw"]


@pytest.mark.rule("R1")
def test_a_draw_is_a_chance_over_what_is_left(two: Game) -> None:
    state = do(deal(two, "straw straw", "stone foil", row="straw wood"), "draw")
    assert state.outcomes() == [(0, 1 / 10), (1, 3 / 10), (2, 3 / 10), (3, 3 / 10)]


@pytest.mark.rule("R2")
def test_turns_go_round_and_passing_is_always_allowed(three: Game) -> None:
    state = deal(three, "straw wood", "stone foil", "stone foil")
    for seat in (0, 1, 2, 0):
        assert state.player == seat
        do(state, "pass")


@pytest.mark.rule("R3")
def test_a_drawn_card_is_seen_by_the_drawer_alone(two: Game) -> None:
    state = do(deal(two, "straw wood", "stone foil"), "draw; stone")
    assert kinds(state.view(0).data["hand"][0]) == ["straw", "wood", "stone"]
    assert kinds(state.view(1).data["hand"][0]) == []
    assert state.view(1).data["hand_size"][0] == 3
    assert kinds(state.data["openly"][0]) == []


@pytest.mark.rule("R4")
def test_taking_fills_the_row_up(two: Game) -> None:
    state = do(deal(two, "straw wood", "stone foil"), "take wood")
    assert state.player == CHANCE
    assert state.event() == (1, -1)
    do(state, "foil")
    assert kinds(state.data["row"]) == ["straw", "foil"]
    assert state.player == 1


@pytest.mark.rule("R4")
def test_the_row_shrinks_when_the_pile_is_empty() -> None:
    game = engines.load("stacks", copies=1)
    state = deal(game, "straw wood", "stone foil", row="straw wood")
    do(state, "draw; stone", "draw; foil")
    assert "draw" not in texts(state)
    do(state, "take straw")
    assert state.player == 1
    assert kinds(state.data["row"]) == ["wood"]


@pytest.mark.rule("R5")
def test_placing_says_the_claim_first_and_the_card_last(two: Game) -> None:
    state = deal(two, "straw foil", "stone foil")
    assert not state.hidden()
    do(state, "place as stone")
    assert texts(state) == ["play straw", "play foil"]
    assert state.hidden()
    do(state, "play foil", "pass")
    assert stack(state, 0) == ["foil"]
    assert state.data["claims"][0][0] == KINDS.index("stone") + 1


@pytest.mark.rule("R5")
def test_nobody_claims_a_foil(two: Game) -> None:
    offered = texts(deal(two, "foil foil", "stone foil"))
    assert [t for t in offered if t.startswith("place")] == [
        "place as straw",
        "place as wood",
        "place as stone",
    ]


@pytest.mark.rule("R5")
def test_a_foiled_card_is_discarded_face_up(two: Game) -> None:
    state = do(deal(two, "straw wood", "stone foil"), "place as stone; play straw; foil")
    assert kinds(state.data["discard"]) == ["straw", "foil"]
    assert stack(state, 0) == []
    assert state.player == 1


@pytest.mark.rule("R5")
def test_a_card_in_limbo_is_known_to_its_player_alone(two: Game) -> None:
    state = do(deal(two, "straw wood", "stone foil"), "place as stone; play straw")
    assert state.player == 1
    assert state.data["limbo"] == state.view(0).data["limbo"] == KINDS.index("straw") + 1
    assert state.view(1).data["limbo"] == state.view(PUBLIC).data["limbo"] == 0
    other = do(deal(two, "straw wood", "stone foil"), "place as stone; play wood")
    assert state.view(1) == other.view(1)
    limbos = {state.view(1).sample(seed).data["limbo"] for seed in range(200)}
    assert limbos == {1, 2, 3, 4}


@pytest.mark.rule("R6")
def test_a_peek_tells_one_seat_and_everybody_sees_who_knows(three: Game) -> None:
    state = deal(three, "straw wood", "stone foil", "stone foil")
    do(state, place("straw", "stone", others=2), "peek at card 1 of stack 0; pass; pass")
    assert stack(state.view(0), 0) == stack(state.view(1), 0) == ["straw"]
    assert stack(state.view(2), 0) == stack(state.view(PUBLIC), 0) == ["?"]
    for viewer in (0, 1, 2, PUBLIC):
        assert state.view(viewer).data["knows"][0][0] == 0b011


@pytest.mark.rule("R6")
def test_a_known_card_is_not_peeked_at_but_an_own_lost_one_is(two: Game) -> None:
    state = deal(two, "straw wood", "stone foil")
    do(state, place("straw", "stone"), "pass", place("wood", "stone"), "pass")
    assert not [t for t in texts(state) if t.startswith("peek")]
    do(state, "pass", "reorder stack 0; pass; put wood")
    assert [t for t in texts(state) if t.startswith("peek")] == [
        "peek at card 1 of stack 0",
        "peek at card 2 of stack 0",
    ]


@pytest.mark.rule("R7")
def test_a_reorder_needs_two_face_down_cards_of_another(two: Game) -> None:
    state = deal(two, "straw wood", "stone foil")
    do(state, place("straw", "stone"))
    assert "reorder stack 0" not in texts(state)
    do(state, "pass", place("wood", "wood"))
    assert "reorder stack 0" in texts(state)
    do(state, "pass")
    assert "reorder stack 0" not in texts(state)
    do(state, "pass", "challenge card 2 of stack 0")
    assert "reorder stack 0" not in texts(do(state, "pass"))


@pytest.mark.rule("R7")
def test_cards_are_put_back_from_the_bottom_and_claims_stay(two: Game) -> None:
    state = deal(two, "stone wood", "stone foil")
    do(state, place("stone", "stone"), "pass", place("wood", "wood"), "pass")
    do(state, "draw; straw", "pass", place("straw", "straw"))
    do(state, "reorder stack 0; pass")
    assert texts(state) == ["put straw", "put wood", "put stone"]
    assert state.hidden()
    do(state, "put wood")
    assert texts(state) == ["put straw", "put stone"]
    do(state, "put stone")
    assert stack(state, 0) == ["wood", "stone", "straw"]
    assert kinds_claimed(state, 0) == ["stone", "wood", "straw"]
    assert state.player == 0


def kinds_claimed(state: State, seat: int) -> list[str]:
    return [KINDS[claim - 1] for claim in state.data["claims"][seat] if claim]


@pytest.mark.rule("R7")
def test_a_step_with_one_kind_left_is_asked_but_not_the_last_card(two: Game) -> None:
    state = deal(two, "stone stone", "stone foil")
    do(state, place("stone", "stone"), "pass", place("stone", "wood"))
    do(state, "reorder stack 0; pass")
    assert texts(state) == ["put stone"]
    assert not state.hidden()
    do(state, "put stone")
    assert state.data["turn"] == 4


@pytest.mark.rule("R7")
def test_face_up_cards_keep_their_place_in_a_reorder(two: Game) -> None:
    state = deal(two, "stone wood", "stone foil")
    do(state, place("stone", "stone"), "pass", place("wood", "wood"))
    do(state, "challenge card 1 of stack 0", "draw; straw", "pass", place("straw", "straw"))
    do(state, "reorder stack 0; pass; put straw")
    assert stack(state, 0) == ["stone", "straw", "wood"]


@pytest.mark.rule("R8")
@pytest.mark.parametrize(("card", "points"), [("straw", 3), ("stone", -3)])
def test_a_challenge_turns_a_card_up_for_its_claim(two: Game, card: str, points: int) -> None:
    state = deal(two, f"{card} wood", "stone foil")
    do(state, place(card, "stone"), "challenge card 1 of stack 0")
    assert state.data["challenges"][1] == points
    assert state.data["knows"][0][0] == FACE_UP | 1 << ONLOOKER | 0b11
    assert stack(state.view(PUBLIC), 0) == [card]
    do(state, "pass")
    assert "challenge card 1 of stack 0" not in texts(state)


@pytest.mark.rule("R9")
def test_all_others_are_asked_in_order_even_without_a_foil(three: Game) -> None:
    state = deal(three, "straw wood", "stone wood", "stone foil")
    do(state, "place as stone; play straw")
    assert (state.player, texts(state)) == (1, ["pass"])
    do(state, "pass")
    assert (state.player, texts(state)) == (2, ["pass", "foil"])


@pytest.mark.rule("R9")
def test_being_asked_shows_nothing_about_a_hand(three: Game) -> None:
    sinks = [Sink(), Sink()]
    views = []
    for hand, sink in zip(("stone wood", "stone foil"), sinks, strict=True):
        state = three.root()
        do(state, *f"straw wood {hand} stone foil straw wood".split(), sink=sink)
        do(state, "place as stone; play straw; pass", sink=sink)
        views.append([state.view(v) for v in (0, 2, PUBLIC)])
    assert views[0] == views[1]
    assert [sinks[0].keys[i] == sinks[1].keys[i] for i in (0, 1, 2, 6)] == [1, 0, 1, 1]


@pytest.mark.rule("R9")
@pytest.mark.parametrize("use", ["peek at card 1 of stack 0", "reorder stack 0"])
def test_a_foil_cancels_and_ends_the_poll(three: Game, use: str) -> None:
    state = deal(three, "straw wood", "stone wood", "stone foil")
    do(state, place("straw", "stone", others=2), "pass", "pass")
    do(state, place("wood", "stone", others=2))
    before = state.data
    do(state, use, "foil")
    assert kinds(state.data["discard"]) == ["foil"]
    assert (state.data["knows"] == before["knows"]).all()
    assert (state.data["mixed"] == 0).all()
    assert state.player == 2


@pytest.mark.rule("R10")
def test_a_full_hand_neither_draws_nor_takes(two: Game) -> None:
    state = deal(two, "straw wood", "stone foil")
    do(state, "draw; stone", "pass", "draw; stone", "pass")
    assert texts(state) == ["pass", "place as straw", "place as wood", "place as stone"]
    assert state.view(1).data["hand_size"][0] == 4


@pytest.mark.rule("R11")
def test_discards_are_out_of_the_game_and_open(two: Game) -> None:
    state = do(deal(two, "straw wood", "stone foil"), "place as stone; play straw; foil")
    assert kinds(state.view(PUBLIC).data["discard"]) == ["straw", "foil"]
    do(state, "draw")
    assert dict(state.outcomes())[KINDS.index("foil")] == pytest.approx(3 / 10)


def full_stack(game: Game) -> State:
    """Seat 0 places straw, wood, stone and foil as stone each; seat 1 challenges twice."""
    state = deal(game, "straw wood", "stone straw")
    do(state, place("straw", "stone"), "challenge card 1 of stack 0", place("wood", "stone"))
    do(state, "pass", "draw; stone", "pass", place("stone", "stone"))
    do(state, "challenge card 3 of stack 0", "draw; foil", "pass", place("foil", "stone"))
    return state


@pytest.mark.rule("R12")
def test_a_stack_of_four_ends_the_game_uncapped(two: Game) -> None:
    state = full_stack(two)
    assert state.over
    assert not state.capped


@pytest.mark.rule("R12")
def test_the_last_round_ends_the_game_capped() -> None:
    state = deal(engines.load("stacks", rounds=2), "straw wood", "stone foil")
    do(state, "pass", "pass", "pass")
    assert not state.over
    do(state, "pass")
    assert state.over
    assert state.capped
    assert state.view(0).capped


@pytest.mark.rule("R13")
def test_most_points_win_and_equal_points_share(two: Game) -> None:
    first, second = full_stack(two).returns()
    assert (first.win, second.win) == (1, 0)
    state = deal(engines.load("stacks", rounds=1), "straw wood", "stone foil")
    assert [r.win for r in do(state, "pass", "pass").returns()] == [0.5, 0.5]


@pytest.mark.rule("R14")
def test_honest_cards_score_one_more_and_caught_bluffs_nothing(two: Game) -> None:
    state = full_stack(two)
    # straw caught: 0; wood a bluff that held: 3; stone honest, though challenged: 4; foil: 3.
    assert [r.score for r in state.returns()] == [10, 0]
    assert state.sources() == [{"challenges": 0, "stacks": 10}, {"challenges": 0, "stacks": 0}]


@pytest.mark.rule("R14")
def test_stacks_are_turned_up_at_the_end_and_hands_are_not(two: Game) -> None:
    state = full_stack(two)
    view = state.view(PUBLIC)
    assert stack(view, 0) == ["straw", "wood", "stone", "foil"]
    assert kinds(view.data["hand"][1]) == []


# --- what each seat remembers ---


@pytest.mark.rule("R15")
def test_an_open_pick_up_stays_known_in_that_hand(two: Game) -> None:
    state = do(deal(two, "straw wood", "stone foil"), "take wood; stone", "pass")
    for viewer in (0, 1, PUBLIC):
        assert kinds(state.view(viewer).data["openly"][0]) == ["wood"]
    for seed in range(50):
        assert state.view(1).sample(seed).data["hand"][0][KINDS.index("wood")] >= 1


@pytest.mark.rule("R15")
def test_a_card_that_leaves_face_up_takes_only_its_own_kind_along(two: Game) -> None:
    state = deal(two, "straw wood", "stone wood", row="straw foil")
    do(state, "take straw; stone", "take foil; stone")
    do(state, "place as wood; play wood")
    assert kinds(state.data["openly"][0]) == ["straw"]
    do(state, "foil")
    assert kinds(state.data["openly"][0]) == ["straw"]
    assert kinds(state.data["openly"][1]) == []


@pytest.mark.rule("R15")
def test_in_limbo_hand_and_card_are_one_place(two: Game) -> None:
    state = deal(two, "straw wood", "stone wood", row="stone foil")
    do(state, "take stone; straw", "pass", "place as wood; play wood")
    view = state.view(1)
    where = Counter()
    for seed in range(300):
        world = view.sample(seed).data
        stone = KINDS.index("stone")
        in_limbo = world["limbo"] == stone + 1
        assert in_limbo or world["hand"][0][stone] >= 1
        where[bool(in_limbo)] += 1
    assert where[True] > 50
    assert where[False] > 50


@pytest.mark.rule("R16")
def test_placing_takes_one_of_each_kind_off_what_is_known(two: Game) -> None:
    state = deal(two, "straw wood", "stone wood", row="stone stone")
    do(state, "take stone; foil", "pass", "take stone; foil", "pass")
    do(state, place("straw", "straw"))
    assert kinds(state.data["openly"][0]) == ["stone"]
    assert state.data["knows"][0][0] == 0b01
    do(state, "pass", "take foil; foil", "pass", place("wood", "straw"))
    assert kinds(state.data["openly"][0]) == []


@pytest.mark.rule("R16")
def test_a_card_from_a_hand_that_all_can_name_is_known_to_all(two: Game) -> None:
    state = deal(two, "straw wood", "stone wood", row="stone foil")
    do(state, place("straw", "straw"), "pass", place("wood", "straw"), "pass")
    do(state, "take stone; foil", "pass", place("stone", "wood"))
    assert state.data["knows"][0][2] == 1 << ONLOOKER | 0b11
    for viewer in (0, 1, PUBLIC):
        assert stack(state.view(viewer), 0)[2] == "stone"
    assert "peek at card 3 of stack 0" not in texts(state)
    assert "challenge card 3 of stack 0" in texts(state)


@pytest.mark.rule("R16")
def test_a_bluff_is_no_fact(two: Game) -> None:
    honest = do(deal(two, "straw stone", "stone wood"), place("stone", "stone"))
    bluff = do(deal(two, "straw stone", "stone wood"), place("straw", "stone"))
    assert honest.view(1) == bluff.view(1)
    assert honest.view(PUBLIC) == bluff.view(PUBLIC)
    assert honest.view(0) != bluff.view(0)
    seen = {stack(bluff.view(1).sample(seed), 0)[0] for seed in range(200)}
    assert seen == set(KINDS)


def mixed_stack(three: Game) -> State:
    """Stack 0 is straw, wood, stone; seat 1 peeked at the wood; then seat 2 reordered it."""
    state = deal(three, "straw wood", "stone wood", "stone foil")
    do(state, place("straw", "stone", 2), "pass", "pass")
    do(state, place("wood", "stone", 2), "peek at card 2 of stack 0; pass; pass", "pass")
    do(state, "draw; stone", "pass", "pass", place("stone", "stone", 2), "pass")
    do(state, "reorder stack 0; pass; pass; put wood; put stone")
    assert stack(state, 0) == ["wood", "stone", "straw"]
    return state


@pytest.mark.rule("R17")
def test_a_reorder_makes_places_forgotten_but_not_kinds(three: Game) -> None:
    state = mixed_stack(three)
    assert stack(state.view(2), 0) == ["wood", "stone", "straw"]
    assert kinds(state.view(2).data["secret"][2][0]) == []
    assert stack(state.view(0), 0) == stack(state.view(1), 0) == ["?", "?", "?"]
    assert kinds(state.view(0).data["secret"][0][0]) == ["straw", "wood", "stone"]
    assert kinds(state.view(1).data["secret"][1][0]) == ["wood"]
    assert kinds(state.view(PUBLIC).data["common"][0]) == []
    for viewer in (0, 1, 2, PUBLIC):
        assert list(state.view(viewer).data["knows"][0]) == [0b100, 0b100, 0b100, 0]


@pytest.mark.rule("R17")
def test_secret_facts_are_their_holders_alone(three: Game) -> None:
    state = mixed_stack(three)
    for viewer in (0, 1, 2, PUBLIC):
        secret = state.view(viewer).data["secret"]
        assert not any(secret[seat].any() for seat in range(3) if seat != viewer)


@pytest.mark.rule("R17")
def test_imagined_owners_know_what_their_stacks_hold(three: Game) -> None:
    """And in a world the others may know any part of it."""
    state = mixed_stack(three)
    for viewer in (1, 2, PUBLIC):
        for seed in range(20):
            world = state.view(viewer).sample(seed)
            assert kinds(world.data["secret"][0][0]) == sorted(stack(world, 0), key=KINDS.index)
    imagined = {
        tuple(kinds(state.view(0).sample(seed).data["secret"][1][0])) for seed in range(200)
    }
    held = kinds(state.data["secret"][0][0])
    assert imagined == {part for n in range(4) for part in combinations(held, n)}


@pytest.mark.rule("R17")
def test_a_view_whose_owner_forgot_its_cards_is_refused(three: Game) -> None:
    view = json.loads(mixed_stack(three).view(0).to_json())
    view["position"]["secret"][0][0].popitem()
    with pytest.raises(BadPosition, match=re.escape("secret[0]: the owner of a stack")):
        three.view_from_json(json.dumps(view))


@pytest.mark.rule("R17")
def test_later_cards_lie_above_the_mixed_part(three: Game) -> None:
    game = engines.load("stacks", players=3)
    state = deal(game, "straw wood", "stone wood", "stone foil", row="foil foil")
    do(state, place("straw", "stone", 2), "pass", "pass")
    do(state, place("wood", "stone", 2), "pass", "reorder stack 0; pass; pass; put wood")
    do(state, "draw; stone", "pass", "pass", place("stone", "stone", 2))
    view = state.view(0)
    assert stack(view, 0) == ["?", "?", "stone"]
    assert view.data["mixed"][0] == 2
    assert {tuple(stack(view.sample(seed), 0)) for seed in range(50)} == {
        ("straw", "wood", "stone"),
        ("wood", "straw", "stone"),
    }


@pytest.mark.rule("R17")
def test_what_everybody_knew_everybody_still_knows_to_be_there(three: Game) -> None:
    state = deal(three, "straw straw", "stone wood", "stone foil", row="stone foil")
    do(state, place("straw", "straw", 2), "pass", "pass")
    do(state, place("straw", "straw", 2), "pass", "pass")
    do(state, "take stone; foil", "pass", "pass", place("stone", "wood", 2), "pass")
    do(state, "reorder stack 0; pass; pass; put stone; put straw")
    for viewer in (0, 1, 2, PUBLIC):
        assert kinds(state.view(viewer).data["common"][0]) == ["stone"]
    assert kinds(state.data["secret"][1][0]) == ["stone"]
    assert kinds(state.data["secret"][2][0]) == []
    for viewer in (1, PUBLIC):
        for seed in range(50):
            world = state.view(viewer).sample(seed)
            assert "stone" in stack(world, 0)
            assert "stone" in kinds(world.data["secret"][0][0])
    do(state, "pass", "challenge card 1 of stack 0")
    assert kinds(state.data["common"][0]) == []
    assert kinds(state.data["secret"][0][0]) == ["straw", "straw"]


@pytest.mark.rule("R18")
def test_a_peek_into_a_mixed_part_uses_up_a_known_kind(three: Game) -> None:
    state = do(mixed_stack(three), "peek at card 3 of stack 0; pass; pass")
    assert stack(state.view(0), 0) == ["?", "?", "straw"]
    assert kinds(state.view(0).data["secret"][0][0]) == ["wood", "stone"]
    do(state, "peek at card 2 of stack 0; pass; pass")
    # Seat 1 saw a stone: the wood it knows of must still be among the other two.
    assert kinds(state.view(1).data["secret"][1][0]) == ["wood"]


@pytest.mark.rule("R18")
def test_a_challenge_in_a_mixed_part_teaches_everybody(three: Game) -> None:
    state = do(mixed_stack(three), "pass", "challenge card 1 of stack 0")
    assert kinds(state.data["secret"][0][0]) == ["straw", "stone"]
    assert kinds(state.data["secret"][1][0]) == []
    assert stack(state.view(PUBLIC), 0) == ["wood", "?", "?"]


@pytest.mark.rule("R17")
def test_a_second_reorder_gathers_all_that_was_known(three: Game) -> None:
    state = mixed_stack(three)
    do(state, "peek at card 3 of stack 0; pass; pass")
    do(state, "reorder stack 0; pass; pass; put straw; put stone")
    assert kinds(state.data["secret"][0][0]) == ["straw", "wood", "stone"]
    assert kinds(state.data["secret"][1][0]) == []
    assert kinds(state.data["secret"][2][0]) == ["straw", "wood", "stone"]


@pytest.mark.rule("R19")
def test_facts_about_stacks_are_dropped_at_the_end() -> None:
    game = engines.load("stacks", rounds=3)
    state = deal(game, "straw wood", "stone foil")
    do(state, place("straw", "stone"), "pass", place("wood", "stone"))
    do(state, "reorder stack 0; pass; put wood")
    assert state.data["secret"].any()
    do(state, "pass", "pass")
    assert state.over
    assert not any(state.data[f].any() for f in ("mixed", "common", "secret"))
    assert list(state.data["knows"][0][:2]) == [0b10, 0b10]


# --- games at random ---

SETUPS = [(2, 1, 10), (2, 2, 10), (3, 1, 10), (3, 2, 6), (4, 1, 8), (4, 3, 10)]


def load(setup: tuple[int, int, int]) -> Game:
    players, copies, rounds = setup
    return engines.load("stacks", players=players, copies=copies, rounds=rounds)


def a_step(state: State, rng: random.Random) -> int:
    """A random option. Placing, peeking and reordering come up more often than by chance."""
    if state.player == CHANCE:
        options = state.outcomes()
        return rng.choices([o for o, _ in options], [p for _, p in options])[0]
    legal = state.actions()
    if rng.random() < 0.6:
        lively = [a for a in legal if state.text(a).split()[0] in ("place", "peek", "reorder")]
        return rng.choice(lively or legal)
    return rng.choice(legal)


def conserved(state: State) -> list[int]:
    """Cards of each kind outside the pile."""
    data = state.data
    cards = [int(c) for c in data["card"].flat if c] + [int(data["limbo"])] * bool(data["limbo"])
    loose = Counter(c - 1 for c in cards)
    return [
        int(data["hand"][:, k].sum() + data["row"][k] + data["discard"][k]) + loose[k]
        for k in range(4)
    ]


@pytest.mark.parametrize("setup", SETUPS)
def test_random_games_end_and_keep_their_cards(setup: tuple[int, int, int]) -> None:
    game = load(setup)
    each = setup[0] * setup[1]
    for seed in range(40):
        state, rng, decisions = game.root(), random.Random(seed), 0
        outside = 0
        while not state.over:
            decisions += state.player >= 0
            drawn = state.player == CHANCE
            state.apply(a_step(state, rng))
            outside += drawn
            counts = conserved(state)
            assert max(counts) <= each
            assert sum(counts) == outside
        assert decisions <= game.table.sizes["max_plies"]
        assert sum(r.win for r in state.returns()) == pytest.approx(1)


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS)
def test_texts_are_unique_and_every_board_can_be_read(setup: tuple[int, int, int]) -> None:
    game = load(setup)
    for seed in range(6):
        state, rng = game.root(), random.Random(seed)
        while not state.over:
            offered = [state.text(a) for a in state._options()]
            assert len(set(offered)) == len(offered)
            assert [state.parse(t) for t in offered] == state._options()
            for position in (state, *(state.view(v) for v in range(-1, game.seats))):
                assert str(position).count("seat") >= game.seats
            state.apply(a_step(state, rng))


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS)
def test_the_truth_fits_every_view_and_so_does_every_imagined_world(
    setup: tuple[int, int, int],
) -> None:
    game = load(setup)
    for seed in range(4):
        state, rng = game.root(), random.Random(seed)
        while not state.over:
            state.apply(a_step(state, rng))
            assert game.from_bytes(state.to_bytes()) == state
            for viewer in range(-1, game.seats):
                view = state.view(viewer)
                assert game.view_from_json(view.to_json()) == view
                world = view.sample(rng.getrandbits(32))
                assert game.from_bytes(world.to_bytes()).view(viewer) == view
                if state.player == viewer != PUBLIC:
                    assert world.actions() == view.actions() == state.actions()
                    assert world.hidden() == view.hidden() == state.hidden()


def same_for_viewer(world: State, sink: Sink, key: int, viewer: int) -> list[tuple[State, Sink]]:
    """The next states of a world in which the viewer was shown the same."""
    found = []
    for option in world._options():
        twin, shown = world.copy(), sink.copy()
        twin.apply(option, shown)
        if shown.keys[viewer] == key:
            found.append((twin, shown))
    return found


@pytest.mark.parametrize("setup", SETUPS)
def test_equal_shown_histories_give_equal_views(setup: tuple[int, int, int]) -> None:
    """Fork imagined worlds and go on so that the viewer is shown the same."""
    game = load(setup)
    compared = different = 0
    for seed in range(10):
        state, sink, rng = game.root(), Sink(), random.Random(seed)
        forks: dict[int, list[tuple[State, Sink]]] = {v: [] for v in range(-1, game.seats)}
        while not state.over:
            for viewer, worlds in forks.items():
                while len(worlds) < 3:
                    worlds.append((state.view(viewer).sample(rng.getrandbits(32)), sink.copy()))
            state.apply(a_step(state, rng), sink)
            for viewer, worlds in forks.items():
                at = 6 if viewer == PUBLIC else viewer
                view = state.view(viewer)
                going_on = []
                for world, shown in worlds:
                    ways = same_for_viewer(world, shown, sink.keys[at], at)
                    for twin, _ in ways:
                        assert twin.view(viewer) == view
                        compared += 1
                        different += twin != state
                    if ways:
                        going_on.append(rng.choice(ways))
                forks[viewer] = going_on
    assert different > compared / 2 > 100


# --- the distribution of imagined worlds ---

World = tuple[tuple[tuple[int, ...], ...], int, tuple[tuple[int, ...], ...]]


def world_of(state: State) -> World:
    """All that is hidden in a world: hands, limbo, stacks."""
    data = state.data
    return (
        tuple(tuple(int(n) for n in hand) for hand in data["hand"]),
        int(data["limbo"]),
        tuple(tuple(int(c) for c in cards) for cards in data["card"]),
    )


def labelled_deals(view: View) -> Counter:
    """Every labelled deal that fits a view, counted per world.

    Cards that a fact names are labelled cards that must lie in their place; all others may
    lie anywhere. Places: the hands of the others (with limbo), face-down cards, the pile.
    """
    data, seats, me = view.data, view.game.seats, view.seat
    each = view.game.options["copies"] * seats
    pool = Counter({kind: each for kind in range(4)})
    for counts in (data["row"], data["discard"], *data["hand"]):
        pool.subtract({kind: int(n) for kind, n in enumerate(counts)})
    pool.subtract(int(c) - 1 for c in (*data["card"].flat, data["limbo"]) if c)
    mover = int(data["turn"]) % seats
    limbo = data["use"] == 3 and data["phase"] == 4
    places: list[tuple] = []
    named: list[tuple[list[tuple], list[int]]] = []
    for seat in range(seats):
        if seat != me:
            cards = [("hand", seat, i) for i in range(data["hand_size"][seat])]
            cards += [("limbo", seat, 0)] * bool(limbo and seat == mover)
            places += cards
            named.append((cards, flat(data["openly"][seat])))
        closed = [("slot", seat, i) for i in range(data["height"][seat])]
        closed = [p for p in closed if not data["card"][seat][p[2]]]
        places += closed
        known = data["common"][seat] if me == PUBLIC else data["secret"][me][seat]
        lower = [p for p in closed if p[2] < data["mixed"][seat]]
        named.append((lower, flat(known)))
    for _, fixed in named:
        pool.subtract(fixed)
    worlds: Counter = Counter()
    for put in fix(named):
        free = [p for p in places if p not in put]
        for kinds_put, weight in fill(free, pool):
            worlds[lay_out(view, {**put, **dict(zip(free, kinds_put, strict=True))})] += weight
    return worlds


def flat(counts: object) -> list[int]:
    return [kind for kind, n in enumerate(counts) for _ in range(n)]


def fix(named: list[tuple[list[tuple], list[int]]]) -> Iterator[dict[tuple, int]]:
    """All ways to lay the labelled cards of the facts into their places."""
    if not named:
        yield {}
        return
    (places, cards), *rest = named
    for chosen in permutations(places, len(cards)):
        for more in fix(rest):
            yield {**dict(zip(chosen, cards, strict=True)), **more}


def fill(places: list[tuple], pool: Counter) -> Iterator[tuple[tuple[int, ...], int]]:
    """Kinds for the places, each with the number of ways to take labelled cards for it."""
    if not places:
        yield (), 1
        return
    for kind in range(4):
        if pool[kind]:
            ways = pool[kind]
            pool[kind] -= 1
            for kinds_put, weight in fill(places[1:], pool):
                yield (kind, *kinds_put), ways * weight
            pool[kind] += 1


def lay_out(view: View, put: dict[tuple, int]) -> World:
    data = view.data
    hands = [[int(n) for n in hand] for hand in data["hand"]]
    cards = [[int(c) for c in row] for row in data["card"]]
    limbo = int(data["limbo"])
    for (where, seat, i), kind in put.items():
        if where == "hand":
            hands[seat][kind] += 1
        elif where == "limbo":
            limbo = kind + 1
        else:
            cards[seat][i] = kind + 1
    if data["phase"] == 5:
        # Cards not yet put back have no order; they are written down sorted.
        target = int(data["target"])
        closed = [i for i, who in enumerate(data["knows"][target]) if who and not who & FACE_UP]
        loose = closed[data["slot"] :]
        for i, card in zip(loose, sorted(cards[target][i] for i in loose), strict=True):
            cards[target][i] = card
    return tuple(map(tuple, hands)), limbo, tuple(map(tuple, cards))


def p_value(
    expected: Counter, view: View, n: int, part: Callable[[World], object] = lambda w: w
) -> float:
    """Chi-square of n imagined worlds against exact weights; a world never seen is 0."""
    weights: Counter = Counter()
    for world, weight in expected.items():
        weights[part(world)] += weight
    seen = Counter(part(world_of(view.sample(seed))) for seed in range(n))
    assert set(seen) <= set(weights)
    total = sum(weights.values())
    if len(weights) == 1:
        return 1.0
    assert min(weights.values()) * n / total > 4, "too few samples for so many worlds"
    cells = list(weights)
    return stats.chisquare([seen[c] for c in cells], [weights[c] * n / total for c in cells]).pvalue


def tiny(*script: str, hands: tuple[str, ...], row: str) -> State:
    game = engines.load("stacks", copies=1, players=len(hands))
    return do(deal(game, *hands, row=row), *script)


def stacks_and(seat: int) -> Callable[[World], object]:
    """Look at the stacks, limbo and one hand only, to have fewer cells."""
    return lambda world: (world[0][seat], world[1], world[2])


TWO_HANDS = ("straw wood", "stone foil")
OPEN = ("take straw; wood", "pass")
LIMBO = (*OPEN, "place as stone; play wood")
MIXED = (place("straw", "stone"), "pass", place("wood", "stone"), "reorder stack 0; pass")
THREE_HANDS = ("straw wood", "stone wood", "stone foil")
PARTLY = (
    *(place("straw", "stone", 2), "pass", "pass", place("wood", "stone", 2)),
    *("peek at card 2 of stack 0; pass; pass", "reorder stack 0; pass; pass; put wood"),
)
COMMON = (
    *(place("straw", "stone", 2), "pass", "pass", place("wood", "stone", 2), "pass", "pass"),
    *("take straw; wood", "pass", "pass", place("straw", "stone", 2)),
    *("peek at card 1 of stack 0; pass; pass", "reorder stack 0; pass; pass; put wood"),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "hands", "viewer", "part"),
    [
        (OPEN, TWO_HANDS, PUBLIC, None),
        (OPEN, TWO_HANDS, 1, None),
        (LIMBO, TWO_HANDS, 1, None),
        (LIMBO, TWO_HANDS, PUBLIC, None),
        (MIXED, TWO_HANDS, 0, None),
        ((*MIXED, "put wood"), TWO_HANDS, 0, None),
        ((*MIXED, "put wood"), TWO_HANDS, PUBLIC, None),
        (PARTLY, THREE_HANDS, 1, stacks_and(0)),
        (PARTLY, THREE_HANDS, 0, stacks_and(1)),
        (COMMON, THREE_HANDS, 1, stacks_and(0)),
        ((*COMMON, "put straw"), THREE_HANDS, 1, stacks_and(2)),
        ((*COMMON, "put straw"), THREE_HANDS, PUBLIC, stacks_and(0)),
    ],
)
def test_imagined_worlds_are_distributed_as_labelled_deals(
    script: tuple[str, ...], hands: tuple[str, ...], viewer: int, part: Callable | None
) -> None:
    view = tiny(*script, hands=hands, row="straw stone").view(viewer)
    expected = labelled_deals(view)
    assert p_value(expected, view, 20_000, part or (lambda w: w)) > 0.001


def test_the_scripts_of_the_distribution_test_have_secret_and_common_facts() -> None:
    partly = tiny(*PARTLY, hands=THREE_HANDS, row="straw stone")
    assert kinds(partly.view(1).data["secret"][1][0]) == ["wood"]
    common = tiny(*COMMON, hands=THREE_HANDS, row="straw stone")
    assert kinds(common.data["common"][0]) == ["straw"]
    assert kinds(common.view(1).data["secret"][1][0]) == ["straw", "straw"]


def chance_of(state: State, option: int) -> float:
    """The weight of a hidden step whose seat chooses blindly among its cards."""
    data = state.data
    mover = int(data["turn"]) % state.game.seats
    kind = option - 46
    if data["phase"] == 3:
        return float(data["hand"][mover][kind] / data["hand_size"][mover])
    cards = [int(c) for c, who in zip(data["card"][0], data["knows"][0], strict=True) if who]
    loose = cards[data["slot"] :]
    return loose.count(kind + 1) / len(loose)


def posterior(start: State, history: list[int], keys: list[int], viewer: int) -> Counter:
    """Every way the game could have come here with the viewer shown the same, by Bayes."""
    worlds: Counter = Counter()
    at = 6 if viewer == PUBLIC else viewer

    def follow(state: State, sink: Sink, step: int, weight: float) -> None:
        if step == len(history):
            worlds[world_of(state)] += weight
            return
        if state.player == CHANCE:
            options = state.outcomes()
        elif state.data["phase"] in (3, 5) and state.player != viewer:
            options = [(a, chance_of(state, a)) for a in state.actions()]
        else:
            options = [(a, 1.0) for a in state.actions() if a == history[step]]
        for option, p in options:
            twin, shown = state.copy(), sink.copy()
            twin.apply(option, shown)
            if shown.keys[at] == keys[step]:
                follow(twin, shown, step + 1, weight * p)

    follow(start, Sink(), 0, 1.0)
    return worlds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "hands", "viewer", "part"),
    [
        (("take straw; wood", "pass"), TWO_HANDS, 1, None),
        (("draw; wood", "pass", "place as stone; play wood"), TWO_HANDS, 1, None),
        (LIMBO, TWO_HANDS, 1, None),
        ((place("straw", "stone"), "pass", place("wood", "stone")), TWO_HANDS, PUBLIC, None),
        ((*MIXED, "put straw"), TWO_HANDS, 0, None),
        ((*MIXED, "put straw", "peek at card 1 of stack 0; pass"), TWO_HANDS, 0, None),
        (PARTLY, THREE_HANDS, 1, stacks_and(2)),
        ((*PARTLY, "pass; pass; pass; pass"), THREE_HANDS, 1, stacks_and(2)),
    ],
)
def test_imagined_worlds_are_distributed_as_the_game_tree_says(
    script: tuple[str, ...], hands: tuple[str, ...], viewer: int, part: Callable | None
) -> None:
    """Where nothing was forgotten, the facts say as much as the whole history."""
    game = engines.load("stacks", copies=1, players=len(hands))
    state, sink, history, keys = game.root(), Sink(), [], []
    for text in [*" ".join([*hands, "straw stone"]).split(), *"; ".join(script).split("; ")]:
        history.append(state.parse(text))
        state.apply(history[-1], sink)
        keys.append(sink.keys[6 if viewer == PUBLIC else viewer])
    expected = posterior(game.root(), history, keys, viewer)
    assert p_value(expected, state.view(viewer), 20_000, part or (lambda w: w)) > 0.001


# --- positions that make no sense ---


@pytest.mark.slow
def test_damaged_positions_are_refused_or_can_be_played_to_the_end() -> None:
    """Change single bytes of states and views: nothing may crash, loop or leak nonsense."""
    refused = accepted = 0
    for setup in SETUPS[:3]:
        game = load(setup)
        for seed in range(6):
            state, rng = game.root(), random.Random(seed)
            while not state.over:
                state.apply(a_step(state, rng))
                viewer = rng.randrange(-1, game.seats)
                for position, read in (
                    (state, game.from_bytes),
                    (state.view(viewer), game.view_from_bytes),
                ):
                    damaged = bytearray(position.to_bytes())
                    damaged[rng.randrange(1, len(damaged))] = rng.choice((0, 1, 2, 3, 4, 255))
                    try:
                        found = read(damaged)
                    except BadPosition:
                        refused += 1
                        continue
                    accepted += 1
                    world = found
                    if isinstance(found, View):
                        world = found.sample(seed)
                        assert game.from_bytes(world.to_bytes()).view(viewer) == found
                    while not world.over:
                        world.apply(a_step(world, rng))
                        assert game.from_bytes(world.to_bytes()) == world
    assert refused > 300
    assert accepted > 300


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("hand", [{"straw": 1, "wood": 1}, {"straw": 2}], "hand[1]: given"),
        ("hand", [{"straw": 4}, {}], "hand[0]: does not have the 2 cards"),
        ("row", {"stone": 1}, "row: 1 open cards"),
        ("discard", {"straw": 4}, "too many of kind straw"),
        ("openly", [{}, {"wood": 3}], "openly[1]"),
        ("challenges", [1, 0], "challenges: do not add up"),
        ("challenges", [1, -1], "challenges: no seats other than the owners"),
        ("discard", {"stone": 1, "foil": 1}, "turn: 0 are too few for all"),
        ("discard", {"stone": 1}, "discard: 1 cards, but only 0 foils among them"),
        ("hand_size", [2, 3], "turn: 0 finished turns of seat 1 are too few"),
        ("secret", [[{}, {}], [{"wood": 1}, {}]], "secret[1]: knowledge of stack 0 given"),
        ("mixed", [2, 0], "mixed[0]"),
        ("height", [0, 1], "height[1]"),
        ("use", "peek", "use: the turn cannot be spent so"),
        ("limbo", "wood", "limbo"),
        ("knows", [[4, 0, 0, 0], [0, 0, 0, 0]], "there is no such card"),
        ("phase", "poll", "player"),
    ],
)
def test_a_view_that_contradicts_itself_is_refused_by_name(
    two: Game, field: str, value: object, message: str
) -> None:
    view = deal(two, "straw wood", "stone foil").view(0)
    position = json.loads(view.to_json())
    position["position"][field] = value
    with pytest.raises(BadPosition, match=re.escape(message)):
        two.view_from_json(json.dumps(position))


def test_an_unknown_move_is_refused_and_changes_nothing(two: Game) -> None:
    state = deal(two, "straw wood", "stone foil")
    before = state.copy()
    with pytest.raises(IllegalAction, match="illegal action 45"):
        state.apply(45)
    assert state == before


def test_the_state_stays_small(two: Game) -> None:
    assert two.table.sizes["state_size"] <= 256
