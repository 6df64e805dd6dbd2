"""Blood of Kings: the data folder, its errors and its sources."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from eminence import engines
from eminence.cython_ext.errors import BadData
from eminence.engines.blood_of_kings.names import (
    ACHIEVEMENTS,
    CARDS,
    DYNASTY,
    EVIDENCE,
    INSTITUTIONS,
)
from eminence.engines.blood_of_kings.numbers import DATA, FILES, Board, read, sources
from eminence.engines.blood_of_kings.tables import CAPITOL, CASTLE, CATHEDRAL, TOWN
from eminence.engines.kit.tables import SOURCES, data_hash

Edit = tuple[str, str, str]


@pytest.fixture(scope="module")
def board() -> Board:
    return read(DATA)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A user's own copy of the data."""
    return Path(shutil.copytree(DATA, tmp_path / "my_kings"))


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


# --- what the rulebook fixes ---


@pytest.mark.rule("R2.4")
def test_kingdoms_stand_in_the_rulebooks_order(board: Board) -> None:
    order = ("Spain", "Byzantium", "France", "Italy", "England", "Germany")
    assert board.kingdoms == order
    known = dict(zip(order, board.colours, strict=True))
    assert (known["Byzantium"], known["Italy"], known["England"]) == ("gold", "green", "red")


@pytest.mark.rule("R3.1", "R3.3", "R3.4")
def test_the_map_has_what_the_rulebook_tells_of_it(board: Board) -> None:
    assert len(board.seas) == 7
    assert len(board.straits) == 3
    assert len(board.regions) == 58
    assert len(board.roads) == 88
    for k in range(6):
        assert sum(r.type == CAPITOL for r in board.owned(k)) == 1
    ports = [r for r in board.regions if r.port >= 0]
    assert sum(r.type == CAPITOL for r in ports) == 2
    assert {r.type for r in ports} == {CAPITOL, TOWN}
    assert any(sea.base_income == 3 for sea in board.seas)


@pytest.mark.rule("R2.2", "R2.5")
def test_kingdoms_start_as_reconstructed(board: Board) -> None:
    """The rulebook wants 2, 3 or 4 flags left and a stability of at least 3."""
    starts = {
        name: (board.starting_income(k), board.starting_stability(k), board.flags_left(k))
        for k, name in enumerate(board.kingdoms)
    }
    assert starts == {
        "Spain": (8, 3, 4),
        "Byzantium": (8, 3, 4),
        "France": (11, 3, 2),
        "Italy": (10, 3, 3),
        "England": (9, 3, 3),
        "Germany": (10, 3, 2),
    }


def test_the_map_fits_the_illustrations(board: Board) -> None:
    """A castle beside the French capitol, and one cathedral with three regions around it."""
    names = board.region_names
    joined = {frozenset((names[a], names[b])) for a, b in board.roads}
    for castle in ("Rouen", "Orleans"):
        assert {"Paris", castle} in joined
        assert board.regions[names.index(castle)].type == CASTLE
    assert board.regions[names.index("Chartres")].type == CATHEDRAL
    for beside in ("Paris", "Rouen", "Angers"):
        assert {"Chartres", beside} in joined


@pytest.mark.rule("R12.6")
def test_mats_have_the_printed_numbers(board: Board) -> None:
    legal, economic, military, religious, artistic = range(len(INSTITUTIONS))
    for mat in board.mats:
        for institution in (legal, economic, military, religious):
            assert mat.cost[institution] == (0, 8, 14, 20)
        assert [2 * cost for cost in mat.cost[artistic]] == [*mat.cost[economic]]
        assert mat.siege == (1, 1, 1, 1)
        assert sum(mat.flags) + board.flags == board.flag_tokens
    italy = board.mats[board.kingdoms.index("Italy")]
    assert italy.influence[0] == -4
    assert italy.stability == (2, 3, 4, 5)
    assert CARDS[italy.grants[religious][1]] == "development"
    assert (italy.capitol[2], italy.castle[2], italy.town[2], italy.sea[2]) == (4, 2, 4, 2)


@pytest.mark.rule("R2.3")
def test_every_kingdom_card_is_a_starting_one_or_granted(board: Board) -> None:
    for k in range(6):
        granted = [card for levels in board.mats[k].grants for card in levels if card >= 0]
        for card in range(len(CARDS)):
            there = board.starting_cards[k][card] + granted.count(card)
            assert there == board.total_cards[k][card]
        assert sum(board.starting_cards[k]) == 9


