"""Royals: bonuses, the ends of periods, scoring and the winner (R16 to R18, R21 to R28)."""

from __future__ import annotations

import shutil
from itertools import combinations
from pathlib import Path

import pytest
from royals_builder import EVERY_GAME, Table, end_turn, play, points, texts, written

from eminence import engines
from eminence.engines.royals.numbers import DATA

FRANCE, GERMANY, BRITAIN, SPAIN = "France", "German States", "Britain", "Spain"
AB, AW = "abacusspiele", "arcane_wonders"
editions = pytest.mark.parametrize("edition", [AB, AW])
every_game = pytest.mark.parametrize(("edition", "players"), EVERY_GAME)


def claim(table: Table, seat: int, position: str) -> engines.State:
    """The state after the seat claims a position with matching cards."""
    board = table.board
    cost = board.cost[table.rank(position)]
    country = next(c for c in board.countries if position in table.positions(c))
    state = table.hand(seat, {country: cost}).turn(seat).state()
    return play(state, f"claim {position}: {cost} {country}")


# --- bonuses ---


@pytest.mark.rule("R16")
@editions
def test_city_bonus_goes_to_the_first_in_a_city_at_once(edition: str) -> None:
    table = Table(edition=edition)
    city = next(c for c in table.one_per_city(FRANCE) if len(in_city(table, c)) == 2)
    first, second = in_city(table, city)
    state = claim(table, 0, first)
    assert points(state, 0, "City bonuses") == table.bonus(first)
    later = claim(Table(edition=edition).hold(0, first), 1, second)
    assert points(later, 0, "City bonuses") == table.bonus(first)
    assert points(later, 1, "City bonuses") == 0


def in_city(table: Table, position: str) -> list[str]:
    return [p for p in table.positions() if table.city(p) == table.city(position)]


@pytest.mark.rule("R17")
@editions
@pytest.mark.parametrize("country", [FRANCE, GERMANY, BRITAIN, SPAIN])
def test_country_bonus_counts_ousted_cubes(edition: str, country: str) -> None:
    table = Table(edition=edition)
    *others, last = table.one_per_city(country)
    table.hold(0, *others[1:]).oust(0, others[0])
    before = table.turn(0).state()
    assert points(before, 0, "Country bonuses") == 0
    higher, _ = table.board.country_bonus[table.board.countries.index(country)]
    assert points(claim(table, 0, last), 0, "Country bonuses") == higher


@pytest.mark.rule("R17")
def test_second_player_in_every_city_gets_the_lower_marker_and_the_third_nothing() -> None:
    table = Table()
    *places, last = table.one_per_city(BRITAIN)
    other = next(p for p in table.positions(BRITAIN) if p != last and p in in_city(table, last))
    higher, lower = table.board.country_bonus[table.board.countries.index(BRITAIN)]
    for place in places:
        table.in_turn(place, 0, 1, 2)
    state = claim(table.hold(1, last), 0, other)
    assert [points(state, s, "Country bonuses") for s in range(3)] == [lower, higher, 0]
    # Two have been everywhere, each city's last position is vacant for the third.
    state = claim(table.in_turn(last, 0, 1), 2, other)
    assert [points(state, s, "Country bonuses") for s in range(3)] == [lower, higher, 0]


@pytest.mark.rule("R17")
def test_only_one_country_bonus_per_player_and_country() -> None:
    table = Table().hold(0, *Table().one_per_city(BRITAIN))
    position = next(p for p in table.positions(BRITAIN) if p not in table.held[0])
    state = claim(table, 0, position)
    assert written(state)["country_marker"] == {BRITAIN: {"higher": "seat 0"}}


@pytest.mark.rule("R17")
def test_a_player_can_have_the_bonus_of_several_countries() -> None:
    table = Table()
    table.hold(0, *table.one_per_city(BRITAIN), *table.one_per_city(SPAIN)[:-1])
    state = claim(table, 0, table.one_per_city(SPAIN)[-1])
    assert set(written(state)["country_marker"]) == {BRITAIN, SPAIN}


