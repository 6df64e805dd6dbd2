"""Blood of Kings: position files, typed by hand or written, and what is wrong with them."""

from __future__ import annotations

import json
import random

import pytest
from kings_builder import C, Table, numbers
from position_pages import changed, documented, said_about

from eminence import engines
from eminence.engines.positions import position_page, view_from


@pytest.fixture(scope="module")
def typed() -> str:
    """The file that the documentation shows."""
    return documented("blood_of_kings")


@pytest.fixture(scope="module")
def view(typed: str) -> engines.View:
    return engines.parse_position(typed)


# --- a file typed by hand ---


def test_the_documented_file_is_what_it_says(view: engines.View) -> None:
    assert (view.seat, view.player) == (2, 2)
    texts = [view.text(action) for action in view.actions()]
    assert "play expansion" in texts
    assert "play development" not in texts
    data, board = view.data, numbers()
    assert data["ruler"].tolist() == [1, 2, 3, 4, 0, 2]
    assert data["armies"][2][board.region_names.index("Paris")] == 3
    assert data["fleets"][1][board.sea_names.index("Aegean Sea")] == 1
    assert data["alliance"].tolist() == [0, 3, 0, 0, 0, 0]


def test_supplies_and_hands_of_kingdoms_follow(view: engines.View) -> None:
    data, board = view.data, numbers()
    # Flags: those of the start, one more region, a sea, and two of the Legal institution.
    assert data["flags_left"].tolist() == [4, 3, 1, 3, 3, 4]
    # Two expansions of France are in its hand; what the stack has is not.
    assert data["in_hand"][2].tolist() == [1, 1, 2, 0, 1, 0, 2]
    # Sets, discards, four hands, three mats.
    named = 15 + 5 + 4 + 5 + 4 + 5 + 3 + 2 + 2
    assert int(data["deck_size"]) == sum(card.copies for card in board.deck) - named


def test_worlds_of_a_typed_file_fit_it(view: engines.View) -> None:
    board = numbers()
    unrest, five = board.card_names.index("unrest"), board.card_names.index("influence 5")
    for seed in range(20):
        world = view.sample(seed)
        assert world.view(2) == view
        hidden = world.data["hand"][0][unrest] + sum(world.data["mat"][:3] == unrest)
        assert hidden >= 1
        assert world.data["mat"][3] == five


@pytest.mark.rule("R41.5")
def test_a_face_down_card_is_any_card_that_is_unseen() -> None:
    """As often a bluff as the unseen cards imply: no card is assumed to be honest."""
    board = numbers()
    table = Table(4).mat(1, "Italy", "Italy 7").hand(1, "unrest", "intrigue")
    view = table.kingdom("Spain").view(0)
    unseen = [int(n) for n in view.data["deck"]]
    legal = sum(n for n, card in zip(unseen, board.deck, strict=True) if card.shields >> 3 & 1)
    share = legal / sum(unseen)
    worlds = 3000
    honest = sum(
        board.deck[int(view.sample(seed).data["mat"][0])].shields >> 3 & 1 for seed in range(worlds)
    )
    assert honest / worlds == pytest.approx(share, abs=4 * (share * (1 - share) / worlds) ** 0.5)


def test_a_flag_lies_beneath_where_a_kingdom_lost_a_region(typed: str) -> None:
    nobody = 'ruler = "nobody"\ncrowns = 0'
    text = changed(
        typed,
        ("Reims, Rouen", "Reims, Gloucester"),
        (nobody, f'{nobody}\nregions = "London, York, Bristol, Lincoln"'),
        (", 1 Rouen", ""),
    )
    data = engines.parse_position(text).data
    gloucester = numbers().region_names.index("Gloucester")
    holds, flags = ([int(m) >> gloucester & 1 for m in data[f]] for f in ("holds", "flags"))
    assert holds == [0, 0, 1, 0, 0, 0]
    assert flags == [0, 0, 1, 0, 1, 0]


# --- discards that nobody noted ---

DISCARDS = 'discards = "3 unrest, Germany 7, influence 5"'


def unnoted(typed: str, discards: str) -> engines.View:
    return engines.parse_position(changed(typed, (DISCARDS, f'discards = "{discards}"')))


