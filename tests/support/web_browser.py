"""A real browser for tests: the system's Chromium, a new empty profile for each, asking nobody."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eminence.play.web.limits import Limits

#: where Debian has it, and other names of it
CHROMIUM = next(
    (
        path
        for name in ("/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome")
        if (path := shutil.which(name))
    ),
    None,
)
MISSING = "no Chromium here: apt-get install chromium"
FLAGS = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    "--no-default-browser-check", "--disable-extensions",
)  # fmt: skip
#: tests open more pages in a minute than people do
MANY_PAGES = Limits(tables=1000, requests=100_000)
#: a page on a phone
PHONE = {"viewport": {"width": 360, "height": 700}, "has_touch": True, "is_mobile": True}


def link(created: Any, seat: int) -> str:
    """The address of a seat, behind the server's."""
    return f"table#{created.name}.{created.tokens[seat]}"


def flags() -> list[str]:
    """Root may run it only without a sandbox."""
    return [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else [*FLAGS]


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags())
        try:
            yield browser
        finally:
            browser.close()


class Watched:
    """A page in a context of its own; keeps what it complains of and whom it asks."""

    def __init__(self, browser: Any, origin: str, **options: Any):
        self.context = browser.new_context(
            **{"viewport": {"width": 1200, "height": 900}, **options}
        )
        self.page = self.context.new_page()
        self.origin = origin
        self.complaints: list[str] = []
        self.foreign: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._asked)
        self.page.on("websocket", self._asked)

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _asked(self, request: Any) -> None:
        own = (self.origin, self.origin.replace("http", "ws", 1), "data:", "blob:")
        if not request.url.startswith(own):
            self.foreign.append(request.url)

    def close(self) -> None:
        """No complaint, and nobody else was asked."""
        self.context.close()
        assert self.complaints == [], self.complaints
        assert self.foreign == [], self.foreign

    def shot(self, path: Path) -> None:
        """A picture of the whole page."""
        self.page.screenshot(path=str(path), full_page=True)

    def is_scrolled_sideways(self) -> bool:
        """Is anything wider than the window?"""
        wide: bool = self.page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        )
        return wide