def with_titles(table: Table, seat: int, *, without: str | None = None) -> Table:
    """One position of each title, other ones for each seat."""
    for title in table.board.titles:
        if title != without:
            table.hold(seat, table.positions(title=title)[seat])
    return table


@pytest.mark.rule("R18")
@every_game
def test_noble_house_bonus_is_the_highest_left(edition: str, players: int) -> None:
    title = "Marshal"
    for taken in range(min(players, 4)):
        table = Table(players, edition)
        markers = table.board.house_bonus
        winners = min(taken, len(markers))
        for seat in range(1, 1 + winners):
            if seat >= players:
                return
            with_titles(table, seat)
        with_titles(table, 0, without=title)
        state = claim(table, 0, table.positions(title=title)[0])
        expected = markers[winners] if winners < len(markers) else 0
        assert points(state, 0, "Noble House") == expected


@pytest.mark.rule("R18")
def test_only_one_noble_house_bonus_per_player() -> None:
    table = with_titles(Table(), 0)
    marker = f"{table.board.house_bonus[0]} points"
    state = claim(table, 0, table.positions(title="Baron")[-1])
    assert written(state)["house_marker"] == {marker: "seat 0"}


@pytest.mark.rule("R18")
def test_no_noble_house_bonus_while_a_title_is_missing() -> None:
    table = with_titles(Table(), 0, without="King")
    baron = table.positions(title="Baron")[-1]
    assert points(claim(table, 0, baron), 0, "Noble House") == 0


# --- the end of a period ---


def about_to_score(edition: str, players: int = 3) -> Table:
    """Seat 0 has drawn two display cards and holds a position; a period may end now."""
    return Table(players, edition).hold(0, "Dijon Baron").display(FRANCE)


@pytest.mark.rule("R21")
def test_abacusspiele_ends_a_period_when_the_display_cannot_be_refilled() -> None:
    table = about_to_score(AB).pile(SPAIN)
    state = table.state()
    discards = written(state)["discards"]
    play(state, "end the turn", SPAIN)
    # The last card went to the display, the discards are the new pile.
    assert written(state)["discards"] == {}
    assert written(state)["pile"] == discards
    assert state.player == engines.CHANCE
    play(state, BRITAIN)
    after = written(state)
    assert after["display"] == {FRANCE: 1, BRITAIN: 1, SPAIN: 1}
    assert after["period"] == table.board.periods[1]
    assert state.player == 1
    assert points(state, 0, "Periods") == table.board.period_points[0][0][0]


@pytest.mark.rule("R21")
def test_abacusspiele_goes_on_with_an_empty_pile_and_a_full_display() -> None:
    table = about_to_score(AB).pile(SPAIN, BRITAIN)
    state = play(table.state(), "end the turn", SPAIN, BRITAIN)
    after = written(state)
    assert after["pile_size"] == 0
    assert after["discards"] != {}
    assert after["period"] == table.board.periods[0]
    assert points(state, 0, "Periods") == 0
    # The next turn can draw from the display alone, and then the period ends.
    assert "draw from the pile" not in texts(state)
    play(state, "draw an Intrigue card", "France/Spain Intrigue", "take Spain from the display")
    end_turn(state)
    assert written(state)["period"] == table.board.periods[1]
    assert points(state, 0, "Periods") == table.board.period_points[0][0][0]


@pytest.mark.rule("R21")
def test_arcane_wonders_ends_a_period_when_the_refill_takes_the_last_card() -> None:
    table = about_to_score(AW).pile(SPAIN, BRITAIN)
    state = table.state()
    discards = written(state)["discards"]
    play(state, "end the turn", SPAIN, BRITAIN)
    after = written(state)
    assert after["display"] == {FRANCE: 1, BRITAIN: 1, SPAIN: 1}
    assert after["pile"] == discards
    assert after["discards"] == {}
    assert after["period"] == table.board.periods[1]
    assert points(state, 0, "Periods") == table.board.period_points[0][0][0]
    assert state.player == 1