@pytest.mark.rule("R16.2")
def test_what_each_kingdom_card_permits(board: Board) -> None:
    told = {
        card: {kind for i, kind in enumerate(DYNASTY) if board.permits[c] >> i & 1}
        for c, card in enumerate(CARDS)
    }
    assert told["administration"] == {"influence", "intrigue"}
    assert told["preparations"] == {"unrest", "diplomacy"}
    assert told["succession"] == {"influence", "unrest"}
    assert told["taxation"] >= {"influence", "unrest"}
    assert told["development"] >= {"influence", "unrest"}
    assert told["expansion"] >= {"attrition", "diplomacy"}
    assert told["council"]


def test_the_deck_has_28_kinds(board: Board) -> None:
    assert len(board.deck) == 28
    assert sum(card.copies for card in board.deck) == 120
    assert [card.value for card in board.deck[:3]] == [4, 5, 6]
    assert [card.shields for card in board.deck[3:9]] == [1, 2, 4, 8, 16, 32]
    assert board.deck[9].name == "Spain/Byzantium 7"
    assert board.deck[9].shields == 0b000011
    assert board.deck[10].shields == 0b000101
    assert board.deck[23].name == "England/Germany 7"
    assert board.deck[23].shields == 0b110000
    assert board.card_names[24:] == ("unrest", "attrition", "diplomacy", "intrigue")
    assert len({*board.card_names}) == 28


@pytest.mark.rule("R33.6")
def test_the_battle_table(board: Board) -> None:
    attacker, defender, smaller = 0, 1, 2
    assert board.battle[1] == (attacker, attacker)
    assert board.battle[2] == (smaller, attacker)
    assert board.battle[4] == (smaller, defender)
    even = [tie if first == smaller else first for first, tie in board.battle]
    assert even.count(attacker) == even.count(defender) == 3


def test_thirty_achievements(board: Board) -> None:
    assert len(board.achievements) == len(ACHIEVEMENTS) == 30
    assert tuple(tile.id for tile in board.achievements) == ACHIEVEMENTS
    evidence = [EVIDENCE[tile.evidence] for tile in board.achievements]
    assert [evidence.count(kind) for kind in EVIDENCE] == [19, 9, 2]
    numbers = {tile.id: tile.numbers for tile in board.achievements}
    assert numbers["divine_right"] == {"influence": 4}
    assert numbers["monastic_order"] == {"reduction": 3, "institutions": 0b10000}
    assert numbers["mighty_castles"] == {"fortification": 1, "castles_only": 0}


# --- errors ---

