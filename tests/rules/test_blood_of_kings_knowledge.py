"""Blood of Kings: what each player knows, and the worlds that fit it (R41, R42)."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from conformance.walks import Walk, viewers
from kings_builder import C, Table, card, kingdom, loaded, numbers, play, step_name
from scipy.stats import chisquare

from eminence import engines

#: With fixed seeds these tests repeat exactly; the level only says when to investigate.
SUSPICIOUS = 1e-6
WORLDS = 2000
SPAIN = kingdom("Spain")


def hand(position: engines.State | engines.View, seat: int) -> list[str]:
    names = numbers().card_names
    return [names[k] for k, n in enumerate(position.data["hand"][seat]) for _ in range(n)]


def faces(position: engines.State | engines.View, seat: int, of: str) -> list[str]:
    """The stack from the bottom up; "?" for what the viewer cannot see."""
    heights = position.data["height"]
    start = int(heights[:seat].sum() + heights[seat][: kingdom(of)].sum())
    kinds = position.data["mat"][start : start + int(heights[seat][kingdom(of)])]
    return ["?" if k == C.UNKNOWN else numbers().card_names[k] for k in kinds]


def worlds(view: engines.View, n: int = 200) -> list[engines.State]:
    return [view.sample(seed) for seed in range(n)]


def all_others_decline(state: engines.State) -> engines.State:
    while step_name(state) == "FOIL":
        play(state, C.NO)
    return state


def look(seat: int, of: str) -> int:
    return C.LOOK + seat * C.KINGDOMS + kingdom(of)


def face_down(of: str, name: str) -> int:
    return C.INFLUENCE + kingdom(of) * C.KINDS + card(name)


def dynasty_table(players: int = 3) -> Table:
    """Spain permits influence and intrigue."""
    return Table(players=players).played("Spain", C.ADMINISTRATION)


def knowing(position: engines.State, viewer: int, owner: int) -> list[str]:
    """What the viewer's list says beyond what everybody knows."""
    entries = [int(e) - 1 for e in position.data["told"][viewer] if e]
    return [numbers().card_names[e % C.KINDS] for e in entries if e // C.KINDS == owner]


# --- what is hidden ---


@pytest.mark.rule("R41.1", "R4.3")
def test_hands_and_faces_are_for_their_owner() -> None:
    table = dynasty_table().hand(0, "unrest").hand(1, "intrigue", "influence 4")
    state = table.mat(1, "France", "attrition", "influence 6").dynasty(0)
    for viewer in (0, 2, engines.PUBLIC):
        view = state.view(viewer)
        assert hand(view, 1) == []
        assert faces(view, 1, "France") == ["?", "?"]
        assert int(view.data["hand_count"][1]) == 2
    assert hand(state.view(1), 1) == ["influence 4", "intrigue"]
    assert faces(state.view(1), 1, "France") == ["attrition", "influence 6"]


@pytest.mark.rule("R41.1")
def test_the_deck_of_a_view_has_all_that_the_viewer_cannot_place() -> None:
    table = dynasty_table().hand(0, "unrest").hand(1, "intrigue")
    state = table.mat(1, "France", "attrition").dynasty(0)
    view = state.view(0)
    assert view.data["deck"].sum() == state.data["deck"].sum() + 2
    assert int(view.data["deck_size"]) == int(state.data["deck_size"])


@pytest.mark.slow
@pytest.mark.rule("R41.2")
def test_everything_else_is_open() -> None:
    game = loaded(4)
    hidden = {"head", "deck", "hand", "mat", "told", "card", "offered", "answered"}
    for state in itertools.islice(Walk(game, 3), 0, 1500, 10):
        for viewer in viewers(game):
            view = state.view(viewer)
            for name in set(view.data.dtype.names) - hidden:
                assert np.array_equal(view.data[name], state.data[name]), name


@pytest.mark.rule("R41.1")
def test_influence_that_may_still_be_foiled_is_known_to_its_owner_only() -> None:
    table = dynasty_table().hand(0, "unrest", "influence 4").hand(1, "intrigue")
    state = play(table.dynasty(0), face_down("Spain", "unrest"))
    assert step_name(state) == "FOIL"
    assert int(state.view(0).data["card"]) == card("unrest") + 1
    assert int(state.view(1).data["card"]) == C.UNKNOWN
    for world in worlds(state.view(1), 50):
        played = int(world.data["card"]) - 1
        assert world.data["hand"][0][played] > 0


# --- looking ---


@pytest.mark.rule("R41.3", "R40.13", "R20.1")
def test_who_looked_knows_the_cards_where_they_lie() -> None:
    """The rulebook's example: three cards are looked at and put back in another order."""
    table = dynasty_table().hand(0, "intrigue")
    state = table.mat(1, "Spain", "attrition", "influence 6", "unrest").dynasty(0)
    all_others_decline(play(state, look(1, "Spain")))
    assert faces(state.view(0), 1, "Spain") == ["attrition", "influence 6", "unrest"]
    assert faces(state.view(2), 1, "Spain") == ["?"] * 3
    play(state, C.KIND + card("unrest"), C.KIND + card("attrition"))
    assert faces(state.view(0), 1, "Spain") == ["unrest", "attrition", "influence 6"]
    assert faces(state.view(1), 1, "Spain") == ["unrest", "attrition", "influence 6"]
    for world in worlds(state.view(0), 20):
        assert faces(world, 1, "Spain") == ["unrest", "attrition", "influence 6"]


@pytest.mark.rule("R41.3")
def test_after_another_has_reordered_them_only_the_places_are_lost() -> None:
    table = dynasty_table().hand(0, "intrigue").hand(2, "intrigue")
    state = table.mat(1, "Spain", "attrition", "unrest").mat(1, "France", "unrest").dynasty(0)
    all_others_decline(play(state, look(1, "Spain")))
    play(state, C.KIND + card("attrition"), C.SET)
    while (step_name(state), state.player) != ("DYNASTY", 2):
        play(state, state.actions()[0])
    all_others_decline(play(state, look(1, "Spain")))
    assert faces(state.view(0), 1, "Spain") == ["?", "?"]
    assert knowing(state, 0, 1) == ["unrest", "attrition"]
    for world in worlds(state.view(0), 50):
        cards = faces(world, 1, "Spain") + faces(world, 1, "France") + hand(world, 1)
        assert {"attrition", "unrest"} <= {*cards}


@pytest.mark.rule("R41.3")
def test_a_single_card_cannot_be_reordered_so_all_who_saw_it_still_know_it() -> None:
    table = dynasty_table().hand(0, "intrigue").hand(2, "intrigue")
    state = table.mat(1, "Spain", "attrition").dynasty(0)
    all_others_decline(play(state, look(1, "Spain")))
    play(state, C.SET)
    while (step_name(state), state.player) != ("DYNASTY", 2):
        play(state, state.actions()[0])
    all_others_decline(play(state, look(1, "Spain")))
    for viewer in (0, 2):
        assert faces(state.view(viewer), 1, "Spain") == ["attrition"]


# --- cards taken openly ---


def after_picking(*mat: str) -> engines.State:
    """Seat 0 has picked up a diplomacy card with the old cards of its mat on France.

    Its hand has one card more, and it is its turn again in the next turn.
    """
    table = dynasty_table().hand(0, "influence 4").mat(0, "France", *mat)
    state = play(table.sets(["diplomacy"], ["unrest"]).dynasty(0), C.NO, C.NO, C.SET)
    for _ in range(500):
        data = state.data
        if (step_name(state), state.player, int(data["turn"])) == ("DYNASTY", 0, 1):
            return state
        if state.player == engines.CHANCE:
            state.apply(state.outcomes()[0][0])
        elif step_name(state) == "PLAY_CARD":
            taxation = C.CARD_TYPE + C.TAXATION
            play(state, taxation if taxation in state.actions() else state.actions()[0])
        else:
            play(state, state.actions()[0])
    raise AssertionError("seat 0 never plays again")


@pytest.mark.rule("R41.4")
def test_a_card_taken_openly_is_in_the_hand_until_one_is_laid_down() -> None:
    state = after_picking("attrition", "unrest", "intrigue")
    assert int(state.data["owned"][0][card("diplomacy")]) == 1
    for world in worlds(state.view(1)):
        assert "diplomacy" in hand(world, 0)


@pytest.mark.rule("R41.4")
def test_after_that_it_is_there_or_among_the_cards_laid_down_since() -> None:
    state = after_picking("attrition", "unrest", "intrigue")
    all_others_decline(play(state, face_down("Spain", "influence 4")))
    places: Counter[bool] = Counter()
    for world in worlds(state.view(1), WORLDS):
        in_hand = "diplomacy" in hand(world, 0)
        assert in_hand or "diplomacy" in faces(world, 0, "Spain")
        places[in_hand] += 1
    cards = len(hand(state, 0))
    expected = [WORLDS * cards / (cards + 1), WORLDS / (cards + 1)]
    assert chisquare([places[True], places[False]], expected).pvalue > SUSPICIOUS


@pytest.mark.rule("R41.4")
def test_a_card_that_is_turned_up_is_known_of_no_more() -> None:
    state = after_picking()
    state = play(state, C.NO, C.KIND + card("diplomacy"))
    assert int(state.data["owned"][0][card("diplomacy")]) == 0
    assert int(state.data["since"][0][card("diplomacy")]) == 0


@pytest.mark.rule("R41.4")
def test_cards_drawn_from_the_deck_are_none_of_those_taken_openly() -> None:
    """Without a kingdom seat 0 draws to five; its known card lies face down or in its hand."""
    table = dynasty_table(4).hand(0, "influence 4").ruler("Spain", None)
    record = table.mat(0, "France", "diplomacy").record
    record["owned"][0][card("diplomacy")] = 1
    record["laid"][0] = record["turn"] = 1
    state = play(table.dynasty(0), C.NO, C.NO, C.SET)
    while state.player == engines.CHANCE and int(state.data["deal_to"]) == 0:
        state.apply(state.outcomes()[0][0])
    assert int(state.data["drawn"][0]) == 3
    seen = Counter("diplomacy" in faces(w, 0, "France") for w in worlds(state.view(1), WORLDS))
    assert chisquare([seen[True], seen[False]], [WORLDS / 2, WORLDS / 2]).pvalue > SUSPICIOUS


# --- cards given, shown and stolen ---


def in_talks(*ids: int) -> engines.State:
    """Seat 0, the Skilled Negotiator, offers seat 1 something."""
    table = Table(players=3).tiles(0, "skilled_negotiator")
    for name in ("Spain", "Byzantium", "France", "Italy", "England", "Germany"):
        table.crowns(name, 0)
    table.hand(0, "unrest", "influence 4").hand(1, "intrigue", "attrition").hand(2, "unrest")
    table.set(phase=C.NEGOTIATION_PHASE, stage=3)
    return play(table.state(0, C.HOLD_TALKS), C.YES, C.NO, C.SEAT + 1, *ids)


@pytest.mark.rule("Q75")
@pytest.mark.rule("R41.3")
def test_an_offer_that_was_refused_is_remembered() -> None:
    state = in_talks(C.KIND + card("unrest"), C.NO)
    assert knowing(state, 1, 0) == ["unrest"]
    assert hand(state.view(1), 0) == ["unrest"]
    assert hand(state.view(2), 0) == []


@pytest.mark.rule("R41.3")
def test_both_know_what_was_exchanged_and_nobody_else() -> None:
    state = in_talks(C.KIND + card("unrest"), C.KIND + card("intrigue"), C.YES)
    assert knowing(state, 0, 1) == ["unrest"]
    assert knowing(state, 1, 0) == ["intrigue"]
    assert not state.data["told"][2].any()
    assert not state.view(2).data["told"].any()
    assert state.view(1).data["told"][0].any() == 0, "a view has its own list only"


@pytest.mark.rule("R41.3")
def test_a_card_under_offer_is_in_its_hand_in_all_worlds() -> None:
    state = in_talks(C.KIND + card("unrest"), C.KIND + card("intrigue"))
    for world in worlds(state.view(0), 50):
        assert "intrigue" in hand(world, 1)
    for world in worlds(state.view(2), 50):
        offered, answered = int(world.data["offered"]) - 1, int(world.data["answered"]) - 1
        assert world.data["hand"][0][offered] > 0
        assert world.data["hand"][1][answered] > 0


@pytest.mark.rule("R41.4")
def test_who_did_not_see_the_card_given_away_is_certain_of_none() -> None:
    """Seat 0 has shown everybody an unrest and an influence card, and gives one away."""
    table = Table(players=3).tiles(0, "skilled_negotiator")
    for name in ("Spain", "Byzantium", "France", "Italy", "England", "Germany"):
        table.crowns(name, 0)
    table.hand(0, "unrest", "influence 4").set(phase=C.NEGOTIATION_PHASE, stage=3)
    for name in ("unrest", "influence 4"):
        table.record["owned"][0][card(name)] = 1
    state = play(table.state(0, C.HOLD_TALKS), C.YES, C.NO, C.SEAT + 1)
    play(state, C.KIND + card("unrest"), C.YES)
    assert not state.data["owned"][0].any()
    assert hand(state.view(2), 0) == []
    assert hand(state.view(1), 0) == ["influence 4"], "the partner saw which one it was"


@pytest.mark.rule("R41.4")
def test_of_one_kind_only_the_turn_of_the_earliest_card_is_remembered() -> None:
    table = dynasty_table().hand(0, "diplomacy").sets(["diplomacy"], ["unrest"])
    record = table.record
    record["turn"] = 5
    record["owned"][0][card("diplomacy")] = 1
    record["since"][0][card("diplomacy")] = 2
    state = play(table.dynasty(0), C.NO, C.NO, C.SET)
    assert int(state.data["owned"][0][card("diplomacy")]) == 2
    assert int(state.data["since"][0][card("diplomacy")]) == 2


@pytest.mark.rule("R41.3")
def test_a_full_list_takes_no_more_yet_worlds_have_the_card_under_offer() -> None:
    table = Table(players=3).tiles(0, "skilled_negotiator").hand(1, "diplomacy")
    for name in ("Spain", "Byzantium", "France", "Italy", "England", "Germany"):
        table.crowns(name, 0)
    table.hand(0, *["unrest"] * 12, *["intrigue"] * 20, "attrition")
    entries = [card("unrest") + 1] * 12 + [card("intrigue") + 1] * 20
    assert len(entries) == C.TOLD
    table.record["told"][1] = entries
    table.set(phase=C.NEGOTIATION_PHASE, stage=3)
    state = play(table.state(0, C.HOLD_TALKS), C.YES, C.NO, C.SEAT + 1)
    play(state, C.KIND + card("attrition"))
    assert knowing(state, 1, 0).count("attrition") == 0
    for world in worlds(state.view(1), 20):
        assert "attrition" in hand(world, 0)
        assert world.view(1) == state.view(1)
    play(state, C.NO)
    assert "attrition" not in hand(state.view(1), 0), "forgotten"


# --- worlds ---


def by_enumeration() -> tuple[engines.View, Counter]:
    """Seat 0 sees eight cards nowhere: two in a hand, two face down, four in the deck.

    One of the hidden unrest cards seat 1 took openly, before it laid the second card down.
    """
    table = Table(players=3).hand(0, "influence 5")
    everything = [
        name
        for name, kind in zip(numbers().card_names, numbers().deck, strict=True)
        for _ in range(kind.copies)
    ]
    table.hand(1, "unrest", "attrition").mat(1, "Spain", "intrigue", "influence 4")
    deck = ["unrest", "attrition", "intrigue", "diplomacy"]
    for name in [*table.hands[0], *table.hands[1], "intrigue", "influence 4", *deck]:
        everything.remove(name)
    for _ in range(C.SETS):
        everything.remove("unrest")
    table.discard(*everything)
    record = table.record
    record["turn"] = 2
    record["owned"][1][card("unrest")] = 1
    record["since"][1][card("unrest")] = 1
    record["laid"][:2] = [1, 2]
    view = table.dynasty(0).view(0)
    loose = ["unrest", "attrition", "attrition", "intrigue", "intrigue", "diplomacy"]
    loose.append("influence 4")
    expected: Counter = Counter()
    for where in range(3):
        # Into the hand, twice, or onto the younger of the two face-down cards.
        for dealt in itertools.permutations(loose, 3):
            places = [*dealt]
            places.insert(where, "unrest")
            expected[tuple(sorted(places[:2])), places[3], places[2]] += 1
    return view, expected


@pytest.mark.rule("R41.5")
def test_worlds_are_dealt_uniformly_within_what_is_known() -> None:
    view, expected = by_enumeration()
    found: Counter = Counter()
    draws = 40 * len(expected)
    for world in worlds(view, draws):
        old, young = faces(world, 1, "Spain")
        found[tuple(sorted(hand(world, 1))), old, young] += 1
    assert set(found) == set(expected), "every world that fits, and no other"
    total = sum(expected.values())
    often = [draws * n / total for n in expected.values()]
    assert chisquare([found[world] for world in expected], often).pvalue > SUSPICIOUS


@pytest.mark.rule("R41.5")
def test_no_face_down_card_is_taken_to_be_honest() -> None:
    """Neither mode prefers legal influence on a stack."""
    state = dynasty_table().hand(0, "unrest").mat(1, "Spain", "unrest").dynasty(0)
    view = state.view(0)
    unseen = view.data["deck"] / view.data["deck"].sum()
    for mode in ("uniform", "priors"):
        kinds = Counter(int(view.sample(i, mode).data["mat"][0]) for i in range(WORLDS))
        observed = [kinds[k] for k in range(C.KINDS) if unseen[k]]
        expected = [WORLDS * p for p in unseen if p]
        assert chisquare(observed, expected).pvalue > SUSPICIOUS


@pytest.mark.rule("R41.5")
@pytest.mark.parametrize("players", [3, 6])
def test_worlds_fit_their_views_and_pass_the_checks(players: int) -> None:
    game = loaded(players, achievements=30, turn_cap=8)
    for seed in range(2):
        for state in itertools.islice(Walk(game, seed), seed, None, 29):
            for viewer in viewers(game):
                view = state.view(viewer)
                world = view.sample(seed)
                game.from_bytes(world.to_bytes())
                assert world.view(viewer) == view
