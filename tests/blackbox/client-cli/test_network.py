"""The real client on bad networks and with bad servers, in plain mode and on the full screen.

Servers are killed and restarted, connections are cut (cable.py), and a relay between client and server falsifies
messages. Each action must happen exactly once, according to the server's own events. If the client cannot continue, it
must print one sentence to standard error, exit with the right status and restore the terminal.
"""
import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time

import pytest
import websockets

from cable import Cable
from gaslight_server import (DICE, GASLIGHT, GASLIGHTD, PATIENCE, Client, Server, equal, key, peaceful, people,
                             reserved_port, wait_for)
from line_client import LineClient, environment, one_sentence, run_client
from terminal import Terminal

# Runs a program and saves the terminal's settings before and after it; HOME is the terminal's own directory.
STTY = 'stty -g >"$HOME/before"; "$0" "$@"; status=$?; stty -g >"$HOME/after"; exit $status'
MODES = ["alternate_on 0", "cursor_flag 1", "mouse_any_flag 0", "keypad_flag 0", "keypad_cursor_flag 0",
         "insert_flag 0", "wrap_flag 1"]
DISCOVERIES = [52, 79, 120, 130]  # a legal choice; Jack starts on the first


# ---- Helpers ----------------------------------------------------------------------------------------


def url(server):
    return f"ws://127.0.0.1:{server.port}"


def screen_of(*arguments, **how):
    return Terminal(["/bin/sh", "-c", STTY, GASLIGHT, *arguments], **how)


def ended_and_restored(terminal):
    """Waits for the program to end and checks that the terminal is fully restored. Returns the exit status."""
    status, sane = terminal.ended()
    with open(os.path.join(terminal.directory.name, "before"), encoding="utf-8") as before, \
            open(os.path.join(terminal.directory.name, "after"), encoding="utf-8") as after:
        equal(after.read(), before.read(), "stty -g after and before")
    equal([f"{mode.split()[0]} {terminal.format(mode.split()[0])}" for mode in MODES], MODES, "terminal modes")
    assert sane
    return status


def final_message(terminal):
    """Returns what the program left on the terminal, as one line."""
    return " ".join(terminal.text().partition("[ended ")[0].split())


def refused_on_the_screen(part, *arguments, status=1, **how):
    """Checks the error message and exit status on the full screen, and that the terminal is restored. The screen is
    wide enough for the sentence to fit on one row."""
    with screen_of(*arguments, size=(200, 24), **how) as terminal:
        equal(ended_and_restored(terminal), status, f"{arguments}: {terminal.text()}")
        one_sentence(final_message(terminal) + "\n")
        assert part in final_message(terminal), final_message(terminal)


def refused_in_plain_mode(part, *arguments, status=1, **how):
    told = run_client(*arguments, text="tables\n", **how)
    equal(told[:2], (status, ""), f"{arguments}: {told[2]}")
    assert part in one_sentence(told[2]), f"{part!r} is not in {told[2]!r}"
    assert told[2][:-1].isprintable(), told[2]


def refused(part, *arguments, status=1):
    refused_in_plain_mode(part, *arguments, "--name", "Mo", status=status)
    refused_on_the_screen(part, *arguments, "--name", "Mo", status=status)


async def events_of(server, table, token):
    """Returns the server's own events and chat, as sent to a client that connects now."""
    client = await Client.connect(server, token=token)
    ok = await client.watch(table, since=0)
    await client.close()
    return [one["event"] for one in ok["events"]], [line["text"] for line in ok["chat"]]


def first_line(client, done=""):
    """Waits until `legal` lists a command other than `done`. Returns its first line without alternatives."""
    patience = time.monotonic() + PATIENCE
    while True:
        good, answer, shown = client.ask("legal")
        assert good, answer
        if shown and (done == "" or not shown[0].startswith(done.split()[0])):
            return shown[0].partition("   #")[0]
        assert time.monotonic() < patience, f"no action is possible after {done!r}: {answer}"
        time.sleep(0.02)


@contextlib.contextmanager
def two_at_a_table(server, jack_at, police_at, game="whitehall"):
    """Starts a game between two plain clients, each with its own server address. Yields both and the table's id."""
    colours = "yellow red blue" if game == "whitehall" else "yellow red blue green brown"
    with LineClient([jack_at, "--name", "Jill"]) as jack, LineClient([police_at, "--name", "Ann"]) as police:
        made = re.search(r"Table (\w+), invite (\w+)", jack.do(f"create {game}"))
        jack.do("pawns jack")
        police.do(f"join {made.group(1)} {colours}")
        jack.do("start")
        for one in (jack, police):
            one.until("turn: ")
        yield jack, police, made.group(1)


