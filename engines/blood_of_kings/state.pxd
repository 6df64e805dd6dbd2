"""Blood of Kings: the state, what its numbers mean, and the meaning of action ids.

See RULES.md for the clauses (R..) and rulings (Q..) that comments name.

There is no stack: at most one thing of each kind is under way, and each has its own block of
the state. `flow.pyx` says which block resumes first.
"""
from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t

from eminence.cython_ext.game cimport Head
from eminence.engines.blood_of_kings.tables cimport (
    CARD_TYPES, INSTITUTIONS, KINDS, KINGDOMS, MAX_CARDS, MAX_PLAYERS, N_SOURCES, PLACES, SEAS,
    SETS, TOLD,
)

cpdef enum Phase:
    SETTING_UP
    CHOOSING                # kingdoms
    KINGDOM_PHASE
    DYNASTY_PHASE
    NEGOTIATION_PHASE
    ENDED

# What is asked or happens next. The D.. numbers are those of RULES.md's list of decisions.
cpdef enum Step:
    NOTHING                 # only while the rules are at work, and when the game is over
    # --- events ---
    POOL_TILE               # a tile is put into the bag before the game
    SHOW_TILE               # a tile from the bag comes to the display
    DEAL                    # a dynasty card from the deck
    FIRST_PLAYER
    DICE                    # the coloured and the white die; `dice_for` says what for
    LEADER_ROLL             # which of the seats voted for leads a side
    STEAL                   # a random card from a hand
    # --- kingdom phase ---
    PICK_KINGDOM            # D01
    PLAY_CARD               # D02
    CATHEDRAL_FLAG          # D03
    TAKE_BACK               # D04 Council: which card, for the price
    DEVELOP                 # D05
    ADMINISTER              # D06
    RAISE                   # D07
    # --- war ---
    SIEGE_ROLL              # D08 which siege to roll for, or none
    MOVE_FROM               # D09-D11 which armies, fleets, or which siege to lift
    MOVE_TO
    MOVE_COUNT
    CARRY                   # D10 how many armies of one kingdom sail along
    BATTLE_NEXT             # D12, D13
    BATTLE_AGAINST          # Q12 which hostile group
    FIRST_FORCE             # D12 the sallying force or the relief fights the first clash
    LEADER_VOTE             # D14
    WITHDRAW                # D15
    CASUALTY                # D16
    RETREAT                 # D17
    RETREAT_TO              # D18
    RANSOM                  # D19
    RANSOM_TO               # D19 who gets the next Crown
    ASSAULT                 # D20
    PLACE_SIEGE             # D21
    SIEGE_SOURCE            # D21 which token on the map is moved
    CLAIM_SEA               # D22
    # --- glory ---
    CLAIM_TILE              # D23
    TROUPE                  # D24
    GIVE_TILE               # D25
    # --- successions ---
    CALL                    # D26, D28
    REVEAL                  # D27 flip the next card, declare, or stop
    COMMIT                  # D29, D30 the next card face down before a player, declare, or stop
    COMMIT_COUNT            # D31
    # --- dynasty phase ---
    DYNASTY                 # D32
    DIPLOMACY_REGION        # D32
    DIPLOMACY_FOR           # D32 the beneficiary
    ORDER_TARGET            # D32 one more kingdom whose order token is taken up, or enough
    FOIL                    # D33
    CONSENT                 # D34
    LOSE_UNIT               # D35
    REORDER                 # D36 which card comes next, from the bottom up
    ORDER_PLACE             # D37
    STEAL_FROM              # D38
    SECOND_TARGET           # D39
    DISCARD                 # D40
    PICK_SET                # D41
    EXCHANGE_PICK           # D42
    # --- negotiation ---
    FLIP_ALLIANCE           # D43
    HOLD_TALKS              # D44
    RETURN_TOKEN            # D45
    ALLY                    # D46
    ALLY_CONSENT            # D47
    TRANSFER_FROM           # D48
    TRANSFER_TO
    TRANSFER_AMOUNT
    OFFER_TO                # D49 the partner, or nobody
    OFFER_CARD              # D49 what the holder gives
    ANSWER_CARD             # D49 what the partner gives in return, or a refusal
    CONFIRM_TRADE           # D49 the holder sees it and agrees or not

cdef enum:
    N_STEPS = CONFIRM_TRADE + 1

cpdef enum Event:           # in the order of their steps
    EVENT_TILE
    EVENT_CARD
    EVENT_FIRST
    EVENT_DICE
    EVENT_LEADER
    EVENT_STEAL

