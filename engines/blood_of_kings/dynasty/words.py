"""Dynasty cards in words: steps, moves, problems."""

from __future__ import annotations

from eminence.cython_ext.words import Refusal
from eminence.engines.blood_of_kings.state import Action, Step, Wrong

STEPS = {
    Step.DYNASTY: "play a Dynasty card",
    Step.DIPLOMACY_REGION: "choose a region for Diplomacy",
    Step.DIPLOMACY_FOR: "choose a beneficiary",
    Step.ORDER_TARGET: "take up an order token",
    Step.FOIL: "foil",
    Step.CONSENT: "consent to Diplomacy",
    Step.LOSE_UNIT: "lose a unit",
    Step.REORDER: "reorder a stack",
    Step.ORDER_PLACE: "put an order token down",
    Step.STEAL_FROM: "choose whom to steal from",
    Step.SECOND_TARGET: "choose a second target",
    Step.DISCARD: "discard",
    Step.PICK_SET: "pick a set",
    Step.EXCHANGE_PICK: "exchange a picked card",
}
MOVES = {
    Step.DYNASTY: {Action.NO: "play no more cards"},
    Step.DIPLOMACY_REGION: {Action.PLACE: "ask for {}"},
    Step.DIPLOMACY_FOR: {Action.NO: "forfeit the card", Action.KINGDOM: "offer it to {}"},
    Step.ORDER_TARGET: {
        Action.NO: "take up no more tokens",
        Action.KINGDOM: "take up the token of {}",
    },
    Step.FOIL: {Action.NO: "do not foil", Action.YES: "foil with Intrigue"},
    Step.CONSENT: {Action.NO: "refuse", Action.YES: "accept"},
    Step.LOSE_UNIT: {
        Action.PLACE: "remove an army in {}",
        Action.FLEETS: "remove a fleet in the {}",
    },
    Step.REORDER: {Action.NO: "leave the rest as it is", Action.KIND: "next from the bottom {}"},
    Step.STEAL_FROM: {Action.NO: "steal nothing", Action.SEAT: "steal from seat {}"},
    Step.SECOND_TARGET: {
        Action.NO: "no second target",
        Action.KINGDOM: "unrest in {} as well",
        Action.PLACE: "ask for {} as well",
    },
    Step.DISCARD: {Action.NO: "discard no more", Action.KIND: "discard {}"},
    Step.EXCHANGE_PICK: {Action.NO: "keep all", Action.KIND: "exchange {}"},
}
PROBLEMS = {
    # --- the cards, wherever they are ---
    Wrong.BAD_TAKEN: Refusal(
        "seat {1} cannot have taken {0:kind} openly in turn {2}; a set is picked at the end of "
        "a player's dynasty turn",
        "since",
        1,
    ),
    Wrong.BAD_CARDS: Refusal("{1} cards {0:kind} in all, but there are {2}", "deck"),
    Wrong.BAD_HAND: Refusal("{1} cards named for {2} places of seat {0}", "hand", 0),
    Wrong.BAD_DECK: Refusal("{0} cards named for {1} places of the deck", "deck"),
    Wrong.BAD_MAT: Refusal(
        "card {0} cannot lie there like that, known to these seats or pledged so", "mat"
    ),
    Wrong.BAD_FACTS: Refusal(
        "seat {0} cannot know of that many {2:kind} cards of seat {1}", "told", 1
    ),
    Wrong.BAD_PUBLIC_FACTS: Refusal(
        "everybody cannot know of that many {1:kind} cards of seat {0}", "owned", 0
    ),
    Wrong.BAD_CHOICE: Refusal(
        "this, offered or answered must be a card of that hand, seen by those who may see it",
        "card",
    ),
    # --- the dynasty phase ---
    Wrong.BAD_IDLE_CARD: Refusal(
        "no dynasty card is under way here, so card, target and all else of one must be 0", "use"
    ),
    Wrong.BAD_DYNASTY_TURN: Refusal(
        "{0} players cannot be done with their dynasty cards while the next one has to {1:step}",
        "acting",
    ),
    Wrong.BAD_USE: Refusal("a card for {0:use} cannot have got this far", "use"),
    Wrong.BAD_FACE_DOWN: Refusal(
        "a card is on its way face down if and only if influence is played", "card"
    ),
    Wrong.BAD_TARGETS: Refusal("this card cannot be played on these kingdoms", "target"),
    Wrong.BAD_REGIONS: Refusal(
        "these are not castles or towns that diplomacy can be used for", "regions"
    ),
    Wrong.BAD_GAINERS: Refusal(
        "these, or those who refused, are not kingdoms with a ruler that could get the regions",
        "gainers",
    ),
    Wrong.BAD_TOKENS: Refusal(
        "these are not the order tokens taken up and those put back", "tokens"
    ),
    Wrong.BAD_WHOM: Refusal(
        "seat {0} can be neither looked at, nor robbed, nor asked for a unit", "whom"
    ),
    Wrong.BAD_FOILS: Refusal("these foils do not fit the card under way", "foils"),
    Wrong.BAD_CURSOR: Refusal("{0} is too high here", "cursor"),
    Wrong.BAD_PLAY_STEP: Refusal(
        "'{0:step}' cannot come at this point of the dynasty phase", "step"
    ),
    Wrong.BAD_PLAY_PLAYER: Refusal("seat {0} is not the one to {1:step}"),
    Wrong.BAD_PLAY_ROLL: Refusal("dice for {0:dice} cannot be rolled here", "dice_for"),
    Wrong.NO_OPTION: Refusal("there is nothing to choose from to {0:step}", "step"),
}
