"""`kill -9` and SIGTERM at random moments under load: nothing acknowledged is lost, nothing is done
twice. support/world.py explains how this is checked.

Environment: N, rounds of kill -9 in `make verify` (50).
"""
import asyncio
import os
import signal

import pytest
from gaslight_server import PATIENCE, Server, equal
from world import World

KILLS = max(50, int(os.environ.get("N") or 50))


async def rounds(count, how, enough=lambda world: True):
    """Plays `count` rounds, or up to ten times as many until enough(world) is true."""
    with Server() as server:
        async def trouble():
            server.process.send_signal(how)
            await asyncio.get_running_loop().run_in_executor(None, server.process.wait, PATIENCE)

        def recover():
            equal(server.stop(how), 0 if how == signal.SIGTERM else -how, "exit status")
            server.start()

        world = World(server)
        await world.begin()
        for number in range(10 * count):
            if number >= count and enough(world):
                break
            try:
                await world.round(number, trouble, recover)
            except Exception:
                print(f"in round {number}")
                raise
        await world.end()
        return world


@pytest.mark.parametrize("count", [10, pytest.param(KILLS, marks=pytest.mark.verify)])
async def test_kill_9_at_any_moment_loses_and_duplicates_nothing(count):
    world = await rounds(count, signal.SIGKILL, lambda world: world.applied_unanswered > 0)
    assert world.applied_unanswered > 0, "no kill fell between the write and the reply: too few rounds"


@pytest.mark.parametrize("count", [3, pytest.param(10, marks=pytest.mark.verify)])
async def test_a_stop_under_load_loses_and_duplicates_nothing(count):
    await rounds(count, signal.SIGTERM)
