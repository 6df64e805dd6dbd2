"""Bruges: the notes on moves, against what the moves then do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import pytest
from bruges_builder import Table, arrow, infinity, laurel, of, play, texts, worker
from looked_up import decisions, note

from eminence import engines
from eminence.engines.bruges import state as ids
from eminence.engines.bruges.effects.language import Clause
from eminence.engines.bruges.explanations.holdings import Holdings, all_holdings
from eminence.engines.bruges.explanations.moment import clauses_of
from eminence.engines.bruges.names import MAJORITIES
from eminence.engines.bruges.numbers import Board
from eminence.engines.bruges.state import Action, Per, Scope, Step, Task, Use

players = pytest.mark.parametrize("players", [2, 3, 4])
#: steps at which an action under way is only made more precise
CHOOSING = (Step.PICK_CARD, Step.PICK_HOUSE, Step.PICK_BELOW, Step.PAY_WORKER, Step.PICK_DOWN)
#: what kind of effect asks at a step
ASKS = {
    Step.UNTHREAT: ids.UNTHREAT_MARKERS,
    Step.TRADE: ids.TRADE_GOODS,
    Step.EXTRA_CANAL: ids.CANAL_TOKEN,
    Step.EXTRA_STEP: ids.REPUTATION_STEPS,
    Step.EXTRA_HOUSE: ids.HOUSE_CARD,
    Step.TAKE_WORKER: ids.WORKERS_GAIN,
}
#: steps whose moves do at once what their notes say
ANSWERED = (
    Step.ADVANCE,
    Step.EXTRA_STEP,
    Step.TAKE_WORKER,
    Step.TRADE,
    Step.UNTHREAT,
    Step.EXTRA_CANAL,
)
LOSING = (Step.LOSE_PERSON, Step.LOSE_BUILDING, Step.LOSE_HOUSE, Step.LOSE_CANAL)
GAINS = {ids.VP: "points", ids.GUILDERS_GAIN: "guilders"}


@cache
def game_of(players: int) -> engines.Game:
    return engines.load("bruges", players=players)


def board_of(game: engines.Game) -> Board:
    return game.words.on


def homely(_: engines.State, options: Sequence[int]) -> list[int]:
    """What players like who want houses and people."""
    return [a for a in options if a >= Action.RECRUIT or (a - Action.USE) // 8 == Use.HOUSE]


# --- notes against the rules themselves ---


@pytest.mark.slow
@pytest.mark.rule("R31")
@players
def test_points_are_counted_as_the_rules_count_them(players: int) -> None:
    game, board = game_of(players), board_of(game_of(players))
    for seed in range(5):
        for state in decisions(game, seed, homely, 0.6):
            told = [each.score() for each in all_holdings(board, state.data, players)]
            assert told == [sum(parts.values()) for parts in state.sources()]


@pytest.mark.slow
def test_clauses_are_numbered_as_in_the_rules() -> None:
    """The effect that asks is the one that the notes read."""
    game, clauses, found = game_of(3), clauses_of(board_of(game_of(3))), set()
    for seed in range(100):
        for state in decisions(game, seed, homely, 0.6):
            step, frame = state.data["step"], frame_of(state)
            if step in ASKS:
                assert clauses[frame[ids.AT]].verb == ASKS[step]
                found.add(int(step))
    assert found == {int(step) for step in ASKS}


def frame_of(state: engines.State) -> list[int]:
    """The numbers of the effect that asks."""
    return [*map(int, state.data["frame"][int(state.data["depth"]) - 1])]


def ends_with_it(state: engines.State) -> bool:
    """Whether the effect that asks, if any, does nothing more after the answer."""
    frame, board = frame_of(state), board_of(state.game)
    if frame[ids.TASK] != Task.DO_CLAUSES:
        return True
    return clauses_of(board)[frame[ids.AT]] is board.by_id[frame[ids.SOURCE] - 1].clauses[-1]


class Told:
    """What a note says that a move does to its mover, as numbers."""

    def __init__(self, text: str) -> None:
        self.text, _, _ = text.partition("; card: ")

    def _found(self, pattern: str) -> list[str]:
        found = re.search(pattern, self.text)
        return [*found.groups()] if found else []

    @property
    def points(self) -> int:
        """How the points change."""
        return sum(map(int, self._found(r"(?:^|; )([+-]\d+) points?\b")))

    @property
    def guilders(self) -> int | None:
        """What the mover has then; None: nothing is said."""
        kept = self._found(r"guilders?, (?:you keep|then) (\d+)")
        return int(kept[0]) + self.more_guilders if kept else None

    @property
    def more_guilders(self) -> int:
        """What a trade brings."""
        return sum(map(int, self._found(r"\+(\d+) guilder")))

    @property
    def workers(self) -> tuple[str, int] | None:
        """A colour and how many of it the mover has then."""
        if found := self._found(r"(\w+) workers?, (?:you keep|then) (\d+)"):
            return found[0], int(found[1])
        if found := self._found(r"(?:you keep|then) (\d+) (\w+) worker"):
            return found[1], int(found[0])
        return None

    def is_all(self, board: Board) -> bool:
        """Whether no person's effect follows by itself."""
        waiting = any(f"{card.name}: " in self.text for card in board.cards)
        waiting |= any(f"{card.name} of seat" in self.text for card in board.cards)
        return not waiting and "when recruited" not in self.text


