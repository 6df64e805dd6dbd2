"""Pictures of the small games: what is on the table is drawn, and a move lights its thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from conformance.walks import Walk

from eminence import engines
from eminence.cython_ext.pictures.scene import Box, Disc, Group, Line, Scene, Shape, Text, within
from eminence.engines.kit.grid_drawing import line_of
from eminence.engines.leduc_poker.betting import betting_lines, raises_paid
from eminence.engines.stacks.names import KIND_NAMES
from eminence.engines.stacks.state import FACE_UP, Phase


def played(name: str, *moves: str, **options: object) -> engines.State:
    """A game after these moves and chance events, in words."""
    state = engines.load(name, **options).root()
    for move in moves:
        state.apply(state.parse(move))
    return state


def shape(scene: Scene, id: str) -> Shape:
    (found,) = [shape for shape in scene.shapes() if shape.id == id]
    return found


def texts(*shapes: Shape) -> list[str]:
    return [part.text for part in within(shapes) if isinstance(part, Text)]


def views(name: str, seeds: int, **options: object) -> list[engines.View]:
    """Each seat's view of all states of some random games."""
    game = engines.load(name, **options)
    return [
        state.view(seat)
        for seed in range(seeds)
        for state in Walk(game, seed)
        for seat in range(game.seats)
    ]


def movers(name: str, seeds: int, **options: object) -> Iterator[engines.View]:
    """The views of those who are to move in some random games."""
    game = engines.load(name, **options)
    for seed in range(seeds):
        for state in Walk(game, seed):
            if state.player >= 0:
                yield state.view(state.player)


def ids_that_begin(scene: Scene, beginning: str) -> list[str]:
    return [shape.id for shape in scene.shapes() if shape.id.startswith(beginning)]


# --- boards of x and o ---


def test_each_cell_has_the_mark_that_lies_there() -> None:
    scene = played("tic_tac_toe", "x(0,2)", "o(1,1)").view(0).picture()
    kinds = {
        cell: {type(part) for part in within([shape(scene, cell)])} - {Box, Group}
        for cell in ids_that_begin(scene, "cell")
    }
    assert len(kinds) == 9
    assert kinds.pop("cell 0,2") == {Line}
    assert kinds.pop("cell 1,1") == {Disc}
    assert set(map(frozenset, kinds.values())) == {frozenset()}
    assert shape(scene, "cell 0,2").tip == "Row 0, column 2: x, the mark of seat 0."


@pytest.mark.parametrize("name", ["tic_tac_toe", "phantom_ttt"])
def test_a_move_belongs_to_the_cell_that_it_names(name: str) -> None:
    for view in movers(name, 3):
        for action, ids in view.picture().moves.items():
            row, column = view.text(action)[2:-1].split(",")
            assert ids == (f"cell {row},{column}",)


def test_who_has_won_is_told_and_the_line_is_marked() -> None:
    moves = ("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)", "x(0,2)")
    scene = played("tic_tac_toe", *moves).view(1).picture()
    assert scene.title == "Tic-tac-toe: seat 0 (x) has won."
    assert "has won" in texts(shape(scene, "seat 0"))
    board, _ = scene.panels
    strokes = [part for part in board.shapes if isinstance(part, Line) and part.tone == "accent"]
    assert [stroke.points for stroke in strokes] == [((50.0, 50.0), (170.0, 50.0))]
    before = played("tic_tac_toe", *moves[:-1]).view(1).picture()
    assert not [part for part in before.panels[0].shapes if isinstance(part, Line)]


