"""What a browser fetches once: pages, modules and style sheets, read when the server starts."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from eminence.cython_ext.pictures import svg
from eminence.cython_ext.pictures.scene import Box, Panel, token
from eminence.play.web import static
from eminence.play.web.style import tones_css

#: by suffix; nothing else is served
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True)
class StaticFile:
    """A file as it is sent."""

    content: bytes
    type: str

    @property
    def tag(self) -> str:
        """Tells a browser whether it has this very file."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:24]}"'


def sent(request: Request, file: StaticFile) -> Response:
    """The file, unless the browser has it already."""
    headers = {"etag": file.tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.type, headers=headers)


def static_files() -> dict[str, StaticFile]:
    """All files by their names."""
    folder = Path(static.__path__[0])
    found = {
        path.name: StaticFile(path.read_bytes(), TYPES[path.suffix])
        for path in sorted(folder.rglob("*"))
        if path.suffix in TYPES
    }
    found["tones.css"] = StaticFile(tones_css().encode(), TYPES[".css"])
    found["icon.svg"] = StaticFile(icon().encode(), TYPES[".svg"])
    return found


def icon() -> str:
    """The sign in a browser's tab: two pieces on a board."""
    shapes = (Box(0, 0, 32, 32, round=6, tone="green"), token(12, 12, 3), token(20, 20, 1))
    return svg.panel_svg(Panel("icon", "Eminence", 32, 32, shapes))
