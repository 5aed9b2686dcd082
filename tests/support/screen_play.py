"""Plays on the full screen of `gaslight` in a Terminal: joins a table, takes turns with keys, and compares the screen
with what a plain client at the same table received.

    with Server() as server, opened(server) as terminal:
        client, table = await sat_down(terminal, server, "whitehall", "", ["jack"])
        await in_step(terminal, client, table)
"""
import asyncio
import json
import os
import re

from gaslight_server import DICE, GASLIGHT, POLICE, ROOT, choose, key, people
from terminal import Terminal


def url(server):
    return f"ws://127.0.0.1:{server.port}"


def opened(server, *more, name="Mo", **how):
    return Terminal([GASLIGHT, "play", url(server), "--name", name, *more], **how)


async def shows(terminal, what, gone=False):
    return await asyncio.to_thread(terminal.wait, what, gone)


async def command(terminal, line):
    terminal.type(":" + line)
    await shows(terminal, ":" + line)
    terminal.keys("Enter")


async def in_step(terminal, client, table):
    """Waits until everything the client has received is on the screen: sends a chat line, which comes after it."""
    client.marks = getattr(client, "marks", 0) + 1
    await client.must("chat", table=table, key=key(), to="table", text=f"mark {client.marks}.")
    await shows(terminal, f"mark {client.marks}.")
    await asyncio.to_thread(terminal.drawn)


def prompt(terminal):
    """Returns the two lines above the last one, which say what to do."""
    return " ".join(" ".join(row for row in terminal.screen()[-3:-1]).split())


async def sat_down(terminal, server, game, options, mine, start=True):
    """Creates a table in the terminal and takes the pawns `mine`; a client takes the others. Returns the client and the
    table's id."""
    await shows(terminal, "My games")
    await command(terminal, f"create {game} {options}".strip())
    await shows(terminal, "Invite:")
    await command(terminal, "pawns " + " ".join(mine))
    await shows(terminal, "[x]")
    table = re.search(r"Table (\w+),", terminal.text()).group(1)
    client = (await people(server, "Ann"))[0]
    client.pawns = [pawn for pawn in ["jack", *POLICE[game]] if pawn not in mine]
    await client.must("join", table=table, pawns=client.pawns)
    await client.watch(table)
    if start:
        await shows(terminal, "Everything is ready")
        terminal.type("s")
        await client.until(lambda: table in client.turns, "the start")
    return client, table


async def answer_turn(client, table, chooser=choose):
    """Plays one action of the client, whose turn it is, and waits for the next turn."""
    turn = client.turns[table]
    action = chooser(turn["legal"], [pawn for pawn in turn["pawns"] if pawn in client.pawns])
    await client.must("act", table=table, key=key(), action=action)
    await client.until(lambda: client.turns[table] is not turn or table in client.over, "what follows")


async def play_for(client, table, chooser=choose):
    """Plays the client's side to the end."""
    while table not in client.over:
        await client.until(lambda: "legal" in client.turns[table] or table in client.over, "a turn")
        if table not in client.over:
            await answer_turn(client, table, chooser)


def stands(client, table):
    """Returns where the policemen stand and how far Jack is, from the events the client received."""
    police, cell = {}, None
    for _, event in client.events.get(table, []):
        if event["did"] == "alarm":
            police.update(event["police"])
        elif event["did"] in ("walk", "rush"):
            police[event["by"]] = event["to"]
        elif event["did"] in ("deploy", "goulston"):
            police[event.get("pawn", event["by"])] = event["crossing"]
        elif event["did"] in ("kill", "move", "special"):
            cell = max(event["cells"])
        elif event["did"] in ("night", "start", "discovery"):
            cell = None
        if event["did"] == "night":
            police = {}  # they return with the alarm
    return police, cell


def agrees(text, client, table):
    """Returns whether the screen agrees with what the client received."""
    police, cell = stands(client, table)
    for colour, crossing in police.items():
        if not re.search(rf"{colour.capitalize()}\s+{crossing}\b", text):
            return False
    return cell is None or cell < 1 or f"Move {cell} of 15" in text


class Board:
    """Positions and streets, from the board's file."""

    def __init__(self, game):
        with open(os.path.join(ROOT, "common", "boards", game + ".json"), encoding="utf-8") as file:
            data = json.load(file)
        self.circles = {one[0]: one[1:3] for one in data["circles"]}
        self.crossings = {one[0]: one[1:3] for one in data["crossings"]}
        self.streets = {frozenset(street) for street in data["streets"]}

    def far(self, circle, crossing):
        (x, y), (a, b) = self.circles[circle], self.crossings[crossing]
        return abs(x - a) + abs(y - b)

    def beside(self, circle, crossing):
        return frozenset((f"c{circle}", f"x{crossing}")) in self.streets

    def all_beside(self, crossing):
        return {circle for circle in self.circles if self.beside(circle, crossing)}


def foolish(client, table, board):
    """Returns a chooser for a Jack who kills at once and walks to the nearest policeman."""
    def chooser(legal, pawns):
        police = stands(client, table)[0].values()
        if "kill" in legal:
            return {"by": "jack", "do": "kill", "circles": legal["kill"]["circles"][:legal["kill"]["victims"]]}
        if "move" in legal and police:
            near = min(legal["move"], key=lambda circle: min(board.far(circle, one) for one in police))
            return {"by": "jack", "do": "move", "to": near}
        return choose(legal, pawns)
    return chooser