@pytest.mark.parametrize(
    "line", [[(0, 1), (1, 1), (2, 1)], [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
)
def test_lines_are_found_in_all_directions(line: list[tuple[int, int]]) -> None:
    marks = dict.fromkeys(line, 1)
    assert line_of(marks, 3) == line
    assert line_of(marks, 4) == []
    assert line_of(marks | {(1, 1): 0}, 3) == []


@pytest.mark.parametrize(("name", "length"), [("tic_tac_toe", 3), ("connect_four", 4)])
def test_the_winner_that_is_drawn_is_that_of_the_rules(name: str, length: int) -> None:
    ends = {0.0: "a draw", 1.0: "seat 0 (x) has won", -1.0: "seat 1 (o) has won"}
    for seed in range(30):
        *_, state = Walk(engines.load(name), seed)
        told = state.view(0).picture().title
        assert told.endswith(f": {ends[state.returns()[0].score]}.")


def test_marks_that_were_not_found_are_counted_and_not_drawn() -> None:
    state = played("phantom_ttt", "x(0,0)", "o(1,1)")
    scene = state.view(0).picture()
    assert texts(shape(scene, "cell 1,1")) == ["?"]
    assert "1 mark that you do not see" in texts(shape(scene, "seat 1"))
    # Trying the cell finds the mark, and then nothing is hidden.
    state.apply(state.parse("x(1,1)"))
    scene = state.view(0).picture()
    assert shape(scene, "cell 1,1").tip == "Row 1, column 1: o, the mark of seat 1."
    assert "?" not in texts(*scene.panels[0].shapes)


def test_hidden_marks_are_as_many_as_there_are() -> None:
    for state in Walk(engines.load("phantom_ttt"), 5):
        for seat in (0, 1):
            view = state.view(seat)
            made, seen = (int(p.data["marks"][1 - seat]).bit_count() for p in (state, view))
            told = texts(shape(view.picture(), f"seat {1 - seat}"))
            assert any(f"{made - seen} mark" in text for text in told) == (made > seen)


def test_a_column_leads_to_its_lowest_free_place() -> None:
    state = played("connect_four", "x3", "o3")
    moves = state.view(0).picture().moves
    assert moves[3] == ("column 3", "cell 3,3")
    assert moves[0] == ("column 0", "cell 5,0")


def test_a_full_column_is_no_move() -> None:
    state = played("connect_four", "x0", "o0", "x0", "o0", "x0", "o0")
    scene = state.view(0).picture()
    assert 0 not in scene.moves
    assert shape(scene, "column 0").tip == "Column 0: 0 free places."
    assert Counter(texts(shape(scene, "column 0"))) == {"x": 3, "o": 3}


# --- poker ---


def test_others_cards_are_backs_to_the_end() -> None:
    state = played("kuhn_poker", "card 2", "card 0", "bet", "bet")
    assert state.over
    scene = state.view(0).picture()
    assert texts(shape(scene, "card of seat 0")) == ["2"]
    assert texts(shape(scene, "card of seat 1")) == ["?"]


def test_kuhn_tells_who_bet_who_is_out_and_the_pot() -> None:
    cards = ("card 2", "card 0", "card 1")
    scene = played("kuhn_poker", *cards, "pass", "bet", "pass", players=3).view(0).picture()
    assert texts(shape(scene, "pot")) == ["4", "chips"]
    assert {"bet", "2"} <= {*texts(shape(scene, "seat 1"))}
    assert {"pass", "out", "1"} <= {*texts(shape(scene, "seat 2"))}
    assert {"pass", "to move"} <= {*texts(shape(scene, "seat 0"))}
    assert "out" not in texts(shape(scene, "seat 0")), "it has not answered the bet"


def test_who_takes_the_pot_is_told_where_all_others_gave_up() -> None:
    scene = played("kuhn_poker", "card 0", "card 2", "bet", "pass").view(1).picture()
    assert "takes the pot" in texts(shape(scene, "seat 0"))
    shown = played("kuhn_poker", "card 0", "card 2", "bet", "bet").view(1).picture()
    assert "takes the pot" not in texts(*shown.panels[0].shapes)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_chips_that_are_drawn_are_those_that_are_lost(name: str) -> None:
    for seed in range(40):
        *_, state = Walk(engines.load(name), seed)
        scene = state.view(0).picture()
        paid = [int(texts(shape(scene, f"chips of seat {seat}"))[0]) for seat in (0, 1)]
        assert int(texts(shape(scene, "pot"))[0]) == sum(paid)
        for seat, result in enumerate(state.returns()):
            if result.score < 0:
                assert result.score == -paid[seat]


def test_both_pay_the_same_where_a_round_ends_with_a_call() -> None:
    called = [line for line in betting_lines(3) if line.endswith("c") and line != "c"]
    assert called
    for line in called:
        first, second = raises_paid(line)
        assert first == second == line.count("r")


def test_leduc_shows_the_common_card_and_what_both_did() -> None:
    state = played("leduc_poker", "J1", "K2", "raise", "call")
    before = state.view(0).picture()
    assert texts(shape(before, "common card")) == ["common"]
    state.apply(state.parse("Q1"))
    scene = state.view(0).picture()
    assert texts(shape(scene, "common card")) == ["Q", "common"]
    assert texts(shape(scene, "card of seat 0")) == ["J"]
    assert texts(shape(scene, "card of seat 1")) == ["?"]
    assert "first round: raise" in texts(shape(scene, "seat 0"))
    assert "first round: call" in texts(shape(scene, "seat 1"))


def test_to_fold_is_to_give_the_card_away_and_the_rest_is_about_the_pot() -> None:
    state = played("leduc_poker", "J1", "K2", "raise")
    moves = {state.text(a): ids for a, ids in state.view(1).picture().moves.items()}
    assert moves == {"fold": ("card of seat 1",), "call": ("pot",), "raise": ("pot",)}


# --- Goofspiel ---


def test_a_bid_belongs_to_the_card_and_spent_cards_are_faint() -> None:
    state = played("goofspiel", "prize 3", "bid 2", "bid 4", "prize 1", num_cards=4)
    scene = state.view(0).picture()
    moves = {state.text(action): ids for action, ids in scene.moves.items()}
    assert moves == {f"bid {n}": (f"card {n} of seat 0",) for n in (1, 3, 4)}
    assert shape(scene, "card 2 of seat 0").faint
    assert shape(scene, "card 4 of seat 1").faint
    assert not shape(scene, "card 4 of seat 0").faint
    assert texts(shape(scene, "prize")) == ["1"]
    assert [n for n in range(1, 5) if not shape(scene, f"prize {n}").faint] == [2, 4]
    assert "3 points" in texts(shape(scene, "seat 1"))


def test_a_bid_is_seen_by_the_one_who_made_it() -> None:
    state = played("goofspiel", "prize 3", "bid 2", num_cards=4)
    own, other = (state.view(seat).picture() for seat in (0, 1))
    assert "bids 2" in texts(shape(own, "seat 0"))
    assert "bids in secret" in texts(shape(other, "seat 0"))
    assert not own.moves
    assert len(other.moves) == 4


def test_winners_are_those_of_the_rules() -> None:
    game = engines.load("goofspiel", players=3, num_cards=5)
    for seed in range(20):
        *_, state = Walk(game, seed)
        scene = state.view(2).picture()
        best = max(result.win for result in state.returns())
        for seat, result in enumerate(state.returns()):
            assert ("has won" in texts(shape(scene, f"seat {seat}"))) == (result.win == best)


# --- Stacks ---


def test_the_own_hand_is_shown_and_the_others_are_backs() -> None:
    for view in views("stacks", 1, players=3)[::5]:
        scene = view.picture()
        for seat in range(3):
            names = ids_that_begin(scene, f"hand {seat} ")
            size = int(view.data["hand_size"][seat])
            assert len(names) == size
            if seat == view.seat:
                held = [kind for name in names for kind in KIND_NAMES if kind in name]
                assert Counter(held) == {
                    kind: int(n)
                    for kind, n in zip(KIND_NAMES, view.data["hand"][seat], strict=True)
                    if n
                }
            else:
                assert all(texts(shape(scene, name)) == ["?"] for name in names)


def test_a_card_in_a_stack_shows_its_claim_and_what_the_viewer_knows() -> None:
    names = ("?", *KIND_NAMES)
    for view in views("stacks", 1):
        scene, data = view.picture(), view.data
        for stack in range(2):
            for slot in range(data["height"][stack]):
                card = shape(scene, f"card {slot + 1} of stack {stack}")
                claim, known = (names[data[field][stack][slot]] for field in ("claims", "card"))
                assert texts(card)[:2] == [claim, known]
                face_up = int(data["knows"][stack][slot]) & FACE_UP
                assert ("face up" in texts(card)) == bool(face_up)


def test_all_moves_but_to_pass_belong_to_something() -> None:
    met = set()
    for view in movers("stacks", 3, players=3):
        lit = set(view.picture().moves)
        met |= {view.text(action).split()[0] for action in lit}
        assert [view.text(a) for a in view.actions() if a not in lit] in ([], ["pass"])
    assert met == {"draw", "take", "place", "peek", "reorder", "challenge", "foil", "play", "put"}


def test_cards_that_are_put_back_are_those_that_are_loose() -> None:
    found = 0
    for view in movers("stacks", 40):
        if view.data["phase"] == Phase.ORDER:
            found += 1
            scene, stack = view.picture(), int(view.data["target"])
            for action, ids in scene.moves.items():
                kind = view.text(action).removeprefix("put ")
                assert ids
                for id in ids:
                    assert id.endswith(f" of stack {stack}")
                    assert texts(shape(scene, id))[1] == kind
    assert found


def test_the_pile_is_what_no_other_place_has() -> None:
    game = engines.load("stacks", players=2, copies=1)
    for state in Walk(game, 4):
        data = state.data
        cards = sum(int(data[field].sum()) for field in ("row", "discard", "hand", "height"))
        shown = int(texts(shape(state.view(0).picture(), "pile"))[0])
        assert cards + bool(data["limbo"]) + shown == len(KIND_NAMES) * 2


# --- all of them ---


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "connect_four", "phantom_ttt", "kuhn_poker", "leduc_poker", "stacks"]
)
def test_the_seat_to_move_is_marked_and_no_other(name: str) -> None:
    game = engines.load(name)
    for state in Walk(game, 2):
        if state.player >= 0 and not state.over:
            scene = state.view(0).picture()
            said = [texts(shape(scene, f"seat {seat}")) for seat in range(game.seats)]
            marked = [seat for seat, words in enumerate(said) if {"to move", "may foil"} & {*words}]
            assert marked == [state.player]
