"""The map in 80 columns: a grid of regions with their roads, then the seas.

On a narrower screen the grid comes in sheets, one below the other, which share a column.

LAYOUT is a drawing, no rule: it has neighbours beside each other where it can. Roads that lead
further are listed below the grid. Regions that it does not know, of other data folders, come in
rows of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from eminence.cython_ext.game import Position
from eminence.cython_ext.text_lines import columns, hanging, held_items
from eminence.cython_ext.words import MAP_WIDTH
from eminence.engines.blood_of_kings.explanations.situation import NOBODY, Situation
from eminence.engines.blood_of_kings.names import REGION_TYPES
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.tables import CAPITOL, CASTLE, CATHEDRAL, FIRST_SEA, TOWN

LAYOUT = """
    - ; Edinburgh ; - ; - ; -
    - ; York ; - ; - ; -
    Gloucester ; Lincoln ; - ; Lubeck ; -
    Bristol ; London ; Brunswick ; Magdeburg ; Gdansk
    Calais ; Bruges ; Cologne ; Frankfurt ; Prague
    Rouen ; Chartres ; Reims ; Heidelberg ; Nuremberg
    Angers ; Paris ; Troyes ; Dijon ; Augsburg
    La Rochelle ; Orleans ; Marseille ; Vienna ; Buda
    Bordeaux ; Toulouse ; Milan ; Venice ; Sofia
    Bilbao ; Barcelona ; Pisa ; Ancona ; Ohrid
    Leon ; Burgos ; Spoleto ; Assisi ; Durazzo
    Santiago ; Toledo ; Rome ; Adrianople ; Thessalonica
    Lisbon ; Cordoba ; Naples ; Constantinople ; Athos
    - ; - ; Palermo ; Nicaea ; Smyrna
