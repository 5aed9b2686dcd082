"""Compares how long an honest player waits with and without somebody else's abuse of the same server.

    async def archive_forever(server):               # runs until it is stopped, from ABUSER
        client = await client_from(server, ABUSER, name="Mallory")
        while True:
            await client.ask("archive")

    async def test_...():
        with Server(loose=False) as server:
            honest = await client_from(server, NEIGHBOUR, name="Ann")
            await undisturbed(server, archive_forever, lambda: honest.must("ping"))

The abuser is another process with another address of this machine, at the lowest priority, so that it takes time from
the server but hardly any from the test. The honest request is timed in both states in turn, and the totals are
compared: a ratio within one run, so that it doesn't matter how fast the machine is. A busy machine may still delay one
of the two by chance, therefore a ratio that is too high is measured again; abuse that works is too slow every time.
"""
import asyncio
import contextlib
import multiprocessing
import os
import time

import websockets

from gaslight_server import PATIENCE, Client

ABUSER = "127.0.0.1"
NEIGHBOUR = "127.0.0.2"
MOST = 2.0  # times the delay without abuse
TRIES = 5
ROUNDS = 3  # per try: quiet, abused, quiet, abused, ...
REQUESTS = 15  # per round and state
PAUSE = 0.06  # seconds between honest requests, which must stay below the limit of one connection: 20 per second


async def client_from(server, address, **hello):
    """Connects from an address of this machine."""
    client = Client()
    client.ws = await websockets.connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=["gaslight.v1"],
                                         max_size=None, max_queue=None, compression=None, ping_interval=None,
                                         open_timeout=PATIENCE, close_timeout=PATIENCE,
                                         local_addr=(address, 0))
    client.task = asyncio.ensure_future(client.read())
    if hello:
        await client.hello(**hello)
    return client


def run_abuse(abuse, server, begun):
    """The abuser's process: calls abuse(server) again and again, whatever the server does to it."""
    os.nice(19)

    async def forever():
        begun.set()
        while True:
            with contextlib.suppress(Exception):
                await abuse(server)
            await asyncio.sleep(0.01)
    asyncio.new_event_loop().run_until_complete(forever())


@contextlib.asynccontextmanager
async def abused(server, abuse):
    """Runs abuse(server) in a process of its own until the block ends."""
    processes = multiprocessing.get_context("fork")
    begun = processes.Event()
    abuser = processes.Process(target=run_abuse, args=(abuse, server, begun), daemon=True)
    abuser.start()
    try:
        await asyncio.get_running_loop().run_in_executor(None, begun.wait, PATIENCE)
        yield abuser
        assert abuser.is_alive(), "the abuser stopped"
    finally:
        abuser.kill()
        await asyncio.get_running_loop().run_in_executor(None, abuser.join)


async def timed(honest, requests, cost):
    total = 0.0
    for _ in range(requests):
        began = time.perf_counter()
        await honest()
        total += time.perf_counter() - began
        await asyncio.sleep(PAUSE * cost)
    return total


async def slowdown(server, abuse, honest, rounds=ROUNDS, requests=REQUESTS, cost=1):
    """Returns how many times longer honest() takes beside abuse(server). It takes `cost` from the limit of its
    connection."""
    quiet = disturbed = 0.0
    await honest()
    for _ in range(rounds):
        quiet += await timed(honest, requests, cost)
        async with abused(server, abuse):
            await asyncio.sleep(0.2)  # lets the abuse get going; nothing depends on its length
            disturbed += await timed(honest, requests, cost)
    return disturbed / quiet


async def undisturbed(server, abuse, honest, most=MOST, tries=TRIES, **how):
    """Fails unless abuse(server) makes honest() at most `most` times slower. Returns the ratios measured."""
    ratios = []
    for _ in range(tries):
        ratios.append(await slowdown(server, abuse, honest, **how))
        if ratios[-1] <= most:
            return ratios
    raise AssertionError(f"{abuse.__name__} makes others wait {min(ratios):.1f} times longer: {ratios}")