BAD_DATA: list[tuple[Edit, str]] = [
    (("seas.csv", "sea,base", "water,base"), "seas.csv, header, sea: missing column"),
    (("seas.csv", "Baltic Sea,2,reconstructed\n", ""), "seas.csv: 6 rows, expected 7"),
    (
        ("seas.csv", "Baltic Sea,2", "Baltic Sea,21"),
        "seas.csv, row 1, base_income: expected a whole number from 0 to 20, got 21",
    ),
    (("kingdoms.csv", "France,blue", "Spain,blue"), "kingdoms.csv, row 3, kingdom: 'Spain' again"),
    (
        ("kingdoms.csv", "France,blue", "2 France,blue"),
        "kingdoms.csv, row 3, kingdom: '2 France': expected no digit in front",
    ),
    (
        ("sea_borders.csv", "Baltic Sea,North Sea", "Baltic Sea,Baltic Sea"),
        "sea_borders.csv, row 1, other: 'Baltic Sea': expected two different ones",
    ),
    (
        ("regions.csv", "Gloucester,castle", "Gloucester,fort"),
        "regions.csv, row 2, type: unknown 'fort': choose capitol, castle, town or cathedral",
    ),
    (
        ("regions.csv", "Gloucester,castle", "Gloucester,capitol"),
        "regions.csv, row 2, type: a second capitol, after London",
    ),
    (
        ("regions.csv", "London,capitol", "London,castle"),
        "regions.csv, row 1, port: 'North Sea': only capitols and towns have one",
    ),
    (
        ("regions.csv", "Paris,capitol", "Paris,castle"),
        "regions.csv, type: France has no capitol, expected one",
    ),
    (
        ("regions.csv", "London,capitol,England", "London,capitol,independent"),
        "regions.csv, row 1, kingdom: a capitol belongs to a kingdom",
    ),
    (
        ("regions.csv", "Gloucester,castle,England", "Gloucester,castle,Wales"),
        "regions.csv, row 2, kingdom: unknown 'Wales'",
    ),
    (("regions.csv", "York,", "North Sea,"), "regions.csv, row 3, region: 'North Sea' is a sea"),
    (
        ("roads.csv", "London,Lincoln", "Gloucester,London"),
        "roads.csv, row 2, other: 'London': expected each pair once",
    ),
    (
        ("roads.csv", "York,Edinburgh,reconstructed\n", ""),
        "roads.csv, region: Edinburgh cannot be reached from London",
    ),
    (
        ("straits.csv", "London,Calais,North Sea", "London,Calais,Calais"),
        "straits.csv, row 1, sea: unknown 'Calais'",
    ),
    (
        ("mats.csv", "all,legal,2,cost,8", "all,legal,1,cost,8"),
        "mats.csv, row 1, level: expected a whole number from 2 to 4, got 1",
    ),
    (
        ("mats.csv", "all,legal,2,cost", "Spain,legal,2,cost"),
        "mats.csv, cost: Byzantium has none at level 2 of the legal institution",
    ),
    (
        ("mats.csv", "all,legal,1,influence", "all,legal,1,stability"),
        "mats.csv, row 4, what: unknown 'stability': choose cost, influence or flags",
    ),
    (
        ("grants.csv", "Spain,legal,2,administration", "Spain,legal,2,expansion"),
        "kingdom_cards.csv, row 7, total: 3, but 1 in hand and 3 granted",
    ),
    (
        ("kingdom_cards.csv", "Spain,succession,1,1", "Spain,succession,0,1"),
        "kingdom_cards.csv, row 1, starting: 0: expected 1",
    ),
    (
        ("permits.csv", "council,attrition", "council,famine"),
        "permits.csv, row 3, dynasty: unknown 'famine'",
    ),
    (
        ("deck.csv", "shield,Spain,7", "shield,France,7"),
        "deck.csv, row 4, shields: expected 'Spain', got 'France'",
    ),
    (("deck.csv", "generic,none,5", "generic,none,4"), "deck.csv, row 2, value: '4' again"),
    (
        ("deck.csv", "unrest,none,0", "unrest,none,1"),
        "deck.csv, row 25, value: expected a whole number from 0 to 0, got 1",
    ),
    (
        ("battle.csv", "3,smaller,attacker", "3,smaller,none"),
        "battle.csv, row 3, tie: unknown 'none': choose attacker or defender",
    ),
    (("battle.csv", "2,attacker", "3,attacker"), "battle.csv, row 2, die: expected 2"),
    (
        ("achievements.toml", "[divine_right]", "[divine_left]"),
        "achievements.toml, divine_right: missing",
    ),
    (
        ("achievements.toml", "influence = 4", "influence = 40"),
        "achievements.toml, [divine_right], influence: expected a whole number from 0 to 20",
    ),
    (
        ("achievements.toml", '["artistic"]', '["poetic"]'),
        "achievements.toml, [monastic_order], institutions: unknown 'poetic'",
    ),
    (
        ("achievements.toml", '"Divine Right"', '"Baggage Trains"'),
        "achievements.toml, [divine_right], name: 'Baggage Trains' is another tile's name",
    ),
    (
        ("rules.toml", "sets = 12", "sets = 11"),
        "rules.toml, [setup], sets: expected a whole number from",
    ),
    (
        ("rules.toml", "flags = 8 ", "flags = 5 "),
        "rules.toml, [setup], flags: 5, but France starts with 6 regions",
    ),
    (
        ("rules.toml", "flags = 14", "flags = 13"),
        "rules.toml, [tokens], flags: 13, but Spain can gain 14",
    ),
    (
        ("rules.toml", "siege = 4", "siege = 3"),
        "rules.toml, [tokens], siege: 3, but Spain can gain 4",
    ),
    (
        ("rules.toml", "trade_front = 1", "trade_front = 3"),
        "rules.toml, [tokens], trade_front: 3 is above trade_back",
    ),
    (("rules.toml", "council = 5", "counsel = 5"), "rules.toml, [actions], council: missing"),
]


@pytest.mark.parametrize(("change", "said"), BAD_DATA, ids=[said for _, said in BAD_DATA])
def test_errors_name_file_row_and_field(folder: Path, change: Edit, said: str) -> None:
    edit(folder, *change)
    with pytest.raises(BadData) as caught:
        read(folder)
    assert str(caught.value).startswith(said), str(caught.value)
    assert "\n" not in str(caught.value)


def test_too_few_and_too_many_cards_are_told(folder: Path) -> None:
    edit(folder, "deck.csv", "intrigue,none,0,21", "intrigue,none,0,29")
    read(folder)
    edit(folder, "deck.csv", "intrigue,none,0,29", "intrigue,none,0,30")
    with pytest.raises(BadData, match=r"deck\.csv, copies: 129 cards, choose at most 128"):
        read(folder)
    edit(folder, "deck.csv", "intrigue,none,0,30", "intrigue,none,0,0")
    edit(folder, "deck.csv", "unrest,none,0,24", "unrest,none,0,0")
    for value in (4, 5, 6):
        edit(folder, "deck.csv", f"generic,none,{value},8", f"generic,none,{value},0")
    edit(folder, "deck.csv", "diplomacy,none,0,12", "diplomacy,none,0,2")
    with pytest.raises(BadData, match=r"deck\.csv, copies: 41 cards, the first deal needs 42"):
        read(folder)


