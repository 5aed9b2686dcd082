"""Games over days: clocks that stand still at night and while a player is away, and that survive a restart.

Every frame is validated against schema/wire/.
"""
import random

import pytest
from gaslight_server import *
from time_travel import TravellingServer, utc

pytestmark = pytest.mark.usefixtures("frames_fit_the_schemas")
HOUR = 60 * 60 * 1000
DAY = 24 * 60 * 60
NIGHT = {"from": "22:00", "to": "06:00", "zone": "Europe/Rome"}  # 21:00 to 05:00 UTC in winter
SLACK = 10 * 60 * 1000  # that the test may take


@pytest.fixture(autouse=True)
def begun():
    close_to.begun = time.monotonic()


def close_to(got, expected, what=""):
    """Time may have passed since, and the game may have begun later than the test, but not more than that."""
    held_up = (time.monotonic() - close_to.begun) * 1000
    assert got is not None and expected - SLACK <= got <= expected + held_up + 2000, f"{what}: {got}, not about {expected}"


async def mine(client, table):
    return next(one for one in (await client.must("mine"))["tables"] if one["table"]["id"] == table)


# ---- Settings --------------------------------------------------------------------------------------


async def test_a_host_sets_the_night_and_the_days_off():
    with Server() as server:
        ann = await Client.connect(server, name="Ann")
        same = {"key": key(), "game": "whitehall", "clock": DAY, "night": NIGHT, "days_off": 5}
        table = (await ann.must("create", **same))["table"]
        equal((table["night"], table["days_off"]), (NIGHT, 5))
        equal((await ann.must("create", **same))["table"]["id"], table["id"], "repeated")
        for other in ({"days_off": 6}, {"night": {}}, {"night": {**NIGHT, "to": "06:01"}},
                      {"night": {**NIGHT, "zone": "Europe/Paris"}}):
            await ann.refused("key_reused", "create", **{**same, **other})
        table = table["id"]
        equal((await ann.must("settings", table=table, clock=3600))["table"]["night"], NIGHT, "stays as it is")
        changed = (await ann.must("settings", table=table, night={}, days_off=0))["table"]
        assert "night" not in changed and "days_off" not in changed, changed
        await ann.must("settings", table=table, night={"from": "00:00", "to": "16:00", "zone": "UTC"})
        Client.checker = None  # requests that are not valid
        for night in ({"from": "22:00", "to": "06:00"}, {**NIGHT, "zone": "Europe/Nowhere"}, {**NIGHT, "to": "22:00"},
                      {**NIGHT, "from": "24:00"}, {**NIGHT, "to": "14:01"}, {**NIGHT, "from": 22},
                      {**NIGHT, "more": 1}, {**NIGHT, "zone": "../../etc/passwd"}):
            await ann.refused("bad_request", "settings", table=table, night=night)
        for days in (-1, 22):
            await ann.refused("bad_request", "settings", table=table, days_off=days)
        await ann.refused("bad_request", "settings", table=table, night="22:00")
        await ann.close()


async def test_a_rematch_keeps_the_pauses_and_starts_with_all_days_off(tmp_path):
    with TravellingServer(tmp_path, utc("2026-01-15 10:00")) as server:
        (jack, ann), table = await started(server, "whitehall", players=2, clock=DAY, night=NIGHT, days_off=2)
        await jack.must("away", table=table, until=int(server.now()) + DAY)
        await jack.must("resign", table=table, key=key())
        again = (await ann.must("rematch", table=table, roles="keep"))["table"]
        equal((again["night"], again["days_off"], again["clock"]), (NIGHT, 2, DAY))
        assert all("away" not in seat for seat in again["seats"]), again
        await jack.must("start", table=again["id"])
        seat = (await jack.watch(again["id"]))["table"]["seats"][0]
        equal(seat["hours_off"], 48)
        await leave_all([jack, ann])


# ---- The night -------------------------------------------------------------------------------------


@pytest.mark.verify
async def test_the_clock_stands_still_at_night(tmp_path):
    with TravellingServer(tmp_path, utc("2026-01-15 20:00")) as server:
        (jack, ann), table = await started(server, "whitehall", players=2, clock=DAY, night=NIGHT)
        turn = ann.turns[table]
        close_to(turn["left"], 24 * HOUR, "left")
        close_to(turn["runs_out"], 40 * HOUR, "with two nights")
        assert "resumes" not in turn, turn
        await ann.settle()
        mark = len(ann.pushes)
        server.travel(utc("2026-01-15 23:00"))
        await ann.until(lambda: "resumes" in ann.turns[table], "the night")
        equal([push["on"] for push in ann.pushes[mark:]], ["turn"], "and nothing else")
        turn = ann.turns[table]
        close_to(turn["left"], 23 * HOUR, "an hour of it has passed")
        close_to(turn["resumes"], 6 * HOUR, "until the morning")
        row = await mine(ann, table)
        close_to(row["left"], 23 * HOUR, "in the list, too")
        close_to(row["resumes"], 6 * HOUR, "in the list, too")
        server.travel(utc("2026-01-16 06:00"))
        await ann.until(lambda: "resumes" not in ann.turns[table], "the morning")
        close_to(ann.turns[table]["left"], 22 * HOUR, "an hour of the morning has passed")
        await play_one([jack, ann], table)
        close_to(ann.turns[table]["left"], 24 * HOUR, "the next turn has its full time")
        await leave_all([jack, ann])