"""
COLUMNS = 5
CELL = MAP_WIDTH // COLUMNS
#: signs before the names of regions, by type, and behind those with a port
SIGNS: Mapping[int, str] = {CAPITOL: "*", CASTLE: "^", TOWN: "o", CATHEDRAL: "+"}
PORT = "~"
NO_KINGDOM = "."
SIEGE = "x"
#: a second line of a cell that is longer than its place
CUT = ">"
#: roads to the right, below, and below at either side; a strait looks the same in each direction
RIGHT, BELOW, BELOW_LEFT, BELOW_RIGHT = "-", "|", "/", "\\"
STRAIT = ":"
DIRECTIONS = {(1, 0): RIGHT, (0, 1): BELOW, (-1, 1): BELOW_LEFT, (1, 1): BELOW_RIGHT}

Cell = tuple[int, int]


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """The shortest beginnings that tell the names apart, one letter each if possible."""
    longest = max(map(len, names))
    for length in range(1, longest + 1):
        short = tuple(name[:length] for name in names)
        if len({*short}) == len(names):
            return short
    return tuple(names)


def map_legend(board: Board) -> dict[str, str]:
    """How to read the map."""
    types = {SIGNS[kind]: f"map, before a name: a {word}" for kind, word in enumerate(REGION_TYPES)}
    letters = ", ".join(
        f"{short} {name}"
        for short, name in zip(short_names(board.kingdoms), board.kingdoms, strict=True)
    )
    example, other = short_names(board.kingdoms)[2], short_names(board.kingdoms)[4]
    return {
        **types,
        PORT: "map, behind a name: it has a port; the list of seas says on which sea",
        "letters": f"map: kingdoms: {letters}; {NO_KINGDOM} is an independent region",
        f"{example}2": "map, below a name: the kingdom that holds it, and its levies in an assault",
        f"3{example} 1{other}": "map: three armies of the one kingdom, one of the other",
        f"{SIEGE}{other}": f"map: besieged by that kingdom ({SIEGE} and its letter)",
        CUT: "map, at the end of the line below a name: more than fits; show NAME has all",
        f"{RIGHT} {BELOW} {BELOW_LEFT} {BELOW_RIGHT}": (
            "map: roads to the region at the right, below, below left, below right; those that "
            "cannot be drawn are listed under the grid"
        ),
        STRAIT: "map: a strait in that direction: a way only with a friendly fleet in its sea",
        "show NAME": "lists the roads, straits and ports of a region, and what stands there",
    }


class MapText:
    """Draws positions of one loaded game."""

    def __init__(self, board: Board) -> None:
        self.on = board

    # --- what never changes ---

    @cached_property
    def letters(self) -> tuple[str, ...]:
        return short_names(self.on.kingdoms)

    @cached_property
    def cells(self) -> dict[Cell, int]:
        """The regions by column and row."""
        names = self.on.region_names
        rows = [[name.strip() for name in row.split(";")] for row in LAYOUT.split("\n")]
        known = [[names.index(n) if n in names else NOBODY for n in row] for row in rows]
        drawn = [row for row in known if any(region >= 0 for region in row)]
        rest = [i for i in range(len(names)) if not any(i in row for row in drawn)]
        drawn += [rest[i : i + COLUMNS] for i in range(0, len(rest), COLUMNS)]
        return {(x, y): i for y, row in enumerate(drawn) for x, i in enumerate(row) if i >= 0}

    @cached_property
    def links(self) -> dict[Cell, dict[str, str]]:
        """For each cell, the signs of the ways from it, by their direction."""
        straits = {frozenset(pair[:2]) for pair in self.on.straits}
        ways = {frozenset(pair) for pair in self.on.roads} | straits
        found: dict[Cell, dict[str, str]] = {cell: {} for cell in self.cells}
        for (x, y), region in self.cells.items():
            for (dx, dy), sign in DIRECTIONS.items():
                pair = frozenset((region, self.cells.get((x + dx, y + dy), region)))
                if pair in ways and not (sign == RIGHT and len(self._label(region)) >= CELL):
                    found[x, y][sign] = STRAIT if pair in straits else sign
        return found

    @cached_property
    def undrawn(self) -> list[str]:
        """The roads that the grid has no sign for, such as `Ancona - Naples`."""
        at = {region: cell for cell, region in self.cells.items()}
        names = self.on.region_names
        return [f"{names[a]} - {names[b]}" for a, b in self.on.roads if not self._joins(at, a, b)]

    def _joins(self, at: Mapping[int, Cell], a: int, b: int) -> bool:
        """Whether the grid shows the road between two regions."""
        for here, there in ((at[a], at[b]), (at[b], at[a])):
            sign = DIRECTIONS.get((there[0] - here[0], there[1] - here[1]))
            if sign in self.links[here]:
                return True
        return False

    def _label(self, region: int) -> str:
        place = self.on.regions[region]
        return f"{SIGNS[place.type]}{place.name}{PORT if place.port >= 0 else ''}"[:CELL]

    # --- a position ---

    def of(self, position: Position) -> str:
        now = Situation(self.on, position)
        lines = self._grid(now)
        lines += ["", *_wrapped("Other roads: ", self.undrawn or ["none"])]
        straits = [self._strait(*strait) for strait in self.on.straits]
        lines += _wrapped("Straits: ", straits or ["none"])
        borders = [
            " - ".join(self.on.sea_names[sea] for sea in pair) for pair in self.on.sea_borders
        ]
        lines += _wrapped("Sea ways: ", borders or ["none"])
        lines += ["", *(line for sea in range(len(self.on.seas)) for line in self._sea(now, sea))]
        rulers = [
            f"{letter} {name} ({now.ruler_word(k)})"
            for k, (letter, name) in enumerate(zip(self.letters, self.on.kingdoms, strict=True))
        ]
        return "\n".join([*lines, "", *_wrapped("", rulers)])

    def _grid(self, now: Situation) -> list[str]:
        """The whole grid, or sheets of it that fit and share a column with the next one."""
        wide = min(COLUMNS, columns(MAP_WIDTH) // CELL)
        lines: list[str] = []
        for first in range(0, COLUMNS - 1, wide - 1):
            sheet = range(first, min(first + wide, COLUMNS))
            lines += [*([""] if lines else []), *self._sheet(now, sheet)]
            if first + wide >= COLUMNS:
                break
        return lines

    def _sheet(self, now: Situation, sheet: range) -> list[str]:
        """Some columns of the grid, without the rows that are empty there."""
        rows = [[(x, y) for x in sheet] for y in range(max(y for _, y in self.cells) + 1)]
        drawn = [row for row in rows if any(cell in self.cells for cell in row)]
        return [line for row in drawn for line in self._row(now, row)]

    def _row(self, now: Situation, row: Sequence[Cell]) -> list[str]:
        names = "".join(self._name_line(cell) for cell in row)
        below = "".join(self._detail_line(now, cell) for cell in row)
        return [names.rstrip(), below.rstrip()]

    def _name_line(self, cell: Cell) -> str:
        if cell not in self.cells:
            return " " * CELL
        return self._label(self.cells[cell]).ljust(CELL, self.links[cell].get(RIGHT, " "))

    def _detail_line(self, now: Situation, cell: Cell) -> str:
        """Two signs of roads, what stands there, and one more sign at the end."""
        if cell not in self.cells:
            return " " * CELL
        ways, room = self.links[cell], CELL - 3
        told = self._detail(now, self.cells[cell])
        if len(told) > room:
            told = told[: room - 1] + CUT
        left = ways.get(BELOW_LEFT, " ") + ways.get(BELOW, " ")
        return f"{left}{told:<{room}}{ways.get(BELOW_RIGHT, ' ')}"

    def _detail(self, now: Situation, region: int) -> str:
        """Such as `F2 3F 1E xE`."""
        holder = now.holder(region)
        defended = self.on.regions[region].type != CATHEDRAL
        told = [self._letter(holder) + (str(now.levies_of(region)) if defended else "")]
        told += self._units(now.armies_at(region))
        return " ".join([*told, *(f"{SIEGE}{self.letters[k]}" for k in now.besiegers(region))])

    def _letter(self, kingdom: int) -> str:
        return self.letters[kingdom] if kingdom >= 0 else NO_KINGDOM

    def _units(self, units: Mapping[int, int]) -> list[str]:
        return [f"{n}{self.letters[k]}" for k, n in units.items()]

    def _sea(self, now: Situation, sea: int) -> list[str]:
        """Such as `North Sea (3): E; fleets 2E; aboard 1E; ports London, Calais`."""
        on = self.on
        told = [f"held by {self._letter(now.sea_owner(sea))}"] if now.sea_owner(sea) >= 0 else []
        fleets, aboard = now.fleets_at(sea), now.armies_at(FIRST_SEA + sea)
        told += [f"fleets {' '.join(self._units(fleets))}"] if fleets else []
        told += [f"armies aboard {' '.join(self._units(aboard))}"] if aboard else []
        ports = [region.name for region in on.regions if region.port == sea]
        told += [f"ports {', '.join(ports)}"] if ports else []
        name = f"{on.seas[sea].name} ({on.seas[sea].base_income}): "
        return _wrapped(name, told or ["nothing"])

    def _strait(self, a: int, b: int, sea: int) -> str:
        names = self.on.region_names
        return f"{names[a]} - {names[b]} ({self.on.sea_names[sea]})"


def _wrapped(label: str, items: Sequence[str]) -> list[str]:
    """The items behind a label, in lines that fit; none but the longest ones is broken."""
    width = columns(MAP_WIDTH)
    return hanging(label, "; ".join(held_items(items, width)), "  ", width)
