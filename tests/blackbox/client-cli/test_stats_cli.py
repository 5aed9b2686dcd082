"""`gaslight stats`, and the command stats: the same numbers as the server's, in both languages."""
import asyncio
import json

from gaslight_server import *
from line_client import LineClient, run_client


async def printed(home, *words):
    """Runs `gaslight stats`. Returns its exit status and both outputs."""
    return await asyncio.to_thread(run_client, *words, home=home)


async def test_results_are_printed_in_words_and_as_json(tmp_path):
    home = str(tmp_path)
    with Server() as server:
        url = f"127.0.0.1:{server.port}"
        clients, table = await started(server, "whitehall", ["powers"], players=3)
        jack, ann, bob = clients
        equal(await printed(home, "stats", url), (0, "Server statistics\nNo games have been counted yet.\n", ""))
        await jack.must("resign", table=table, key=key())
        stats = None
        while stats is None:
            stats = (await jack.ask("stats", player=ann.player)).get("ok")
        status, out, err = await printed(home, "stats", url, ann.player, "--json")
        equal((status, json.loads(out), err), (0, stats, ""))
        status, out, err = await printed(home, "stats", url, ann.player)
        equal((status, err), (0, ""))
        row, = stats["standings"]
        equal(out, "Statistics of Ann\n"
              f"  Whitehall Mystery, Police: 1 game, 1 won (100%); rating {row['rating']}, give or take "
              f"{2 * row['deviation']}; winning streak 1 (best 1)\n\n"
              f"Fellow detectives\n  Bob ({bob.player}): 1 game, 1 won (100%)\n")
        status, out, err = await printed(home, "--language", "it", "stats", url)
        equal(out, "Statistiche del server\n\nWhitehall Mystery: Tra persone\n"
              "  Tutte le partite: 1 partita; vinte da Jack 0 (0%), dalla polizia 1 (100%)\n"
              "  Poteri: 1 partita; vinte da Jack 0 (0%), dalla polizia 1 (100%)\n")
        equal(await printed(home, "--language", "it", "stats", url, "222222222222"),
              (1, "", "gaslight: Non ci sono statistiche su questo giocatore.\n"))
        equal((await printed(home, "stats", url, "me", "there"))[0], 2)
        equal((await printed(home, "stats", "--games"))[0], 2)
        await leave_all(clients)


async def test_the_command_shows_them_while_playing():
    with Server() as server:
        clients, table = await started(server, "whitehall", players=2, private=True, counts=True)
        await clients[0].must("resign", table=table, key=key())
        await clients[0].until(lambda: table in clients[0].over, "the end")
        others, public = await started(server, "whitehall", ["powers"], players=2)
        await others[0].must("resign", table=public, key=key())
        for player in (clients[1].player, others[1].player):
            while "ok" not in await clients[0].ask("stats", player=player):
                pass

        def play():
            with LineClient([f"127.0.0.1:{server.port}", "--name", "Dora"]) as dora:
                dora.until("news: You are Dora")
                good, _, shown = dora.ask("create whitehall private counts=on")
                assert good, shown
                good, _, shown = dora.ask("who")
                assert any("This private game counts in statistics." in line for line in shown), shown
                good, _, shown = dora.ask("settings counts=off")
                assert good, shown
                good, _, shown = dora.ask("who")
                assert not any("counts in statistics" in line for line in shown), shown
                finished = [line for line in dora.ask("archive")[2] if "whitehall" in line]
                equal(len(finished), 1)
                equal(dora.ask("archive whitehall powers won=police")[2], finished)
                for other in ("whitechapel", "smoker", "won=jack", "me", f"{others[0].player} as=police"):
                    equal(dora.ask(f"archive {other}")[2], ["No finished games yet."], other)
                equal(dora.ask(f"archive {others[0].player} as=jack")[2], finished)
                good, answer, _ = dora.ask("archive as=jack")
                assert not good, answer
                good, _, shown = dora.ask("stats")
                assert good and "Server statistics" in shown, shown
                good, _, shown = dora.ask("stats me")
                assert good and "Statistics of Dora" in shown, shown
                good, answer, _ = dora.ask("stats 222222222222")
                assert not good and "There are no statistics" in answer, answer
                good, _, shown = dora.ask(f"stats {clients[1].player}")
                assert good and "Statistics of Ann" in shown, shown
        await asyncio.to_thread(play)
        await leave_all([*clients, *others])