async def test_a_clock_of_days_runs_out(tmp_path):
    with TravellingServer(tmp_path, utc("2026-01-15 10:00"), bot_pace=0) as server:
        (jack, ann), table = await started(server, "whitehall", players=2, clock=DAY, night=NIGHT)
        await jack.close()
        server.travel(utc("2026-01-16 11:00"))  # nobody is late yet: a night has passed
        close_to((await ann.watch(table))["turn"]["left"], 7 * HOUR, "left")
        assert "bot" not in ann.seat_of(table, jack.player)
        server.travel(utc("2026-01-16 18:30"))
        await ann.until(lambda: "bot" in ann.seat_of(table, jack.player), "the clock runs out")
        await ann.close()


# ---- Restarts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_a_clock_survives_a_restart(tmp_path, how):
    with TravellingServer(tmp_path, utc("2026-01-15 10:00"), data=str(tmp_path / "data")) as server:
        clients, table = await started(server, "whitehall", players=2, clock=2 * DAY, days_off=3)
        await play_one(clients, table)
        server.travel(utc("2026-01-15 15:00"))
        await leave_all(clients)
        equal(server.restart(how), 0 if how == signal.SIGTERM else -how)
        clients = [await Client.connect(server, token=client.token) for client in clients]
        close_to((await clients[1].watch(table))["turn"]["left"], 43 * HOUR, "it has gone on")
        actor = clients[0]  # Jack chooses where to start
        now = int(server.now())
        await actor.must("away", table=table, until=now + DAY)
        server.travel(utc("2026-01-16 03:00"))
        await leave_all(clients)
        server.restart(how)
        clients = [await Client.connect(server, token=client.token) for client in clients]
        ok = await clients[1].watch(table)
        close_to(ok["turn"]["left"], 43 * HOUR, "it stands still")
        close_to(ok["turn"]["resumes"], 12 * HOUR, "he is still away")
        close_to(ok["turn"]["runs_out"], 55 * HOUR, "it runs out after that")
        server.travel(utc("2026-01-17 03:00"))
        await leave_all(clients)
        server.restart(how)
        clients = [await Client.connect(server, token=client.token) for client in clients]
        close_to((await clients[1].watch(table))["turn"]["left"], 31 * HOUR, "it goes on")
        await leave_all(clients)


async def test_nobody_loses_their_turn_to_a_restart(tmp_path):
    with TravellingServer(tmp_path, utc("2026-01-15 10:00"), data=str(tmp_path / "data")) as server:
        clients, table = await started(server, "whitehall", players=2, clock=DAY)
        await leave_all(clients)
        server.stop()
        server.travel(utc("2026-01-20 10:00"))
        server.start()
        ann = await Client.connect(server, token=clients[1].token)
        ok = await ann.watch(table)
        assert 0 < ok["turn"]["left"] <= 10 * 60 * 1000, ok["turn"]
        assert all("bot" not in seat for seat in ok["table"]["seats"]), ok["table"]
        await ann.close()


# ---- Being away ------------------------------------------------------------------------------------


async def test_a_player_announces_to_be_away_and_the_clock_stands_still(tmp_path):
    with TravellingServer(tmp_path, utc("2026-01-15 10:00"), absent_minutes=0) as server:
        (jack, ann), table = await started(server, "whitehall", players=2, clock=DAY, days_off=2)
        equal(ann.seat_of(table, jack.player)["hours_off"], 48)
        until = int(utc("2026-01-20 10:00"))
        await ann.refused("bad_request", "away", table=table, until=int(server.now()) + 29 * DAY)
        seats = (await jack.must("away", table=table, until=until))["table"]["seats"]
        equal(seats[0]["away"]["until"], until)
        await ann.until(lambda: ann.seat_of(table, jack.player).get("away", {}).get("until") == until, "everyone sees it")
        held = ann.seat_of(table, jack.player)["away"]["held"]
        assert abs(held - server.now() - 2 * DAY) < SLACK / 1000, "only as long as the table allows"
        await ann.until(lambda: "resumes" in ann.turns[table], "the clock stands still")
        close_to(ann.turns[table]["resumes"], 48 * HOUR)
        await jack.close()
        server.travel(utc("2026-01-17 09:00"))
        close_to((await ann.watch(table))["turn"]["left"], 24 * HOUR, "nothing has passed")
        await ann.refused("not_absent", "bot", table=table, pawns=["jack"], level="normal")
        server.travel(utc("2026-01-17 16:00"))
        await ann.until(lambda: "resumes" not in ann.turns[table], "it goes on, although he is still away")
        close_to((await ann.watch(table))["turn"]["left"], 18 * HOUR, "it goes on")
        equal(ann.seat_of(table, jack.player)["away"], {"until": until})
        equal(ann.seat_of(table, jack.player)["hours_off"], 0)
        jack = await Client.connect(server, token=jack.token)
        await jack.must("away", table=table, until=int(server.now()) + 7 * DAY)
        close_to((await jack.watch(table))["turn"]["left"], 18 * HOUR, "announcing more does not stop it")
        assert "resumes" not in jack.turns[table], jack.turns[table]
        await leave_all([jack, ann])


