"""A Bruges position file becomes the fields of a state.

The file says what lies on the table. What follows from it is worked out here: the cards that
the viewer cannot place, empty houses, who starts the round, how many dice are rolled and
statues taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cython_ext.pages import Entries
from engines.bruges.data import (
    MAX_CARDS,
    MAX_ROUND,
    MOST,
    MOST_WORKERS,
    PER_COLOUR,
    SECTIONS,
    SPACES,
    Board,
    back,
)
from engines.bruges.phases import (
    FRAME,
    LOST_HOUSE,
    MAJORITIES,
    PHASES,
    PILES,
    STEPS,
    TASKS,
    USES,
)
from engines.wording import labelled

#: the largest number of a frame
MAX_NUMBER = 2**16 - 1


class PositionReader:
    """Reads the positions of one loaded game."""

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        self.cards = tuple(card.name for card in board.cards)

    def read(self, written: dict[str, Any]) -> dict[str, Any]:
        """The fields of the state, by the names that they have in JSON."""
        file = Entries(written)
        head = file.head()
        viewer = head.get("view_of")
        turn, table = file.table("turn"), file.table("table")
        seats = file.tables("seats", self.players)
        file.close()
        fields = self._read_turn(turn) | self._read_table(table)
        turn.close()
        table.close()
        for seat, entries in enumerate(seats):
            for name, value in self._read_seat(entries, seat == viewer).items():
                fields.setdefault(name, []).append(value)
            entries.close()
        self._check_once(file, fields, viewer)
        self._check_piles(file, fields)
        return {**head, "position": self._combine(fields)}

    def _read_turn(self, turn: Entries) -> dict[str, Any]:
        colours = self.on.colours
        aside = turn.table("aside", optional=True)
        number = turn.number("round", 1, MAX_ROUND + 1) - 1
        fields: dict[str, Any] = {
            "phase": PHASES[turn.choice("phase", PHASES)],
            "step": STEPS[turn.choice("step", STEPS)],
            "round": number,
            "cycle": turn.number("card", 1, self.on.cards_per_round + 1, default=1) - 1,
            "seat": turn.number("seat", 0, self.players - 1),
            "start_seat": turn.number(
                "start", 0, self.players - 1, default=number % self.players
            ),
            "begun": int(turn.flag("begun")),
            "last_round": int(turn.flag("last_round")),
            "use": USES[turn.choice("use", USES, default=0)],
            "use_colour": colours[turn.choice("colour", colours, default=0)],
            "use_card": self._optional(turn, "recruiting", self.cards),
            "blind": self._counts(turn, "drawn", PER_COLOUR),
            "aside_colour": self._optional(aside, "colour", colours),
            "aside": self._optional(aside, "card", self.cards),
        }
        aside.close()
        return fields | self._read_stack(turn)

    def _optional(self, entries: Entries, key: str, kinds: Sequence[str]) -> str:
        """The kind that an entry names, or nothing."""
        index = entries.choice(key, kinds, default=-1)
        return "" if index < 0 else kinds[index]

    def _counts(self, entries: Entries, key: str, most: int) -> dict[str, int]:
        """How many of each colour, each in range."""
        counts = labelled(self.on.colours, entries.counts(key, self.on.colours))
        for colour, n in counts.items():
            if n > most:
                raise entries.fail(key, f"{n} {colour} is out of range, choose 0 to {most}")
        return counts

    def _read_stack(self, turn: Entries) -> dict[str, Any]:
        if not turn.has("stack"):
            return {}
        given = turn.values["stack"]
        most = self.on.deepest
        if not isinstance(given, list) or not 1 <= len(given) <= most:
            raise turn.fail("stack", f"expected a list of 1 to {most} tables")
        frames = []
        for i, frame in enumerate(given):
            entries = Entries(frame, f"turn.stack[{i}]")
            task = {"task": 1 + entries.choice("task", TASKS[1:])}
            numbers = {k: entries.number(k, 0, MAX_NUMBER, default=0) for k in FRAME[1:]}
            frames.append(task | numbers)
            entries.close()
        return {"depth": len(frames), "frame": frames + [{}] * (self.on.frames - len(frames))}

    def _read_table(self, table: Entries) -> dict[str, Any]:
        colours = self.on.colours
        dice = table.table("dice", optional=True)
        faces = {c: dice.number(c, 1, 6) for c in colours if dice.has(c)}
        dice.close()
        sizes: dict[str, int] = {}
        tops: dict[str, str] = {}
        for pile in PILES:
            entries = table.table(pile, optional=pile == "extra")
            sizes[pile] = entries.number("cards", 0, MAX_CARDS, default=0)
            tops[pile] = self._optional(entries, "top", colours)
            entries.close()
        return {
            "dice": faces,
            "rolled": len(faces),
            "pile_size": sizes,
            "top": tops,
            "extra_in": int(not table.has("extra")),
            "discards": self._sets(table.names("discards", self.cards)),
        }

    def _read_seat(self, entries: Entries, own: bool) -> dict[str, Any]:
        colours = self.on.colours
        canals = entries.table("canals", optional=True)
        statues = entries.table("statues", optional=True)
        people = entries.table("people", optional=True)
        homes = {c: people.names(c, self.cards) for c in colours if people.has(c)}
        houses = self._counts(entries, "houses", PER_COLOUR)
        empty = {c: houses.get(c, 0) - len(homes.get(c, ())) for c in colours}
        for colour, n in empty.items():
            if n < 0:
                raise entries.fail("people", f"more live in {colour} houses than there are")
        fields = {
            **self._read_hand(entries, own),
            **self._read_homes(entries, homes, own),
            "points": entries.number("points", 0, MOST),
            "guilders": entries.number("guilders", 0, MOST),
            "reputation": entries.number(
                "reputation", 0, len(self.on.step_points) - 1, default=0
            ),
            "workers": self._counts(entries, "workers", MOST_WORKERS),
            "threat": self._counts(entries, "threats", self.on.circle),
            "majority": [MAJORITIES[i] for i in entries.names("majorities", MAJORITIES)],
            "canal": {side: canals.number(side, 0, SPACES, default=0) for side in SECTIONS},
            "statue": {side: statues.number(side, 0, 255, default=0) for side in SECTIONS},
            "houses": houses,
            "empty": {colour: n for colour, n in empty.items() if n},
            "people": self._sets([i for who in homes.values() for i in who]),
            "used": entries.names("activated", self.cards),
        }
        for part in (canals, statues, people):
            part.close()
        return fields

    def _read_hand(self, entries: Entries, own: bool) -> dict[str, Any]:
        if own:
            hand = entries.names("hand", self.cards)
            shown = entries.names("shown", self.cards)
            counts = {c: len(cards) for c, cards in self._sets(hand).items()}
        else:
            hand = shown = entries.names("known", self.cards)
            counts = self._counts(entries, "hand", PER_COLOUR)
        return {"hand": self._sets(hand), "hand_count": counts, "shown": shown}

    def _read_homes(
        self, entries: Entries, homes: dict[str, list[int]], own: bool
    ) -> dict[str, Any]:
        """The cards that are houses, and which of them lies below each person.

        Others see the backs of these cards. Where the owner does not say, the people of a
        colour live above its cards in the order in which both are named.
        """
        if not own:
            backs = {self.cards[i]: back(c) for c, who in homes.items() for i in who}
            return {"down": {}, "home": backs}
        down = entries.names("face_down", self.cards)
        below = entries.table("below", optional=True)
        home: dict[str, str] = {}
        for colour, people in homes.items():
            cards = [i for i in down if self.on.cards[i].colour == self._colour(colour)]
            named = [self.cards[i] for i in people if below.has(self.cards[i])]
            for person in named:
                card = below.choice(person, self.cards)
                if card not in cards:
                    raise below.fail(
                        person,
                        f"{self.cards[card]} is no face-down {colour} card, or named twice",
                    )
                cards.remove(card)
                home[person] = self.cards[card]
            rest = [self.cards[i] for i in people if self.cards[i] not in named]
            home |= {p: self.cards[i] for p, i in zip(rest, cards, strict=False)}
        below.close()
        return {"down": self._sets(down), "home": home}

    def _colour(self, name: str) -> int:
        return self.on.colours.index(name)

    def _check_once(self, file: Entries, fields: dict[str, Any], viewer: Any) -> None:
        """No card lies in two places."""
        places = {
            "table.discards": fields["discards"],
            "turn.recruiting": {"": [fields["use_card"]] if fields["use_card"] else []},
            "turn.aside.card": {"": [fields["aside"]] if fields["aside"] else []},
        }
        for seat in range(self.players):
            hand = "hand" if seat == viewer else "known"
            places[f"seats[{seat}].{hand}"] = fields["hand"][seat]
            places[f"seats[{seat}].face_down"] = fields["down"][seat]
            places[f"seats[{seat}].people"] = fields["people"][seat]
        found: dict[str, str] = {}
        for place, sets in places.items():
            for name in (name for cards in sets.values() for name in cards):
                if name in found:
                    raise file.fail(place, f"{name} is named in {found[name]} too")
                found[name] = place

    def _check_piles(self, file: Entries, fields: dict[str, Any]) -> None:
        """What is neither open nor in hands nor a house lies in the piles."""
        elsewhere = sum(len(names) for names in fields["discards"].values())
        elsewhere += sum(len(cards) for seat in fields["people"] for cards in seat.values())
        for counts in (*fields["hand_count"], *fields["houses"], fields["blind"]):
            elsewhere += sum(counts.values())
        elsewhere += sum(bool(fields[name]) for name in ("use_card", "aside_colour"))
        # While its owner says which card a lost house was, that card lies there still.
        elsewhere += fields["step"] == LOST_HOUSE
        found = sum(fields["pile_size"].values())
        if found != len(self.cards) - elsewhere:
            raise file.fail(
                "table",
                f"{found} cards in piles, all others leave {len(self.cards) - elsewhere}",
            )

    def _combine(self, fields: dict[str, Any]) -> dict[str, Any]:
        """What all seats have in common, and the cards that nobody names."""
        for name in ("used", "shown"):
            fields[name] = self._sets([i for cards in fields[name] for i in cards])
        fields["home"] = {name: c for homes in fields["home"] for name, c in homes.items()}
        fields["statues_taken"] = sum(n > 0 for s in fields["statue"] for n in s.values())
        sets = [*fields["hand"], *fields["down"], *fields["people"], fields["discards"]]
        placed = {name for named in sets for names in named.values() for name in names}
        placed |= {fields["use_card"], fields["aside"]}
        rest = [i for i, name in enumerate(self.cards) if name not in placed]
        return {**fields, "pool": self._sets(rest)}

    def _sets(self, cards: Sequence[int]) -> dict[str, list[str]]:
        """Cards by colour, as the state's fields have them in JSON."""
        found: dict[str, list[str]] = {}
        for i in sorted(set(cards)):
            colour = self.on.colours[self.on.cards[i].colour]
            found.setdefault(colour, []).append(self.cards[i])
        return found
