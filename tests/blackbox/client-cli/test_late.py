"""Late replies: `gaslight`, on the full screen and in plain mode, over connections that are slow or break.

A Cable (cable.py) holds back everything both ends send while keys are pressed, and then releases it, so a reply arrives
when the player is already doing something else. Nothing here depends on timing.
"""
import asyncio
import re

from cable import Cable
from gaslight_server import GASLIGHT, POLICE, Client, Server, equal, key, peaceful, people, play_one, started
from line_client import LineClient
from screen_play import (answer_turn, command, detective_with_two_empty_searches, in_step, opened,
                         prompt, sat_down, searched_by, shows, take_turn, url)
from terminal import Terminal

LARGE = (200, 60)
WAITING = "Sending... Please wait for the server."


# ---- Helpers ------------------------------------------------------------------------------------------


async def typed(terminal, *keys):
    """Presses keys by name, or types texts. When this returns, the program has read all of them."""
    for one in keys:
        (terminal.keys if one in ("Enter", "Escape", "Down", "Up", "Space") else terminal.type)(one)
    await asyncio.to_thread(terminal.swallowed)


async def picked(terminal, place):
    """Goes to a place by its number and picks it without sending the action. Waits until Enter would send it."""
    await typed(terminal, place, "Enter")
    await shows(terminal, "Press Enter to confirm")


async def jack_of_whitechapel(terminal, server):
    client, table = await sat_down(terminal, server, "whitechapel", "", ["jack"])
    await shows(terminal, "Pick a circle for your hideout")
    return client, table


async def play_until_police_walked(terminal, server, count):
    """Starts Whitehall with the terminal as the police, and plays until `count` of them have walked. Returns the client
    of the other player and the table."""
    client, table = await sat_down(terminal, server, "whitehall", "", POLICE["whitehall"])
    walks = 0
    while walks < count:
        if "legal" in client.turns[table]:
            await answer_turn(client, table)
            continue
        await in_step(terminal, client, table)
        walks += "crossing to move" in await asyncio.to_thread(prompt, terminal)
        await take_turn(terminal, client, table)
        await client.until(lambda: client.turns[table]["seq"] >= client.seen[table], "the turn")
    await in_step(terminal, client, table)
    return client, table


def did(client, table, what):
    return [event for _, event in client.events[table] if event["did"] == what]


async def wait_for_lobby(terminal, table="in progress"):
    """Waits until the lobby lists the tables. Replies arrive in order, so earlier requests are answered by then."""
    await shows(terminal, re.compile(rf"My games\s+│.*\n\s+White\w+\s+(?:{table}|your turn)"))


# ---- Suggestions and lists -------------------------------------------------------------------------


async def test_a_late_suggestion_does_not_take_the_enter_meant_for_a_pick():
    with Server() as server, Cable(server.port) as cable, opened(cable) as terminal:
        client, table = await jack_of_whitechapel(terminal, server)
        cable.hold()
        await typed(terminal, "%")
        await picked(terminal, "43")
        cable.release()
        await shows(terminal, "Suggestion: ")
        await typed(terminal, "Enter")
        await client.until(lambda: did(client, table, "hideout"), "the hideout")
        await shows(terminal, re.compile(r"Hideout:?\s+43\b"))
        await client.close()


async def test_a_list_of_options_closes_when_the_turn_has_passed():
    with Server() as server, opened(server, size=LARGE) as terminal:
        client, table = await jack_of_whitechapel(terminal, server)
        await command(terminal, "code")
        text = await shows(terminal, re.compile(r"--code [\w-]+"))
        again = await Client.connect(server, code=re.search(r"--code ([\w-]+)", text).group(1))
        await typed(terminal, "o")
        await shows(terminal, "Your options")
        await again.must("act", table=table, key=key(), action={"by": "jack", "do": "hideout", "circle": 43})
        await shows(terminal, "Your options", gone=True)
        await again.close()
        await client.close()


