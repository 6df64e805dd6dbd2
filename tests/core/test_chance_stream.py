"""`Chance`: the stream of one match, counted per kind and seat."""

from __future__ import annotations

import pickle

import pytest

from eminence import engines


def deal(chance: engines.Chance, events: int) -> list[int]:
    """The outcomes of the first events of a game that deals one card to each of six."""
    state = engines.load("kuhn_poker", players=6).root()
    dealt = []
    for _ in range(events):
        dealt.append(state.roll(chance))
        state.apply(dealt[-1])
    return dealt


def test_a_copy_goes_on_where_the_original_stood() -> None:
    chance = engines.Chance(7)
    deal(chance, 3)
    twin = chance.copy()
    assert twin == chance
    assert deal(twin, 6) == deal(chance, 6)


def test_a_copy_counts_on_its_own() -> None:
    chance = engines.Chance(7)
    twin = chance.copy()
    deal(twin, 2)
    assert twin != chance
    assert chance == engines.Chance(7)


def test_pickling_keeps_seed_and_counts() -> None:
    chance = engines.Chance(2**64 - 1)
    deal(chance, 4)
    twin = pickle.loads(pickle.dumps(chance))
    assert twin == chance
    assert hash(twin) == hash(chance)
    assert deal(twin, 6) == deal(chance, 6)


def test_another_seed_is_another_stream() -> None:
    assert engines.Chance(1) != engines.Chance(2)
    assert [deal(engines.Chance(seed), 6) for seed in range(5)] != [
        deal(engines.Chance(seed), 6) for seed in range(5, 10)
    ]


def test_it_is_equal_to_no_other_kind_of_thing() -> None:
    assert engines.Chance(1) != 1


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", None, True])
def test_a_seed_is_a_whole_number_of_64_bits(seed: object) -> None:
    with pytest.raises(engines.BadOption, match="seed: "):
        engines.Chance(seed)
