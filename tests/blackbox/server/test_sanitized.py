"""Whole games on a server built with ASan and UBSan: `make verify` runs them with BUILD set to that build. On a plain
server they pass, but show less."""
import signal

import pytest
from full_game import play_long_enough
from gaslight_server import Server, equal, key, leave_all, started

pytestmark = pytest.mark.verify


async def test_one_game_of_each_kind_has_no_findings():
    with Server() as server:
        for game in ["whitechapel", "whitehall"]:
            await play_long_enough(server, game)
        status = server.stop(signal.SIGTERM)
        words = [line for line in server.log if "Sanitizer" in line or "runtime error" in line]
        assert status == 0 and not words, f"status {status}\n" + "".join(server.log[-60:])
        equal(server.check()[0], 0, server.check()[1])


async def test_a_game_that_ends_with_requests_waiting_and_no_watchers_is_freed_once():
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
