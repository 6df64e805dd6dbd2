"""The addresses of the pages about runs, and of what these ask for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from eminence.engines import PUBLIC
from eminence.play.web.files import StaticFile, sent
from eminence.play.web.jobs import Job
from eminence.play.web.runs.folder import Folder, Stamp
from eminence.play.web.runs.jobs import AsSaved, Fields, Games, OneGame, OneStep, Story
from eminence.play.web.runs.keeper import Keeper, NoRun

PAGES = {"/runs": "runs.html", "/runs/run": "run.html", "/runs/game": "run_game.html"}
#: the fields of a whole run that are fetched one by one
APART = ("png", "csv")
#: the highest number that a request may name, and characters of a text
MOST_NUMBER, MOST_TEXT = 10**7, 300
CSV, PNG, SAVED = "text/csv; charset=utf-8", "image/png", "application/json"


class Runs:
    """The pages about the runs of one folder."""

    def __init__(self, folder: Path, files: Mapping[str, StaticFile]):
        self.keeper = Keeper(Folder(folder))
        self.files = files

    def routes(self) -> list[Route]:
        """All addresses."""
        run = "/api/runs/{name}"
        game = f"{run}/games/{{block}}/{{rotation:int}}"
        return [
            *(Route(path, self.page) for path in PAGES),
            Route("/api/runs", self.listing),
            Route(run, self.whole),
            Route(f"{run}/pictures/{{picture}}", self.picture),
            Route(f"{run}/tables/{{number:int}}", self.table),
            Route(f"{run}/games", self.games),
            Route(game, self.game),
            Route(f"{game}/steps/{{step:int}}", self.step),
            Route(f"{game}/story", self.story),
            Route(f"{game}/saved", self.saved),
        ]

    async def close(self) -> None:
        """End what is being read."""
        await self.keeper.close()

    # --- pages ---

    async def page(self, request: Request) -> Response:
        """A page."""
        return sent(request, self.files[PAGES[request.url.path]])

    # --- runs ---

    async def listing(self, request: Request) -> Response:
        """All files of the folder."""
        return JSONResponse({"runs": await self.keeper.listing()})

    async def whole(self, request: Request) -> Response:
        """All about a run."""
        run = await self._whole(request)
        return JSONResponse({key: run[key] for key in run if key not in APART})

    async def picture(self, request: Request) -> Response:
        """A picture, as PNG."""
        png = (await self._whole(request)).get("png", {}).get(request.path_params["picture"])
        if png is None:
            raise HTTPException(404, "no such picture")
        return sent(request, StaticFile(png, PNG))

    async def table(self, request: Request) -> Response:
        """A table, as CSV."""
        run, number = await self._whole(request), request.path_params["number"]
        tables: list[str] = run.get("csv", [])
        if not 0 <= number < len(tables):
            raise HTTPException(404, "no such table")
        name = _file_name(run["name"], run["tables"][number]["name"], "csv")
        return _download(tables[number], CSV, name)

    async def _whole(self, request: Request) -> Fields:
        try:
            return await self.keeper.whole(request.path_params["name"])
        except NoRun:
            raise _no_run() from None

    # --- games ---

    async def games(self, request: Request) -> Response:
        """Some of the games."""
        start = _number(request, "from")
        wanted = request.query_params.get("find", "")[:MOST_TEXT]
        file = await self._file(request)
        return JSONResponse(await self._answer(Games(*file, start, wanted)))

    async def game(self, request: Request) -> Response:
        """A game: who plays what."""
        return JSONResponse(await self._answer(OneGame(*(await self._asked(request)))))

    async def story(self, request: Request) -> Response:
        """Some steps as a viewer was told them."""
        viewer, start = _viewer(request), _number(request, "from")
        asked = await self._asked(request)
        return JSONResponse(await self._answer(Story(*asked, viewer, start)))

    async def step(self, request: Request) -> Response:
        """The board after so many steps."""
        asked, step = await self._asked(request), min(request.path_params["step"], MOST_NUMBER)
        return JSONResponse(await self._answer(OneStep(*asked, _viewer(request), step)))

    async def saved(self, request: Request) -> Response:
        """A game as a file for `eminence replay`."""
        asked = await self._asked(request)
        answer = await self._answer(AsSaved(*asked))
        name = _file_name(asked[1], f"{asked[3][:8]}-{asked[4]}", "json")
        return _download(answer["saved"], SAVED, name)

    async def _asked(self, request: Request) -> tuple[Path, str, Stamp, str, int]:
        """Path, name and stamp of the run, block and rotation of the game."""
        given = request.path_params
        rotation = min(given["rotation"], MOST_NUMBER)
        return (*(await self._file(request)), given["block"][:MOST_TEXT], rotation)

    async def _file(self, request: Request) -> tuple[Path, str, Stamp]:
        name = request.path_params["name"]
        try:
            path, stamp = await self.keeper.file(name)
        except NoRun:
            raise _no_run() from None
        return path, name, stamp

    async def _answer(self, job: Job) -> Fields:
        answer = await self.keeper.ask(job)
        if "problem" in answer:
            raise HTTPException(400, answer["problem"])
        return answer


def _no_run() -> HTTPException:
    return HTTPException(404, "no such run: choose one of the list")


def _number(request: Request, name: str) -> int:
    """A whole number of the query; 0 if it is left out."""
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MOST_NUMBER))):
        raise HTTPException(400, f"{name}: expected a whole number")
    return int(text)


def _viewer(request: Request) -> int:
    """The seat whose view is wanted; an onlooker's if none is named."""
    return _number(request, "seat") if "seat" in request.query_params else PUBLIC


def _file_name(run: str, what: str, ending: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", f"{run.removesuffix('.sqlite')}-{what}")
    return f"{plain}.{ending}"


def _download(text: str, kind: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=kind, headers=headers)
