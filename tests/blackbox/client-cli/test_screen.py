"""The full screen of `gaslight`: the real program in a real terminal (tmux), against the real server.

Plain clients play the other side. The screen is compared with what they receive.
"""
import asyncio
import os
import re
import signal
import socket
import unicodedata

import pytest

from gaslight_server import (GASLIGHT, POLICE, ROOT, Client, Server, equal, homing, key, people, play_on, reserved_port,
                             started)
from cable import Cable
from line_client import run_client
from screen_play import (Board, answer_turn, command, detective_with_two_empty_searches, foolish, in_step,
                         opened, over, play_for, play_whole_game, sat_down, searched_by, shows, url)
from terminal import Terminal, cells

SMALL, LARGE = (80, 24), (200, 60)


# ---- Lobby -----------------------------------------------------------------------------------------


async def test_the_lobby_lists_tables_and_creates_one():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2)
        with opened(server) as terminal:
            await shows(terminal, re.compile(r"Whitehall\s+in progress\s+Jack \(Jack\), Ann"))
            await shows(terminal, "lobby, Mo")
            terminal.type("c")
            await shows(terminal, "New table")
            terminal.keys("Space")
            await shows(terminal, "Whitehall Mystery >")
            terminal.keys("Space", "Down", "Space")
            await shows(terminal, "[x] Letters")
            await shows(terminal, "From the second night on")  # the explanation of the option
            terminal.keys("Up", "Up", "Enter")  # the last field: create
            await shows(terminal, "Invite:")
            terminal.keys("Space")
            await shows(terminal, "[x] Jack")
            terminal.keys("Down", "Space")
            await shows(terminal, "[x] Yellow")  # replaces Jack
            await shows(terminal, "[x] Jack", gone=True)
            terminal.type("s")
            await shows(terminal, "every pawn is taken")
            terminal.type("tGood evening")
            await shows(terminal, "To the table: Good evening")
            terminal.keys("Enter")
            await shows(terminal, "Mo: Good evening")
            terminal.type("q")
            await shows(terminal, re.compile(r"My games\s+│.*\n\s+Whitechapel\s+not started\s+Mo \(Yellow\)"))
            terminal.keys("Down", "Enter")
            await shows(terminal, "You are watching table")
            terminal.type("q")
            await shows(terminal, "Go to the lobby?")
            terminal.type("y")
            await shows(terminal, "My games")
            terminal.type("?")
            await shows(terminal, "create a table")
            terminal.keys("Escape")
            terminal.type("q")
            equal(await asyncio.to_thread(terminal.ended), (0, True), "status, sane terminal")
        await asyncio.gather(*[client.close() for client in clients])


async def test_the_lobby_shows_public_tables_page_by_page():
    with Server() as server:
        hosts = await people(server, *[f"Host {number}" for number in range(6)])
        made = [await host.must("create", key=key(), game="whitehall") for host in hosts for _ in range(10)]
        with opened(server, size=(100, 100)) as terminal:
            await shows(terminal, "Press m to show more tables.")
            equal((await shows(terminal, "Host 0", gone=True)).count("Whitehall    not started"), 50)
            terminal.type("m")
            equal((await shows(terminal, "Host 0")).count("Whitehall    not started"), 60)
            await shows(terminal, "Press m to show more tables.", gone=True)
        status, out, err = await asyncio.to_thread(run_client, "lobby", url(server), "--name", "Eve", "--plain")
        equal((status, err), (0, ""))
        equal({table["table"]["id"] for table in made}, set(re.findall(r"(?m)^(\w{10}) whitehall", out)))
        await asyncio.gather(*[host.close() for host in hosts])


async def test_the_screen_votes_on_an_absent_detectives_pawns():
    with Server(absent_minutes=0) as server, opened(server, size=(120, 40)) as terminal:
        jack, bob, cy, eve = clients = await people(server, "Jack", "Bob", "Cy", "Eve")
        table = (await jack.must("create", key=key(), game="whitehall", options=[]))["table"]["id"]
        await jack.must("pawns", table=table, pawns=["jack"])
        await bob.must("join", table=table, pawns=["red"])
        await cy.must("join", table=table, pawns=["blue"])
        await shows(terminal, "My games")
        await command(terminal, f"join {table} yellow")
        await shows(terminal, "[x] Yellow")
        await jack.must("start", table=table)
        for client in (bob, eve):
            await client.watch(table)
        await cy.close()
        await shows(terminal, "Cy has been away for a while. The other detectives can decide who plays for them.")
        await shows(terminal, "B Cy (away for a while)")
        await bob.must("seat", table=table, pawns=["blue"], player=eve.player)
        await shows(terminal, "plays Blue until Cy returns. Press Y to agree, N to refuse.")
        terminal.type("N")
        await shows(terminal, "The detectives did not agree on who plays Blue.")
        terminal.type("A")
        await shows(terminal, "Absent players")
        text = await shows(terminal, "Let a stand-in bot (normal) play Blue until Cy returns")
        for name in ("Mo", "Bob", "Eve"):
            assert re.search(rf"Propose that {name} #\w{{3}} plays Blue until Cy returns", text), text
        terminal.type(re.search(r"(\w) Propose that Eve", text).group(1))
        await shows(terminal, "You proposed that Eve plays Blue until Cy returns.")
        await bob.must("seat", table=table, agree=True)
        await shows(terminal, "Eve plays Blue until Cy returns.")
        again = await Client.connect(server, token=cy.token)
        await again.watch(table)
        await shows(terminal, "Cy is back and plays Blue again.")
        await asyncio.gather(*[client.close() for client in (*clients, again)])


