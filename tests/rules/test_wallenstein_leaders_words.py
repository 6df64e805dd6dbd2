"""Wallenstein's region cards and leaders in words, position files, guidance and hints."""

from __future__ import annotations

import pytest
from position_pages import refuse_page
from wallenstein_builder import Table, begin, first_decision, play, texts
from wallenstein_leaders import HOME, after_ten_actions, table, with_statues

from eminence import engines, search, solver
from eminence.cython_ext.game import View
from eminence.engines.wallenstein.state import Phase

FOUR_REGIONS = ("Altmark", "Anhalt", "Böhmen", "Augsburg")
OTHERS = ("Mittelmark", "Kursachsen", "Passau", "Regensburg")


def asked_to_move() -> engines.State:
    """Seat 0 may lead from Altmark to Anhalt, where a statue of seat 2 stands, or to Baden."""
    built = table(*HOME, at=["Altmark"], season=2)
    return after_ten_actions(with_statues(built, 2, "Anhalt"))


# --- words ---


def test_notes_say_what_a_leader_leaves_and_captures() -> None:
    state = asked_to_move()
    notes = {state.text(a): state.game.words.note(state, a) for a in state.actions()}
    assert notes == {
        "leader to Anhalt": "a statue in Altmark, captures 1 statue",
        "leader to Anhalt without a statue": "captures 1 statue",
        "leader to Baden": "",
    }


def test_the_board_shows_leaders_statues_and_trophies() -> None:
    state = asked_to_move()
    board = state.game.words.board(state)
    assert "Altmark          0:3  ..  *" in board
    assert "Anhalt           0:3  .   s2" in board
    assert "leader in Altmark, 0 statues, 0 trophies" in board
    assert "leader off the board, 1 statue, 0 trophies" in board
    play(state, "leader to Anhalt")
    board = state.game.words.board(state)
    assert "Altmark          0:3  ..  s0" in board
    assert "leader in Anhalt, 1 statue, 1 trophy" in board


def test_columns_stay_apart_however_much_a_county_has() -> None:
    built = table(at=["Sächs. Lande"], season=2, year=1)
    built.county(0, "Sächs. Lande", 20, "palaces", "churches", "trading_posts", markers=4)
    built.county(0, "Schlesien", 1)
    built = with_statues(built, 0, "Sächs. Lande")
    built.fields["statues"]["Sächs. Lande"] = 5
    state = built.state()
    line = next(x for x in state.game.words.board(state).splitlines() if "Sächs" in x)
    assert "0:20 PCT !!!!*5s0 " in line
    assert line.endswith("Schlesien        0:1  .")


def test_a_game_without_them_says_nothing_of_them() -> None:
    state = Table(3).county(0, "Altmark", 2).state()
    board = state.game.words.board(state)
    assert "leader" not in board
    assert "region card" not in board
    page = engines.position_toml(state.view(0))
    assert "statues" not in page
    assert "region_card" not in page


# --- position files ---


@pytest.fixture
def page() -> str:
    return engines.position_toml(asked_to_move().view(0))


def test_a_file_tells_leaders_statues_and_trophies(page: str) -> None:
    for line in ('leader = "Altmark"', 'statues = "1 Anhalt"', "trophies = 0"):
        assert line in page
    view = engines.parse_position(page)
    assert view == asked_to_move().view(0)
    assert texts(view)[0] == "leader to Anhalt"


def test_what_is_none_may_be_left_out(page: str) -> None:
    kept = [
        line for line in page.splitlines() if not line.startswith(("trophies", 'statues = "none"'))
    ]
    assert engines.parse_position("\n".join(kept)) == asked_to_move().view(0)


BAD_FILES = [
    ('leader = "Altmark"', 'leader = "Altmrak"', "seats[0].leader: unknown 'Altmrak'"),
    ('leader = "Altmark"', 'leader = "Passau"', "seats[0].leader: he stands in a county"),
    ('leader = "Altmark"', "", "time.step: nobody has to choose a benefit"),
    ('statues = "1 Anhalt"', 'statues = "3 Anhalt"', "seats[2].statues: more than"),
    ('statues = "none"', 'statues = "Anhalt"', "seats[2].statues: Anhalt has statues of an"),
    ("trophies = 0", "trophies = 31", "seats[0].trophies: "),
    ("actions_done = 10", "actions_done = 11", "time.actions_done: "),
    ('leaders = "on"', 'leaders = "off"', "seats[0].leader: unknown; choose from counties"),
]


@pytest.mark.parametrize(("old", "new", "said"), BAD_FILES, ids=[said for _, _, said in BAD_FILES])
def test_errors_name_the_entry_and_what_is_wrong(page: str, old: str, new: str, said: str) -> None:
    refuse_page(page, old, new, said)


# --- guidance ---


def best(view: View) -> str:
    return view.text(search.make("greedy").search(view).best)


def standing(state: engines.State) -> float:
    return float(state.evaluate()[0])


def test_evaluate_counts_statues_trophies_and_leaders() -> None:
    state = asked_to_move()
    values = {}
    for text in texts(state):
        twin = state.copy()
        play(twin, text)
        values[text] = standing(twin)
    assert values["leader to Anhalt"] > values["leader to Anhalt without a statue"]
    assert values["leader to Anhalt without a statue"] > values["leader to Baden"]
    on, off = table(*HOME, at=["Altmark"]).state(), table(*HOME).state()
    assert standing(on) > standing(off)


