"""Whole games that make an instrumented server show what is wrong with it: `make verify` runs them with BUILD at the
ASan and UBSan build. On a plain server they pass, but show less."""
import signal

import pytest
from full_game import play_long_enough
from gaslight_server import Server, equal, key, leave_all, started

pytestmark = pytest.mark.verify


async def test_one_game_of_each_kind_leaves_no_complaint():
    with Server() as server:
        for game in ["whitechapel", "whitehall"]:
            await play_long_enough(server, game)
        status = server.stop(signal.SIGTERM)
        words = [line for line in server.log if "Sanitizer" in line or "runtime error" in line]
        assert status == 0 and not words, f"status {status}\n" + "".join(server.log[-60:])
        equal(server.check()[0], 0, server.check()[1])


async def test_a_game_that_ends_while_others_wait_and_nobody_watches_is_let_go_once():
    with Server() as server:
        for _ in range(5):
            clients, table = await started(server, "whitehall", players=3)
            for client in clients:
                await client.must("unwatch", table=table)
            asked = [client.post("chat", table=table, key=key(), to="table", text="Wait") for client in clients]
            asked += [clients[0].post("resign", table=table, key=key())]
            asked += [client.post("undo", table=table, key=key()) for client in clients * 3]
            for reply in asked:
                await reply
            await leave_all(clients)
        status = server.stop(signal.SIGTERM)
        assert status == 0, f"status {status}\n" + "".join(server.log[-60:])
