"""The end of a game in sentences: who won, by what, and what made the difference."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from eminence import engines, search
from eminence.engines import Return
from eminence.experiments.games.driver import play_game
from eminence.play.table.results import Ending, result_text
from eminence.play.table.telling.seat_colours import coloured


def ending(scores, sources=None, reader=-1, ranks=None):
    ranks = ranks or [1 + sum(b > a for b in scores) for a in scores]
    wins = [float(rank == min(ranks)) for rank in ranks]
    returns = [
        Return(win / sum(wins), rank, score)
        for win, rank, score in zip(wins, ranks, scores, strict=True)
    ]
    return Ending(returns, sources or [{} for _ in scores], reader).text()


MADE = [{"Titles": 14, "Cities": 48}, {"Titles": 6, "Cities": 52}, {"Titles": 2, "Cities": 1}]


def test_the_winner_and_the_second_are_told_and_what_decided():
    assert ending([62, 58, 3], MADE, reader=0) == (
        "You win with 62 points; seat 1 has 58. Titles made the difference: 14 against 6."
    )
    assert ending([62, 58, 3], MADE, reader=1) == (
        "Seat 0 wins with 62 points; you have 58. Titles made the difference: 14 against 6."
    )
    assert ending([62, 58, 3], MADE, reader=2).endswith("You come in place 3 with 3 points.")


def test_ties_are_told():
    assert ending([1, 1], reader=0) == "It is a draw."
    assert ending([7, 7], reader=1) == "Seat 0 and you share the win with 7 points each."
    tied = [{"Titles": 5, "Cities": 2}, {"Titles": 4, "Cities": 3}]
    assert ending([7, 7], tied, ranks=[2, 1]) == (
        "Seat 1 wins with 7 points; seat 0 has 7. The tie-break decided."
    )
    shared = ending([9, 9, 2], [{"a": 4, "b": 5}, {"a": 5, "b": 4}, {"a": 1, "b": 1}])
    assert shared == (
        "Seat 0 and seat 1 share the win with 9 points each; seat 2 has 2. "
        "B made the difference: 5 against 1."
    )


def test_points_that_only_say_who_won_are_left_out():
    assert ending([1, -1], reader=0) == "You win."
    assert ending([1, -1], reader=1) == "Seat 0 wins."
    assert ending([-5, 5], reader=0) == "Seat 1 wins with 5 points; you have -5."


@pytest.mark.parametrize("name", engines.names())
def test_every_game_says_who_won_and_means_it(name):
    game = engines.load(name)
    for seed in range(2):
        bots = [search.Random(seed=seat) for seat in range(game.seats)]
        played = play_game(game, bots, seed)
        for reader in (engines.PUBLIC, 0, 1):
            names = ["random"] * game.seats
            shown = result_text(played.final, played.returns, names, played.decisions, reader)
            sentence = shown.splitlines()[0]
            best = max(end.win for end in played.returns)
            winners = [seat for seat, end in enumerate(played.returns) if end.win == best]
            who = sentence.partition(" win")[0].lower().split(" and ")
            if "draw" not in sentence:
                named = ["you" if seat == reader else f"seat {seat}" for seat in winners]
                if len(winners) == 1:
                    assert who == named
                else:
                    assert all(name in sentence.lower() for name in named)


def drawn(text, **console):
    target = io.StringIO()
    Console(file=target, width=60, **console).print(coloured(Text(text)))
    return target.getvalue()


def test_seats_have_colours_on_terminals_that_have_them(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    told = "Seat 0 takes Dijon from seat 1."
    shown = drawn(told, force_terminal=True, color_system="standard")
    assert shown != f"{told}\n"
    colours = {part.partition("m")[0] for part in shown.split("\x1b[")[1:]} - {"0"}
    assert len(colours) == 2
    assert drawn(told, force_terminal=False) == f"{told}\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in drawn(told, force_terminal=True, color_system="standard")