@pytest.mark.rule("R21")
def test_arcane_wonders_reshuffles_in_mid_turn_and_scores_after_the_turn() -> None:
    table = Table(edition=AW).hold(1, "Dijon Baron").hand(0, {SPAIN: 3}).turn(0, "draw")
    state = table.pile(SPAIN).state()
    discards = written(state)["discards"]
    play(state, "draw from the pile", SPAIN)
    after = written(state)
    assert (after["pile"], after["discards"], after["period_ending"]) == (discards, {}, 1)
    # The turn goes on: drawing from the new pile, playing, and only then the scoring.
    play(state, "draw from the pile", BRITAIN, "draw from the pile", BRITAIN)
    duke = table.position(SPAIN, "Duke")
    play(state, f"claim {duke}: 4 {SPAIN}")
    assert points(state, 0, "Periods") == points(state, 1, "Periods") == 0
    end_turn(state)
    assert written(state)["period"] == table.board.periods[1]
    spain = table.board.countries.index(SPAIN)
    assert points(state, 0, "Periods") == table.board.period_points[0][spain][0]
    assert points(state, 1, "Periods") == table.board.period_points[0][0][0]


@pytest.mark.rule("R21")
def test_abacusspiele_pile_empty_in_mid_turn() -> None:
    table = Table(edition=AB).hold(1, "Dijon Baron").turn(0, "draw").pile(SPAIN)
    state = play(table.state(), "draw from the pile", SPAIN)
    assert written(state)["pile_size"] == 0
    assert written(state)["period_ending"] == 0
    assert "draw from the pile" not in texts(state)
    while written(state)["phase"] == "draw":
        play(state, next(t for t in texts(state) if t.startswith("take")))
    assert written(state)["pile_size"] == 0
    end_turn(state)
    assert written(state)["period"] == table.board.periods[1]
    assert points(state, 1, "Periods") == table.board.period_points[0][0][0]


@pytest.mark.rule("R21")
@editions
def test_period_goes_on_while_cards_are_left(edition: str) -> None:
    state = about_to_score(edition).pile(SPAIN, BRITAIN, BRITAIN).state()
    play(state, "end the turn", SPAIN, BRITAIN)
    assert written(state)["period"] == "1648"
    assert written(state)["pile_size"] == 1


# --- the third period ---


def third_period(edition: str, players: int, seat: int) -> Table:
    table = Table(players, edition).set(period="1714").hold(0, "Dijon Baron")
    return table.turn(seat)


def pass_turn(state: engines.State, seed: int = 0) -> None:
    """Draw anything and end the turn."""
    while written(state)["phase"] == "draw":
        play(state, texts(state)[0])
        state.resolve(engines.Chance(seed))
    end_turn(state, seed)


@pytest.mark.rule("R25")
def test_example_cards_run_out_in_the_turn_of_player_2_of_4() -> None:
    """Players 1 to 4 are seats 0 to 3: seats 2 and 3 still have their turns."""
    state = third_period(AW, 4, 1).turn(1, "draw").pile(SPAIN).state()
    play(state, "draw from the pile", SPAIN)
    pass_turn(state)
    assert written(state)["last_round"] == 1
    for seat in (2, 3):
        assert state.player == seat
        assert points(state, 0, "Periods") == 0
        pass_turn(state)
    assert state.over
    assert points(state, 0, "Periods") == state.game.words.on.period_points[2][0][0]


@pytest.mark.rule("R25")
@every_game
def test_third_period_is_played_out_from_every_seat(edition: str, players: int) -> None:
    for seat in range(players):
        table = third_period(edition, players, seat).display(FRANCE).pile(SPAIN)
        state = play(table.state(), "end the turn", SPAIN)
        state.resolve(engines.Chance(seed=0))
        for other in range(seat + 1, players):
            assert state.player == other
            pass_turn(state)
        assert state.over


