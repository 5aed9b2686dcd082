"""Commentators in plain mode: consent before the start, and watching with the host's code."""
import re

from gaslight_server import Client, Server, choose, equal, key, leave_all
from line_client import LineClient, run_client


async def test_players_agree_and_a_commentator_sees_everything():
    with Server() as server:
        where = f"localhost:{server.port}"
        host = await Client.connect(server, name="Jill")
        made = (await host.must("create", key=key(), game="whitehall", commentary=True))["table"]
        table, code = made["id"], made["commentary"]["invite"]
        await host.must("pawns", table=table, pawns=["jack"])
        await host.must("consent", table=table, agree=True)
        await host.watch(table)
        with LineClient([f"http://{where}/invite/{made['invite']}", "--name", "Ann"]) as ann:
            ann.until("You joined this table.")
            ann.do("pawns yellow red blue")
            equal(ann.do("consent no"), "You do not agree to commentators.")
            await host.must("consent", table=table, agree=True)  # void since Ann sat down
            await host.refused("no_consent", "start", table=table)
            equal(ann.do("consent"), "You agree to commentators.")
            await host.must("start", table=table)
            legal = (await host.watch(table))["turn"]["legal"]
            action = choose(legal, ["jack"])
            await host.must("act", table=table, key=key(), action=action)
            with LineClient([where, table, "--name", "Cleo", "--commentary", code], verb="watch") as cleo:
                cleo.until("turn: ")
                ann.until("Commentators, who see everything: Cleo.")
                good, _, shown = cleo.ask("state")
                assert good and all(re.search(rf"\b{circle}\b", " ".join(shown)) for circle in action["circles"]), shown
                cleo.do("commentary He starts soon.")
                cleo.until("chat commentary Cleo: He starts soon.")
                ann.do("say Ready")
                ann.until("chat table Ann: Ready")
                assert not any("He starts soon" in line for line in ann.said), ann.said
        status, said, error = run_client("watch", where, table, "--name", "Dan", "--commentary", "wrongwrongwr", "--plain")
        assert "That code is wrong" in said + error, (status, said, error)
        await leave_all([host])


async def test_the_host_allows_commentators_and_their_link_works_here():
    with Server() as server, LineClient([f"localhost:{server.port}", "--name", "Ann"]) as ann:
        ann.do("create whitehall")
        equal(ann.ask("consent")[:2], (False, "This table has no commentators."))
        equal(ann.ask("settings commentary=perhaps")[:2], (False, "Commentary is on or off."))
        equal(ann.do("settings commentary=on"), "The settings have changed.")
        equal(ann.do("consent"), "You agree to commentators.")
        ann.do("settings commentary=off")
        equal(ann.ask("consent")[:2], (False, "This table has no commentators."))
        jill = await Client.connect(server, name="Jill")
        made = (await jill.must("create", key=key(), game="whitehall", commentary=True))["table"]
        link = f"http://localhost:{server.port}/table/{made['id']}#commentary="
        with LineClient([link + made["commentary"]["invite"], "--name", "Cleo"], verb="watch") as cleo:
            cleo.until("Commentators, who see everything: Cleo.")
        with LineClient([f"localhost:{server.port}", "--name", "Eve"], verb="watch") as eve:
            equal(eve.do(f"watch {link}{made['commentary']['invite']}"), "You are watching this table.")
            eve.until("Eve.")  # "Commentators, who see everything: Cleo, Eve."
        status, said, error = run_client("watch", link + "wrongwrongwr", "--name", "Dan", "--plain")
        assert "That code is wrong" in said + error, (status, said, error)
        await leave_all([jill])
