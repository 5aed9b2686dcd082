"""PostgreSQL instead of SQLite: whole games, restarts, `--check URL`, `--copy DIR URL`, and what is refused."""
import asyncio
import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile

import pytest
from gaslight_server import *
from postgres import Postgres

COPIES = 500  # of a game, in the larger directory of `make verify`


def gaslightd(*words):
    """Returns the exit status, standard output and standard error."""
    done = subprocess.run([GASLIGHTD, *words], capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout, done.stderr


def refused(*words):
    """Runs a command that must fail, and returns the one line that says why."""
    status, out, err = gaslightd(*words)
    equal(status, 1, f"{words}: {out}{err}")
    equal(len((out + err).splitlines()), 1, f"lines of {out}{err}")
    return out + err


@pytest.fixture
def directory():
    with tempfile.TemporaryDirectory(prefix="gaslight-test-") as path:
        yield os.path.join(path, "data")


# ---- Playing -------------------------------------------------------------------------------------


async def back(server, clients, table):
    """Reconnects everyone by their tokens. Returns the clients."""
    again = []
    for client in clients:
        one = await Client.connect(server, token=client.token)
        one.pawns = client.pawns
        await one.watch(table)
        again.append(one)
    return again


async def test_a_whole_game_survives_a_stop_and_a_kill(postgres):
    url = postgres.database()
    with Server(store=url) as server:
        clients, table = await started(server, "whitehall")
        await play_on(clients, table, 5, peaceful)
        await clients[1].must("chat", table=table, key=key(), to="police", text="Where’s Jack? \\ ' \"")
        for how in [signal.SIGTERM, signal.SIGKILL]:
            mover, pawns = actor(clients, table)
            request = {"table": table, "key": key(), "action": peaceful(mover.turns[table]["legal"], pawns)}
            ok = await mover.must("act", **request)
            number = clients.index(mover)
            await leave_all(clients)
            equal(server.restart(how), 0 if how == signal.SIGTERM else -how)
            clients = await back(server, clients, table)
            equal(await clients[number].must("act", **request), ok, "the same key again")
            equal(clients[0].seen[table], ok["seq"], "events after the restart")
        equal(server.check()[0], 0, "a check while the server is running")
        await play_on(clients, table)
        games = (await clients[0].must("archive"))["games"]
        equal([game["table"] for game in games], [table])
        await leave_all(clients)
        equal(server.stop(), 0)
        equal(server.check(), (0, "ok: 1 tables, 1 finished games, 4 players\n"))
        assert not os.path.exists(os.path.join(server.data, "gaslight.db")), "nothing is stored in SQLite"


@pytest.mark.verify
async def test_checks_of_a_running_server_see_one_moment(postgres):
    with Server(store=postgres.database()) as server:
        games = [await started(server, "whitehall", players=2) for _ in range(3)]
        playing = asyncio.gather(*[play_on(clients, table, 150) for clients, table in games])
        checks = 0
        while not playing.done() or checks < 3:
            status, said = await asyncio.get_running_loop().run_in_executor(None, server.check)
            equal(status, 0, said)
            checks += 1
        await playing


# ---- --check URL ---------------------------------------------------------------------------------

# What is done to the only table, and what --check says about it.
DAMAGES = [
    ("DELETE FROM actions WHERE n = 2", "row 2 of its log is missing"),
    ("UPDATE actions SET row = '{\"by\":\"jack\",\"do\":\"move\",\"to\":1}' WHERE n = 1", "its log: action 2: "),
    ("UPDATE tables SET state = 'open'", "it is open, but has actions"),
    ("UPDATE tables SET game = 'whitechapel'", "it is whitechapel and running, but its lobby is whitehall and running"),
    ("UPDATE tables SET owner = 1000000", "belongs to node 1000000, which has never existed"),
    ("UPDATE actions SET key = 'k', player = 'p'", "its log has the same key of player p more than once"),
    ("DELETE FROM tables", "a row of actions refers to a missing row of tables"),
]


async def test_check_finds_damage(postgres):
    url = postgres.database()
    with Server(store=url) as server:
        clients, table = await started(server, "whitehall", players=2)
        await play_on(clients, table, 5, peaceful)
        await leave_all(clients)
        equal(server.stop(), 0)
    equal(gaslightd("--check", url)[:2], (0, "ok: 1 tables, 0 finished games, 2 players\n"))
    saved = "CREATE TABLE saved_{0} AS SELECT * FROM {0}"
    postgres.query(url, ";".join(saved.format(name) for name in ["tables", "actions"]))
    columns = "id, number, game, state, lobby, private, updated, owner, host, players, invite"
    for damage, said in DAMAGES:
        # As a replica, PostgreSQL does not check references.
        postgres.query(url, f"SET session_replication_role = replica; {damage}")
        status, out, err = gaslightd("--check", url)
        equal(status, 1, f"{damage}: {out}{err}")
        assert said in out and out.splitlines()[-1].endswith(" problems"), f"{damage}: {out}"
        postgres.query(url, f"SET session_replication_role = replica; TRUNCATE tables, actions CASCADE;"
                            f"INSERT INTO tables ({columns}) SELECT {columns} FROM saved_tables;"
                            f"INSERT INTO actions SELECT * FROM saved_actions")
    equal(gaslightd("--check", url)[0], 0, "after everything was repaired")


# ---- --copy DIR URL ------------------------------------------------------------------------------


def change(directory, *statements):
    database = sqlite3.connect(os.path.join(directory, "gaslight.db"))
    with database:
        for statement in statements:
            database.execute(statement)
    database.close()


def multiply(directory, times):
    """Copies all tables of a data directory so many times, with their logs and messages."""
    numbers = f"WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {times}) "
    id = "printf('%s%04d', substr({0}, 1, 6), i)"
    table_id = id.format("table_id")
    change(directory,
           f"{numbers} INSERT INTO tables (id, game, state, lobby, private, updated) "
           f"SELECT {id.format('id')}, game, state, lobby, private, updated FROM tables, c",
           f"{numbers} INSERT INTO actions (table_id, n, player, key, row, at) "
           f"SELECT {table_id}, n, player, key, row, at FROM actions, c",
           f"{numbers} INSERT INTO chat (table_id, n, player, key, name, audience, text, at, total) "
           f"SELECT {table_id}, n, player, key, name, audience, text, at, total FROM chat, c",
           f"{numbers} INSERT INTO finished (table_id, game, winner, reason, players, actions, at, private, listed) "
           f"SELECT {table_id}, game, winner, reason, players, actions, at, private, listed FROM finished, c",
           f"{numbers} INSERT INTO records (table_id, record) SELECT {table_id}, record FROM records, c",
           f"{numbers} INSERT INTO finished_players (player_id, at, table_id, listed) "
           f"SELECT player_id, at, {table_id}, listed FROM finished_players, c")


async def make_directory(directory):
    """Fills a data directory with a finished game, a running one and a message. Returns the players of the running game
    and its table."""
    with Server(data=directory, store="") as server:
        others, finished = await started(server, "whitehall", players=2)
        await play_on(others, finished, 3, peaceful)
        await others[0].must("resign", table=finished, key=key())
        await others[0].until(lambda: finished in others[0].over, "the end")
        clients, table = await started(server, "whitechapel", players=2)
        await play_on(clients, table, 6, peaceful)
        await clients[0].must("chat", table=table, key=key(), to="table", text="“Catch me” \\ ' \U0001f600 ß")
        await leave_all([*others, *clients])
        equal(server.stop(), 0)
    return clients, table


async def test_a_data_directory_is_copied_and_played_on(postgres, directory):
    url = postgres.database()
    clients, table = await make_directory(directory)
    with Server(data=directory, store=""):
        assert "is in use by another gaslightd" in refused("--copy", directory, url)
    for _ in range(2):
        status, out, err = gaslightd("--copy", directory, url)
        equal((status, err), (0, ""), out)
        assert out.startswith("ok: 2 tables, 1 finished games, 4 players, ") and out.count("\n") == 1, out
    equal(gaslightd("--check", url)[:2], (0, "ok: 2 tables, 1 finished games, 4 players\n"))
    with Server(store=url) as server:
        assert "is in use by a gaslightd (node " in refused("--copy", directory, url)
        clients = await back(server, clients, table)
        await play_on(clients, table, 6, peaceful)
        (line,) = (await clients[1].watch(table))["chat"]
        equal(line["text"], "“Catch me” \\ ' \U0001f600 ß")
        rows = postgres.query(url, "SELECT id, host, array_length(players, 1), invite <> '' FROM tables "
                                   f"WHERE id = '{table}'")
        equal(rows, [[table, clients[0].player, "2", "t"]], "what is copied from the lobby")
        new = (await clients[0].must("create", key=key(), game="whitehall"))["table"]["id"]
        equal(postgres.query(url, "SELECT id FROM tables ORDER BY number DESC LIMIT 1"), [[new]])
        equal(server.stop(), 0)
    equal(gaslightd("--check", url)[0], 0)
    assert "has used the database since the copy began" in refused("--copy", directory, url)


@contextlib.contextmanager
def locked(url, table):
    """Keeps everyone else from writing to a table."""
    session = subprocess.Popen(["psql", "-X", "-q", "-A", "-t", url], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               text=True)
    session.stdin.write(f"BEGIN; LOCK TABLE {table} IN EXCLUSIVE MODE; SELECT 'locked';\n")
    session.stdin.flush()
    equal(session.stdout.readline(), "locked\n")
    try:
        yield
    finally:
        session.communicate("ROLLBACK;\n", timeout=PATIENCE)


def waits_for_a_lock(postgres, url):
    return postgres.query(url, "SELECT 1 FROM pg_locks WHERE NOT granted AND database = "
                               "(SELECT oid FROM pg_database WHERE datname = current_database())") != []


async def test_a_copy_that_was_killed_continues(postgres, directory):
    url = postgres.database()
    await make_directory(directory)
    with Server(store=url):  # makes the tables, so that they can be locked
        pass
    postgres.query(url, "DELETE FROM nodes")
    same = os.path.join(os.path.dirname(directory), "same")
    shutil.copytree(directory, same)
    for table in ["actions", "records"]:
        with locked(url, table):
            copy = subprocess.Popen([GASLIGHTD, "--copy", directory, url], stdout=subprocess.PIPE, text=True)
            wait_for(lambda: waits_for_a_lock(postgres, url), "the copy")
            assert "Another gaslightd --copy to this database is running" in refused("--copy", same, url)
            copy.kill()
            copy.communicate(timeout=PATIENCE)
        wait_for(lambda: not waits_for_a_lock(postgres, url), "the end of its transaction")
    equal(postgres.query(url, "SELECT (SELECT count(*) FROM records), (SELECT count(*) FROM finished)"), [["0", "1"]])
    serve = ("--store", url, "--data", same + "2", "--listen", "127.0.0.1:0")
    assert "a copy to this database is not finished" in refused(*serve)
    status, out, err = gaslightd("--copy", directory, url)
    equal(status, 0, out + err)
    equal(gaslightd("--check", url)[0], 0)
    with Server(store=url) as server:
        equal(server.stop(), 0, "it starts when the copy is finished")


@pytest.mark.verify
async def test_a_large_copy_may_be_killed_at_any_moment(postgres, directory):
    await make_directory(directory)
    multiply(directory, COPIES)
    equal(gaslightd("--check", directory)[0], 0)
    await conclusive(copy_is_killed, postgres, directory)


async def copy_is_killed(postgres, directory):
    """Returns false if the copy was interrupted only a few times, because the test was held up."""
    url = postgres.database()
    kills = 0
    for number in range(40):
        copy = subprocess.Popen([GASLIGHTD, "--copy", directory, url], stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, text=True)
        try:
            out, _ = copy.communicate(timeout=DICE.uniform(0.02, 0.2) * 1.3 ** number)
            break
        except subprocess.TimeoutExpired:
            copy.kill()
            copy.communicate()
            kills += 1
        wait_for(lambda: postgres.query(url, "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND "
                                             "pid <> pg_backend_pid() AND backend_type = 'client backend'") == [],
                 "the end of its connection")
    equal(copy.returncode, 0, out)
    assert out.startswith(f"ok: {2 * COPIES + 2} tables, {COPIES + 1} finished games, 4 players, "), out
    equal(gaslightd("--check", url)[0], 0)
    return kills > 2


async def test_damage_in_the_directory_is_copied_if_possible_and_named(postgres, directory):
    _, table = await make_directory(directory)
    change(directory, f"DELETE FROM actions WHERE n = 2 AND table_id = '{table}'")
    url = postgres.database()
    status, out, _ = gaslightd("--copy", directory, url)
    equal(status, 0, out)
    equal(out.splitlines()[0], "The data directory itself has 1 problems; see gaslightd --check.")
    equal(gaslightd("--check", url)[1], gaslightd("--check", directory)[1])
    change(directory, "PRAGMA ignore_check_constraints = ON", f"UPDATE tables SET lobby = '[' WHERE id = '{table}'")
    url = postgres.database()
    status, out, _ = gaslightd("--copy", directory, url)
    equal(status, 1, out)
    assert "\ntables [2]: is missing in the database\n" in out and f'\nchat ["{table}",0]: ' in out, out
    equal(postgres.query(url, "SELECT state FROM tables"), [["finished"]], "the other table")
    equal(gaslightd("--check", url)[1], f"database: a row of actions refers to a missing row of tables: {table}\n"
                                        "1 problems\n")


async def test_differences_after_a_copy_are_found(postgres, directory):
    url = postgres.database()
    await make_directory(directory)
    equal(gaslightd("--copy", directory, url)[0], 0)
    postgres.query(url, "UPDATE players SET name = 'Eve' WHERE name = 'Jack'; DELETE FROM records; "
                        "UPDATE actions SET row = '{\"undo\":true}' WHERE n = 1 AND table_id IN (SELECT id FROM tables "
                        "WHERE state = 'running')")
    status, out, _ = gaslightd("--copy", directory, url)
    equal(status, 1)
    for said in ['players ["', 'records ["', "is missing in the database", "its game is not the same in the database",
                 "problems: the database is not a copy of the directory"]:
        assert said in out, out
    change(directory, "UPDATE batches SET number = number + 1")
    assert "The data directory has changed since the copy began" in refused("--copy", directory, url)


# ---- What is refused -----------------------------------------------------------------------------


async def test_bad_places_are_refused_in_one_sentence(postgres, directory):
    url = postgres.database()
    await make_directory(directory)
    nowhere = "postgresql://127.0.0.1:1/x"
    for bad, said in [(nowhere, "Connection refused"), (postgres.url("nobody_made_it"), "does not exist"),
                      ("postgresql://[::1/x", "IPv6"), ("postgresql://127.0.0.1:99999/x", "port")]:
        assert said in refused("--check", bad)
        assert said in refused("--copy", directory, bad)
        assert said in refused("--store", bad, "--data", directory + "2", "--listen", "127.0.0.1:0")
    assert "No such file or directory" in refused("--copy", directory + "3", url)
    assert "has no tables of gaslightd" in refused("--check", url)
    for words in [("--copy",), ("--copy", directory), ("--copy", directory, directory), ("--copy", "", url)]:
        status, out, err = gaslightd(*words)
        equal((status, out, len(err.splitlines())), (2, "", 1), str(words))
    postgres.query(url, "CREATE TABLE migrations (id int)")
    for words in [("--check", url), ("--copy", directory, url)]:
        refused(*words)
    postgres.query(url, "DROP TABLE migrations")
    equal(gaslightd("--copy", directory, url)[0], 0, "the database is still empty")
    postgres.query(url, "DROP TABLE copy_progress")
    assert "is not empty" in refused("--copy", directory, url)
    change(directory, "PRAGMA user_version = 8")
    assert "start gaslightd once" in refused("--copy", directory, postgres.database())


@pytest.mark.parametrize("url", ["postgresql://ann:{}@[::1/db", "postgresql://ann:%{}@127.0.0.1:1/db",
                                 "postgresql://127.0.0.1:1/db?user=ann&password=%{}", "postgresql://ann:{}/@127.0.0.1:1/db",
                                 "postgresql://ann:@{}@127.0.0.1:1/db", "postgresql://ann:{}@127.0.0.1:1/db?sslmode=none",
                                 "postgresql://ann:{}@127.0.0.1:1/db"])
def test_no_error_repeats_the_password_of_a_url(directory, url):
    """libpq quotes what it cannot parse."""
    secret = "zzTopSecret"
    for words in (["--check"], ["--data", directory, "--listen", "127.0.0.1:0", "--store"]):
        said = refused(*words, url.format(secret))
        assert "Cannot connect to PostgreSQL: " in said and secret not in said, said


def test_unsafe_settings_are_refused(directory):
    with Postgres(fsync="off") as cluster:
        url = cluster.database()
        serve = ("--store", url, "--data", directory, "--listen", "127.0.0.1:0")
        assert "fsync = off" in refused(*serve)
        cluster.stop()
        cluster.start(fsync="on", full_page_writes="off")
        assert "full_page_writes = off" in refused(*serve)
        equal(cluster.query(url, "SELECT to_regclass('tables') IS NULL"), [["t"]], "nothing was created")


# ---- deploy/private-postgres ---------------------------------------------------------------------


def test_a_private_postgres_lasts_as_long_as_its_server(directory):
    script = os.path.join(ROOT, "deploy", "private-postgres")
    os.chmod(os.path.dirname(directory), 0o755)  # so that the user postgres can reach it
    place = os.path.join(os.path.dirname(directory), "postgres")
    for how in [signal.SIGINT, signal.SIGTERM]:
        # A session of its own, like that of a terminal: Ctrl-C reaches all processes of the foreground group.
        with subprocess.Popen([script, "run", place, GASLIGHTD, "--listen", "127.0.0.1:0", "--data", directory],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as run:
            first = run.stdout.readline()
            assert " port " in first, first + run.stderr.read()
            url = subprocess.run([script, "url", place], capture_output=True, text=True, check=True).stdout.strip()
            assert url.startswith("postgresql://"), url
            equal(gaslightd("--check", url)[0], 0)
            if how == signal.SIGINT:
                os.killpg(run.pid, how)
            else:
                run.send_signal(how)
            run.communicate(timeout=PATIENCE)
            equal(run.returncode, 0, f"after {how}")
        equal(subprocess.run([script, "url", place], capture_output=True, check=False).returncode, 1, "it is stopped")
        assert not os.path.exists(os.path.join(place, "data", "postmaster.pid"))