async def test_no_list_opens_while_an_action_is_being_sent():
    with Server() as server, Cable(server.port) as cable, opened(cable) as terminal:
        client, _ = await jack_of_whitechapel(terminal, server)
        await picked(terminal, "43")
        cable.hold()
        await typed(terminal, "Enter")
        await shows(terminal, "Sending...")
        await typed(terminal, "o")
        assert "Your options" not in await shows(terminal, WAITING)
        cable.release()
        await shows(terminal, WAITING, gone=True)
        await shows(terminal, re.compile(r"Hideout:?\s+43\b"))
        await client.close()


# ---- Switching tables ---------------------------------------------------------------------


async def test_a_pending_action_does_not_block_another_table():
    with Server() as server, Cable(server.port) as cable, opened(cable) as terminal:
        others, other = await started(server, "whitehall", players=2)
        client, _ = await jack_of_whitechapel(terminal, server)
        await picked(terminal, "43")
        cable.hold()
        await typed(terminal, "Enter")
        await shows(terminal, "Sending...")
        await command(terminal, f"watch {other}")
        cable.release()
        await shows(terminal, f"You are watching table {other}")
        await in_step(terminal, others[0], other)
        assert "Sent;" not in (said := prompt(terminal)), said
        for one in (client, *others):
            await one.close()


async def test_a_late_answer_to_jacks_action_is_not_shown_in_the_lobby():
    with Server() as server, Cable(server.port) as cable, opened(cable) as terminal:
        client, _ = await jack_of_whitechapel(terminal, server)
        await picked(terminal, "43")
        cable.hold()
        await typed(terminal, "Enter", "q")
        await shows(terminal, "Go to the lobby?")
        await typed(terminal, "y")
        await shows(terminal, "My games")
        cable.release()
        await wait_for_lobby(terminal)
        assert "43" not in terminal.screen()[-1], terminal.text()
        await client.close()


# ---- Outdated choices and undo -----------------------------------------------------------------------------------


async def test_a_delayed_action_is_not_applied_to_a_later_turn():
    """The player is connected twice: while the terminal is cut off, the other connection continues the game."""
    def is_walk_of_yellow():
        turn = police.turns[table]
        return turn["phase"] == "walk" and turn["pawns"] == ["yellow"]

    async def play_on():
        await play_one(clients, table, chooser=peaceful)
        while table not in police.over and not is_walk_of_yellow():
            await play_one(clients, table, chooser=peaceful)
        assert table not in police.over, "the game ended too soon"

    with Server() as server, Cable(server.port) as cable:
        clients, table = await started(server, "whitehall", players=2)
        police = clients[1]
        await play_on()
        code = (await police.must("code"))["code"]
        with Terminal([GASLIGHT, "play", f"http://127.0.0.1:{cable.port}/table/{table}", "--code", code]) as terminal:
            await shows(terminal, "Yellow: pick the crossing to move to")
            await typed(terminal, "Enter")
            await shows(terminal, "Press Enter to confirm")
            cable.hold()
            await typed(terminal, "Enter")
            await shows(terminal, "Sending...")
            await play_on()
            seen = police.seen[table]
            cable.release()
            await shows(terminal, "The game has moved on since you chose that.")
            equal(police.seen[table], seen, "the last event")
        await asyncio.gather(*[client.close() for client in clients])


async def test_no_action_is_accepted_while_an_undo_is_being_sent():
    with Server() as server, Cable(server.port) as cable, opened(cable, size=LARGE) as terminal:
        client, table = await play_until_police_walked(terminal, server, 2)
        walks = len(did(client, table, "walk"))
        await typed(terminal, "Enter")
        await shows(terminal, "Press Enter to confirm")
        cable.hold()
        await typed(terminal, "u")
        await shows(terminal, "Sending...")
        for again in ("u", "Enter"):
            await typed(terminal, again)
            await shows(terminal, WAITING)
            terminal.keys("NPage")  # removes the notice and picks nothing
            await shows(terminal, WAITING, gone=True)
        cable.release()
        await client.until(lambda: did(client, table, "undo"), "the undo")
        await in_step(terminal, client, table)
        equal([len(did(client, table, what)) for what in ("undo", "walk")], [1, walks], "undos, walks")
        await client.close()