def play_some(clients, most):
    """
    Plays random actions from `legal` except arrests, and returns the lines typed. `legal` is based on what a client has
    received so far, so right after an action it may be empty for everyone.
    """
    typed = []
    patience = time.monotonic() + PATIENCE
    while len(typed) < most:
        before = len(typed)
        for client in clients:
            _, _, lines = client.ask("legal")
            lines = [line.partition("   #")[0] for line in lines if not line.startswith("arrest")]
            if lines and len(typed) < most:
                line = DICE.choice(lines)
                client.do(line)
                typed.append(line)
        if len(typed) > before:
            patience = time.monotonic() + PATIENCE
            continue
        assert time.monotonic() < patience, "no client can act:\n" + "\n".join(clients[0].said[-9:])
        time.sleep(0.02)
    return typed


# ---- Killed servers ----------------------------------------------------------------------------


def test_a_plain_game_continues_after_the_server_is_killed_and_restarted():
    with reserved_port() as port, Server(listen=f"127.0.0.1:{port}") as server:
        with two_at_a_table(server, url(server), url(server), "whitechapel") as (jack, police, table):
            for _ in range(2):
                typed = play_some([jack, police], 3)
                assert typed
                marks = [len(jack.said), len(police.said)]
                equal(server.kill(), -signal.SIGKILL)
                for one, mark in zip((jack, police), marks):
                    one.until("Trying again.", mark)
                server.start()
                for one, mark in zip((jack, police), marks):
                    one.until("news: Reconnected.", mark)
            play_some([jack, police], 6)
            police.do("say That was all")
            jack.until("chat table Ann: That was all")
            told = [line for line in jack.said if line.startswith("event: ")]
            with open(os.path.join(jack.home, "data", "gaslight", "tokens.json"), encoding="utf-8") as file:
                token = json.load(file)[url(server)]
            events, _ = asyncio.run(events_of(server, table, token))
            equal(len(told), len(events), "number of events Jack received")
            for one in (jack, police):
                equal(one.end(), (0, ""))
        equal(server.stop(), 0)
        equal(server.check()[0], 0)


def test_a_damaged_table_is_left_and_the_client_goes_on():
    said = "This table's data is damaged. The operator has been notified."
    with reserved_port() as port, Server(listen=f"127.0.0.1:{port}") as server:
        with two_at_a_table(server, url(server), url(server)) as (jack, police, table):
            mark = len(jack.said)
            equal(server.stop(), 0)
            with contextlib.closing(sqlite3.connect(os.path.join(server.data, "gaslight.db"))) as database, database:
                database.execute("UPDATE tables SET lobby = '{}' WHERE id = ?", (table,))
            server.start()
            jack.until(f"news: This table is no longer available: {said}", mark)
            equal(jack.ask(f"watch {table}")[:2], (False, said))
            assert jack.do("create whitehall").startswith("You are the host.")
            equal(jack.count("Reconnected."), 1)
            police.until(said)


async def jack_on_the_screen(terminal, server):
    """Starts a game of Whitehall with the terminal as Jack. Returns the client of the police and the table's id."""
    await asyncio.to_thread(terminal.wait, "My games")
    terminal.type(":create whitehall\n")
    await asyncio.to_thread(terminal.wait, "Invite:")
    terminal.type(":pawns jack\n")
    await asyncio.to_thread(terminal.wait, "[x]")
    named = re.compile(r"Table (\w+),")
    table = named.search(await asyncio.to_thread(terminal.wait, named)).group(1)
    police = (await people(server, "Ann"))[0]
    await police.must("join", table=table, pawns=["yellow", "red", "blue"])
    await police.watch(table)
    await asyncio.to_thread(terminal.wait, "Everything is ready")
    terminal.type("s")
    await police.until(lambda: table in police.turns, "the start")
    await asyncio.to_thread(terminal.wait, "Your turn")
    return police, table


async def police_acts(police, table):
    """Plays the police (deploys, walks, passes) until it is Jack's turn again."""
    while "legal" in police.turns[table]:
        turn = police.turns[table]
        await police.must("act", table=table, key=key(), action=peaceful(turn["legal"], turn["pawns"]))
        await police.until(lambda turn=turn: police.turns[table] is not turn, "the next turn")


