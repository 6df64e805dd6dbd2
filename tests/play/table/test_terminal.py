"""`eminence play` in a real pseudo-terminal."""

import os
import signal

import pytest
from reaching import reach, texts
from terminal import Terminal

from eminence import engines
from eminence.play.table.saved_game import SavedGame, read_saved

pytestmark = pytest.mark.slow

PROMPT = "seat 0> "


@pytest.fixture
def table(tmp_path):
    """Start the command with a state folder of its own; the terminal it runs in."""
    open_ones = []

    def start(*arguments, **options):
        terminal = Terminal("play", *arguments, XDG_STATE_HOME=str(tmp_path), **options)
        open_ones.append(terminal)
        return terminal

    yield start
    for terminal in open_ones:
        terminal.close()


def kept(tmp_path):
    (path,) = (tmp_path / "eminence").iterdir()
    return read_saved(path)


def test_a_whole_game_of_kuhn_poker(table, tmp_path):
    terminal = table("kuhn_poker", "--seats", "me,random", "--seed", "3")
    shown = terminal.wait_for(PROMPT)
    assert "deal, you: card" in shown
    assert "seat 1: card ?" in shown
    assert "1  pass\n2  bet" in shown
    terminal.enter("fold")
    assert "no move or command 'fold'" in terminal.wait_for(PROMPT)
    terminal.enter("bet")
    result = terminal.wait_for("eminence replay")
    assert "* seat 1: " in result
    assert "rank  seat  player" in result
    assert terminal.ends() == 0
    assert "\x1b[" in terminal.raw
    assert kept(tmp_path).state().over


def test_royals_with_hint_why_undo_save_and_load(table, tmp_path):
    copy = tmp_path / "copy.json"
    terminal = table("royals", "--seats", "me,greedy,greedy", "--seed", "5")
    shown = terminal.wait_for(PROMPT)
    assert "period 1648, round 1, seat 0: draw" in shown
    terminal.enter("2")
    assert "hand: 1 France" in terminal.wait_for(PROMPT)
    terminal.enter("undo")
    assert "take France from the display" in terminal.wait_for(PROMPT)
    terminal.enter("hint 1")
    advice = terminal.wait_for(PROMPT)
    # the answer grew in place before it was final
    assert advice.count("Play ") > 1
    assert "draw from the pile" in advice
    terminal.enter("why")
    assert "rollouts in" in terminal.wait_for(PROMPT)
    terminal.enter("take France from the display")
    terminal.wait_for(PROMPT)
    terminal.enter(f"save {copy}")
    # A path that does not fit is broken.
    assert f"savedin{copy}" in "".join(terminal.wait_for(PROMPT).split())
    terminal.enter("1")
    told = terminal.wait_for(PROMPT)
    assert "* seat 1: " in told
    assert "* seat 2: " in told
    terminal.enter(f"load {copy}")
    assert "this game would be lost" in terminal.wait_for(PROMPT)
    terminal.enter(f"save {copy}")
    terminal.wait_for(PROMPT)
    terminal.enter(f"load {copy}")
    assert "moves have been made" in terminal.wait_for(PROMPT)
    terminal.enter("quit")
    assert "go on with eminence play royals --resume" in terminal.wait_for("--resume")
    assert terminal.ends() == 0
    assert kept(tmp_path) == read_saved(copy)


def test_a_killed_game_is_resumed(table, tmp_path):
    terminal = table("royals", "--seats", "me,greedy", "--seed", "5")
    for _ in range(3):
        terminal.wait_for(PROMPT)
        terminal.enter("1")
    terminal.wait_for(PROMPT)
    os.kill(terminal.process.pid, signal.SIGKILL)
    assert terminal.ends() == -signal.SIGKILL
    before = kept(tmp_path)
    assert len(before.moves) >= 3
    refused = table("royals")
    refused.wait_for("that is not over")
    assert refused.ends() == 2
    again = table("--resume")
    assert f"{len(before.moves)} moves have been made" in again.wait_for(PROMPT)
    assert str(before.state().view(0)).splitlines()[-1] in again.text
    again.enter("1")
    again.wait_for(PROMPT)
    assert kept(tmp_path).moves[: len(before.moves)] == before.moves


