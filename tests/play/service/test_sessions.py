"""Messages about games that are followed."""

import json

import pytest
from talks import ask

from eminence import engines
from eminence.play.service.queries import BadQuery
from eminence.play.service.query_reader import parse
from eminence.play.service.sessions import MOST_OPEN

OPEN = {"id": "t", "action": "open", "game": "kuhn_poker", "names": ["Anna", "Ben"]}


def talk(*messages, **fields):
    """The answers to an open game's messages, by id; messages are numbered from 1."""
    said = [{**OPEN, **fields}]
    for number, message in enumerate(messages, 1):
        said.append({"id": str(number), "session": "t", **message})
    return {answer["id"]: answer for answer in ask(*said)}


def message(action, **fields):
    return {"action": action, **fields}


def test_a_game_is_followed_by_messages():
    heard = talk(
        message("observe", text="I get card 2"),
        message("legal"),
        message("play", move=0),
        message("observe", text="Ben bets"),
        message("board"),
        message("undo"),
        message("fix", entry=1, text="I get card 1"),
        message("close"),
        message("board"),
    )
    standing = {"final": True, "next": "you", "your_move": True, "over": False}
    assert heard["t"] == {
        "id": "t", "told": [], **standing, "next": "deal, seat 0", "your_move": False, "entries": 0
    }  # fmt: skip
    assert heard["1"] == {"id": "1", "told": ["deal, seat 0: card 2"], **standing, "entries": 1}
    assert heard["2"]["legal"] == ["pass", "bet"]
    assert heard["3"]["told"] == ["you: pass"]
    assert heard["4"]["told"] == ["seat 1: bet"]
    assert heard["5"]["board"].startswith("seat 0: card 2")
    assert heard["6"]["entries"] == 2
    assert heard["7"]["entries"] == 2
    assert heard["8"] == {"id": "8", "final": True}
    assert heard["9"]["error"]["field"] == "session"


def test_a_hint_is_the_analysis_of_the_view():
    heard = talk(
        message("observe", text="I get card 1"),
        message("play", move="pass"),
        message("observe", text="1 bets"),
        message("hint", limits={"iterations": 300}, include=["bet"]),
    )
    moves = {"moves": ["card 1", "card 2", "pass", "bet"]}
    query = {"id": "4", "game": "kuhn_poker", **moves, "limits": {"iterations": 300}}
    (expected,) = ask({**query, "include": ["bet"]})
    assert heard["4"]["analysis"] | {"seconds": 0} == expected["analysis"] | {"seconds": 0}


def test_a_hint_is_about_the_view_when_it_was_asked_for():
    """Later messages do not change it, however long it waits."""
    heard = talk(
        message("observe", text="I get card 1"),
        message("hint", limits={"iterations": 300}),
        message("fix", entry=1, text="I get card 2"),
    )
    moves = ["card 1", "card 0"]
    limits = {"iterations": 300}
    (expected,) = ask({"id": "2", "game": "kuhn_poker", "moves": moves, "limits": limits})
    assert heard["2"]["analysis"]["moves"] == expected["analysis"]["moves"]


def test_a_game_may_be_opened_in_the_middle():
    state = engines.load("leduc_poker").root()
    for step in ("Q1", "K1", "call"):
        state.apply(state.parse(step))
    position = json.loads(engines.position_json(state.view(1)))
    opening = {"id": "t", "action": "open", "position": position}
    answers = ask(opening, {"id": "1", "session": "t", "action": "legal"})
    assert answers[1]["legal"] == ["call", "raise"]


def test_what_cannot_be_is_refused_with_what_fits_and_changes_nothing():
    heard = talk(
        message("observe", text="I get card 9"),
        message("play", move="pass"),
        message("observe", text="I get card 1"),
        message("play", move="fold"),
        message("undo", times=5),
        message("fix", entry=7, text="pass"),
        message("hint", avoid=["fold"]),
        message("board"),
    )
    assert heard["1"]["error"]["field"] == "text"
    assert heard["1"]["error"]["fitting"] == [f"deal, seat 0: card {card}" for card in range(3)]
    assert heard["2"]["error"]["field"] == "move"
    assert heard["4"]["error"]["field"] == "move"
    assert heard["5"]["error"]["field"] == "times"
    assert heard["6"]["error"]["field"] == "entry"
    assert heard["7"]["error"]["field"] == "avoid[0]"
    assert heard["8"]["entries"] == 1


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"action": "open", "game": "chess"}, "game"),
        ({"action": "open", "game": "kuhn_poker", "seat": 2}, "seat"),
        ({"action": "open", "game": "kuhn_poker", "names": ["A"]}, "names"),
        ({"action": "open", "game": "kuhn_poker", "names": "A,B"}, "names"),
        ({"action": "open", "game": "kuhn_poker", "moves": []}, "moves"),
        ({"action": "open", "position": {"game": "kuhn_poker"}, "seat": 1}, "seat"),
        ({"action": "observe", "text": "x"}, "session"),
        ({"action": "observe", "session": "t"}, "text"),
        ({"action": "observe", "session": "t", "text": ""}, "text"),
        ({"action": "observe", "session": "t", "text": "x" * 4001}, "text"),
        ({"action": "play", "session": "t", "move": True}, "move"),
        ({"action": "play", "session": "t", "move": 1.0}, "move"),
        ({"action": "undo", "session": "t", "times": 0}, "times"),
        ({"action": "fix", "session": "t", "text": "x"}, "entry"),
        ({"action": "legal", "session": 3}, "session"),
        ({"action": "board", "session": "t", "text": "x"}, "text"),
        ({"action": "hint", "session": "t", "game": "royals"}, "game"),
    ],
)
def test_bad_messages_name_the_field(fields, field):
    with pytest.raises(BadQuery) as caught:
        parse(json.dumps({"id": "a", **fields}).encode())
    assert caught.value.field == field


def test_an_id_opens_one_game_and_not_too_many_are_open():
    (_, again) = ask(OPEN, OPEN)
    assert again["error"]["field"] == "id"
    many = ask(*({**OPEN, "id": str(i)} for i in range(MOST_OPEN + 1)))
    assert "error" not in many[MOST_OPEN - 1]
    assert many[MOST_OPEN]["error"]["message"].startswith("100 games are open")


def test_games_do_not_mix():
    answers = ask(
        OPEN,
        {**OPEN, "id": "u", "seat": 1},
        {"id": "1", "session": "u", "action": "observe", "text": "I get card 1"},
        {"id": "2", "session": "t", "action": "board"},
    )
    assert answers[2]["told"] == ["deal, seat 1: card 1"]
    assert answers[3]["entries"] == 0