async def test_a_full_screen_game_continues_after_the_server_is_killed_and_restarted():
    with reserved_port() as port, Server(listen=f"127.0.0.1:{port}") as server, \
            screen_of("play", url(server), "--name", "Mo", size=(100, 30)) as terminal:
        police, table = await jack_on_the_screen(terminal, server)
        terminal.type(f":discoveries {' '.join(map(str, DISCOVERIES))}\n")
        await police.until(lambda: police.seen[table] > 0 or police.turns[table]["phase"] != "discoveries", "the choice")
        server.kill()
        await asyncio.to_thread(terminal.wait, re.compile(r"Connection lost\. Retrying in \d+ s\."))
        await asyncio.to_thread(terminal.wait, "Trying again.")
        server.start()
        await asyncio.to_thread(terminal.wait, "Connection lost", gone=True)
        await asyncio.to_thread(terminal.wait, "Reconnected.")
        police = await Client.connect(server, token=police.token)
        police.pawns = ["yellow", "red", "blue"]
        await police.watch(table, since=0)
        await asyncio.to_thread(terminal.wait, "Pick the Discovery Location where you start.")
        terminal.type(f":start {DISCOVERIES[0]}\n")
        await police.until(lambda: "legal" in police.turns[table], "the police's turn")
        await asyncio.to_thread(terminal.wait, "Your turn", gone=True)
        await police_acts(police, table)
        await asyncio.to_thread(terminal.wait, "Your turn")
        terminal.keys("Enter")
        await asyncio.to_thread(terminal.wait, "Press Enter to confirm")
        terminal.keys("Enter")
        await police.until(lambda: "legal" in police.turns[table], "Jack's move")
        events = [event["did"] for _, event in police.events[table]]
        equal([events.count(did) for did in ("discoveries", "start", "move")], [1, 1, 1], events)
        terminal.type(":quit\n")
        equal(await asyncio.to_thread(ended_and_restored, terminal), 0)
        await police.close()


# ---- Cut connections ----------------------------------------------------------------------------------


def test_requests_whose_replies_are_lost_are_executed_once():
    """The connection is cut before the first byte of the reply, or in the middle of it."""
    with Server() as server, Cable(server.port) as cable:
        with two_at_a_table(server, f"ws://127.0.0.1:{cable.port}", url(server)) as (jack, police, table):
            line = ""
            for number, bytes_let_through in enumerate([0, 40, 20]):
                line = first_line(jack, line) if number < 2 else None
                mark, connections = len(jack.said), cable.connections
                cable.cut_after(bytes_let_through)
                jack.do(line if line else "say Cut off")
                jack.until("news: Reconnected.", mark)
                assert cable.connections > connections, "the cable was never cut"
            jack.do("say The end")
            police.until("chat table Jill: The end")
            for one in (jack, police):
                equal([one.count(part) for part in ("event: Jack chose", "event: Jack starts", "Cut off")], [1, 1, 1],
                      "\n".join(one.said))
            equal(jack.end(), (0, ""))
            equal(jack.count("refused: "), 0)


async def test_chat_typed_while_offline_is_sent_once_after_reconnecting():
    with Server() as server, Cable(server.port) as cable, \
            screen_of("play", f"ws://127.0.0.1:{cable.port}", "--name", "Mo", size=(100, 30)) as terminal, \
            LineClient([f"ws://127.0.0.1:{cable.port}", "--name", "Eve"]) as lines:
        police, table = await jack_on_the_screen(terminal, server)
        lines.do(f"watch {table}")
        mark = len(lines.said)
        cable.unplug()
        lines.until("Trying again.", mark)
        lines.send("gallery Is anybody there?")
        lines.until("Not connected: your command will be sent when the connection is back.", mark)
        await asyncio.to_thread(terminal.wait, "Connection lost.")
        terminal.type("tStill here")
        await asyncio.to_thread(terminal.wait, "To the table: Still here")
        terminal.keys("Enter")
        await asyncio.to_thread(terminal.wait, "your command will be sent when the connection is back")
        # Each wait is longer than the one before: more than two seconds means at least the third attempt.
        await asyncio.to_thread(terminal.wait, re.compile(r"Retrying in ([3-9]|\d\d) s"))
        equal(lines.count("Trying again."), 1, "announcements of the retries")
        cable.plug_in()
        await asyncio.to_thread(terminal.wait, "Mo: Still here")
        await asyncio.to_thread(terminal.wait, "Retrying in", gone=True)
        lines.until("ok: Sent.", mark)
        lines.until("chat gallery Eve: Is anybody there?", mark)
        cable.cut()
        await asyncio.to_thread(terminal.wait, re.compile(r"Reconnected\.[\s\S]*Reconnected\."))
        _, chat = await events_of(server, table, police.token)
        equal(chat, ["Still here"])
        lines.until("chat table Mo: Still here")
        lines.do("gallery Done")
        equal([lines.count(part) for part in ("chat gallery Eve: Is anybody", "chat table Mo: Still")], [1, 1])
        terminal.type(":quit\n")
        equal(await asyncio.to_thread(ended_and_restored, terminal), 0)
        await police.close()


