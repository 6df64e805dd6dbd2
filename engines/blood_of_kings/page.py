"""The position file of Blood of Kings: its entries, and what follows from them.

The file says what lies on the table. What follows is worked out here and in the chapters: the
supplies, the deck, what is certain of the others' hands. Whatever is not as it would follow,
such as a battle half way through, is told field by field in the table `under_way`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eminence.cython_ext.fields import SEATS, Field
from eminence.cython_ext.pages import Entries, counted
from eminence.engines.blood_of_kings.dynasty.page import MOST_GLORY, SeatPage
from eminence.engines.blood_of_kings.kingdom.page import KingdomPage, seat_names
from eminence.engines.blood_of_kings.names import (
    ACHIEVEMENTS,
    CARDS,
    CHALLENGES,
    DICE_FOR,
    FACE_DOWN,
    MOVING,
    PHASES,
    SOURCES,
    STEPS,
    USES,
)
from eminence.engines.blood_of_kings.numbers import MAX_UNITS, Board
from eminence.engines.blood_of_kings.state import (
    KingdomStage,
    Phase,
    PlayStage,
    Step,
    TalkStage,
    WarStage,
)
from eminence.engines.blood_of_kings.tables import (
    ADMINISTRATION,
    COUNCIL,
    DEVELOPMENT,
    EXPANSION,
    MAX_PLAYERS,
    NOWHERE,
    PREPARATIONS,
    SETS,
    SUCCESSION,
    UNKNOWN,
)
from eminence.engines.kit.entry_kinds import Counts, Kind, Names, Row, Whole, Word, or_nothing
from eminence.engines.kit.options import listed
from eminence.engines.kit.page import Answers, Entry, Form, Section

TITLE = """A position of Blood of Kings: what one player sees of the table.
Things are named with commas between them and a number in front where there are several: \
"3 Paris, 1 Orleans" are armies in two regions. What is "none" may be left out.
Seats count from 0. What is named nowhere, such as units, flags and siege tokens, is in its \
supply; Dynasty cards that are named nowhere are in the deck or hidden from you."""

# --- where each step belongs ---

#: the first step of each run of steps that belong to the same phases; events come in any
_PHASES_FROM = {
    Step.PICK_KINGDOM: (Phase.CHOOSING,),
    Step.PLAY_CARD: (Phase.KINGDOM_PHASE,),
    Step.CLAIM_TILE: (Phase.KINGDOM_PHASE, Phase.DYNASTY_PHASE),
    Step.REVEAL: (Phase.KINGDOM_PHASE,),
    Step.COMMIT: (Phase.DYNASTY_PHASE,),
    Step.COMMIT_COUNT: (Phase.KINGDOM_PHASE,),
    Step.DYNASTY: (Phase.DYNASTY_PHASE,),
    Step.FLIP_ALLIANCE: (Phase.NEGOTIATION_PHASE,),
}


def _phases_of_steps() -> dict[Step, tuple[Phase, ...]]:
    found, now = {}, tuple(Phase)
    for step in Step:
        now = _PHASES_FROM.get(step, now)
        found[step] = now
    return found


STEP_PHASES = _phases_of_steps()

_MOVES = (Step.MOVE_FROM, Step.MOVE_TO, Step.MOVE_COUNT, Step.CARRY)
_BATTLES = (
    *(Step.BATTLE_NEXT, Step.BATTLE_AGAINST, Step.FIRST_FORCE, Step.LEADER_VOTE, Step.WITHDRAW),
    *(Step.CASUALTY, Step.RETREAT, Step.RETREAT_TO, Step.RANSOM, Step.RANSOM_TO),
)
_SIEGES = (Step.PLACE_SIEGE, Step.SIEGE_SOURCE)
_CALLS = (Step.CALL, Step.REVEAL, Step.COMMIT_COUNT)

#: the Kingdom cards that a step of the kingdom phase belongs to, where it is not any
STEP_CARDS = {
    Step.TAKE_BACK: (COUNCIL,),
    Step.DEVELOP: (DEVELOPMENT,),
    Step.ADMINISTER: (ADMINISTRATION,),
    Step.RAISE: (PREPARATIONS,),
    **dict.fromkeys((Step.SIEGE_ROLL, *_MOVES, Step.ASSAULT, *_SIEGES), (EXPANSION,)),
    **dict.fromkeys((*_BATTLES, Step.CLAIM_SEA), (PREPARATIONS, EXPANSION)),
    **dict.fromkeys(_CALLS, (SUCCESSION,)),
}

#: how far the active kingdom or player has got when a step is asked, in its usual place
STAGES = {
    Step.PLAY_CARD: KingdomStage.CHOOSE_CARD,
    Step.TAKE_BACK: KingdomStage.CARD_UNDER_WAY,
    Step.DEVELOP: KingdomStage.CARD_UNDER_WAY,
    Step.ADMINISTER: KingdomStage.CARD_UNDER_WAY,
    Step.RAISE: WarStage.START_STAGE,
    Step.SIEGE_ROLL: WarStage.SIEGE_STAGE,
    **dict.fromkeys(_MOVES, WarStage.MOVE_STAGE),
    **dict.fromkeys(_BATTLES, WarStage.BATTLE_STAGE),
    Step.ASSAULT: WarStage.ASSAULT_STAGE,
    **dict.fromkeys(_SIEGES, WarStage.BESIEGE_STAGE),
    Step.CLAIM_SEA: WarStage.CLAIM_STAGE,
    # Peaceful and chaotic successions; a violent one comes from a Dynasty card.
    **dict.fromkeys(_CALLS, KingdomStage.FINISH),
    Step.COMMIT: PlayStage.RESOLVING,
    Step.DIPLOMACY_REGION: PlayStage.NAMING,
    Step.ORDER_TARGET: PlayStage.NAMING,
    Step.DIPLOMACY_FOR: PlayStage.OFFERING,
    Step.CONSENT: PlayStage.CONSENTING,
    Step.SECOND_TARGET: PlayStage.NAMING_SECOND,
    Step.FOIL: PlayStage.POLLING,
    Step.LOSE_UNIT: PlayStage.LOSING,
    Step.REORDER: PlayStage.REORDERING,
    Step.ORDER_PLACE: PlayStage.PLACING,
    Step.STEAL_FROM: PlayStage.STEALING,
    Step.DISCARD: PlayStage.DISCARDING,
    Step.PICK_SET: PlayStage.PICKING,
    Step.EXCHANGE_PICK: PlayStage.EXCHANGING,
    Step.HOLD_TALKS: TalkStage.OPEN_TALKS,
    Step.RETURN_TOKEN: TalkStage.RETURNS,
    Step.ALLY: TalkStage.ALLIANCES,
    Step.ALLY_CONSENT: TalkStage.HOST_ASKED,
    Step.TRANSFER_FROM: TalkStage.TRANSFERS,
    Step.TRANSFER_TO: TalkStage.RECEIVING,
    Step.TRANSFER_AMOUNT: TalkStage.COUNTING,
    Step.OFFER_TO: TalkStage.EXCHANGES,
    Step.OFFER_CARD: TalkStage.OFFERING_CARD,
    Step.ANSWER_CARD: TalkStage.ANSWERING,
    Step.CONFIRM_TRADE: TalkStage.CONFIRMING,
}


# --- kinds of entries ---


@dataclass(frozen=True)
class Sets(Kind):
    """The open sets of cards: a list of texts."""

    kinds: Sequence[str]
    most: int

    def read(self, entries: Entries, key: str) -> list[list[int]]:
        texts = entries.value(key, "a list")
        if not isinstance(texts, list) or len(texts) > self.most:
            raise entries.fail(key, f"expected a list of at most {self.most} sets")
        return [
            Entries({key: text}, f"{entries.place(key)}[{i}]").counts(key, self.kinds)
            for i, text in enumerate(texts)
        ]

    def write(self, value: Any) -> list[str]:
        texts = [counted(self.kinds, cards) for cards in value]
        return [text if isinstance(text, str) else ", ".join(text) for text in texts]

    def layout(self) -> Field:
        return Field((None, self.kinds))

    def __str__(self) -> str:
        return 'a list such as ["unrest", "2 intrigue"]'


@dataclass(frozen=True)
class Order(Row):
    """All of some names in an order."""

    def read(self, entries: Entries, key: str) -> list[int]:
        found = entries.names(key, [*self.words.values()])
        if len(found) != self.size:
            raise entries.fail(key, f"{len(found)} names, expected all {self.size}")
        return found


def form(board: Board, players: int, turn_cap: int) -> Form:
    """The position file of one loaded game."""
    page = _Page(board, players, turn_cap)
    return Form(
        TITLE,
        (
            Section("time", page.time()),
            Section("table", page.table()),
            page.kingdoms.section(),
            page.seats.section(),
        ),
        players,
        page.follow,
        page.derived(),
        {"deck": "table"},
        phase="time.phase",
        rest="under_way",
        rest_about="what a battle, a succession, a card or a deal has come to so far",
    )


class _Page:
    def __init__(self, board: Board, players: int, turn_cap: int) -> None:
        self.on = board
        self.players = players
        self.turn_cap = turn_cap
        self.kingdoms = KingdomPage(board, players)
        self.seats = SeatPage(board, players, turn_cap)

    # --- the entries ---

    def time(self) -> list[Entry]:
        on = self.on
        most_done = max(len(on.kingdoms), self.players)
        return [
            Entry("turn", Whole(1, self.turn_cap + 1, first=1), "turn", "from 1", needed=True),
            Entry("phase", Word(dict(enumerate(PHASES))), "phase", needed=True),
            Entry("step", Word(dict(enumerate(STEPS))), "step", "what happens next", needed=True),
            Entry("first_player", Whole(0, self.players - 1), "first", "a seat", needed=True),
            Entry(
                "kingdom",
                Word(dict(enumerate(on.kingdoms))),
                about="the active one",
                value=lambda data, _: data["order"][data["acting"]] if _acts(data) else None,
            ),
            Entry(
                "done",
                Whole(0, most_done),
                about="players that have finished in this phase",
                value=lambda data, _: None if _acts(data) else int(data["acting"]) or None,
                also=("acting",),
            ),
            Entry(
                "tied_at",
                Whole(0, MOST_GLORY),
                about="the leaders' total when the tiles were gone",
                value=lambda data, _: int(data["tied_at"]) if data["tie"] else None,
            ),
        ]

    def table(self) -> list[Entry]:
        on = self.on
        return [
            Entry(
                "order",
                Order(dict(enumerate(on.kingdoms)), len(on.kingdoms), blanks=True),
                "order",
                "the Kingdom order track from the left; left out: as it began",
                default=[*range(len(on.kingdoms))],
                follows="as it began",
            ),
            Entry("display", Names(on.tile_names), "display", "Achievement tiles to choose from"),
            Entry("bag", Names(on.tile_names), "bag", "those that are still to be drawn"),
            Entry(
                "sets",
                Sets(on.card_names, on.sets),
                "sets",
                "Dynasty cards that lie open, set by set",
            ),
            Entry("discards", Counts(on.card_names), "discards", "Dynasty cards"),
        ]

    # --- what follows ---

    def follow(self, answers: Answers) -> None:
        """Fill what the entries imply."""
        record = answers.record
        both = Names(self.on.tile_names).write(int(record["display"] & record["bag"]))
        if record["display"] & record["bag"]:
            answers.refuse("table.bag", f"{both} is on the display")
        self._follow_time(answers)
        self.kingdoms.follow(answers)
        self.seats.follow(answers)
        answers.stop_if_wrong()
        self._refuse_other_card(answers)
        self._fill_deck(answers)

    def _follow_time(self, answers: Answers) -> None:
        record = answers.record
        step = Step(int(record["step"]))
        if record["phase"] not in STEP_PHASES[step]:
            belongs = listed([f"the {PHASES[phase]}" for phase in STEP_PHASES[step]])
            answers.refuse("time.step", f"{STEPS[record['step']]!r} belongs to {belongs}")
        kingdom = answers.said("time.kingdom")
        if record["phase"] == Phase.KINGDOM_PHASE and kingdom is not None:
            record["acting"] = record["order"].tolist().index(kingdom)
        else:
            record["acting"] = answers.said("time.done") or 0
        record["stage"] = STAGES.get(step, 0)
        record["tie"] = answers.said("time.tied_at") is not None
        record["tied_at"] = answers.said("time.tied_at") or 0

    def _refuse_other_card(self, answers: Answers) -> None:
        """What a Kingdom card asks is asked only while that card is played."""
        record = answers.record
        step = Step(int(record["step"]))
        if not _acts(record) or step not in STEP_CARDS:
            return
        kingdom = int(record["order"][record["acting"]])
        played = ("", *CARDS)[record["played"][kingdom]]
        needed = [CARDS[card] for card in STEP_CARDS[step]]
        if played not in needed:
            answers.refuse(
                "time.step",
                f"{STEPS[record['step']]!r} belongs to {listed(needed)}, but "
                f"{self.on.kingdoms[kingdom]} has played {played or 'no card'} in this turn",
            )

    def _fill_deck(self, answers: Answers) -> None:
        """All cards that the viewer cannot place, and how many lie in the deck."""
        record = answers.record
        cards = np.array([card.copies for card in self.on.deck])
        placed = record["sets"].sum(axis=0) + record["discards"] + record["hand"].sum(axis=0)
        on_mats = int(record["height"].sum())
        for face in record["mat"][:on_mats].tolist():
            if face != UNKNOWN:
                placed[face] += 1
        for card, named in zip(self.on.deck, placed.tolist(), strict=True):
            if named > card.copies:
                answers.refuse("table", f"{named} cards {card.name} named, there are {card.copies}")
        answers.stop_if_wrong()
        record["deck"] = cards - placed
        open_cards = int(record["sets"].sum()) + int(record["discards"].sum())
        in_hands = int(record["hand_count"].sum())
        record["deck_size"] = max(0, int(cards.sum()) - in_hands - on_mats - open_cards)

    # --- fields ---

    def derived(self) -> dict[str, Field]:
        """The fields that follow, or that tell what is half done."""
        on = self.on
        kinds = on.card_names
        return {
            **self.kingdoms.derived(),
            **self.seats.derived(),
            "acting": Field(high=max(len(on.kingdoms), self.players)),
            "tie": Field(high=1),
            "display": Field(bits=ACHIEVEMENTS),
            "bag": Field(bits=ACHIEVEMENTS),
            "deck": Field((kinds,)),
            **self._half_done(),
            **self._battle(),
            **self._card_played(),
        }

    def _half_done(self) -> dict[str, Field]:
        """A deal, a move of glory, an expansion, a succession."""
        seat = seat_names(self.players)
        seats = Field(bits=[seat[i + 1] for i in range(self.players)])
        regions = Field(bits=self.on.region_names)
        return {
            "dice_for": Field(names=dict(enumerate(DICE_FOR))),
            "deal_left": Field(high=SETS),
            "deal_to": Field(high=MAX_PLAYERS),
            "deal_at": Field(high=SETS),
            "glory_to": Field(names=seat),
            "glory_from": Field(names=seat),
            "glory_source": Field(names=dict(enumerate(SOURCES))),
            "entered": regions,
            "settled": regions,
            "influence": Field((SEATS,)),
            "cathedral_due": Field(high=1),
            "challenge": Field(names=dict(enumerate(CHALLENGES))),
            "throne": Field(names=dict(enumerate(self.on.kingdoms))),
            "called": seats,
            "caller": Field(names=seat),
            "declared": seats,
            "revealed": seats,
            "committed": Field((SEATS,)),
            "pledged": Field((None,), names=seat),
        }

    def _battle(self) -> dict[str, Field]:
        """Moves and battles under way."""
        on = self.on
        places = on.place_names
        place = Field(names={**dict(enumerate(places)), NOWHERE: ""})
        flag, units = Field(high=1), Field((on.kingdoms,), high=MAX_UNITS)
        kingdoms = Field(bits=on.kingdoms)
        seat = seat_names(self.players)
        return {
            "moved": Field((places,), high=MAX_UNITS),
            "sailed": Field((on.sea_names,), high=MAX_UNITS),
            "rider": flag,
            "moving": Field(names=dict(enumerate(MOVING))),
            "from_place": place,
            "to_place": place,
            "place": place,
            "assault": flag,
            "sally": kingdoms,
            "late_sally": kingdoms,
            "clash": flag,
            "attackers": kingdoms,
            "defenders": kingdoms,
            "force": units,
            "waiting": units,
            "lost": units,
            "leaving": units,
            "leader": Field((None,), names=seat),
            "vote": Field(names=seat),
            "side": flag,
        }

    def _card_played(self) -> dict[str, Field]:
        """A Dynasty card, an offer or an exchange under way."""
        on = self.on
        kind = Field(names={**or_nothing(on.card_names), UNKNOWN: FACE_DOWN})
        seat = seat_names(self.players)
        some_kingdom = Field(names=or_nothing(on.kingdoms))
        kingdoms = Field(bits=on.kingdoms)
        return {
            "card": kind,
            "use": Field(names=dict(enumerate(USES))),
            "target": Field(names=dict(enumerate(on.kingdoms))),
            "second": some_kingdom,
            "regions": Field((None,), names=or_nothing(on.region_names)),
            "gainers": Field((None,), names=or_nothing(on.kingdoms)),
            "refused": kingdoms,
            "tokens": kingdoms,
            "placed": kingdoms,
            "whom": Field(high=self.players - 1),
            "polled": Field(bits=[seat[i + 1] for i in range(self.players)]),
            "foiler": Field(names=seat),
            "giver": some_kingdom,
            "offered": kind,
            "answered": kind,
        }


def _acts(data: Any) -> bool:
    """Whether a kingdom is the active one."""
    return bool(data["phase"] == Phase.KINGDOM_PHASE and data["acting"] < len(data["order"]))