async def test_the_screen_asks_for_another_name_where_it_is_taken():
    with Server() as server:
        host = (await people(server, "Host"))[0]
        table = (await host.must("create", key=key(), game="whitehall", options=[]))["table"]
        link = f"http://127.0.0.1:{server.port}/invite#{table['invite']}"
        with Terminal([GASLIGHT, "play", link, "--name", "host"]) as terminal:
            await shows(terminal, "Choose another name: host")
            terminal.type("t\n")  # Hostt is no look-alike
            await shows(terminal, re.compile(r"hostt #\w{3} \(you\): no pawn yet"))
        await host.close()


async def test_an_invite_link_opens_its_table():
    with Server() as server:
        host = (await people(server, "Host"))[0]
        table = (await host.must("create", key=key(), game="whitehall", options=[], private=True))["table"]
        link = f"http://127.0.0.1:{server.port}/invite#{table['invite']}"
        with Terminal([GASLIGHT, "play", link, "--name", "Mo"]) as terminal:
            await shows(terminal, re.compile(r"Mo #\w{3} \(you\): no pawn yet"))
            await host.must("pawns", table=table["id"], pawns=["jack"])
            await shows(terminal, "Jack    Host")
            await shows(terminal, table["invite"])
            terminal.keys("Space")
            await shows(terminal, "Host plays Jack.")
        await host.close()


async def test_commands_that_need_a_game_are_refused_before_it_starts():
    with Server() as server, opened(server) as terminal:
        await shows(terminal, "Public tables")
        await command(terminal, "create whitehall")
        await shows(terminal, "no pawn yet, host")
        for line in ["board", "board around 20", "state"]:
            await command(terminal, line)
            await shows(terminal, "The game has not started.")
            await command(terminal, "who")
            await shows(terminal, "Players")
            terminal.keys("Escape")
            await shows(terminal, "Players", gone=True)
        await command(terminal, "pawns jack")
        await shows(terminal, "Mo plays Jack.")


# ---- Keys ------------------------------------------------------------------------------------------


async def test_keys_mean_the_same_on_all_pages_and_unknown_ones_say_so():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2)
        with opened(server) as terminal:
            await shows(terminal, "Whitehall")
            terminal.type("Z")
            await shows(terminal, "Z does nothing here. ? shows the keys.")
            terminal.type("?")
            await shows(terminal, "join a table by its invite, link or ID")
            await shows(terminal, "zoom", gone=True)  # there is no map here
            terminal.type("q")
            await command(terminal, "create whitehall")
            await shows(terminal, ">[ ] Jack")
            terminal.type("jj")
            await shows(terminal, ">[ ] Red")
            terminal.type("k")
            await shows(terminal, ">[ ] Yellow")
            terminal.type("G")
            await shows(terminal, ">[ ] Blue")
            terminal.type("m")
            await shows(terminal, "Map symbols ─")
            terminal.type("G")
            await shows(terminal, "chosen, not yet confirmed")
            terminal.keys("Escape")
            await command(terminal, f"watch {table}")
            await shows(terminal, "You are watching table")
            terminal.keys("Left")  # removes the answer
            await shows(terminal, "+ - zoom")  # in the line of keys
            terminal.type("?")
            await shows(terminal, "zoom in, zoom out")
            text = terminal.text()
            assert "search the circle" not in text and "chat with the police" not in text, text
            terminal.keys("Escape")
            terminal.type("s")
            await shows(terminal, "You are watching.")
        await asyncio.gather(*[client.close() for client in clients])


async def test_the_look_cursor_tells_what_is_known_about_a_circle():
    with Server() as server, opened(server, size=(120, 40)) as terminal:
        client, table = await jack_before_his_first_move(terminal, server)
        terminal.type("/65")
        await shows(terminal, "Find circle 65")
        await shows(terminal, "Circle 65. Next to 51, 63, 66, 67, 82, 83 and 84. 6 moves from the hideout.")
        terminal.keys("Enter", "Down")
        await shows(terminal, "Circle 83. Next to 63, 65,")
        terminal.type("84")
        terminal.keys("Enter")
        await shows(terminal, "Circle 84: Jack, crime scene.")
        terminal.type("999")
        terminal.keys("Enter")
        await shows(terminal, "Circles are numbered from 1 to 195.")
        terminal.keys("Escape", "Escape")
        await shows(terminal, "Pick the circle to move to")
        terminal.type("/99")
        terminal.keys("Enter", "Enter")  # looks, then picks
        await shows(terminal, "Move to 99.")
        terminal.keys("Escape")
        terminal.type("/")
        terminal.keys("Escape")
        terminal.type("x")
        await shows(terminal, "Jack's secrets are hidden.")
        await client.close()


# ---- Announcements ---------------------------------------------------------------------------------


async def test_what_happens_is_announced_until_the_next_key():
    with Server(spectators_seconds=1) as server, opened(server) as terminal:
        client, table = await jack_before_his_first_move(terminal, server)
        eve = (await people(server, "Eve"))[0]
        await eve.watch(table)
        await shows(terminal, re.compile(r"^▸J Mo \(you\) +YRBGN Ann \(Head\)  1 watching: Eve", re.M))
        with Terminal([GASLIGHT, "watch", url(server), table, "--name", "Fay"]) as other:
            await shows(other, re.compile(r"^▸J Mo +YRBGN Ann \(Head\)  2 watching", re.M))
            await command(terminal, "coach 99 120")
            await shows(other, re.compile(r"^ +Jack .*oach .*│", re.M))
            await shows(terminal, re.compile(r"^ +Jack .*oach .*│", re.M))
            terminal.keys("Left")
            await shows(terminal, re.compile(r"^ +Jack .*oach .*│", re.M), gone=True)
            await command(terminal, "resign")
            terminal.type("y")
            await shows(terminal, "You lose. The police win")
            await shows(other, re.compile(r"^ +The police win.*│", re.M))
        await asyncio.gather(client.close(), eve.close())