@pytest.mark.verify
def test_a_half_open_connection_is_detected_and_replaced():
    """Nothing is sent or closed: the client can notice only half a minute of silence and an unanswered ping."""
    with Server() as server, Cable(server.port) as cable:
        with two_at_a_table(server, f"ws://127.0.0.1:{cable.port}", url(server)) as (jack, police, _):
            cable.hold()
            jack.send("say Can you hear me?")
            jack.until("The server does not respond. Trying again.")
            cable.release()
            jack.until("news: Reconnected.")
            jack.until("ok: Sent.")
            jack.do("say Good")
            police.until("chat table Jill: Good")
            equal(police.count("Can you hear me?"), 1)


def test_a_slow_connection_is_not_treated_as_lost():
    with Server() as server, Cable(server.port) as cable:
        cable.delay = 0.1
        with two_at_a_table(server, f"ws://127.0.0.1:{cable.port}", url(server)) as (jack, police, _):
            play_some([jack, police], 4)
            equal(jack.count("Trying again."), 0)


# ---- Wrong addresses and servers --------------------------------------------------------------------


def test_errors_say_what_is_wrong_with_an_address():
    for address, part in [("ftp://games.example", "ftp"), ("ws://", ""), ("ws://localhost:99999", "99999"),
                          ("localhost:port", "port"), ("ws://a b", "a b"), ("ws://[::1", "["), ("", ""),
                          ("ws://localhost/nowhere", "nowhere"), ("ws://me:secret@localhost", "")]:
        refused_in_plain_mode(part, "play", address, "--name", "Mo", status=2)
    refused_on_the_screen("ftp", "play", "ftp://games.example", "--name", "Mo", status=2)


def test_the_client_exits_if_nothing_listens_at_the_address():
    with reserved_port() as port:
        refused(f"Nothing is listening at 127.0.0.1:{port}; is the server running?", "play", f"ws://127.0.0.1:{port}")
        for verb in (["watch", f"127.0.0.1:{port}", "aaaaaaaaaa"], ["lobby", f"127.0.0.1:{port}"],
                     ["replay", f"127.0.0.1:{port}", "aaaaaaaaaa"]):
            refused_in_plain_mode("Nothing is listening", *verb, "--name", "Mo")
    refused_in_plain_mode("There is no computer called", "play", "ws://no-such-host.invalid", "--name", "Mo")