# ---- Before the start ------------------------------------------------------------------------------


async def test_pawns_taken_in_quick_succession_are_all_held():
    with Server() as server, Cable(server.port) as cable, opened(cable) as terminal:
        host = (await people(server, "Host"))[0]
        table = (await host.must("create", key=key(), game="whitechapel"))["table"]["id"]
        await host.watch(table)

        def held():
            seats = host.pushed("table")[-1]["table"]["seats"] if host.pushed("table") else []
            return [sorted(seat["pawns"]) for seat in seats if seat["name"] == "Mo"]

        await shows(terminal, "My games")
        await command(terminal, f"watch {table}")
        await shows(terminal, "You are watching.")
        for pawns in (["red", "yellow"], ["blue", "green", "red", "yellow"]):  # first without a seat, then with one
            cable.hold()
            await typed(terminal, "Down", "Space", "Down", "Space")
            cable.release()
            await host.until(lambda p=pawns: held() == [p], f"Mo holds {pawns}")
            for pawn in pawns:
                await shows(terminal, f"[x] {pawn.capitalize()}")
        await host.close()


# ---- Searching all circles ---------------------------------------------------------------------------------


async def test_searching_all_circles_continues_during_chat():
    with Server() as server, Cable(server.port) as cable, opened(cable) as terminal:
        client, table, pawn, beside = await detective_with_two_empty_searches(terminal, server, "")
        before = len(searched_by(client, table, pawn))
        cable.hold()
        await typed(terminal, "S", "tHello", "Enter")
        cable.release()
        await client.until(lambda: set(searched_by(client, table, pawn)[before:]) == beside, "all are searched")
        await shows(terminal, f"{pawn.capitalize()} searched")
        await client.close()


async def test_escape_stops_searching_all_circles():
    with Server() as server, Cable(server.port) as cable, opened(cable) as terminal:
        client, table, pawn, _ = await detective_with_two_empty_searches(terminal, server, "")
        before = len(searched_by(client, table, pawn))
        cable.hold()
        await typed(terminal, "S")
        await shows(terminal, "Press Esc to stop")
        await typed(terminal, "Escape")
        await shows(terminal, "Search stopped.")
        cable.release()
        await client.until(lambda: len(searched_by(client, table, pawn)) > before, "the search under way")
        await in_step(terminal, client, table)
        equal(len(searched_by(client, table, pawn)), before + 1, "searches")
        await client.close()


# ---- Replies to earlier requests -----------------------------------------------------------------------


async def test_a_deduction_that_arrives_in_the_lobby_is_ignored():
    with Server() as server, Cable(server.port) as cable, opened(cable) as terminal:
        client, _, _, _ = await detective_with_two_empty_searches(terminal, server, "aids=full")
        cable.hold()
        await typed(terminal, "i", "q")
        await shows(terminal, "Go to the lobby?")
        await typed(terminal, "y")
        await shows(terminal, "My games")
        cable.release()
        await wait_for_lobby(terminal)
        assert "invalid" not in terminal.text(), terminal.text()
        await client.close()


async def test_a_late_popup_does_not_replace_an_open_one():
    with Server() as server, Cable(server.port) as cable, opened(cable) as terminal:
        client, _, _, _ = await detective_with_two_empty_searches(terminal, server, "aids=full")
        cable.hold()
        await typed(terminal, "i", "m")
        await shows(terminal, "Map symbols")
        cable.release()
        await shows(terminal, "The deduction has arrived")
        assert "Map symbols" in terminal.text(), terminal.text()
        await typed(terminal, "Escape", "t")
        await shows(terminal, "To the table:")
        await client.close()


async def test_late_answers_are_matched_to_their_own_requests():
    with Server() as server, Cable(server.port) as cable, opened(cable) as terminal:
        client, _ = await jack_of_whitechapel(terminal, server)
        cable.hold()
        await command(terminal, "rename Bo")
        await typed(terminal, "tGood evening", "Enter")
        cable.release()
        await shows(terminal, "Your name is now Bo.")
        await shows(terminal, re.compile(r"\w+: Good evening"))
        await client.close()


