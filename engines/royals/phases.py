"""The steps of a turn of Royals by name, in the order of `Phase` in rules.pxd."""

SETUP = "setup"
DRAW = "draw"
DRAW_INTRIGUE = "draw Intrigue card"
REFILL = "refill"
ENDED = "over"
PHASES = (
    SETUP,
    DRAW,
    "draw Country card",
    DRAW_INTRIGUE,
    "play",
    "pay Intrigue cards",
    "pay Country cards",
    "discard Country cards",
    "discard Intrigue cards",
    REFILL,
    ENDED,
)
DRAWING = PHASES[1:4]
PAYING = PHASES[5:7]
DISCARDING = PHASES[7:9]
#: steps in which a card is turned up or drawn, so that nobody is to act
CHANCE_STEPS = (SETUP, *PHASES[2:4], REFILL)
