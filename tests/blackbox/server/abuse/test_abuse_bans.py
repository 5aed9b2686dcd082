"""What the operator can do about abuse: ban players and addresses, and close their tables."""
import http.client
import subprocess

import pytest
import websockets
from abuse import ABUSER, NEIGHBOUR, client_from
from gaslight_server import *

OTHER = "127.0.0.3"  # also the abuser's


async def admin(server, *words):
    """Returns the exit status, the output and the errors."""
    done = await asyncio.to_thread(subprocess.run, [GASLIGHTD, "admin", "--data", server.data, *words],
                                   capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout, done.stderr


async def done(server, *words):
    code, out, err = await admin(server, *words)
    equal((code, err), (0, ""), words)
    return out


async def refused_upgrade(server, address):
    with pytest.raises(websockets.exceptions.InvalidStatusCode) as refusal:
        await client_from(server, address)
    return refusal.value.status_code


async def cut_off(client):
    await asyncio.wait_for(client.task, PATIENCE)
    equal(client.closed, (1008, "banned"))


async def test_a_banned_address_is_disconnected_and_refused():
    with Server(loose=False) as server:
        mallory, other, ann = [await client_from(server, address, name=address)
                               for address in (ABUSER, OTHER, NEIGHBOUR)]
        out = await done(server, "ban", ABUSER)
        assert ABUSER in out and "disconnected  1" in out, out
        await cut_off(mallory)
        for client in (ann, other):
            await client.must("ping")
        for _ in range(2):  # also after a restart
            equal(await refused_upgrade(server, ABUSER), 403)
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE,
                                                    source_address=(ABUSER, 0))
            connection.request("POST", "/replay", b"{}")
            equal(connection.getresponse().status, 403)
            connection.close()
            connection.request("GET", "/ws")  # how a browser's page learns why it can't connect
            equal(connection.getresponse().status, 403)
            connection.close()
            assert ABUSER in await done(server, "list", "bans")
            bob = await client_from(server, NEIGHBOUR, token=ann.token)
            await bob.must("create", key=key(), game="whitehall")
            await bob.close()
            server.restart()
            ready = await client_from(server, NEIGHBOUR, name="Ready")
            await until_banned(server, ABUSER)
            await ready.close()
        assert any(" banned who=" + ABUSER in line for line in server.log), server.log
        await done(server, "unban", ABUSER)
        mallory = await client_from(server, ABUSER, token=mallory.token)
        equal(await done(server, "list", "bans"), "none\n")
        await done(server, "ban", "127.0.0.0/31")
        equal(await refused_upgrade(server, ABUSER), 403)
        await cut_off(mallory)
        await (await client_from(server, NEIGHBOUR, name="Ann")).close()
        assert "127.0.0.0/31" in await done(server, "list", "bans")


async def until_banned(server, address):
    """Bans are read while the server already listens; those who were faster are disconnected."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            client = await client_from(server, address)
        except websockets.exceptions.InvalidStatusCode:
            return
        await asyncio.wait_for(client.task, PATIENCE)
    raise AssertionError("the ban is not in effect")


async def test_a_banned_player_can_not_say_hello_anywhere():
    with Server() as server:
        mallory = await client_from(server, ABUSER, name="Mallory")
        device = await client_from(server, OTHER, token=mallory.token)
        ann = await client_from(server, ABUSER, name="Ann")
        code = (await mallory.must("code"))["code"]
        assert mallory.player in await done(server, "ban", mallory.player)
        for client in (mallory, device):
            await cut_off(client)
        for hello in ({"token": mallory.token}, {"code": code}):
            again = await client_from(server, NEIGHBOUR)
            equal(await again.refused("banned", "hello", **hello), "You can't use this server any more.")
            await cut_off(again)
        await ann.must("ping")
        await done(server, "unban", mallory.player)
        await (await client_from(server, ABUSER, token=mallory.token)).close()
        await ann.close()


async def test_the_operator_closes_what_an_abuser_has_opened():
    with Server() as server:
        mallory, other = [await client_from(server, ABUSER, name=name) for name in ("Mallory", "Mal")]
        ann = await client_from(server, NEIGHBOUR, name="Ann")
        create = lambda client: client.must("create", key=key(), game="whitehall")
        for client in (mallory, other, other, ann):
            await create(client)
        running = (await create(mallory))["table"]["id"]
        await mallory.must("bot", table=running, pawns=["jack"], level="easy")
        await mallory.must("pawns", table=running, pawns=["yellow", "blue", "red"])
        await mallory.must("start", table=running)
        equal((await done(server, "close", "--all-open", "--by", other.player)).split(), ["closed", "2"])
        equal((await done(server, "close", "--all-open", "--by", other.player)).split(), ["closed", "0"])
        await create(other)
        await other.close()
        equal((await done(server, "close", "--all-open", "--by", ABUSER + "/32")).split(), ["closed", "2"])
        equal([(row["table"]["id"], row["table"]["state"]) for row in (await mallory.must("mine"))["tables"]],
              [(running, "running")])
        equal(len((await ann.must("mine"))["tables"]), 1)
        await create(mallory)
        server.restart()  # where a table was created is not stored
        mallory = await client_from(server, ABUSER, token=mallory.token)
        equal((await done(server, "close", "--all-open", "--by", ABUSER)).split(), ["closed", "1"])
        await mallory.close()


async def test_wrong_subjects_are_refused_with_one_line():
    with Server() as server:
        ann, = await people(server, "Ann")
        for command in (("ban",), ("unban",), ("close", "--all-open", "--by")):
            for subject in ("x", "1.2.3", "1.2.3.4/33", "0.0.0.0/0", "::/0", "1.2.3.4/7", "999.1.1.1", "a:b", "Ann"):
                code, out, err = await admin(server, *command, subject)
                assert (code, out, err.count("\n")) == (1, "", 1) and "neither" in err, (command, subject, out, err)
        for words, sentence in ((("ban", "nosuchplayer"), "There is no such player."),
                                (("unban", ann.player), "There is no such ban."),
                                (("unban", "192.0.2.1"), "There is no such ban.")):
            equal(await admin(server, *words), (1, "", f"gaslightd: {sentence}\n"))
        for words in (("ban",), ("ban", "--all"), ("close", "--all-open"), ("close", "--all-open", "--by"),
                      ("close", "--all-open", ann.player), ("list", "bans", "x")):
            code, out, err = await admin(server, *words)
            assert (code, out, err.count("\n")) == (2, "", 1), (words, code, out, err)
        await ann.must("ping")
        await ann.close()
