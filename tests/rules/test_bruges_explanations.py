"""Bruges: what a person can look up, and how things stand."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest
from bruges_builder import Table, arrow, infinity, laurel, worker
from looked_up import entry, stands
from unwrapped import rules_text

from eminence import engines
from eminence.engines.bruges.effects.effect_text import OTHER, OWN, WHENEVER, EffectText
from eminence.engines.bruges.effects.language import EVENTS, PER, VERBS
from eminence.engines.bruges.names import MAJORITIES, STEPS
from eminence.engines.bruges.numbers import DATA, Board
from eminence.engines.bruges.state import Step

players = pytest.mark.parametrize("players", [2, 3, 4])


@cache
def game_of(players: int = 3) -> engines.Game:
    return engines.load("bruges", players=players)


def board_of(game: engines.Game) -> Board:
    return game.words.on


# --- effects in words ---


def test_every_word_of_the_effect_language_has_a_text() -> None:
    effects = EffectText(board_of(game_of()))
    assert set(effects.said) == set(VERBS)
    assert set(WHENEVER) == set(EVENTS)
    assert {*OWN, *OTHER} == set(PER)


def test_different_effects_have_different_texts() -> None:
    board = board_of(game_of())
    effects = EffectText(board)
    told: dict[str, tuple[object, ...]] = {}
    for card in board.cards:
        meaning = (card.clauses, card.activation, card.activation_colour)
        assert told.setdefault(effects.sentences(card), meaning) == meaning
    assert len(told) > 100


@pytest.mark.parametrize(
    ("person", "text"),
    [
        (worker("vp(1,per=house:blue)", "red"), "Once per round, for a red worker: gain 1 point"),
        (laurel("vp(2,per=rep,each=2)"), "gain 2 points for every 2 of your steps of reputation"),
        (infinity("round: guilders(1,per=die56)"), "take 1 guilder for each die that shows 5 or 6"),
        (infinity("on[penalty]: vp(2)"), "Whenever you suffer a penalty: gain 2 points."),
        (infinity("mod: house_worker(any)"), "pay for a house with a worker of any colour"),
        (infinity("mod: house_worker(none)"), "Always: your houses cost no worker."),
        (arrow("reputation(2,cost=3)"), "you may pay 3 guilders to advance 2 steps"),
        (arrow("canal(2,card=no,cost=free)"), "up to 2 canal tokens without a card, without pay"),
        (arrow("trade(give=worker:1,get=guilders:3,max=2)"), "a worker for 3 guilders, up to 2 t"),
        (arrow("steal_guilders(1,target=one)"), "one other player of your choice gives you 1 guil"),
        (arrow("if[die:red:12]: vp(1)"), "if the red die shows 1 or 2, gain 1 point"),
    ],
)
def test_effects_read_as_sentences(person: object, text: str) -> None:
    assert text in entry(Table(Tester=person).game, "Tester")  # type: ignore[arg-type]


def test_other_faces_of_the_dice_change_the_texts(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(DATA, folder)
    rules = folder / "rules.toml"
    rules.write_text(rules.read_text().replace("threat_from = 5", "threat_from = 6"))
    game = engines.load("bruges", data=folder)
    assert "each die that shows 6." in entry(game, "Dice Player")
    assert "each die that shows 6 everybody" in rules_text(game.words, "Threats")
    assert "Each roll brings a marker with 17 %." in stands(game.root(), "Raid")


# --- what has a name ---


@players
def test_every_name_of_board_and_moves_is_explained(players: int) -> None:
    board, found = board_of(game_of(players)), set()
    for each in game_of(players).words.entries:
        found.add((each.kind, each.name))
    needed = {
        *(("person", card.name) for card in board.cards),
        *(("group", group) for group in board.groups),
        *(("colour", colour) for colour in board.colours),
        *(("penalty", threat) for threat in board.threats),
        *(("majority", f"Majority in {majority}") for majority in MAJORITIES.values()),
    }
    assert needed <= found
    named = {name.lower() for _, name in found}
    unasked = {Step.NOTHING, Step.TURN_UP, Step.LOOK, Step.ROLL}
    assert {STEPS[step] for step in Step if step not in unasked} <= named
    assert {kind for kind, _ in found - needed} == {"action", "icon", "phase", "step", "term"}


def test_people_tell_price_points_group_and_colour() -> None:
    game = game_of()
    for card in board_of(game).cards:
        text, board = entry(game, card.name), board_of(game)
        assert text.startswith(f"Group {board.groups[card.group]}, a {board.colours[card.colour]}")
        assert f"Price {card.price} guilder" in text
        assert f"worth {card.price // board.price_per_point} point" in text


def test_groups_tell_their_members_and_who_counts_them() -> None:
    table = Table(Counter=laurel("vp(1,per=person:Artist)"), Painter=arrow("vp(1)"))
    told = entry(table.game, "Artist")
    assert told == "A group of people with 2 members: Counter and Painter. Counter counts them."
    assert "0 members: nobody. No person counts them." in entry(table.game, "Church")


@players
def test_the_canals_of_all_seats_are_listed(players: int) -> None:
    text = entry(game_of(players), "Canal")
    assert "seat 0 left blue 1, brown 2, red 3, purple 4, yellow 5" in text
    assert text.count(" left ") == players + 1  # "left and right" says whose they are


# --- what is reconstructed ---


def test_people_say_what_of_them_is_reconstructed() -> None:
    """Exactly what `eminence games bruges --reconstructed` lists."""
    game, lines = game_of(), engines.sources("bruges")
    invented = {line.entry for line in lines if line.source.startswith("reconstructed")}
    whole = "(Reconstructed: the printed card"
    for card in board_of(game).cards:
        text = entry(game, card.name)
        assert (whole in text) == (card.name in invented)
        if card.name not in invented:
            for column in ("colour", "price", "effect", "group"):
                said = re.search(rf"\(Reconstructed: [^)]*\b{column}\b", text) is not None
                assert said == (f"{card.name} {column}" in invented), text
    assert sum(whole in each.text for each in game.words.entries) == 140


def test_the_rules_begin_with_what_is_reconstructed() -> None:
    told = rules_text(game_of().words)
    assert "140 of the 165 people, the colours of 39 of the 40 canal spaces" in told
    assert "7 of the 8 steps of reputation" in told


def test_data_with_sources_are_not_called_reconstructed(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(DATA, folder)
    for file in ("cards.csv", "canals.csv", "reputation.csv"):
        text = (folder / file).read_text()
        (folder / file).write_text(re.sub(r"reconstructed(: [^,\n\"]*)?", "rulebook", text))
    game = engines.load("bruges", data=folder)
    assert "econstructed, not" not in rules_text(game.words)
    assert not any("(Reconstructed" in each.text for each in game.words.entries)
    assert "Reconstructed" not in [each.name for each in game.words.entries]
    assert rules_text(game.words, "What is reconstructed").splitlines()[-1].startswith("Nothing")


# --- rules in words ---


@players
def test_the_rules_have_a_readable_length(players: int) -> None:
    first, *others = game_of(players).words.chapters
    assert len(first.text) < 2400
    assert all(100 < len(chapter.text) < 1500 for chapter in others)


@pytest.mark.rule("R2")
@players
def test_the_setup_tells_the_piles(players: int) -> None:
    first, second, extra = board_of(game_of(players)).pile_sizes
    told = rules_text(game_of(players).words, "Setup")
    assert f"two piles have {first} and {second} cards; the other {extra} are" in told


def test_the_legend_is_narrow_enough_for_a_terminal() -> None:
    legend = game_of().words.legend
    width = max(map(len, legend))
    assert all(width + 2 + len(meaning) <= 80 for meaning in legend.values())


# --- how things stand ---


def test_people_are_told_where_they_are() -> None:
    table = Table(Mine=laurel("vp(2,per=house:any)"), Below=arrow("vp(1)"), Gone=arrow("vp(2)"))
    table.hand(0, "blue 1").hand(1, "blue 2").discard("Gone").house(0, "blue", "Mine", "Below")
    state = table.state()
    told = "It lives in a blue house of seat 0. As things stand it brings 2 points."
    assert stands(state, "Mine") == told
    assert stands(state, "Below") == "It lies face down, as a house of seat 0."
    assert stands(state, "Below", viewer=1) == "You do not know where it is."
    assert stands(state, "blue 1") == "It is in the hand of seat 0."
    assert stands(state, "blue 1", viewer=1) == "You do not know where it is."
    assert stands(state, "Gone") == "It was discarded."


def test_points_are_told_by_what_they_come_from() -> None:
    table = Table().hand(0, "blue 1").hand(1, "blue 2").house(0, "red").seat(0, points=7)
    told = stands(table.seat(0, reputation=2).state(), "Points")
    assert told == "Seat 0: 10 (Scored in play 7, Houses 1, Reputation 2). Seat 1: 0 ()."


@pytest.mark.rule("R11")
def test_the_price_of_reputation_is_told() -> None:
    table = Table().hand(0, "blue 1").hand(1, "blue 2")
    assert "no step can be bought" in stands(table.state(), "Reputation")
    state = table.dice(red=2, blue=1).state()
    assert stands(state, "Reputation").startswith("In this round a step costs 3 guilders.")


def test_the_map_shows_tokens_statues_and_the_track() -> None:
    table = Table().hand(0, "blue 1").hand(1, "blue 2").seat(1, reputation=3)
    table.seat(0, canal={"left": 5, "right": 1}, statue={"left": 7}).set(round=2)
    lines = table.state().game.words.map(table.rounds(2).state().view(1)).splitlines()
    assert lines[0].split("  ")[0] == "seat 0 left"
    assert lines[0].count("[") == 5
    assert lines[0].endswith("statue 7")
    assert lines[1].count("[") == 1
    assert lines[5].split() == ["town", "hall", "0", "points", "seat", "0"]
    assert lines[8].split() == ["step", "3", "3", "points", "seat", "1"]
