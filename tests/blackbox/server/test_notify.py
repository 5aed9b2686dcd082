"""Notifications by webhook and e-mail, against real receivers. Web Push is in tests/e2e/push.test.mjs, which has a
library that decrypts it.

Every frame is validated against schema/wire/.
"""
import random
import re
import sqlite3
import threading
import urllib.request

import pytest
from gaslight_server import *
from receivers import Mailbox, Receiver
from time_travel import TravellingServer, utc

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")

URL = "https://gaslight.example"
ON = {"public_url": URL, "notify_private": True, "notify_retry_seconds": 1, "codes_per_minute": 100000}
FORMATS = ["json", "discord", "slack", "matrix", "ntfy"]


async def game(server, options=(), **create):
    """A game of Whitehall of two; Jack's turn is first. Returns (jack, police, table)."""
    (jack, police), table = await started(server, "whitehall", options, players=2, **create)
    return jack, police, table


async def subscribe(client, hook, path="/hook", format="json", welcome=True):
    ok = await client.must("subscribe", kind="webhook", address=hook.url(path), format=format)
    if welcome:
        await hook.wait(len(hook.got) or 1)
        await hook.wait()
    return ok["channels"][-1]["channel"]


async def jack_acts(jack, table):
    """Jack's setup; the police are next."""
    while "jack" in jack.turns[table]["pawns"]:
        before = jack.turns[table]["seq"]
        await jack.must("act", table=table, key=key(), action=choose(jack.turns[table]["legal"], ["jack"]))
        await jack.until(lambda: jack.turns[table]["seq"] > before, "the next turn")


def rows(server, table):
    """Counts the rows of a table of a server that has stopped."""
    with sqlite3.connect(os.path.join(server.data, "gaslight.db")) as database:
        return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def metric(server, name):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=PATIENCE) as page:
        return int(re.search(rf"(?m)^{name} (\d+)$", page.read().decode()).group(1))


async def all_done(server, count):
    """Waits until so many notifications have been accepted, or refused for good, since the server was started. What a server
    that stops has not sent yet, the next start sends."""
    def is_done():
        return sum(metric(server, f"gaslight_notifications_{how}_total") for how in ("sent", "dropped")) >= count
    await asyncio.to_thread(wait_for, is_done, f"the end of {count} notifications")


# ---- Nothing without the option ----------------------------------------------------------------


async def test_without_public_url_there_are_no_notifications():
    with Server() as server, Receiver() as hook:
        jack, police, table = await game(server)
        ok = await jack.must("notify")
        equal((ok["offers"], ok["channels"], "key" in ok), ([], [], False))
        await jack.refused("no_notifications", "subscribe", kind="webhook", address=hook.url())
        await jack.refused("no_notifications", "notify", events=["turn"])
        await police.close()
        await jack_acts(jack, table)
        await jack.close()
        server.stop()
        equal((hook.got, rows(server, "secrets"), rows(server, "noticed")), ([], 0, 0))


# ---- Webhooks ----------------------------------------------------------------------------------


async def test_a_webhook_is_sent_its_format():
    with Server(**ON) as server, Receiver() as hook:
        jack, police, table = await game(server)
        for format in FORMATS:
            await police.must("subscribe", kind="webhook", address=hook.url("/" + format), format=format)
        await hook.wait(len(FORMATS))
        await police.close()
        await jack_acts(jack, table)
        await hook.wait(2 * len(FORMATS))
        got = {one.path[1:]: one for one in hook.got[len(FORMATS):]}
        link = f"{URL}/table/{table}"
        text = "It's your turn in Whitehall Mystery."
        body = got["json"].json()
        assert body.pop("id")
        equal(body, {"event": "turn", "table": table, "game": "whitehall", "text": text, "url": link})
        equal((got["ntfy"].body.decode(), got["ntfy"].headers["Click"]), (text, link))
        equal(got["discord"].json(), {"content": f"{text} {link}", "allowed_mentions": {"parse": []}})
        equal(got["slack"].json(), {"text": f"{text} {link}"})
        equal(got["matrix"].json(), {"text": f"{text} {link}"})
        await jack.close()