@pytest.mark.rule("R25")
@editions
def test_running_out_again_in_the_last_round_only_reshuffles(edition: str) -> None:
    table = third_period(edition, 4, 2).set(last_round=1).display(FRANCE).pile(SPAIN)
    state = play(table.state(), "end the turn", SPAIN)
    state.resolve(engines.Chance(seed=0))
    assert state.player == 3
    assert points(state, 0, "Periods") == 0
    pass_turn(state)
    assert state.over
    assert points(state, 0, "Periods") == table.board.period_points[2][0][0]


# --- period scoring ---


def scored(table: Table, period: int = 0) -> engines.State:
    """The state after a period has ended with these positions."""
    table.set(period=table.board.periods[period]).turn(0)
    state = table.display(FRANCE).pile(SPAIN).state()
    play(state, "end the turn", SPAIN)
    state.resolve(engines.Chance(seed=0))
    return state


def markers(state: engines.State, country: str, period: str = "1648") -> dict[str, str]:
    return written(state)["period_marker"].get(period, {}).get(country, {})


@pytest.mark.rule("R22")
@editions
@pytest.mark.parametrize("period", [0, 1])
def test_most_and_second_most_influence(edition: str, period: int) -> None:
    table = Table(4, edition)
    king, duke = table.position(GERMANY, "King"), table.position(GERMANY, "Duke")
    marshal = table.position(GERMANY, "Marshal")
    assert table.influence(king) > table.influence(duke) > table.influence(marshal)
    state = scored(table.hold(2, king).hold(0, duke).hold(1, marshal), period)
    first, second = table.board.period_points[period][table.board.countries.index(GERMANY)]
    assert [points(state, s, "Periods") for s in range(4)] == [second, 0, first, 0]


@pytest.mark.rule("R22")
def test_influence_adds_up_and_ousted_cubes_have_none() -> None:
    table = Table()
    king, duke = table.position(FRANCE, "King"), table.position(FRANCE, "Duke")
    princess, marshal = table.position(FRANCE, "Princess"), table.position(FRANCE, "Marshal")
    table.in_turn(princess, *[0, 1] * 5).hold(1, duke)
    table.hold(0, marshal).hold(2, king)
    assert table.influence(duke, princess) > table.influence(king)
    assert table.influence(king) > table.influence(marshal)
    state = scored(table)
    assert markers(state, FRANCE) == {"first": "seat 1", "second": "seat 2"}


@pytest.mark.rule("R23")
@editions
@pytest.mark.parametrize("higher_seat", [0, 1])
def test_period_tie_goes_to_the_higher_title(edition: str, higher_seat: int) -> None:
    table = Table(edition=edition)
    country, lower, higher = table.equal_influence(same_title=False)
    table.hold(higher_seat, *higher).hold(1 - higher_seat, *lower)
    assert markers(scored(table), country) == {
        "first": f"seat {higher_seat}",
        "second": f"seat {1 - higher_seat}",
    }


@pytest.mark.rule("R23")
@editions
@pytest.mark.parametrize("better_seat", [0, 1])
def test_period_tie_in_title_goes_to_the_better_city(edition: str, better_seat: int) -> None:
    table = Table(edition=edition)
    country, worse, better = table.equal_influence(same_title=True)
    table.hold(better_seat, *better).hold(1 - better_seat, *worse)
    assert markers(scored(table), country) == {
        "first": f"seat {better_seat}",
        "second": f"seat {1 - better_seat}",
    }


@pytest.mark.rule("R23")
def test_tie_for_the_second_marker() -> None:
    table = Table(4)
    country, lower, higher = table.equal_influence(same_title=False)
    rest = [p for p in table.positions(country) if p not in lower + higher]
    table.hold(0, *lower).hold(1, *higher).hold(2, *rest)
    assert table.influence(*rest) > table.influence(*lower)
    assert markers(scored(table), country) == {"first": "seat 2", "second": "seat 1"}


