"""Royals positions that no game can lead to: refused, or completed from the rest."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from royals_builder import Table, play, written

from eminence import engines

FRANCE, GERMANY, BRITAIN, SPAIN = "France", "German States", "Britain", "Spain"
AB, AW = "abacusspiele", "arcane_wonders"


def document(text: str, **options: Any) -> dict[str, Any]:
    """A position file of seat 0, whose turn it is."""
    start = {"game": "royals", "view_of": 0, "options": {"players": 2, **options}}
    turn = {"seat": 0, "step": "play", "period": "1648", "round": 4}
    entries = tomllib.loads(text)
    return {**start, **entries, "turn": {**turn, **entries.get("turn", {})}}


def refusal(text: str, **options: Any) -> str:
    with pytest.raises(engines.BadPosition) as caught:
        engines.position_from(document(text, **options))
    return str(caught.value)


def view(text: str, **options: Any) -> engines.View:
    """The view that a file describes; written down and read again it is the same."""
    found = engines.position_from(document(text, **options))
    assert engines.parse_position(engines.position_toml(found)) == found
    return found


def refused(table: Table, said: str) -> None:
    """The state and all views of it are refused, as JSON and as bytes."""
    with pytest.raises(engines.BadPosition) as caught:
        table.state()
    assert str(caught.value).startswith(said)


EMPTY = """
[cards]
display = "3 France"
discards = "16 France, 20 German States, 19 Britain, 15 Spain"
[[seats]]
hand = "5 France"
[[seats]]
cards = 0
intrigue_cards = 0
"""
TWO = """
[cards]
display = "2 France, Spain"
discards = "30 nothing"
[[seats]]
hand = "3 France"
{first}
[[seats]]
cards = 3
intrigue_cards = 1
{second}
"""


def two(first: str = "", second: str = "") -> str:
    text = TWO.format(first=first, second=second)
    return text.replace("30 nothing", "8 France, 7 German States, 6 Britain, 6 Spain")


# --- piles and the ends of periods ---


@pytest.mark.rule("R21")
def test_arcane_wonders_never_has_an_empty_pile() -> None:
    assert refusal(EMPTY, edition=AW) == (
        "cards.discards: no card is left in the pile, but the discards become the new one as "
        'soon as the last card has gone: then they are "none"'
    )
    refused(Table(2, AW).pile(), "discards: no card is left in the pile, but the discards")
    # In the other edition the period goes on with an empty pile.
    assert written(Table(2, AB).pile().state())["pile_size"] == 0


@pytest.mark.rule("R8")
@pytest.mark.parametrize("edition", [AB, AW])
def test_the_intrigue_pile_is_never_empty(edition: str) -> None:
    text = two().replace("[cards]", "[cards]\nintrigue_discards = [{}]")
    pairs = Table(2).board.pair_names
    everything = ", ".join(f'"{3 if p == pairs[0] else 4} {p}"' for p in pairs)
    said = refusal(text.replace("{}", everything), edition=edition)
    assert said.startswith("cards.intrigue_discards: no card is left in the pile")
    refused(Table(2, edition).intrigue_pile(), "intrigue_discards: no card is left in the pile")


@pytest.mark.rule("R21")
def test_abacusspiele_ends_no_period_before_the_refill() -> None:
    text = "[turn]\nperiod_ends = true\n" + two()
    assert refusal(text, edition=AB) == (
        "turn.period_ends: true, but in this edition that shows only when the display is "
        "refilled after the turn"
    )
    refused(Table(2, AB).set(period_ending=1), "period_ending: true, but in this edition")


@pytest.mark.rule("R21")
def test_arcane_wonders_ends_a_period_by_a_draw_from_the_pile() -> None:
    text = "[turn]\nperiod_ends = true\n" + two().replace("2 France, Spain", "none")
    assert refusal(text, edition=AW) == (
        "turn.period_ends: true, but no card came from the pile in this turn"
    )
    text = "[turn]\nperiod_ends = true\n" + two()
    assert refusal(text, edition=AW) == (
        "cards.discards: 27 cards, but the discards became the new pile in this turn, and "
        "seat 0 can have played 12 since"
    )
    table = Table(2, AW).hand(0, France=3).display().set(period_ending=1)
    refused(table, "period_ending: true, but no card came from the pile in this turn")
    table = Table(2, AW).hand(0, France=3).pile(FRANCE, SPAIN).display(FRANCE)
    refused(table.set(period_ending=1), "discards: 72 cards, but the discards became the new")
    table = Table(2, AW).hand(0, France=3).display(FRANCE).set(period_ending=1)
    assert written(table.state())["period_ending"] == 1


@pytest.mark.rule("R25")
def test_the_last_round_is_no_round_of_seat_0() -> None:
    text = '[turn]\nlast_round = true\nperiod = "1714"\n' + two('period_markers = "none"')
    assert refusal(text) == "turn.last_round: true, but seat 0 would begin another round"
    table = Table(2, AB).set(period="1714", last_round=1).turn(0)
    refused(table, "last_round: true, but seat 0 would begin another round")


@pytest.mark.rule("R25")
@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ({}, "turn.last_round: false, but a game that is over ended with it"),
        ({"last_round": True, "seat": 1}, "turn.seat: 1, but a game ends after seat 2"),
        ({"last_round": True, "display": 2}, "cards.display: 2 cards, but the last turn refil"),
    ],
)
def test_a_game_ends_after_its_last_round(turn: dict[str, Any], said: str) -> None:
    table = Table(3).hand(0, France=2).set(period="1714", last_round=1).turn(2)
    state = play(table.display(FRANCE, SPAIN).state(), "end the turn", SPAIN)
    assert state.over
    file = json.loads(engines.position_json(state.view(0)))
    assert engines.position_from(file) == state.view(0)
    file["turn"].pop("last_round")
    if turn.pop("display", 3) == 2:
        file["cards"]["display"] = "1 France, 1 Spain"
        file["cards"].pop("pile")
    file["turn"] |= turn
    with pytest.raises(engines.BadPosition) as caught:
        engines.position_from(file)
    assert str(caught.value).startswith(said)


def test_royals_is_never_capped() -> None:
    table = Table(3).set(period="1714", last_round=1).turn(2).display(FRANCE, SPAIN)
    state = play(table.state(), "end the turn", SPAIN)
    file = {**json.loads(state.to_json()), "capped": True}
    with pytest.raises(engines.BadPosition, match="royals has no cap on turns"):
        table.game.from_json(json.dumps(file))


# --- bonuses ---

BRITAIN_3 = 'positions = "Dublin Duke, London King, Edinburgh Countess"'
TITLES_7 = """
positions = [
    "Madrid King", "Munich Princess", "Seville Cardinal", "Valencia Duke",
    "Barcelona Countess", "Cologne Baron", "Berlin Marshal",
]
"""


@pytest.mark.rule("R17")
def test_a_country_bonus_follows_from_the_cubes() -> None:
    markers = written(view(two(BRITAIN_3)))["country_marker"]
    assert markers == {BRITAIN: {"higher": "seat 0"}}
    table = Table(2).hold(0, *Table(2).one_per_city(BRITAIN)).set(country_marker={})
    refused(table, "country_marker[0]: seat 0 has cubes in every city of Britain; who won")


SECOND_IN_BRITAIN = """
ousted = "London"
positions = "Dublin Cardinal, Edinburgh Princess"
titles = "King, Cardinal, Princess"
city_bonuses = "London, Dublin, Edinburgh"
"""


@pytest.mark.rule("R17")
def test_of_two_country_bonuses_one_may_be_left_out() -> None:
    assert refusal(two(BRITAIN_3, SECOND_IN_BRITAIN)) == (
        "seats[0].country_bonuses: seats 0 and 1 have cubes in every city of Britain; "
        "who won Britain higher?"
    )
    for given in ("Britain higher", "Britain lower"):
        first = f'{BRITAIN_3}\ncountry_bonuses = "{given}"'
        markers = written(view(two(first, SECOND_IN_BRITAIN)))["country_marker"][BRITAIN]
        mine = given.removeprefix("Britain ")
        assert markers[mine] == "seat 0"
        assert sorted(markers.values()) == ["seat 0", "seat 1"]
    both = f'{BRITAIN_3}\ncountry_bonuses = "Britain higher, Britain lower"'
    assert "one of these per player" in refusal(two(both, SECOND_IN_BRITAIN))
    alone = f'{BRITAIN_3}\ncountry_bonuses = "Britain lower"'
    assert refusal(two(alone)) == (
        "seats[0].country_bonuses: Britain lower, but nobody has Britain higher, which goes first"
    )


@pytest.mark.rule("R18")
def test_the_noble_house_bonus_follows_from_the_titles() -> None:
    assert written(view(two(TITLES_7)))["house_marker"] == {"8 points": "seat 0"}
    text = two(TITLES_7) + "[[seats]]\ncards = 3\nintrigue_cards = 1"
    assert written(view(text, players=3))["house_marker"] == {"16 points": "seat 0"}
    table = Table(2)
    for title in table.board.titles:
        table.hold(0, table.positions(title=title)[0])
    refused(table.set(house_marker={}), "house_marker[0]: seat 0 has cubes on every title")


@pytest.mark.rule("R18")
def test_who_of_two_won_the_noble_house_bonus_is_asked() -> None:
    other = """
    positions = [
        "Paris King", "Marseille Princess", "Nantes Cardinal", "Dijon Duke",
        "Nantes Countess", "Dijon Baron", "Bordeaux Marshal",
    ]
    """
    assert refusal(two(TITLES_7, other)) == (
        "seats[0].noble_house: seats 0 and 1 have cubes on every title; who won 8 points?"
    )
    text = two(TITLES_7, f'{other}\nnoble_house = "8 points"')
    assert written(view(text))["house_marker"] == {"8 points": "seat 1"}


@pytest.mark.rule("R16")
def test_who_took_over_the_only_position_was_not_first_in_its_city() -> None:
    ousted = 'ousted = "Dijon"\ntitles = "Baron"'
    text = two('positions = "Dijon Baron"\ncity_bonuses = "Dijon"', ousted)
    assert refusal(text) == (
        "seats[0].city_bonuses: Dijon, but seat 0 took over the only position held there: "
        "somebody else was first"
    )
    table = Table().in_turn("Dijon Baron", 0, 1).set(city_marker={"Dijon": "seat 1"})
    refused(table, "city_marker[1]: Dijon, but seat 1 took over the only position held")


# --- cubes ---


@pytest.mark.rule("R15")
def test_an_ousted_cube_had_a_title_of_its_city() -> None:
    holder = 'positions = "Dijon Baron"'
    text = two(holder, 'ousted = "Dijon"\ntitles = "King"\ncity_bonuses = "Dijon"')
    assert refusal(text) == (
        "seats[1].titles: 1 King cubes beside those in office, but 0 cubes are ousted where "
        "such a position is held"
    )
    # Dijon has a Duke, but nobody took it over.
    text = two(holder, 'ousted = "Dijon"\ntitles = "Duke"\ncity_bonuses = "Dijon"')
    assert refusal(text).startswith("seats[1].titles: 1 Duke cubes beside those in office")
    view(two(holder, 'ousted = "Dijon"\ntitles = "Baron"\ncity_bonuses = "Dijon"'))
    for title in ("King", "Duke"):
        table = Table().in_turn("Dijon Baron", 0, 1)
        table.set(title_cubes=[{title: 1}, {"Baron": 1}, {}])
        refused(table, f"title_cubes[0]: 1 {title} cubes beside those in office, but 0 cubes")


@pytest.mark.rule("R15")
def test_ousted_cubes_share_titles_as_their_cities_have_them() -> None:
    """Two cubes at Dijon and one at Cologne: Barons and Dukes, but two Dukes only at Dijon."""
    table = Table(3).in_turn("Dijon Baron", 0, 1).in_turn("Dijon Duke", 0, 1)
    table.in_turn("Cologne Baron", 0, 1)
    assert table.state().player == 0
    table.set(
        title_cubes=[{"Duke": 2, "Baron": 1}, *table.written()["position"]["title_cubes"][1:]]
    )
    assert table.state().player == 0
    table.set(title_cubes=[{"Duke": 3}, *table.written()["position"]["title_cubes"][1:]])
    refused(table, "title_cubes[0]: 3 Duke cubes beside those in office, but 2 cubes are")


@pytest.mark.rule("R15")
def test_a_cube_is_ousted_by_somebody_elses() -> None:
    text = two(second='ousted = "Dijon"\ntitles = "Baron"')
    assert refusal(text) == (
        "seats[1].ousted: 1 Dijon, but the other seats have put 0 cubes there, each of which "
        "can have ousted one"
    )
    table = Table().set(
        ousted=[{"Dijon": 1}, {}, {}],
        title_cubes=[{"Baron": 1}, {}, {}],
        supply=[34, 36, 36],
        city_marker={"Dijon": "seat 0"},
    )
    refused(table, "ousted[0]: 1 Dijon, but the other seats have put 0 cubes there")


@pytest.mark.rule("R1")
def test_seat_0_may_play_a_colour_with_46_cubes() -> None:
    """19 occupations take 38 cubes: too many for 36."""
    holder = 'positions = "Dijon Baron"\nousted = "18 Dijon"\ntitles = "19 Baron"'
    other = 'ousted = "18 Dijon"\ntitles = "18 Baron"\ncity_bonuses = "Dijon"'
    text = two(holder, other) + "[[seats]]\ncards = 3\nintrigue_cards = 1"
    assert refusal(text, players=3) == (
        "seats[0].positions: 19 nobles need 38 cubes, seat 0 has 36; "
        "options.more_cubes says who has more"
    )
    assert written(view(text, players=3, more_cubes="seat0"))["supply"] == [8, 0, 36]


@pytest.mark.rule("R1")
def test_a_file_that_does_not_name_the_colours_means_the_usual_ones() -> None:
    options = view(two()).game.options
    assert options == {"players": 2, "edition": AB, "display": 3, "more_cubes": "fewest"}


# --- draws ---


@pytest.mark.rule("R6")
def test_the_display_shows_what_was_drawn() -> None:
    turn = "[turn]\ndrawn_intrigue = true\n"
    text = turn + two().replace("2 France, Spain", "none")
    assert refusal(text) == ("cards.display: 0 cards, so 3 were taken in this turn; 1 were drawn")
    table = Table(2).hand(0, France=3).intrigue(0, "France/Spain").display()
    refused(table.set(drawn=1, drawn_intrigue=1), "display: 0 cards, so 3 were taken")


@pytest.mark.rule("R6")
def test_an_intrigue_card_that_was_drawn_is_somewhere() -> None:
    assert refusal("[turn]\ndrawn_intrigue = true\n" + two()) == (
        "turn.drawn_intrigue: seat 0 drew 1 Intrigue cards in this turn, but hand and discards "
        "have 0"
    )
    table = Table(2).hand(0, France=3).set(drawn=1, drawn_intrigue=1)
    refused(table, "drawn_intrigue: seat 0 drew 1 Intrigue cards in this turn, but hand")


@pytest.mark.rule("R6")
def test_country_cards_that_were_drawn_are_somewhere() -> None:
    text = two().replace("3 France", "2 France").replace("discards", "# ")
    assert refusal(text) == (
        "turn.drawn: seat 0 drew 3 Country cards in this turn, but hand and discards have 2"
    )
    table = Table(2).turn(0, "draw", drawn=1)
    refused(table, "drawn: seat 0 drew 1 Country cards in this turn, but hand and discards")


@pytest.mark.rule("R6")
def test_an_intrigue_card_is_drawn_first() -> None:
    """A seat that draws a Country card has chosen three; a draw under way shows the same."""
    turn = '[turn]\nstep = "draw"\ndrawn = 1\n'
    texts = [view(turn + two()).text(a) for a in view(turn + two()).actions()]
    assert texts == ["draw from the pile", "take France from the display"]
    turn = '[turn]\nstep = "draw Intrigue card"\ndrawn = 1\n'
    assert refusal(turn + two()) == (
        "turn.drawn: 1, but an Intrigue card is drawn before the Country card that goes with it"
    )
    table = Table(2).hand(0, France=1).turn(0, "draw Intrigue card", drawn=1)
    with pytest.raises(engines.BadPosition, match=r"^drawn: 1, but an Intrigue card"):
        table.game.from_json(json.dumps({**table.written(), "player": "chance"}))


@pytest.mark.rule("R30")
def test_a_card_taken_in_this_turn_was_seen_by_all() -> None:
    turn = '[turn]\nstep = "draw"\ndrawn = 1\nlast_taken = "France"\n'
    text = (turn + two()).replace("2 France, Spain", "France, Spain")
    assert refusal(text) == (
        "seats[0].seen_by_all: no France card, but everybody saw seat 0 take one in this turn"
    )
    view(text.replace('"3 France"', '"3 France"\nseen_by_all = "France"'))
    table = Table(2).display(SPAIN, SPAIN).hand(0, Spain=1).turn(0, "draw", drawn=1)
    refused(table.set(display_from=SPAIN), "known[0]: no Spain card, but everybody saw seat 0")


@pytest.mark.rule("R30")
def test_everybody_knows_what_the_onlooker_knows() -> None:
    table = Table(3).hand(1, France=2)
    table.set(known={"onlooker": [{}, {FRANCE: 1}, {}], "seat 0": [{}, {FRANCE: 1}, {}]})
    refused(table, "known[1]: everybody saw more France cards of seat 1 than seat 2 knows")


@pytest.mark.rule("R19")
def test_a_hand_is_within_its_limit_when_the_display_is_refilled() -> None:
    """Otherwise the next turn would draw above all limits."""
    table = Table(2).hand(0, France=7, Spain=7).display(FRANCE, SPAIN).turn(0, "refill", drawn=3)
    with pytest.raises(
        engines.BadPosition, match=r"^hand_size\[0\]: seat 0 holds 14 .* limit is 12"
    ):
        table.game.from_json(json.dumps({**table.written(), "player": "chance"}))
    table = Table(2).hand(0, France=7, Spain=7).turn(0, "discard Intrigue cards", drawn=1)
    table.intrigue(0, *["France/Spain"] * 4, "Britain/Spain").set(drawn_intrigue=1, due=1)
    refused(table, "hand_size[0]: seat 0 holds 14 Country cards at the end of a turn, the")


# --- the first round ---


@pytest.mark.rule("R5")
@pytest.mark.parametrize(
    ("replace", "said"),
    [
        ({}, "turn.round: the first one, but nobody draws Intrigue cards in that round"),
        (
            {"intrigue_cards = 1": "intrigue_cards = 0"},
            "turn.round: the first one, but seat 1 holds 3 cards before its first turn",
        ),
        (
            {"intrigue_cards = 1": "intrigue_cards = 0", "cards = 3": "cards = 0"},
            "turn.round: the first one, so 2 Country cards were drawn; hands and discards have 30",
        ),
        (
            {
                "intrigue_cards = 1": 'intrigue_cards = 0\npositions = "Dijon Baron"',
                "cards = 3": "cards = 0",
            },
            "turn.round: the first one, but seat 1 has cubes out before it could play",
        ),
    ],
)
def test_the_first_round_brings_only_first_turns(replace: dict[str, str], said: str) -> None:
    text = "[turn]\nround = 1\n" + two()
    for old, new in replace.items():
        text = text.replace(old, new)
    assert refusal(text) == said


@pytest.mark.rule("R5")
@pytest.mark.parametrize(
    "break_it",
    [
        lambda t: t.hand(0, France=5),
        lambda t: t.hand(0, France=2).hand(1, Spain=1),
        lambda t: t.hand(0, France=2).intrigue(1, "France/Spain"),
        lambda t: t.hand(0, France=2).hold(1, "Dijon Baron"),
    ],
)
def test_a_state_of_the_first_round_has_only_first_turns(
    break_it: Callable[[Table], Table],
) -> None:
    table = Table(2).hand(0, France=2).set(round=0, drawn=2)
    assert table.state().player == 0
    refused(break_it(table), "round: the first one, ")


# --- payments ---


@pytest.mark.parametrize(
    ("giving", "said"),
    [
        # A King costs eight cards, and nothing was discarded for this one.
        (
            {"target": "Paris King", "due": 1, "due_next": 2},
            "due: {due} cards cannot be what is left",
        ),
        ({"target": "Dijon Baron", "due": 1}, "due: {due} cards cannot be what is left"),
        ({"target": "Dijon Baron", "due": 9}, "due: {due} cards cannot be what is left"),
        ({"target": "Dijon Baron", "due": 3}, "due: {due} cards cannot be what is left"),
        ({"target": "Dijon Baron", "due": 6}, ""),
    ],
)
@pytest.mark.rule("R11")
def test_what_is_due_completes_a_price(giving: dict[str, Any], said: str) -> None:
    table = Table(2).hand(0, Spain=9).turn(0, "pay Country cards", drawn=3).set(**giving)
    if said:
        refused(table, said.format(**giving))
    else:
        assert play(table.state(), "give 6 Spain").player == 0


@pytest.mark.rule("R13", "R14")
@pytest.mark.parametrize(
    ("giving", "fits"),
    [
        ({"due": 1}, True),
        ({"due": 2}, False),
        ({"due": 2, "due_wild": 1}, True),
        ({"due": 1, "due_wild": 1}, False),
        ({"due": 1, "due_country": 6}, True),
        ({"due": 1, "due_country": 3}, False),
        ({"due": 1, "due_country": 9}, False),
    ],
)
def test_what_is_due_for_a_take_over_completes_its_price(
    giving: dict[str, Any], fits: bool
) -> None:
    table = Table(2).hand(0, Spain=9).turn(0, "pay Intrigue cards", drawn=3)
    table.intrigue(0, "France/Spain", "German States/Spain", "Britain/Spain")
    table.hold(1, "Dijon Baron").set(target="Dijon Baron", **giving)
    if "due_country" not in giving:
        # Its two France cards were given.
        table.pile(*[SPAIN] * 3)
    if fits:
        assert table.state().player == 0
    else:
        refused(table, "due_country: " if giving.get("due_country") else "due: ")


# --- scored periods ---


@pytest.mark.rule("R22")
def test_markers_of_a_scored_period_are_asked_for() -> None:
    text = '[turn]\nperiod = "1714"\n' + two('positions = "Dijon Baron"')
    assert refusal(text) == (
        "seats[0].period_markers: missing; 1648 and 1680 scored: say which markers each seat "
        'won, or "none"'
    )
    # With enough cards among the discards all of it can be this period's.
    view(text.replace("hand =", 'period_markers = "none"\nhand ='))


@pytest.mark.rule("R22", "R24")
def test_who_has_influence_when_a_period_is_scored_wins_a_marker() -> None:
    """More was claimed than the discards of the new period can have paid for."""
    positions = "positions = " + json.dumps(Table(2).positions(FRANCE))
    text = '[turn]\nperiod = "1680"\n' + two(f'{positions}\nperiod_markers = "none"')
    assert refusal(text).startswith("seats[0].period_markers: nobody won a marker where")
    table = Table(2).hold(0, *Table(2).positions(SPAIN)).set(period="1680")
    refused(table, "period_marker[0]: nobody won a marker where positions are held")


@pytest.mark.rule("R22")
def test_a_period_marker_goes_to_somebody_who_was_there() -> None:
    text = '[turn]\nperiod = "1680"\n' + two('period_markers = "1648 France first"')
    assert refusal(text) == (
        "seats[0].period_markers: 1648 France first, but seat 0 has no cube in France"
    )
    table = Table(2).set(period="1680", period_marker={"1648": {FRANCE: {"first": "seat 0"}}})
    refused(table, "period_marker[0]: 1648 France first, but seat 0 has no cube in France")


@pytest.mark.rule("R24")
def test_influence_stays_in_a_country() -> None:
    mine = 'positions = "Dijon Baron"\nperiod_markers = "1648 France first"'
    assert refusal('[turn]\nperiod = "1714"\n' + two(mine)) == (
        "seats[0].period_markers: 1648 France first, but nobody has 1680 France first: "
        "influence stays in a country"
    )
    table = (
        Table(2)
        .hold(0, "Dijon Baron")
        .pile(SPAIN)
        .set(period="1714", period_marker={"1648": {FRANCE: {"first": "seat 0"}}})
    )
    refused(table, "period_marker[0]: 1648 France first, but nobody has 1680 France first")


@pytest.mark.rule("R22", "R25")
def test_the_last_period_is_scored_as_the_positions_are_at_the_end() -> None:
    table = Table(3).hold(0, "Dijon Baron").hold(1, "Paris King")
    table.set(period="1714", last_round=1).turn(2).display(FRANCE, SPAIN)
    state = play(table.state(), "end the turn", SPAIN)
    file = json.loads(state.to_json())
    assert file["position"]["period_marker"]["1714"][FRANCE] == {
        "first": "seat 1",
        "second": "seat 0",
    }
    file["position"]["period_marker"]["1714"][FRANCE] = {"first": "seat 0", "second": "seat 1"}
    with pytest.raises(engines.BadPosition, match=r"1714 France first goes to seat 1"):
        table.game.from_json(json.dumps(file))


def test_a_round_written_by_hand_never_becomes_the_first_one_again() -> None:
    table = Table(2).turn(1).set(round=2**16 - 1)
    state = play(table.display(FRANCE, SPAIN).state(), "end the turn", SPAIN)
    assert state.player == 0
    assert "draw an Intrigue card" in [state.text(a) for a in state.actions()]
    assert "round 65536" in state.board()
