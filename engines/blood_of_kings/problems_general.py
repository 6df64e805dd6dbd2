"""What `check` says of the table as a whole, by the codes of checks*.pxd."""

from __future__ import annotations

PROBLEMS = {
    1: "phase, step, turn, first, acting, tie, dice_for: {second_step!r} cannot come in the "
    "phase {phase!r}",
    2: "owned, since: seat {1} cannot have taken {kind} openly in turn {2}; a set is picked at "
    "the end of a player's dynasty turn",
    3: "tiles, display, bag: {0} tiles in all, or one of them twice; the game has {1}, and "
    "shows no more than its display has room for",
    4: "step: the rules would not ask player {1} here to {step}",
    5: "glory_left: {0} glory cannot be on its way like that",
    6: "order: must name each kingdom once",
    7: "ruler, crowns, unrest, level, alliance, flipped: {kingdom} cannot have these; in chaos "
    "it has no alliances, and before the first turn no Crowns",
    8: "in_hand, on_mat: {kingdom} has {2} {card} cards in all",
    9: "played: {kingdom} has played a card only if it has acted in this turn, and its "
    "Succession card lies on the stack only in the turn of a succession",
    10: "flags, sea_flags, flags_left: {kingdom} has {1} flags, but its Legal institution "
    "gives {2}; those of its first regions are there, and none in another's capitol",
    11: "holds: {region} must be controlled by one kingdom with a flag there",
    12: "sieges: {kingdom} has too many, or one where there can be none",
    13: "armies, fleets: {kingdom} has {1}, but tokens for {2}",
    14: "sea_owner: the owner of {sea} must have a flag there",
    15: "{kind}: {1} cards in all, but there are {2}",
    16: "hand, hand_count, deck_size: {1} cards named for {2} places of {owner}",
    17: "mat, known, pledged: card {0} cannot lie there like that",
    18: "owned, told, hand: {viewer} cannot know of that many {other_kind} cards of seat {1}",
    19: "card, offered, answered: must be a card of that hand, seen by those who may see it",
    20: "deal_left, deal_to, deal_at: {0} cards cannot be dealt like that",
    84: "earned: what seat {0} has earned and lost makes {1} glory, but it has {2}",
}
