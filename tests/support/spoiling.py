"""Files of runs that were changed by hand."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from eminence.experiments.storage.run_file import COLUMNS, sealed


def change(path: Path, *statements: str) -> None:
    """Run SQL on a file."""
    db = sqlite3.connect(path)
    with db:
        for statement in statements:
            db.execute(statement)
    db.close()


def forge(path: Path, table: str, key: str, **changes: str) -> None:
    """Change columns of a row and seal it again, as somebody who knows how might do."""
    columns = COLUMNS[table]
    db = sqlite3.connect(path)
    with db:
        named = ", ".join(columns[:-1])
        row = db.execute(f"SELECT {named} FROM {table} WHERE {columns[0]} = ?", [key]).fetchone()
        new = [changes.get(name, value) for name, value in zip(columns, row, strict=False)]
        places = ", ".join("?" for _ in columns)
        db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({places})", [*new, sealed(table, new)])
    db.close()
