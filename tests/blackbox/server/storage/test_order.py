"""Replies come after the data is on disk: in a trace of the real server's system calls, neither the reply to an action
nor any of its events is sent before the sync that covers the action's row has returned.

The key of every action is random and is part of the pages written for it. So the trace must show, for each: a
pwrite64 with the key in it, then an fdatasync of the same file that returns 0, and only then the first sendto or
write to a socket with one of its events or its reply. Where tracing is not allowed, this test fails.

Environment: ACTIONS, the number of actions (120).
"""
import asyncio
import itertools
import os
import re
import tempfile

from gaslight_server import actor, choose, equal, key, leave_all, started
from traced_server import TracedServer

ACTIONS = int(os.environ.get("ACTIONS") or 120)
SYSCALLS = "pwrite64,pwritev,write,writev,sendto,sendmsg,fdatasync,fsync"
CONNECTIONS = itertools.count(1)
SENDING = re.compile(r"^(sendto|sendmsg|write|writev)\(\d+<(TCP|TCPv6|socket):")
WRITING = re.compile(r"^p?write(64|v)?\(\d+<([^>]*)>")
SYNCING = re.compile(r"^f(?:data)?sync\(\d+<([^>]*)>")


class Call:
    """A system call, with the lines of the trace where it begins and ends."""

    def __init__(self, thread, text, begin):
        self.thread, self.text, self.begin, self.end = thread, text, begin, begin


def read_calls(lines):
    """Returns the calls in the order they began; joins the two parts of a call that was interrupted in the trace."""
    calls, open_calls = [], {}
    for number, line in enumerate(lines):
        thread, _, text = line.partition(" ")
        text = text.lstrip()
        if text.startswith("<... "):
            call = open_calls.pop(thread)
            call.text += text.split("resumed>", 1)[1]
            call.end = number
            continue
        call = Call(thread, text, number)
        calls.append(call)
        if text.endswith("<unfinished ...>"):
            call.text = text[:-len("<unfinished ...>")]
            call.end = None
            open_calls[thread] = call
    return calls


def covered(calls, secret):
    """Returns the line of the trace where the sync of the first page with this key returned."""
    first = next((call for call in calls if WRITING.match(call.text) and secret in call.text), None)
    assert first is not None, f"the key {secret} was never written"
    file = WRITING.match(first.text).group(2)
    for call in calls:
        sync = SYNCING.match(call.text)
        if sync and call.thread == first.thread and call.begin > first.begin and sync.group(1) == file:
            assert call.text.rstrip().endswith("= 0"), call.text
            return call.end
    raise AssertionError(f"the key {secret} was never synced")


async def play(server):
    """Plays at two tables at once, so that commits are shared. Returns (table, key, first seq, last seq, id) for each
    action."""
    rooms = [await started(server, game, players=3) for game in ["whitechapel", "whitehall"]]
    done = []
    for client in (client for clients, _ in rooms for client in clients):
        client.next_id = 100000 * next(CONNECTIONS)  # so that the id of a reply identifies its action

    async def at(clients, table):
        last = 0
        while len(done) < ACTIONS:
            client, pawns = actor(clients, table)
            if client is None:
                return
            secret = key()
            action = choose(client.turns[table]["legal"], pawns)
            seq = (await client.must("act", table=table, key=secret, action=action))["seq"]
            done.append((table, secret, last + 1, seq, client.next_id))
            last = seq
            for one in clients:
                await one.until(lambda c=one: c.turns[table]["seq"] >= last)
    await asyncio.gather(*[at(*room) for room in rooms])
    for clients, _ in rooms:
        await leave_all(clients)
    return done


def sends_of(sends, table, seqs):
    """Returns where frames with these events of the table begin to be sent."""
    quoted = re.compile(rf'\\"table\\":\\"{table}\\",\\"seq\\":({"|".join(map(str, seqs))})[,}}]')
    return [call.begin for call in sends if quoted.search(call.text)]


async def test_nothing_of_an_action_is_sent_before_it_is_on_disk():
    with tempfile.TemporaryDirectory(prefix="gaslight-order-") as home:
        trace = ["-y", "-yy", "-s", "70000", "-e", f"trace={SYSCALLS}"]
        with TracedServer(os.path.join(home, "data"), trace) as server:
            done = []
            while len(done) < ACTIONS:
                done += await play(server)
            equal(server.stop(), 0, "exit status")
            calls = read_calls(server.lines())
        sends = [call for call in calls if SENDING.match(call.text)]
        writes = [call for call in calls if not SENDING.match(call.text)]
        frames = 0
        for table, secret, first, last, number in done:
            synced = covered(writes, secret)
            told = sends_of(sends, table, range(first, last + 1))
            answered = [call.begin for call in sends if f'{{\\"re\\":{number},\\"ok\\":' in call.text]
            assert len(told) >= 3, f"{table} {first}..{last}: only {len(told)} frames in the trace"
            assert len(answered) == 1, f"{len(answered)} answers to {number} in the trace"
            earliest = min(told + answered)
            assert earliest > synced, f"{table} {first}..{last}: sent in line {earliest}, synced in {synced}"
            frames += len(told)
        print(f"{len(done)} actions, {frames} frames of events, each sent after its sync")
