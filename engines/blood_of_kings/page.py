"""The position file of Blood of Kings: its entries, and what follows from them.

The file says what lies on the table. What follows is worked out here and in the chapters: the
supplies, the deck, what is certain of the others' hands. Anything that differs from that, such
as a battle half way through, is written field by field in the table `under_way`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eminence.cython_ext.fields import SEATS, Field
from eminence.cython_ext.pages import Entries, counted
from eminence.engines.blood_of_kings import names, state, tables
from eminence.engines.blood_of_kings.dynasty.page import MOST_GLORY, SeatPage
from eminence.engines.blood_of_kings.kingdom.page import KingdomPage, seat_names
from eminence.engines.blood_of_kings.numbers import MAX_UNITS, Board
from eminence.engines.blood_of_kings.state import Phase, Step
from eminence.engines.kit.entry_kinds import Kind, Line, Names, Noted, Whole, Word, or_nothing
from eminence.engines.kit.options import listed
from eminence.engines.kit.page import Answers, Entry, Form, Section, needed, quiet

TITLE = """A position of Blood of Kings: what one player sees of the table.
Things are named with commas between them and a number in front where there are several: \
"3 Paris, 1 Orleans" are armies in two regions. What is "none" may be left out.
Seats count from 0. What is named nowhere, such as units, flags and siege tokens, is in its \
supply; Dynasty cards that are named nowhere are in the deck or hidden from you."""

# --- where each step belongs ---

#: the first step of each run of steps that belong to the same phases; events fit any phase
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

_CARDS_ASK = (Step.TAKE_BACK, Step.DEVELOP, Step.ADMINISTER)
_MOVES = (Step.MOVE_FROM, Step.MOVE_TO, Step.MOVE_COUNT, Step.CARRY)
_BATTLES = (
    *(Step.BATTLE_NEXT, Step.BATTLE_AGAINST, Step.FIRST_FORCE, Step.LEADER_VOTE, Step.WITHDRAW),
    *(Step.CASUALTY, Step.RETREAT, Step.RETREAT_TO, Step.RANSOM, Step.RANSOM_TO),
)
_SIEGES = (Step.PLACE_SIEGE, Step.SIEGE_SOURCE)
_CALLS = (Step.CALL, Step.REVEAL, Step.COMMIT_COUNT)

#: the Kingdom cards that a step of the kingdom phase belongs to; other steps fit any card
STEP_CARDS = {
    Step.TAKE_BACK: (tables.COUNCIL,),
    Step.DEVELOP: (tables.DEVELOPMENT,),
    Step.ADMINISTER: (tables.ADMINISTRATION,),
    Step.RAISE: (tables.PREPARATIONS,),
    **dict.fromkeys((Step.SIEGE_ROLL, *_MOVES, Step.ASSAULT, *_SIEGES), (tables.EXPANSION,)),
    **dict.fromkeys((*_BATTLES, Step.CLAIM_SEA), (tables.PREPARATIONS, tables.EXPANSION)),
    **dict.fromkeys(_CALLS, (tables.SUCCESSION,)),
}

#: how far the active kingdom or player usually is when a step is asked
STAGES = {
    Step.PLAY_CARD: state.KingdomStage.CHOOSE_CARD,
    **dict.fromkeys(_CARDS_ASK, state.KingdomStage.CARD_UNDER_WAY),
    Step.RAISE: state.WarStage.START_STAGE,
    Step.SIEGE_ROLL: state.WarStage.SIEGE_STAGE,
    **dict.fromkeys(_MOVES, state.WarStage.MOVE_STAGE),
    **dict.fromkeys(_BATTLES, state.WarStage.BATTLE_STAGE),
    Step.ASSAULT: state.WarStage.ASSAULT_STAGE,
    **dict.fromkeys(_SIEGES, state.WarStage.BESIEGE_STAGE),
    Step.CLAIM_SEA: state.WarStage.CLAIM_STAGE,
    # Peaceful and chaotic successions; a violent one comes from a Dynasty card.
    **dict.fromkeys(_CALLS, state.KingdomStage.FINISH),
    Step.COMMIT: state.PlayStage.RESOLVING,
    **dict.fromkeys((Step.DIPLOMACY_REGION, Step.ORDER_TARGET), state.PlayStage.NAMING),
    Step.DIPLOMACY_FOR: state.PlayStage.OFFERING,
    Step.CONSENT: state.PlayStage.CONSENTING,
    Step.SECOND_TARGET: state.PlayStage.NAMING_SECOND,
    Step.FOIL: state.PlayStage.POLLING,
    Step.LOSE_UNIT: state.PlayStage.LOSING,
    Step.REORDER: state.PlayStage.REORDERING,
    Step.ORDER_PLACE: state.PlayStage.PLACING,
    Step.STEAL_FROM: state.PlayStage.STEALING,
    Step.DISCARD: state.PlayStage.DISCARDING,
    Step.PICK_SET: state.PlayStage.PICKING,
    Step.EXCHANGE_PICK: state.PlayStage.EXCHANGING,
    Step.HOLD_TALKS: state.TalkStage.OPEN_TALKS,
    Step.RETURN_TOKEN: state.TalkStage.RETURNS,
    Step.ALLY: state.TalkStage.ALLIANCES,
    Step.ALLY_CONSENT: state.TalkStage.HOST_ASKED,
    Step.TRANSFER_FROM: state.TalkStage.TRANSFERS,
    Step.TRANSFER_TO: state.TalkStage.RECEIVING,
    Step.TRANSFER_AMOUNT: state.TalkStage.COUNTING,
    Step.OFFER_TO: state.TalkStage.EXCHANGES,
    Step.OFFER_CARD: state.TalkStage.OFFERING_CARD,
    Step.ANSWER_CARD: state.TalkStage.ANSWERING,
    Step.CONFIRM_TRADE: state.TalkStage.CONFIRMING,
}


# --- kinds of entries ---


@dataclass(frozen=True)
class Sets(Kind):
    """The open sets of cards: a list of texts."""

    kinds: Sequence[str]
    most: int
    about = 'a list such as ["unrest", "2 intrigue"]'

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


class Order(Line):
    """All of some names, in an order."""

    def read(self, entries: Entries, key: str) -> list[int]:
        found = super().read(entries, key)
        if len(found) != len(self.words):
            raise entries.fail(key, f"{len(found)} names, expected all {len(self.words)}")
        return found


def form(board: Board, players: int, turn_cap: int) -> Form:
    """The position file of one loaded game."""
    page = _Page(board, players, turn_cap)
    return Form(
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
        TITLE,
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
        self.some_seat = Field(names=seat_names(players))
        self.seat_set = Field(bits=self.seats.seats)

    # --- the entries ---

    def time(self) -> list[Entry]:
        kingdom = Word(dict(enumerate(self.on.kingdoms)))
        done = Whole(0, max(len(self.on.kingdoms), self.players))
        return [
            needed("turn", Whole(1, self.turn_cap + 1, first=1), "from 1"),
            needed("phase", Word(dict(enumerate(names.PHASES)))),
            needed("step", Word(dict(enumerate(names.STEPS))), "what happens next"),
            needed("first_player", Whole(0, self.players - 1), "a seat", "first"),
            Entry(
                "kingdom",
                kingdom,
                "the active one",
                value=lambda data, _: data["order"][data["acting"]] if _acts(data) else None,
            ),
            quiet(
                "done",
                done,
                "players that have finished in this phase",
                value=lambda data, _: None if _acts(data) else data["acting"],
                also=["acting"],
            ),
            Entry(
                "tied_at",
                Whole(0, MOST_GLORY),
                "the leaders' total when the tiles were gone",
                value=lambda data, _: int(data["tied_at"]) if data["tie"] else None,
            ),
        ]

    def table(self) -> list[Entry]:
        on, tiles = self.on, Names(self.on.tile_names)
        track = "the Kingdom order track from the left; left out: as it began"
        order, sets = Order(dict(enumerate(on.kingdoms)), once=True), Sets(on.card_names, on.sets)
        return [
            Entry("order", order, track, follows="as it began"),
            Entry("display", tiles, "Achievement tiles to choose from"),
            Entry("bag", tiles, "those that are still to be drawn"),
            Entry("sets", sets, "Dynasty cards that lie open, set by set"),
            Entry(
                "discards",
                Noted(on.card_names),
                "Dynasty cards",
                value=lambda data, _: data["discards"],
                also=["discards"],
            ),
        ]

    # --- what follows ---

    def follow(self, answers: Answers) -> None:
        """Fill what the entries imply."""
        record = answers.record
        if answers.said("table.order") is None:
            record["order"] = range(len(self.on.kingdoms))
        both = record["display"] & record["bag"]
        if both:
            named = Names(self.on.tile_names).write(both)
            answers.refuse("table.bag", f"{named} is on the display")
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
            belongs = listed([f"the {names.PHASES[phase]}" for phase in STEP_PHASES[step]])
            answers.refuse("time.step", f"{names.STEPS[record['step']]!r} belongs to {belongs}")
        kingdom = answers.said("time.kingdom")
        if record["phase"] == Phase.KINGDOM_PHASE and kingdom is not None:
            record["acting"] = record["order"].tolist().index(kingdom)
        else:
            record["acting"] = answers.said("time.done", 0)
        record["stage"] = STAGES.get(step, 0)
        record["tie"] = answers.said("time.tied_at") is not None
        record["tied_at"] = answers.said("time.tied_at", 0)

    def _refuse_other_card(self, answers: Answers) -> None:
        """What a Kingdom card asks is asked only while that card is played."""
        record = answers.record
        step = Step(int(record["step"]))
        if not _acts(record) or step not in STEP_CARDS:
            return
        kingdom = int(record["order"][record["acting"]])
        played = ("", *names.CARDS)[record["played"][kingdom]]
        cards = [names.CARDS[card] for card in STEP_CARDS[step]]
        if played not in cards:
            asked, name = names.STEPS[step], self.on.kingdoms[kingdom]
            has_played = f"{name} has played {played or 'no card'} in this turn"
            answers.refuse("time.step", f"{asked!r} belongs to {listed(cards)}, but {has_played}")

    def _fill_deck(self, answers: Answers) -> None:
        """All cards that the viewer cannot place, and how many lie in the deck.

        Discards that nobody noted are spread in proportion over the cards that no place names.
        So each hidden card stays as likely in hands, on mats and in the deck as before.
        """
        record = answers.record
        *noted, unnoted = answers.said("table.discards", [0] * (len(self.on.deck) + 1))
        placed = record["sets"].sum(axis=0) + noted + record["hand"].sum(axis=0)
        on_mats = int(record["height"].sum())
        for face in record["mat"][:on_mats].tolist():
            if face != tables.UNKNOWN:
                placed[face] += 1
        left = [card.copies - int(n) for card, n in zip(self.on.deck, placed, strict=True)]
        for card, n in zip(self.on.deck, left, strict=True):
            if n < 0:
                there = card.copies
                answers.refuse("table", f"{there - n} cards {card.name} named, there are {there}")
        answers.stop_if_wrong()
        elsewhere = on_mats + sum(noted) + record["sets"].sum() + record["hand_count"].sum()
        size = max(0, sum(card.copies for card in self.on.deck) - int(elsewhere))
        if unnoted > min(size, sum(left)):
            message = f"{unnoted} that nobody noted, all other places leave {size}"
            answers.refuse("table.discards", message)
            return
        gone = shares(unnoted, left)
        record["discards"], record["deck"] = np.add(noted, gone), np.subtract(left, gone)
        record["deck_size"] = size - unnoted

    # --- fields ---

    def derived(self) -> dict[str, Field]:
        """The fields that follow, or that tell what is half done."""
        return {
            **self.kingdoms.derived(),
            **self.seats.derived(),
            "acting": Field(high=max(len(self.on.kingdoms), self.players)),
            "tie": Field(high=1),
            **_alike("display bag", Field(bits=names.ACHIEVEMENTS)),
            "deck": Field((self.on.card_names,)),
            "discards": Field((self.on.card_names,), about="Dynasty cards"),
            **self._half_done(),
            **self._battle(),
            **self._card_played(),
        }

    def _half_done(self) -> dict[str, Field]:
        """A deal, a move of glory, an expansion, a succession."""
        return {
            "dice_for": Field(names=dict(enumerate(names.DICE_FOR))),
            **_alike("deal_left deal_at", Field(high=tables.SETS)),
            "deal_to": Field(high=tables.MAX_PLAYERS),
            **_alike("glory_to glory_from caller", self.some_seat),
            "glory_source": Field(names=dict(enumerate(names.SOURCES))),
            **_alike("entered settled", Field(bits=self.on.region_names)),
            **_alike("influence committed", Field((SEATS,))),
            "cathedral_due": Field(high=1),
            "challenge": Field(names=dict(enumerate(names.CHALLENGES))),
            "throne": Field(names=dict(enumerate(self.on.kingdoms))),
            **_alike("called declared revealed", self.seat_set),
            "pledged": Field((None,), names=self.some_seat.names),
        }

    def _battle(self) -> dict[str, Field]:
        """Moves and battles under way."""
        on, places = self.on, self.on.place_names
        units = Field((on.kingdoms,), high=MAX_UNITS)
        place = Field(names={**dict(enumerate(places)), tables.NOWHERE: ""})
        return {
            "moved": Field((places,), high=MAX_UNITS),
            "sailed": Field((on.sea_names,), high=MAX_UNITS),
            "moving": Field(names=dict(enumerate(names.MOVING))),
            **_alike("rider assault clash side", Field(high=1)),
            **_alike("from_place to_place place", place),
            **_alike("sally late_sally attackers defenders", Field(bits=on.kingdoms)),
            **_alike("force waiting lost leaving", units),
            "leader": Field((None,), names=self.some_seat.names),
            "vote": self.some_seat,
        }

    def _card_played(self) -> dict[str, Field]:
        """A Dynasty card, an offer or an exchange under way."""
        on = self.on
        some_kingdom = or_nothing(on.kingdoms)
        kind = Field(names={**or_nothing(on.card_names), tables.UNKNOWN: names.FACE_DOWN})
        return {
            **_alike("card offered answered", kind),
            "use": Field(names=dict(enumerate(names.USES))),
            "target": Field(names=dict(enumerate(on.kingdoms))),
            **_alike("second giver", Field(names=some_kingdom)),
            "regions": Field((None,), names=or_nothing(on.region_names)),
            "gainers": Field((None,), names=some_kingdom),
            **_alike("refused tokens placed", Field(bits=on.kingdoms)),
            "whom": Field(high=self.players - 1),
            "polled": self.seat_set,
            "foiler": self.some_seat,
        }


def shares(number: int, counts: Sequence[int]) -> list[int]:
    """Take so many things from all kinds in proportion to their counts.

    What is left over after rounding down goes to the kinds that lost most by it, one each.
    """
    parts = [divmod(number * n, sum(counts) or 1) for n in counts]
    most_lost = sorted(range(len(parts)), key=lambda kind: -parts[kind][1])
    over = most_lost[: number - sum(whole for whole, _ in parts)]
    return [whole + (kind in over) for kind, (whole, _) in enumerate(parts)]


def _alike(names: str, layout: Field) -> dict[str, Field]:
    """Several fields of one layout."""
    return dict.fromkeys(names.split(), layout)


def _acts(data: Any) -> bool:
    """Whether a kingdom is the active one."""
    return bool(data["phase"] == Phase.KINGDOM_PHASE and data["acting"] < len(data["order"]))
