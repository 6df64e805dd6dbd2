"""What `check` says of negotiations, by the codes of checks_negotiation.pxd."""

from __future__ import annotations

PROBLEMS = {
    76: "taken_in, offers, giver, partner, offered, answered: must be 0 outside negotiations",
    77: "step: {step!r} cannot come in the negotiation phase of this game",
    78: "acting: {0} seats cannot have finished at this point of the negotiations",
    79: "offers: {0} is too many here; at most {1}",
    80: "giver: must be a kingdom of the seat that talks with something to give, or 0",
    81: "partner: must be somebody to deal with here, or 0",
    82: "offered, answered: these cards cannot be exchanged here",
    83: "taken_in: names kingdoms that nobody is done with here",
}