cpdef enum DiceFor:         # State.dice_for
    FOR_NOTHING
    FOR_SIEGE
    FOR_CLASH
    FOR_ATTRITION
    FOR_DIPLOMACY
    FOR_FOIL

cpdef enum Use:             # State.use
    USE_NOTHING
    USE_INFLUENCE
    USE_UNREST
    USE_ATTRITION
    USE_DIPLOMACY
    USE_LOOK
    USE_ORDER

# --- how far things have got ---

cpdef enum KingdomStage:    # State.stage in the kingdom phase
    BEGIN
    CHOOSE_CARD
    CARD_UNDER_WAY          # from here on the stages of the card itself
    LEAVE = 254             # the last cathedrals were offered
    FINISH = 255            # the card is done

cpdef enum WarStage:        # of the cards of war
    START_STAGE = CARD_UNDER_WAY         # Preparations: units are raised
    SIEGE_STAGE             # from here on Expansion: sieges are rolled for
    MOVE_STAGE
    BATTLE_STAGE            # both cards
    ASSAULT_STAGE           # Expansion only
    BESIEGE_STAGE
    CLAIM_STAGE             # both cards

cpdef enum Moving:          # State.moving: what is under way within a stage
    STANDING
    ARMIES_LEAVE            # from `from_place`, target not chosen yet
    ARMIES_GO               # to `to_place`, number not chosen yet
    FLEETS_LEAVE
    FLEETS_GO
    FLEETS_LOAD             # `carrying` fleets; `aboard` is filled from kingdom `loader` on
    SIEGE_ROLLED            # the dice for the siege of `from_place`
    FIGHTING                # battles in `from_place`; those against `fought` are over
    TWO_FORCES              # against `rivals`: which of two forces fights the first clash
    TOKEN_MOVES             # a siege token for `to_place` comes from elsewhere on the map

cpdef enum FightStage:      # State.battle
    NO_BATTLE
    NAMING_LEADERS          # one for each side
    WITHDRAWING
    ROLLING
    LOSING_UNITS            # casualties, by turns
    COMPARING
    RETREATING
    SAILING_ALONG           # armies with fleets that retreat
    CONQUERING
    PAYING                  # ransom, kingdom by kingdom
    GIVING                  # Crowns that were paid, to the winners

cpdef enum GloryStage:      # State.glory_stage
    TAKE_ONE                # from the victim or the pool
    GIVE_ONE
    CLAIM_ONE               # four tokens went back, a tile is due
    ASK_TROUPE              # the Famous Troupe was claimed

cpdef enum Challenge:       # State.challenge
    NO_CHALLENGE
    PEACEFUL
    VIOLENT
    CHAOTIC

cpdef enum PlayStage:       # State.stage in the dynasty phase
    PLAYING                 # the next card, or enough
    NAMING                  # the region of diplomacy, the tokens of the order track
    OFFERING                # that region, to a beneficiary
    CONSENTING
    NAMING_SECOND           # Popular Support, Persuasive Diplomats
    POLLING                 # the others, for foils
    FOILED
    RESOLVING               # cursor 1: the second kingdom of an Unrest card
    LOSING                  # a unit, by attrition
    REORDERING              # cursor: cards put back
    PLACING                 # tokens of the order track
    STEALING
    DISCARDING              # cursor: the last kind discarded without need
    PICKING                 # a set
    EXCHANGING              # a card of that set, which cursor names
    DRAWING                 # without a kingdom

cpdef enum TalkStage:       # State.stage in the negotiation phase
    FLIPS_BEFORE            # Trade Houses, before the trade
    TRADE
    REFILL
    OPEN_TALKS
    RETURNS                 # from here on what the active seat does
    ALLIANCES
    HOST_ASKED              # the ruler of `partner` is asked to take the token of `giver`
    TRANSFERS
    RECEIVING               # Crowns of `giver`: to which kingdom
    COUNTING                # and how many
    EXCHANGES
    OFFERING_CARD           # to the seat `partner`
    ANSWERING
    CONFIRMING
    FLIPS_AFTER
    END_TURN

# --- moves ---

