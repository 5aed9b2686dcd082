"""Reaches every limit of gaslightd, set to a small value, while a neighbour is not affected.

A limit is an option (server/base/options.h). The neighbour is another client of the same server.
Also tested here: seats, hosts and names when people leave and return, which depends on time limits.
"""
import base64
import http.client
import os
import socket
import sqlite3
import urllib.request

from gaslight_server import *

ELSEWHERE = "127.0.0.2"  # another address of this machine


async def websocket(server, address=None, **more):
    keys = {"max_size": None, "max_queue": None, **more}
    if address is not None:
        keys["local_addr"] = (address, 0)
    return await websockets.connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=["gaslight.v1"], compression=None,
                                    ping_interval=None, open_timeout=PATIENCE, close_timeout=PATIENCE, **keys)


async def client_from(server, address, **hello):
    client = Client()
    client.ws = await websocket(server, address)
    client.task = asyncio.ensure_future(client.read())
    if hello:
        await client.hello(**hello)
    return client


async def ended(ws):
    """Waits until the connection is closed. Returns the close code (1006 without a close frame) and reason."""
    try:
        while True:
            await asyncio.wait_for(ws.recv(), PATIENCE)
    except websockets.ConnectionClosed:
        return ws.close_code, ws.close_reason


async def persistent(connect):
    """Retries connect() until it succeeds: limits of one second may also hit a slow client."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return await connect()
        except (OSError, EOFError, websockets.WebSocketException) as error:
            assert time.monotonic() < end, f"nobody gets in: {error}"


async def eventually(ask, what):
    """Asks until the condition holds."""
    end = time.monotonic() + PATIENCE
    while not await ask():
        assert time.monotonic() < end, f"{what} did not happen"
        await asyncio.sleep(0.1)


class neighbour:
    """async with neighbour(server) as one: a client that keeps sending requests and must get every reply.
    one.slowest() is the longest time between two replies: how slow the server or the test was."""

    def __init__(self, server, address=None):
        self.server, self.address, self.answered, self.gap = server, address, 0, 0.0

    async def __aenter__(self):
        self.client = await persistent(lambda: client_from(self.server, self.address, name="Neighbour"))
        self.last = time.monotonic()
        self.task = asyncio.ensure_future(self.go_on())
        return self

    def slowest(self):
        return max(self.gap, time.monotonic() - self.last)

    async def go_on(self):
        while True:
            await self.client.must("ping")
            self.answered += 1
            await asyncio.sleep(0.05)
            self.gap, self.last = self.slowest(), time.monotonic()

    async def __aexit__(self, kind, *exception):
        while kind is None and self.answered == 0 and not self.task.done():
            await asyncio.sleep(0.01)
        if self.task.done() and kind is None:
            self.task.result()  # raises if it failed
        self.task.cancel()
        if kind is None:
            await self.client.must("mine")
            assert self.client.closed is None and self.answered > 0, "the neighbour noticed"
        await self.client.close()


# ---- Messages and requests ----------------------------------------------------------------------------


async def test_message_bytes_limits_the_size_of_a_message():
    with Server(message_bytes=1024) as server:
        async with neighbour(server):
            def padded(length):
                return '{"id":1,"do":"ping"' + " " * (length - 20) + "}"
            ws = await websocket(server)
            await ws.send(padded(1024))
            equal(json.loads(await asyncio.wait_for(ws.recv(), PATIENCE)), {"re": 1, "ok": {}})
            await ws.send(padded(1025))
            code, reason = await ended(ws)
            equal(code, 1009)
            assert reason
            ws = await websocket(server)
            await ws.send(iter([padded(2000)[i:i + 100] for i in range(0, 2000, 100)]))
            equal((await ended(ws))[0], 1009)
            ws = await websocket(server)
            try:
                await ws.send(padded(1 << 20))
            except websockets.ConnectionClosed:
                pass
            assert (await ended(ws))[0] in (1009, 1006)


async def refused_some(clients, do, keys=lambda: {}):
    """Sends forty requests at a time until some are refused. Returns the replies and the seconds, rounded up."""
    begun, replies = time.monotonic(), []
    while not any("error" in reply for reply in replies):
        assert len(replies) < 4000, "nothing is refused"
        replies += await asyncio.gather(*[one.post(do, **keys()) for one in clients for _ in range(40 // len(clients))])
    equal({reply["error"]["code"] for reply in replies if "error" in reply}, {"too_many_requests"})
    return replies, int(time.monotonic() - begun) + 1


async def test_requests_per_second_and_burst_limit_one_connection():
    with Server(requests_per_second=1, requests_burst=20, tables_per_player=10000, seats_per_player=10000) as server:
        greedy, other = await people(server, "Greedy", "Other")
        replies, seconds = await refused_some([greedy], "create", lambda: {"key": key(), "game": "whitehall"})
        made = [reply for reply in replies if "ok" in reply]
        assert 19 <= len(made) <= 20 + seconds, (len(made), seconds)  # hello used one; each second adds one
        for _ in range(15):
            await other.must("ping")
        await asyncio.sleep(2.5)
        equal(len((await greedy.must("mine"))["tables"]), len(made), "refused ones were not made")
        await leave_all([greedy, other])


async def test_malformed_requests_count_towards_the_limit():
    with Server(requests_per_second=1, requests_burst=20, senseless_requests=1000) as server:
        for malformed in ("[]", "{", '{"do":"ping"}', '{"id":1,"do":"dance"}'):
            await conclusive(malformed_requests_are_refused, server, malformed)


async def malformed_requests_are_refused(server, malformed):
    """Returns false if it took so long that all of them were allowed."""
    begun, ws = time.monotonic(), await websocket(server)
    for _ in range(40):
        await ws.send(malformed)
    codes = [json.loads(await asyncio.wait_for(ws.recv(), PATIENCE))["error"]["code"] for _ in range(40)]
    await ws.close()
    allowed = 20 + int(time.monotonic() - begun) + 1
    assert codes.count("too_many_requests") >= 40 - allowed, (malformed, codes)
    return allowed < 40


async def test_a_client_that_keeps_exceeding_the_limit_is_closed_with_a_reason():
    with Server(requests_per_second=1, requests_burst=5) as server:
        other, = await people(server, "Other")
        ws = await websocket(server)
        for number in range(10000):  # about 200, unless the machine is slow
            try:
                await ws.send(json.dumps({"id": number, "do": "ping"}))
            except websockets.ConnectionClosed:
                break
        code, reason = await ended(ws)
        equal(code, 1008)
        assert reason
        await other.must("ping")
        await other.close()


async def test_requests_from_one_address_are_limited_together():
    with Server(address_requests_per_second=1, address_requests_burst=20) as server:
        other = await client_from(server, ELSEWHERE, name="Other")
        several = [await Client.connect(server) for _ in range(4)]
        replies, seconds = await refused_some(several, "ping")
        good = sum("ok" in reply for reply in replies)
        assert 20 <= good <= 20 + seconds, (good, seconds)
        for _ in range(15):
            await other.must("ping")
        await leave_all([*several, other])


async def test_a_client_that_outpaces_the_store_gets_replies_or_is_closed():
    """However many requests are sent at once, replies come in order until the end or until the connection closes."""
    with Server(tables_per_player=10000, seats_per_player=10000) as server:
        async with neighbour(server):
            ws = await websocket(server)
            texts = [json.dumps({"id": 0, "do": "hello", "name": "Greedy"})]
            texts += [json.dumps({"id": i, "do": "create", "key": key(), "game": "whitehall"}) for i in range(1, 500)]
            expected = 0
            try:
                for text in texts:
                    await ws.send(text)
                while expected < 500:
                    message = json.loads(await asyncio.wait_for(ws.recv(), PATIENCE))
                    equal(message["re"], expected)
                    assert "ok" in message, message
                    expected += 1
                await ws.close()
            except websockets.ConnectionClosed:
                equal(ws.close_code, 1008)


# ---- Connections --------------------------------------------------------------------------------------


async def can_connect(server, address=None):
    try:
        ws = await websocket(server, address)
        await ws.send('{"id":1,"do":"ping"}')
        await asyncio.wait_for(ws.recv(), PATIENCE)
        return ws
    except (OSError, websockets.WebSocketException, asyncio.TimeoutError):
        return None


async def test_connections_in_total_are_limited():
    with Server(connections=4) as server:
        async with neighbour(server):
            several = [await can_connect(server) for _ in range(3)]
            assert all(several)
            for _ in range(5):
                assert await can_connect(server) is None, "a connection too many"
                assert await can_connect(server, ELSEWHERE) is None, "a connection too many"
            await several[0].close()

            async def again():
                several[0] = await can_connect(server)
                return several[0] is not None
            await eventually(again, "a place that was left is free")
            for ws in several:
                await ws.close()


async def test_connections_from_one_address_are_limited():
    with Server(connections_per_address=3) as server:
        async with neighbour(server, ELSEWHERE):
            several = [await can_connect(server) for _ in range(3)]
            assert all(several)
            for _ in range(5):
                assert await can_connect(server) is None, "a connection too many"
            other = await can_connect(server, ELSEWHERE)
            assert other is not None, "another address"
            await other.close()
            await several[0].close()

            async def again():
                several[0] = await can_connect(server)
                return several[0] is not None
            await eventually(again, "a place that was left is free")
            for ws in several:
                await ws.close()


async def upgrade_status(server):
    """Returns the status of an upgrade request; closes the connection if it is accepted."""
    try:
        await (await websocket(server)).close()
        return 101
    except websockets.InvalidStatusCode as refused:
        return refused.status_code


async def test_new_connections_per_minute_from_one_address_are_limited():
    with Server(upgrades_per_minute=4) as server:
        async with neighbour(server, ELSEWHERE):
            friend, = await people(server, "Friend")
            came = 1
            while await upgrade_status(server) == 101:
                came += 1
            assert came >= 4, came
            # Four per minute: during these requests one more may become available.
            refused = [await upgrade_status(server) for _ in range(10)]
            assert refused.count(429) >= 5, refused
            await friend.must("ping")  # existing connections stay
            for path in ("/", "/healthz"):
                with await asyncio.to_thread(urllib.request.urlopen, f"http://127.0.0.1:{server.port}{path}") as page:
                    equal(page.status, 200, path)
            other = await can_connect(server, ELSEWHERE)
            assert other is not None, "another address"
            await other.close()
            await friend.close()


# ---- Tables and seats -----------------------------------------------------------------------------------


async def test_tables_hosted_by_one_player_are_limited():
    with Server(tables_per_player=2) as server:
        ann, bob = await people(server, "Ann", "Bob")
        once = key()
        first = (await ann.must("create", key=once, game="whitehall"))["table"]["id"]
        await ann.must("create", key=key(), game="whitechapel", private=True)
        await ann.refused("too_many_tables", "create", key=key(), game="whitehall")
        equal((await ann.must("create", key=once, game="whitehall"))["table"]["id"], first, "a retry is no new table")
        equal(len((await ann.must("mine"))["tables"]), 2)
        third = (await bob.must("create", key=key(), game="whitehall"))["table"]["id"]
        await ann.must("join", table=third)
        await ann.must("leave", table=first)
        await ann.must("create", key=key(), game="whitehall")
        await leave_all([ann, bob])


async def test_unfinished_tables_one_player_sits_at_are_limited():
    with Server(seats_per_player=2) as server:
        ann, bob, cy = await people(server, "Ann", "Bob", "Cy")
        tables = [(await one.must("create", key=key(), game="whitehall"))["table"]["id"] for one in (bob, bob, cy)]
        await ann.must("join", table=tables[0], pawns=["jack"])
        await ann.must("join", table=tables[1])
        await ann.refused("too_many_tables", "join", table=tables[2])
        await ann.refused("too_many_tables", "create", key=key(), game="whitehall")
        equal(len((await ann.must("mine"))["tables"]), 2)
        await cy.must("join", table=tables[0])
        await cy.must("leave", table=tables[0])
        await bob.must("pawns", table=tables[0], pawns=POLICE["whitehall"])
        await bob.must("start", table=tables[0])
        await ann.refused("too_many_tables", "join", table=tables[2])
        await ann.must("resign", table=tables[0], key=key())
        await ann.must("join", table=tables[2])  # a finished one does not count
        await ann.refused("too_many_tables", "rematch", table=tables[0])
        await leave_all([ann, bob, cy])


async def test_unfinished_tables_in_total_are_limited():
    with Server(tables=3) as server:
        clients, table = await started(server, "whitehall", players=2)
        ann, = await people(server, "Ann")
        other = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
        await ann.must("create", key=key(), game="whitehall")
        await ann.refused("too_many_tables", "create", key=key(), game="whitehall")
        await play_on(clients, table, 5)
        await ann.must("leave", table=other)
        await ann.must("create", key=key(), game="whitehall")
        await clients[0].must("resign", table=table, key=key())
        late, = await people(server, "Late")  # the finished one is still being watched, but does not count
        await late.must("create", key=key(), game="whitehall")
        await late.refused("too_many_tables", "create", key=key(), game="whitehall")
        await clients[1].refused("too_many_tables", "rematch", table=table)
        await leave_all([*clients, ann, late])


async def test_tables_watched_by_one_connection_are_limited():
    with Server(watches_per_connection=2) as server:
        ann, bob = await people(server, "Ann", "Bob")
        tables = [(await ann.must("create", key=key(), game="whitehall"))["table"]["id"] for _ in range(3)]
        await bob.must("watch", table=tables[0])
        await bob.must("watch", table=tables[1])
        await bob.must("watch", table=tables[1])  # watching it again does not count
        await bob.refused("too_many_tables", "watch", table=tables[2])
        await ann.must("watch", table=tables[2])
        await bob.must("unwatch", table=tables[0])
        await bob.must("watch", table=tables[2])
        await leave_all([ann, bob])


async def test_only_the_last_lines_of_a_long_chat_are_sent():
    with Server() as server:
        clients, table = await seated(server, "whitehall", players=2)
        keys = [key() for _ in range(520)]
        for first in range(0, 520, 20):
            await asyncio.gather(*[clients[0].post("chat", table=table, key=keys[i], to="table", text=f"Line {i}.")
                                   for i in range(first, first + 20)])
        told = await clients[1].must("watch", table=table)
        equal([line["text"] for line in told["chat"]], [f"Line {i}." for i in range(20, 520)])
        equal(told["chat_more"], True)
        await clients[0].must("chat", table=table, key=keys[0], to="table", text="Line 0.")
        await clients[0].refused("key_reused", "chat", table=table, key=keys[0], to="table", text="Line 1.")
        await leave_all(clients)


# ---- Slow and silent ------------------------------------------------------------------------------------


async def stalled(server, **hello):
    """A connection with small buffers that reads only when told to."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.setblocking(False)
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", server.port))
    ws = await websocket(server, sock=sock, max_queue=1, read_limit=1024)
    await ws.send(json.dumps({"id": 1, "do": "hello", **hello}))
    return ws, json.loads(await asyncio.wait_for(ws.recv(), PATIENCE))["ok"]


