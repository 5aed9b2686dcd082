#!/usr/bin/python3
"""Makes the pictures of the terminal client in docs/pictures. This is not a test.

    BUILD=build GASLIGHT=build/gaslight tests/support/terminal_pictures.py [NAME...]

makes all of them, or those named; it needs rsvg-convert and pngquant. The games are records of tests/records, played on
a real server, so the pictures are the same each time except for the ids of tables.
"""
import asyncio
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gaslight_server import GASLIGHT, ROOT, Client, Server, in_step, key  # noqa: E402
from terminal import Terminal  # noqa: E402

SMALL, MIDDLE, LARGE = (80, 24), (150, 45), (200, 60)
LOBBY = (100, 30)


def record_path(name):
    return os.path.join(ROOT, "tests", "records", name + ".json")


def read_record(name):
    with open(record_path(name), encoding="utf-8") as file:
        return json.load(file)


# ---- Games -----------------------------------------------------------------------------------------


async def seat(server, record, start=True, **create):
    """Seats the players of a record at a table, each with their pawns. Returns {name: client} and the table's id."""
    clients = {}
    for one in record["seats"]:
        client = clients[one["name"]] = await Client.connect(server, name=one["name"])
        client.pawns = one["pawns"]
    host = next(iter(clients.values()))
    table = (await host.must("create", key=key(), game=record["game"], options=record["options"], **create))["table"]
    for client in clients.values():
        if client is not host:
            await client.must("join", table=table["id"], invite=table["invite"])
        await client.must("pawns", table=table["id"], pawns=client.pawns)
        await client.watch(table["id"])
    if start:
        await host.must("start", table=table["id"])
    return clients, table["id"]


async def play(clients, table, actions):
    """Returns false if the Heads are in a different order than in the record."""
    for action in actions:
        actor = next(client for client in clients.values() if action["by"] in client.pawns)
        reply = await actor.ask("act", table=table, key=key(), action=action)
        if "error" in reply:
            assert reply["error"]["code"] == "not_your_turn", (action, reply)
            return False
        await in_step(list(clients.values()), table, reply["ok"]["seq"])
    return True


async def game_at(server, name, steps, **create):
    """Plays a record up to a step. The server shuffles the Heads, so this may take several tables."""
    record = read_record(name)
    while True:
        clients, table = await seat(server, record, **create)
        alike = await play(clients, table, record["actions"][:steps])
        pawns = next(iter(clients.values())).turns[table]["pawns"]
        if alike and (steps is None or record["actions"][steps]["by"] in pawns):
            return clients, table
        for client in clients.values():
            await client.close()


async def opened(server, client, table=None, size=LARGE):
    """Opens a terminal as this client, at the table or in the lobby, and waits until it shows whose turn it is."""
    code = (await client.must("code"))["code"]
    address = f"http://127.0.0.1:{server.port}" + (f"/table/{table}" if table else "")
    return Terminal([GASLIGHT, "play", address, "--code", code], size=size)


def save(terminal, name):
    picture = os.path.join(ROOT, "docs", "pictures", f"terminal-{name}.png")
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pane_picture.py")
    subprocess.run([script, picture], input=terminal.settled(), text=True, check=True)
    subprocess.run(["pngquant", "--force", "--ext", ".png", "256", picture], check=True)


# ---- Pictures --------------------------------------------------------------------------------------


async def lobby(server):
    clients, _ = await game_at(server, "whitechapel-letters", 20, private=True)
    await seat(server, {"game": "whitechapel", "options": ["rushing"], "seats": [
        {"name": "George", "pawns": ["red", "blue"]}]}, start=False)
    await seat(server, {"game": "whitehall", "options": [], "seats": [
        {"name": "Victor", "pawns": ["jack"]}, {"name": "Mary", "pawns": ["yellow"]}]}, start=False)
    await game_at(server, "whitehall-arrest", None)
    with await opened(server, clients["Ann"], size=LOBBY) as terminal:
        terminal.wait("Finished games")
        terminal.wait("Victor")
        save(terminal, "lobby")


async def hell(server):
    clients, table = await game_at(server, "whitechapel-letters", 2)
    await clients["Ann"].must("chat", table=table, key=key(), to="police",
                              text="Keep one of the false ones near the market.")
    with await opened(server, clients["Dora"], table) as terminal:
        terminal.wait("(1 of 7)")
        for placed in range(2, 6):
            terminal.keys("Right", "Enter")
            terminal.wait(f"({placed} of 7)")
        save(terminal, "hell")


async def hunting(server):
    clients, table = await game_at(server, "whitechapel-plain", 64)
    await clients["Finn"].must("marks", table=table,
                               marks=[{"circle": 155, "mark": "suspect"}, {"circle": 142, "mark": "cleared"}])
    await clients["Ann"].must("chat", table=table, key=key(), to="police", text="He cannot be west of 140.")
    await clients["Bob"].must("chat", table=table, key=key(), to="table", text="Lovely evening for a walk.")
    for size, name in ((LARGE, "hunting"), (SMALL, "hunting-80x24")):
        with await opened(server, clients["Finn"], table, size) as terminal:
            terminal.wait("pick a circle to search")
            save(terminal, name)


async def jack(server):
    clients, table = await game_at(server, "whitechapel-plain", 66)
    with await opened(server, clients["Bob"], table) as terminal:
        terminal.wait("Pick the circle to move to")
        terminal.type("100")
        terminal.keys("Enter")
        terminal.wait("Press Enter to confirm")
        save(terminal, "jack")


async def deduction(server):
    clients, table = await game_at(server, "whitehall-powers", 60, aids="full")
    police = next(client for client in clients.values() if "legal" in client.turns[table] and "jack" not in client.pawns)
    with await opened(server, police, table, MIDDLE) as terminal:
        terminal.wait("Your turn")
        terminal.type("D")
        terminal.wait(re.compile(r"\d+ circles?, [\d,.]+ (million )?trails?"))
        most = re.search(r"(\d+) \(\d+%\)", terminal.text()).group(1)
        terminal.type(f":deduce {most}")
        terminal.keys("Enter")
        terminal.wait(re.compile(rf"Trails to {most}: \d+ of [\d,]+"))
        terminal.drawn()
        save(terminal, "deduction")


async def replays(_):
    for name, record, step in (("replay", "whitechapel-plain", 60), ("replay-whitehall", "whitehall-plain", 100)):
        with Terminal([GASLIGHT, "replay", record_path(record), "--at", str(step)], size=LARGE) as terminal:
            terminal.wait(f"Step {step} of")
            save(terminal, name)


async def make(wanted):
    for picture in (lobby, hell, hunting, jack, deduction, replays):
        if not wanted or picture.__name__ in wanted:
            with Server() as server:
                await picture(server)


if __name__ == "__main__":
    asyncio.run(make(sys.argv[1:]))