# ---- Alone, together, and after the end --------------------------------------------------------------


async def test_solo_is_one_key_away_and_a_rematch_starts_at_once():
    with Server() as server, opened(server) as terminal:
        await shows(terminal, "My games")
        terminal.type("sp")
        await shows(terminal, "Yellow: pick a yellow crossing to start at.")
        await command(terminal, "resign")
        terminal.type("y")
        await shows(terminal, "The game is over. r: replay, R: rematch, w: save the record, q: leave.")
        copy = os.path.join(terminal.directory.name, "copy.json")
        terminal.type("w" + copy)
        terminal.keys("Enter")
        await shows(terminal, "Saved")
        assert os.path.exists(copy)
        terminal.type("O")
        await shows(terminal, "Anyone with this link can replay the game:")
        await shows(terminal, re.compile(r"http://127.0.0.1:\d+/replay/\w{10}$", re.M))
        terminal.type("r")
        await shows(terminal, "Step 0 of")
        terminal.type("q")
        await shows(terminal, "The game is over.")
        terminal.type("R")
        await shows(terminal, "Rematch (you were Yellow, Red and Blue)")
        terminal.type("s")
        await shows(terminal, "Rematch: you play Jack.")
        await shows(terminal, "Pick a white circle in each quadrant")
        terminal.type("/5")
        terminal.keys("Enter")
        terminal.type("*")  # Jack's notes are his own
        await shows(terminal, "+(5)")
        terminal.type("#")
        await shows(terminal, "You: Suspect: 5.")
        terminal.type("x")
        await shows(terminal, "Jack's secrets are hidden.")
        await shows(terminal, "+(5)", gone=True)


async def test_detectives_share_routes_and_point():
    with Server() as server, opened(server, size=(120, 40)) as terminal:
        client, table = await sat_down(terminal, server, "whitehall", "", POLICE["whitehall"])
        await answer_turn(client, table)
        await answer_turn(client, table)
        await shows(terminal, "Yellow: pick a yellow crossing")
        terminal.type("/90")
        terminal.keys("Enter")
        terminal.type("^")
        terminal.type("92")
        terminal.keys("Enter")
        terminal.type("^")
        terminal.type("#")
        await shows(terminal, "You: Route: 90-92.")
        terminal.keys("Escape")
        terminal.type(".")
        await shows(terminal, "The other detectives see where you point.")
        await command(terminal, "route")
        terminal.type("#")
        await shows(terminal, "Nothing is marked.")
        await client.close()


async def test_the_host_changes_the_settings_of_an_open_table():
    with Server() as server, opened(server) as terminal:
        await shows(terminal, "My games")
        await command(terminal, "create whitechapel private")
        await shows(terminal, re.compile(r"Invite: http://127.0.0.1:\d+/invite#\w{12}\b"))
        terminal.type("o")
        await shows(terminal, "Table settings")
        terminal.keys("Space")
        await shows(terminal, "[x] Letters")
        terminal.keys("Up", "Up", "Enter")
        await shows(terminal, "The settings have changed.")
        await shows(terminal, "Letters: From the second night on")
        await command(terminal, "settings none public clock=60")
        await shows(terminal, "No variants.")
        await shows(terminal, "1 minute per action")


async def test_the_form_keeps_a_night_in_another_time_zone():
    with Server() as server, opened(server) as terminal:
        await shows(terminal, "My games")
        await command(terminal, "create whitechapel private clock=60 night=23:00-07:00@Pacific/Chatham")
        await shows(terminal, "(Pacific/Chatham)")
        terminal.type("o")
        await shows(terminal, "Night pause: < as it is >")
        terminal.keys("Space")
        await shows(terminal, "[x] Letters")
        terminal.keys("Up", "Up", "Enter")
        await shows(terminal, "Letters: From the second night on")
        await shows(terminal, "(Pacific/Chatham)")
        await command(terminal, "settings night=23:00-07:00")
        await shows(terminal, "(Pacific/Chatham)", gone=True)
        terminal.type("o")
        await shows(terminal, "Night pause: < 23:00-07:00 >")


async def test_the_screen_speaks_italian():
    with Server() as server, opened(server, "--language", "it") as terminal:
        await shows(terminal, "Le mie partite")
        await shows(terminal, "? aiuto  s solitario  c crea")
        terminal.type("c")
        await shows(terminal, "Aiuto alla deduzione: < nessuno >")
        terminal.keys("Escape")
        terminal.type("sp")
        await shows(terminal, "Giallo: scegli un incrocio giallo")
        await shows(terminal, "▸YRB Mo (tu)")
        terminal.type("/45")
        await shows(terminal, re.compile(r"Cerchio 45(: ritrovamento)?\. Accanto a 6, 7, 24, 25, 26, 27 e 46\."))
        terminal.keys("Escape", "Escape")
        terminal.type("?")
        await shows(terminal, "elenca le tue possibilità")


# ---- Whole games -----------------------------------------------------------------------------------


