"""The rules of the small reference games, one sentence per test."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise, product

import pytest
from small_games import edited, play, scores, wins

from eminence import engines

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


# --- tree sizes -------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "size"),
    [
        ("kuhn_poker", {}, (4, 24, 30)),
        ("kuhn_poker", {"players": 3}, (17, 288, 312)),
        ("leduc_poker", {}, (157, 3780, 5520)),
        # 255,168 finished games, 549,946 positions in order of play.
        ("tic_tac_toe", {}, (0, 549_946 - 255_168, 255_168)),
    ],
)
def test_tree_has_its_published_size(name: str, options: dict, size: tuple) -> None:
    found = engines.perft(engines.load(name, **options).root(), 30)
    assert (found.chance, found.decision, found.terminal) == size


def test_connect_four_has_its_published_positions_at_each_depth() -> None:
    root = engines.load("connect_four").root()
    totals = [0]
    for depth in range(9):
        found = engines.perft(root, depth)
        totals.append(found.chance + found.decision + found.terminal)
    at_depth = [after - before for before, after in pairwise(totals)]
    assert at_depth == [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


# --- phantom tic-tac-toe --------------------------------------------


@pytest.mark.parametrize("line", LINES)
def test_three_in_a_row_wins_unseen_too(line: int) -> None:
    cells = [c for c in range(9) if line >> c & 1]
    others = [c for c in range(9) if not line >> c & 1][:2]
    state = play("phantom_ttt", cells[0], others[0], cells[1], others[1], cells[2])
    assert state.over
    assert scores(state) == [1, -1]


def test_a_full_board_without_a_line_is_a_draw_unseen_too() -> None:
    state = play("phantom_ttt", 0, 1, 2, 4, 3, 5, 7, 6, 8)
    assert scores(state) == [0, 0]
    assert wins(state) == [0.5, 0.5]


def test_failed_attempt_shows_the_mover_the_cell_and_it_moves_again() -> None:
    state = play("phantom_ttt", 4)
    assert state.actions() == list(range(9))
    state.apply(4)
    assert state.player == 1
    assert state.actions() == [0, 1, 2, 3, 5, 6, 7, 8]
    assert state.view(1).board() == "...\n.x.\n..."


def test_failed_attempt_shows_the_opponent_nothing() -> None:
    state, sink = play("phantom_ttt", 4), engines.Sink()
    before, onlooker, keys = state.view(0), state.view(engines.PUBLIC), sink.keys
    state.apply(4, sink)
    assert state.view(0) == before
    assert state.view(engines.PUBLIC) == onlooker
    assert [a == b for a, b in zip(sink.keys, keys, strict=True)] == [True, False] + 6 * [True]


def test_a_mark_shows_the_opponent_only_that_the_turn_passed() -> None:
    views = {play("phantom_ttt", cell).view(1) for cell in range(9)}
    assert len(views) == 1
    assert views.pop().player == 1


def test_what_is_offered_does_not_depend_on_the_invisible_marks() -> None:
    assert play("phantom_ttt", 4).actions() == play("phantom_ttt", 0).actions()


def fits(view: engines.View) -> set[int]:
    """Where the other's marks may be, by brute force from the rules as a player knows them."""
    seat, data = view.seat, view.data
    own, found = int(data["marks"][seat]), int(data["found"][seat])
    count = (int(data["made"]) + seat) // 2
    won = int(data["winner"]) == 2 - seat
    last = view.over and (int(data["made"]) - 1) % 2 == 1 - seat
    masks = (sum(1 << c for c in cells) for cells in combinations(range(9), count))
    return {m for m in masks if m & own == 0 and m & found == found and ends(m, found, won, last)}


def has_line(mask: int) -> bool:
    return any(mask & line == line for line in LINES)


def ends(mask: int, found: int, won: bool, last: bool) -> bool:
    """A line exactly if that seat won; the mark that ended the game was not found before."""
    if has_line(mask) != won:
        return False
    marks = [1 << c for c in range(9) if mask & ~found & 1 << c]
    return not last or any(not has_line(mask & ~m) for m in marks)