async def test_a_client_that_never_reads_is_dropped_and_may_resume():
    with Server(queue_bytes=16384) as server:
        clients, table = await started(server, "whitechapel", players=3)
        onlooker, = await people(server, "Onlooker")
        await onlooker.watch(table)
        slow, hello = await stalled(server, name="Slow")
        await slow.send(json.dumps({"id": 2, "do": "watch", "table": table}))
        seen = json.loads(await asyncio.wait_for(slow.recv(), PATIENCE))["ok"]["seq"]

        def is_dropped():
            return any("slow_reader_dropped" in line for line in server.log)
        for _ in range(2000):
            if is_dropped():
                break
            if actor(clients, table)[0] is not None:
                await play_on([*clients, onlooker], table, 1)
            for _ in range(20):
                await clients[0].must("chat", table=table, key=key(), to="table", text="🎩" * 500)
        assert is_dropped(), "the slow reader was never dropped"
        await play_on([*clients, onlooker], table, 10)  # the others are not affected
        code, reason = await ended(slow)
        assert code in (1013, 1006), (code, reason)
        again = await Client.connect(server, token=hello["token"])
        equal(again.player, hello["player"])
        missed = await again.watch(table, since=seen)
        expected = [{"seq": seq, "event": event} for seq, event in onlooker.events[table] if seq > seen]
        equal(missed["events"], expected)
        for client in [*clients, onlooker]:
            assert client.closed is None, "a reader who reads was dropped"
        await leave_all([*clients, onlooker, again])