async def test_a_whole_game_as_jack_of_whitechapel_at_80x24():
    with Server() as server, opened(server, size=SMALL) as terminal:
        client, table = await sat_down(terminal, server, "whitechapel", "letters false_clues", ["jack"])
        await shows(terminal, "Pick a circle for your hideout")
        terminal.type("3")
        await shows(terminal, "Go to 3")
        terminal.keys("Enter")
        await shows(terminal, "3 can't be the hideout.")
        terminal.type("90")
        terminal.keys("Enter")
        await shows(terminal, "Choose 90 as your hideout.")
        terminal.keys("Escape")
        await shows(terminal, "Pick a circle for your hideout")
        terminal.type("90")
        terminal.keys("Enter")
        await shows(terminal, "Press Enter to confirm")
        terminal.keys("Enter")
        await shows(terminal, "⌂ Hideout 90")
        terminal.type("o")
        await shows(terminal, "Your options")
        await shows(terminal, "w Place the women")
        terminal.keys("Escape")
        turns = await play_whole_game(terminal, client, table)
        assert turns >= 3, turns
        await over(terminal, client, table)
        await client.close()


@pytest.mark.verify
async def test_a_whole_game_as_the_police_of_whitehall_at_200x60():
    with Server() as server, opened(server, size=LARGE) as terminal:
        client, table = await sat_down(terminal, server, "whitehall", "powers smoker", POLICE["whitehall"])
        board = Board("whitehall")
        turns = await play_whole_game(terminal, client, table, foolish(client, table, board), board)
        assert turns >= 6, turns
        await over(terminal, client, table)
        await shows(terminal, "☆ Discovery Locations")  # everything is revealed at the end
        await client.close()


@pytest.mark.verify
async def test_a_whole_game_as_jack_of_whitehall_at_200x60():
    with Server() as server, opened(server, size=LARGE) as terminal:
        client, table = await sat_down(terminal, server, "whitehall", "murderer_at_large", ["jack"])
        await play_whole_game(terminal, client, table)
        await over(terminal, client, table)
        await client.close()


@pytest.mark.verify
async def test_a_whole_game_as_the_police_of_whitechapel_at_80x24():
    with Server() as server, opened(server, size=SMALL) as terminal:
        client, table = await sat_down(terminal, server, "whitechapel", "rushing", POLICE["whitechapel"])
        board = Board("whitechapel")
        jack = foolish(client, table, board)
        other = asyncio.ensure_future(play_for(client, table, jack))
        await shows(terminal, "Pick a crossing for this patrol: Yellow (1 of 7)")
        terminal.type("f")
        await shows(terminal, "a false one (1 of 7)")
        terminal.keys("Tab")
        await shows(terminal, "patrol: Yellow (1 of 7)")
        terminal.keys("Enter")
        await shows(terminal, "patrol: Red (2 of 7)")
        terminal.keys("BSpace")
        await shows(terminal, "patrol: Yellow (1 of 7)")
        other.cancel()
        await play_whole_game(terminal, client, table, jack, board)
        await over(terminal, client, table)
        await client.close()


# ---- Acting ----------------------------------------------------------------------------------------


async def test_a_pending_search_is_not_sent_again():
    with Server() as server, Cable(server.port) as cable, \
            Terminal([GASLIGHT, "play", f"ws://127.0.0.1:{cable.port}", "--name", "Mo"]) as terminal:
        client, table, pawn, beside = await detective_with_two_empty_searches(terminal, server, "")
        before = len(searched_by(client, table, pawn))
        cable.hold()
        terminal.type("s")
        await shows(terminal, "Sending...")
        for again in ("s", "S"):
            terminal.type(again)
            await shows(terminal, "Sending... Please wait for the server.")
            terminal.keys("Right")  # removes the notice
            await shows(terminal, "Sending... Please wait", gone=True)
        cable.release()
        await client.until(lambda: len(searched_by(client, table, pawn)) > before, "the search")
        await in_step(terminal, client, table)
        equal(len(searched_by(client, table, pawn)), before + 1, "searches")
        terminal.type("S")
        await client.until(lambda: set(searched_by(client, table, pawn)[before:]) == beside, "all are searched")
        await shows(terminal, f"{pawn.capitalize()} searched")
        await client.close()


async def test_searching_all_circles_continues_while_deductions_are_pending():
    with Server() as server, Cable(server.port) as cable, \
            Terminal([GASLIGHT, "play", f"ws://127.0.0.1:{cable.port}", "--name", "Mo"]) as terminal:
        client, table, pawn, beside = await detective_with_two_empty_searches(terminal, server, "aids=full")
        before = len(searched_by(client, table, pawn))
        terminal.type("D")
        await shows(terminal, re.compile(r"\d+ circles?, \d+ trails?"))
        cable.delay = 0.5  # longer than the client waits before it requests the next deduction
        terminal.type("S")
        await client.until(lambda: set(searched_by(client, table, pawn)[before:]) == beside, "all are searched")
        await shows(terminal, f"{pawn.capitalize()} searched")
        await client.close()


async def jack_before_his_first_move(terminal, server, hideout=90):
    """Plays Whitechapel up to Jack's first move: the crime is on 84, the police are on their yellow crossings."""
    client, table = await sat_down(terminal, server, "whitechapel", "", ["jack"])
    await shows(terminal, "Pick a circle for your hideout")
    await command(terminal, f"hideout {hideout}")
    await shows(terminal, "Hideout")
    await command(terminal, "women 3,21,27,65,84 147,149,158")
    await client.until(lambda: "patrols" in client.turns[table].get("legal", {}), "the patrols")
    turn = client.turns[table]
    how = turn["legal"]["patrols"]
    crossings = how["fixed"] + how["free"][:how["choose"]]
    place = [list(pair) for pair in zip(crossings, [*POLICE["whitechapel"], "false", "false"])]
    await client.must("act", table=table, key=key(), action={"by": turn["pawns"][0], "do": "patrols", "place": place})
    await shows(terminal, "Pick the victim")
    await command(terminal, "kill 84")
    await shows(terminal, "Pick the circle to move to")
    return client, table


