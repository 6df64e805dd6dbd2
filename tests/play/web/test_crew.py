"""Worker processes: what they find, and what happens when they die."""

import asyncio

import pytest
from web_jobs import Counting, Dying, Raising, Sleeping

from eminence import engines
from eminence.play.web.crew import TRIES, Crew, JobFailed
from eminence.play.web.jobs import BotMove

pytestmark = pytest.mark.slow


def with_crew(use, size=1):
    async def run():
        crew = Crew(size)
        try:
            return await asyncio.wait_for(use(crew), 60)
        finally:
            crew.close()

    return asyncio.run(run())


def test_a_worker_that_dies_costs_a_retry(tmp_path):
    assert with_crew(lambda crew: crew.run(Dying(tmp_path / "notes", TRIES - 1))) == TRIES


def test_a_job_that_kills_every_worker_fails_and_the_crew_goes_on(tmp_path):
    async def use(crew):
        with pytest.raises(JobFailed, match="processes have died"):
            await crew.run(Dying(tmp_path / "notes", 100))
        return await crew.run(Counting())

    assert with_crew(use) > 0


def test_an_error_is_told_and_the_worker_goes_on():
    async def use(crew):
        first = await crew.run(Counting())
        with pytest.raises(JobFailed, match="this cannot be done"):
            await crew.run(Raising())
        return first, await crew.run(Counting())

    first, second = with_crew(use)
    assert first == second


def test_what_is_said_on_the_way_arrives_in_order():
    said = []
    with_crew(lambda crew: crew.run(Counting(), said.append))
    assert said == [0, 1, 2]


def test_a_job_that_nobody_waits_for_is_ended():
    async def use(crew):
        begun = asyncio.Event()
        task = asyncio.create_task(crew.run(Sleeping(), lambda pid: begun.set()))
        await begun.wait()
        (pid,) = crew.processes
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert pid not in crew.processes
        return await crew.run(Counting())

    assert with_crew(use) > 0


def test_a_bot_plays_the_same_in_a_worker():
    state = engines.load("leduc_poker").root()
    state.resolve(engines.Chance(1))
    job = BotMove(state.view(0), "ismcts:iterations=20", 7, 0)
    assert with_crew(lambda crew: crew.run(job)) == job.work(lambda said: None)
