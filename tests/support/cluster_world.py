"""Players at several tables of a cluster whose parts fail while they play: world.py, but whoever loses the connection
reconnects at once, perhaps to another node, and repeats what was not answered, as the real clients do.

In a round everybody plays, something fails and is mended again, and when every table has gone on, play pauses until all
requests have been answered. Then all nodes must show everyone the same complete history, which has everything that
anybody was ever sent. At the end every key is compared with the rows of the database.
"""
import asyncio
import collections
import contextlib
import json
import time

import websockets
from gaslight_server import DICE, PATIENCE, POLICE, Client, equal
from world import Person, Request, World

SILENCE = 4  # seconds without a reply after which a client gives up a connection
PING_EVERY = 2  # seconds
PAUSE = 0.05  # seconds between attempts to connect
LOST = (OSError, ConnectionError, asyncio.TimeoutError, websockets.WebSocketException)
TRY_AGAIN = ("storage",)  # nothing was done, because the database is away


class ResumingPerson(Person):
    """A player who connects to the first door that opens, and to the next one whenever the connection is lost."""

    def __init__(self, client, doors):
        super().__init__(client)
        self.doors = list(doors)
        self.turn = 0
        self.watched = set()
        self.delays = []  # seconds until each request was answered
        self.acknowledged = collections.Counter()  # table -> actions
        self.reconnected = 0
        self.keeper = asyncio.ensure_future(self.keep_connected())
        self.fresh = asyncio.Event()  # set while the connection is good

    @classmethod
    async def arrive(cls, doors, name):
        return cls(await Client.connect(doors[0], name=name), doors)

    async def keep_connected(self):
        """Runs for as long as the person is there."""
        self.fresh.set()
        while True:
            await self.wait_for_silence()
            self.fresh.clear()
            self.take_last()
            await self.reconnect()
            self.fresh.set()

    async def wait_for_silence(self):
        """Returns when the connection has ended. Pings now and then; if that is not answered, ends it."""
        client = self.client
        while not client.task.done():
            await asyncio.wait([client.task], timeout=PING_EVERY)
            if not client.task.done():
                try:
                    await asyncio.wait_for(client.post("ping"), SILENCE)
                except LOST:
                    self.give_up(client)
                    await asyncio.wait([client.task])

    def take_last(self):
        if self.client.failure is not None:
            raise self.client.failure
        self.take()

    async def reconnect(self):
        end = time.monotonic() + PATIENCE
        while True:
            self.turn += 1
            try:
                self.client = await self.connect_to(self.doors[self.turn % len(self.doors)])
                self.reconnected += 1
                return
            except LOST as lost:
                if time.monotonic() > end:
                    raise AssertionError(f"{self.client.name} cannot connect any more: {lost!r}") from lost
                await asyncio.sleep(PAUSE)

    async def connect_to(self, door):
        """Returns a connection that has resumed everything that was watched."""
        old = self.client
        client = await asyncio.wait_for(Client.connect(door), SILENCE)
        try:
            await asyncio.wait_for(client.hello(token=self.token), SILENCE)
            equal(client.player, old.player, "the token's player")
            for table in self.watched:
                await asyncio.wait_for(self.watch_again(client, table, old.seen[table]), SILENCE)
        except BaseException:
            client.ws.transport.abort()
            raise
        return client

    async def watch_again(self, client, table, last):
        client.seen[table] = last
        reply = await client.ask("watch", lambda ok: client.note_watch(table, ok), table=table, since=last)
        if "error" in reply and reply["error"]["code"] in TRY_AGAIN:
            raise ConnectionError(reply["error"]["code"])
        assert "ok" in reply, f"{client.name} watches {table} again: {reply}"
        ok = reply["ok"]
        assert ok["seq"] >= last, f"{client.name} had event {last} of {table}, now there are {ok['seq']}"
        equal([missed["seq"] for missed in ok["events"]], list(range(last + 1, ok["seq"] + 1)), "since")

    async def connected(self):
        """Waits until there is a connection. Raises what went wrong with the keeper."""
        waiting = asyncio.ensure_future(self.fresh.wait())
        await asyncio.wait([waiting, self.keeper], return_when=asyncio.FIRST_COMPLETED)
        if self.keeper.done():
            waiting.cancel()
            self.keeper.result()
        return self.client

    def give_up(self, client):
        """Drops a connection that does not answer."""
        if client.closed is None:
            client.ws.transport.abort()

    async def send(self, request):
        """Repeats a request until it is answered."""
        begun = time.monotonic()
        while request.reply is None:
            client = await self.connected()
            try:
                reply = await asyncio.wait_for(client.post(request.do, **request.keys), SILENCE)
                if reply.get("error", {}).get("code") in TRY_AGAIN:
                    await asyncio.sleep(PAUSE)
                    continue
                request.reply = reply
            except asyncio.TimeoutError:
                self.give_up(client)
                await asyncio.sleep(PAUSE)
            except LOST:
                await asyncio.sleep(PAUSE)
            if time.monotonic() > begun + PATIENCE:
                raise AssertionError(f"{request.keys} was never answered")
        self.delays.append(time.monotonic() - begun)
        self.acknowledged[request.table] += request.do == "act" and "ok" in request.reply

    async def surely(self, do, note=None, /, **keys):
        """Repeats a request without lasting effects, or with a key, until it succeeds."""
        end = time.monotonic() + PATIENCE
        while True:
            client = await self.connected()
            try:
                reply = await asyncio.wait_for(client.ask(do, note and (lambda ok: note(client, ok)), **keys), SILENCE)
                if "ok" in reply:
                    return reply["ok"]
                assert reply["error"]["code"] in TRY_AGAIN and time.monotonic() < end, f"{do} {keys}: {reply}"
            except LOST:
                assert time.monotonic() < end, f"{do} {keys} was never answered"
                self.give_up(client)
            await asyncio.sleep(PAUSE)

    async def watch(self, table):
        self.watched.add(table)
        await self.surely("watch", lambda client, ok: client.note_watch(table, ok), table=table)

    async def leave(self):
        self.keeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.keeper
        await self.client.close()