async def test_a_suggestion_waits_in_the_command_line_for_enter():
    with Server() as server, opened(server) as terminal:
        client, table = await sat_down(terminal, server, "whitechapel", "", ["jack"])
        await shows(terminal, "Pick a circle for your hideout")
        terminal.type("%")
        await shows(terminal, "Suggestion: press Enter to accept it, Esc to dismiss it.")
        await shows(terminal, re.compile(r"^:hideout \d+", re.M))
        terminal.keys("Escape")
        await shows(terminal, ":hideout", gone=True)
        terminal.type("%")
        await shows(terminal, re.compile(r"^:hideout \d+", re.M))
        terminal.keys("Enter")
        await shows(terminal, "Hideout")
        await client.close()


async def test_a_move_is_previewed_and_a_blocked_move_is_refused_with_a_reason():
    with Server() as server, opened(server) as terminal:
        client, table = await jack_before_his_first_move(terminal, server)
        terminal.type("99")
        terminal.keys("Enter")
        text = await shows(terminal, "Move to 99. Press Enter to confirm, Esc to cancel.")
        assert "•" in text, "the route is not drawn:\n" + text
        terminal.keys("Tab")
        await shows(terminal, "Coach: pick the circle where you get off")
        terminal.keys("Escape", "Escape")
        terminal.type("150")
        terminal.keys("Enter")
        await shows(terminal, "Circle 150 is not adjacent.")
        terminal.type("c")
        await shows(terminal, "Coach: pick the circle to go via")
        terminal.type("99")
        terminal.keys("Enter")
        await shows(terminal, "Coach: pick the circle where you get off")
        terminal.type("120")
        terminal.keys("Enter")
        await shows(terminal, "Press Enter to confirm")
        terminal.keys("Enter")
        await client.until(lambda: any(event["did"] == "special" for _, event in client.events[table]), "the coach")
        await shows(terminal, "J 84 99C 120C")
        terminal.type("u")
        await shows(terminal, "Ask everyone at the table to let you take back your last action?")
        terminal.type("n")
        await client.close()


async def test_the_mouse_picks_and_confirms():
    with Server() as server, opened(server) as terminal:
        client, table = await jack_before_his_first_move(terminal, server)
        rows = terminal.screen()
        y, x = next((y, found.start()) for y, row in enumerate(rows[:17])
                    if (found := re.search(r"(?<!\d)100(?!\d)", row[:50])))
        terminal.click(x + 1, y)
        await shows(terminal, "Move to 100.")
        terminal.click(x + 1, y)
        await shows(terminal, "J 84 100")
        terminal.type("u")
        await shows(terminal, "Pick the circle to move to")
        await shows(terminal, "Jack undid")
        await client.close()


async def test_one_key_hides_all_of_jacks_secrets():
    with Server() as server, opened(server) as terminal:
        client, table = await jack_before_his_first_move(terminal, server)
        terminal.keys("Enter")
        await shows(terminal, "Press Enter to confirm")
        terminal.type("x")
        text = await shows(terminal, "Jack's secrets are hidden. Press x to show them.")
        text = await asyncio.to_thread(terminal.settled)
        for secret in ("Hideout", "J 84", "J(84)", "⌂", "Move to", "chose 90", "[", "•"):
            assert secret not in re.sub(r"\x1b\[[0-9;]*m", "", text), f"{secret!r} is on the screen:\n{text}"
        terminal.keys("Enter")
        await shows(terminal, "hidden. Press x to show them")  # no action while it cannot be seen
        equal(len([event for _, event in client.events[table] if event["did"] == "move"]), 0, "moves")
        terminal.type("x")
        await shows(terminal, "Hideout 90")
        await command(terminal, "sheet")
        await shows(terminal, "Jack's sheet ─")
        terminal.type("x")  # also closes the open sheet
        await shows(terminal, "Jack's secrets are hidden.")
        await shows(terminal, "Jack's sheet ─", gone=True)
        terminal.type("x")
        await shows(terminal, "Hideout 90")
        terminal.keys("Enter")
        await client.until(lambda: any(event["did"] == "move" for _, event in client.events[table]), "the move")
        await client.close()


async def test_names_and_chat_in_any_script_keep_the_layout():
    with Server() as server, opened(server, name="猫Zoe\u0301") as terminal:
        await shows(terminal, "lobby, 猫Zoe\u0301")
        await command(terminal, "create whitehall")
        await shows(terminal, re.compile("猫Zoe\u0301 #\\w{3} \\(you\\): no pawn yet, host"))
        terminal.type("t한글 😀!")
        terminal.keys("Enter")
        await shows(terminal, "猫Zoe\u0301: 한글 😀!")
        rows = [row for row in terminal.screen() if "猫" in row and "│" in row]
        assert rows and all(columns(row.split("│")[0]) == 54 for row in rows), rows
        terminal.type("?")
        await shows(terminal, "Before the game ─")
        terminal.resize(200, 60)
        await shows(terminal, "take the pawn or give it back; joins the table if you are watching")
        terminal.resize(60, 16)
        text = await shows(terminal, "This terminal", gone=True)
        await shows(terminal, re.compile(r"┌─ Before the game ─+┐\n"))  # the box fits