def masked(text):
    data = text.encode()
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


async def bare(server):
    """A WebSocket that does not answer pings."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write((f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
                  "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: gaslight.v1\r\n"
                  f"Sec-WebSocket-Key: {base64.b64encode(b'0123456789abcdef').decode()}\r\n\r\n").encode())
    await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    return reader, writer


async def test_a_connection_silent_for_idle_seconds_is_pinged_and_dropped():
    with Server(idle_seconds=5, handshake_seconds=1) as server:
        await conclusive(only_who_answers_pings_stays, server)


async def only_who_answers_pings_stays(server):
    """Returns false if the machine was so slow that even a client that answers would be dropped."""
    watch = neighbour(server)
    try:
        async with watch:
            quiet = await persistent(lambda: Client.connect(server, name="Quiet"))  # its pings are answered
            reader, writer = await persistent(lambda: bare(server))
            writer.write(masked('{"id":1,"do":"hello","name":"Gone"}'))
            said = await asyncio.wait_for(reader.read(), PATIENCE)  # until it ends
            writer.close()
            assert b'"re":1' in said and b"\x89" in said, "a reply and a ping"
            await quiet.settle()
            await quiet.close()
    except (AssertionError, ConnectionError):
        if watch.slowest() <= 2:
            raise
        return False
    return True


async def test_a_request_must_be_complete_within_handshake_seconds():
    with Server(handshake_seconds=1) as server:
        async with neighbour(server):
            for start in (b"", b"G", b"GET /ws HTTP/1.1\r\nHost: localhost\r\n", b"POST /replay HTTP/1.1\r\nHost: localhost\r\n"
                          b"Content-Length: 100\r\n\r\n{"):
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(start)
                try:
                    await asyncio.wait_for(reader.read(), PATIENCE)
                except ConnectionError:
                    pass
                writer.close()


async def test_hello_must_come_within_hello_seconds():
    with Server(hello_seconds=1) as server:
        async with neighbour(server):
            silent, chatty = await websocket(server), await websocket(server)

            async def chat():
                try:
                    while True:
                        await chatty.send('{"id":1,"do":"ping"}')
                        await asyncio.sleep(0.2)
                except websockets.ConnectionClosed:
                    pass
            task = asyncio.ensure_future(chat())
            for ws in (silent, chatty):
                code, reason = await ended(ws)
                equal(code, 1008)
                assert "hello" in reason, reason
            await task


# ---- Leaving and returning -------------------------------------------------------------------------------


def seats_of(table):
    return {seat["name"]: sorted(seat["pawns"]) for seat in table["seats"]}


def is_gone(client, table, other):
    """Returns whether the client has been told that the other is not connected."""
    return client.seat_of(table, other.player).get("connected") is False


async def table_of(client, table):
    return (await client.must("watch", table=table))["table"]


async def test_another_player_becomes_host_when_the_host_leaves_and_an_empty_table_closes():
    with Server() as server:
        ann, bob, cy = await people(server, "Ann", "Bob", "Cy")
        table = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
        await bob.must("join", table=table)
        await cy.must("join", table=table)
        await cy.watch(table)
        await bob.close()
        await cy.until(lambda: is_gone(cy, table, bob), "that Bob is gone")
        await ann.must("tables")
        await ann.must("leave", table=table)
        lobby = await table_of(cy, table)
        equal((lobby["host"], seats_of(lobby)), (cy.player, {"Bob": [], "Cy": []}), "to one who is here")
        await ann.refused("not_seated", "start", table=table)
        bob = await Client.connect(server, token=bob.token)
        await cy.must("host", table=table, player=bob.player)
        await cy.refused("not_host", "kick", table=table, player=bob.player)
        await bob.must("kick", table=table, player=cy.player)
        await cy.refused("not_seated", "pawns", table=table, pawns=[])
        assert "invite" not in await table_of(cy, table), "a former player does not get the invite"
        await bob.must("leave", table=table)
        await ann.until(lambda: any(push.get("gone") == table for push in ann.pushed("tables")))
        await bob.refused("unknown_table", "watch", table=table)
        await asyncio.to_thread(server.restart)
        bob = await Client.connect(server, token=bob.token)
        equal((await bob.must("mine"))["tables"], [])
        await bob.refused("unknown_table", "join", table=table)
        await bob.close()


async def test_a_player_removed_from_a_private_table_sees_no_more_of_it():
    with Server() as server:
        ann, bob, cy = await people(server, "Ann", "Bob", "Cy")
        for private in (False, True):
            made = (await ann.must("create", key=key(), game="whitehall", private=private))["table"]
            table = made["id"]
            more = await Client.connect(server, token=bob.token)
            for one in (bob, cy):
                await one.must("join", table=table, invite=made["invite"])
            for one in (bob, cy, more):
                await one.watch(table)
            await ann.must("kick", table=table, player=bob.player)
            await cy.must("leave", table=table)
            for one in (bob, cy, more):
                await one.settle()
            before = [len(one.pushes) for one in (bob, cy, more)]
            await ann.must("pawns", table=table, pawns=["jack"])
            await ann.must("chat", table=table, key=key(), to="table", text="Are they gone?")
            for one in (bob, cy, more):
                await one.settle()
            told = [len(one.pushes) - had for one, had in zip((bob, cy, more), before)]
            equal(told, [0, 0, 0] if private else [2, 2, 2])
            await more.close()
        await leave_all([ann, bob, cy])


async def test_a_player_is_absent_after_absent_minutes():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=3)
        jack, ann, bob = clients
        await ann.close()
        await jack.until(lambda: is_gone(jack, table, ann), "that Ann is gone")
        await bob.refused("not_absent", "seat", table=table, pawns=ann.pawns, player=bob.player)
        await leave_all([jack, bob])


async def test_an_absent_detectives_pawns_go_to_another_until_they_return():
    with Server(absent_minutes=0) as server:
        clients, table = await started(server, "whitehall")
        jack, ann, bob, cy = clients
        onlooker, stranger = await people(server, "Onlooker", "Stranger")
        await onlooker.watch(table)
        await bob.refused("not_absent", "seat", table=table, pawns=ann.pawns, player=bob.player)
        await ann.close()
        await bob.until(lambda: is_gone(bob, table, ann), "that Ann is gone")
        for player in (jack.player, ann.player, stranger.player, "nobody", ""):
            await bob.refused("unknown_player", "seat", table=table, pawns=ann.pawns, player=player)
        await bob.refused("not_absent", "seat", table=table, pawns=ann.pawns + bob.pawns, player=cy.player)
        await bob.refused("bad_pawns", "seat", table=table, pawns=["jack"], player=cy.player)
        await cy.must("seat", table=table, pawns=ann.pawns, player=bob.player)  # he agrees, which is two of two
        lobby = await table_of(jack, table)
        equal(seats_of(lobby), {"Jack": ["jack"], "Ann": [], "Bob": sorted(ann.pawns + bob.pawns), "Cy": cy.pawns})
        own, bob.pawns = bob.pawns, ann.pawns + bob.pawns
        await play_on([jack, bob, cy], table, 12, peaceful)
        back = await Client.connect(server, token=ann.token)
        await back.must("watch", table=table)
        equal(seats_of(await table_of(jack, table)), {"Jack": ["jack"], "Ann": ann.pawns, "Bob": own, "Cy": cy.pawns})
        await back.close()
        await bob.until(lambda: is_gone(bob, table, ann), "that Ann is gone again")
        await bob.must("seat", table=table, pawns=ann.pawns, player=bob.player)
        await cy.must("seat", table=table, agree=True)
        await cy.close()
        await bob.until(lambda: is_gone(bob, table, cy), "that Cy is gone")
        await bob.must("seat", table=table, pawns=cy.pawns, player=onlooker.player)
        onlooker.pawns = cy.pawns
        await onlooker.must("chat", table=table, key=key(), to="police", text="On my way.")
        for client in (jack, bob, onlooker):
            await client.watch(table)
        await play_on([jack, bob, onlooker], table, 12, peaceful)
        tokens = [jack.token, onlooker.token]
        await asyncio.to_thread(server.restart)
        jack, late = [await Client.connect(server, token=token) for token in tokens]
        lobby = await table_of(late, table)
        equal(seats_of(lobby)["Onlooker"], cy.pawns, "kept over a restart")
        await jack.must("resign", table=table, key=key())
        record = (await late.must("record", table=table))["record"]
        equal([seat["name"] for seat in record["seats"]], ["Jack", "Ann", "Bob", "Cy"], "the record's seats stay")
        await leave_all([jack, late, stranger])


async def test_another_player_becomes_host_when_the_host_is_absent():
    with Server(absent_minutes=0) as server:
        clients, table = await started(server, "whitehall", players=3)
        jack, ann, bob = clients
        other = (await jack.must("create", key=key(), game="whitehall"))["table"]["id"]
        await jack.close()
        await ann.until(lambda: ann.pushed("table") and ann.pushed("table")[-1]["table"]["host"] != jack.player)
        lobby = await table_of(ann, table)
        equal(lobby["host"], ann.player)
        back = await Client.connect(server, token=jack.token)
        equal((await table_of(back, table))["host"], ann.player)
        equal((await table_of(back, other))["host"], jack.player, "where nobody else sits it stays")
        await back.refused("not_host", "host", table=table, player=bob.player)
        await leave_all([ann, bob, back])


async def test_a_new_name_is_shown_at_all_tables_of_the_player():
    with Server() as server:
        ann, bob = await people(server, "Ann", "Bob")
        tables = []
        for _ in range(2):
            tables.append((await ann.must("create", key=key(), game="whitehall"))["table"]["id"])
            await ann.must("pawns", table=tables[-1], pawns=["jack"])
            await bob.must("join", table=tables[-1], pawns=POLICE["whitehall"])
        await ann.must("start", table=tables[1])
        for table in tables:
            await bob.watch(table)
        await ann.must("rename", name="Anna")
        for table in tables:
            await bob.until(lambda: "Anna" in seats_of(bob.tables[table]), "the new name")
        equal([push for push in bob.pushed("player")], [{"on": "player", "player": ann.player, "name": "Anna"}],
              "one push for both tables")
        await ann.must("chat", table=tables[1], key=key(), to="table", text="It is me.")
        await bob.until(lambda: bob.pushed("chat"))
        equal(bob.pushed("chat")[0]["from"], "Anna")
        names = [await ann.must("rename", name=f"Anna {i}") for i in range(5)]
        await ann.must("start", table=tables[0])
        expected = {names[-1]["name"]: ["jack"], "Bob": sorted(POLICE["whitehall"])}
        equal(seats_of(await table_of(bob, tables[0])), expected)
        await ann.must("resign", table=tables[0], key=key())
        record = (await bob.must("record", table=tables[0]))["record"]
        equal([seat["name"] for seat in record["seats"]], ["Anna 4", "Bob"])
        await eventually(lambda: has_name(bob, tables[1], "Anna 4"), "the name at a table that was busy")
        await leave_all([ann, bob])
        await asyncio.to_thread(server.restart)
        ann = await Client.connect(server, token=ann.token)
        equal(ann.name, "Anna 4")
        assert "Anna 4" in seats_of(await table_of(ann, tables[1]))
        await ann.close()


async def has_name(client, table, name):
    return name in seats_of(await table_of(client, table))


async def test_a_table_unused_for_idle_table_days_is_closed():
    with Server(idle_table_days=2) as server:
        clients, table = await started(server, "whitehall", players=2)
        await play_on(clients, table, 3)
        others, played = await started(server, "whitehall", players=2)
        await play_on(others, played, 3)
        await leave_all(others)
        jack, ann = clients
        fresh = (await jack.must("create", key=key(), game="whitehall"))["table"]["id"]
        opened = (await jack.must("create", key=key(), game="whitehall"))["table"]["id"]
        await leave_all(clients)
        equal(server.stop(), 0)
        database = sqlite3.connect(os.path.join(server.data, "gaslight.db"))
        for one, days in ((table, 2.1), (opened, 2.1), (fresh, 1.9)):
            touched = int(time.time() - days * 86400)
            database.execute("UPDATE tables SET lobby = json_set(lobby, '$.touched', ?1), updated = ?1 WHERE id = ?2",
                             (touched, one))
            database.execute("UPDATE actions SET at = ?1 WHERE table_id = ?2", (touched, one))
        # A game played yesterday is not idle, however long ago somebody last joined it.
        database.execute("UPDATE tables SET lobby = json_set(lobby, '$.touched', ?1), updated = ?1 WHERE id = ?2",
                         (int(time.time() - 9 * 86400), played))
        database.commit()
        database.close()
        server.start()
        jack = await Client.connect(server, token=jack.token)

        async def mine():
            return [entry["table"]["id"] for entry in (await jack.must("mine"))["tables"]] == [fresh]
        await eventually(mine, "the closing of idle tables")
        for one in (table, opened):
            for do, keys in (("watch", {}), ("record", {}), ("replay", {"as": "all"}), ("join", {})):
                await jack.refused("unknown_table", do, table=one, **keys)
        equal((await jack.must("archive"))["games"], [])
        await jack.must("watch", table=played)
        await jack.must("pawns", table=fresh, pawns=["jack"])
        await jack.close()
        await asyncio.to_thread(server.restart)
        jack = await Client.connect(server, token=jack.token)
        assert await mine()
        await jack.close()


# ---- HTTP -----------------------------------------------------------------------------------------------


async def test_replays_per_minute_from_one_address_are_limited():
    with Server(replays_per_minute=2) as server:
        clients, table = await started(server, "whitehall", players=2)
        await play_on(clients, table, 3)
        await clients[0].must("resign", table=table, key=key())
        record = json.dumps((await clients[0].must("record", table=table))["record"])

        def post(address):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE,
                                                    source_address=(address, 0))
            connection.request("POST", "/replay?as=all", body=record)
            reply = connection.getresponse()
            body = reply.read()
            connection.close()
            return reply.status, body
        async with neighbour(server):
            statuses = []
            while 429 not in statuses:  # one more every half minute
                statuses.append((await asyncio.to_thread(post, "127.0.0.1"))[0])
                assert len(statuses) < 40, statuses
            equal(set(statuses[:-1]), {200}, statuses)
            assert len(statuses) > 2, statuses
            status, body = await asyncio.to_thread(post, ELSEWHERE)
            equal(status, 200)
            steps = (await clients[1].must("replay", table=table, **{"as": "all"}))["steps"]
            equal(json.loads(body)["total"], len(steps))
        await leave_all(clients)
