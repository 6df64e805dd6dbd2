"""The two generators against published answers and against numpy."""

from __future__ import annotations

import numpy as np
import pytest
from compiled import core
from scipy.stats import chisquare

MASK = 2**64 - 1


def splitmix64(seed: int, n: int) -> list[int]:
    """Vigna's splitmix64 in plain integers."""
    out = []
    for _ in range(n):
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        out.append(z ^ (z >> 31))
    return out


def test_xoshiro256_plus_plus_gives_its_published_numbers() -> None:
    assert core.xoshiro([1, 2, 3, 4], 10) == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


def test_splitmix64_gives_its_published_numbers() -> None:
    assert splitmix64(1234567, 3) == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize("seed", [0, 1, 1234567, MASK])
def test_a_seed_is_spread_over_the_state_by_splitmix64(seed: int) -> None:
    assert core.seeded(seed, 20) == core.xoshiro(splitmix64(seed, 4), 20)


def test_philox_gives_its_published_numbers() -> None:
    assert core.philox([0, 0, 0, 0], 0, 0) == [
        0x16554D9ECA36314C,
        0xDB20FE9D672D0FDC,
        0xD7E772CEE186176B,
        0x7E68B68AEC7BA23B,
    ]


def test_philox_equals_numpy() -> None:
    rng = np.random.Generator(np.random.PCG64(1))
    for _ in range(50):
        words = rng.integers(0, 2**64, 6, dtype=np.uint64)
        counter, key = words[:4], words[4:]
        numpys = np.random.Philox(counter=counter, key=key)
        # numpy counts up before it draws its first block.
        first = int.from_bytes(counter.astype("<u8").tobytes(), "little") + 1
        block = [first >> 64 * i & MASK for i in range(4)]
        expected = numpys.random_raw(4).tolist()
        assert core.philox(block, int(key[0]), int(key[1])) == expected


def test_an_event_opens_a_stream_from_its_own_philox_block() -> None:
    seed, kind, seat, ordinal = 2**63 + 5, 3, 1, 17
    block = core.philox([ordinal, 0, 0, 0], seed, kind << 32 | seat + 1)
    assert core.event_stream(seed, kind, seat, ordinal, 8) == core.xoshiro(block, 8)


def test_events_that_differ_in_anything_have_different_streams() -> None:
    events = [
        (seed, kind, seat, ordinal)
        for seed in (0, 1)
        for kind in (0, 1, 2)
        for seat in (-1, 0, 1)
        for ordinal in (0, 1, 2)
    ]
    streams = {tuple(core.event_stream(*event, 2)) for event in events}
    assert len(streams) == len(events)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 52, 1000])
def test_below_is_uniform(bound: int) -> None:
    draws = core.draws_below(bound, bound, 100 * bound + 1000)
    assert min(draws) >= 0
    assert max(draws) < bound
    assert chisquare(np.bincount(draws, minlength=bound)).pvalue > 1e-4 or bound == 1


def test_below_takes_the_high_bits() -> None:
    words = core.seeded(5, 100)
    assert core.draws_below(5, 10, 100) == [word * 10 >> 64 for word in words]


def test_a_stream_for_tests_is_the_stream_of_playouts() -> None:
    stream = core.Stream(5)
    assert [stream.below(10) for _ in range(100)] == core.draws_below(5, 10, 100)
