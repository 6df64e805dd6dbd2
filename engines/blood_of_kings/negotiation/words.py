"""Negotiations in words: steps, moves, problems."""

from __future__ import annotations

from eminence.cython_ext.words import refusals
from eminence.engines.blood_of_kings.state import Action, Step, Wrong

STEPS = {
    Step.FLIP_ALLIANCE: "turn an Alliance token",
    Step.HOLD_TALKS: "hold negotiations",
    Step.RETURN_TOKEN: "send an Alliance token back",
    Step.ALLY: "offer an Alliance",
    Step.ALLY_CONSENT: "answer an Alliance",
    Step.TRANSFER_FROM: "choose a treasury to give from",
    Step.TRANSFER_TO: "choose a treasury to give to",
    Step.TRANSFER_AMOUNT: "choose how much to give",
    Step.OFFER_TO: "offer an exchange of cards",
    Step.OFFER_CARD: "offer a card",
    Step.ANSWER_CARD: "answer with a card",
    Step.CONFIRM_TRADE: "confirm the exchange",
}
MOVES = {
    Step.FLIP_ALLIANCE: {
        Action.NO: "turn no more tokens",
        Action.TOKEN: "turn the token of {}",
        Action.KINGDOM: "turn the token of {}",
    },
    Step.HOLD_TALKS: {Action.NO: "no negotiations", Action.YES: "hold negotiations"},
    Step.RETURN_TOKEN: {Action.NO: "send no more tokens back"},
    Step.ALLY: {Action.NO: "move no token", Action.TOKEN: "take the token of {} back"},
    Step.ALLY_CONSENT: {Action.NO: "refuse", Action.YES: "accept"},
    Step.TRANSFER_FROM: {Action.NO: "give no Crowns", Action.KINGDOM: "give Crowns of {}"},
    Step.TRANSFER_TO: {Action.NO: "give no Crowns", Action.KINGDOM: "give them to {}"},
    Step.TRANSFER_AMOUNT: {Action.COUNT: "give {}"},
    Step.OFFER_TO: {Action.NO: "offer no exchange", Action.SEAT: "offer seat {} an exchange"},
    Step.OFFER_CARD: {Action.NO: "ask for a gift", Action.KIND: "offer {}"},
    Step.ANSWER_CARD: {
        Action.NO: "refuse",
        Action.YES: "take it for nothing",
        Action.KIND: "give {} in return",
    },
    Step.CONFIRM_TRADE: {Action.NO: "call it off", Action.YES: "exchange the cards"},
}
#: what is counted in a step, and the field that says of which kingdom
COUNTED = {Step.TRANSFER_AMOUNT: ("Crown", "Crowns", "")}
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
