"""Wallenstein: region cards (G1 to G5)."""

from __future__ import annotations

import json

import pytest
from wallenstein_builder import Table, begin, loaded, play, texts

from eminence import engines
from eminence.engines.wallenstein.names import ACTIONS, CONVERSIONS
from eminence.engines.wallenstein.state import Card, Phase

#: one county in each of the five regions
EVERYWHERE = ("Altmark", "Anhalt", "Böhmen", "Augsburg", "Breisgau")
OTHERS = ("Mittelmark", "Kursachsen", "Passau", "Regensburg", "Lothringen")
SECOND = ["2 Thalers", "1 army into the tray"]
THIRD = ["4 Thalers", "1 grain", "2 armies into the tray"]
FOURTH = ["6 Thalers", "2 grain", "3 armies into the tray", "1 point"]


def spread(regions: int = 4, card: int = 0, season: int = 0) -> Table:
    """Seat 0 controls a county in so many regions; its top card is the one so far down."""
    table = Table(3, expansions=("regions",))
    for name in EVERYWHERE[:regions]:
        table.county(0, name, 2)
    table.fields["region_card"] = [card, 0, 0]
    return table.at(0, season)


def asked(table: Table) -> engines.State:
    """After the player order is set."""
    state = table.state()
    begin(state)
    return state


def is_asked(state: engines.State) -> bool:
    return state.data["phase"] == Phase.BENEFIT


def cards(state: engines.State) -> list[int]:
    return [int(card) + 1 for card in state.data["region_card"][: state.game.seats]]


@pytest.mark.rule("G1")
def test_the_card_with_the_empty_banner_lies_on_top() -> None:
    for players in (3, 4, 5):
        state = loaded(players, expansions=("regions",))[0].root()
        assert cards(state) == [1] * players
    assert loaded(3)[1].region_cards.benefits[0] == (0, 0, 0, 0)


@pytest.mark.rule("G2")
@pytest.mark.parametrize(("regions", "met"), [(3, False), (4, True), (5, True)])
def test_counties_in_four_regions_are_needed(regions: int, met: bool) -> None:
    state = asked(spread(regions).county(0, "Mittelmark", 1))
    assert is_asked(state) == met
    assert cards(state)[0] == 1 + met


@pytest.mark.rule("G2")
def test_the_condition_is_checked_in_player_order() -> None:
    table = spread()
    for name in OTHERS[:4]:
        table.county(2, name, 2)
    state = table.state()
    begin(state, positions={2: 1, 1: 3, 0: 5})
    seen = []
    while is_asked(state):
        seen.append(state.player)
        play(state, "2 Thalers")
    assert seen == [2, 0]
    assert cards(state) == [2, 1, 2]


@pytest.mark.rule("G2")
def test_benefits_come_before_the_court() -> None:
    """With three players all line-ups begin in four regions."""
    state = loaded(3, expansions=("regions", "court"))[0].root()
    chance = engines.Chance(3)
    state.resolve(chance)
    courtiers = state.data["entrance"].tolist()
    while not is_asked(state):
        state.apply(state.actions()[0])
        state.resolve(chance)
    extra = slice(len(ACTIONS), len(ACTIONS) + len(CONVERSIONS))
    for seat in range(3):
        assert is_asked(state)
        assert state.data["entrance"].tolist() == courtiers
        others = state.view((seat + 1) % 3)
        assert (others.data["box"][seat][extra] == Card.FACE_DOWN).all()
        play(state, "2 Thalers")
    assert not is_asked(state)


@pytest.mark.rule("G2")
def test_in_the_first_spring_leaders_are_placed_before() -> None:
    table = Table(3, expansions=("regions", "leaders"))
    for name in EVERYWHERE[:4]:
        table.county(0, name, 2)
    state = asked(table)
    assert texts(state) == [
        f"leader to {name}" for name in ("Altmark", "Anhalt", "Böhmen", "Augsburg")
    ]
    play(state, "leader to Anhalt")
    assert texts(state) == SECOND


@pytest.mark.rule("G3")
@pytest.mark.parametrize(
    ("card", "season", "offered"), [(0, 0, SECOND), (1, 1, THIRD), (2, 2, FOURTH)]
)
def test_the_top_card_slides_and_one_benefit_of_the_next_is_chosen(
    card: int, season: int, offered: list[str]
) -> None:
    state = asked(spread(card=card, season=season))
    assert (state.player, cards(state)[0]) == (0, card + 2)
    assert texts(state) == offered
    play(state, offered[0])
    assert not is_asked(state)


@pytest.mark.rule("G3")
def test_who_misses_a_round_receives_the_card_that_is_next_in_the_deck() -> None:
    """In summer without four regions: the deck stays, and in fall the third card comes."""
    state = asked(spread(regions=3, card=1, season=1))
    assert not is_asked(state)
    assert cards(state)[0] == 2
    state = asked(spread(card=1, season=2))
    assert texts(state) == THIRD