async def test_a_player_who_is_back_early_has_the_rest_of_their_days_off(tmp_path):
    with TravellingServer(tmp_path, utc("2026-01-15 10:00")) as server:
        (jack, ann), table = await started(server, "whitehall", players=2, clock=DAY, days_off=2)
        await ann.must("away", table=table, until=int(server.now()) + DAY)  # it is not her turn
        assert "resumes" not in (await ann.watch(table))["turn"]
        server.travel(utc("2026-01-15 20:30"))
        seats = (await ann.must("away", table=table, until=0))["table"]["seats"]
        assert "away" not in seats[1], seats
        equal(seats[1]["hours_off"], 37, "what is left, in whole hours, when ten and a half are gone")
        equal((await ann.must("away", table=table, until=0))["table"]["seats"], seats, "she is back already")
        await leave_all([jack, ann])


async def test_an_announcement_without_days_off_does_not_stop_the_clock():
    with Server() as server:
        (jack, ann), table = await started(server, "whitehall", players=2, clock=DAY)
        await ann.refused("wrong_state", "away", until=0, table=(await ann.must("create", key=key(), game="whitehall"))["table"]["id"])
        stranger = await Client.connect(server, name="Zoe")
        await stranger.refused("not_seated" if "ok" in await stranger.ask("peek", table=table) else "unknown_table",
                               "away", table=table, until=0)
        await jack.must("away", table=table, until=int(time.time()) + DAY)
        assert "resumes" not in (await jack.watch(table))["turn"]
        equal(set(jack.seat_of(table, jack.player)["away"]), {"until"})
        assert "hours_off" not in jack.seat_of(table, jack.player)
        await leave_all([jack, ann, stranger])


# ---- Secrets ---------------------------------------------------------------------------------------


async def what_everyone_is_sent(server, secret):
    """Plays a game that is the same for every `secret` but for Jack's first move, with the clock at night and players
    who are away. Returns all that leaves the server about its clock and its players."""
    dice = random.Random(7)
    (jack, ann), table = await started(server, "whitehall", players=2, clock=DAY, night=NIGHT, days_off=2)
    seen = []

    def choose_same(legal, pawns):
        return choose(legal, pawns, dice)

    def move(legal, pawns):
        return {"by": "jack", "do": "move", "to": sorted(legal["move"])[-1 if secret else 0]}

    async def note():
        for client in (jack, ann):
            await client.watch(table)
            turn = client.turns[table]
            row = await mine(client, table)
            seen.append([{name: value for name, value in turn.items() if name not in ("table", "legal", "view")}
                         for turn in (turn, (await client.watch(table))["turn"])])
            seen.append({name: value for name, value in row.items() if name != "table"})
            seen.append([{name: seat.get(name) for name in ("away", "hours_off", "absent", "connected")}
                         for seat in row["table"]["seats"]])
    while "move" not in jack.turns[table].get("legal", {}):
        await play_one([jack, ann], table, choose_same)
    await note()
    await play_one([jack, ann], table, move)
    await note()
    await ann.must("away", table=table, until=int(utc("2026-01-16 12:00")))
    await note()
    await jack.must("away", table=table, until=int(utc("2026-01-16 13:00")))
    await ann.must("away", table=table, until=0)
    await note()
    await leave_all([jack, ann])
    return seen


async def test_clocks_and_absences_are_the_same_wherever_jack_goes(tmp_path):
    with TravellingServer(tmp_path, utc("2026-01-15 20:30"), frozen=True) as server:
        one, two = await what_everyone_is_sent(server, 0), await what_everyone_is_sent(server, 1)
        assert len(one) == 24, len(one)
        for got, expected in zip(one, two):
            equal(got, expected, "the clock depends on where Jack went")
