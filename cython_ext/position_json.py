"""Positions as JSON text: what `Position.to_json` writes and `Game.from_json` reads.

The head of a position, whose view it is and who is to move, is written in words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

from eminence.cython_ext.errors import BadEntry, BadOption, BadPosition, shown
from eminence.cython_ext.fields import HEAD
from eminence.cython_ext.version import WRITER, __version__, naming_versions

if TYPE_CHECKING:
    from eminence.cython_ext.game import Game

ENTRIES = ("game", "options", "view_of", "player", "capped", "position")
Filled = TypeVar("Filled")


class HeadWords:
    """The head in words. game.pxd defines the numbers that are not seats."""

    def __init__(self, chance: int, over: int, public: int, full: int) -> None:
        self.over, self.public, self.full = over, public, full
        self.players = {"chance": chance, "over": over}
        self.viewers = {"public": public, "full": full}

    def viewer_word(self, number: int) -> str | int:
        return _word_of(self.viewers, number)

    def player_word(self, number: int) -> str | int:
        return _word_of(self.players, number)

    def who(self, player: int) -> str:
        """Who acts, for an error message."""
        return "chance" if player == self.players["chance"] else f"seat {player}"

    def viewer(self, given: Any, seats: int) -> int:
        """A seat or PUBLIC, from whatever a caller passed."""
        try:
            number = index(given)
        except TypeError:
            number = self.full
        if not self.public <= number < seats:
            raise BadOption(f"no seat {shown(given)}: choose 0 to {seats - 1}, or PUBLIC")
        return number

    def written(self, viewer: int, player: int, capped: bool) -> dict[str, Any]:
        """The head as a position file has it."""
        head = {"view_of": self.viewer_word(viewer), "player": self.player_word(player)}
        return {**head, "capped": True} if capped else head

    def fill(self, head: Any, written: Mapping[str, Any], seats: int) -> None:
        """Set the fields of a head from what a file says."""
        head["view_of"] = _number_of(written, "view_of", self.viewers, seats)
        head["player"] = _number_of(written, "player", self.players, seats)
        capped = written.get("capped", False)
        if not isinstance(capped, bool) or (capped and head["player"] != self.over):
            raise BadEntry("capped", f"{capped!r}, choose true or false; true only when over")
        head["capped"] = capped

    def check(self, head: Any, game: Game, complete: bool) -> None:
        """Refuse a head that a complete state, or else a view, of this game cannot have."""
        viewer, player, capped = (int(head[name]) for name in ("view_of", "player", "capped"))
        if complete and viewer != self.full:
            raise BadPosition(f"view_of: {viewer}, but a complete state was expected")
        if not complete and not self.public <= viewer < game.seats:
            raise BadPosition("view_of: full, but a view was expected: a seat or public")
        if not self.over <= player < game.seats:
            raise BadPosition(f"player: {player} is no seat of {game.seats}")
        if head["lean"] or capped > 1 or (capped and player != self.over):
            raise BadPosition("head: flags of a search copy, not of a position")
        if capped and not game.words.has_cap:
            raise BadPosition(f"capped: {game.name} has no cap on turns, so none has ended it")


def _word_of(words: Mapping[str, int], number: int) -> str | int:
    return next((word for word, meant in words.items() if meant == number), number)


def _number_of(written: Mapping[str, Any], key: str, words: Mapping[str, int], seats: int) -> int:
    value = written.get(key)
    if isinstance(value, str) and value in words:
        return words[value]
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < seats:
        return value
    allowed = ", ".join(str(seat) for seat in range(seats))
    raise BadEntry(key, f"expected one of {allowed}, {', '.join(words)}; got {value!r}")


def write_json(game: Game, head: dict[str, Any], record: Any) -> str:
    return json.dumps(
        {
            "game": game.name,
            "options": game.options,
            WRITER: __version__,
            **head,
            "position": game.fields.encode(record),
        }
    )


def read_json(game: Game, words: HeadWords, text: str, fill: Callable[[bytes], Filled]) -> Filled:
    """What `fill` makes of the bytes of a position; errors name the version that wrote it."""
    try:
        written = json.loads(text)
    except ValueError as error:
        raise BadPosition(f"not JSON: {error}") from None
    except RecursionError:
        raise BadPosition("not a position: nested too deeply") from None
    except TypeError:
        raise BadPosition(f"expected JSON text, got {shown(text)}") from None
    if not isinstance(written, dict):
        raise BadPosition("expected an object with game, options, view_of, player, position")
    with naming_versions(written.pop(WRITER, None)):
        return fill(_bytes_of(game, words, written))


def _bytes_of(game: Game, words: HeadWords, written: dict[str, Any]) -> bytes:
    for key in written:
        if key not in ENTRIES:
            raise BadEntry(key, f"unknown field; choose from {', '.join(ENTRIES)}")
    _check_identity(game, written)
    record = game.fields.decode(written.get("position", {}), "position")
    words.fill(record[HEAD], written, game.seats)
    return record.tobytes()


def _check_identity(game: Game, written: dict[str, Any]) -> None:
    """The text must be about this game with these options."""
    if written.get("game", game.name) != game.name:
        raise BadPosition(f"game: {written['game']!r}, but this game is {game.name!r}")
    options = written.get("options", {})
    if not isinstance(options, dict):
        raise BadPosition("options: expected an object")
    for key, value in options.items():
        if key not in game.options:
            raise BadPosition(f"options.{key}: unknown; choose from {', '.join(game.options)}")
        if value != game.options[key]:
            raise BadPosition(f"options.{key}: {value!r}, but this game has {game.options[key]!r}")


def as_bytes(data: Any) -> bytes:
    """The bytes of a state, from whatever a caller passed."""
    try:
        return bytes(memoryview(data))
    except (TypeError, ValueError):
        raise BadPosition(f"state: expected bytes, got {shown(data)}") from None