def test_a_missing_file_is_named(folder: Path) -> None:
    for file in FILES:
        text = (folder / file).read_bytes()
        (folder / file).unlink()
        with pytest.raises(BadData, match=file):
            engines.load("blood_of_kings", data=folder)
        (folder / file).write_bytes(text)
    with pytest.raises(BadData, match="is no folder"):
        engines.load("blood_of_kings", data=folder / "none")


# --- own data ---


def test_a_kingdoms_own_mat_goes_before_that_of_all(folder: Path) -> None:
    """The rulebook calls each mat unique: an owner can write down six of them."""
    with (folder / "mats.csv").open("a", encoding="utf-8") as file:
        file.write("Italy,legal,1,influence,-3,rulebook\nItaly,artistic,4,cost,9,rulebook\n")
    own = read(folder)
    assert [mat.influence[0] for mat in own.mats] == [-4, -4, -4, -3, -4, -4]
    assert [mat.cost[4][3] for mat in own.mats] == [10, 10, 10, 9, 10, 10]
    assert data_hash(folder, FILES) != data_hash(DATA, FILES)


def test_own_numbers_make_another_game_beside_ours(folder: Path) -> None:
    edit(folder, "rules.toml", "glory = 2 ", "glory = 3 ")
    ours = engines.load("blood_of_kings")
    theirs = engines.load("blood_of_kings", data=folder)
    assert ours.fingerprint != theirs.fingerprint
    for game, glory in ((ours, 2), (theirs, 3), (ours, 2)):
        assert game.root().data["glory"][0] == glory


# --- options ---

TEN = "+".join(ACHIEVEMENTS[3:13])


@pytest.mark.rule("R1.2", "R5.1", "Q16")
def test_tiles_may_be_named() -> None:
    game = engines.load("blood_of_kings", achievements=10, tiles=TEN)
    state = game.root()
    assert int(state.data["bag"]) == sum(1 << i for i in range(3, 13))
    state.resolve(engines.Chance(1))
    shown, left = int(state.data["display"]), int(state.data["bag"])
    assert (shown.bit_count(), left.bit_count(), shown & left) == (5, 5, 0)


@pytest.mark.rule("R1.2", "R5.1", "Q16")
@pytest.mark.parametrize("count", [10, 15, 22, 30])
def test_the_seed_draws_the_tiles_of_the_game(count: int) -> None:
    game = engines.load("blood_of_kings", achievements=count)
    drawn = set()
    for seed in (1, 2):
        state = game.root()
        state.resolve(engines.Chance(seed))
        tiles = int(state.data["display"] | state.data["bag"])
        assert tiles.bit_count() == count
        assert int(state.data["display"]).bit_count() == 5
        drawn.add(tiles)
    assert len(drawn) == (1 if count == 30 else 2)


@pytest.mark.rule("R1.1", "R1.3", "R1.4", "R1.5")
def test_options_are_offered_and_refused_in_one_line() -> None:
    for given, said in (
        ({"players": 2}, "unknown option players=2: choose 3, 4, 5 or 6"),
        ({"achievements": 31}, "unknown option achievements=31: expected a whole number"),
        ({"last_turn": 60}, "last_turn=60: turn_cap=60 ends the game before a tie can be"),
        ({"negotiation": "some"}, "unknown option negotiation='some': choose full, money or"),
        ({"turn_cap": 0}, "unknown option turn_cap=0: expected a whole number from 1 to 200"),
        ({"tiles": "crown"}, "unknown option tiles='crown': choose random or tiles joined by"),
        (
            {"tiles": "divine_right+elite_guard"},
            "tiles=divine_right+elite_guard: names 2, but the game has achievements=15:",
        ),
    ):
        with pytest.raises(engines.BadOption) as caught:
            engines.load("blood_of_kings", **given)
        assert str(caught.value).startswith(said)
        assert "\n" not in str(caught.value)


def test_every_number_has_a_source() -> None:
    lines = sources()
    assert {line.file for line in lines} == set(FILES)
    assert all(line.source.split(":")[0] in SOURCES for line in lines)
    by_entry = {(line.file, line.entry): line for line in lines}
    assert by_entry["mats.csv", "all economic 2 cost value"].source == "rulebook"
    assert by_entry["mats.csv", "all economic 4 cost value"].source == "reconstructed"
    assert by_entry["rules.toml", "actions council"].source == "rulebook"
    assert by_entry["rules.toml", "tokens armies"].source == "reconstructed"
    assert by_entry["rules.toml", "tokens siege"].source == "rulebook"
    assert by_entry["regions.csv", "London"].source == "reconstructed"
    assert by_entry["achievements.toml", "divine_right influence"].value == "4"