@pytest.mark.rule("R24")
@editions
def test_a_lone_player_gets_only_the_first_marker(edition: str) -> None:
    table = Table(edition=edition).in_turn("Dijon Baron", 0, 1)
    state = scored(table)
    assert markers(state, FRANCE) == {"first": "seat 1"}
    first, second = table.board.period_points[0][0]
    assert [points(state, s, "Periods") for s in range(3)] == [0, first, 0]
    assert second not in [points(state, s, "Periods") for s in (0, 2)]


@pytest.mark.rule("R24")
def test_a_country_without_influence_gives_no_marker() -> None:
    state = scored(Table().hold(0, "Dijon Baron"))
    assert written(state)["period_marker"] == {"1648": {FRANCE: {"first": "seat 0"}}}


# --- titles ---


def ended(table: Table) -> engines.State:
    """The state after the last turn of the game."""
    last = table.players - 1
    table.set(period=table.board.periods[2], last_round=1).turn(last)
    return end_turn(table.state())


@pytest.mark.rule("R26")
@editions
@pytest.mark.parametrize("title", range(7))
def test_title_goes_to_the_most_cubes(edition: str, title: int) -> None:
    table = Table(edition=edition)
    position = table.positions(title=table.board.titles[title])[0]
    table.in_turn(position, 1, 0, 1, 0, 1, 2)
    full, _ = table.board.title_points[title]
    assert [points(ended(table), s, "Titles") for s in range(3)] == [0, full, 0]


@pytest.mark.rule("R26")
@editions
@pytest.mark.parametrize("title", range(7))
def test_two_tied_for_a_title_get_half_each(edition: str, title: int) -> None:
    table = Table(edition=edition)
    position = table.positions(title=table.board.titles[title])[0]
    table.in_turn(position, 0, 2, 0, 2, 1)
    full, half = table.board.title_points[title]
    assert [points(ended(table), s, "Titles") for s in range(3)] == [half, 0, half]
    assert full == 2 * half


@pytest.mark.rule("R26")
@editions
def test_three_tied_for_a_title_get_nothing(edition: str) -> None:
    table = Table(4, edition=edition)
    table.in_turn("Dijon Baron", 0, 2, 3, 0, 2, 3, 1)
    assert [points(ended(table), s, "Titles") for s in range(4)] == [0, 0, 0, 0]


@pytest.mark.rule("R26")
def test_two_players_without_any_cube_are_not_tied_for_a_title() -> None:
    state = ended(Table(2))
    assert [points(state, s, "Titles") for s in range(2)] == [0, 0]
    assert [r.win for r in state.returns()] == [0.5, 0.5]


# --- the winner ---


@pytest.mark.rule("R27")
@editions
def test_most_points_win_and_points_are_open(edition: str) -> None:
    table = Table(edition=edition).hold(1, "Dijon Baron")
    state = ended(table)
    full = table.board.title_points[table.rank("Dijon Baron")][0]
    period = table.board.period_points[2][table.board.countries.index(FRANCE)][0]
    won = full + table.bonus("Dijon Baron") + period
    assert [r.score for r in state.returns()] == [0, won, 0]
    assert [r.win for r in state.returns()] == [0, 1, 0]
    assert [r.rank for r in state.returns()] == [2.5, 1, 2.5]
    for viewer in (engines.PUBLIC, 0, 1, 2):
        shown = state.view(viewer).board()
        assert f"seat 1: {won} points" in shown