def settled(state: engines.State, action: int) -> engines.State:
    """A copy after the move, with the card and the house chosen that it asks for."""
    after = state.copy()
    after.apply(action)
    while after.player >= 0 and after.data["step"] in CHOOSING:
        after.apply(after.actions()[0])
    return after


def came_true(state: engines.State, action: int) -> Told | None:
    """Check a note by playing the move; None: more happens than the move itself."""
    game, seat = state.game, state.player
    board, told = board_of(game), Told(game.words.note(state, action))
    after = settled(state, action)
    if not told.is_all(board) or after.over or after.data["round"] > state.data["round"]:
        return None
    before, now = (Holdings.of(board, each.data, seat) for each in (state, after))
    assert told.points == now.score() - before.score(), told.text
    if told.guilders is None:
        assert now.guilders == before.guilders + told.more_guilders, told.text
    else:
        assert now.guilders == told.guilders, told.text
    if told.workers is not None:
        colour, count = told.workers
        assert now.workers[board.colours.index(colour)] == count, told.text
    elif "worker of any colour" not in told.text:
        assert now.workers == before.workers, told.text
    return told


@pytest.mark.slow
@players
def test_notes_on_the_actions_of_a_card_come_true(players: int) -> None:
    """Guilders and workers paid and gained, and points, of all six actions."""
    seen = {"points": 0, "guilders": 0, "workers": 0}
    for seed in range(2):
        for state in decisions(game_of(players), seed, homely, 0.6):
            if state.data["step"] != Step.TURN:
                continue
            for action in state.actions():
                if not Action.USE <= action < Action.ACTIVATE:
                    continue
                if told := came_true(state, action):
                    seen["points"] += told.points != 0
                    seen["guilders"] += told.guilders is not None
                    seen["workers"] += told.workers is not None
    assert min(seen.values()) > 100


@pytest.mark.slow
def test_notes_on_answers_come_true() -> None:
    """Steps of reputation, workers taken, trades, markers returned, tokens and houses lost."""
    seen = set()
    for seed in range(100):
        for state in decisions(game_of(3), seed, homely, 0.6):
            step = state.data["step"]
            if step in ANSWERED and ends_with_it(state):
                for action in state.actions():
                    if action != Action.NO and came_true(state, action):
                        seen.add(int(step))
    assert seen == {int(step) for step in ANSWERED}


@pytest.mark.slow
@pytest.mark.rule("R10")
def test_notes_on_losses_come_true() -> None:
    """Points lost with a person, a house or a canal token."""
    board, seen = board_of(game_of(3)), set()
    for seed in range(40):
        for state in decisions(game_of(3), seed, homely, 0.6):
            if state.data["step"] not in LOSING:
                continue
            before = Holdings.of(board, state.data, state.player)
            if before.waiting(ids.ON_PENALTY) or before.waiting(ids.ON_THREAT):
                continue
            if sum(n >= board.circle for n in before.threats) > 1 or in_an_effect(state):
                continue
            for action in state.actions():
                now = Holdings.of(board, settled(state, action).data, state.player)
                told = Told(state.game.words.note(state, action))
                # The three markers that brought the penalty go back, and a laurel may count them.
                if all(c.per != Per.PER_THREAT for card in before.people for c in card.clauses):
                    assert told.points == now.score() - before.score(), told.text
                    seen.add((int(state.data["step"]), state.game.words.moves.find(action)[0]))
    assert len(seen) >= 4


def in_an_effect(state: engines.State) -> bool:
    """Whether somebody's effect brought the loss, and may do more after it."""
    return any(frame[ids.TASK] == Task.DO_CLAUSES for frame in state.data["frame"])


@pytest.mark.rule("R28.10")
def test_the_reduced_price_of_an_extra_recruit_is_told() -> None:
    table = Table(Helper=worker("recruit(cost=-2)", "red"), Guest=laurel("vp(1)", price=9))
    table.hand(0, "Guest", "blue 1").hand(1, "blue 2").people(0, "Helper").house(0, "blue")
    state = table.seat(0, guilders=9, workers={"red": 1}).state()
    assert note(state, "recruit Guest").startswith("9 guilders, you keep 0; ")
    play(state, "activate Helper")
    assert note(state, "recruit Guest").startswith("7 guilders, you keep 2; +4 points; ")
    assert of(play(state, "recruit Guest"), "guilders", 0) == 2