async def test_one_notification_per_table_until_the_player_looks():
    with Server(**ON) as server, Receiver() as hook:
        jack, police, table = await game(server)
        await subscribe(police, hook)
        token = police.token
        await police.close()
        await jack_acts(jack, table)
        await hook.wait(2)
        await jack.must("chat", table=table, key=key(), to="table", text="Your turn!")
        police = await Client.connect(server, token=token)
        await police.watch(table)
        await police.close()
        await jack.must("chat", table=table, key=key(), to="table", text="Hello?")
        got = await hook.wait(3)
        equal(got.json()["event"], "chat")
        await jack.close()
        await all_done(server, 3)
        server.stop()
        equal([one.json()["event"] for one in hook.got], ["test", "turn", "chat"])


async def test_nobody_is_notified_who_looks_but_somebody_whose_page_is_hidden():
    with Server(**ON) as server, Receiver() as hook:
        jack, police, table = await game(server)
        await subscribe(police, hook)
        await jack.must("chat", table=table, key=key(), to="table", text="one")
        await police.must("look", table=table, away=True)
        await jack.must("chat", table=table, key=key(), to="table", text="two")
        await hook.wait(2)
        await police.must("look", table=table, away=False)
        await jack.must("chat", table=table, key=key(), to="table", text="three")
        await leave_all([jack, police])
        await all_done(server, 2)
        server.stop()
        equal((len(hook.got), rows(server, "outbox")), (2, 0))


async def test_every_event_is_notified_once():
    with Server(**ON) as server, Receiver() as hook:
        ann, bob = await people(server, "Ann", "Bob")
        await subscribe(ann, hook)
        table = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
        await bob.must("join", table=table, pawns=["jack"])
        equal((await hook.wait(2)).json()["event"], "joined")
        await ann.watch(table)
        await ann.must("pawns", table=table, pawns=POLICE["whitehall"])
        await ann.must("start", table=table)
        await ann.must("unwatch", table=table)
        await bob.watch(table)
        await bob.must("resign", table=table, key=key())
        equal((await hook.wait(3)).json()["event"], "over")
        await ann.watch(table)
        await ann.must("unwatch", table=table)
        await bob.must("rematch", table=table)
        got = (await hook.wait(4)).json()
        equal(got["event"], "rematch")
        assert got["table"] != table
        await leave_all([ann, bob])


