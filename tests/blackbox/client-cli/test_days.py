"""Games over days in the terminal client: pauses, players who are away, the time left, and what is told on return."""
import asyncio
import re
import time

from gaslight_server import *
from line_client import LineClient


def plain(server, name, home):
    return LineClient([f"localhost:{server.port}", "--name", name], home=home)


def legal(player, verb):
    """Returns what a player may do with a verb, as soon as there is something: their client may be behind."""
    found = []

    def has_some():
        found[:] = [line for line in player.ask("legal")[2] if line.startswith(verb)]
        return found != []
    wait_for(has_some, f"a turn to {verb}")
    return found


async def at_table(server, tmp_path, settings):
    """Ann (in the terminal) hosts and plays the police; Jack is a client of the test. Returns both and the table."""
    ann = await asyncio.to_thread(plain, server, "Ann", str(tmp_path))
    await asyncio.to_thread(ann.do, f"create whitehall {settings}")
    _, _, shown = await asyncio.to_thread(ann.ask, "who")
    table = re.search(r"Table (\w+)", "\n".join(shown)).group(1)
    jack = await Client.connect(server, name="Bob")
    await jack.must("join", table=table, pawns=["jack"])
    jack.pawns = ["jack"]
    await jack.watch(table)
    await asyncio.to_thread(ann.do, "pawns police")
    return ann, jack, table, shown


async def test_pauses_and_absences_are_set_and_shown(tmp_path):
    with Server() as server:
        ann, jack, table, shown = await at_table(
            server, tmp_path, "clock=172800 night=23:00-07:00@Europe/Rome days-off=3")
        text = "\n".join(shown)
        assert "The clock is paused from 23:00 to 07:00 (Europe/Rome)." in text, text
        assert "Each player has 3 days off in this game; the clock stops while they are away." in text, text
        equal(jack.tables[table]["night"], {"from": "23:00", "to": "07:00", "zone": "Europe/Rome"})
        await asyncio.to_thread(ann.do, "settings night=22-6@UTC days-off=4")
        await jack.until(lambda: jack.tables[table]["night"] == {"from": "22:00", "to": "06:00", "zone": "UTC"}, "the night")
        equal(jack.tables[table]["days_off"], 4)
        await asyncio.to_thread(ann.do, "settings night=off")
        await jack.until(lambda: "night" not in jack.tables[table], "no night")
        for wrong in ("settings night=25:00-07:00", "settings night=23:00", "settings night=23-", "settings night=23:-7", "settings days-off=22", "settings night="):
            good, _, _ = await asyncio.to_thread(ann.ask, wrong)
            assert not good, wrong
        await asyncio.to_thread(ann.do, "start")
        await jack.must("away", table=table, until=int(time.time()) + 2 * 86400)
        line = await asyncio.to_thread(ann.until, "Bob is away until")
        assert re.search(r"away until \d{4}-\d\d-\d\d \d\d:\d\d\.$", line), line
        _, _, shown = await asyncio.to_thread(ann.ask, "who")
        assert any("away until" in one and "the clock is paused until" in one for one in shown), shown
        _, _, shown = await asyncio.to_thread(ann.ask, "clock")
        assert any("left. The clock is paused until" in one and "Time runs out:" in one for one in shown), shown
        _, _, shown = await asyncio.to_thread(ann.ask, "mine")
        assert any(re.search(r"Time left: (2 days|1 day .*)\. The clock is paused until", one) for one in shown), shown
        answer = await asyncio.to_thread(ann.do, "away 2")
        assert answer.startswith("The others see that you are away until"), answer
        await jack.until(lambda: "away" in jack.seat_of(table, jack.tables[table]["host"]), "Ann is away")
        equal(await asyncio.to_thread(ann.do, "away back"), "The others see that you are back.")
        for wrong in ("away", "away soon", "away 0", "away 99"):
            good, _, _ = await asyncio.to_thread(ann.ask, wrong)
            assert not good, wrong
        await jack.close()
        ann.close()


async def test_a_player_who_returns_is_told_what_happened(tmp_path):
    with Server() as server:
        ann, jack, table, _ = await at_table(server, tmp_path, "clock=172800")
        await asyncio.to_thread(ann.do, "start")
        await jack.until(lambda: "legal" in jack.turns[table], "Jack's turn")
        while "legal" in jack.turns[table] and "move" not in jack.turns[table]["legal"]:
            await jack.must("act", table=table, key=key(), action=choose(jack.turns[table]["legal"], ["jack"]))
            await jack.settle()
        for _ in range(3):  # the three investigators are deployed
            await asyncio.to_thread(ann.do, (await asyncio.to_thread(legal, ann, "deploy"))[0].split(" or ")[0])
        await jack.until(lambda: "move" in jack.turns[table].get("legal", {}), "Jack moves")
        ann.close()
        move = {"by": "jack", "do": "move", "to": jack.turns[table]["legal"]["move"][0]}
        await jack.must("act", table=table, key=key(), action=move)
        ann = await asyncio.to_thread(plain, server, "Ann", str(tmp_path))
        ann.send(f"watch {table}")
        line = await asyncio.to_thread(ann.until, "Since your last action")
        assert line.endswith("Since your last action: Jack moved once; your turn."), line
        await jack.close()
        ann.close()