def test_priors_prefer_a_statue_and_a_trophy() -> None:
    state = asked_to_move()
    scores = dict(zip(texts(state), state.view(0).priors(), strict=True))
    assert max(scores, key=scores.__getitem__) == "leader to Anhalt"
    assert min(scores, key=scores.__getitem__) == "leader to Baden"


def test_greedy_leads_next_door() -> None:
    assert best(asked_to_move().view(0)) == "leader to Anhalt"


def test_a_leader_is_placed_where_he_is_of_use_to_the_plan() -> None:
    """Of counties that differ only in their orders, one with an order is chosen."""
    built = table("Lausitz", "Passau", season=0)
    for county, wanted in (("Lausitz", "Lausitz"), ("Passau", "Passau")):
        built.boxes[0] = {"deploy 5": county}
        state = built.has(0, thalers=9).state()
        begin(state)
        scores = dict(zip(texts(state), state.view(0).priors(), strict=True))
        assert max(scores, key=scores.__getitem__) == f"leader to {wanted}"


def test_a_plan_is_worth_more_where_the_leader_stands() -> None:
    """Taxes in Baden are to come while seat 1 is asked about its armies."""
    values = []
    for where in ("Baden", "Altmark"):
        for ordered in (True, False):
            built = table(*HOME, at=[where]).county(1, "Passau", 5)
            built.order(1, "combat A", "Passau")
            if ordered:
                built.order(0, "taxes", "Baden")
            state = built.state()
            begin(state)
            values.append(standing(state))
    assert values[0] - values[1] > values[2] - values[3]


def after(state: engines.State, text: str) -> float:
    """The mover's standing after a move."""
    twin = state.copy()
    play(twin, text)
    return float(twin.evaluate()[state.player])


def test_benefits_are_valued_by_what_they_bring() -> None:
    """Thalers while they can buy something; a point when they cannot, in the last fall."""
    for year, better, worse in ((0, "6 Thalers", "1 point"), (1, "1 point", "6 Thalers")):
        built = Table(3, expansions=("regions",)).at(year, 2)
        for name, other in zip(FOUR_REGIONS, OTHERS, strict=True):
            built.county(0, name, 2).county(1, other, 2)
        built.fields["region_card"] = [2, 0, 0]
        state = built.has(0, grain=20).state()
        begin(state)
        assert after(state, better) > after(state, worse) > after(state, "2 grain")
        scores = dict(zip(texts(state), state.view(0).priors(), strict=True))
        assert scores["6 Thalers"] > scores["2 grain"]


def test_evaluate_knows_what_four_regions_are_worth() -> None:
    """A fourth region is worth more than another county in a region the seat already has."""
    values = []
    for expansions in ((), ("regions",)):
        pair = []
        for name in ("Augsburg", "Kursachsen"):
            built = Table(3, expansions=expansions)
            for county in ("Altmark", "Anhalt", "Böhmen", name):
                built.county(0, county, 2)
            pair.append(standing(built.state()))
        values.append(pair[0] - pair[1])
    assert values[1] > values[0] + 0.01


# --- hints ---


def test_a_hint_explains_a_move_by_its_statue() -> None:
    advice = solver.analyse(asked_to_move().view(0), search.Limit(iterations=100))
    assert advice.moves[0].text == "leader to Anhalt"
    effects = {(e.seat, e.source): e for e in advice.reasons.effects}
    assert effects[0, "statues"].difference == pytest.approx(1)
    assert "seat 0, statues" in str(advice)
    assert "a statue in Altmark, captures 1 statue" in str(advice)


@pytest.mark.parametrize("agent", ["greedy", "plan:iterations=60", "ismcts:iterations=60"])
def test_agents_play_with_leaders_and_region_cards(agent: str) -> None:
    """Half a year in which every new question is met."""
    game = engines.load("wallenstein", leaders="on", regions="on")
    state = game.root()
    chance, bot, asked = engines.Chance(1), search.make(agent), set()
    while Phase.LEAD not in asked:
        state.resolve(chance)
        asked.add(Phase(state.data["phase"]))
        view = state.view(state.player)
        state.apply(bot.search(view).best)
    assert {Phase.STATION, Phase.BENEFIT, Phase.PLAN} <= asked


def test_in_the_draft_greedy_keeps_the_leader_for_a_county_with_a_neighbour() -> None:
    state = first_decision(3, "draft", expansions=("leaders",))
    chance, bot, seats = engines.Chance(2), search.make("greedy"), {0, 1, 2}
    while seats:
        state.resolve(chance)
        seat = state.player
        action = bot.search(state.view(seat)).best
        placed = "and the leader" in state.text(action)
        owned = int(state.data["owned"][seat])
        state.apply(action)
        if placed:
            seats.discard(seat)
            at = int(state.data["general"][seat]) - 1
            borders = [{*pair} - {at} for pair in state.game.words.on.borders if at in pair]
            assert any(owned >> n & 1 for other in borders for n in other)
        elif state.data["general"][seat]:
            # His last county: there was no choice.
            seats.discard(seat)
