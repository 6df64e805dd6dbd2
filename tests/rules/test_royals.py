"""Royals: setting up, drawing, playing cards, and the end of a turn (R1 to R15, R19, R20)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from royals_builder import EVERY_GAME, Table, discarded, end_turn, play, points, texts, written

from eminence import engines

FRANCE, GERMANY, BRITAIN, SPAIN = "France", "German States", "Britain", "Spain"

# Both rulebooks, from their tables.
DECKS = {
    ("abacusspiele", 2): (20, 17, 14, 14),
    ("abacusspiele", 3): (22, 18, 15, 14),
    ("abacusspiele", 4): (25, 21, 17, 16),
    ("abacusspiele", 5): (31, 26, 22, 20),
    ("arcane_wonders", 2): (24, 20, 19, 15),
    ("arcane_wonders", 3): (25, 21, 20, 16),
    ("arcane_wonders", 4): (26, 22, 21, 17),
    ("arcane_wonders", 5): (31, 26, 25, 20),
}
FIRST_TURNS = {
    ("abacusspiele", 2): [2, 3],
    ("abacusspiele", 3): [1, 2, 3],
    ("abacusspiele", 4): [1, 1, 2, 3],
    ("abacusspiele", 5): [1, 1, 2, 2, 3],
    ("arcane_wonders", 2): [1, 2],
    ("arcane_wonders", 3): [1, 1, 2],
    ("arcane_wonders", 4): [1, 1, 2, 2],
    ("arcane_wonders", 5): [1, 1, 2, 2, 3],
}
HOUSE_MARKERS = {
    ("abacusspiele", 2): {8},
    ("abacusspiele", 3): {8, 12, 16},
    ("abacusspiele", 4): {8, 12, 16},
    ("abacusspiele", 5): {8, 12, 16},
    ("arcane_wonders", 2): {8},
    ("arcane_wonders", 3): {8, 12},
    ("arcane_wonders", 4): {8, 12, 16},
    ("arcane_wonders", 5): {8, 12, 16},
}
CUBES = {2: [46, 46], 3: [36] * 3, 4: [36, 36, 36, 46], 5: [36, 36, 36, 46, 46]}
every_game = pytest.mark.parametrize(("edition", "players"), EVERY_GAME)


def begun(edition: str, players: int, display: int = 3) -> engines.State:
    """The first decision of a game."""
    state = engines.load("royals", players=players, edition=edition, display=display).root()
    state.resolve(engines.Chance(seed=1))
    return state


# --- setting up ---


@pytest.mark.rule("R1")
@every_game
def test_seat_0_begins_with_the_cubes_of_its_seat(edition: str, players: int) -> None:
    state = begun(edition, players)
    assert state.player == 0
    assert written(state)["supply"] == CUBES[players]


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    ("players", "more_cubes", "cubes"),
    [
        (2, "seat0+seat1", [46, 46]),
        (3, "seat0", [46, 36, 36]),
        (3, "seat2+seat0", [46, 36, 46]),
        (4, "seat1", [36, 46, 36, 36]),
        (4, "seat0+seat2", [46, 36, 46, 36]),
        (5, "seat0+seat4", [46, 36, 36, 36, 46]),
    ],
)
@pytest.mark.parametrize("edition", ["abacusspiele", "arcane_wonders"])
def test_the_seats_with_46_cubes_can_be_named(
    edition: str, players: int, more_cubes: str, cubes: list[int]
) -> None:
    game = engines.load("royals", players=players, edition=edition, more_cubes=more_cubes)
    assert written(game.root())["supply"] == cubes


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    ("players", "more_cubes", "said"),
    [
        (2, "seat0", "names 1, but of 2 players 2 have 46 cubes"),
        (3, "seat0+seat1+seat2", "names 3, but of 3 players 1 or 2 have 46 cubes"),
        (3, "seat3", "3 play: choose from seat0, seat1 or seat2"),
        (4, "seat0+seat1+seat2", "names 3, but of 4 players 1 or 2 have 46 cubes"),
        (5, "seat0", "names 1, but of 5 players 2 have 46 cubes"),
    ],
)
def test_there_are_two_colours_with_46_cubes_and_three_with_36(
    players: int, more_cubes: str, said: str
) -> None:
    with pytest.raises(engines.BadOption) as caught:
        engines.load("royals", players=players, more_cubes=more_cubes)
    assert str(caught.value).startswith(f"more_cubes={more_cubes}: {said}")


@pytest.mark.rule("R2")
@every_game
def test_deck_after_removal(edition: str, players: int) -> None:
    state = engines.load("royals", players=players, edition=edition).root()
    assert tuple(written(state)["pile"].values()) == DECKS[edition, players]
    assert set(written(state)["intrigue_pile"].values()) == {4}
    assert len(written(state)["intrigue_pile"]) == 6


@pytest.mark.rule("R3")
@every_game
def test_display_and_noble_house_markers(edition: str, players: int) -> None:
    state = begun(edition, players)
    assert sum(written(state)["display"].values()) == 3
    assert set(Table(players, edition).board.house_bonus) == HOUSE_MARKERS[edition, players]


@pytest.mark.rule("R3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_arcane_wonders_may_show_four_cards(players: int) -> None:
    state = begun("arcane_wonders", players, display=4)
    assert sum(written(state)["display"].values()) == 4
    take = [t for t in texts(state) if t.startswith("take")]
    play(state, take[0])
    end_turn(state)
    assert sum(written(state)["display"].values()) == 4


@pytest.mark.rule("R3")
def test_abacusspiele_refuses_four_cards() -> None:
    message = "display=4 belongs to edition arcane_wonders: choose display=3"
    with pytest.raises(engines.BadOption, match=message):
        engines.load("royals", display=4)


# --- drawing ---


@pytest.mark.rule("R4")
def test_a_turn_draws_then_plays_then_ends() -> None:
    state = begun("abacusspiele", 3)
    assert "end the turn" not in texts(state)
    play(state, "draw from the pile", FRANCE)
    assert written(state)["phase"] == "play"
    assert "end the turn" in texts(state)
    assert "draw from the pile" not in texts(state)
    end_turn(state)
    assert state.player == 1


@pytest.mark.rule("R5")
@every_game
def test_first_turn_counts_by_seat(edition: str, players: int) -> None:
    state = begun(edition, players)
    drawn = []
    for seat in range(players):
        assert state.player == seat
        while written(state)["phase"] == "draw":
            assert "draw an Intrigue card" not in texts(state)
            play(state, "draw from the pile")
            state.resolve(engines.Chance(seed=seat))
        drawn.append(written(state)["hand_size"][seat])
        end_turn(state, seed=seat)
    assert drawn == FIRST_TURNS[edition, players]
    assert "draw an Intrigue card" in texts(state)


def draws(state: engines.State, taken: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """All ways to draw in one turn, as the texts of the decisions."""
    if written(state)["phase"] == "play":
        return [taken]
    found = []
    for text in texts(state):
        child = play(state.copy(), text)
        child.resolve(engines.Chance(seed=0))
        found += draws(child, (*taken, text))
    return found


@pytest.mark.rule("R6")
@every_game
def test_later_turns_draw_three_or_one_and_intrigue(edition: str, players: int) -> None:
    table = Table(players, edition).display(FRANCE, FRANCE, SPAIN).turn(0, "draw")
    kinds = set()
    for way in draws(table.state()):
        intrigue = way.count("draw an Intrigue card")
        kinds.add((len(way) - intrigue, intrigue))
    assert kinds == {(3, 0), (1, 1)}


@pytest.mark.rule("R6")
@every_game
def test_the_option_is_chosen_before_a_card_is_seen(edition: str, players: int) -> None:
    state = Table(players, edition).display(FRANCE, FRANCE, SPAIN).turn(0, "draw").state()
    options = "draw 3 Country cards, or an Intrigue card and then 1 Country card"
    assert options in " ".join(state.board().split())
    # A Country card chooses three of them, wherever it comes from.
    for first in ("draw from the pile", f"take {FRANCE} from the display"):
        ways = draws(play(state.copy(), first)) if first.startswith("take") else []
        for country in (FRANCE, SPAIN) if not ways else ():
            ways += draws(play(state.copy(), first, country))
        assert {len(way) for way in ways} == {2}
        assert not any("draw an Intrigue card" in way for way in ways)
    # An Intrigue card chooses itself and one Country card.
    ways = draws(play(state.copy(), "draw an Intrigue card", "France/Spain Intrigue"))
    assert sorted(ways) == [
        ("draw from the pile",),
        (f"take {FRANCE} from the display",),
        (f"take {SPAIN} from the display",),
    ]


@pytest.mark.rule("R6")
def test_the_display_is_not_refilled_during_the_turn() -> None:
    state = Table().display(FRANCE, FRANCE, SPAIN).turn(0, "draw").state()
    play(state, *[f"take {FRANCE} from the display"] * 2, f"take {SPAIN} from the display")
    assert written(state)["display"] == {}
    assert written(state)["hand"][0] == {FRANCE: 2, SPAIN: 1}
    end_turn(state)
    assert sum(written(state)["display"].values()) == 3


@pytest.mark.rule("R7")
def test_the_same_draws_have_one_order() -> None:
    state = Table().display(FRANCE, GERMANY, SPAIN).turn(0, "draw").state()
    ways = draws(state)
    from_display = []
    what_for = set()
    for way in ways:
        taken = tuple(t for t in way if t.startswith("take"))
        face_down = way[: len(way) - len(taken)]
        assert way == face_down + taken
        from_display.append(taken)
        what_for.add((face_down, frozenset(Counter(taken).items())))
    assert len(what_for) == len(ways)
    # None, each card with two face-down ones or an Intrigue card, each pair, all three.
    assert {len(d) for d in from_display} == {0, 1, 2, 3}
    assert len({d for d in from_display if len(d) == 2}) == 3


@pytest.mark.rule("R7")
def test_every_offered_draw_can_be_completed_when_the_pile_is_empty() -> None:
    """Abacusspiele: an empty pile and a full display (R21)."""
    state = Table(2).display(FRANCE, GERMANY, SPAIN).pile().turn(0, "draw").state()
    ways = draws(state)
    assert all("draw from the pile" not in way for way in ways)
    assert (
        "take France from the display",
        "take German States from the display",
        "take Spain from the display",
    ) in ways
    assert {len(way) for way in ways} == {2, 3}


@pytest.mark.rule("R8")
def test_intrigue_pile_is_rebuilt_from_its_discards() -> None:
    table = Table().turn(0, "draw").intrigue_pile("France/Spain")
    state = table.state()
    before = written(state)["intrigue_discards"]
    play(state, "draw an Intrigue card")
    assert texts(state) == ["France/Spain Intrigue"]
    play(state, "France/Spain Intrigue")
    after = written(state)
    assert after["intrigue"][0] == {"France/Spain": 1}
    assert after["intrigue_pile"] == before
    assert after["intrigue_pile_size"] == sum(before.values())
    assert after["intrigue_discards"] == {}


@pytest.mark.rule("R8")
def test_a_rebuilt_intrigue_pile_can_be_drawn_from() -> None:
    state = Table().turn(0, "draw").intrigue_pile("France/Spain").state()
    play(state, "draw an Intrigue card", "France/Spain Intrigue", "draw from the pile", SPAIN)
    end_turn(state)
    play(state, "draw an Intrigue card")
    assert len(texts(state)) == 6


# --- claiming ---


@pytest.mark.rule("R9")
def test_example_ferdinand_claims_the_baron_of_dijon() -> None:
    table = Table(edition="arcane_wonders").hand(0, France=2)
    state = play(table.state(), "claim Dijon Baron: 2 France")
    after = written(state)
    assert after["held"][0] == ["Dijon Baron"]
    assert after["title_cubes"][0] == {"Baron": 1}
    assert after["supply"][0] == table.board.cubes[0] - 2
    assert after["hand_size"][0] == 0
    assert discarded(table.state(), state) == {FRANCE: 2}
    assert table.influence("Dijon Baron") == 1
    assert points(state, 0, "City bonuses") == table.bonus("Dijon Baron")


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    ("title", "cards"),
    [
        ("Marshal", 1),
        ("Baron", 2),
        ("Countess", 3),
        ("Duke", 4),
        ("Cardinal", 5),
        ("Princess", 6),
        ("King", 8),
    ],
)
def test_a_title_costs_the_same_everywhere(title: str, cards: int) -> None:
    table = Table()
    for country in table.board.countries:
        for position in table.positions(country, title):
            fresh = Table().hand(0, {country: cards}).state()
            assert f"claim {position}: {cards} {country}" in texts(fresh)
            poor = Table().hand(0, {country: cards - 1}).state()
            assert not [t for t in texts(poor) if t.startswith(f"claim {position}:")]


@pytest.mark.rule("R9")
def test_any_number_of_plays_in_one_turn() -> None:
    table = Table().hand(0, France=4)
    barons = table.positions(FRANCE, "Baron")
    state = table.state()
    for position in barons:
        play(state, f"claim {position}: 2 France")
        assert state.player == 0
    assert written(state)["held"][0] == barons
    assert written(state)["title_cubes"][0] == {"Baron": len(barons)}


@pytest.mark.rule("R9")
def test_an_occupied_position_cannot_be_claimed() -> None:
    state = Table().hand(0, France=6).hold(1, "Dijon Baron").state()
    assert not [t for t in texts(state) if t.startswith("claim Dijon Baron")]


@pytest.mark.rule("R10")
def test_no_occupation_with_fewer_than_two_cubes() -> None:
    table = Table().hand(0, France=12).intrigue(0, "France/Spain").hold(1, "Dijon Baron")
    times = table.board.cubes[0] // 2
    spent = Table().hand(0, France=12).intrigue(0, "France/Spain").hold(1, "Dijon Baron")
    spent.oust(0, "Dijon Baron", times)
    assert written(spent.state())["supply"][0] == 0
    assert texts(spent.state()) == ["end the turn"]
    table.oust(0, "Dijon Baron", times - 1)
    state = table.state()
    assert len(texts(state)) > 1
    play(state, next(t for t in texts(state) if t.startswith("claim")))
    while "end the turn" not in texts(state):
        play(state, texts(state)[0])
    assert texts(state) == ["end the turn"]
    end_turn(state)
    assert state.player == 1


# --- wild Country cards and payments ---


@pytest.mark.rule("R11")
def test_three_others_stand_in_for_a_missing_card() -> None:
    table = Table().hand(0, {FRANCE: 1, SPAIN: 2, BRITAIN: 2})
    state = play(table.state(), "claim Dijon Baron: 1 France + 3 others")
    assert texts(state) == ["give 1 Britain", "give 2 Britain"]
    play(state, "give 1 Britain", "give 2 Spain")
    after = written(state)
    assert after["held"][0] == ["Dijon Baron"]
    assert after["hand"][0] == {BRITAIN: 1}
    assert after["discards"] == {FRANCE: 1, BRITAIN: 1, SPAIN: 2}


@pytest.mark.rule("R11")
def test_who_has_enough_matching_cards_plays_them() -> None:
    state = Table().hand(0, {FRANCE: 2, SPAIN: 9}).state()
    assert [t for t in texts(state) if t.startswith("claim Dijon Baron")] == [
        "claim Dijon Baron: 2 France"
    ]


@pytest.mark.rule("R11")
def test_wilds_alone_pay_for_everything() -> None:
    state = Table().hand(0, {SPAIN: 6}).state()
    play(state, "claim Dijon Baron: 6 others", "give 6 Spain")
    assert written(state)["held"][0] == ["Dijon Baron"]


@pytest.mark.rule("R11")
def test_too_few_cards_for_the_wilds() -> None:
    state = Table().hand(0, {FRANCE: 1, SPAIN: 2}).state()
    assert not [t for t in texts(state) if t.startswith("claim Dijon Baron")]


def payments(state: engines.State, given: Counter[str] | None = None) -> list[Counter[str]]:
    """What every complete sequence of payment steps gives."""
    given = given or Counter()
    if not written(state)["phase"].startswith(("pay", "discard")):
        return [given]
    found = []
    for text in texts(state):
        _, amount, kind = text.split(" ", 2)
        found += payments(play(state.copy(), text), given + Counter({kind: int(amount)}))
    return found


def choices(hand: dict[str, int], amount: int) -> set[frozenset[tuple[str, int]]]:
    """All multisets of so many cards from a hand."""
    picks = (Counter(c) for c in combinations_with_replacement(hand, amount))
    return {frozenset(p.items()) for p in picks if all(n <= hand[k] for k, n in p.items())}


@pytest.mark.rule("R12")
@pytest.mark.parametrize("amount", [3, 6])
def test_each_country_payment_has_one_sequence(amount: int) -> None:
    others = {GERMANY: 3, BRITAIN: 2, SPAIN: 4}
    price = f"{2 - amount // 3} France + " if amount == 3 else ""
    table = Table().hand(0, {FRANCE: 2 - amount // 3, **others})
    state = play(table.state(), f"claim Dijon Baron: {price}{amount} others")
    paid = payments(state)
    assert len(paid) == len({frozenset(p.items()) for p in paid})
    assert {frozenset(p.items()) for p in paid} == choices(others, amount)


@pytest.mark.rule("R12")
def test_each_intrigue_payment_has_one_sequence() -> None:
    table = Table().hand(0, France=8)
    king = table.position(FRANCE, "King")
    table.hold(1, king)
    table.intrigue(0, *["France/Spain"] * 2, "France/Britain", "France/German States")
    state = play(table.state(), f"take over {king}: 8 France, 2 Intrigue")
    paid = payments(state)
    hand = {
        "France/Spain Intrigue": 2,
        "France/Britain Intrigue": 1,
        "France/German States Intrigue": 1,
    }
    assert len(paid) == len({frozenset(p.items()) for p in paid})
    assert {frozenset(p.items()) for p in paid} == choices(hand, 2)


@pytest.mark.rule("R12")
def test_a_forced_step_is_asked() -> None:
    state = Table().hand(0, {SPAIN: 3, FRANCE: 1}).state()
    play(state, "claim Dijon Baron: 1 France + 3 others")
    assert texts(state) == ["give 3 Spain"]


# --- taking over ---


@pytest.mark.rule("R13", "R15")
def test_example_louis_takes_over_the_baron_of_dijon() -> None:
    """Ferdinand (seat 0) holds the Baron, Louis (seat 1) plays France/Spain and two France."""
    table = Table(edition="arcane_wonders").hold(0, "Dijon Baron").turn(1)
    state = table.hand(1, France=2).intrigue(1, "France/Spain").state()
    play(state, "take over Dijon Baron: 2 France, 1 Intrigue", "give 1 France/Spain Intrigue")
    after = written(state)
    assert after["held"][:2] == [[], ["Dijon Baron"]]
    assert after["ousted"][0] == {"Dijon": 1}
    assert after["title_cubes"][:2] == [{"Baron": 1}, {"Baron": 1}]
    assert after["supply"][1] == table.board.cubes[1] - 2
    assert after["intrigue_discards"] == {"France/Spain": 1}
    assert discarded(table.state(), state) == {FRANCE: 2}
    # The City bonus went to the first one there.
    assert points(state, 1, "City bonuses") == 0


@pytest.mark.rule("R13")
@pytest.mark.parametrize("pair", ["France/Spain", "France/Britain", "France/German States"])
def test_an_intrigue_card_counts_for_either_country(pair: str) -> None:
    other = pair.removeprefix("France/")
    table = Table().hand(0, {FRANCE: 6, other: 6}).intrigue(0, pair)
    mine, theirs = "Dijon Baron", table.positions(other)[-1]
    table.hold(1, mine, theirs)
    matching = [t for t in texts(table.state()) if t.startswith("take over")]
    assert len(matching) == 2
    assert all(t.endswith(", 1 Intrigue") for t in matching)


@pytest.mark.rule("R13")
def test_two_others_stand_in_for_an_intrigue_card() -> None:
    table = Table().hold(1, "Dijon Baron").hand(0, France=2)
    table.intrigue(0, "Britain/Spain", "German States/Spain", "German States/Spain")
    state = table.state()
    play(state, "take over Dijon Baron: 2 France, 2 other Intrigue")
    paid = payments(state)
    assert Counter({"German States/Spain Intrigue": 2}) in paid
    assert len(paid) == 2
    play(state, "give 1 German States/Spain Intrigue", "give 1 Britain/Spain Intrigue")
    assert written(state)["held"][0] == ["Dijon Baron"]
    assert written(state)["intrigue"][0] == {"German States/Spain": 1}


@pytest.mark.rule("R13")
def test_intrigue_without_the_country_cards_is_not_enough() -> None:
    table = Table().hold(1, "Dijon Baron").intrigue(0, "France/Spain").hand(0, France=1)
    assert not [t for t in texts(table.state()) if t.startswith("take over")]


@pytest.mark.rule("R13")
def test_country_cards_without_intrigue_are_not_enough() -> None:
    table = Table().hold(1, "Dijon Baron").hand(0, France=6).intrigue(0, "Britain/Spain")
    assert not [t for t in texts(table.state()) if t.startswith("take over")]


@pytest.mark.rule("R13")
def test_own_position_cannot_be_taken_over() -> None:
    table = Table().hold(0, "Dijon Baron").hand(0, France=6).intrigue(0, "France/Spain")
    assert not [t for t in texts(table.state()) if "Dijon Baron" in t]


@pytest.mark.rule("R13")
def test_wild_country_cards_pay_for_a_take_over() -> None:
    table = Table().hold(1, "Dijon Baron").hand(0, {FRANCE: 1, SPAIN: 3})
    state = table.intrigue(0, "France/Spain").state()
    play(state, "take over Dijon Baron: 1 France + 3 others, 1 Intrigue")
    play(state, "give 1 France/Spain Intrigue", "give 3 Spain")
    assert written(state)["held"][:2] == [["Dijon Baron"], []]


def king_to_take(*pairs: str, edition: str) -> tuple[str, engines.State]:
    table = Table(edition=edition).hand(0, France=8).intrigue(0, *pairs)
    king = table.position(FRANCE, "King")
    return king, table.hold(1, king).state()


editions = pytest.mark.parametrize("edition", ["abacusspiele", "arcane_wonders"])


@pytest.mark.rule("R14")
@editions
def test_a_king_takes_two_matching_intrigue_cards(edition: str) -> None:
    king, state = king_to_take("France/Spain", "France/Britain", edition=edition)
    play(state, f"take over {king}: 8 France, 2 Intrigue")
    play(state, "give 1 France/Britain Intrigue", "give 1 France/Spain Intrigue")
    assert written(state)["held"][:2] == [[king], []]


@pytest.mark.rule("R14")
@editions
def test_a_king_falls_to_one_matching_and_two_others(edition: str) -> None:
    pairs = ["France/Spain", "Britain/Spain", "German States/Spain", "German States/Spain"]
    king, state = king_to_take(*pairs, edition=edition)
    play(state, f"take over {king}: 8 France, 1 Intrigue + 2 other Intrigue")
    assert payments(state) == [
        Counter({"German States/Spain Intrigue": 1, "Britain/Spain Intrigue": 1}),
        Counter({"German States/Spain Intrigue": 2}),
    ]
    play(state, "give 2 German States/Spain Intrigue")
    assert written(state)["held"][:2] == [[king], []]
    assert written(state)["intrigue"][0] == {"Britain/Spain": 1}
    assert written(state)["intrigue_discards"] == {"France/Spain": 1, "German States/Spain": 2}


@pytest.mark.rule("R14")
@editions
def test_a_king_falls_to_four_other_intrigue_cards(edition: str) -> None:
    king, state = king_to_take(*["Britain/Spain"] * 3, "German States/Spain", edition=edition)
    play(state, f"take over {king}: 8 France, 4 other Intrigue")
    play(state, "give 1 German States/Spain Intrigue", "give 3 Britain/Spain Intrigue")
    assert written(state)["held"][:2] == [[king], []]
    assert written(state)["intrigue_size"][0] == 0


@pytest.mark.rule("R14")
@editions
@pytest.mark.parametrize(
    "pairs", [["France/Spain"], ["France/Spain", "Britain/Spain"], ["Britain/Spain"] * 3]
)
def test_a_king_withstands_less(edition: str, pairs: list[str]) -> None:
    _, state = king_to_take(*pairs, edition=edition)
    assert not [t for t in texts(state) if t.startswith("take over")]


@pytest.mark.rule("R15")
def test_ousted_cubes_pile_up_beside_a_city() -> None:
    table = Table().in_turn("Dijon Baron", 1, 2, 1)
    state = table.hand(0, France=2).intrigue(0, "France/Spain").state()
    play(state, "take over Dijon Baron: 2 France, 1 Intrigue", "give 1 France/Spain Intrigue")
    assert [o.get("Dijon", 0) for o in written(state)["ousted"]] == [0, 2, 1]
    assert [c["Baron"] for c in written(state)["title_cubes"]] == [1, 2, 1]


# --- the end of a turn ---


@pytest.mark.rule("R19")
def test_hand_limits_with_a_choice_of_discards() -> None:
    table = Table().hand(0, {FRANCE: 5, GERMANY: 5, SPAIN: 3})
    table.intrigue(0, *["France/Spain"] * 3, *["Britain/Spain"] * 2)
    table.set(drawn=1, drawn_intrigue=1)
    state = play(table.state(), "end the turn")
    assert written(state)["phase"] == "discard Country cards"
    assert {frozenset(p.items()) for p in payments(state)} == {
        frozenset(d.items())
        for country_discards in choices({FRANCE: 5, GERMANY: 5, SPAIN: 3}, 1)
        for intrigue_discards in choices(
            {"France/Spain Intrigue": 3, "Britain/Spain Intrigue": 2}, 1
        )
        for d in [dict(country_discards) | dict(intrigue_discards)]
    }
    play(state, "discard 1 Spain", "discard 1 Britain/Spain Intrigue")
    state.resolve(engines.Chance(seed=0))
    after = written(state)
    assert after["hand"][0] == {FRANCE: 5, GERMANY: 5, SPAIN: 2}
    assert after["intrigue"][0] == {"France/Spain": 3, "Britain/Spain": 1}
    assert after["discards"] == {SPAIN: 1}
    assert state.player == 1


@pytest.mark.rule("R19")
def test_three_cards_above_the_limit_are_discarded_in_any_mix() -> None:
    cards = {FRANCE: 6, GERMANY: 1, SPAIN: 8}
    state = play(Table().hand(0, cards).state(), "end the turn")
    assert {frozenset(p.items()) for p in payments(state)} == {
        frozenset(dict(discards).items()) for discards in choices(cards, 3)
    }


@pytest.mark.rule("R19")
def test_a_hand_at_its_limits_keeps_everything() -> None:
    table = Table().hand(0, {FRANCE: 6, SPAIN: 6}).intrigue(0, *["France/Spain"] * 4)
    state = end_turn(table.state())
    assert state.player == 1
    assert written(state)["hand_size"][0] == 12
    assert written(state)["intrigue_size"][0] == 4


@pytest.mark.rule("R19")
def test_a_hand_may_exceed_its_limit_during_the_turn() -> None:
    table = Table().hand(0, {FRANCE: 10, SPAIN: 2}).turn(0, "draw")
    state = table.display(FRANCE, FRANCE, FRANCE).state()
    play(state, *["take France from the display"] * 3)
    assert written(state)["hand_size"][0] == 15
    king = table.position(FRANCE, "King")
    play(state, f"claim {king}: 8 France", "end the turn")
    assert not written(state)["phase"].startswith("discard")


@pytest.mark.rule("R20")
def test_the_display_is_refilled_one_card_after_the_other() -> None:
    state = Table().display(FRANCE).state()
    play(state, "end the turn")
    assert state.player == engines.CHANCE
    play(state, SPAIN)
    assert state.player == engines.CHANCE
    play(state, BRITAIN)
    assert written(state)["display"] == {FRANCE: 1, BRITAIN: 1, SPAIN: 1}
    assert state.player == 1
    assert written(state)["phase"] == "draw"
