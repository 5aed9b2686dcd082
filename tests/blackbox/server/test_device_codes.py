"""Moving a player to another device: `code` on one, `hello` with that code on the other.

Every frame is validated against schema/wire/.
"""
import os
import sqlite3

import pytest
from gaslight_server import *

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")

MANY = {"codes_per_minute": 100000}


async def administer(server, *words):
    done = await asyncio.to_thread(subprocess.run, [GASLIGHTD, "admin", "--data", server.data, *words],
                                   capture_output=True, text=True, timeout=PATIENCE, check=False)
    equal((done.returncode, done.stderr), (0, ""), words)


async def stranger_is_refused(server, error, **hello):
    """A client that has not said hello, and may try again on the same connection."""
    client = await Client.connect(server)
    await client.refused(error, "hello", **hello)
    await client.close()


async def test_a_code_gives_the_same_player_another_token():
    with Server(**MANY) as server:
        ann = await Client.connect(server, name="Ann")
        await ann.must("rename", name="Anna")
        drawn = await ann.must("code")
        equal(drawn["seconds"], 600)
        there = await Client.connect(server)
        ok = await there.hello(code=drawn["code"])
        equal((ok["player"], ok["name"]), (ann.player, "Anna"))
        assert ok["token"] != ann.token, "another token"
        await there.must("create", key=key(), game="whitehall")
        equal(await ann.must("mine"), await there.must("mine"))
        await leave_all([ann, there])
        for token in (ann.token, there.token):
            for how in (signal.SIGTERM, signal.SIGKILL):
                again = await Client.connect(server, token=token)
                equal((again.player, again.name), (ann.player, "Anna"))
                await again.close()
                server.restart(how)
        server.stop()
        equal(server.check()[0], 0, server.check()[1])


async def test_a_code_works_when_the_player_has_no_other_connection():
    """By then only the store knows the player."""
    with Server(**MANY) as server:
        ann = await Client.connect(server, name="Ann")
        code = (await ann.must("code"))["code"]
        await ann.close()
        there = await Client.connect(server, code=code)
        equal((there.player, there.name), (ann.player, "Ann"))
        await there.close()


async def test_a_code_works_once_however_it_is_typed():
    with Server(**MANY) as server:
        ann = await Client.connect(server, name="Ann")
        for type_ in (str, str.lower, lambda code: code.replace("-", ""), lambda code: " " + code.replace("-", " - "),
                      lambda code: "-".join(code.lower())):
            code = (await ann.must("code"))["code"]
            there = await Client.connect(server, code=type_(code))
            equal(there.player, ann.player)
            await there.close()
            await stranger_is_refused(server, "bad_code", code=code)
        await ann.close()


async def test_only_one_of_two_simultaneous_uses_of_a_code_succeeds():
    with Server(**MANY) as server:
        ann = await Client.connect(server, name="Ann")
        for _ in range(20):
            code = (await ann.must("code"))["code"]
            both = [await Client.connect(server) for _ in range(2)]
            replies = await asyncio.gather(*[client.ask("hello", code=code) for client in both])
            equal(sorted("ok" if "ok" in reply else reply["error"]["code"] for reply in replies), ["bad_code", "ok"])
            await leave_all(both)
        await ann.close()


async def test_a_new_code_replaces_the_previous_one():
    with Server(**MANY) as server:
        ann, bob = await people(server, "Ann", "Bob")
        first, bobs, second = [(await client.must("code"))["code"] for client in (ann, bob, ann)]
        await stranger_is_refused(server, "bad_code", code=first)
        for code, client in ((bobs, bob), (second, ann)):
            there = await Client.connect(server, code=code)
            equal(there.player, client.player)
            await there.close()
        await leave_all([ann, bob])


async def test_an_expired_or_unknown_code_is_refused():
    with Server(code_seconds=0, **MANY) as server:
        ann = await Client.connect(server, name="Ann")
        drawn = await ann.must("code")
        equal(drawn["seconds"], 0)
        await stranger_is_refused(server, "bad_code", code=drawn["code"])
        await ann.close()
    with Server(code_seconds=1, **MANY) as server:
        ann = await Client.connect(server, name="Ann")
        code = (await ann.must("code"))["code"]
        wait_for(lambda end=time.monotonic() + 1.2: time.monotonic() > end, "a second")
        await stranger_is_refused(server, "bad_code", code=code)
        await ann.close()
    with Server(**MANY) as server:
        ann = await Client.connect(server, name="Ann")
        code = (await ann.must("code"))["code"]
        for wrong in ("x", "-", "ABCD-EFG", "ABCD-EFGHJ", code[:-1], code + code[-1], "ÄÄÄÄ", "0000-0000",
                      ("2" if code[0] != "2" else "3") + code[1:]):
            await stranger_is_refused(server, "bad_code", code=wrong)
        await ann.refused("bad_request", "hello", code=code)  # a connection that has a player cannot change it
        there = await Client.connect(server, code=code)
        await leave_all([ann, there])


