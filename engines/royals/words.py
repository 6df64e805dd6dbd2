"""Royals in words: moves, events, and what is wrong with a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import eminence.engines.royals.sight.features as sight
import eminence.engines.royals.sight.traits as kinds
from eminence.cython_ext.game import Position, Table, View
from eminence.cython_ext.pictures.scene import Scene
from eminence.cython_ext.words import refusals
from eminence.engines.kit.features import block_names, features_by_side
from eminence.engines.kit.page import Form
from eminence.engines.kit.wording import Blocks, Say, card_facts, counted
from eminence.engines.royals import state
from eminence.engines.royals.board_text import BoardText
from eminence.engines.royals.explanations.chapters import chapters
from eminence.engines.royals.explanations.entries import entries, entry_names, legend
from eminence.engines.royals.explanations.events import Events
from eminence.engines.royals.explanations.notes import Notes
from eminence.engines.royals.explanations.stands import Stands
from eminence.engines.royals.names import DISCARDING, EVENTS, GIVING, PHASES, SOURCES, BoardNames
from eminence.engines.royals.numbers import Board
from eminence.engines.royals.page import form
from eminence.engines.royals.picture.scenes import scene
from eminence.engines.royals.rules import price
from eminence.engines.royals.state import Phase, Wrong

SENTENCES = """
# --- cards ---
COUNTRY_CARDS pile: {1} {0:country} cards are named, this game has {2}
INTRIGUE_CARDS intrigue_pile: {1} {0:pair} Intrigue cards are named, this game has {2}
DISPLAY_SIZE display: {0} cards, there are {1} places
EMPTY_PILE discards: no card is left in the pile, but the discards become the new one as soon as the
    last card has gone: then they are "none"
EMPTY_INTRIGUE_PILE intrigue_discards: no card is left in the pile, but the discards become the new
    one as soon as the last card has gone: then they are "none"
TOO_MANY_CARDS pile: {0} open Country cards and {1} in hands are more than the {2} of this game
TOO_MANY_INTRIGUE intrigue_pile: {0} open Intrigue cards and {1} in hands are more than the {2} of
    this game
PILE_SIZE pile_size: {0} cards, but {1} open Country cards and {2} in hands leave {3}
INTRIGUE_PILE_SIZE intrigue_pile_size: {0} cards, but {1} open Intrigue cards and {2} in hands leave
    {3}
# --- hands ---
HAND_NAMED hand[{0}]: {1} cards are named, but seat {0} holds {2}
INTRIGUE_NAMED intrigue[{0}]: {1} cards are named, but seat {0} holds {2}
INTRIGUE_SEEN intrigue[{0}]: a view shows no Intrigue card of another seat
HAND_LIMIT hand_size[{0}]: seat {0} holds {1} Country cards at the end of a turn, the limit is {2}
INTRIGUE_LIMIT intrigue_size[{0}]: seat {0} holds {1} Intrigue cards at the end of a turn, the limit
    is {2}
HAND_DRAWN hand_size[{0}]: seat {0} holds {1} Country cards after drawing {2}, {3} are possible
INTRIGUE_DRAWN intrigue_size[{0}]: seat {0} holds {1} Intrigue cards after drawing {2}, {3} are
    possible
# --- what is known of hands ---
STRAY_KNOWN known[{0}]: this holds nothing of what {1:viewer} knows of seat {0}'s hand
KNOWN_TOO_MUCH known[{0}]: {2} {1:country} cards, but only {3} are named in the hand of seat {0}
KNOWN_TOO_LITTLE known[{0}]: everybody saw more {1:country} cards of seat {0} than {2:viewer} knows
KNOWN_UNNAMED known[{0}]: {2} {1:country} cards, but a view names {3}, all that it knows
TAKEN_UNSEEN known[{0}]: no {1:country} card, but everybody saw seat {0} take one in this turn
# --- cubes ---
HELD_TWICE held[{0}]: seat {2} holds {1:position} already
NOBLES held[{0}]: {1} nobles need {2} cubes, seat {0} has {3}; options.more_cubes says who has more
SUPPLY supply[{0}]: {1} cubes, but {2} are left
TITLES_SUM title_cubes[{0}]: {1} cubes, but the seat has {2} positions and {3} ousted cubes
TITLE_CUBES title_cubes[{0}]: {2} {1:title} cubes, but {3} such positions are held
OUSTED ousted[{0}]: {2} {1:city}, but the other seats have put {3} cubes there, each of which can
    have ousted one
OUSTED_TITLES title_cubes[{0}]: {1} {2:titles} cubes beside those in office, but {3} cubes are
    ousted where such a position is held
