"""Dynasty cards in words: steps, moves, problems."""

from __future__ import annotations

from eminence.cython_ext.words import refusals
from eminence.engines.blood_of_kings.state import Action, Step, Wrong
from eminence.engines.kit.wording import step_words

STEP_WORDS = """
DYNASTY: play a Dynasty card | NO play no more cards
DIPLOMACY_REGION: choose a region for Diplomacy | PLACE ask for {}
DIPLOMACY_FOR: choose a beneficiary | NO forfeit the card | KINGDOM offer it to {}
ORDER_TARGET: take up an order token | NO take up no more tokens | KINGDOM take up the token of {}
FOIL: foil | NO do not foil | YES foil with Intrigue
CONSENT: consent to Diplomacy | NO refuse | YES accept
LOSE_UNIT: lose a unit | PLACE remove an army in {} | FLEETS remove a fleet in the {}
REORDER: reorder a stack | NO leave the rest as it is | KIND next from the bottom {}
ORDER_PLACE: put an order token down
STEAL_FROM: choose whom to steal from | NO steal nothing | SEAT steal from seat {}
SECOND_TARGET: choose a second target | NO no second target | KINGDOM unrest in {} as well
    | PLACE ask for {} as well
DISCARD: discard | NO discard no more | KIND discard {}
PICK_SET: pick a set
EXCHANGE_PICK: exchange a picked card | NO keep all | KIND exchange {}
"""
STEPS, MOVES = step_words(Step, Action, STEP_WORDS)
SENTENCES = """
# --- the cards, wherever they are ---
BAD_TAKEN since[{1}]: seat {1} cannot have taken {0:kind} openly in turn {2}; a set is picked at the
    end of a player's dynasty turn
BAD_CARDS deck: {1} cards {0:kind} in all, but there are {2}
BAD_HAND hand[{0}]: {1} cards named for {2} places of seat {0}
BAD_DECK deck: {0} cards named for {1} places of the deck
BAD_MAT mat: card {0} cannot lie there like that, known to these seats or pledged so
BAD_FACTS told[{1}]: seat {0} cannot know of that many {2:kind} cards of seat {1}
BAD_PUBLIC_FACTS owned[{0}]: everybody cannot know of that many {1:kind} cards of seat {0}
BAD_CHOICE card: this, offered or answered must be a card of that hand, seen by those who may see it
# --- the dynasty phase ---
BAD_IDLE_CARD use: no dynasty card is under way here, so card, target and all else of one must be 0
BAD_DYNASTY_TURN acting: {0} players cannot be done with their dynasty cards while the next one has
    to {1:step}
BAD_USE use: a card for {0:use} cannot have got this far
BAD_FACE_DOWN card: a card is on its way face down if and only if influence is played
BAD_TARGETS target: this card cannot be played on these kingdoms
BAD_REGIONS regions: these are not castles or towns that diplomacy can be used for
BAD_GAINERS gainers: these, or those who refused, are not kingdoms with a ruler that could get the
    regions
BAD_TOKENS tokens: these are not the order tokens taken up and those put back
BAD_WHOM whom: seat {0} can be neither looked at, nor robbed, nor asked for a unit
BAD_FOILS foils: these foils do not fit the card under way
BAD_CURSOR cursor: {0} is too high here
BAD_PLAY_STEP step: '{0:step}' cannot come at this point of the dynasty phase
BAD_PLAY_PLAYER: seat {0} is not the one to {1:step}
BAD_PLAY_ROLL dice_for: dice for {0:dice} cannot be rolled here
NO_OPTION step: there is nothing to choose from to {0:step}
"""
PROBLEMS = refusals(Wrong, SENTENCES)