@pytest.mark.rule("R41.2")
@pytest.mark.parametrize("noted", ["none", "3 unrest, Germany 7"])
@pytest.mark.parametrize("number", [1, 12, 70])
def test_discards_that_nobody_noted_are_of_all_kinds_alike(
    typed: str, noted: str, number: int
) -> None:
    before, view = (
        unnoted(typed, noted),
        unnoted(typed, f"{noted}, {number} ?".removeprefix("none, ")),
    )
    unseen = before.data["deck"].astype(int)
    taken = view.data["discards"].astype(int) - before.data["discards"]
    assert taken.sum() == number
    assert abs(taken - number * unseen / unseen.sum()).max() < 1
    assert (unseen - view.data["deck"] == taken).all()
    assert before.data["deck_size"] - view.data["deck_size"] == number
    for seed in range(5):
        assert view.sample(seed).view(2) == view


def test_a_file_names_what_was_taken_for_unnoted_discards(typed: str) -> None:
    view = unnoted(typed, "3 unrest, 12 ?")
    assert view == unnoted(typed, "12 ?, 3 unrest")
    text = engines.position_toml(view)
    assert " ?" not in text.partition("[[kingdoms]]")[0]
    assert engines.parse_position(text) == view


def test_all_cards_that_are_left_may_be_unnoted_discards(typed: str) -> None:
    left = int(unnoted(typed, "none").data["deck_size"])
    assert unnoted(typed, f"{left} ?").data["deck_size"] == 0
    said = f"table.discards: {left + 1} that nobody noted, all other places leave {left}"
    assert said_about(typed, (DISCARDS, f'discards = "{left + 1} ?"')) == said


BAD_FILES = [
    (DISCARDS, 'discards = "999 unrest"', "table: 1005 cards unrest named, there are 24"),
    ('hand = "Intrigue', 'hand = "999 Intrigue', "seats[2].hand: a number that is larger than any"),
    ('"unrest", "2 intrigue"', '"999 unrest"', "table.sets: a number that is larger than any"),
    ('"3 Paris,', '"3 Pari,', "kingdoms[2].armies: unknown 'Pari'; did you mean Paris?"),
    ('ruler = "seat 3"', 'ruler = "seat 4"', "kingdoms[3].ruler: unknown 'seat 4'"),
    ('kingdom = "Spain"\nruler', 'kingdom = "Italy"\nruler', "kingdoms[0].kingdom: expected"),
    ('stack = "taxation, expansion"', 'stack = "3 council"', "kingdoms[0].stack: 3 council"),
    ('"2 artistic"', '"5 artistic"', "kingdoms[2].institutions: level 5 of artistic"),
    ("crowns = 11", "crowns = -1", "kingdoms[1].crowns: expected a whole number"),
    ('seas = "Aegean Sea"', 'seas = "Black Sea"', "kingdoms[1].seas: unknown 'Black Sea'"),
    (
        'armies = "2 Rome',
        'flags_beneath = "Rome"\narmies = "2 Rome',
        "kingdoms[3].flags_beneath: Rome has it on top",
    ),
    (
        'armies = "2 Rome',
        'seas = "Aegean Sea"\narmies = "2 Rome',
        "kingdoms[3].seas: Aegean Sea is controlled by Byzantium already",
    ),
    ("Reims, Rouen", "Reims, Rouen, Calais, Dijon, Bruges", "kingdoms[2].regions: 10 flags"),
    ('"unrest", "2 intrigue"', '"unrest", "40 intrigue"', "table: 42 cards intrigue named"),
    ('"unrest", "2 intrigue"', '"unrest", "2 intriguing"', "table.sets[1].sets: unknown"),
    ('bag = "Elite Guard', 'bag = "Divine Right', "table.bag: Divine Right is on the display"),
    ('order = "Spain, ', 'order = "', "table.order: 5 names, expected all 6"),
    ('"France 7, unrest"', '"France 7, ?"', "seats[2].influence.France: '?' in your own stack"),
    ("glory = 4", 'told = "unrest"\nglory = 4', "seats[2].told: only of other players"),
    ("glory = 4", "coins = 4", "seats[2].glory: missing"),
    ("cards = 4", "cards = 4\nhand = 'unrest'", "seats[0].hand: unknown; choose from"),
    ('step = "play a Kingdom card"', 'step = "play"', "time.step: unknown 'play'"),
    ("glory = 4", "laid = { France = [1] }\nglory = 4", "seats[2].laid.France: expected the turns"),
    (
        "glory = 4",
        "taken = { unrest = 4 }\nglory = 4",
        "seats[2].taken: seat 2 cannot have taken unrest openly in turn 4",
    ),
    # What belongs to another phase or card.
    (
        'step = "play a Kingdom card"',
        'step = "offer an Alliance"',
        "time.step: 'offer an Alliance' belongs to the negotiation phase",
    ),
    (
        'step = "play a Kingdom card"',
        'step = "commit influence"',
        "time.step: 'commit influence' belongs to the dynasty phase",
    ),
    (
        'step = "play a Kingdom card"',
        'step = "assault"',
        "time.step: 'assault' belongs to expansion, but France has played no card in this turn",
    ),
    (
        'kingdom = "France"\nfirst',
        'kingdom = "Byzantium"\nfirst',
        "time.step: Byzantium cannot be the one to play a Kingdom card",
    ),
    # What the rules find.
    (
        'kingdom = "France"\nfirst',
        'kingdom = "Italy"\nfirst',
        "time.step: the rules would not ask player 2 here to play a Kingdom card",
    ),
    (
        '"seat 1"\ncrowns = 10',
        '"nobody"\ncrowns = 10\ntoken_with = "France"',
        "kingdoms[5].token_with: Germany cannot have its token there",
    ),
    ('armies = "3 Paris', 'armies = "23 Paris', "kingdoms[2].armies: France has 24 there"),
    ('"Glorious Capitol"', '"Divine Right"', "table.display: 10 tiles"),
    ('seen = "unrest"', 'seen = "8 unrest"', "seats[0].cards: 8 cards named for 7"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "said"), BAD_FILES, ids=[f"{old}-{new}"[:40] for old, new, _ in BAD_FILES]
)
def test_errors_name_the_entry_and_what_is_wrong(typed: str, old: str, new: str, said: str) -> None:
    assert said_about(typed, (old, new)).startswith(said)