def columns(text):
    """Returns the width of a text; enough for the characters above."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) > 0 for character in text)


async def test_resigning_asks_first_and_nothing_is_expected_after_the_end():
    with Server() as server, opened(server) as terminal:
        client, table = await jack_before_his_first_move(terminal, server)
        await command(terminal, "resign")
        await shows(terminal, "Resign? The police win at once.")
        terminal.type("n")
        await shows(terminal, "Resign?", gone=True)
        assert table not in client.over
        await command(terminal, "resign")
        await shows(terminal, "Resign?")
        terminal.type("y")
        await client.until(lambda: table in client.over, "the end")
        await shows(terminal, "The game is over.")
        terminal.type("12")
        terminal.keys("Enter")
        await asyncio.to_thread(terminal.wait_for, lambda _: terminal.screen()[-1].startswith("The game is over."))
        terminal.type("x")
        await shows(terminal, "The game is over: everything is revealed.")
        await client.close()


async def test_a_turn_rings_the_bell_and_sets_the_title():
    with Server() as server, opened(server) as terminal:
        client, table = await sat_down(terminal, server, "whitechapel", "", ["jack"], start=False)
        await shows(terminal, "Everything is ready")
        equal(terminal.format("window_bell_flag"), "0", "the bell before the game")
        await command(terminal, "start")
        await client.until(lambda: table in client.turns, "the start")
        await shows(terminal, "Your turn")
        await asyncio.to_thread(terminal.wait_for, lambda _: terminal.format("pane_title") == "Your turn - Gaslight")
        await asyncio.to_thread(terminal.wait_for, lambda _: terminal.format("window_bell_flag") == "1", "the bell")
        await command(terminal, "hideout 90")
        await shows(terminal, "Hideout 90")
        await command(terminal, "women 3,21,27,65,84 147,149,158")
        await asyncio.to_thread(terminal.wait_for, lambda _: terminal.format("pane_title") == "Gaslight")
        await command(terminal, "quit")
        equal(await asyncio.to_thread(terminal.ended), (0, True), "status, sane terminal")
        equal(terminal.format("pane_title"), socket.gethostname(), "the original title")
        await client.close()


# ---- Secrets ---------------------------------------------------------------------------------------


async def detective_and_spectator(secret):
    """Returns the screens of both during the first moves of a game, and Jack's first move; `secret` (0 or 1) selects
    his secret choices."""
    seen = []
    with Server() as server:
        jack = (await people(server, "Jack"))[0]
        table = (await jack.must("create", key=key(), game="whitehall", options=[]))["table"]["id"]
        await jack.must("pawns", table=table, pawns=["jack"])
        with opened(server, size=(100, 30)) as detective, \
                Terminal([GASLIGHT, "watch", url(server), table, "--name", "Eve"], size=(100, 30)) as spectator:
            await shows(detective, "My games")
            await shows(spectator, "You are watching table")
            await command(detective, f"join {table} yellow blue red")
            await shows(detective, "[x] Blue")
            await shows(spectator, "Blue    Mo")
            detective.keys("Up")  # removes the answer, which contains the invite
            await jack.watch(table)
            await jack.must("start", table=table)

            async def look(what, pawn):
                """Saves both screens once this event is shown and it is this pawn's turn."""
                for terminal in (detective, spectator):
                    mine = terminal is detective and pawn != "Jack"
                    await shows(terminal, what)
                    await shows(terminal, f"Your turn: {pawn}." if mine else f"Waiting for {pawn}.")
                    await asyncio.to_thread(terminal.drawn)
                    shown = terminal.coloured().replace(table, "TABLE")
                    seen.append(cells(re.sub(r"(watching: Eve) #\w{3}", r"\1 #eve", shown)))  # ids are random

            async def act(what, pawn, do, **action):
                await jack.until(lambda: do in jack.turns.get(table, {}).get("legal", {}), "Jack's turn")
                await jack.must("act", table=table, key=key(), action={"by": "jack", "do": do, **action})
                await look(what, pawn)

            async def all_three(what, then):
                """Accepts the default target for each of the detective's three pawns."""
                order = ["Yellow", "Blue", "Red"]
                for colour, pawn in zip(order, [*order[1:], then]):
                    await shows(detective, f"Your turn: {colour}.")
                    detective.keys("Enter")
                    await shows(detective, "Press Enter to confirm")
                    detective.keys("Enter")
                    await look(f"{colour} {what}", pawn)

            await jack.until(lambda: table in jack.turns, "the start")
            parts = jack.turns[table]["legal"]["discoveries"]
            start = parts[0][0]
            await act("chose his Discovery Locations", "Jack", "discoveries",
                      circles=[start, *[part[secret] for part in parts[1:]]])
            await act(f"Jack starts at {start}", "Yellow", "start", circle=start)
            await all_three("took his position", "Jack")
            await jack.until(lambda: "move" in jack.turns[table].get("legal", {}), "the move")
            to = jack.turns[table]["legal"]["move"][secret]
            await act("Jack moved (move 1)", "Yellow", "move", to=to)
            await all_three("stayed.", "Yellow")
            await shows(detective, "pick a circle to search")
            detective.type("s")
            await look(": nothing.", "Yellow")
        await jack.close()
    return seen, to


