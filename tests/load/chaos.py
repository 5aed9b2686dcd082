#!/usr/bin/python3
"""Injects faults into a server under load, driven by a seed: `make chaos SEED=N ROUNDS=N`.

Several clients play at several tables at once (tests/support/world.py), each through a proxy (tests/support/cable.py)
that can cut, delay or hold its connection. In every round something goes wrong under load: the server is killed or
stopped, connections are cut between frames or within one, nothing arrives for a while, the disk fails, is full, or
disappears. Afterwards every client repeats, with the same keys, all requests that had no reply, and everything that
was acknowledged must exist exactly once: in everyone's history and in the database. A failing run prints the command
that repeats the same choices; thread timing may still differ from run to run.

Environment: SEED (random by default), ROUNDS (30), TROUBLE: only faults whose names contain it.
"""
import asyncio
import os
import signal
import sys
import traceback

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TESTS, "support"))
from cable import Cable  # noqa: E402
from gaslight_server import DICE, PATIENCE, SEED, Server, equal  # noqa: E402
from traced_server import TRACE, require_strace  # noqa: E402
from world import World  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS") or 30)
PEOPLE = 4
MOST_DELAY = 0.02  # maximum delay, in seconds, of each piece of data on a slow connection
FRAMES = 6000  # cut within this many bytes: somewhere in the next few frames


class Chaos(World):
    """A world whose clients connect through cables, and the faults that can be injected."""

    def __init__(self, server):
        super().__init__(server)
        self.cables = [Cable(server.port) for _ in range(PEOPLE)]
        self.deck = []
        self.injected = self.refusals = self.refused_starts = 0

    def door(self, number):
        return self.cables[number]

    def start(self, wrap=()):
        """Starts the server again and connects the cables to it."""
        self.server.wrap = list(wrap)
        self.server.start()
        for cable in self.cables:
            cable.target = (cable.target[0], self.server.port)
            cable.delay = 0.0

    async def dead(self):
        await asyncio.get_running_loop().run_in_executor(None, self.server.process.wait, PATIENCE)

    async def a_moment(self):
        await asyncio.sleep(DICE.random() * 0.1)

    def cut(self):
        """Ends every connection, with a normal close or a reset."""
        for cable in self.cables:
            cable.release()
            cable.cut(reset=DICE.random() < 0.5)

    # ---- faults under load; afterwards no client is connected ----

    async def kill(self):
        self.server.process.send_signal(signal.SIGKILL)
        await self.dead()

    async def stop(self):
        self.server.process.send_signal(signal.SIGTERM)
        await self.dead()

    async def cut_cables(self):
        self.cut()

    async def cut_within_a_frame(self):
        for cable in self.cables:
            cable.cut_after(DICE.randrange(FRAMES))
        await self.a_moment()
        self.cut()
        for cable in self.cables:
            cable.cut_after(-1)  # connections that carried no more data and were not cut

    async def slow_cables_then_kill(self):
        for cable in self.cables:
            cable.delay = DICE.random() * MOST_DELAY
        await self.a_moment()
        await self.kill()

    async def silence_then_cut(self):
        for cable in self.cables:
            cable.hold()
        await self.a_moment()
        self.cut()

    async def silence_then_kill(self):
        for cable in self.cables:
            cable.hold()
        await self.a_moment()
        self.server.process.send_signal(signal.SIGKILL)
        self.cut()
        await self.dead()

    async def disk_trouble_then_cut(self):
        await self.a_moment()
        self.cut()

    async def disk_trouble_then_kill(self):
        await self.a_moment()
        self.server.process.send_signal(signal.SIGKILL)
        self.cut()
        await self.dead()

    # ---- before and after ----

    def trace_file(self):
        return f"{self.server.data.rstrip('/')}.strace"

    def prepare(self, fault):
        """Restarts the server with a disk that will fail; if it cannot start at all, restarts it without the fault."""
        self.cut()
        equal(self.server.stop(), 0, "exit status without a fault")
        call, error, last = fault
        first = DICE.randrange(1, 40)
        when = f"{first}+" if last is None else f"{first}..{first + DICE.randrange(last)}"
        try:
            self.start([*TRACE, "-o", self.trace_file(), "-e", f"trace={call}",
                        "-e", f"inject={call}:error={error}:when={when}"])
        except RuntimeError:
            self.refused_starts += 1
            self.start()

    def recover(self, trouble, fault):
        """Gets the server running without faults, checking its exit status.

        A stopped server exits with 0; one whose disk keeps failing aborts.
        """
        expected = {0} if fault is None or fault[1] != "EIO" else {0, -signal.SIGABRT}
        alive = self.server.process.poll() is None
        if alive and fault is None:
            return
        if not alive and "kill" in trouble.__name__:
            expected.add(-signal.SIGKILL)
        status = self.server.stop()
        if fault is not None:
            with open(self.trace_file(), encoding="utf-8", errors="replace") as trace:
                self.injected += sum("(INJECTED)" in line for line in trace)
        assert status in expected, f"exit status {status}, {''.join(self.server.log[-5:])}"
        self.start()

    def check_refusals(self, since, fault):
        """Checks that `storage` errors occurred only with disk faults."""
        for person, count in zip(self.people, since):
            for request in person.requests[count:]:
                code = (request.reply or {}).get("error", {}).get("code")
                assert code != "storage" or fault is not None, f"{request.keys}: {request.reply}"
                self.refusals += code == "storage"

    async def one(self, number, trouble, fault):
        if fault is not None:
            self.prepare(fault)
            await asyncio.gather(*[person.client.task for person in self.people])
            await self.resume()
        since = [len(person.requests) for person in self.people]
        await self.round(number, lambda: trouble(self), lambda: self.recover(trouble, fault))
        self.check_refusals(since, fault)

    def draw(self):
        """Returns the next fault. All faults occur once before any occurs again."""
        if not self.deck:
            self.deck = [one for one in TROUBLES if os.environ.get("TROUBLE", "") in one[0]]
            DICE.shuffle(self.deck)
        return self.deck.pop()

    def close(self):
        for cable in self.cables:
            cable.close()


