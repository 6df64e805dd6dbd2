"""Agents from text and back."""

import re

import pytest

from eminence import engines, search


@pytest.mark.parametrize(
    ("spec", "agent"),
    [
        ("random", search.Random()),
        ("random:seed=3", search.Random(3)),
        ("greedy", search.Greedy()),
        ("greedy:worlds=4", search.Greedy(worlds=4)),
        ("greedy:worlds=4,seed=18446744073709551615", search.Greedy(4, seed=2**64 - 1)),
        ("greedy:weights={red:1.5;blue:-2.0}", search.Greedy(weights={"red": 1.5, "blue": -2})),
    ],
)
def test_a_specification_and_its_agent_say_the_same(spec, agent):
    assert search.make(spec) == agent
    assert str(agent) == spec
    assert hash(search.make(str(agent))) == hash(agent)


def test_defaults_may_be_written_out_and_the_order_is_free():
    assert search.make("greedy:seed=0,worlds=8") == search.Greedy()
    assert str(search.make("greedy:seed=1,worlds=2")) == "greedy:worlds=2,seed=1"


def test_agents_differ_by_each_parameter():
    agents = [search.Greedy(), search.Greedy(2), search.Greedy(weights={"red": 1}), search.Random()]
    assert len({*agents, *map(str, agents)}) == 2 * len(agents)


def test_weights_from_a_file_keep_its_name(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("red = 3\n")
    bot = search.Greedy(weights=file)
    assert str(bot) == f"greedy:weights={file}"
    assert search.make(str(bot)) == bot
    assert dict(bot.weights) == {"red": 3.0}


def test_a_copy_of_a_games_own_weights_file_works(tmp_path):
    file = tmp_path / "guidance.toml"
    file.write_text(
        'source = "house"\n[weights]\nred = 3\nblue = 1.5\nblue_source = "house: tuned"\n'
    )
    assert dict(search.Greedy(weights=file).weights) == {"red": 3.0, "blue": 1.5}


def test_the_weights_of_royals_can_be_given_by_their_own_file():
    royals = engines.load("royals")
    file = engines.royals.DATA / "guidance.toml"
    assert dict(search.Greedy(weights=file).weights) == royals.weights


def test_names_lists_what_make_knows():
    assert search.names() == [
        *("cfr", "flat", "greedy", "ismcts", "pimc", "plan", "random", "scribe")
    ]
    for name in search.names():
        assert search.AGENTS[name].name == name
        # A policy comes from a file; tests/solver/test_policies.py makes some.
        if name != "cfr":
            assert search.make(name).name == name


def test_a_game_may_name_its_usual_agent():
    assert search.usual(engines.load("wallenstein")) == search.PlanSearch()
    assert search.usual(engines.load("kuhn_poker")) == search.ISMCTS()


def test_an_agent_with_another_seed_is_otherwise_the_same():
    bot = search.make("flat:iterations=30,seed=4")
    assert bot.with_seed(9) == search.make("flat:iterations=30,seed=9")
    assert bot == search.make("flat:iterations=30,seed=4")


WHOLE = "expected a whole number from"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "unknown agent '': choose cfr, flat, greedy, ismcts, pimc, plan, random"),
        (
            "cheat:seed=1",
            "unknown agent 'cheat': choose cfr, flat, greedy, ismcts, pimc, plan, random",
        ),
        ("random:", "unknown option '' in 'random:': random has seed=..."),
        ("random:seed", "unknown option 'seed' in"),
        ("random:worlds=3", "unknown option 'worlds=3' in 'random:worlds=3': random has seed=..."),
        ("greedy:depth=2", "greedy has worlds=..., beyond=..., network=..., weights=..., seed=..."),
        ("greedy:worlds=2,worlds=3", "worlds is given twice"),
        ("greedy:worlds=0", f"worlds: {WHOLE} 1 to 1000000, got 0"),
        ("greedy:worlds=2.5", f"worlds: {WHOLE} 1 to 1000000, got '2.5'"),
        ("greedy:worlds=", f"worlds: {WHOLE} 1 to 1000000, got ''"),
        ("random:seed=-1", f"seed: {WHOLE} 0 to 2**64 - 1, got -1"),
        ("random:seed=18446744073709551616", f"{WHOLE} 0 to 2**64 - 1"),
        ("random:seed=" + "9" * 5000, f"{WHOLE} 0 to 2**64 - 1"),
        ("greedy:weights=", "weights=: choose a file"),
        ("greedy:weights=no_such.toml", "weights=no_such.toml: No such file"),
        ("greedy:weights={red}", "write {name:number;name:number}"),
        ("greedy:weights={red:nan}", "weights: red: expected a number, got nan"),
    ],
)
def test_a_bad_specification_is_refused_in_one_line_that_says_what_is_allowed(spec, message):
    with pytest.raises(engines.EminenceError, match=re.escape(message)) as caught:
        search.make(spec)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [True, 1.0, "1", None, -1, 2**64])
def test_a_bad_argument_is_refused_like_its_text(value):
    with pytest.raises(engines.BadOption, match="seed: "):
        search.Random(seed=value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('red = "much"\n', "mine.toml: red: expected a number, got 'much'"),
        ("red = true\n", "mine.toml: red: expected a number, got True"),
        ("red = inf\n", "mine.toml: red: expected a number, got inf"),
        ("red = \n", "mine.toml: not TOML: "),
    ],
)
def test_a_bad_weights_file_is_named_with_its_field(text, message, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(engines.BadData, match=re.escape(message)):
        search.Greedy(weights=file)


def test_a_weight_that_the_game_lacks_is_named_with_its_file(pebbles, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("green = 1\n")
    message = "mine.toml: green: no weight of pebbles; choose from red, blue, pips, favourite"
    with pytest.raises(engines.BadOption, match=re.escape(message)):
        search.Greedy(weights=file).search(pebbles.root().view(0))


def test_weights_of_another_type_are_refused():
    with pytest.raises(engines.BadOption, match="choose a TOML file or a dict"):
        search.Greedy(weights=3)