# Action ids, in ascending order of these blocks. Outcomes: a tile, a kind of card, a seat, or
# for the dice (coloured - 1) * DIE + white - 1.
cpdef enum Action:
    NO = 0                  # stop, decline, pass
    YES = 1
    DECLARE = 2             # challenge by an achievement, without a card
    COUNT = 16              # + how many
    SEAT = 80               # + seat
    KINGDOM = 88            # + kingdom
    INSTITUTION = 96        # + institution
    CARD_TYPE = 104         # + kingdom card
    SET = 112               # + set
    POSITION = 128          # + place on the order track
    KIND = 136              # + kind of dynasty card
    TILE = 168              # + achievement
    PLACE = 200             # + place
    FLEETS = 280            # + sea: its fleets, or one of them
    LIFT = 288              # + region
    RAISE_ARMY = 352        # + region
    RAISE_FLEET = 416       # + region whose port raises it
    INFLUENCE = 480         # + kingdom * KINDS + kind
    UNREST = 648            # + kingdom
    ATTRITION = 656         # + kingdom
    DIPLOMACY = 664         # + kingdom
    LOOK = 672              # + seat * KINGDOMS + kingdom
    ORDER_TRACK = 708
    TOKEN = 712             # + kingdom whose alliance token goes back or is taken back
    ALLIANCE = 720          # + kingdom * KINGDOMS + host

cpdef enum:
    MOST_AT_ONCE = SEAT - COUNT - 1     # so many; for more it is asked again

# Why `check` refuses a position; beside each name the numbers that go into its sentence.
cpdef enum Wrong:
    OK
    BAD_TIME                # phase, step
    BAD_STEP                # step, player
    BAD_GLORY               # glory still to move
    BAD_EARNED              # seat, earned, there
    BAD_DEAL                # cards still to be dealt
    # --- kingdoms ---
    BAD_TILES               # tiles found, tiles in the game
    BAD_ORDER
    BAD_RULER               # kingdom
    BAD_ALLIANCE            # kingdom
    BAD_CROWNS              # kingdom
    BAD_TOKEN_SIDE          # kingdom
    BAD_KINGDOM_CARDS       # kingdom, type, how many there should be
    BAD_PLAYED              # kingdom
    BAD_FLAGS               # kingdom, flags found, flags it has
    BAD_HOLDER              # region
    BAD_SIEGE               # kingdom
    BAD_ARMIES              # kingdom, armies found, tokens
    BAD_FLEETS              # kingdom, fleets found, tokens
    BAD_SEA                 # sea
    BAD_STACK               # kingdom
    BAD_SHIELD
    BAD_KINGDOM_STAGE       # kingdom, step
    BAD_REDUCTIONS
    # --- war ---
    NO_WAR
    BAD_STAGE               # step
    BAD_RAISED              # region
    BAD_MOVED               # place
    BAD_MOVE                # from, to
    BAD_LOAD                # kingdom
    BAD_ENCOUNTER           # place
    BAD_SIEGE_ROLL          # region
    BAD_SETTLED
    BAD_IDLE_BATTLE
    BAD_BATTLE
    BAD_FIELD               # place
    BAD_SIDES
    BAD_FORCE               # kingdom, units in the battle, units there
    BAD_LEADER              # side, seat
    BAD_FIGHT_COUNT
    BAD_LEAVING             # kingdom, units
    BAD_FIGHT_STEP          # step
    BAD_FIGHT_PLAYER        # player, step
    # --- dynasty cards ---
    BAD_TAKEN               # kind, seat, turn
    BAD_CARDS               # kind, found, there are
    BAD_HAND                # seat, cards named, cards there
    BAD_DECK                # cards named, cards there
    BAD_MAT                 # index
    BAD_FACTS               # viewer, seat, kind
    BAD_PUBLIC_FACTS        # seat, kind
    BAD_CHOICE
    BAD_IDLE_CARD
    BAD_DYNASTY_TURN        # players that are done, step
    BAD_USE                 # use
    BAD_FACE_DOWN
    BAD_TARGETS
    BAD_REGIONS
    BAD_GAINERS
    BAD_TOKENS
    BAD_WHOM                # seat
    BAD_FOILS
    BAD_CURSOR              # cursor
    BAD_PLAY_STEP           # step
    BAD_PLAY_PLAYER         # player, step
    BAD_PLAY_ROLL           # what the dice are for
    NO_OPTION               # step
    # --- successions ---
    BAD_IDLE_SUCCESSION
    BAD_THRONE              # kingdom
    BAD_CALLED
    BAD_DECLARED
    BAD_FACE_UP             # seat
    BAD_COMMITTED           # seat
    BAD_PLEDGED             # card of the mats
    BAD_PROGRESS            # kingdom
    # --- negotiations ---
    BAD_IDLE_TALKS
    BAD_TALKS_STAGE         # step
    BAD_TALKER              # places in the order
    BAD_OFFER               # refused or given, most
    BAD_GIVER
    BAD_PARTNER
    BAD_EXCHANGE
    BAD_TAKEN_IN