@contextlib.contextmanager
def answering(reply):
    """Runs a TCP server that reads a request, sends a fixed reply and closes. Yields its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def serve():
            while True:
                try:
                    peer, _ = listener.accept()
                except OSError:
                    return
                with peer, contextlib.suppress(OSError):  # the peer may disconnect first
                    asked = b""
                    while b"\r\n\r\n" not in asked and (piece := peer.recv(4096)):
                        asked += piece  # read everything: closing with unread data would reset the connection
                    peer.sendall(reply)
        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]


def test_other_kinds_of_servers_are_recognised():
    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"
    with answering(page) as port:
        refused("is a web server, but not a Gaslight server (HTTP 200).", "play", f"ws://127.0.0.1:{port}")
    for reply, part in [(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "HTTP 404"),
                        (b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", "stopping or starting"),
                        (b"SSH-2.0-OpenSSH_9.2\r\n", "127.0.0.1"), (b"", "closed the connection"),
                        (b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                         b"Sec-WebSocket-Accept: bm9uc2Vuc2U=\r\n\r\n", "it is not a Gaslight server")]:
        with answering(reply) as port:
            refused_in_plain_mode(part, "play", f"ws://127.0.0.1:{port}", "--name", "Mo")


async def test_missing_and_private_tables_are_reported():
    with Server() as server:
        host = (await people(server, "Host"))[0]
        private = (await host.must("create", key=key(), game="whitehall", private=True))["table"]["id"]
        for table in ["aaaaaaaaaa", private]:
            for line in (["watch", url(server), table], ["play", f"{url(server)}/table/{table}"]):
                await asyncio.to_thread(table_refused_in_plain_mode, *line)
            await asyncio.to_thread(refused_on_the_screen, "There is no such table, or it is private", "watch",
                                    url(server), table, "--name", "Mo")
        await asyncio.to_thread(refused_on_the_screen, "There is no such table", "play",
                                f"{url(server)}/invite/aaaaaaaaaaaa", "--name", "Mo")
        await host.close()


def table_refused_in_plain_mode(*arguments):
    """Like refused_in_plain_mode(), but allows output: the client has already announced the connection."""
    status, out, err = run_client(*arguments, "--name", "Mo", text="")
    equal(status, 1, out)
    assert "There is no such table, or it is private and the invite is wrong." in one_sentence(err), err


# ---- Tokens ----------------------------------------------------------------------------------


def token_file(home):
    directory = os.path.join(home, "data", "gaslight")
    os.makedirs(directory, exist_ok=True)
    return os.path.join(directory, "tokens.json")


def write_token(home, server, token):
    with open(token_file(home), "w", encoding="utf-8") as file:
        json.dump({url(server): token}, file)
    os.chmod(token_file(home), 0o600)


def test_an_invalid_token_is_reported_and_not_deleted():
    with Server() as server, tempfile.TemporaryDirectory() as home:
        write_token(home, server, "x" * 43)
        refused_in_plain_mode("That token is not valid. The server does not know you any more; use --name NAME to "
                              "start again.", "play", url(server), home=home)
        refused_on_the_screen("use --name NAME to start again.", "play", url(server),
                              env={"XDG_DATA_HOME": os.path.join(home, "data")})
        with open(token_file(home), encoding="utf-8") as file:
            equal(json.load(file), {url(server): "x" * 43})
        for token in ["", "\x1b[31m", "ä" * 20]:
            write_token(home, server, token)
            status, _, err = run_client("lobby", url(server), home=home)
            assert status in (0, 1) and err.isascii() and "\x1b" not in err, (token, status, err)


def ban(server, player):
    done = subprocess.run([GASLIGHTD, "admin", "--data", server.data, "ban", player], capture_output=True, text=True,
                          timeout=PATIENCE, check=False)
    equal((done.returncode, done.stderr), (0, ""))


def test_a_ban_ends_the_client_and_makes_nobody_new():
    said = "You can't use this server any more."
    with Server() as server, tempfile.TemporaryDirectory() as home, LineClient([url(server), "--name", "Mal"],
                                                                               home=home) as lines:
        lines.until("You are Mal")
        wait_for(lambda: any("player_made" in line for line in server.log), "the line of the log")
        players = [line for line in server.log if "player_made" in line]
        ban(server, re.search(r"player=(\w+)", players[0]).group(1))
        lines.process.wait(PATIENCE)
        equal((lines.process.returncode, lines.process.stderr.read()), (1, f"gaslight: {said}\n"))
        assert not any("Trying again" in line for line in lines.said), lines.said
        refused_in_plain_mode(said, "play", url(server), home=home)
        refused_in_plain_mode(said, "play", url(server), "--name", "Mallory", home=home)
        equal([line for line in server.log if "player_made" in line], players)


def test_an_unreadable_token_file_is_named_and_not_changed():
    with Server() as server:
        def check(spoil, part):
            with tempfile.TemporaryDirectory() as home:
                path = token_file(home)
                spoil(home, path)
                for _ in range(2):  # twice, since the first run must not replace the file
                    refused_in_plain_mode(part, "play", url(server), home=home)
                refused_on_the_screen(part, "play", url(server), env={"XDG_DATA_HOME": os.path.join(home, "data")})

        def link(home, path):
            os.symlink(os.path.join(home, "elsewhere"), path)

        def damage(_, path):
            with open(path, "w", encoding="utf-8") as file:
                file.write('{"ws://127.0.0.1": 5}')

        def block(_, path):  # a file in place of the directory stops even root
            os.rmdir(os.path.dirname(path))
            with open(os.path.dirname(path), "w", encoding="utf-8"):
                pass

        check(lambda home, path: os.mkdir(path), "tokens.json")
        check(link, "it is a symbolic link")
        check(damage, "is damaged; it was not changed")
        check(block, "Not a directory")


# ---- Servers that send invalid messages ---------------------------------------------------------------


class Liar:
    """A relay that changes a real server's messages: `lie(message, text)` returns the frames to send in their place.

    `message` is the server's message, parsed; a frame is a string, or bytes for a binary frame.
    """

    def __init__(self, server, lie):
        self.target, self.lie = url(server) + "/ws", lie
        self.ready, self.port = threading.Event(), 0
        self.thread = threading.Thread(target=lambda: asyncio.run(self.serve()), daemon=True)
        self.thread.start()
        assert self.ready.wait(PATIENCE)

    async def serve(self):
        self.loop, self.stopped = asyncio.get_running_loop(), asyncio.Event()
        async with websockets.serve(self.relay, "127.0.0.1", 0, subprotocols=["gaslight.v1"], max_size=None,
                                    compression=None, ping_interval=None, close_timeout=1) as server:
            self.port = server.sockets[0].getsockname()[1]
            self.ready.set()
            await self.stopped.wait()

    async def relay(self, client, _path=None):
        async with websockets.connect(self.target, subprotocols=["gaslight.v1"], max_size=None, compression=None,
                                      ping_interval=None, open_timeout=PATIENCE) as upstream:
            async def upward():
                with contextlib.suppress(websockets.ConnectionClosed):
                    async for text in client:
                        await upstream.send(text)
                await upstream.close()

            async def downward():
                with contextlib.suppress(websockets.ConnectionClosed):
                    async for text in upstream:
                        for frame in self.lie(json.loads(text), text):
                            await client.send(frame)
                await client.close()
            await asyncio.gather(upward(), downward())

    def close(self):
        self.loop.call_soon_threadsafe(self.stopped.set)
        self.thread.join(PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


def replacing(matches, frames):
    """Returns a `lie` that sends other frames in place of matching messages."""
    def lie(message, text):
        if not matches(message):
            return [text]
        return frames(message) if callable(frames) else frames
    return lie


def is_hello(message):
    return "token" in message.get("ok", {}) or "player" in message.get("ok", {})


def is_watch(message):
    return "seq" in message.get("ok", {}) and "chat" in message["ok"]


def with_value(*path_and_value):
    """Returns a function that replaces one value in a message."""
    *path, last, value = path_and_value

    def change(message):
        at = message
        for step in path:
            at = at[step]
        at[last] = value
        return [json.dumps(message)]
    return change


def without(message, name):
    """Returns the message without one key of its `ok`."""
    del message["ok"][name]
    return [json.dumps(message)]


@contextlib.contextmanager
def running_game(server):
    """Plays Whitehall into its first round; yields the table's id."""
    async def make():
        jack, ann = await people(server, "Jack", "Ann")
        table = (await jack.must("create", key=key(), game="whitehall"))["table"]["id"]
        await jack.must("pawns", table=table, pawns=["jack"])
        await ann.must("join", table=table, pawns=["yellow", "red", "blue"])
        await jack.must("start", table=table)
        for client in (jack, ann):
            await client.watch(table)
        for circles in [{"do": "discoveries", "circles": DISCOVERIES}, {"do": "start", "circle": DISCOVERIES[0]}]:
            await jack.must("act", table=table, key=key(), action={"by": "jack", **circles})
        await ann.until(lambda: "legal" in ann.turns.get(table, {}), "the police's turn")
        await police_acts(ann, table)
        await jack.close()
        await ann.close()
        return table
    yield asyncio.run(make())