class ClusterWorld(World):
    """People at all nodes of a cluster. `doors(number)` are what the Nth person connects to, in this order."""

    def __init__(self, cluster):
        super().__init__(None)
        self.cluster = cluster
        self.pausing = False

    def doors(self, number):
        nodes = [self.cluster.nodes[name] for name in self.cluster.names]
        if self.cluster.proxy is not None and number % 2 == 1:
            return [self.cluster.proxy]
        return nodes[number % len(nodes):] + nodes[:number % len(nodes)]

    async def begin(self, tables=4):
        for number, name in enumerate(["Ann", "Bob", "Cy", "Onlooker"]):
            self.people.append(await ResumingPerson.arrive(self.doors(number), name))
        for _ in range(tables):
            await self.new_table()

    async def new_table(self):
        await super().new_table()
        for person in self.people:
            person.watched.add(self.tables[-1].id)

    async def replace_finished(self):
        await super().replace_finished()
        for person in self.people:
            person.watched = {table.id for table in self.tables}

    # ---- load ----

    async def drive(self, person, table, seat):
        held = [["jack"], POLICE[table.game][:2], POLICE[table.game][2:]][seat]
        while not self.pausing and table.id not in person.client.over:
            client = await person.connected()
            turn = client.turns.get(table.id, {})
            own = [pawn for pawn in turn.get("pawns", []) if pawn in held]
            if "legal" not in turn or not own or not turn["legal"]:
                with contextlib.suppress(ConnectionError):
                    await client.until(lambda was=turn: self.pausing or table.id in client.over
                                       or client.turns.get(table.id, {}) is not was or client.closed is not None)
                if client.closed is not None:
                    await asyncio.sleep(PAUSE)
                continue
            await asyncio.gather(*self.burst(person, table, turn, own))
            person.take()
            if DICE.random() < 0.5:  # a pause to think, so that a game lasts for more than one round
                await asyncio.sleep(DICE.random() * self.thinking)

    thinking = 0.1

    async def chatter(self, person, tables):
        """Chats as the spectator, with pauses: there is a limit to the chat of a table."""
        while not self.pausing:
            self.texts += 1
            await person.post(Request("chat", DICE.choice(tables).id, to="gallery", text=f"text {self.texts}"))
            await asyncio.sleep(DICE.random() * 0.2)

    async def load(self, resting, trouble):
        """Plays at all tables but `resting`, until `trouble` is over and every table has gone on; then waits for all
        replies."""
        playing = [table for table in self.tables if table is not resting]
        self.pausing = False
        work = [asyncio.ensure_future(self.drive(self.people[(table.number + seat) % 3], table, seat))
                for table in playing for seat in range(3)]
        work.append(asyncio.ensure_future(self.chatter(self.people[3], playing)))
        everything = asyncio.gather(*work)
        try:
            await self.or_failure(asyncio.sleep(DICE.random() * 0.4), work)
            await self.or_failure(trouble(), work)
            await self.or_failure(self.going_on(playing), work)
            self.pausing = True
            for person in self.people:
                await self.wake(person)
            await asyncio.wait_for(everything, PATIENCE)
        finally:
            everything.cancel()
            with contextlib.suppress(BaseException):
                await everything
        for person in self.people:
            await person.connected()
            person.take()

    async def or_failure(self, awaited, work):
        """Waits for something, unless a player fails before."""
        task = asyncio.ensure_future(awaited)
        left = [task, *[one for one in work if not one.done()]]
        while not task.done():
            done, _ = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
            left = [one for one in left if one not in done]
            for one in done:
                if one is not task and one.exception() is not None:
                    task.cancel()
                    raise one.exception()
        return task.result()

    async def wake(self, person):
        async with person.client.news:
            person.client.news.notify_all()

    async def going_on(self, playing):
        """Waits until somebody has acted at every table."""
        before = self.acknowledged()
        end = time.monotonic() + PATIENCE
        while True:
            now = self.acknowledged()
            if all(now[table.id] > before[table.id] or self.is_over(table) for table in playing):
                return
            assert time.monotonic() < end, f"nobody acts any more: {before}, {now}"
            await asyncio.sleep(PAUSE)

    def acknowledged(self):
        """Returns how many actions were acknowledged at each table."""
        return sum((person.acknowledged for person in self.people), collections.Counter())

    def is_over(self, table):
        return all(table.id in person.client.over for person in self.people[:3])

    # ---- afterwards ----

    async def snapshots(self, table):
        """What everyone sees at a table, without who is connected, which changes when somebody reconnects."""
        return [json.dumps(without_presence(await person.surely("watch", table=table.id))) for person in self.people]

    async def settle(self):
        for person in self.people:
            await person.surely("ping")
            person.take()

    async def compare(self):
        """Compares the complete history, at every node, with what everyone had received."""
        for name in self.cluster.names:
            for person in self.people:
                client = await self.cluster.client(name, token=person.token)
                for table in self.tables:
                    ok = await client.must("watch", table=table.id, since=0)
                    now = {missed["seq"]: missed["event"] for missed in ok["events"]}
                    equal(sorted(now), list(range(1, ok["seq"] + 1)), f"seq at {name}")
                    told = person.told.get(table.id, {})
                    equal({seq: now[seq] for seq in told if seq in now}, told,
                          f"{client.name} at {table.id}, node {name}")
                await client.close()

    async def wait_for_nodes(self):
        end = time.monotonic() + PATIENCE
        while not self.cluster.is_complete():
            assert time.monotonic() < end, "a node is missing"
            await asyncio.sleep(PAUSE)

    async def catch_up(self):
        """Waits until everyone has received all events of every table."""
        for person in self.people:
            for table in self.tables:
                seq = (await person.surely("watch", table=table.id))["seq"]
                client = await person.connected()
                with contextlib.suppress(ConnectionError):
                    await client.until(lambda t=table.id, c=client, s=seq: c.seen[t] >= s, f"event {seq}")
                person.take()

    async def round(self, number, trouble, recover=lambda: None):
        resting = self.tables[number % len(self.tables)]
        before = await self.snapshots(resting)
        await self.load(resting, trouble)
        recover()
        await self.wait_for_nodes()
        equal(await self.snapshots(resting), before, "snapshots of the table that rested")
        await self.settle()
        await self.catch_up()
        await self.ask_again()
        await self.compare()
        await self.replace_finished()

    def rows(self, table):
        return [tuple(row) for row in self.cluster.sql(f"SELECT table_id, player, key FROM {table}")]

    async def end(self):
        for person in self.people:
            await person.leave()
        for name in self.cluster.names:
            equal(self.cluster.nodes[name].stop(), 0, f"exit status of {name}")
        status, words = self.cluster.check()
        equal(status, 0, words)
        self.check_rows()
        answered = sum(request.do != "chat" and "ok" in request.reply
                       for person in self.people for request in person.requests)
        print(f"{answered} actions, {self.texts} texts, {self.made} tables, "
              f"{sum(person.reconnected for person in self.people)} times reconnected")

    def delays(self):
        """Returns how long everyone waited for each reply, in order of length."""
        return sorted(delay for person in self.people for delay in person.delays)


def without_presence(ok):
    seats = [{name: value for name, value in seat.items() if name not in ("connected", "absent")}
             for seat in ok["table"]["seats"]]
    return {**ok, "table": {**ok["table"], "seats": seats, "spectators": None}}
