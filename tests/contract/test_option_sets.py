"""The option sets that games are tested with."""

from __future__ import annotations

from itertools import combinations

import pytest
from conformance.cases import IN_PAIRS, all_cases, cases_of, every_case


@pytest.mark.parametrize("name", sorted(IN_PAIRS))
def test_every_two_choices_of_a_large_game_meet_in_some_set(name: str) -> None:
    pairs = {pair for case in every_case(name) for pair in combinations(case.choices, 2)}
    tested = {pair for case in cases_of(name) for pair in combinations(case.choices, 2)}
    assert tested == pairs
    assert len(cases_of(name)) < len(list(every_case(name)))


def test_in_full_a_large_game_has_all_its_sets() -> None:
    full = all_cases(full=True)
    assert set(all_cases()) <= set(full)
    for name in IN_PAIRS:
        assert [case for case in full if case.name == name] == list(every_case(name))
