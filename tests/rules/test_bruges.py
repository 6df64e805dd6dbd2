"""Bruges: setting up, drawing, dice, threats and reputation (R1 to R11)."""

from __future__ import annotations

import random

import pytest
from bruges_builder import COLOURS, Table, below, infinity, names, of, play, settle_backs, texts

from eminence import engines

PILES = {2: (33, 33, 99), 3: (50, 49, 66), 4: (66, 66, 33)}


def at_dice(table: Table) -> engines.State:
    """The same position just before the dice are rolled; everybody has a card to play later."""
    for seat in range(table.players):
        table.hand(seat, f"yellow {seat + 1}")
    table.set(phase="2: roll the dice", step="roll a die", rolled=0, dice={})
    return table.state("chance")


def roll(state: engines.State, **faces: int) -> engines.State:
    """All five dice; those not named show 3."""
    for colour in COLOURS:
        play(state, f"{colour} {faces.get(colour, 3)}")
    return state


def drawing(table: Table) -> engines.State:
    """Phase 1, with seat 0 about to refill its hand."""
    frame = {"task": 2, "seat": 0, "left": 5 - len(table.hands[0])}
    rest = [{}] * 25
    table.set(phase="1: draw cards", step="choose a pile", rolled=0, dice={}, begun=1)
    return table.set(depth=1, frame=[frame, *rest]).state()


# --- setting up ---