cdef struct State:
    Head head
    # --- wide fields first: a struct without gaps has no unset bytes ---
    uint32_t tiles[MAX_PLAYERS]     # achievements won
    uint32_t display
    uint32_t bag
    uint16_t crowns[KINGDOMS]
    uint64_t holds[KINGDOMS]        # regions controlled
    uint64_t flags[KINGDOMS]        # regions with a flag of theirs, on top or beneath
    uint64_t sieges[KINGDOMS]       # regions with a siege token of theirs
    uint64_t entered                # new armies there: raised, or moved in by road or strait
    uint64_t settled                # regions already handled in this stage of the card
    uint16_t tied_at                # the leaders' total when the tiles ran out (Q56)
    uint16_t influence[MAX_PLAYERS]  # a peaceful succession: face-up total
    uint16_t raised                 # by `from_place`: 4 counts of 4 bits, see war/preparations.pxd
    # --- time ---
    uint8_t phase
    uint8_t step
    uint8_t turn            # from 0
    uint8_t first           # holder of the First Player token
    uint8_t acting          # kingdoms or players that have finished in this phase
    uint8_t stage           # how far the kingdom or player that acts has got
    uint8_t dice_for
    uint8_t tie             # 1: the tiles are gone and the leaders were tied at `tied_at`
    # --- dealing: resumes before anything else ---
    uint8_t deal_left
    uint8_t deal_to         # seat, or MAX_PLAYERS for the sets
    uint8_t deal_at         # next set
    # --- glory that changes hands ---
    uint8_t glory_left
    uint8_t glory_to        # seat + 1; 0: it is only lost
    uint8_t glory_from      # seat + 1; 0: the pool
    uint8_t glory_source    # FROM_..
    uint8_t glory_stage
    uint8_t glory[MAX_PLAYERS]
    uint8_t earned[MAX_PLAYERS][N_SOURCES]
    # --- kingdoms (public) ---
    uint8_t order[KINGDOMS]
    uint8_t ruler[KINGDOMS]         # seat + 1; 0: chaos
    uint8_t unrest[KINGDOMS]
    uint8_t level[KINGDOMS][INSTITUTIONS]       # from 0
    uint8_t in_hand[KINGDOMS][CARD_TYPES]
    uint8_t on_mat[KINGDOMS][CARD_TYPES]
    uint8_t played[KINGDOMS]        # the card of this turn, + 1
    uint8_t shielded                # mask: no dynasty card may target them this turn
    uint8_t flags_left[KINGDOMS]
    uint8_t alliance[KINGDOMS]      # in whose treasury the token is, + 1
    uint8_t flipped                 # mask: alliance tokens that show their back
    uint8_t taken_in                # mask: tokens or hosts that a seat has dealt with
    # --- the map (public) ---
    uint8_t sea_owner[SEAS]         # kingdom + 1
    uint8_t sea_flags[SEAS]         # mask of kingdoms
    uint8_t armies[KINGDOMS][PLACES]
    uint8_t fleets[KINGDOMS][SEAS]
    # --- the kingdom card under way ---
    uint8_t cathedral_due           # 1: eligible cathedrals are offered before anything else
    uint8_t reductions              # Administration: paid or free so far
    uint8_t moved[PLACES]           # Expansion: armies of the active kingdom that have moved
    uint8_t sailed[SEAS]            # and fleets
    uint8_t rider                   # 1: Free Riders used
    uint8_t moving                  # what is under way within a stage, a `Moving`
    uint8_t from_place              # Preparations: the region that raised units last
    uint8_t to_place
    uint8_t carrying                # fleets that sail, while it is asked who sails along
    uint8_t loader                  # kingdom whose armies it is asked for
    uint8_t aboard[KINGDOMS]        # armies that sail along
    uint8_t settled_seas            # Preparations: first those with new fleets
    uint8_t fought                  # kingdoms already fought in `from_place`
    uint8_t rivals                  # those of the last battle there
    # --- a battle or assault ---
    uint8_t battle                  # stage; 0: none
    uint8_t place
    uint8_t assault                 # 1: an assault
    uint8_t sally                   # kingdoms whose force came out of the fortifications
    uint8_t late_sally              # those that come out only after the first clash
    uint8_t clash                   # 0: the first; 1: a later one
    uint8_t attackers               # mask of kingdoms
    uint8_t defenders
    uint8_t force[KINGDOMS]         # units that fight
    uint8_t waiting[KINGDOMS]       # of the attackers: those that join after the first clash
    uint8_t lost[KINGDOMS]          # casualties and surrendered
    uint8_t levies
    uint8_t leader[2]               # seat + 1 of attackers and defenders; 0: nobody rules them
    uint8_t vote                    # seat + 1 that every seat asked so far has named
    uint8_t casualties              # still to be removed in this clash
    uint8_t side                    # 0 attackers, 1 defenders: who chooses, loses one, or has lost
    uint8_t asked                   # next kingdom to be asked for; for votes seats, clockwise
    uint8_t leaving[KINGDOMS]       # that retreat from this clash
    uint8_t refuge                  # the sea that fleets have retreated to
    uint8_t ransom                  # Crowns to be paid, or still to be given
    # --- a succession ---
    uint8_t challenge               # PEACEFUL..; 0: none
    uint8_t throne                  # the kingdom
    uint8_t called                  # mask of seats already called in this round
    uint8_t caller                  # seat + 1 that is asked
    uint8_t declared                # mask of seats that challenge by an achievement
    uint8_t revealed                # mask of seats with a legal card face up (peaceful)
    uint8_t added                   # cards committed by the seat asked, in this call
    uint8_t committed[MAX_PLAYERS]  # top cards of the stack that lie face down
    # --- a dynasty card under way ---
    # Influence stays in the hand, and is counted there, until the foils are over; until then `card`
    # is UNKNOWN to all but its owner. An imagined world takes it from the owner's hand.
    uint8_t card                    # kind + 1 that is played face down as influence
    uint8_t use                     # USE_..
    uint8_t target                  # kingdom
    uint8_t second                  # Popular Support: the other kingdom, + 1
    uint8_t regions[2]              # diplomacy: region + 1; the second by Persuasive Diplomats
    uint8_t gainers[2]              # their beneficiaries: kingdom + 1
    uint8_t refused                 # mask of kingdoms whose ruler has refused the last region
    uint8_t tokens                  # order track: mask of kingdoms taken up
    uint8_t placed                  # and of those put back
    uint8_t whom                    # seat that is looked at, is robbed, or chooses the lost unit
    uint8_t polled                  # mask of seats that declined this foil
    uint8_t foils                   # attempts that failed
    uint8_t foiler                  # seat + 1 whose foil is rolled for
    uint8_t cursor                  # how far: see the comments of PlayStage
    # --- negotiation ---
    uint8_t offers                  # of the seat that talks: alliances refused, or exchanges
    uint8_t giver                   # kingdom + 1 whose token is offered, or that gives Crowns
    uint8_t partner                 # kingdom or seat, + 1
    uint8_t offered                 # kind + 1; UNKNOWN in views of others
    uint8_t answered                # kind + 1
    # --- dynasty cards ---
    # In a view `hand` of another seat holds what the viewer knows to be among its hand and its
    # face-down cards; `deck` holds all cards that the viewer cannot place.
    uint8_t deck_size
    uint8_t hand_count[MAX_PLAYERS]
    uint8_t height[MAX_PLAYERS][KINGDOMS]       # of the stacks on the influence mats
    uint8_t sets[SETS][KINDS]
    uint8_t discards[KINDS]
    uint8_t deck[KINDS]
    uint8_t hand[MAX_PLAYERS][KINDS]
    uint8_t mat[MAX_CARDS]          # seat by seat, kingdom by kingdom, from the bottom up
    uint8_t pledged[MAX_CARDS]      # of committed cards: before which seat, + 1
    # --- facts ---
    uint8_t known[MAX_CARDS]        # mask of seats that have seen this card of `mat`
    uint8_t laid[MAX_CARDS]         # the turn in which it was laid down, at the latest
    uint8_t owned[MAX_PLAYERS][KINDS]           # cards known by all to be among the hidden ones
    uint8_t since[MAX_PLAYERS][KINDS]           # the turn in which it took them, at the earliest
    uint8_t drawn[MAX_PLAYERS]      # cards drawn unseen since it last laid one down
    uint8_t told[MAX_PLAYERS][TOLD]  # what else a seat knows: owner * KINDS + kind + 1, ascending
    uint8_t _rest[2]
