"""A server and a browser that the tests of a file share: starting one takes a while."""

import pytest
from web_browser import MANY_PAGES, Watched, chromium
from web_server import running


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    file = tmp_path_factory.mktemp("web") / "tables.sqlite"
    with running(file, MANY_PAGES) as found:
        yield found


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture
def first_page():
    """The page that `visit` opens if nobody names one."""
    return ""


@pytest.fixture
def visit(server, browser, first_page):
    """Opens pages, each in a browser of its own; in the end none may have complained."""
    opened = []

    def open_page(path=first_page, **options):
        watched = Watched(browser, server.origin, **options)
        opened.append(watched)
        watched.page.set_default_timeout(120_000)
        watched.page.goto(f"{server.url}{path}")
        return watched.page

    open_page.watched = opened
    yield open_page
    for watched in opened:
        watched.close()