@pytest.mark.rule("R1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_0_starts_and_each_seat_has_a_guard_house(players: int) -> None:
    state = engines.load("bruges", players=players).root()
    settle_backs(state)
    assert state.player == 0
    houses = state.game.words.on.canals
    assert len({houses[seat] for seat in range(players)}) == players


@pytest.mark.rule("R2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_stack_of_five_for_each_player(players: int) -> None:
    state = engines.load("bruges", players=players).root()
    assert tuple(state.data["pile_size"]) == PILES[players]
    assert len(names(state, "pool")) == 165


@pytest.mark.rule("R3")
def test_everybody_begins_with_five_points_five_guilders_and_five_workers() -> None:
    state = engines.load("bruges", players=3).root()
    for seat in range(3):
        assert of(state, "points", seat) == of(state, "guilders", seat) == 5
        assert of(state, "workers", seat) == dict.fromkeys(COLOURS, 1)
        assert of(state, "hand_count", seat) == {}
        assert of(state, "reputation", seat) == 0


def test_a_state_has_at_most_two_kilobytes() -> None:
    assert engines.load("bruges", players=4).table.sizes["state_size"] <= 2048


# --- phase 1 ---


@pytest.mark.rule("R4")
def test_a_hand_is_looked_at_when_it_is_complete() -> None:
    """The player draws from either of the two piles until she has 5 cards in hand."""
    state = drawing(Table().hand(0, "red 1", "red 2").hand(1, "red 3"))
    tops = dict(zip((1, 2), ("blue", "brown"), strict=True))
    assert texts(state) == [f"draw from pile {i} ({c})" for i, c in tops.items()]
    play(state, "draw from pile 2 (brown)")
    assert of(state, "hand_count", 0) == {"red": 2}, "the card is not looked at yet"
    play(state, "draw from pile 1 (blue)", "draw from pile 1 (blue)")
    assert state.event() == (1, 0), "now the faces are seen, by their drawer"
    play(state, "blue 1", "blue 2", "brown 9")
    assert names(state, "hand", 0) == {"red 1", "red 2", "blue 1", "blue 2", "brown 9"}
    assert state.player == 1, "then the next player refills"


@pytest.mark.rule("R4")
def test_backs_tell_colours_and_nothing_else() -> None:
    state = drawing(Table().hand(0, "red 1", "red 2").hand(1, "red 3"))
    play(state, *["draw from pile 1 (blue)"] * 3)
    play(state, "blue 1", "blue 2", "blue 3")
    view = state.view(1)
    assert view.data["hand_count"][0].tolist() == [3, 0, 2, 0, 0]
    assert not view.data["hand"][0].any()


@pytest.mark.rule("R5", "R6")
def test_the_extra_pile_replaces_an_empty_one_and_the_round_is_the_last() -> None:
    table = Table().hand(0, "red 1", "red 2").hand(1, "red 3")
    table.piles = (1, 165 - 3 - 99 - 1)
    state = play(drawing(table), "draw from pile 1 (blue)")
    assert state.data["pile_size"].tolist() == [99, 62, 0]
    assert (state.data["extra_in"], state.data["last_round"]) == (1, 1)
    assert state.data["top"][0] == 1 + COLOURS.index("red"), "with the top it had"


@pytest.mark.rule("R5")
def test_later_the_other_pile_is_split() -> None:
    table = Table().hand(0, "red 1", "red 2").hand(1, "red 3").set(extra_in=1, last_round=1)
    table.piles = (1, 161)
    state = play(drawing(table), "draw from pile 1 (blue)")
    assert state.data["pile_size"].tolist() == [80, 81, 0]
    assert state.data["top"][1] == 1 + COLOURS.index("brown"), "the upper half keeps its top"


@pytest.mark.rule("R5")
def test_a_last_card_is_not_split_and_then_nobody_draws() -> None:
    table = Table().hand(0, "red 1", "red 2").hand(1, "red 3").set(extra_in=1, last_round=1)
    keep = {"blue 1", "brown 1", "red 1", "red 2", "red 3"}
    table.discard(*(name for name in table.cards if name not in keep))
    table.piles = (1, 1)
    state = play(drawing(table), "draw from pile 1 (blue)")
    play(state, "blue 1", "brown 1")
    assert state.data["pile_size"].tolist() == [0, 0, 0]
    assert state.event()[0] == 2, "the dice are next: seat 1 has nothing to draw"


@pytest.mark.rule("R6")
def test_an_extra_pile_that_enters_in_phase_3_makes_the_next_round_the_last() -> None:
    table = Table(Servant=infinity("round: draw(1)")).people(0, "Servant")
    table.hand(0, "red 1").hand(1, "red 2")
    table.piles = (1, 165 - 4 - 99 - 1)
    state = play(table.state(), "activate Servant", "draw from pile 1 (blue)", "blue 1")
    assert (state.data["extra_in"], state.data["last_round"]) == (1, 0)
    while state.data["round"] == 0:
        state.apply(state.outcomes()[0][0] if state.player < 0 else state.actions()[0])
    assert state.data["last_round"] == 1


# --- phase 2 ---


@pytest.mark.rule("R7")
def test_five_dice_are_rolled_one_of_each_colour() -> None:
    state = at_dice(Table())
    assert state.outcomes() == [(face, pytest.approx(1 / 6)) for face in range(1, 7)]
    roll(state, blue=1, brown=2, red=4, purple=6, yellow=5)
    assert state.data["dice"].tolist() == [1, 2, 4, 6, 5]


@pytest.mark.rule("R8")
def test_example_a_red_5_and_a_yellow_6_bring_everybody_two_markers() -> None:
    state = roll(at_dice(Table(players=3)), red=5, yellow=6)
    for seat in range(3):
        assert of(state, "threat", seat) == {"red": 1, "yellow": 1}


@pytest.mark.rule("R8")
def test_short_markers_go_round_in_player_order_with_penalties_at_once() -> None:
    """Eight of nine blue markers are out; yet all four players receive one."""
    table = Table(players=4).rounds(2)
    for seat in range(4):
        table.seat(seat, threat={"blue": 2}, workers={"red": seat + 1})
    state = roll(at_dice(table), blue=6)
    for seat in range(4):
        assert of(state, "threat", seat) == {}
        assert of(state, "workers", seat) == {}


@pytest.mark.rule("R9", "R10")
def test_example_fire_and_raid_in_one_turn() -> None:
    """A red 5 and a yellow 6, two markers of each: a house burns, and all guilders are gone."""
    table = Table().seat(0, threat={"red": 2, "yellow": 2}, guilders=7)
    table.house(0, "blue", below="blue 1").house(0, "brown", below="brown 1")
    state = roll(at_dice(table), red=5, yellow=6)
    assert texts(state) == ["suffer red first", "suffer yellow first"]
    play(state, "suffer red first")
    assert texts(state) == ["lose the empty blue house", "lose the empty brown house"]
    play(state, "lose the empty blue house")
    assert of(state, "houses", 0) == {"brown": 1}
    assert names(state, "discards") == {"blue 1"}
    assert of(state, "guilders", 0) == 0
    assert of(state, "threat", 0) == {}
    assert of(state, "points", 0) == 0, "no points for markers that go back after a penalty"


@pytest.mark.rule("R10")
def test_flood_takes_all_workers() -> None:
    table = Table().seat(0, threat={"blue": 2}, workers={"blue": 3, "red": 1})
    assert of(roll(at_dice(table), blue=5), "workers", 0) == {}


@pytest.mark.rule("R10")
def test_plague_takes_a_person_of_the_players_choice_and_leaves_the_house() -> None:
    table = Table().house(0, "blue", "red 1").house(0, "brown", "red 2")
    state = roll(at_dice(table.seat(0, threat={"brown": 2})), brown=6)
    assert texts(state) == ["lose red 1", "lose red 2"]
    play(state, "lose red 2")
    assert names(state, "people", 0) == {"red 1"}
    assert names(state, "discards") == {"red 2"}
    assert of(state, "empty", 0) == {"brown": 1}
    assert of(state, "threat", 0) == {}


@pytest.mark.rule("R10")
def test_raid_takes_all_guilders_and_intrigue_three_points() -> None:
    table = Table().seat(0, threat={"yellow": 2, "purple": 2}, guilders=4, points=9)
    table.seat(1, threat={"purple": 2}, points=2)
    state = roll(at_dice(table), yellow=5, purple=5)
    play(state, "suffer purple first")
    assert (of(state, "guilders", 0), of(state, "points", 0)) == (0, 6)
    assert of(state, "points", 1) == 0, "never below 0"


@pytest.mark.rule("R10", "R34")
def test_a_person_in_a_burning_house_returns_to_the_hand_and_is_known_there() -> None:
    table = Table().house(0, "blue", "red 1", below="blue 1").seat(0, threat={"red": 2})
    state = roll(at_dice(table), red=6)
    assert names(state, "hand", 0) == {"red 1", "yellow 1"}
    assert names(state, "discards") == {"blue 1"}
    assert names(state, "shown") == {"red 1"}
    for seed in range(5):
        assert "red 1" in names(state.view(1).sample(seed), "hand", 0)


@pytest.mark.rule("R10")
def test_fire_may_take_the_outermost_canal_token_and_never_the_statue() -> None:
    table = Table().seat(0, threat={"red": 2}, canal={"left": 5, "right": 2})
    state = roll(at_dice(table.seat(0, statue={"left": 7})), red=6)
    assert texts(state) == [f"lose a token of the {side} canal" for side in ("left", "right")]
    play(state, "lose a token of the left canal")
    assert of(state, "canal", 0) == [4, 2]
    assert of(state, "statue", 0) == [7, 0]


@pytest.mark.rule("R10")
def test_the_house_card_below_a_person_is_the_one_that_lies_there() -> None:
    table = Table().house(0, "blue", below="blue 1").house(0, "blue", "red 1", "blue 2")
    state = roll(at_dice(table.seat(0, threat={"red": 2})), red=6)
    play(state, "lose the house of red 1")
    assert names(state, "discards") == {"blue 2"}
    assert names(state, "down", 0) == {"blue 1"}
    assert of(state, "empty", 0) == {"blue": 1}
    assert state.data["phase"] == 5, "nothing was left to say"


@pytest.mark.rule("R10")
def test_of_several_empty_houses_of_a_colour_the_owner_says_which_one() -> None:
    table = Table().house(0, "blue", below="blue 1").house(0, "blue", "red 1", "blue 2")
    table.house(0, "blue", below="blue 3")
    state = roll(at_dice(table.seat(0, threat={"red": 2})), red=6)
    play(state, "lose the empty blue house")
    assert texts(state) == ["the house was blue 1", "the house was blue 3"]
    play(state, "the house was blue 3")
    assert names(state, "discards") == {"blue 3"}
    assert names(state, "down", 0) == {"blue 1", "blue 2"}
    assert below(state, "red 1") == "blue 2"


@pytest.mark.rule("R10")
def test_a_house_that_the_plague_emptied_keeps_its_card() -> None:
    table = Table().house(0, "blue", "red 1", "blue 1").house(0, "blue", "red 2", "blue 2")
    state = roll(at_dice(table.seat(0, threat={"brown": 2, "red": 2})), brown=6, red=6)
    play(state, "suffer brown first", "lose red 1", "lose the empty blue house")
    assert names(state, "discards") == {"red 1", "blue 1"}
    assert below(state, "red 2") == "blue 2"


@pytest.mark.rule("R10")
def test_who_has_nothing_loses_nothing() -> None:
    table = Table().seat(0, threat=dict.fromkeys(COLOURS, 2))
    state = at_dice(table)
    roll(state, **dict.fromkeys(COLOURS, 6))
    for colour in COLOURS[:-1]:
        play(state, f"suffer {colour} first")
    assert of(state, "threat", 0) == {}
    assert of(state, "threat", 1) == dict.fromkeys(COLOURS, 1)


@pytest.mark.rule("R11")
def test_example_a_purple_1_and_a_blue_2_make_a_step_cost_three_guilders() -> None:
    table = Table().seat(0, guilders=3).seat(1, guilders=2)
    state = roll(at_dice(table), purple=1, blue=2)
    assert (state.player, texts(state)) == (0, ["stay", "advance"])
    play(state, "advance")
    assert (of(state, "guilders", 0), of(state, "reputation", 0)) == (0, 1)
    assert state.data["phase"] == 5, "seat 1 cannot pay, so it is not asked"


@pytest.mark.rule("R11")
def test_without_a_low_die_nobody_advances_and_the_last_step_is_the_last() -> None:
    state = roll(at_dice(Table().seat(0, guilders=9)))
    assert state.data["phase"] == 5
    last = len(Table().board.step_points) - 1
    state = roll(at_dice(Table().seat(0, guilders=9, reputation=last)), red=1)
    assert state.data["phase"] == 5


@pytest.mark.rule("R11")
def test_a_player_may_stay_although_it_could_pay() -> None:
    table = Table().seat(0, guilders=3).seat(1, guilders=3)
    state = play(roll(at_dice(table), purple=1), "stay", "advance")
    assert [of(state, "reputation", seat) for seat in (0, 1)] == [0, 1]


def test_random_games_keep_every_card_in_one_place() -> None:
    """`check` counts them at every step; here every seed plays to the end."""
    rng = random.Random(3)
    for players in (2, 3, 4):
        state = engines.load("bruges", players=players).root()
        chance = engines.Chance(players)
        while not state.over:
            state.resolve(chance)
            if state.over:
                break
            state.apply(rng.choice(state.actions()))
            state.game.from_bytes(state.to_bytes())
        assert state.data["last_round"] == 1