@pytest.fixture(scope="module")
def small_periods(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data in which a period marker is worth a single point."""
    folder = Path(shutil.copytree(DATA, tmp_path_factory.mktemp("periods") / "data"))
    head, *rows = (folder / "periods.csv").read_text().splitlines()
    first = head.split(",").index("first")
    cells = [row.split(",") for row in rows]
    small = [",".join([*c[:first], "1", "1", *c[first + 2 :]]) for c in cells]
    (folder / "periods.csv").write_text("\n".join([head, *small]) + "\n")
    return folder


def level(table: Table, won: dict[int, tuple[int, ...]]) -> Table:
    """All three seats were in the same cities and tie for every title, so that the City
    bonuses decide; `won` says which cities' each seat has. Seat 2 holds all positions."""
    for owner, cities in won.items():
        for city in cities:
            name = table.board.cities[city].name
            position = next(p for p in table.positions() if table.city(p) == name)
            table.in_turn(position, owner, 1 - owner, 2)
    return table


def equal_city_sets(table: Table, *, top: bool, same: bool) -> dict[int, tuple[int, ...]]:
    """Cities for seats 0 and 1 of equal value: with the same highest marker or not (`top`),
    with the same markers throughout or not (`same`); seat 0 has the better ones."""
    bonus = [city.bonus for city in table.board.cities]
    sets = [s for n in (1, 2, 3) for s in combinations(range(len(bonus)), n)]
    for a in sets:
        for b in sets:
            if set(a) & set(b) or sum(bonus[i] for i in a) != sum(bonus[i] for i in b):
                continue
            left = sorted((bonus[i] for i in a), reverse=True)
            right = sorted((bonus[i] for i in b), reverse=True)
            if (left == right) == same and (
                same or ((left[0] == right[0]) == top and left > right)
            ):
                return {0: a, 1: b}
    raise LookupError("this board has no such tie")


def wins(table: Table, won: dict[int, tuple[int, ...]]) -> list[float]:
    """The win shares when seats 0 and 1 have the same points and seat 2 has fewer."""
    state = ended(level(table, won))
    assert state.returns()[0].score == state.returns()[1].score > state.returns()[2].score
    return [r.win for r in state.returns()]


@pytest.mark.rule("R28")
@editions
def test_final_tie_goes_to_the_highest_single_marker(edition: str, small_periods: Path) -> None:
    table = Table(edition=edition, data=small_periods)
    assert wins(table, equal_city_sets(table, top=False, same=False)) == [1, 0, 0]


@pytest.mark.rule("R28")
def test_abacusspiele_shares_the_win_with_equal_highest_markers(small_periods: Path) -> None:
    table = Table(edition=AB, data=small_periods)
    assert wins(table, equal_city_sets(table, top=True, same=False)) == [0.5, 0.5, 0]


@pytest.mark.rule("R28")
def test_arcane_wonders_compares_the_second_highest_marker(small_periods: Path) -> None:
    table = Table(edition=AW, data=small_periods)
    assert wins(table, equal_city_sets(table, top=True, same=False)) == [1, 0, 0]


@pytest.mark.rule("R28")
@editions
def test_equal_markers_share_the_win(edition: str, small_periods: Path) -> None:
    table = Table(edition=edition, data=small_periods)
    assert wins(table, equal_city_sets(table, top=True, same=True)) == [0.5, 0.5, 0]


@pytest.mark.rule("R28")
@editions
def test_half_a_title_is_a_marker_of_half_value(edition: str, small_periods: Path) -> None:
    """Seat 0 has a City bonus between half and full value of seat 1's half title."""
    board = Table(edition=edition).board
    ties = 0
    for big, city in enumerate(board.cities):
        for position, place in zip(board.position_names, board.positions, strict=True):
            bonus, (full, half) = city.bonus, board.title_points[place.title]
            if place.city == big or not half < bonus < full:
                continue
            # Seats 1 and 2 share one more title, which is not that of the level position.
            table = level(Table(edition=edition, data=small_periods), {0: (big,)})
            if table.cubes[0][table.title(position)]:
                continue
            returns = ended(table.in_turn(position, 1, 2)).returns()
            if returns[0].score == returns[1].score > returns[2].score:
                assert returns[0].score == bonus
                assert [r.win for r in returns] == [1, 0, 0]
                ties += 1
    assert ties, "this board has no such tie"