async def test_events_language_and_quiet_hours_are_chosen():
    with Server(**ON) as server, Receiver() as hook:
        jack, police, table = await game(server)
        await subscribe(police, hook)
        ok = await police.must("notify", events=["turn"], language="it")
        equal((ok["events"], ok["language"]), (["turn"], "it"))
        token = police.token
        await police.close()
        await jack.must("chat", table=table, key=key(), to="table", text="not wanted")
        await jack_acts(jack, table)
        equal((await hook.wait(2)).json()["text"], "È il tuo turno in Whitehall Mystery.")
        police = await Client.connect(server, token=token)
        await police.watch(table)
        now = int(time.time() // 60)
        quiet = {"from": (now - 60) % 1440, "until": (now + 600) % 1440, "zone": 0}
        equal((await police.must("notify", quiet=quiet, events=["chat"]))["quiet"], quiet)
        await police.close()
        await jack.must("chat", table=table, key=key(), to="table", text="at night")
        await jack.close()
        await all_done(server, 2)
        server.stop()
        equal((len(hook.got), rows(server, "outbox")), (2, 1))  # it waits


FAR = "Pacific/Kiritimati"  # 14 hours ahead of UTC, all year


async def test_quiet_hours_are_in_a_time_zone():
    with Server(**ON) as server, Receiver() as hook:
        jack, police, table = await game(server)
        await subscribe(police, hook)
        await police.must("look", table=table, away=True)
        now = int(time.time() // 60)
        there = {"from": (now + 14 * 60 - 60) % 1440, "until": (now + 14 * 60 + 300) % 1440}
        ok = await police.must("notify", quiet={**there, "zone": 0, "time_zone": FAR})
        equal(ok["quiet"], {**there, "zone": 14 * 60, "time_zone": FAR})
        equal((await police.must("notify", quiet={**there, "time_zone": FAR}))["quiet"], ok["quiet"])
        await jack.must("chat", table=table, key=key(), to="table", text="It is night there")
        await police.must("look", table=table, away=False)  # so it is dropped
        await police.must("look", table=table, away=True)
        unknown = {"from": there["from"], "until": there["until"], "zone": 60}
        equal((await police.must("notify", quiet={**unknown, "time_zone": "Europe/Atlantis"}))["quiet"], unknown)
        away = {**there, "zone": 0, "time_zone": "UTC"}
        equal((await police.must("notify", quiet=away))["quiet"], away)
        await jack.must("chat", table=table, key=key(), to="table", text="And day in London")
        await hook.wait(2)
        await leave_all([jack, police])
        server.stop()
        equal((len(hook.got), rows(server, "outbox")), (2, 0))


async def test_quiet_hours_follow_daylight_saving_time(tmp_path):
    """Clocks in Rome go back during the night, so that 08:00 is an hour later in UTC than on the day before."""
    quiet = {"from": 22 * 60, "until": 8 * 60, "zone": 120, "time_zone": "Europe/Rome"}
    with TravellingServer(tmp_path, utc("2026-10-24 20:30"), **ON) as server, Receiver() as hook, Receiver() as other:
        (jack, ann, bob), table = await started(server, "whitehall", players=3)
        await subscribe(ann, hook)
        await subscribe(bob, other)
        equal((await ann.must("notify", quiet=quiet))["quiet"], quiet)
        await ann.close()
        await bob.must("look", table=table, away=True)
        for count, (moment, expected) in enumerate([("2026-10-24 20:30", 1), ("2026-10-25 06:30", 1), ("2026-10-25 07:01", 2)], 2):
            server.travel(utc(moment))
            await jack.must("chat", table=table, key=key(), to="table", text="Hello")
            await other.wait(count)
            await hook.wait(expected)
            equal(len(hook.got), expected, moment)
            await bob.must("look", table=table, away=False)
            await bob.must("look", table=table, away=True)
        await leave_all([jack, bob])


BAD_CHOICES = [{"events": ["tea"]}, {"events": [1]}, {"quiet": {"from": 1440, "until": 0, "zone": 0}},
               {"quiet": {"from": -1, "until": 0, "zone": 0}}, {"quiet": {"from": 0, "until": 0, "zone": 900}},
               {"quiet": {"from": 0, "until": 0}}, {"quiet": {"from": 0, "until": 0, "time_zone": "Europe/Atlantis"}},
               {"quiet": {"from": 0, "until": 0, "time_zone": "../passwd"}},
               {"quiet": {"from": 0, "until": 0, "zone": 0, "time_zone": "../passwd"}},
               {"quiet": {"from": 0, "until": 0, "zone": 0, "time_zone": 1}},
               {"quiet": {"from": 0, "until": 0, "zone": "UTC"}}, {"quiet": {"from": 0, "until": 0, "zone": 0, "x": 0}},
               {"quiet": {"from": 1.5, "until": 0, "zone": 0}}]


async def test_choices_that_make_no_sense_change_nothing():
    with Server(**ON) as server:
        ann = await Client.connect(server, name="Ann")
        ann.examine = lambda *ignored: None  # these do not fit the schemas
        before = await ann.must("notify", events=["over"])
        for choices in BAD_CHOICES:
            await ann.refused("bad_choices", "notify", **choices)
        await ann.refused("unknown_word", "notify", language="fr")
        await ann.refused("unknown_word", "subscribe", kind="pigeon", address="https://a.example/")
        await ann.refused("unknown_word", "subscribe", kind="webhook", address="https://a.example/", format="xml")
        equal(await ann.must("notify"), before)
        await ann.close()


# ---- Clocks that run low -----------------------------------------------------------------------


DAY = 24 * 60 * 60


async def test_a_low_clock_warns_a_player_who_has_not_looked(tmp_path):
    with TravellingServer(tmp_path, utc("2026-01-15 10:00"), **ON) as server, Receiver() as hook:
        jack, police, table = await game(server, clock=DAY)
        await subscribe(police, hook)
        token = police.token
        await police.close()
        await jack_acts(jack, table)
        equal((await hook.wait(2)).json()["event"], "turn")
        server.travel(utc("2026-01-16 09:30"))
        equal((await hook.wait(3)).json()["text"], "Your time is running low in Whitehall Mystery.")
        await jack.must("chat", table=table, key=key(), to="table", text="Wake up!")
        police = await Client.connect(server, token=token)
        await police.watch(table)
        await police.close()
        await jack.must("chat", table=table, key=key(), to="table", text="Hello?")
        await hook.wait(4)
        await jack.close()
        server.stop()
        equal([one.json()["event"] for one in hook.got], ["test", "turn", "clock", "chat"])


async def test_police_chat_notifies_nobody():
    with Server(**ON) as server, Receiver() as hook:
        (jack, ann, bob), table = await started(server, "whitehall", players=3)
        await subscribe(ann, hook)
        await ann.close()
        await bob.must("chat", table=table, key=key(), to="police", text="He is at 7")
        await jack.must("chat", table=table, key=key(), to="table", text="Hello")
        await hook.wait(2)
        await leave_all([jack, bob])
        await all_done(server, 2)
        server.stop()
        equal([one.json()["event"] for one in hook.got], ["test", "chat"])
        with sqlite3.connect(os.path.join(server.data, "gaslight.db")) as database:
            equal(database.execute("SELECT sent FROM notify").fetchone()[0], 1)


async def test_so_many_notifications_an_hour():
    with Server(**{**ON, "notify_per_hour": 2}) as server, Receiver() as hook:
        ann, bob = await people(server, "Ann", "Bob")
        await subscribe(ann, hook)
        for _ in range(4):
            table = (await ann.must("create", key=key(), game="whitehall"))["table"]["id"]
            await bob.must("join", table=table)
        await leave_all([ann, bob])
        await all_done(server, 3)
        server.stop()
        equal((len(hook.got), rows(server, "outbox")), (3, 0))


# ---- Secrets -----------------------------------------------------------------------------------


async def play_pair(hideout, dice):
    """A game in which the police belong to somebody who has a webhook, and looks at the table only to act. Returns what
    the webhook was sent, without ids, and what was done."""
    with Server(**ON) as server, Receiver() as hook:
        (jack, police), table = await started(server, "whitechapel", players=2)
        await subscribe(police, hook)
        await police.must("unwatch", table=table)
        done, notices = [], 1  # the first was sent on subscribing
        while len(done) < 8:
            actors = jack.turns[table]["pawns"]
            client = jack if "jack" in actors else police
            turn = (await client.watch(table))["turn"]
            action = choose(turn["legal"], actors, dice)
            if action["do"] == "hideout":
                action["circle"] = hideout
            before = jack.turns[table]["seq"]
            await client.must("act", table=table, key=key(), action=action)
            await police.must("unwatch", table=table)
            await jack.until(lambda: jack.turns[table]["seq"] > before, "the next turn")
            done.append(action["do"])
            if client is jack and "jack" not in jack.turns[table]["pawns"]:
                notices += 1
                await hook.wait(notices)  # one that has not been sent is dropped when the player looks
        await leave_all([jack, police])
        await all_done(server, notices)
        server.stop()
        return [normal(one, table) for one in hook.got], done


def normal(got, table):
    """What was sent, with a fixed table and id, and how long it was."""
    body = got.json()
    body["id"] = "0" * len(body["id"])
    headers = {name: value for name, value in got.headers.items() if name != "Host"}
    return json.dumps(body).replace(table, "T" * len(table)), headers, len(got.body)


async def warn_pair(directory, hideout):
    """A game whose police ignore that it is their turn until their time runs low. Returns what they were sent."""
    with TravellingServer(directory, utc("2026-01-15 10:00"), frozen=True, **ON) as server, Receiver() as hook:
        (jack, police), table = await started(server, "whitechapel", players=2, clock=DAY)
        await subscribe(police, hook)
        await police.close()
        dice = random.Random(7)
        while "jack" in jack.turns[table]["pawns"]:
            action = choose(jack.turns[table]["legal"], ["jack"], dice)
            if action["do"] == "hideout":
                action["circle"] = hideout
            before = jack.turns[table]["seq"]
            await jack.must("act", table=table, key=key(), action=action)
            await jack.until(lambda: jack.turns[table]["seq"] > before, "the next turn")
        await hook.wait(2)
        server.travel(utc("2026-01-16 09:30"))
        await hook.wait(3)
        await jack.close()
        server.stop()
        return [normal(one, table) for one in hook.got]


async def test_warnings_of_games_that_differ_in_a_secret_are_the_same(tmp_path):
    one = await warn_pair(tmp_path, hideout=90)
    other = await warn_pair(tmp_path, hideout=111)
    assert '"clock"' in one[2][0], one
    assert one == other, f"warnings differ: {one} and {other}"


async def test_notifications_of_games_that_differ_in_a_secret_are_the_same():
    one, actions = await play_pair(hideout=90, dice=random.Random(7))
    other, same = await play_pair(hideout=111, dice=random.Random(7))
    equal(same, actions)
    assert len(one) > 1 and "hideout" in actions, (one, actions)
    assert one == other, f"notifications differ: {one} and {other}"


# ---- Receivers that fail -----------------------------------------------------------------------


async def test_a_receiver_that_fails_is_tried_again():
    with Server(**ON) as server, Receiver(200, 500, (429, {"Retry-After": "1"})) as hook:
        jack, police, table = await game(server)
        await subscribe(police, hook)
        await police.close()
        await jack_acts(jack, table)
        await hook.wait(4)
        await jack.close()
        await all_done(server, 2)
        server.stop()
        equal((len(hook.got), rows(server, "outbox")), (4, 0))
        assert len({one.body for one in hook.got[1:]}) == 1, "the same notification each time"


@pytest.mark.parametrize("answer", [307, 404])
async def test_a_redirect_or_refusal_is_final(answer):
    with Server(**ON) as server, Receiver() as elsewhere, \
            Receiver(200, (answer, {"Location": elsewhere.url()})) as hook:
        jack, police, table = await game(server)
        await subscribe(police, hook)
        await police.close()
        await jack_acts(jack, table)
        await hook.wait(2)
        await jack.close()
        await all_done(server, 2)
        server.stop()
        equal((len(hook.got), elsewhere.got, rows(server, "outbox"), rows(server, "channels")), (2, [], 0, 1))


async def test_a_receiver_that_stalls_delays_nobody_else():
    stall = threading.Event()
    with Server(**ON) as server, Receiver(200, stall) as slow, Receiver() as quick:
        jack, police, table = await game(server)
        await subscribe(police, slow)
        await subscribe(police, quick)
        await police.close()
        await jack_acts(jack, table)
        await slow.wait(2)
        await quick.wait(2)
        started_at = time.monotonic()
        await jack.must("ping")
        assert time.monotonic() - started_at < PATIENCE
        stall.set()
        await jack.close()
        await all_done(server, 4)
        server.stop()
        equal(rows(server, "outbox"), 0)


STALL_SECONDS = 20  # after which the server gives up
NAMES, TABLES, SLOTS_PER_PLAYER = 10, 4, 2


async def stall_with_many_names():
    """Ten names of a receiver that stalls are sent four notifications each, more than the server sends at a time. Returns
    false if the server may have given up one of them, so that nothing was shown."""
    stall = threading.Event()
    with Server(**ON) as server, Receiver(listen="0.0.0.0") as slow, Receiver() as quick:
        ann, bob, cleo = await people(server, "Ann", "Bob", "Cleo")
        for i in range(NAMES):
            await ann.must("subscribe", kind="webhook", address=slow.url(host=f"127.0.0.{i + 2}"))
        await slow.wait(NAMES)
        await subscribe(cleo, quick)
        slow.answers = [stall] * NAMES * TABLES
        started_at = time.monotonic()
        for host in [ann] * TABLES + [cleo]:
            table = (await host.must("create", key=key(), game="whitehall"))["table"]["id"]
            await bob.must("join", table=table)
        stalling = lambda: len(slow.got) - NAMES
        await asyncio.to_thread(wait_for, lambda: len(quick.got) > 1 or stalling() > SLOTS_PER_PLAYER, "Cleo's notification")
        if time.monotonic() - started_at > STALL_SECONDS / 2:
            return False
        assert stalling() <= SLOTS_PER_PLAYER, f"{stalling()} notifications to one player at a time"
        stall.set()
        await slow.wait(NAMES * (1 + TABLES))
        await leave_all([ann, bob, cleo])
        server.stop()
        equal((rows(server, "outbox"), len({(one.headers["Host"], one.json()["table"]) for one in slow.got})),
              (0, NAMES * (1 + TABLES)))
        return True


async def test_a_player_whose_receivers_stall_delays_nobody_else():
    await conclusive(stall_with_many_names)


async def test_a_kill_neither_loses_nor_repeats_a_notification():
    stall = threading.Event()
    with Server(**ON) as server, Receiver(200, stall) as hook:
        jack, police, table = await game(server)
        await subscribe(police, hook)
        await police.close()
        await jack_acts(jack, table)
        await hook.wait(2)  # it is not answered
        server.restart(signal.SIGKILL)
        stall.set()
        await hook.wait(3)
        await all_done(server, 1)
        server.restart(signal.SIGTERM)  # that is stored
        server.restart(signal.SIGKILL)
        server.stop()
        equal((len(hook.got), rows(server, "outbox")), (3, 0))
        equal(hook.got[1].body, hook.got[2].body)


# ---- Addresses ---------------------------------------------------------------------------------


PRIVATE = ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "127.1"]


async def test_private_addresses_are_not_connected_to():
    """Whatever the name is, the address that it leads to is checked. Only https is allowed then, so a TCP listener shows
    whether there was a connection."""
    with Server(public_url=URL, codes_per_minute=100000) as server, socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.setblocking(False)
        ann = await Client.connect(server, name="Ann")
        for count, host in enumerate(PRIVATE, 1):
            await ann.must("subscribe", kind="webhook", address=f"https://{host}:{listener.getsockname()[1]}/hook")
            await asyncio.to_thread(wait_for, lambda n=count: sum("parcel_failed" in line for line in server.log) == n,
                                    f"a refusal of {host}")
            assert "forbidden=yes" in [line for line in server.log if "parcel_failed" in line][-1], host
        with pytest.raises(BlockingIOError):
            listener.accept()
        await ann.close()
        server.stop()
        equal(rows(server, "outbox"), 0)


BAD_URLS = ["http://example.org/", "ftp://example.org/", "file:///etc/passwd", "https://",
                                     "https://a@b.example/", "https://b.example/#x", "https://b.example/\"",
                                     "https://b.example/ x", "https:///x", "gopher://x/", "x" * 2000]


async def test_other_urls_are_refused():
    with Server(public_url=URL, codes_per_minute=100000) as server:
        ann = await Client.connect(server, name="Ann")
        for address in BAD_URLS:
            await ann.refused("bad_address", "subscribe", kind="webhook", address=address)
        await ann.close()


async def test_channels_are_limited_and_removed():
    with Server(**ON) as server, Receiver() as hook:
        ann, bob = await people(server, "Ann", "Bob")
        for i in range(10):
            await ann.must("subscribe", kind="webhook", address=hook.url(f"/{i}"))
        await ann.refused("channels_full", "subscribe", kind="webhook", address=hook.url("/10"))
        channels = (await ann.must("subscribe", kind="webhook", address=hook.url("/3"), format="slack"))["channels"]
        equal(len(channels), 10)
        await bob.must("unsubscribe", channel=channels[0]["channel"])
        equal(len((await ann.must("notify"))["channels"]), 10)
        equal(len((await ann.must("unsubscribe", channel=channels[0]["channel"]))["channels"]), 9)
        await ann.refused("no_notifications", "subscribe", kind="mail", address="ann@example.org")
        await leave_all([ann, bob])


# ---- E-mail ------------------------------------------------------------------------------------


def mailing(mailbox):
    return {**ON, "smtp_url": mailbox.url(), "smtp_plain": True, "mail_from": "games@gaslight.example"}


def without(options, name):
    return {key: value for key, value in options.items() if key != name}


def code_in(message):
    return message.get_content().split("code is ")[1].split(".")[0]


async def test_an_e_mail_address_is_confirmed_used_and_unsubscribed_with_one_click():
    with Mailbox() as mailbox, Server(**mailing(mailbox)) as server:
        jack, police, table = await game(server)
        ok = await police.must("subscribe", kind="mail", address="ann@example.org")
        channel = ok["channels"][0]
        equal((channel["address"], channel["confirmed"]), ("ann@example.org", False))
        envelope, message = await mailbox.wait()
        equal((envelope.mail_from, envelope.rcpt_tos), ("games@gaslight.example", ["ann@example.org"]))
        await police.refused("bad_code", "confirm", channel=channel["channel"], code="AAAA-AAAA")
        await jack.refused("bad_code", "confirm", channel=channel["channel"], code=code_in(message))
        ok = await police.must("confirm", channel=channel["channel"], code=code_in(message))
        equal(ok["channels"][0]["confirmed"], True)
        await police.close()
        await jack_acts(jack, table)
        _, message = await mailbox.wait(2)
        assert "It's your turn in Whitehall Mystery." in message.get_content()
        assert f"{URL}/table/{table}" in message.get_content()
        equal(message["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click")
        link = message["List-Unsubscribe"].strip("<>")
        assert link.startswith(URL + "/unsubscribe/")
        equal((message["To"], message["From"]), ("ann@example.org", "Gaslight <games@gaslight.example>"))
        assert message["Date"] and channel["channel"] not in message["Message-ID"], message["Message-ID"]
        await asyncio.to_thread(post, server, link[len(URL):])
        await jack.close()
        server.stop()
        equal(rows(server, "channels"), 0)


def post(server, path, body=b"List-Unsubscribe=One-Click"):
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", body)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        equal(answer.status, 200)


async def test_an_unconfirmed_address_gets_nothing_but_few_codes():
    with Mailbox() as mailbox, Server(**mailing(mailbox)) as server:
        jack, police, table = await game(server)
        for _ in range(3):
            await police.must("subscribe", kind="mail", address="ann@example.org")
        await police.refused("too_many_requests", "subscribe", kind="mail", address="Ann@example.org")
        await police.refused("too_many_requests", "subscribe", kind="mail", address="ann+games@example.org")
        await police.close()
        await mailbox.wait(3)
        await jack_acts(jack, table)
        await jack.close()
        await all_done(server, 3)
        server.stop()
        equal((len(mailbox.got), rows(server, "outbox")), (3, 0))


async def test_the_limit_of_codes_survives_a_restart():
    with Mailbox() as mailbox, Server(**mailing(mailbox)) as server:
        for count in range(3):
            ann = await Client.connect(server, name="Ann")
            await ann.must("subscribe", kind="mail", address="ann@example.org")
            await mailbox.wait(count + 1)
            await ann.close()
            server.restart(signal.SIGKILL)
        ann = await Client.connect(server, name="Ann")
        await ann.refused("too_many_requests", "subscribe", kind="mail", address="ann@example.org")
        equal((await ann.must("notify"))["channels"], [])
        await ann.must("subscribe", kind="mail", address="bob@example.org")
        await mailbox.wait(4)
        await ann.close()
        server.stop()
        equal([envelope.rcpt_tos for envelope, _ in mailbox.got], [["ann@example.org"]] * 3 + [["bob@example.org"]])


BAD_MAIL = ["ann", "ann@example", "ann@example.org\r\nBcc: x@y.z", "a b@example.org", "@b.org",
                                     "ann@example.org>", "<ann@example.org>", "ann@exa mple.org", "ann@@example.org",
                                     "-oQ@example.org", "ann@example.org,bob@example.org", "a" * 65 + "@example.org"]


async def test_what_is_no_e_mail_address_is_refused():
    with Mailbox() as mailbox, Server(**mailing(mailbox)) as server:
        ann = await Client.connect(server, name="Ann")
        for address in BAD_MAIL:
            await ann.refused("bad_address", "subscribe", kind="mail", address=address)
        await ann.close()


@pytest.mark.verify
async def test_a_mail_server_that_is_busy_is_tried_again():
    with Mailbox() as mailbox, Server(**mailing(mailbox)) as server:
        mailbox.refuse = ["451 later", "421 later"]
        ann = await Client.connect(server, name="Ann")
        await ann.must("subscribe", kind="mail", address="ann@example.org")
        await mailbox.wait()
        equal(mailbox.refuse, [])
        await ann.close()


async def test_a_mail_server_without_encryption_gets_nothing_unless_allowed():
    with Mailbox() as mailbox, Server(**without(mailing(mailbox), "smtp_plain")) as server:
        ann = await Client.connect(server, name="Ann")
        await ann.must("subscribe", kind="mail", address="ann@example.org")
        await asyncio.to_thread(wait_for, lambda: any("parcel_failed" in line for line in server.log), "a failure")
        equal(mailbox.got, [])
        await ann.close()