SOME = 6  # maximum number of consecutive calls that fail
# Name, what happens under load, and the disk fault: system call, error, how many times (None: forever).
TROUBLES = [
    ("kill", Chaos.kill, None),
    ("stop", Chaos.stop, None),
    ("cut", Chaos.cut_cables, None),
    ("cut within a frame", Chaos.cut_within_a_frame, None),
    ("slow, killed", Chaos.slow_cables_then_kill, None),
    ("silent, cut", Chaos.silence_then_cut, None),
    ("silent, killed", Chaos.silence_then_kill, None),
    ("full disk", Chaos.disk_trouble_then_cut, ("pwrite64", "ENOSPC", SOME)),
    ("full disk, killed", Chaos.disk_trouble_then_kill, ("pwrite64", "ENOSPC", SOME)),
    ("writes fail", Chaos.disk_trouble_then_cut, ("pwrite64", "EIO", SOME)),
    ("syncs fail, killed", Chaos.disk_trouble_then_kill, ("fdatasync", "EIO", SOME)),
    ("full forever", Chaos.disk_trouble_then_cut, ("pwrite64", "ENOSPC", None)),
    ("disk gone", Chaos.disk_trouble_then_cut, ("fdatasync", "EIO", None)),
]


async def run(world_class, rounds):
    with Server() as server:
        world = world_class(server)
        try:
            await world.begin()
            for number in range(rounds):
                name, trouble, fault = world.draw()
                print(f"round {number}: {name}", flush=True)
                await world.one(number, trouble, fault)
            await world.end()
            print(f"{world.injected} injected failures, {world.refusals} requests refused because of them, "
                  f"{world.refused_starts} failed starts")
        finally:
            world.close()
    return world


def main(world_class=Chaos, rounds=ROUNDS):
    """Returns the exit status."""
    require_strace()
    print(f"chaos: SEED={SEED} ROUNDS={rounds}", flush=True)
    try:
        asyncio.run(run(world_class, rounds))
    except Exception:  # whatever it is, print the seed
        traceback.print_exc(limit=-8, file=sys.stdout)
        only = f" TROUBLE='{os.environ['TROUBLE']}'" if os.environ.get("TROUBLE") else ""
        print(f"chaos: failed; repeat with: make chaos SEED={SEED} ROUNDS={rounds}{only}", flush=True)
        return 1
    print("chaos: no acknowledged action was lost or applied twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
