"""Steps that ask for much the same, as one number."""
from eminence.engines.blood_of_kings.state cimport (
    ALLY_CONSENT, ASSAULT, BATTLE_NEXT, CALL, CATHEDRAL_FLAG, CLAIM_TILE, COMMIT, CONSENT,
    DIPLOMACY_REGION, DISCARD, DYNASTY, FLIP_ALLIANCE, FOIL, LEADER_VOTE, MOVE_FROM, OFFER_TO,
    PICK_KINGDOM, PICK_SET, PLAY_CARD, RAISE, RETURN_TOKEN, TRANSFER_FROM, WITHDRAW,
)

cdef enum:
    STAGES = 24


cdef inline int stage_of(int step) noexcept nogil:
    """In the order of the steps: how many of these have been reached; 0 for events."""
    return (
        (step >= PICK_KINGDOM) + (step >= PLAY_CARD) + (step >= CATHEDRAL_FLAG) + (step >= RAISE)
        + (step >= MOVE_FROM) + (step >= BATTLE_NEXT) + (step >= LEADER_VOTE)
        + (step >= WITHDRAW) + (step >= ASSAULT) + (step >= CLAIM_TILE) + (step >= CALL)
        + (step >= COMMIT) + (step >= DYNASTY) + (step >= DIPLOMACY_REGION) + (step >= FOIL)
        + (step >= CONSENT) + (step >= DISCARD) + (step >= PICK_SET) + (step >= FLIP_ALLIANCE)
        + (step >= RETURN_TOKEN) + (step >= ALLY_CONSENT) + (step >= TRANSFER_FROM)
        + (step >= OFFER_TO)
    )