# --- markers ---
CITY_MARKER_OPEN city_marker[{0}]: {2:who_has} cubes in {1:city}; who won its marker?
CITY_MARKER_ABSENT city_marker[{0}]: seat {0} has no cube in {1:city}
CITY_MARKER_LATE city_marker[{0}]: {1:city}, but seat {0} took over the only position held there:
    somebody else was first
COUNTRY_MARKER_GAP country_marker[{0}]: {1:country_marker}, but nobody has {2:country_marker}, which
    goes first
COUNTRY_MARKER_TWICE country_marker[{0}]: {1:country_marker} and {2:country_marker}: one of these
    per player
COUNTRY_MARKER_ABSENT country_marker[{0}]: {1:country_marker}, but seat {0} has no cube in {2:city}
COUNTRY_MARKER_OPEN country_marker[{0}]: {2:who_has} cubes in every city of {3:country}; who won
    {1:country_marker}?
HOUSE_MARKER_GAP house_marker[{0}]: {1:house}, but nobody has {2:house}, which goes first
HOUSE_MARKER_TWICE house_marker[{0}]: {1:house} and {2:house}: one of these per player
HOUSE_MARKER_TITLE house_marker[{0}]: {1:house}, but seat {0} has no cube on the title {2:title}
HOUSE_MARKER_OPEN house_marker[{0}]: {2:who_has} cubes on every title; who won {1:house}?
PERIOD_MARKER_GAP period_marker[{0}]: {1:period_marker}, but nobody has {2:period_marker}, which
    goes first
PERIOD_MARKER_TWICE period_marker[{0}]: {1:period_marker} and {2:period_marker}: one of these per
    player
PERIOD_MARKER_EARLY period_marker[{0}]: {1:period_marker}, but that period is not scored yet
PERIOD_MARKER_ABSENT period_marker[{0}]: {1:period_marker}, but seat {0} has no cube in {2:country}
PERIOD_MARKER_LOST period_marker[{0}]: {1:period_marker}, but nobody has {2:period_marker}:
    influence stays in a country
PERIOD_MARKER_LEADER period_marker[{0}]: {1:period_marker} goes to {2:owner}, by the positions at
    the end
UNSCORED_CLAIMS period_marker[{0}]: nobody won a marker where positions are held that cost {1}
    cards, but only {2} were discarded since
# --- the turn ---
WRONG_PLAYER: another player is to act at this step; Royals is never capped
LAST_ROUND_PERIOD last_round: true, but the period is {0:period}
LAST_ROUND_SEAT last_round: true, but seat 0 would begin another round
NO_LAST_ROUND last_round: false, but a game that is over ended with it
LAST_SEAT seat: {0}, but a game ends after seat {1}
LAST_REFILL display: {0} cards, but the last turn refilled it
STRAY_GIVING due: belongs to the steps %s; the step is {0:phase}
STRAY_TARGET target: {0:position}, but a discard is for no position
STRAY_TAKE_OVER due_country: only the Intrigue cards of a take-over come before Country cards or
    need not match; the step is {0:phase}
STRAY_LAST_TAKEN display_from: matters only in a draw, not in {0:phase}
NOTHING_DUE due: 0 cards, but at this step some are to be given
TARGET_HELD target: seat {0} holds {1:position} already
TARGET_FREE target: nobody holds {0:position}: no take-over
TARGET_CUBES target: seat {0} has {1} cubes, it needs 2
REFILL_EMPTY pile_size: no card is left to refill the display with
REFILL_FULL display: {0} cards: nothing is missing to refill
SETUP_TURN phase: the display is set up before anything else: seat 0, the first round and period,
    nothing drawn
# --- draws ---
DRAWN drawn: {1} Country cards, but seat {0} draws {2} in this turn
DRAWN_ALL drawn: {1} Country cards, all that seat {0} draws in this turn: the step is "play" then
DRAW_NOTHING pile_size: no card is left to draw
INTRIGUE_AFTER drawn: {0}, but an Intrigue card is drawn before the Country card that goes with it
INTRIGUE_TWICE drawn_intrigue: true, but an Intrigue card is drawn once
DISPLAY_BEGUN display: {0} cards, but a turn begins with {1}; if some were taken in this turn, say
    which one was taken last
DISPLAY_WHOLE display_from: but the display has all its {0} cards
DISPLAY_TAKEN display: {0} cards, so {1} were taken in this turn; {2} were drawn
CARDS_GONE drawn: seat {0} drew {1} Country cards in this turn, but hand and discards have {2}
INTRIGUE_GONE drawn_intrigue: seat {0} drew {1} Intrigue cards in this turn, but hand and discards
    have {2}
