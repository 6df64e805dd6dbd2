"""What is good to know before a move of Bruges is played: what it costs and brings, what follows.

The moves of a turn are here, those of all other steps in `step_notes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from eminence.cython_ext.game import Position
from eminence.engines.bruges import state
from eminence.engines.bruges.explanations.holdings import leader
from eminence.engines.bruges.explanations.moment import Moment, Table, card_of, joined
from eminence.engines.bruges.explanations.step_notes import BLOCKS, Note, draw
from eminence.engines.bruges.names import MAJORITIES
from eminence.engines.bruges.state import (
    Action,
    Activation,
    Payment,
    Penalty,
    Phase,
    Scope,
    Step,
    Use,
)
from eminence.engines.kit.wording import Blocks, plural


class Notes:
    """Notes on the moves of one loaded game; they tell what the mover sees, and no more."""

    def __init__(self, table: Table) -> None:
        self.table = table
        blocks: dict[int, Note] = {
            Action.PILE: draw,
            Action.NO: _stop,
            Action.USE: _use,
            Action.RECRUIT: _recruit,
            Action.ACTIVATE: _activate,
            **{first: _by_step(notes) for first, notes in BLOCKS.items()},
        }
        self.known = Blocks({first: self._said(note) for first, note in blocks.items()})

    def of(self, position: Position, action: int) -> str:
        """The note on one move."""
        return self.known.text(position, action)

    def _said(self, note: Note) -> Callable[[Position, int], str]:
        return lambda position, number: note(Moment(self.table, position), number)


def _by_step(notes: Mapping[Step, Note]) -> Note:
    """The note on a move whose meaning depends on what is asked."""
    return lambda m, number: notes[m.step](m, number)


# --- the five actions that any card of a colour can do ---


def _use(m: Moment, number: int) -> str:
    use, colour = divmod(number, 8)
    return joined(USES[Use(use)](m, colour), _card_used(m, Use(use), colour))


def _card_used(m: Moment, use: Use, colour: int) -> str:
    """Which card it costs."""
    cards, drawn = m.hand(colour), m.aside()
    if drawn is not None:
        return ""
    if len(cards) > 1:
        return f"card: 1 of {len(cards)} {m.on.colours[colour]} ones"
    return f"card: {cards[0].name}{', face down' * (use == Use.HOUSE)}"


def _take_workers(m: Moment, colour: int) -> str:
    name, count = m.on.colours[colour], m.on.workers_taken + m.me.modifier(state.MORE_WORKERS)
    after = m.me.taking_workers(colour, count)
    return joined(
        f"{plural(count, f'{name} worker')}, then {after.workers[colour]}",
        m.scores(after),
        m.risk(Penalty.LOSE_ALL_WORKERS),
    )


def _take_guilders(m: Moment, colour: int) -> str:
    count = m.me.dice[colour] + m.me.modifier(state.MORE_GUILDERS)
    after = m.me.paying(-count)
    return joined(
        f"{plural(count, 'guilder')}, then {after.guilders}",
        m.scores(after),
        m.risk(Penalty.LOSE_ALL_GUILDERS),
    )


def _build_house(m: Moment, colour: int) -> str:
    payment = m.me.house_payment()
    before = m.me
    if m.step == Step.EXTRA_HOUSE or payment == Payment.NO_WORKER:
        paid = "no worker needed"
    elif payment == Payment.ANY_WORKER:
        paid = "1 worker of any colour"
    else:
        before = m.me.paying(worker=colour)
        paid = f"1 {m.on.colours[colour]} worker, you keep {before.workers[colour]}"
    after = before.with_house(colour)
    return joined(
        paid,
        m.scores(after),
        f"{plural(after.empty, 'empty house')}",
        *m.answers(state.ON_HOUSE, after),
    )


#: by use; the number is a colour
USES: Mapping[Use, Note] = {
    Use.WORKERS: _take_workers,
    Use.GUILDERS: _take_guilders,
    Use.RETURN_THREAT: lambda m, colour: m.returns(colour),
    Use.CANAL_LEFT: lambda m, colour: m.builds_token(0, times=1),
    Use.CANAL_RIGHT: lambda m, colour: m.builds_token(1, times=1),
    Use.HOUSE: _build_house,
}


# --- people ---


def _recruit(m: Moment, number: int) -> str:
    """Price, points, effect as it would be counted then, and who answers."""
    card = card_of(m.on, number)
    discount = m.clause.price if m.step == Step.EXTRA_RECRUIT and m.clause else 0
    price = m.me.recruit_price(card, discount)
    after = m.me.paying(price).with_person(card)
    return joined(
        m.pays(price),
        m.scores(after),
        m.on.groups[card.group],
        m.table.effects.brief(card, m.counted(after)),
        m.leads(after, state.MOST_PEOPLE),
        *m.answers(state.ON_RECRUIT, after),
        *m.others_answer(state.ON_OPP_RECRUIT),
    )


def _activate(m: Moment, number: int) -> str:
    card, after = card_of(m.on, number), m.me
    paid = ""
    if card.activation == Activation.WORKER:
        colour = card.activation_colour
        after = m.me.paying(worker=colour)
        paid = f"1 {m.on.colours[colour]} worker, you keep {after.workers[colour]}"
    clauses = [clause for clause in card.clauses if clause.scope == Scope.ACTIVATED]
    return joined(paid, m.table.effects.deeds(clauses, m.counted(after)))


# --- doing nothing ---


def _stop(m: Moment, _: int) -> str:
    if m.step == Step.TURN:
        return _end_turn(m)
    if m.step == Step.ADVANCE:
        return f"you keep {plural(m.me.guilders, 'guilder')}"
    return ""


def _end_turn(m: Moment) -> str:
    """Who could still be activated, and what comes next."""
    ready = [a - Action.ACTIVATE for a in m.position.actions() if a >= Action.ACTIVATE]
    names = ", ".join(m.on.names_by_id[card] for card in ready)
    return joined(f"not activated: {names}" if ready else "", *_next(m))


def _next(m: Moment) -> list[str]:
    following = (m.seat + 1) % m.table.players
    last_turn = following == m.data["start_seat"]
    if m.data["phase"] != Phase.PLAYING:
        return []
    if not last_turn or m.data["cycle"] + 1 < m.on.cards_per_round:
        return [f"then seat {following} plays"]
    ends = "then the game ends" if m.data["last_round"] else "then the round ends"
    return [ends, *_majorities(m)]


def _majorities(m: Moment) -> list[str]:
    """The markers that somebody wins when the round ends now."""
    won = []
    for majority, name in MAJORITIES.items():
        seat = leader(m.everybody, majority)
        if seat is not None and not m.everybody[seat].majorities >> majority & 1:
            won.append(f"{'you win' if seat == m.seat else f'seat {seat} wins'} {name}")
    return won