@pytest.mark.parametrize(
    "moves",
    [
        (0,),
        (0, 4),
        (0, 4, 4),
        (4, 4, 0, 0, 8),
        (0, 4, 4, 1, 0, 2, 3),
        (0, 3, 1, 4, 3, 2),
        (0, 3, 1, 4, 8, 0, 1, 5),
        (0, 1, 2, 4, 3, 5, 7, 6, 8),
    ],
)
def test_every_arrangement_that_fits_is_imagined(moves: tuple[int, ...]) -> None:
    """How often each is follows from what the other may have found: test_phantom_ttt_worlds."""
    state = play("phantom_ttt", *moves)
    for seat in (0, 1):
        view = state.view(seat)
        expected = fits(view)
        assert int(state.data["marks"][1 - seat]) in expected
        rounds = 60 * len(expected)
        worlds = [view.sample(seed=s) for s in range(rounds)]
        found = {int(world.data["marks"][1 - seat]) for world in worlds}
        assert found == expected
        assert all(world.view(seat) == view for world in worlds[:50])


def test_an_onlooker_imagines_both_sides_alike() -> None:
    view = play("phantom_ttt", 4, 0).view(engines.PUBLIC)
    found = Counter(tuple(view.sample(seed=s).data["marks"]) for s in range(72 * 60))
    assert set(found) == {(1 << x, 1 << o) for x, o in product(range(9), range(9)) if x != o}
    assert all(20 < n < 120 for n in found.values())


def test_the_result_is_public_and_imagined_worlds_keep_it() -> None:
    state = play("phantom_ttt", 0, 3, 1, 4, 8, 5)
    for viewer in (engines.PUBLIC, 0, 1):
        view = state.view(viewer)
        assert view.over
        for seed in range(50):
            assert scores(view.sample(seed=seed)) == [-1, 1]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"marks": [1, 1]}, "same cell"),
        ({"marks": [1, 6]}, r"marks\[1\]: expected 1"),
        ({"made": 3}, "player"),
        ({"winner": 2}, "winner"),
        ({"found": [4, 0]}, r"found\[0\]: no arrangement"),
        ({"found": [512, 0]}, "expected a whole number"),
    ],
)
def test_contradictions_of_a_phantom_position_are_named(position: dict, message: str) -> None:
    state = play("phantom_ttt", 0, 1)
    with pytest.raises(engines.BadPosition, match=message):
        state.game.from_json(edited(state, **position))


def test_a_phantom_view_holds_no_secret_of_the_other() -> None:
    view = play("phantom_ttt", 0, 1).view(0)
    for leak in ({"marks": [1, 2]}, {"found": [0, 1]}):
        with pytest.raises(engines.BadPosition, match=r"marks\[1\]"):
            view.game.view_from_json(edited(view, **leak))


# --- connect four -----------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "direction"),
    [
        ("3 4 3 4 3 4 3", "upright"),
        ("0 0 1 1 2 2 3", "level"),
        ("0 1 1 2 3 2 2 3 4 3 3", "rising"),
        ("6 5 5 4 3 4 4 3 2 3 3", "falling"),
    ],
)
def test_four_in_a_row_wins(columns: str, direction: str) -> None:
    state = play("connect_four", *map(int, columns.split()))
    assert state.over, direction
    assert scores(state) == [1, -1]


def test_the_second_seat_wins_too() -> None:
    assert scores(play("connect_four", 0, 6, 1, 6, 0, 6, 1, 6)) == [-1, 1]


def test_lines_do_not_run_around_the_edge() -> None:
    """The top of one column and the bottom of the next are not neighbours."""
    state = play("connect_four", 0, 0, 0, 0, 0, 0, 1, 2, 1, 2, 1)
    assert not state.over


def test_a_full_column_takes_no_more() -> None:
    state = play("connect_four", 2, 2, 2, 2, 2, 2)
    assert state.actions() == [0, 1, 3, 4, 5, 6]
    with pytest.raises(engines.IllegalAction, match="choose 0"):
        state.apply(2)


def test_pieces_fall_to_the_lowest_free_cell() -> None:
    board = play("connect_four", 3, 3, 0).board().splitlines()
    assert board[-2:] == ["...o...", "x..x..."]


def test_a_full_board_without_four_is_a_draw() -> None:
    # Columns filled in pairs, the colours swapped every other pair, break every line.
    order = [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 2, 3, 2, 3, 3, 2, 3, 2, 2, 3, 2, 3]
    order += [4, 5, 4, 5, 5, 4, 5, 4, 4, 5, 4, 5, 6, 6, 6, 6, 6, 6]
    state = play("connect_four", *order)
    assert state.over
    assert "." not in state.board()
    assert scores(state) == [0, 0]


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ([1, 1], "same cell"),
        ([2, 0], "hangs in the air"),
        ([0b1010101, 0b0101010], "outside the board"),
        ([1, 0b10000010], "alternate"),
        ([1 | 1 << 7 | 1 << 14 | 1 << 21, 2 | 1 << 8 | 1 << 15 | 1 << 22], "before the last"),
        ([1, 2], "player"),
    ],
)
def test_contradictions_of_a_connect_four_board_are_named(marks: list, message: str) -> None:
    state = play("connect_four", 0)
    with pytest.raises(engines.BadPosition, match=message):
        state.game.from_json(edited(state, marks=marks))