def test_ctrl_d_leaves_the_table(table, tmp_path):
    terminal = table("tic_tac_toe", "--seats", "me,random", "--seed", "5")
    terminal.wait_for(PROMPT)
    terminal.enter("1")
    terminal.wait_for(PROMPT)
    terminal.type("\x04")
    terminal.wait_for("the game is kept")
    assert terminal.ends() == 0
    assert len(kept(tmp_path).moves) == 2


def test_ctrl_c_ends_a_hint_and_then_a_thinking_bot(table, tmp_path):
    terminal = table("royals", "--seats", "me,ismcts:seconds=300", "--seed", "5")
    terminal.wait_for(PROMPT)
    terminal.enter("hint 300")
    terminal.wait_for("Play ")
    terminal.type("\x03")
    assert "Play " in terminal.wait_for(PROMPT)
    for move in ("draw from the pile", "draw from the pile", "end the turn"):
        terminal.enter(move)
    terminal.wait_for("is thinking")
    terminal.type("\x03")
    terminal.wait_for("the game is kept")
    assert terminal.ends() == 130
    assert "Traceback" not in terminal.text
    assert kept(tmp_path).state().player == 1


def test_tab_completes_and_the_arrow_key_brings_back(table, tmp_path):
    terminal = table("royals", "--seats", "me,greedy", "--seed", "5", columns=80, rows=24)
    terminal.wait_for(PROMPT)
    terminal.type("card dij\t")
    terminal.wait_for("card dijon")
    terminal.enter("")
    assert "Dijon (city)" in terminal.wait_for(f"\n{PROMPT}")
    terminal.type("take\t\t")
    # What may follow is listed below.
    terminal.wait_for("take France from the display")
    terminal.wait_for("take Spain from the display")
    terminal.type("\x15\x1b[A")
    terminal.wait_for("card dijon")
    terminal.enter("")
    assert "Dijon (city)" in terminal.wait_for(f"\n{PROMPT}")


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_long_game_fits_the_terminal(table, columns):
    terminal = table("blood_of_kings", "--level", "easy", "--seed", "2", columns=columns, rows=24)
    for line in ("1", "1", "board", "map", "rules", "card", "nonsense", "quit"):
        terminal.wait_for(PROMPT)
        terminal.enter(line)
    terminal.ends()
    spinner = " is thinking; "
    lines = [line for line in terminal.text.split("\n") if spinner not in line]
    assert max(map(len, lines)) <= columns


def test_a_replayed_board_fits_the_terminal(tmp_path):
    SavedGame(engines.load("blood_of_kings"), ("me", "greedy", "greedy"), 1).write(tmp_path / "x")
    terminal = Terminal("replay", str(tmp_path / "x"), "--at", "1", columns=70)
    terminal.wait_for("independent ")
    board = terminal.wait_for("seat 2  ")
    terminal.close()
    assert 60 < max(map(len, board.split("\n"))) <= 70


def test_a_narrow_terminal_loses_nothing_and_overflows_nowhere(table):
    terminal = table("royals", "--seats", "me,greedy", "--seed", "5", columns=40, rows=20)
    shown = terminal.wait_for(PROMPT)
    for word in ("Edinburgh", "Noble House", "Intrigue: none", "take France from the display"):
        assert word in shown
    terminal.enter("hint 0.5 full")
    advice = terminal.wait_for(PROMPT)
    assert "3 take Britain from the display" in " ".join(advice.split())
    terminal.enter("quit")
    terminal.ends()
    assert max(map(len, shown.split("\n"))) <= 40