async def test_secrets_do_not_change_the_screens_of_detectives_and_spectators():
    (one, here), (other, there) = [await detective_and_spectator(secret) for secret in (0, 1)]
    assert here != there, "the games do not differ"
    equal(len(one), len(other), "screens")
    for left, right in zip(one, other):
        differ = [y for y, rows in enumerate(zip(left, right)) if rows[0] != rows[1]]
        equal([["".join(cell[0] for cell in screen[y]) for y in differ] for screen in (left, right)], [[], []],
              "rows that differ")
        equal(left, right, "the screens")


# ---- The terminal ----------------------------------------------------------------------------------


async def test_the_screen_adapts_to_its_size_and_reports_one_that_is_too_small():
    with Server() as server, opened(server, size=SMALL) as terminal:
        client, table = await jack_before_his_first_move(terminal, server)
        terminal.type("99")
        terminal.keys("Enter")
        await shows(terminal, "Move to 99.")
        terminal.resize(*LARGE)
        await asyncio.to_thread(terminal.wait_for, lambda _: len(terminal.screen()) > 50
                                and "Move to 99." in terminal.screen()[-2])
        await shows(terminal, "195")  # the other end of the board
        terminal.resize(50, 10)
        await shows(terminal, "This terminal is 50 columns by 10 lines. Gaslight needs at least 60 by 16.")
        terminal.keys("Enter")  # must not confirm what is not visible
        await asyncio.to_thread(terminal.swallowed)
        terminal.resize(60, 16)
        await shows(terminal, "Move to 99.")
        equal([event["did"] for _, event in client.events[table]].count("move"), 0, "moves")
        terminal.resize(*SMALL)
        await shows(terminal, "Move to 99.")
        await client.close()


def colours(picture):
    """Returns the colour codes of a captured screen."""
    codes = set()
    for sequence in re.findall(r"\x1b\[([0-9;]*)m", picture):
        codes.update(re.findall(r"[34]8;[25];[0-9;]+|\b(?:3|4|9|10)[0-7]\b", sequence))
    return codes


async def test_the_number_of_colours_depends_on_the_terminal():
    record = os.path.join(ROOT, "tests", "records", "whitechapel-plain.json")
    seen = {}
    for name, how in {"256": {}, "few": {"term": "screen"}, "none": {"env": {"NO_COLOR": "1"}}}.items():
        with Terminal([GASLIGHT, "replay", record], **how) as terminal:
            await shows(terminal, "Step 0")
            terminal.type("40")
            terminal.keys("Enter")
            await shows(terminal, "Step 40 of")
            seen[name] = (await asyncio.to_thread(terminal.settled))
    assert any(code.startswith(("38;5", "48;5")) for code in colours(seen["256"])), colours(seen["256"])
    assert colours(seen["few"]) and not any(";5;" in code for code in colours(seen["few"])), colours(seen["few"])
    equal(colours(seen["none"]), set(), "colours with NO_COLOR")
    plain = {name: re.sub(r"\x1b\[[0-9;]*m|\x0e|\x0f", "", picture) for name, picture in seen.items()}
    equal(plain["none"], plain["256"], "text without and with colours")


async def test_without_unicode_everything_is_ascii():
    record = os.path.join(ROOT, "tests", "records", "whitehall-plain.json")
    with Terminal([GASLIGHT, "replay", record], env={"LANG": "C", "LC_ALL": "C"}) as terminal:
        await shows(terminal, "Step 0")
        terminal.type("30")
        terminal.keys("Enter")
        text = await shows(terminal, "Step 30 of")
        assert text.isascii(), text
        terminal.type("q")
        equal(await asyncio.to_thread(terminal.ended), (0, True), "status, sane terminal")


async def test_the_terminal_is_restored_after_any_signal():
    with Server() as server:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGABRT, signal.SIGSEGV):
            with opened(server) as terminal:
                await shows(terminal, "My games")
                os.kill(terminal.program(), number)
                equal(await asyncio.to_thread(terminal.ended), (128 + number, True), f"after {number!r}")


async def test_control_z_restores_the_terminal_and_fg_resumes():
    record = os.path.join(ROOT, "tests", "records", "whitehall-plain.json")
    with Terminal(["bash", "--norc", "--noprofile", "-i"], env={"PS1": "shell> "}) as terminal:
        await shows(terminal, "shell>")
        terminal.type(f"{GASLIGHT} replay {record}\n")
        await shows(terminal, "Step 0 of")
        terminal.keys("C-z")
        await shows(terminal, "Stopped")
        terminal.type("fg\n")
        await shows(terminal, "Step 0 of")
        terminal.keys("Right")
        await shows(terminal, "Step 1 of")
        terminal.type("q")
        await shows(terminal, "shell>")


async def test_failing_to_start_prints_one_sentence():
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound but not listening, so connections are refused
        for line in ([GASLIGHT, "play", f"ws://127.0.0.1:{nobody.getsockname()[1]}", "--name", "Mo"],
                     [GASLIGHT, "replay", "/nonexistent.json"]):
            with Terminal(line) as terminal:
                status, sane = await asyncio.to_thread(terminal.ended)
                text = terminal.text()
                assert status == 1 and sane and text.split("\n")[0].endswith((".", "?")), (status, sane, text)
    with Server() as server:
        with Terminal([GASLIGHT, "watch", url(server), "aaaaaaaaaa", "--name", "Mo"]) as terminal:
            status, sane = await asyncio.to_thread(terminal.ended)
            assert status == 1 and sane and "There is no such table" in terminal.text(), terminal.text()


# ---- Bad networks ----------------------------------------------------------------------------------


