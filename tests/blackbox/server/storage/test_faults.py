"""A full or failing disk under the real server: what cannot be stored is refused with `storage`, the table is
unchanged, nothing acknowledged is lost, and once the disk works again everything continues.

strace makes the Nth write or sync of the store's thread fail. Where tracing is not allowed, these tests fail.
"""
import http.client
import json
import os
import shutil
import signal
import tempfile

import pytest
from gaslight_server import (PATIENCE, Client, Server, actor, choose, equal, key, leave_all, play_on, started,
                             wait_for)
from traced_server import TracedServer

ACTIONS = 8
TRIES = 60
CALLS = [("pwrite64", "ENOSPC"), ("pwrite64", "EIO"), ("fdatasync", "EIO"), ("fdatasync", "ENOSPC")]


class Trouble:
    """A running game, its players and all they received, across servers on copies of one directory."""

    def __init__(self, home):
        self.home = home
        self.origin = os.path.join(home, "origin")
        self.people = []  # token, pawns
        self.table = None
        self.told = []  # on the original server: {seq: event} for each
        self.refusals = self.injected = 0

    async def prepare(self):
        with Server(data=self.origin) as server:
            clients, self.table = await started(server, "whitechapel", players=3)
            await play_on(clients, self.table, 6)
            onlooker = await Client.connect(server, name="Onlooker")
            await onlooker.watch(self.table, since=0)
            onlooker.pawns = []
            self.people = [(client.token, client.pawns) for client in [*clients, onlooker]]
            self.told = [dict(client.events[self.table]) for client in [*clients, onlooker]]
            await leave_all([*clients, onlooker])
            equal(server.stop(), 0, "exit status")

    def copy(self, name):
        data = os.path.join(self.home, name)
        shutil.copytree(self.origin, data)
        return data

    async def everybody(self, server):
        clients = []
        for token, pawns in self.people:
            client = await Client.connect(server, token=token)
            client.pawns = pawns
            await client.watch(self.table)
            clients.append(client)
        for client in clients:
            await client.settle()
        return clients

    async def snapshots(self, clients):
        return [json.dumps(await client.must("watch", table=self.table)) for client in clients]

    async def act(self, clients, over=lambda: None):
        """Repeats one action until it is accepted. After each refusal, nothing may have changed."""
        client, pawns = actor(clients, self.table)
        if client is None:
            return None
        request = {"table": self.table, "key": key(), "action": choose(client.turns[self.table]["legal"], pawns)}
        before = await self.snapshots(clients)
        for _ in range(TRIES):
            seen = [one.seen[self.table] for one in clients]
            reply = await client.ask("act", **request)
            if "ok" in reply:
                for one in clients:
                    await one.until(lambda c=one: c.seen[self.table] >= reply["ok"]["seq"], "the event")
                    await one.settle()
                return reply["ok"]["seq"]
            equal(reply["error"]["code"], "storage", request)
            self.refusals += 1
            for one in clients:
                await one.settle()
            equal([one.seen[self.table] for one in clients], seen, "events of a refused action")
            equal(await self.snapshots(clients), before, "views after a refusal")
            over()
        raise AssertionError(f"refused {TRIES} times: {request}")

    async def history(self, clients):
        """Returns all events from the first on, as each client gets them now."""
        answers = [await client.must("watch", table=self.table, since=0) for client in clients]
        return [{one["seq"]: one["event"] for one in ok["events"]} for ok in answers]

    async def compare(self, clients, told, what):
        for now, then in zip(await self.history(clients), told):
            equal(now, then, what)

    def all_told(self, clients):
        return [{**told, **dict(client.events.get(self.table, []))} for client, told in zip(clients, self.told)]

    async def afterwards(self, server, clients):
        """Checks that the history is what was received, now and after a restart, and that the directory is sound."""
        told = self.all_told(clients)
        await self.compare(clients, told, "the history")
        await leave_all(clients)
        equal(server.stop(signal.SIGTERM), 0, "exit status after the failures")
        self.injected += server.injected()
        with Server(data=server.data) as again:
            clients = await self.everybody(again)
            await self.compare(clients, told, "the history after a restart")
            await self.act(clients)
            await leave_all(clients)
            equal(again.stop(), 0, "exit status")
            status, words = again.check()
            equal(status, 0, words)


def health(server):
    """Returns the status of the pages for monitors."""
    statuses = {}
    for path in ("/healthz", "/livez"):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("GET", path)
        statuses[path] = connection.getresponse().status
        connection.close()
    return statuses