def chosen(text: str, card: int = 2, table: Table | None = None) -> engines.State:
    """In fall, seat 0 receives the fourth card."""
    state = asked(table or spread(card=card, season=2))
    play(state, text)
    return state


@pytest.mark.rule("G4.1")
def test_benefit_thalers() -> None:
    assert chosen("6 Thalers").data["thalers"].tolist() == [6, 0, 0, 0, 0]


@pytest.mark.rule("G4.2")
def test_benefit_grain() -> None:
    assert chosen("2 grain").data["grain"].tolist() == [2, 0, 0, 0, 0]


@pytest.mark.rule("G4.3")
def test_benefit_armies_go_from_the_supply_into_the_tray() -> None:
    before = spread(card=2, season=2).state().data["supply"][0]
    state = chosen("3 armies into the tray")
    assert state.data["tray"].tolist() == [3, 0, 0, 0, 0, 0]
    assert state.data["supply"][0] == before - 3


@pytest.mark.rule("G4.3")
def test_with_few_armies_those_that_there_are_and_with_none_another_benefit() -> None:
    state = chosen("3 armies into the tray", table=spread(card=2, season=2).supply(0, 2))
    assert state.data["tray"][0] == 2
    assert state.data["supply"][0] == 0
    state = asked(spread(card=2, season=2).supply(0, 0))
    assert texts(state) == [text for text in FOURTH if "armies" not in text]
    # On the second card Thalers are left alone: nothing to choose.
    state = asked(spread().supply(0, 0))
    assert not is_asked(state)
    assert state.data["thalers"][0] == 2


@pytest.mark.rule("G4.4")
def test_benefit_victory_points() -> None:
    state = chosen("1 point")
    assert state.sources()[0]["region cards"] == 1
    assert not any(state.sources()[1].values())
    while not state.over and state.data["year"] == 0:
        state.apply(state.outcomes()[0][0] if state.player < 0 else state.actions()[0])
    assert state.sources()[0]["region cards"] == 1


@pytest.mark.rule("G5")
def test_after_winter_the_decks_are_as_at_the_beginning() -> None:
    table = spread(card=2, season=2).has(0, grain=20)
    state = chosen("6 Thalers", table=table)
    assert cards(state) == [4, 1, 1]
    while state.data["year"] == 0:
        assert cards(state) == [4, 1, 1]
        state.apply(state.outcomes()[0][0])
    assert cards(state) == [1, 1, 1]


@pytest.mark.rule("G3")
def test_through_the_rounds_of_a_year_each_card_comes_once() -> None:
    """Seats that always meet the condition get Thalers of the second, third, fourth card."""
    game = loaded(3, expansions=("regions",))[0]
    state = game.root()
    chance = engines.Chance(5)
    got: dict[tuple[int, int], list[str]] = {}
    while not state.over:
        state.resolve(chance)
        if state.over:
            break
        if is_asked(state):
            got.setdefault((int(state.data["year"]), state.player), []).append(texts(state)[0])
            state.apply(state.actions()[0])
        elif state.data["phase"] == Phase.PLAN:
            # Money cards alone: nobody gains or loses anything.
            state.apply(state.actions()[-1])
        else:
            state.apply(state.actions()[0])
    for year, seat in got:
        first = ["2 Thalers", "4 Thalers", "6 Thalers"][: len(got[year, seat])]
        assert got[year, seat] == first
    assert {len(choices) for choices in got.values()} == {3}


def test_a_deck_that_slid_too_often_is_refused() -> None:
    table = spread(card=1)
    with pytest.raises(engines.BadPosition, match=r"region_card\[0\]: "):
        table.state()
    basic = Table(3).county(0, "Altmark", 2).at(0, 2)
    basic.fields["region_card"] = [1, 0, 0]
    with pytest.raises(engines.BadPosition, match=r"region_card\[0\]: "):
        basic.state()


def test_a_question_without_four_regions_is_refused() -> None:
    state = asked(spread())
    document = json.loads(state.to_json())
    position = document["position"]
    position["owned"][0].remove("Augsburg")
    position["closed"][0].remove("Augsburg")
    position["supply"]["seat 0"] += position["armies"].pop("Augsburg")
    with pytest.raises(engines.BadPosition, match="phase: nobody has to choose"):
        state.game.from_json(json.dumps(document))


def test_the_board_shows_the_top_card_and_what_it_offers() -> None:
    state = asked(spread(card=1, season=1))
    assert "region card 3: 4 Thalers, 1 grain or 2 armies into the tray" in str(
        state.game.words.board(state)
    )
    assert "region card 1: no benefit" in state.game.words.board(state)
    assert "region card" not in Table(3).state().game.words.board(Table(3).state())


def test_position_files_tell_the_top_card() -> None:
    view = asked(spread(card=1, season=1)).view(0)
    page = engines.position_toml(view)
    assert "region_card = 3" in page
    assert engines.parse_position(page) == view