async def test_a_code_survives_a_restart():
    with Server(**MANY) as server:
        ann = await Client.connect(server, name="Ann")
        code = (await ann.must("code"))["code"]
        await ann.close()
        server.restart(signal.SIGKILL)
        there = await Client.connect(server, code=code)
        equal((there.player, there.name), (ann.player, "Ann"))
        await there.close()
        await stranger_is_refused(server, "bad_code", code=code)


async def test_guessing_is_limited_by_address():
    await conclusive(guessing_is_stopped)


async def guessing_is_stopped():
    """Returns false if it took so long that another try became available (one every 12 seconds)."""
    with Server(codes_per_minute=5) as server:
        ann = await Client.connect(server, name="Ann")
        code = (await ann.must("code"))["code"]
        guesser = await Client.connect(server)
        other = await Client.connect(server)  # from the same address; the right code is refused too
        begun, tried = time.monotonic(), []
        while "too_many_requests" not in tried:
            tried.append((await guesser.ask("hello", code="2345-6789"))["error"]["code"])
            assert len(tried) < 40, "guessing is not limited"
        equal(set(tried[:5]), {"bad_code"})
        reply = await other.ask("hello", code=code)
        if time.monotonic() - begun >= 60 / 5:
            await leave_all([ann, guesser, other])
            return False
        equal(reply.get("error", {}).get("code"), "too_many_requests")
        await other.hello(token=ann.token)  # nothing else is limited
        await leave_all([ann, guesser, other])
        return True


async def test_revoking_invalidates_every_token_and_the_code():
    with Server(**MANY) as server:
        ann, bob = await people(server, "Ann", "Bob")
        there = await Client.connect(server, code=(await ann.must("code"))["code"])
        code, bobs = (await ann.must("code"))["code"], (await bob.must("code"))["code"]
        await administer(server, "revoke", ann.player)
        for client in (ann, there):
            await asyncio.wait_for(client.task, PATIENCE)
            equal(client.closed[0], 1008)
            await stranger_is_refused(server, "bad_token", token=client.token)
        await stranger_is_refused(server, "bad_code", code=code)
        there = await Client.connect(server, code=bobs)
        equal(there.player, bob.player)
        await leave_all([bob, there])


async def test_a_removed_player_leaves_no_token_and_no_code():
    with Server(**MANY) as server:
        ann = await Client.connect(server, name="Ann")
        there = await Client.connect(server, code=(await ann.must("code"))["code"])
        code = (await there.must("code"))["code"]
        await administer(server, "remove", ann.player)
        await stranger_is_refused(server, "bad_code", code=code)
        for client in (ann, there):
            await asyncio.wait_for(client.task, PATIENCE)
            await stranger_is_refused(server, "bad_token", token=client.token)
        server.stop()
        equal(server.check()[0], 0, server.check()[1])
        database = sqlite3.connect(os.path.join(server.data, "gaslight.db"))
        for table in ("tokens", "codes"):
            equal(database.execute(f"SELECT count(*) FROM {table}").fetchone(), (0,))
        database.close()


async def test_codes_and_tokens_are_never_stored_in_plain_text():
    with Server(log_level="debug", **MANY) as server:
        ann = await Client.connect(server, name="Ann")
        codes, tokens = [], [ann.token]
        for _ in range(3):
            codes.append((await ann.must("code"))["code"])
            there = await Client.connect(server, code=codes[-1])
            tokens.append(there.token)
            await stranger_is_refused(server, "bad_code", code=codes[-1])
            await there.close()
        codes.append((await ann.must("code"))["code"])
        await ann.close()
        server.stop()
        kept = "".join(server.log + server.said).encode()
        for name in os.listdir(server.data):
            with open(os.path.join(server.data, name), "rb") as file:
                kept += file.read()
        assert b"token_made" in kept and len(codes) == 4 and len(tokens) == 4
        for secret in [*codes, *[code.replace("-", "") for code in codes], *tokens]:
            assert secret.encode() not in kept and secret.lower().encode() not in kept, "a secret was stored"