INVALID_HELLOS = {
    "not JSON": ["{nonsense"], "nothing": [""], "a list": ["[]"], "a number": ["17"], "no keys": ["{}"],
    "another id": ['{"re":77,"ok":{}}'], "no answer": ['{"re":1}'], "both": ['{"re":1,"ok":{},"error":{}}'],
    "an empty ok": ['{"re":1,"ok":{}}'], "numbers for texts": ['{"re":1,"ok":{"player":1,"name":2,"token":3}}'],
    "a binary frame": [b"\x00\x01\x02"], "not UTF-8 inside": ['{"re":1,"ok":{"player":"\\ud800"}}'],
    "deep": ["[" * 100000], "20 MiB": ["x" * (20 << 20)],
    "20 MiB of JSON": ['{"re":1,"ok":{"player":"' + "x" * (20 << 20) + '"}}'],
    "another protocol": ['{"re":1,"ok":{"player":"p","name":"Mo","token":"t","protocol":2}}'],
    "an error with escapes": ['{"re":1,"error":{"code":"bad_name","text":"\\u001b[31mred\\u0007 \\u009b2J."}}'],
}


def test_the_client_exits_if_the_reply_to_hello_is_invalid():
    with Server() as server:
        for what, frames in INVALID_HELLOS.items():
            with Liar(server, replacing(is_hello, frames)) as liar:
                status, out, err = run_client("play", f"ws://127.0.0.1:{liar.port}", "--name", "Mo", text="tables\n")
                equal((status, out), (1, ""), f"{what}: {err}")
                assert one_sentence(err)[:-1].isprintable(), err
        with Liar(server, replacing(is_hello, INVALID_HELLOS["not JSON"])) as liar:
            refused_on_the_screen("sent an invalid message", "play", f"ws://127.0.0.1:{liar.port}", "--name", "Mo")
        with Liar(server, replacing(is_hello, INVALID_HELLOS["20 MiB"])) as liar:
            refused_on_the_screen("too large", "play", f"ws://127.0.0.1:{liar.port}", "--name", "Mo")
        with Liar(server, replacing(is_hello, INVALID_HELLOS["an error with escapes"])) as liar:
            refused_on_the_screen("red", "play", f"ws://127.0.0.1:{liar.port}", "--name", "Mo")


