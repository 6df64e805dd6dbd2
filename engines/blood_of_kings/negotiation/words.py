"""Negotiations in words: steps, moves, problems."""

from __future__ import annotations

from eminence.cython_ext.words import refusals
from eminence.engines.blood_of_kings.state import Action, Step, Wrong
from eminence.engines.kit.wording import step_words

STEP_WORDS = """
FLIP_ALLIANCE: turn an Alliance token | NO turn no more tokens | TOKEN turn the token of {}
    | KINGDOM turn the token of {}
HOLD_TALKS: hold negotiations | NO no negotiations | YES hold negotiations
RETURN_TOKEN: send an Alliance token back | NO send no more tokens back
ALLY: offer an Alliance | NO move no token | TOKEN take the token of {} back
ALLY_CONSENT: answer an Alliance | NO refuse | YES accept
TRANSFER_FROM: choose a treasury to give from | NO give no Crowns | KINGDOM give Crowns of {}
TRANSFER_TO: choose a treasury to give to | NO give no Crowns | KINGDOM give them to {}
TRANSFER_AMOUNT: choose how much to give | COUNT give {}
OFFER_TO: offer an exchange of cards | NO offer no exchange | SEAT offer seat {} an exchange
OFFER_CARD: offer a card | NO ask for a gift | KIND offer {}
ANSWER_CARD: answer with a card | NO refuse | YES take it for nothing | KIND give {} in return
CONFIRM_TRADE: confirm the exchange | NO call it off | YES exchange the cards
"""
STEPS, MOVES = step_words(Step, Action, STEP_WORDS)
SENTENCES = """
BAD_IDLE_TALKS offers: this, taken_in, giver, partner, offered, answered must be 0 outside
    negotiations
BAD_TALKS_STAGE step: '{0:step}' cannot come in the negotiation phase of this game
BAD_TALKER acting: {0} seats cannot have finished at this point of the negotiations
BAD_OFFER offers: {0} is too many here; at most {1}
BAD_GIVER giver: must be a kingdom of the seat that talks with something to give, or 0
BAD_PARTNER partner: must be somebody to deal with here, or 0
BAD_EXCHANGE offered: this card cannot be exchanged here, or not for the one answered
BAD_TAKEN_IN taken_in: names kingdoms that nobody is done with here
"""
PROBLEMS = refusals(Wrong, SENTENCES)