# --- the first round ---
FIRST_INTRIGUE round: the first one, but nobody draws Intrigue cards in that round
FIRST_INTRIGUE_DRAWN drawn_intrigue: true, but a first turn draws Country cards only
FIRST_HAND round: the first one, but seat {0} holds {1} cards before its first turn
FIRST_CUBES round: the first one, but seat {0} has cubes out before it could play
FIRST_DRAWS round: the first one, so {0} Country cards were drawn; hands and discards have {1}
# --- the end of a period ---
PERIOD_END_EARLY period_ending: true, but in this edition that shows only when the display is
    refilled after the turn
PERIOD_END_NO_DRAW period_ending: true, but no card came from the pile in this turn
PERIOD_END_DISCARDS discards: {0} cards, but the discards became the new pile in this turn, and seat
    {1} can have played {2} since
# --- payments and discards ---
PRICE due: {1} cards cannot be what is left to pay for {0:position}
PRICE_COUNTRY due_country: {1} Country cards cannot be what is left to pay for {0:position}
EXCESS due: {1} cards, but seat {0} holds {2} above its limit
EXCESS_DRAWN due: {1} cards and those discarded, but seat {0} drew {2} in this turn
LAST_GIVEN due_next: none of that kind is among the discards
STUCK phase: seat {0} has no cards with which to do what this step asks
"""


class RoyalsWords(BoardText):
    events = tuple(EVENTS.values())
    sources = tuple(SOURCES.values())
    play_tells = True
    features = features_by_side(sight, seats=state.MAX_PLAYERS)
    traits = block_names(kinds, "TRAIT_")
    problems = refusals(Wrong, SENTENCES % ", ".join(PHASES[phase] for phase in GIVING))

    def __init__(self, board: Board, players: int, table: Table) -> None:
        self.on = board
        self.players = players
        self.form: Form = form(board, players, table)
        self.kinds = BoardNames(board).kinds()
        self.intrigue = entry_names(board).intrigue_cards
        self.chapters = chapters(board)
        self.entries = entries(board)
        self.legend = legend(board)
        self.notes = Notes(board, self.intrigue)
        self.standing = Stands(board)
        self.facts = [*card_facts(players, board.countries), *card_facts(players, self.intrigue)]
        self.moves = Blocks(
            {
                state.FROM_PILE: "draw from the pile",
                state.INTRIGUE_CARD: "draw an Intrigue card",
                state.FROM_DISPLAY: ("take {} from the display", board.countries),
                state.END_TURN: "end the turn",
                state.GIVE_COUNTRY: self._giving(board.countries, state.COUNTRY_AMOUNTS),
                state.GIVE_INTRIGUE: self._giving(self.intrigue, state.INTRIGUE_AMOUNTS),
                state.CLAIM: self._claim,
                state.TAKE_OVER: self._take_over,
            }
        )

    def action(self, position: Position, action: int) -> str:
        return self.moves.text(position, action)

    def note(self, position: Position, action: int) -> str:
        return self.notes.of(position, action)

    def stands(self, position: Position, name: str) -> str:
        return self.standing.of(position.data, name)

    def happened(self, before: Position, after: Position) -> list[str]:
        return Events(self.on, before, after).told()

    def picture(self, view: View) -> Scene:
        explained = {entry.name: entry.text for entry in self.entries}
        return scene(view, self.on, self.turn_parts(view), explained)

    def _giving(self, kinds: Sequence[str], amounts: int) -> Say:
        def say(position: Position, number: int) -> str:
            kind, amount = divmod(number, amounts)
            verb = "discard" if position.data["phase"] in DISCARDING else "give"
            return f"{verb} {amount} {kinds[kind]}"

        return say

    def _claim(self, position: Position, number: int) -> str:
        """Such as `claim Dijon Baron: 1 France + 3 others`."""
        return f"claim {self._cards(price(position.game.table, state.CLAIM + number))}"

    def _take_over(self, position: Position, number: int) -> str:
        """Such as `take over Dijon Baron: 1 France + 3 others, 1 Intrigue`."""
        paid = price(position.game.table, state.TAKE_OVER + number)
        intrigue = counted(
            ("Intrigue", "other Intrigue"), (paid["intrigue"], paid["other_intrigue"])
        )
        return f"take over {self._cards(paid)}, {' + '.join(intrigue)}"

    def _cards(self, paid: Mapping[str, int]) -> str:
        place = paid["position"]
        country = self.on.countries[self.on.cities[self.on.positions[place].city].country]
        cards = counted((country, "others"), (paid["cards"], paid["others"]))
        return f"{self.on.position_names[place]}: {' + '.join(cards)}"

    def outcome(self, position: Position, outcome: int) -> str:
        drawn = position.data["phase"] == Phase.DRAW_INTRIGUE
        return self.intrigue[outcome] if drawn else self.on.countries[outcome]