INVALID_WATCHES = {
    "no such phase": with_value("ok", "view", "phase", "dance"),
    "no such game": with_value("ok", "view", "game", "chess"),
    "the other game": with_value("ok", "view", "game", "whitechapel"),
    "a table of no game": with_value("ok", "table", "game", "chess"),
    "a table of the other game": with_value("ok", "table", "game", "whitechapel"),
    "a policeman in the air": with_value("ok", "view", "police", "yellow", 255),
    "a clue in the air": with_value("ok", "view", "clues", [254, 255]),
    "a policeman nowhere": with_value("ok", "view", "police", "yellow", -1),
    "a policeman far away": with_value("ok", "view", "police", "yellow", 1 << 40),
    "round 0": with_value("ok", "view", "round", 0),
    "round 99": with_value("ok", "view", "round", 99),
    "a track of words": with_value("ok", "view", "track", {"first": "one", "last": "two"}),
    "a track too long": with_value("ok", "view", "track", {"first": 0, "last": 1000, "specials": []}),
    "seats of nobody": with_value("ok", "view", "seats", [["nobody"]]),
    "a view of words": with_value("ok", "view", "nonsense"),
    "an event nobody knows": with_value("ok", "events", 0, "event", {"did": "fly", "by": "jack"}),
    "an event of nothing": with_value("ok", "events", 0, "event", {}),
    "an event in the air": with_value("ok", "events", 0, "event", {"did": "search", "by": "yellow", "circle": 300,
                                                               "found": True}),
    "events that jump": with_value("ok", "events", 0, "seq", 5),
    "a running game without a view": lambda message: without(message, "view"),
    "a running game without a turn": lambda message: without(message, "turn"),
    "fewer events than it says": with_value("ok", "seq", 1000000),
    "a turn of nobody": with_value("ok", "turn", "pawns", ["nobody"]),
    "chat of numbers": with_value("ok", "chat", [1, 2, 3]),
}


def test_the_client_exits_if_the_reply_to_watch_is_invalid():
    with Server() as server, running_game(server) as table:
        accepted = []
        for what, lie in INVALID_WATCHES.items():
            with Liar(server, replacing(is_watch, lie)) as liar, \
                    LineClient([f"ws://127.0.0.1:{liar.port}/table/{table}", "--name", "Mo"], verb="watch") as lines:
                while (line := lines.news.get(timeout=PATIENCE)) is not None and "You are watching table" not in line:
                    pass
                if line is not None:
                    accepted.append(what)
                    continue
                err = lines.process.stderr.read()
                equal(lines.process.wait(PATIENCE), 1, f"{what}: {err}")
                assert one_sentence(err)[:-1].isprintable(), err
        equal(accepted, [], "invalid replies that were accepted")
        with Liar(server, replacing(is_watch, INVALID_WATCHES["no such phase"])) as liar:
            link = f"ws://127.0.0.1:{liar.port}/table/{table}"
            refused_on_the_screen("sent an invalid", "watch", link, "--name", "Mo")


INVALID_PUSHES_TOLERATED = 5  # must match client-cli/play/play_request.c


def test_the_client_tolerates_a_limited_number_of_invalid_pushes():
    """The client recovers from an invalid push by watching the table again, but exits if they continue."""
    lies = []

    def lie(message, text):
        nonsense = json.dumps({"on": "turn", "table": message.get("table"), "seq": "x"})
        return [nonsense if lies and message.get("on") == "chat" else text]

    with Server() as server, running_game(server) as table, Liar(server, lie) as liar:
        link = f"ws://127.0.0.1:{liar.port}/table/{table}"
        with LineClient([link, "--name", "Mo"], verb="watch") as lines, \
                screen_of("watch", link, "--name", "Eve") as terminal, \
                LineClient([f"{url(server)}/table/{table}", "--name", "Tom"], verb="watch") as honest:
            honest.until("turn: ")
            lines.until("turn: ")
            terminal.wait("You are watching table")
            lies.append(True)
            honest.do("gallery One")
            lines.until("The server sent an invalid message.")
            lines.until("chat gallery Tom: One")  # from the new reply to watch
            terminal.wait("Tom: One")
            lies.clear()
            honest.do("gallery Two")
            lines.until("chat gallery Tom: Two")
            terminal.wait("Tom: Two")
            lies.append(True)
            for number in range(2, INVALID_PUSHES_TOLERATED + 1):
                # Pushes are ignored until the client has watched the table again, so send one at a time.
                honest.do(f"gallery Nonsense {number}")
                lines.until(f"chat gallery Tom: Nonsense {number}")
                terminal.wait(f"Tom: Nonsense {number}")
            equal(lines.count("sent an invalid message"), INVALID_PUSHES_TOLERATED)
            honest.do("gallery The last")
            status, err = lines.ended()
            equal((status, one_sentence(err)), (1, "gaslight: The server keeps sending invalid messages.\n"))
            equal(ended_and_restored(terminal), 1, terminal.text())
            equal(final_message(terminal), "gaslight: The server keeps sending invalid messages.")