# --- files that are written ---


def written(view: engines.View) -> dict[str, object]:
    """The entries as a program finds them in the file."""
    values = json.loads(json.dumps(position_page(view).values))
    return {key: value for key, value in values.items() if key not in ("game", "options")}


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.03, pytest.param(0.15, marks=pytest.mark.soak)])
@pytest.mark.parametrize("players", [3, 6])
def test_every_view_of_a_game_is_written_and_read_again(players: int, share: float) -> None:
    """Cards that were looked at, offers, battles and all else that is under way included."""
    game = engines.load("blood_of_kings", players=players, turn_cap=12)
    rng = random.Random(players)
    chance = engines.Chance(players)
    state = game.root()
    while not state.over:
        seat = rng.choice([*range(players), engines.PUBLIC])
        view = state.view(seat)
        if rng.random() < share:
            assert view_from(game, written(view)) == view
        if state.player >= 0:
            state.apply(rng.choice(state.actions()))
        else:
            state.apply(state.roll(chance))
    assert view_from(game, written(state.view(0))) == state.view(0)


def test_what_follows_is_not_written_twice() -> None:
    """Where nothing is under way, the file needs no table for it."""
    table = Table(4).hand(0, "unrest").mat(1, "Italy", "diplomacy", "unrest").crowns("Spain", 3)
    values = written(table.kingdom("Spain").view(0))
    assert "under_way" not in values
    assert values["seats"][0]["hand"] == "1 unrest"  # type: ignore[index]
    assert values["seats"][1]["influence"] == {"Italy": "?, ?"}  # type: ignore[index]


def test_who_looked_at_a_stack_is_written() -> None:
    table = Table(4).hand(0, "intrigue").mat(1, "Italy", "diplomacy", "unrest")
    table.hand(1, "unrest").played("Italy", C.ADMINISTRATION)
    for kingdom in ("Spain", "Byzantium", "France"):
        table.played(kingdom, C.TAXATION)
    for kingdom in ("England", "Germany"):
        table.played(kingdom, C.SUCCESSION)
    state = table.dynasty(0)
    state.apply(state.parse("look at the stack of seat 1 on Italy"))
    while state.text(state.actions()[0]) == "do not foil":
        state.apply(state.actions()[0])
    while "next from the bottom" in state.text(state.actions()[0]):
        state.apply(state.actions()[0])
    assert written(state.view(0))["seats"][1]["influence"] == {  # type: ignore[index]
        "Italy": "unrest, diplomacy"
    }
    assert written(state.view(1))["seats"][1]["looked"] == {  # type: ignore[index]
        "Italy": "2 seat 0"
    }
    for seat in range(4):
        view = state.view(seat)
        assert view_from(state.game, written(view)) == view


def test_the_template_says_what_everything_means() -> None:
    game = engines.load("blood_of_kings", players=3)
    state = game.root()
    state.resolve(engines.Chance(1))
    text = engines.position_toml(state.view(0))
    assert engines.parse_position(text) == state.view(0)
    for comment in ("# the Kingdom order track", '# a seat, or "nobody"', "# your Dynasty cards"):
        assert comment in text
    assert max(map(len, text.splitlines())) < 130