# --- goofspiel --------------------------------------------------------------


def goof(*moves: int | str, **options: int) -> engines.State:
    return play("goofspiel", *moves, **({"num_cards": 4} | options))


def points(state: engines.State) -> list[int]:
    return [int(p) for p in state.data["points"][: state.game.seats]]


def test_highest_bid_takes_the_prize() -> None:
    assert points(goof("prize 3", "bid 2", "bid 4")) == [0, 3]


def test_nobody_takes_the_prize_when_two_bids_are_highest() -> None:
    assert points(goof("prize 3", "bid 2", "bid 2")) == [0, 0]
    assert points(goof("prize 3", "bid 4", "bid 4", "bid 1", players=3)) == [0, 0, 0]


def test_a_tie_below_the_highest_bid_does_not_matter() -> None:
    assert points(goof("prize 3", "bid 2", "bid 4", "bid 2", players=3)) == [0, 3, 0]


def test_spent_bids_and_gone_prizes_do_not_come_back() -> None:
    state = goof("prize 3", "bid 2", "bid 4")
    assert [o for o, _ in state.outcomes()] == [0, 1, 3]
    state.apply(0)
    assert state.actions() == [0, 2, 3]


def test_the_last_round_plays_itself() -> None:
    state = goof("prize 1", "bid 2", "bid 1", num_cards=2)
    assert state.over
    assert points(state) == [1, 2]
    assert scores(state) == [-1, 1]


def test_equal_points_share_win_and_loss() -> None:
    assert scores(goof("prize 1", "bid 1", "bid 1", num_cards=2)) == [0, 0]
    rounds = ("prize 3", "bid 1", "bid 1", "bid 3", "prize 2", "bid 3", "bid 4", "bid 2")
    state = goof(*rounds, "prize 1", "bid 2", "bid 3", "bid 4", players=3)
    assert points(state) == [4, 2, 4]
    assert scores(state) == [0.5, -1, 0.5]
    assert wins(state) == [0.5, 0, 0.5]


def test_the_best_alone_wins_and_all_others_share_the_loss() -> None:
    rounds = ("prize 1", "bid 3", "bid 2", "bid 1", "prize 2", "bid 2", "bid 1", "bid 2")
    state = goof(*rounds, players=3, num_cards=3)
    assert points(state) == [1, 0, 0]
    assert scores(state) == [1, -0.5, -0.5]


def test_a_bid_is_hidden_until_all_have_bid() -> None:
    before = goof("prize 3", players=3)
    views = [before.view(seat) for seat in (engines.PUBLIC, 1, 2)]
    for bid in range(1, 5):
        state = goof("prize 3", f"bid {bid}", players=3)
        assert [state.view(seat) for seat in (engines.PUBLIC, 1, 2)] == views


def test_a_seat_that_has_not_bid_moves_in_its_own_view() -> None:
    state = goof("prize 3", players=4)
    assert [state.view(seat).player for seat in range(4)] == [0, 1, 2, 3]
    assert state.view(3).actions() == [0, 1, 2, 3]
    world = state.view(2).sample(seed=1)
    order = []
    while world.player >= 0:
        order.append(world.player)
        world.apply(world.actions()[0])
    assert order == [2, 0, 1, 3]


def test_a_seat_that_has_bid_cannot_tell_who_else_has() -> None:
    one = goof("prize 3", "bid 2", players=3)
    two = goof("prize 3", "bid 2", "bid 4", players=3)
    assert one.view(0) == two.view(0)
    assert one.view(0).player == 1