ODD_VALUES = [None, True, -1, 0, 255, 256, 1 << 31, 1 << 62, 0.5, "", "x", "\u001b[2J\u009b", "x" * 5000, [], {}, [[]],
              [0] * 300, {"x": {}}]


def twist(value, dice):
    """Returns a copy of a JSON value with one random part replaced, removed or duplicated."""
    if isinstance(value, dict) and value and dice.random() < 0.85:
        one = dice.choice(list(value))
        if dice.random() < 0.1:
            return {name: part for name, part in value.items() if name != one}
        return {**value, one: twist(value[one], dice)}
    if isinstance(value, list) and value and dice.random() < 0.85:
        at = dice.randrange(len(value))
        return [*value[:at], twist(value[at], dice), *value[at + 1:], *([value[at]] if dice.random() < 0.1 else [])]
    return dice.choice(ODD_VALUES)


@pytest.mark.verify
def test_randomly_corrupted_messages_never_crash_the_client():
    """Random parts of real messages are replaced. The client must either continue or exit with an error message."""
    commands = "tables\nmine\narchive\nstate\nboard\nboard around 20\nsheet\nlegal\nlog\nwho\ngallery Hm\nhelp\n"
    ended = {0: 0, 1: 0}
    with Server() as server, running_game(server) as table:
        for _ in range(24):
            rate = DICE.choice([0.1, 0.3, 1])

            def lie(message, text, rate=rate):
                return [json.dumps(twist(message, DICE)) if DICE.random() < rate and not is_hello(message) else text]
            with Liar(server, lie) as liar:
                status, out, err = run_client("watch", f"ws://127.0.0.1:{liar.port}/table/{table}", "--name", "Mo",
                                              text=commands)
            assert status in ended, f"{status}: {err}\n{out}"
            ended[status] += 1
            assert status == 0 or one_sentence(err), err
            assert all(line.isprintable() for line in (out + err).splitlines()), (out + err)
    assert ended[1] > 0, ended


# ---- Pipes and small terminals -------------------------------------------------------------------


def test_a_closed_output_pipe_ends_the_client_quietly_and_a_full_disk_is_reported():
    record = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../records/whitechapel-plain.json")
    with Server() as server, running_game(server) as table, tempfile.TemporaryDirectory() as home:
        for line in (["replay", record], ["lobby", url(server), "--name", "Mo"],
                     ["watch", f"{url(server)}/table/{table}", "--name", "Mo"], ["--help"], ["play", "--help"]):
            read, write = os.pipe()
            os.close(read)
            done = subprocess.run([GASLIGHT, *line], stdin=subprocess.DEVNULL, stdout=write, stderr=subprocess.PIPE,
                                  timeout=PATIENCE, check=False, env=environment(home))
            os.close(write)
            equal((done.returncode, done.stderr), (-signal.SIGPIPE, b""), f"{line}")
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([GASLIGHT, "replay", record], stdin=subprocess.DEVNULL, stdout=full,
                                  stderr=subprocess.PIPE, timeout=PATIENCE, check=False, env=environment(home))
            equal(done.returncode, 1)
            one_sentence(done.stderr.decode())


def test_the_screen_recovers_when_a_small_terminal_is_enlarged():
    with Server() as server, running_game(server) as table:
        for size in [(8, 3), (59, 24), (80, 15)]:
            with screen_of("watch", f"{url(server)}/table/{table}", "--name", "Mo", size=size) as terminal:
                terminal.wait_for(lambda text: text.strip() != "", "anything on the screen")
                terminal.resize(80, 24)
                terminal.wait("You are watching table")
                terminal.resize(*size)
                if size[0] < 40:  # too small to read the shell's last line
                    terminal.wait("You are watching table", gone=True)
                    terminal.resize(80, 24)
                    terminal.wait("You are watching table")
                else:
                    terminal.wait("Gaslight needs at")
                os.kill(program_below(terminal), signal.SIGTERM)
                equal(ended_and_restored(terminal), 128 + signal.SIGTERM)


def program_below(terminal):
    """Returns the process id of the client, which is a child of the shell that saves the terminal's settings."""
    done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(terminal.program())], capture_output=True, text=True,
                          check=True)
    return int(done.stdout.split()[0])


def test_a_dumb_terminal_gets_plain_output():
    with Server() as server, Terminal([GASLIGHT, "lobby", url(server), "--name", "Mo"],
                                      env={"TERM": "dumb"}) as terminal:
        equal(terminal.ended(), (0, True))
        assert terminal.text().startswith("Public tables:\nNone now.\n"), terminal.text()
