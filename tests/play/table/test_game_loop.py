"""The game loop with a screen that is a list of lines."""

import json
import signal
from pathlib import Path

import pytest
from fake_table import kept, sit
from reaching import reach, texts

from eminence import engines, search, solver
from eminence.play.table.saved_game import SavedGame, read_saved

#: the limit of a hint in these tests
QUICK = solver.Limit(iterations=200)


def test_a_whole_game_ends_with_its_result_and_can_be_read_again(tmp_path):
    screen, loop = sit(tmp_path, "1", "2")
    assert loop.live.state.over
    assert kept(tmp_path).state().over
    assert "rank  seat  player" in screen.text
    assert screen.shown[-1].endswith(f"eminence replay {tmp_path / 'table.json'}")


@pytest.mark.parametrize("name", engines.names())
def test_the_first_screen_says_what_is_reconstructed(tmp_path, name):
    players = engines.options(name)["players"].default
    screen, _ = sit(tmp_path, game=name, seats=["me"] * players)
    label = engines.reconstructed(name)
    assert label in " ".join(screen.shown[0].split())
    assert ("Reconstructed" in screen.shown[0]) == bool(label)
    assert f"\nList: {label.partition('List: ')[2]}\n" in screen.shown[0] or not label
    assert max(map(len, screen.shown[0].splitlines()[1 + players :])) <= screen.columns()


def test_moves_are_typed_by_number_or_by_text(tmp_path):
    for line in ("2", " BET ", "bet"):
        assert sit(tmp_path, line)[1].live.saved.moves[0] == "bet"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3", "no move 3: type 1 to 2, the text of a move, or help"),
        ("0", "no move 0: type 1 to 2, the text of a move, or help"),
        ("fold", "no move or command 'fold': type 1 to 2"),
        ("", "no move or command '': type"),
        ("hint soon", "hint soon: choose a number of seconds, 3600 at most"),
        ("hint nan", "hint nan: choose a number of seconds"),
        ("hint full soon", "hint soon: choose a number of seconds, 3600 at most, or full"),
        ("undo", "undo: you have not decided anything yet"),
        ("undo 3", "undo: you have not decided anything yet"),
        ("undo x", "undo x: choose a number from 1 to 1000"),
        ("log 0", "log 0: choose a number from 1 to 1000"),
        ("map", "map: this game has none; board shows the table"),
        ("legend x", "legend stands alone: leave out 'x'"),
        ("beet", "no move or command 'beet': did you mean bet?"),
        ("save", "save: name a file"),
        ("save /nowhere/at/all.json", "/nowhere/at/all.json: No such file or directory"),
        ("load /nowhere/at/all.json", "/nowhere/at/all.json: No such file or directory"),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(tmp_path, line, said):
    screen, loop = sit(tmp_path, line)
    assert "\n" not in screen.after(line)
    assert screen.after(line).startswith(said)
    assert loop.live.saved.moves == ()


def test_help_lists_every_command(tmp_path):
    screen, loop = sit(tmp_path, "help")
    assert all(f"\n{name}" in screen.after("help") for name in loop.commands)


def test_leaving_keeps_the_game_and_says_how_to_go_on(tmp_path):
    for last in ("quit", EOFError()):
        screen, _ = sit(tmp_path, "1", last, game="royals", seats=("me", "greedy", "greedy"))
        assert len(kept(tmp_path).moves) >= 1
        path = tmp_path / "table.json"
        assert screen.shown[-1].endswith(f"eminence play --resume --save {path}")