def test_opened_bids_are_known_to_all() -> None:
    one, other = engines.Sink(), engines.Sink()
    for sink, bid in ((one, 0), (other, 1)):
        state = goof("prize 3", players=2)
        state.apply(bid, sink)
        assert sink.keys[1] == sink.keys[6] == 0
        state.apply(3, sink)
    assert one.keys[1] != other.keys[1]
    assert one.keys[6] != other.keys[6]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"hand": [15, 7]}, r"hand\[1\]: 3 cards, but 4 prizes"),
        ({"prizes": 15}, r"hand\[0\]: 4 cards, but 5"),
        ({"prizes": 7, "prize": 3}, "prize 3 is bid for"),
        ({"points": [1, 0]}, "points: 1 in all"),
        ({"bid": [2, 3]}, "player"),
        ({"bid": [5, 0]}, "expected a whole number"),
        ({"prize": 0, "prizes": 15, "bid": [1, 0]}, r"bid\[0\]"),
    ],
)
def test_contradictions_of_a_goofspiel_position_are_named(position: dict, message: str) -> None:
    state = goof("prize 3")
    with pytest.raises(engines.BadPosition, match=message):
        state.game.from_json(edited(state, **position))


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([0, 2], r"points\[1\]: 2 is no sum of prizes that are gone"),
        ([1, 1], "points: 2 in all is no sum of prizes that are gone"),
        ([4, 3], "points: 7 in all, but the prizes gone are worth 4"),
    ],
)
def test_prizes_of_goofspiel_are_won_as_a_whole(points: list[int], message: str) -> None:
    state = goof("prize 3", "bid 1", "bid 2", "prize 1", "bid 2", "bid 1")
    assert state.data["points"][:2].tolist() == [1, 3]
    with pytest.raises(engines.BadPosition, match=message):
        state.game.from_json(edited(state, points=points))


def test_a_goofspiel_view_holds_no_bid_of_another() -> None:
    view = goof("prize 3").view(1)
    with pytest.raises(engines.BadPosition, match=r"bid\[0\]"):
        view.game.view_from_json(edited(view, bid=[2, 0]))


# --- position files ---------------------------------------------------------


def test_a_board_is_drawn_in_lines() -> None:
    board = [".......", ".......", ".......", ".......", "...o...", "x..x..."]
    view = engines.position_from(
        {"game": "connect_four", "view_of": 1, "player": 1, "board": board}
    )
    assert view == play("connect_four", 3, 3, 0).view(1)


def test_found_marks_of_the_other_are_drawn_on_the_phantom_board() -> None:
    state = play("phantom_ttt", 0, 0, 4)
    written = engines.position_toml(state.view(1))
    assert '"x..",' in written
    assert '".o.",' in written
    assert engines.parse_position(written) == state.view(1)


@pytest.mark.parametrize(
    ("name", "entries", "message"),
    [
        ("kuhn_poker", {"moves": "pass, raise"}, "moves: unknown 'raise'; choose from pass, bet"),
        ("kuhn_poker", {"moves": "bet, bet, bet, bet"}, "moves: 4, at most 3 are made"),
        ("kuhn_poker", {"card": 3}, "card: expected a whole number from 0 to 2, got 3"),
        ("kuhn_poker", {"view_of": "public"}, "card: only the view of a seat has a card"),
        ("kuhn_poker", {"player": "nobody"}, "player: expected one of 0, 1, chance, over"),
        (
            "kuhn_poker",
            {"luck": 1},
            "luck: unknown; choose from view_of, player, capped, dealt, card, moves",
        ),
        ("connect_four", {"board": ["x"]}, "board: expected 6 lines of 7 from x, o and ."),
        ("tic_tac_toe", {"board": ["x..", ".o", "..."]}, "board[1]: expected 3 of x, o and ."),
        ("tic_tac_toe", {"board": ["x..", ".#.", "..."]}, "board[1]: unknown '#'"),
        ("tic_tac_toe", {"board": ["xx.", "...", "..."]}, "board: 2 of x and 0 of o"),
        ("goofspiel", {"prizes": "1, 1"}, "prizes: 1 is named twice"),
        ("goofspiel", {"prizes": "1, 14"}, "prizes: unknown '14'; choose from 1, 2, 3"),
        ("goofspiel", {"seats": []}, "seats: expected 2 tables, got a list of 0"),
        ("goofspiel", {"prize": 14}, "prize: expected a whole number from 0 to 13, got 14"),
    ],
)
def test_errors_of_position_files_name_the_entry(name: str, entries: dict, message: str) -> None:
    state = engines.load(name).root()
    state.resolve(engines.Chance(1))
    written = json.loads(engines.position_json(state.view(0)))
    with pytest.raises(engines.BadPosition) as caught:
        engines.position_from(written | entries)
    assert str(caught.value).startswith(message)
