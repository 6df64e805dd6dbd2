"""Notes on the moves of all steps but the turn itself: draws, payments, losses, and answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from eminence.engines.bruges import state
from eminence.engines.bruges.explanations.holdings import TIMES
from eminence.engines.bruges.explanations.moment import Moment, card_of, joined
from eminence.engines.bruges.state import Action, Given, Gotten, Phase, Price, Step
from eminence.engines.kit.wording import plural

#: a note on a move, from its number in its block of ids
Note = Callable[[Moment, int], str]


def _more(count: int, what: str) -> str:
    return f"{count} more {what}" if count > 0 else ""


# --- drawing ---


def draw(m: Moment, pile: int) -> str:
    """What is left, and how many cards of that colour the mover has then."""
    left, colour = int(m.data["pile_size"][pile]), int(m.data["top"][pile]) - 1
    held = int(m.data["hand_count"][m.seat][colour]) + int(m.data["blind"][colour]) + 1
    return joined(
        _pile_left(m, left),
        f"your {_ordinal(held)} {m.on.colours[colour]} card",
        _more(m.left - 1, "to draw"),
    )


def _pile_left(m: Moment, left: int) -> str:
    if left > 1:
        return f"{left} cards left"
    if m.data["extra_in"]:
        return "the last card: the other pile is divided"
    which = "this" if m.data["phase"] == Phase.DRAWING else "the next"
    return f"the last card: the extra pile comes, {which} round is the last"


def _ordinal(n: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(n, f"{n}th")


# --- what a card or a house is ---


def _person(m: Moment, number: int) -> str:
    return m.table.person(card_of(m.on, number))


def _discard(m: Moment, number: int) -> str:
    return joined(_person(m, number), _more(m.left - 1, "to discard"))


def _house_of(m: Moment, colour: int) -> str:
    empty = int(m.data["empty"][m.seat][colour])
    return f"you have {plural(empty, f'empty {m.on.colours[colour]} house')}"


# --- workers and trades ---


def _pay_worker(m: Moment, colour: int) -> str:
    return _keeps(m, colour, m.me.workers[colour] - 1)


def _give_worker(m: Moment, colour: int) -> str:
    return joined(_pay_worker(m, colour), _more(m.left - 1, "to give"))


def _take_worker(m: Moment, colour: int) -> str:
    after = m.me.taking_workers(colour, 1)
    name = m.on.colours[colour]
    return joined(
        f"then {plural(after.workers[colour], f'{name} worker')}",
        m.scores(after),
        _more(m.left - 1, "to take"),
    )


def _keeps(m: Moment, colour: int, count: int) -> str:
    return f"you keep {plural(count, f'{m.on.colours[colour]} worker')}"


def _trade(m: Moment, colour: int) -> str:
    """Guilders or a worker for guilders or points."""
    assert m.clause is not None
    clause, gets_points = m.clause, m.clause.per_index == Gotten.GET_POINTS
    if clause.option == Given.GIVE_GUILDERS:
        after = m.me.paying(clause.price)
        given, again = m.pays(clause.price), after.guilders >= clause.price
    else:
        after = m.me.paying(worker=colour)
        given, again = _keeps(m, colour, after.workers[colour]), any(after.workers[colour:])
    if gets_points:
        after = replace(after, points=after.points + clause.extra)
    else:
        after = after.paying(-clause.extra)
    gotten = "" if gets_points else f"+{plural(clause.extra, 'guilder')}"
    return joined(given, gotten, m.scores(after), _again(m, again))


def _again(m: Moment, possible: bool) -> str:
    """How often the effect still offers the same, if that is possible."""
    return _more(m.left - 1, "possible") if possible else ""


def _victim(m: Moment, seat: int) -> str:
    """What the chosen opponent has, and what it hands over."""
    assert m.clause is not None
    victim = m.everybody[seat]
    steals_guilders = m.clause.verb == state.STEAL_GUILDERS
    has = victim.guilders if steals_guilders else sum(victim.workers)
    what = "guilder" if steals_guilders else "worker"
    return f"it has {plural(has, what)}, you get {min(has, m.clause.amount)}"


# --- reputation and canals by effects ---


def _advance(m: Moment, _: int) -> str:
    return m.climbs(m.me.step_price(m.me.dice_price()), steps=1)


def _extra_step(m: Moment, _: int) -> str:
    assert m.clause is not None
    return m.climbs(m.me.step_price(m.clause.price), m.clause.amount)


def _extra_canal(m: Moment, section: int) -> str:
    assert m.clause is not None
    times = TIMES[Price(m.clause.option)]
    return joined(m.builds_token(section, times), _more(m.left - 1, "at most"))


# --- threats and losses ---


def _order(m: Moment, colour: int) -> str:
    """Which penalty the colour stands for, and what it takes."""
    stake = m.me.at_stake(colour)
    return f"{m.on.threats[colour]}: {f'you lose {stake}' if stake else 'you lose nothing'}"


def _lose_person(m: Moment, number: int) -> str:
    card = card_of(m.on, number)
    after = m.me.without_person(card)
    return joined(m.scores(after), "the house stays", m.table.effects.brief(card))


def _lose_home(m: Moment, number: int) -> str:
    card = card_of(m.on, number)
    home = int(m.data["home"][m.on.cards.index(card)])
    after = m.me.without_person(card).without_house(m.on.home_colour(home))
    return joined(m.scores(after), f"{card.name} returns to your hand")


def _lose_house(m: Moment, colour: int) -> str:
    after = m.me.without_house(colour)
    return joined(m.scores(after), f"{plural(after.empty, 'empty house')} left")


def _lose_token(m: Moment, section: int) -> str:
    after = m.me.without_token(section)
    return joined(m.scores(after), f"then {after.canals[section]} of {state.SPACES}")


def _unthreat(m: Moment, colour: int) -> str:
    """Markers are returned in the order of the colours."""
    assert m.clause is not None
    after = m.me.returning(colour).threats
    any_colour = m.clause.colour == state.ANY_COLOUR
    return joined(
        m.returns(colour), _again(m, any(after[colour:]) if any_colour else after[colour] > 0)
    )


#: by the block of the move's id and the step
BLOCKS: Mapping[Action, Mapping[Step, Note]] = {
    Action.YES: {Step.ADVANCE: _advance, Step.TRADE: _trade, Step.EXTRA_STEP: _extra_step},
    Action.COLOUR: {
        Step.PICK_HOUSE: _house_of,
        Step.PAY_WORKER: _pay_worker,
        Step.ORDER: _order,
        Step.LOSE_BUILDING: _lose_house,
        Step.LOSE_HOUSE: _lose_house,
        Step.TAKE_WORKER: _take_worker,
        Step.GIVE_WORKER: _give_worker,
        Step.UNTHREAT: _unthreat,
        Step.TRADE: _trade,
    },
    Action.SECTION: {
        Step.LOSE_BUILDING: _lose_token,
        Step.LOSE_CANAL: _lose_token,
        Step.EXTRA_CANAL: _extra_canal,
    },
    Action.VICTIM: {Step.CHOOSE_VICTIM: _victim},
    Action.CARD: {
        Step.PICK_CARD: _person,
        Step.PICK_BELOW: _person,
        Step.PICK_DOWN: _person,
        Step.LOSE_PERSON: _lose_person,
        Step.LOSE_BUILDING: _lose_home,
        Step.LOSE_HOUSE: _lose_home,
        Step.DISCARD: _discard,
    },
}