async def test_a_lost_connection_is_shown_and_pending_requests_are_sent_once():
    with reserved_port() as port, Server(listen=f"127.0.0.1:{port}") as server, opened(server) as terminal:
        client, table = await jack_before_his_first_move(terminal, server)
        terminal.type("tCatch me")
        await shows(terminal, "To the table: Catch me")
        server.stop()
        await shows(terminal, re.compile(r"Retrying in \d+ s"))
        await shows(terminal, "To the table: Catch me")  # the unfinished line is still there
        terminal.keys("Enter")
        await shows(terminal, "Not connected: your command will be sent when the connection is back.")
        terminal.type("99")
        terminal.keys("Enter")
        await shows(terminal, "Move to 99.")
        terminal.keys("Enter")
        await shows(terminal, "Your action is queued. It is sent when the connection is back.")
        server.start()
        await shows(terminal, "J 84 99")
        await shows(terminal, "Mo: Catch me")
        await shows(terminal, "Retrying in", gone=True)
        again = await Client.connect(server, token=client.token)
        ok = await again.watch(table, since=0)
        equal([event["event"]["did"] for event in ok["events"]].count("move"), 1, "moves")
        equal([line["text"] for line in ok["chat"]], ["Catch me"], "chat")
        await again.close()


# ---- Replay ----------------------------------------------------------------------------------------


async def test_a_replay_has_a_review_with_its_moments():
    record = os.path.join(ROOT, "tests", "records", "whitechapel-plain.json")
    with Terminal([GASLIGHT, "replay", record, "--at", "0"], size=(120, 40)) as terminal:
        await shows(terminal, "Step 0 of 226")
        terminal.type("r")
        await shows(terminal, "Searches: 69. With a clue: 3.")
        await shows(terminal, re.compile(r"Possible circles, up to 161: [ ▂▄▆█]{20}"))
        await shows(terminal, "step 17, night 1: Closest approach: Brown was 1 crossing short of Jack on 156.")
        terminal.keys("Escape")
        await shows(terminal, "Searches: 69.", gone=True)
        terminal.type("]")
        await shows(terminal, "Step 17 of 226")
        await shows(terminal, "Closest approach: Brown was 1 crossing short of Jack on 156.")
        terminal.type("]")
        await shows(terminal, "Step 40 of 226")
        terminal.type("[[")
        await shows(terminal, "There is no other decisive moment in this direction.")
        await shows(terminal, "Step 17 of 226")
        terminal.type(":review")
        terminal.keys("Enter")
        await shows(terminal, "Searches: 69. With a clue: 3.")


async def test_a_replay_can_step_play_jump_and_change_the_viewer():
    record = os.path.join(ROOT, "tests", "records", "whitechapel-plain.json")
    with Terminal([GASLIGHT, "replay", record, "--at", "40"]) as terminal:
        await shows(terminal, "Step 40 of 226, everything revealed.")
        await shows(terminal, "⌂ Hideout 100")
        terminal.keys("Right")
        await shows(terminal, "Step 41 of")
        terminal.keys("Left", "Left")
        await shows(terminal, "Step 39 of")
        terminal.type("vv")
        text = await shows(terminal, "as the police saw it.")
        assert "Hideout" not in text and "⌂" not in text, text
        terminal.type("v")
        await shows(terminal, "as spectators saw it.")
        terminal.type("v")
        await shows(terminal, "everything revealed.")
        terminal.type("n")
        await shows(terminal, "Night 2")
        terminal.type("N")
        await shows(terminal, "Night 1")
        terminal.type("M3")
        terminal.keys("Enter")
        await shows(terminal, "Move 3 of 15")
        terminal.type("M14")
        terminal.keys("Enter")
        await shows(terminal, "Jack made no move 14 this night or round.")
        terminal.type("1000")
        terminal.keys("Enter")
        await shows(terminal, "Enter a step from 0 to 226.")
        terminal.keys("Home")
        await shows(terminal, "Step 0 of")
        terminal.type("> ")
        await shows(terminal, re.compile(r"Step [1-9]\d* of 226.*Playing"))
        terminal.type("<")
        await shows(terminal, "One step every 1.0 seconds.")
        terminal.type(" ")
        await shows(terminal, "Playing", gone=True)
        terminal.type("s")
        await shows(terminal, "Jack's sheet")
        terminal.keys("Escape", "End")
        await shows(terminal, "Jack wins: he got home")
        for line, step in ((":40", 40), (":night 2", 67), (":goto 3", 3)):
            terminal.type(line)
            terminal.keys("Enter")
            await shows(terminal, f"Step {step} of 226")
        terminal.type(":nonsense")
        terminal.keys("Enter")
        await shows(terminal, "Unknown command. :help lists the commands of a replay.")
        terminal.type("m")
        await shows(terminal, "Map symbols ─")
        terminal.keys("Escape")
        copy = os.path.join(terminal.directory.name, "copy.json")
        terminal.type("w" + copy)
        terminal.keys("Enter")
        await shows(terminal, "Saved the record to")
        assert os.path.exists(copy)
        terminal.type("q")
        equal(await asyncio.to_thread(terminal.ended), (0, True), "status, sane terminal")


async def test_finished_games_can_be_replayed_from_the_lobby():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2)
        await play_on(clients, table, chooser=homing("whitehall", []))
        with opened(server) as terminal:
            await shows(terminal, re.compile(r"Finished games\s+│.*\n\s+Whitehall\s+\w+ won"))
            terminal.keys("Enter")
            await shows(terminal, "Step 0 of")
            terminal.keys("End")
            await shows(terminal, re.compile(r"Jack wins|The police win"))
            terminal.type("q")
            await shows(terminal, "My games")
        await asyncio.gather(*[client.close() for client in clients])