def test_two_persons_do_not_see_each_others_cards(table):
    terminal = table("kuhn_poker", "--seats", "me,me", "--seed", "3")
    terminal.wait_for("pass the keyboard to seat 0")
    terminal.enter("")
    first = terminal.wait_for(PROMPT)
    assert "seat 1: card ?" in first
    terminal.enter("bet")
    terminal.wait_for("pass the keyboard to seat 1")
    # wiped, including what was scrolled away
    assert terminal.raw.rindex("\x1b[3J") > terminal.raw.index(": card ?")
    terminal.enter("")
    second = terminal.wait_for("seat 1> ")
    assert "seat 0: card ?" in second
    assert "* seat 0: bet" in second
    # the arrow key brings back nothing of what seat 0 typed
    terminal.type("\x1b[A")
    terminal.enter("!")
    assert "no move or command '!'" in terminal.wait_for("seat 1> ")


# --- in any order ---

STILL = "still possible, the order does not matter:"


@pytest.fixture
def choose(table, tmp_path):
    """Start a game where these can be chosen, and choose them in this order."""

    def start(game, *wanted, liked=(), ends="", found=None):
        saved = reach(
            engines.load(game, players=3),
            ("me", "greedy", "greedy"),
            found or (lambda state: {*wanted, *filter(None, [ends])} <= {*texts(state)}),
            liked,
        )
        saved.write(tmp_path / "start.json")
        terminal = table("--load", str(tmp_path / "start.json"), columns=80, rows=24)
        shown = [terminal.wait_for(PROMPT)]
        for text in wanted:
            terminal.enter(text)
            shown.append(terminal.wait_for(PROMPT))
            assert "no move" not in shown[-1]
        if "1  go on" in shown[-1]:
            terminal.enter("go on")
            terminal.wait_for(PROMPT)
        assert max(map(len, "".join(shown).split("\n"))) <= 80
        return shown, list(kept(tmp_path).moves[len(saved.moves) :])

    return start


def test_open_cards_of_royals_are_taken_in_another_order(choose):
    britain, france = (f"take {name} from the display" for name in ("Britain", "France"))

    def found(state):
        if [*state.data["display"]] != [1, 0, 1, 1]:
            return False
        return france in texts(state) and britain not in texts(state)

    shown, moves = choose("royals", britain, france, liked=("end the turn",), found=found)
    assert britain in shown[0].split(STILL)[1]
    assert "chosen, its turn comes after another choice" in " ".join(shown[1].split())
    assert moves == [france, britain]


def test_units_are_raised_in_another_order_than_the_maps(choose):
    names = ("army in Bristol", "fleet at London", "army in York", "army in London")
    bristol, fleet, york, london = (f"raise {'an' if n[0] == 'a' else 'a'} {n}" for n in names)
    liked = ("play preparations", "claim England")
    shown, moves = choose("blood_of_kings", bristol, fleet, york, london, liked=liked)
    assert "nothing more can be chosen here after it" in " ".join(shown[1].split())
    assert fleet in shown[1].split(STILL)[1]
    assert moves[:4] == [fleet, london, york, bristol]


def test_order_tokens_are_named_in_another_order_than_the_kingdoms(choose):
    tokens = [f"take up the token of {name}" for name in ("Italy", "Spain", "France")]
    liked = ("change the Kingdom order", "play administration", "do not foil")
    shown, moves = choose("blood_of_kings", *tokens, liked=liked)
    assert all(token in shown[1].split(STILL)[1] for token in tokens[1:])
    assert moves[:3] == [*tokens[1:], tokens[0]]


def test_cards_are_discarded_in_another_order_than_their_kinds(choose):
    cards = ("discard unrest", "discard influence 5", "discard influence 4")
    shown, moves = choose("blood_of_kings", *cards, ends="discard no more", liked=("play no more",))
    assert all(card in shown[1].split(STILL)[1] for card in cards[1:])
    assert moves == [*reversed(cards)]


def test_alliance_tokens_go_back_in_another_order_than_the_kingdoms(choose):
    tokens = [f"send the token of {name} back" for name in ("Germany", "Byzantium")]
    liked = ("ally", "accept", "hold neg", "send no more")
    shown, moves = choose("blood_of_kings", *tokens, liked=liked)
    assert tokens[1] in shown[1].split(STILL)[1]
    assert moves[:2] == [*reversed(tokens)]