@pytest.mark.slow
@pytest.mark.rule("R28.1")
def test_notes_on_activations_come_true() -> None:
    """People that gain points and guilders bring what their notes count."""
    board, seen = board_of(game_of(3)), 0
    for seed in range(12):
        for state in decisions(game_of(3), seed, homely, 0.6):
            for action in state.actions():
                if action >= Action.ACTIVATE:
                    card = board.by_id[action - Action.ACTIVATE]
                    clauses = [c for c in card.clauses if c.scope == Scope.ACTIVATED]
                    if all(clause.verb in GAINS for clause in clauses):
                        check_activation(state, action, clauses)
                        seen += 1
    assert seen > 20


def check_activation(state: engines.State, action: int, clauses: list[Clause]) -> None:
    told, seat = state.game.words.note(state, action), state.player
    after = state.copy()
    after.apply(action)
    gained = dict.fromkeys(GAINS, 0)
    for part, clause in zip(told.split("; ")[-len(clauses) :], clauses, strict=True):
        counted = re.search(r"\((\d+) now\)", part)
        if "(not now)" not in part:
            gained[clause.verb] += int(counted[1]) if counted else clause.amount
    for verb, field in GAINS.items():
        assert int(after.data[field][seat]) - int(state.data[field][seat]) == gained[verb], told
    kept = re.search(r"^1 (\w+) worker, you keep (\d+); ", told)
    if kept:
        colour = board_of(state.game).colours.index(kept[1])
        assert int(after.data["workers"][seat][colour]) == int(kept[2])
    else:
        assert (after.data["workers"] == state.data["workers"]).all()


@pytest.mark.slow
@pytest.mark.rule("R30")
@players
def test_majorities_told_at_the_end_of_a_round_are_won(players: int) -> None:
    seen = 0
    for seed in range(25):
        for state in decisions(game_of(players), seed, homely, 0.6):
            if state.data["step"] == Step.TURN and Action.NO in state.actions():
                seen += check_end(state, players)
    assert seen > 2


def check_end(state: engines.State, players: int) -> int:
    """Check the note on the end of a turn; returns how many markers it says are won."""
    told, after = state.game.words.note(state, Action.NO), state.copy()
    after.apply(Action.NO)
    if "then seat" in told:
        return 0
    assert ("then the game ends" if after.over else "then the round ends") in told
    assert after.over or after.data["round"] == state.data["round"] + 1
    gained = 0
    for seat in range(players):
        won = int(after.data["majority"][seat]) & ~int(state.data["majority"][seat])
        who = "you win" if seat == state.player else f"seat {seat} wins"
        for majority, name in MAJORITIES.items():
            assert (f"{who} {name}" in told) == bool(won >> majority & 1), told
        gained += won.bit_count()
    return gained


# --- single notes ---


def test_guilders_at_risk_are_told() -> None:
    table = Table().hand(0, "yellow 1", "blue 1").seat(0, threat={"yellow": 2}, guilders=24)
    state = table.dice(blue=4).state()
    assert note(state, "blue: take guilders") == (
        "4 guilders, then 28; Raid may take all, 33 % per roll; card: blue 1"
    )
    assert note(state, "yellow: return a threat marker") == (
        "+1 point; 1 yellow marker left; saves all 24 guilders from Raid, "
        "33 % in the next roll; card: yellow 1"
    )
    safe = Table().hand(0, "yellow 1").seat(0, threat={"yellow": 1}, guilders=24).state()
    assert "Raid" not in note(safe, "yellow: take guilders")
    last = table.set(extra_in=1, last_round=1).state()
    assert "Raid" not in note(last, "blue: take guilders"), "no roll comes any more"


@pytest.mark.rule("R28.17")
def test_who_is_immune_risks_nothing() -> None:
    table = Table(Guard=infinity("mod: immune(yellow)")).people(0, "Guard").hand(0, "blue 1")
    state = table.seat(0, threat={"yellow": 2}, guilders=24).state()
    assert "Raid" not in note(state, "blue: take guilders")
    told = state.game.words.stands(state.view(0), "Raid")
    assert "Seat 0: 2 markers, would lose nothing." in told


@pytest.mark.rule("R29.6")
def test_markers_for_the_others_tell_whom_they_hurt() -> None:
    table = Table(players=3, Tester=arrow("opp_threat(1,colour=yellow)"))
    table.hand(0, "Tester").hand(1, "yellow 2").hand(2, "yellow 3").house(0, "blue")
    state = table.seat(1, threat={"yellow": 2}, guilders=9).seat(2, threat={"yellow": 2}).state()
    told = "when recruited: every other player receives 1 yellow threat marker (Raid for seat 1)"
    assert told in note(state, "recruit Tester")
    play(state, "recruit Tester")
    assert [of(state, "guilders", seat) for seat in (1, 2)] == [0, 0]