# ---- Lost connections ----------------------------------------------------------------------------------------


async def test_the_lobby_is_requested_again_after_reconnecting():
    with Server() as server, Cable(server.port) as cable, opened(cable) as terminal:
        host, other = await people(server, "Host", "Other")
        table = (await host.must("create", key=key(), game="whitehall", private=False))["table"]["id"]
        await shows(terminal, re.compile(r"Whitehall\s+not started\s+Host"))
        cable.unplug()
        await shows(terminal, re.compile("Connection lost|Connecting"))
        await host.must("leave", table=table)
        await other.must("create", key=key(), game="whitechapel", private=False)
        cable.plug_in()
        await shows(terminal, re.compile(r"Whitechapel\s+not started\s+Other"))
        await shows(terminal, re.compile(r"Whitehall\s+not started\s+Host"), gone=True)
        for one in (host, other):
            await one.close()


async def test_requests_repeated_after_reconnecting_are_not_refused():
    with Server() as server, Cable(server.port) as cable, LineClient([url(cable), "--name", "Jill"]) as jill:
        ann, eve = await people(server, "Ann", "Eve")

        async def do(line):
            mark, connections = len(jill.said), cable.connections
            cable.cut_after(0)  # the reply is lost, so the request is sent again
            answer = await asyncio.to_thread(jill.do, line)
            await asyncio.to_thread(jill.until, "news: Reconnected.", mark)
            assert cable.connections > connections, "the cable was never cut"
            return answer

        async def joins(client, table, pawns):
            mark = len(jill.said)
            await client.must("join", table=table, pawns=pawns)
            await asyncio.to_thread(jill.until, f"{client.name} joined the table", mark)

        table = re.search(r"Table (\w+)", await asyncio.to_thread(jill.do, "create whitehall")).group(1)
        await asyncio.to_thread(jill.do, "pawns jack")
        await joins(ann, table, ["yellow"])
        equal(await do("kick Ann"), "Removed.")
        await joins(eve, table, POLICE["whitehall"])
        equal(await do("host Eve"), "The host has changed.")
        seats = (await eve.watch(table))["table"]["seats"]
        mark = len(jill.said)
        await eve.must("host", table=table, player=next(seat["player"] for seat in seats if seat["name"] == "Jill"))
        await asyncio.to_thread(jill.until, "Jill is now the host.", mark)
        equal(await do("start"), "The game has started.")
        equal(jill.count("refused: "), 0, "\n".join(jill.said))
        for one in (ann, eve):
            await one.close()


# ---- The lobby's cursor ----------------------------------------------------------------------------


async def test_the_lobby_cursor_stays_on_its_table():
    with Server() as server, opened(server, size=LARGE) as terminal:
        hosts = await people(server, "Alf", "Bea", "Cid")
        tables = {}
        for host in hosts:
            tables[host.name] = (await host.must("create", key=key(), game="whitehall", private=False))["table"]["id"]
            await shows(terminal, re.compile(rf"not started\s+{host.name}\b"))
        order = re.findall(r"not started\s+(Alf|Bea|Cid)\b", terminal.text())
        equal(len(order), 3, terminal.text())
        while f"Table {tables[order[1]]}" not in (text := terminal.text()):
            await typed(terminal, "Down" if f"Table {tables[order[0]]}" in text else "Up")
            await asyncio.to_thread(terminal.wait_for, lambda now, t=text: now != t, "the cursor moves")
        first = next(host for host in hosts if host.name == order[0])
        await first.must("leave", table=tables[order[0]])
        text = await shows(terminal, re.compile(rf"not started\s+{order[0]}\b"), gone=True)
        assert f"Table {tables[order[1]]}" in text, text
        await typed(terminal, "Enter")
        await shows(terminal, f"Table {tables[order[1]]}, ")
        for one in hosts:
            await one.close()