def test_ctrl_c_leaves_too(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        sit(tmp_path, "1", KeyboardInterrupt(), game="royals", seats=("me", "greedy"))
    assert len(kept(tmp_path).moves) >= 1


def test_ctrl_c_while_a_bot_thinks_leaves_before_its_move(tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(search.Greedy, "search", interrupted)
    with pytest.raises(KeyboardInterrupt):
        sit(tmp_path, "1")
    assert kept(tmp_path).moves == ("pass",)


def test_who_leaves_before_the_first_move_leaves_nothing_behind(tmp_path):
    sit(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_every_move_is_kept_at_once(tmp_path):
    def look():
        moves.append(kept(tmp_path).moves)
        return "1"

    moves = []
    sit(tmp_path, look, look, look, game="tic_tac_toe")
    assert [len(made) for made in moves] == [0, 2, 4]
    assert moves[2][:2] == moves[1]


@pytest.mark.slow
def test_the_same_game_goes_on_after_it_was_interrupted(tmp_path):
    lines = ["1"] * 60
    whole = sit(tmp_path, *lines, game="royals", seats=("me", "ismcts:iterations=20"))[1]
    moves = whole.live.saved.moves
    half = moves[: len(moves) // 2]
    again = sit(tmp_path, *lines, game="royals", seats=("me", "ismcts:iterations=20"), moves=half)[
        1
    ]
    assert again.live.saved.moves[: len(moves)] == moves


def test_a_file_that_cannot_be_written_is_reported_and_the_game_goes_on(tmp_path):
    def break_folder():
        (tmp_path / "table.json").unlink()
        (tmp_path / "table.json").mkdir()
        return "1"

    screen, loop = sit(tmp_path, break_folder, "1", game="tic_tac_toe")
    assert len(loop.live.saved.moves) == 4
    assert "the game could not be kept: " in screen.text


# --- what is shown ---


def test_the_board_is_the_persons_own_view(tmp_path):
    screen, loop = sit(tmp_path, "quit", seed=3)
    assert "seat 1: card ?" in screen.text
    assert str(loop.live.state) not in screen.text


def test_of_a_long_board_that_was_just_seen_only_changes_are_shown(tmp_path):
    screen, _ = sit(tmp_path, "2", "board", "quit", game="royals", seats=("me", "greedy", "greedy"))
    assert "Noble House" not in screen.after("2")
    assert "hand: 1" in screen.after("2")
    assert "Noble House" in screen.after("board")


def test_what_others_do_is_told_below_the_board(tmp_path):
    screen, loop = sit(tmp_path, "1", seats=("me", "greedy", "greedy"))
    made = loop.live.saved.moves[1]
    assert f"* seat 1: {made}" in screen.after("1")
    assert "* deal, you: card" in screen.text
    assert "* deal, seat 1" not in screen.text


def test_several_persons_hand_the_keyboard_over(tmp_path):
    screen, _ = sit(tmp_path, "2", "1", seats=("me", "me"))
    handed = [line for line in screen.shown if line.startswith("pass the keyboard")]
    assert handed == [f"pass the keyboard to seat {seat}" for seat in (0, 1)]
    first, second = screen.text.split("pass the keyboard to seat 1")
    assert "deal, you" in first
    assert "deal, seat 0" not in second
    assert "deal, you" in second
    assert "seat 0: bet" in second
    ending = second.split("seat 1> 1")[1]
    assert "seat 0: card ? bet\nseat 1: card ?" in ending


# --- hint and why ---


@pytest.fixture
def quick_hints(monkeypatch):
    """Hints by iterations; returns the views that were asked about."""
    views, streams = [], solver.stream

    def stream(view, limit, turn, record):
        assert record.last == view
        views.append((view, limit.seconds))
        return streams(view, QUICK, turn=turn, record=record)

    monkeypatch.setattr(solver, "stream", stream)
    return views


def test_a_hint_is_shown_as_it_grows_in_words(tmp_path, quick_hints):
    screen, loop = sit(tmp_path, "hint 7", "quit")
    ((view, seconds),) = quick_hints
    assert view == loop.live.state.view(0)
    assert 6.5 < seconds <= 7
    said = screen.after("hint 7")
    expected = solver.Stream(view, QUICK, turn=True).finish()
    assert said.count("changing: Play ") > 1
    assert said.endswith(f"\n{expected.in_words()}\n")
    assert "win share" not in said


@pytest.mark.parametrize(("typed", "time"), [("full", 3), ("full 7", 7), ("7 full", 7)])
def test_a_full_hint_has_the_numbers_too(tmp_path, quick_hints, typed, time):
    screen, _ = sit(tmp_path, f"hint {typed}", "quit")
    ((view, seconds),) = quick_hints
    assert time - 0.5 < seconds <= time
    expected = solver.Stream(view, QUICK, turn=True).finish()
    both = f"{expected.in_words()}\n\n{expected.summary(5)}"
    assert screen.after(f"hint {typed}").endswith(f"\n{both}\n")


def test_why_gives_the_reasons_of_the_last_hint_or_makes_one(tmp_path, quick_hints):
    screen, _ = sit(tmp_path, "why", "why", "quit")
    assert len(quick_hints) == 1
    reasons = screen.after("why")
    assert "Line: seat 0: " in reasons
    assert "200 rollouts" in reasons


def test_a_hint_for_another_position_is_no_answer_to_why(tmp_path, quick_hints):
    sit(tmp_path, "hint", "1", "why", game="phantom_ttt")
    assert [len(view.actions()) for view, _ in quick_hints] == [9, 8]


def test_where_all_lines_can_be_played_out_a_hint_is_the_truth(tmp_path, quick_hints):
    screen, loop = sit(tmp_path, "1", "hint", "why", "quit", game="tic_tac_toe")
    answer = solver.solve(loop.live.state.view(0))
    assert screen.after("hint").endswith(f"\n{answer.in_words()}\n")
    assert screen.after("why").endswith(answer.why())
    assert not quick_hints


def test_ctrl_c_ends_the_hint_and_not_the_game(tmp_path, monkeypatch):
    class Interrupted(solver.Stream):
        def __next__(self):
            found = super().__next__()
            if not found.iterations:
                signal.raise_signal(signal.SIGINT)
            return found

    monkeypatch.setattr(solver, "stream", Interrupted)
    screen, loop = sit(tmp_path, "hint 600", "1")
    assert "\nPlay " in screen.after("hint 600")
    assert len(loop.live.saved.moves) >= 1


# --- in any order ---

LONDON, YORK, BRISTOL = (f"raise an army in {name}" for name in ("London", "York", "Bristol"))
FLEET = "raise a fleet at London"


@pytest.fixture(scope="module")
def preparing():
    """Seat 0 may raise units in England."""
    return reach(
        engines.load("blood_of_kings", players=3),
        ("me", "me", "greedy"),
        lambda state: {FLEET, LONDON, YORK, BRISTOL} <= {*texts(state)},
        ("play preparations", "claim England"),
    )


TAKE = "take {} from the display"


@pytest.fixture(scope="module")
def drawing():
    """Seat 0 draws; France, Britain and Spain lie open, and Britain would come after France."""

    def wanted(state):
        here = TAKE.format("France") in texts(state) and TAKE.format("Britain") not in texts(state)
        return here and [*state.data["display"]] == [1, 0, 1, 1]

    game = engines.load("royals", players=2)
    return reach(game, ("me", "me"), wanted, ("end the turn",))


def sit_at(tmp_path, saved, *lines):
    return sit(
        tmp_path,
        *lines,
        game=saved.game.name,
        seats=saved.seats,
        seed=saved.seed,
        moves=saved.moves,
    )


def made_since(saved, loop):
    assert loop.live.saved.moves[: len(saved.moves)] == saved.moves
    return list(loop.live.saved.moves[len(saved.moves) :])


@pytest.mark.slow
def test_a_move_whose_turn_is_over_is_listed_apart_and_put_in(tmp_path, preparing):
    screen, loop = sit_at(tmp_path, preparing, YORK, LONDON)
    rules, besides = screen.after(YORK).split("still possible, the order does not matter:\n")
    assert "1  raise no more" in rules
    assert f"  {LONDON}  (1 Crown of 9; " in besides
    number = int(besides.split("  ")[0])
    assert f"\n{number - 1}  " in rules
    assert made_since(preparing, loop) == [LONDON, YORK]
    assert kept(tmp_path) == loop.live.saved
    # by its number as well
    assert made_since(preparing, sit_at(tmp_path, preparing, YORK, str(number))[1])[1] == YORK


def test_a_move_that_would_end_it_all_is_held_until_one_says_so(tmp_path, preparing):
    screen, loop = sit_at(tmp_path, preparing, BRISTOL, FLEET, "go on", "quit")
    assert f"{BRISTOL}: nothing more can be chosen here after it" in screen.after(BRISTOL)
    assert "1  go on\nstill possible" in screen.after(BRISTOL)
    assert made_since(preparing, loop)[:2] == [FLEET, BRISTOL]


def test_undo_takes_back_what_was_typed_last(tmp_path, preparing):
    _, loop = sit_at(tmp_path, preparing, YORK, LONDON, FLEET, "undo")
    assert made_since(preparing, loop) == [LONDON, YORK]
    _, loop = sit_at(tmp_path, preparing, YORK, LONDON, FLEET, "undo", "undo")
    assert made_since(preparing, loop) == [YORK]
    assert kept(tmp_path) == loop.live.saved
    _, loop = sit_at(tmp_path, preparing, YORK, LONDON, *["undo"] * 2, LONDON)
    assert made_since(preparing, loop) == [LONDON]
    _, loop = sit_at(tmp_path, preparing, BRISTOL, "undo", YORK)
    assert made_since(preparing, loop) == [YORK]


def test_another_person_hears_of_it_in_the_rules_order(tmp_path, preparing):
    _, loop = sit_at(tmp_path, preparing, YORK, LONDON, "quit")
    assert loop.live.news(1) == [f"seat 0: {LONDON}; {YORK}"]
    assert loop.live.news(0) == []


@pytest.mark.slow
def test_a_hint_stays_the_one_of_its_position(tmp_path, preparing, quick_hints):
    sit_at(tmp_path, preparing, YORK, "hint", "why", LONDON, "why", "quit")
    assert len(quick_hints) == 2


def test_what_is_chosen_before_its_turn_waits_for_it(tmp_path, drawing):
    britain, france = TAKE.format("Britain"), TAKE.format("France")
    screen, loop = sit_at(tmp_path, drawing, britain, france)
    assert f"{britain}: chosen, its turn comes after another choice" in screen.after(britain)
    assert made_since(drawing, loop) == [france, britain]
    _, loop = sit_at(tmp_path, drawing, britain, france, "undo")
    assert made_since(drawing, loop) == []
    assert [choice.text for choice in loop.live.waiting] == [britain]
    assert sit_at(tmp_path, drawing, britain, "undo")[1].live.waiting == ()


def test_why_an_order_can_no_longer_be_changed(tmp_path, drawing, preparing):
    pile, france = "draw from the pile", TAKE.format("France")
    screen, _ = sit_at(tmp_path, drawing, pile, pile, pile, france)
    assert screen.after(france) == (
        f"{france}: something was drawn or rolled since (Country card, seat 0): "
        "the order can no longer be changed"
    )
    fleet = "raise a fleet at Bristol"
    screen, _ = sit_at(tmp_path, preparing, BRISTOL, FLEET, "go on", fleet)
    assert screen.after(fleet) == (
        f"{fleet}: it does not go with what you have chosen since; undo takes that back"
    )


def test_why_a_move_is_not_offered_while_another_is_kept(tmp_path, drawing, preparing):
    britain, pile = TAKE.format("Britain"), "draw from the pile"
    screen, _ = sit_at(tmp_path, drawing, britain, f"{britain} ", "undo")
    assert screen.after(f"{britain} ") == (
        f"{britain}: chosen already, its turn comes after another choice"
    )
    screen, _ = sit_at(tmp_path, drawing, pile, pile, TAKE.format("Spain"), pile)
    assert "draw from the pile: it does not go with" in screen.text
    screen, _ = sit_at(tmp_path, preparing, BRISTOL, "raise no more")
    assert screen.after("raise no more") == (
        f"raise no more: type go on before, or undo to take {BRISTOL!r} back"
    )


def test_what_others_could_have_done_is_no_explanation(tmp_path):
    screen, _ = sit(tmp_path, "bet", "fold", "call", seats=("me", "me"))
    assert "no move or command 'fold'" in screen.text


# --- undo, save, load ---


def test_undo_goes_back_to_the_previous_decision_of_this_person(tmp_path):
    _, loop = sit(tmp_path, "1", "2", "undo", "3", game="tic_tac_toe")
    saved = loop.live.saved
    decision = saved.state(3)
    assert len(saved.moves) == 4
    assert saved.moves[2] == decision.text(decision.actions()[2])
    assert kept(tmp_path) == saved


def test_undo_works_on_a_game_that_was_loaded(tmp_path):
    moves = ("x(0,0)", "o(1,1)", "x(0,1)", "o(0,2)")
    _, loop = sit(tmp_path, "undo", "quit", game="tic_tac_toe", moves=moves)
    assert loop.live.saved.moves == moves[:2]


def test_save_and_load(tmp_path):
    copy = tmp_path / "copy.json"
    screen, loop = sit(
        tmp_path, "1", f"save {copy}", f"load {copy}", "2", f"save {copy}", game="tic_tac_toe"
    )
    assert screen.text.count(f"saved in {copy}") == 2
    assert read_saved(copy) == loop.live.saved
    assert len(loop.live.saved.moves) == 4


def test_save_replaces_no_other_file(tmp_path):
    (tmp_path / "letter.txt").write_text("dear\n")
    screen, _ = sit(tmp_path, f"save {tmp_path / 'letter.txt'}")
    assert "is there already, choose another name" in screen.text
    assert (tmp_path / "letter.txt").read_text() == "dear\n"


def test_load_loses_no_game_that_is_not_saved(tmp_path):
    other = SavedGame(engines.load("tic_tac_toe"), ("me", "random"), 1, ("x(0,0)",))
    other.write(tmp_path / "other.json")
    screen, loop = sit(tmp_path, "1", f"load {tmp_path / 'other.json'}", game="tic_tac_toe")
    assert "load: this game would be lost, type save FILE before" in screen.text
    assert loop.live.saved.seed == 3


def test_another_game_can_be_loaded(tmp_path):
    other = SavedGame(engines.load("tic_tac_toe"), ("me", "random"), 1, ("x(0,0)", "o(1,1)"))
    other.write(tmp_path / "other.json")
    screen, loop = sit(tmp_path, f"load {tmp_path / 'other.json'}", "1")
    assert "2 moves have been made" in screen.text
    assert loop.live.saved.moves[:2] == other.moves
    assert len(loop.live.saved.moves) == 4


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seats": ["random", "random"]}, "no seat for a person, name one me"),
        ({"moves": ["pass", "pass"]}, "the game is over, look at it with eminence replay"),
        ({"moves": ["fold"]}, "moves: move 1: illegal action 'fold'"),
        ({"seats": ["me", "robot"]}, "unknown agent 'robot'"),
    ],
)
def test_a_game_that_cannot_go_on_is_not_loaded(tmp_path, changes, said):
    other = SavedGame(engines.load("kuhn_poker"), ("me", "random"), 1)
    path = tmp_path / "other.json"
    Path(path).write_text(json.dumps({**json.loads(other.to_json()), **changes}), "utf-8")
    screen, loop = sit(tmp_path, f"load {path}", "2")
    assert said in screen.text
    assert loop.live.saved.seed == 3
    assert loop.live.saved.moves[0] == "bet"