async def with_trouble(work):
    with tempfile.TemporaryDirectory(prefix="gaslight-faults-") as home:
        trouble = Trouble(home)
        await trouble.prepare()
        await work(trouble)


@pytest.mark.parametrize("call, error", CALLS)
@pytest.mark.parametrize("calls", [[1, 5, 9], pytest.param(range(1, 13), marks=pytest.mark.verify)],
                         ids=["some", "all"])
async def test_a_disk_call_that_fails_loses_nothing(call, error, calls):
    """The Nth call fails, and one to three calls in a row depending on N."""
    async def work(trouble):
        for first in calls:
            last = first + first % 3
            trace = ["-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={first}..{last}"]
            server = TracedServer(trouble.copy(f"{call}-{error}-{first}"), trace)
            with server:
                clients = await trouble.everybody(server)
                for _ in range(ACTIONS):
                    await trouble.act(clients)
                await trouble.afterwards(server, clients)
        print(f"{call} {error}: {trouble.injected} calls failed, {trouble.refusals} actions were refused")
        assert trouble.injected >= len(calls), f"only {trouble.injected} calls failed: too few to show anything"
        assert trouble.refusals > 0, "nothing was refused: too few to show anything"
    await with_trouble(work)


async def test_on_a_full_disk_every_change_is_refused_until_there_is_room():
    async def work(trouble):
        server = TracedServer(trouble.copy("full"), ["-e", "trace=pwrite64", "-e",
                                                     "inject=pwrite64:error=ENOSPC:when=1+"])
        with server:
            clients = await trouble.everybody(server)
            before = await trouble.snapshots(clients)
            client, pawns = actor(clients, trouble.table)
            request = {"table": trouble.table, "key": key(),
                       "action": choose(client.turns[trouble.table]["legal"], pawns)}
            said = {"table": trouble.table, "key": key(), "to": "table", "text": "Full"}
            made = {"key": key(), "game": "whitehall"}
            stranger = await Client.connect(server)
            equal(health(server), {"/healthz": 200, "/livez": 200}, "before the first refusal")
            for _ in range(3):
                await client.refused("storage", "act", **request)
                await client.refused("storage", "chat", **said)
                await client.refused("storage", "create", **made)
                await client.refused("storage", "rename", name="Nobody")
                await stranger.refused("storage", "hello", name="Stranger")
                equal(health(server), {"/healthz": 503, "/livez": 200}, "on a full disk")
                await client.must("ping")
                await client.must("mine")
                equal(await trouble.snapshots(clients), before, "views on a full disk")
            equal(len((await client.must("tables"))["tables"]), 1, "tables")
            server.let_go()
            wait_for(lambda: health(server)["/healthz"] == 200, "health, although nobody writes anything")
            for do, keys in [("act", request), ("chat", said), ("create", made), ("rename", {"name": "Nob"})]:
                ok = await client.must(do, **keys)
                if do in ("act", "create"):
                    equal(await client.must(do, **keys), ok, f"{do} again")
            await stranger.hello(name="Stranger")
            chat = (await stranger.must("watch", table=trouble.table))["chat"]
            equal([line["text"] for line in chat], ["Full"], "chat")
            for one in clients:
                await one.settle()
            for _ in range(ACTIONS):
                await trouble.act(clients)
            await stranger.close()
            await trouble.afterwards(server, clients)
    await with_trouble(work)


async def test_a_disk_that_stays_broken_stops_the_server_without_losing_acknowledged_data():
    async def work(trouble):
        trace = ["-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO:when=4+"]
        server = TracedServer(trouble.copy("gone"), trace)
        with server:
            clients = await trouble.everybody(server)
            try:
                for _ in range(ACTIONS * 3):
                    await trouble.act(clients)
                raise AssertionError("the server goes on without a disk")
            except ConnectionError:
                pass
            told = trouble.all_told(clients)
            assert server.process.wait(PATIENCE) != 0
        with Server(data=server.data) as again:
            clients = await trouble.everybody(again)
            for now, then in zip(await trouble.history(clients), told):
                equal({seq: now.get(seq) for seq in then}, then, "what had been received")
                assert len(now) >= len(then)
            await trouble.act(clients)
            await leave_all(clients)
            equal(again.stop(), 0, "exit status")
            equal(again.check()[0], 0, again.check()[1])
    await with_trouble(work)