def jack_was(client, table):
    """Returns the circles of this night or round in order, from Jack's own events."""
    row = []
    for _, event in client.events.get(table, []):
        if event["did"] == "kill":
            row = list(event["order"])
        elif event["did"] in ("start", "discovery"):
            row = [event["circle"]]
        elif event["did"] in ("move", "special"):
            row += [event["via"]] if "via" in event else []
            row.append(event["to"])
    return row


async def arrest(terminal, client, table, board):
    """Arrests Jack with keys if a policeman who may act stands beside him. Returns false if none does."""
    police = stands(client, table)[0]
    circle = jack_was(client, table)[-1]
    pawns = [pawn for pawn in client.turns[table]["pawns"] if board.beside(circle, police[pawn])]
    if not pawns:
        return False
    while f"{pawns[0].capitalize()}: pick" not in (said := prompt(terminal)):
        terminal.keys("Tab")
        await asyncio.to_thread(terminal.wait_for, lambda _, s=said: prompt(terminal) != s, "another policeman")
    terminal.type("a")
    await shows(terminal, "pick the circle for the arrest")
    terminal.type(str(circle))
    await shows(terminal, f"Go to {circle}")
    terminal.keys("Enter")
    await shows(terminal, f"{pawns[0].capitalize()} tries to arrest Jack at {circle}.")
    await shows(terminal, "Press Enter to confirm")
    terminal.keys("Enter")
    await client.until(lambda: table in client.over, "the end")
    return True


async def take_turn(terminal, client, table, board=None, dice=DICE):
    """Plays one action in the terminal with keys, from what is highlighted. The screen must be in step."""
    before = client.seen[table]

    def done():
        return client.seen[table] > before or table in client.over

    for _ in range(40):
        said = await asyncio.to_thread(prompt, terminal)
        if done():
            return
        searches = "circle to search" in said
        if searches and board is not None and await arrest(terminal, client, table, board):
            return
        if "Press Enter to confirm" in said:
            terminal.keys("Enter")
        elif searches and dice.random() < 0.9:
            terminal.type(dice.choice("sSS"))  # S continues until it finds something or nothing is left
        elif "Choose:" in said:
            terminal.type("n")
        elif "ick" in said:
            if dice.random() < 0.5:
                terminal.keys(dice.choice(["Right", "Left", "Up", "Down"]))
            terminal.keys("Enter")
        await asyncio.to_thread(terminal.wait_for, lambda _, s=said: done() or prompt(terminal) != s, "a new prompt")
    raise AssertionError("forty keys and no action:\n" + terminal.text())


async def play_whole_game(terminal, client, table, chooser=choose, board=None):
    """Plays to the end and compares the screen before each of its actions. Returns the number of these.

    With a board the terminal plays the police, and arrests Jack as soon as it can.
    """
    other = asyncio.ensure_future(play_for(client, table, chooser))
    turns = 0

    def is_mine():
        return other.done() or table in client.over or not set(client.turns[table]["pawns"]) <= set(client.pawns)

    try:
        while table not in client.over:
            await client.until(is_mine, "a turn of the terminal's")
            if other.done():
                other.result()  # raises if it has failed
            if table in client.over:
                break
            await in_step(terminal, client, table)
            await asyncio.to_thread(terminal.wait_for, lambda text: agrees(text, client, table), "the screen agrees")
            await take_turn(terminal, client, table, board)
            turns += 1
            seen = client.seen[table]
            await client.until(lambda s=seen: client.turns[table]["seq"] >= s or table in client.over, "the turn")
    finally:
        other.cancel()
    await shows(terminal, "The game is over")
    return turns


async def over(terminal, client, table):
    result = client.over[table]
    winner = "Jack wins" if result["winner"] == "jack" else "The police win"
    await shows(terminal, winner)


async def detective_with_two_empty_searches(terminal, server, options):
    """Plays Whitehall until a policeman of the terminal may search two circles or more, none of which Jack visited.

    Returns Jack's client, the table, the policeman and those circles.
    """
    client, table = await sat_down(terminal, server, "whitehall", options, POLICE["whitehall"])
    board = Board("whitehall")
    while table not in client.over:
        turn = client.turns[table]
        if "legal" in turn:
            await answer_turn(client, table)
            continue
        await in_step(terminal, client, table)
        said = prompt(terminal)
        if "circle to search" in said:
            pawn = turn["pawns"][0]
            beside = board.all_beside(stands(client, table)[0][pawn])
            if len(beside) > 1 and beside.isdisjoint(jack_was(client, table)):
                return client, table, pawn, beside
            terminal.type("n")
            await shows(terminal, "Press Enter to confirm")
        await take_turn(terminal, client, table)
        await client.until(lambda: client.turns[table]["seq"] >= client.seen[table], "the turn")
    raise AssertionError("the game ended before a policeman had two such circles")


def searched_by(client, table, pawn):
    return [event["circle"] for _, event in client.events[table] if event["did"] == "search" and event["by"] == pawn]