@pytest.mark.rule("R29.1")
@pytest.mark.parametrize(("target", "gets"), [("all", 4), ("one", 3)])
def test_what_can_be_taken_from_the_others_is_told(target: str, gets: int) -> None:
    table = Table(players=3, Thief=arrow(f"steal_guilders(3,target={target})"))
    table.hand(0, "Thief", "blue 1").hand(1, "blue 2").hand(2, "blue 3").house(0, "blue")
    state = table.seat(1, guilders=9).seat(2, guilders=1).state()
    assert f"({gets} now)" in note(state, "recruit Thief")
    play(state, "recruit Thief")
    if target == "one":
        assert note(state, "take from seat 2") == "it has 1 guilder, you get 1"
        play(state, "take from seat 1")
    assert of(state, "guilders", 0) == gets


def test_a_recruit_tells_price_points_group_effect_and_who_answers() -> None:
    table = Table(
        Tester=laurel("vp(2,per=house:any)", price=9, group="Noble"),
        Cheap=infinity("mod: recruit_cost(-2)"),
        Host=infinity("on[recruit]: vp(1)"),
        Spy=infinity("on[opp_recruit]: guilders(1)"),
    )
    table.hand(0, "Tester", "blue 1").hand(1, "blue 2").people(0, "Cheap", "Host").people(1, "Spy")
    state = table.house(0, "blue").seat(0, guilders=8).state()
    assert note(state, "recruit Tester") == (
        "7 guilders, you keep 1; +9 points; Noble; at the end of the game: gain 2 points for each "
        "of your houses (6 now); Host: gain 1 point; Spy of seat 1: take 1 guilder"
    )
    play(state, "recruit Tester")
    assert (of(state, "guilders", 0), of(state, "points", 0)) == (1, 1)
    assert of(state, "guilders", 1) == 1


@pytest.mark.rule("R28.16")
def test_the_cheapest_payment_of_a_house_is_told() -> None:
    any_worker, none = infinity("mod: house_worker(any)"), infinity("mod: house_worker(none)")
    table = Table(Mixed=any_worker, Free=none).hand(0, "red 1", "blue 1").hand(1, "blue 2")
    state = table.people(0, "Mixed").seat(0, workers={"blue": 1, "brown": 1}).state()
    assert note(state, "red: build a house").startswith("1 worker of any colour; +1 point; ")
    state = table.people(0, "Free").state()
    assert note(state, "red: build a house").startswith("no worker needed; +1 point; ")
    after = play(state, "red: build a house")
    assert of(after, "workers", 0) == {"blue": 1, "brown": 1}


def test_the_third_token_and_the_statue_are_told() -> None:
    table = Table().hand(0, "red 1", "yellow 1").seat(0, guilders=9, canal={"left": 2, "right": 0})
    told = note(table.state(), "red: build the left canal")
    assert told == "3 guilders, you keep 6; space 3 of 5; +3 points; card: red 1"
    table.seat(0, canal={"left": 4, "right": 0}).seat(1, canal={"left": 2, "right": 2})
    told = note(table.state(), "yellow: build the left canal")
    assert told.startswith(
        "5 guilders, you keep 4; space 5 of 5; statue 7; +7 points; then most canals; "
    )


@pytest.mark.rule("R9")
def test_penalties_have_names_where_their_order_is_asked() -> None:
    board, asked = board_of(game_of(2)), 0
    for seed in range(40):
        for state in decisions(game_of(2), seed, homely, 0.6):
            if state.data["step"] == Step.ORDER:
                asked += 1
                for text in texts(state):
                    colour = board.colours.index(text.split()[1])
                    assert note(state, text).startswith(f"{board.threats[colour]}: you lose ")
    assert asked


@pytest.mark.rule("R5")
@pytest.mark.rule("R6")
def test_the_last_card_of_a_pile_is_told() -> None:
    table = Table(Tester=arrow("draw(2)")).hand(0, "Tester", "blue 1").hand(1, "blue 2")
    table.house(0, "red")
    table.piles = (1, 61)
    state = play(table.state(), "recruit Tester")
    told = note(state, "draw from pile 1 (blue)")
    assert told.startswith("the last card: the extra pile comes, the next round is the last; ")
    assert told.endswith("your second blue card; 1 more to draw")
    assert note(state, "draw from pile 2 (brown)") == (
        "61 cards left; your first brown card; 1 more to draw"
    )
    play(state, "draw from pile 1 (blue)")
    assert state.data["extra_in"]
