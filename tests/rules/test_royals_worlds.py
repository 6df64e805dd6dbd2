"""Royals on shrunken deals: imagined worlds against an enumeration of all labelled deals.

Few cards are left unseen, so that every way to deal them can be listed: all equally likely, given
what the viewer knows and what a payment under way says about the payer's hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import pytest
from royals_builder import Table, play, written
from scipy.stats import chisquare

from eminence import engines

SAMPLES = 20_000
SUSPICIOUS = 1e-4

Hands = tuple[tuple[tuple[str, int], ...], ...]
Fits = Callable[[list[Counter[str]]], bool]


def frozen(hands: Sequence[Counter[str]]) -> Hands:
    return tuple(tuple(sorted((+hand).items())) for hand in hands)


def splits(cards: tuple[int, ...], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to deal labelled cards to places of these sizes; some may be left over."""
    if not sizes:
        yield []
        return
    for chosen in combinations(cards, sizes[0]):
        rest = tuple(c for c in cards if c not in chosen)
        for others in splits(rest, sizes[1:]):
            yield [chosen, *others]


def posterior(
    unseen: Counter[str], known: Sequence[Counter[str]], sizes: Sequence[int], fits: Fits
) -> dict[Hands, float]:
    """The probability of each set of hands when all labelled deals that fit are equally likely."""
    labelled = sorted(unseen.elements())
    counts: Counter[Hands] = Counter()
    unknown = [size - hand.total() for size, hand in zip(sizes, known, strict=True)]
    for deal in splits(tuple(range(len(labelled))), unknown):
        hands = [
            hand + Counter(labelled[i] for i in cards)
            for hand, cards in zip(known, deal, strict=True)
        ]
        if fits(hands):
            counts[frozen(hands)] += 1
    return {hands: n / counts.total() for hands, n in counts.items()}


def compare(view: engines.View, field: str, expected: dict[Hands, float]) -> None:
    """Sampled hands are among the expected ones, as often, and all common ones come up."""
    labels = view.game.fields.fields[field].axes[1]
    others = [seat for seat in range(view.game.seats) if seat != view.seat]
    met: Counter[Hands] = Counter()
    for seed in range(SAMPLES):
        held = view.sample(seed).data[field].tolist()
        met[frozen([Counter(dict(zip(labels, held[o], strict=True))) for o in others])] += 1
    assert set(met) <= set(expected)
    common = [hands for hands, q in expected.items() if SAMPLES * q >= 20]
    assert len(common) > 2
    assert all(met[hands] for hands in common)
    observed = [met[hands] for hands in common]
    wanted = [SAMPLES * expected[hands] for hands in common]
    if len(common) < len(expected):
        observed.append(SAMPLES - sum(observed))
        wanted.append(SAMPLES - sum(wanted))
    assert chisquare(observed, wanted).pvalue > SUSPICIOUS


def check_hands(state: engines.State, viewer: int, pile: str, field: str, fits: Fits) -> None:
    view = state.view(viewer)
    fields = written(view)
    others = [seat for seat in range(state.game.seats) if seat != viewer]
    known = [Counter(fields[field][seat]) for seat in others]
    sizes = [fields[f"{field}_size"][seat] for seat in others]
    compare(view, field, posterior(Counter(fields[pile]), known, sizes, fits))


def anything(hands: list[Counter[str]]) -> bool:
    return True


def small_table() -> Table:
    """Three seats, a handful of unseen cards."""
    table = Table(players=3)
    table.hand(0, France=2, Spain=1).hand(1, France=2, Britain=2).hand(2, Spain=2)
    table.pile("France", "Britain", "Spain", "Spain")
    table.intrigue(1, "France/Spain", "Britain/Spain").intrigue(2, "France/Britain")
    table.intrigue_pile("France/Spain", "German States/Britain")
    return table


@pytest.mark.slow
@pytest.mark.rule("R29")
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_all_deals_of_unseen_cards_are_alike(viewer: int) -> None:
    state = small_table().state()
    check_hands(state, viewer, "pile", "hand", anything)
    check_hands(state, viewer, "intrigue_pile", "intrigue", anything)


@pytest.mark.rule("R30")
def test_a_card_taken_openly_stays_and_the_rest_are_alike() -> None:
    table = small_table().turn(1, "draw").display("Britain", "Spain", "German States")
    state = play(
        table.state(),
        "draw from the pile",
        "Spain",
        "take Britain from the display",
        "take Spain from the display",
    )
    assert written(state.view(0))["hand"][1] == {"Britain": 1, "Spain": 1}
    check_hands(state, 0, "pile", "hand", anything)


@pytest.mark.slow
@pytest.mark.rule("R12")
def test_a_payer_of_wilds_has_the_cards_that_are_due() -> None:
    """Seat 1 claims with three others: its hand must hold three cards of other countries."""
    table = small_table().pile("France", "German States", "German States", "German States")
    table.hand(1, France=2, Britain=1, Spain=1).turn(1)
    position = table.position("German States", "Marshal")
    state = play(table.state(), f"claim {position}: 3 others")
    assert written(state)["due"] == 3

    def can_pay(hands: list[Counter[str]]) -> bool:
        return hands[0].total() - hands[0]["German States"] >= 3

    check_hands(state, 0, "pile", "hand", can_pay)

    play(state, "give 1 France")

    def can_go_on(hands: list[Counter[str]]) -> bool:
        """Kinds go in order, so that the two left are behind France and not German."""
        return hands[0]["Britain"] + hands[0]["Spain"] >= 2

    check_hands(state, 0, "pile", "hand", can_go_on)


@pytest.mark.slow
@pytest.mark.rule("R13")
def test_who_takes_over_has_the_intrigue_card_and_the_cards_to_pay() -> None:
    table = small_table().turn(1)
    position = table.position("Spain", "Marshal")
    table.hold(0, position)
    state = play(table.state(), f"take over {position}: 3 others, 1 Intrigue")
    assert written(state)["phase"] == "pay Intrigue cards"

    def has_matching(hands: list[Counter[str]]) -> bool:
        return any(n and "Spain" in pair for pair, n in hands[0].items())

    def can_pay(hands: list[Counter[str]]) -> bool:
        return hands[0].total() - hands[0]["Spain"] >= 3

    check_hands(state, 0, "intrigue_pile", "intrigue", has_matching)
    check_hands(state, 0, "pile", "hand", can_pay)
