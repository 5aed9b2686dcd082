"""One damaged table costs that table, and nothing else: it is set aside, named, listed and exported."""
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile

from gaslight_server import *

NOBODY = 65534

# What is done to a table, and a part of what the operator reads about it.
DAMAGES = {
    "lobby_not_a_lobby": ("UPDATE tables SET lobby = '{\"members\":[]}' WHERE id = ?", "lobby cannot be read"),
    "lobby_not_json": ("UPDATE tables SET lobby = '[' WHERE id = ?", "lobby cannot be read"),
    "member_without_name": ("UPDATE tables SET lobby = json_remove(lobby, '$.members[1].name') WHERE id = ?",
                            "lobby cannot be read"),
    "unknown_option": ("UPDATE tables SET lobby = json_set(lobby, '$.setup.options', json('[\"rain\"]')) WHERE id = ?",
                       "lobby cannot be read"),
    "unknown_option_bit": ("UPDATE tables SET lobby = json_set(lobby, '$.options', 1 << 20) WHERE id = ?",
                           "lobby cannot be read"),
    "wrong_board": ("UPDATE tables SET lobby = json_set(lobby, '$.setup.board', 'whitehall/99') WHERE id = ?",
                    "another board"),
    "other_state": ("UPDATE tables SET state = 'open' WHERE id = ?", "another game or state"),
    "no_setup": ("UPDATE tables SET lobby = json_remove(lobby, '$.setup') WHERE id = ?", "has no setup"),
    "gap": ("DELETE FROM actions WHERE n = 2 AND table_id = ?", "Row 2 of its log is missing"),
    "first_row_missing": ("DELETE FROM actions WHERE n = 0 AND table_id = ?", "Row 0 of its log is missing"),
    "refused_action": ("UPDATE actions SET row = '{\"by\":\"jack\",\"do\":\"resign\",\"to\":1}' "
                       "WHERE n = 2 AND table_id = ?", "Row 2 of its log cannot be applied"),
    "row_not_an_action": ("UPDATE actions SET row = '7' WHERE n = 2 AND table_id = ?", "cannot be applied"),
    "game_is_over": ("UPDATE actions SET row = '{\"by\":\"jack\",\"do\":\"resign\"}' WHERE table_id = ? AND "
                     "n = 5", "its game is over"),
}


def gaslightd(*words):
    done = subprocess.run([GASLIGHTD, *words], capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout, done.stderr


def change(data, *statements):
    database = sqlite3.connect(os.path.join(data, "gaslight.db"))
    database.execute("PRAGMA ignore_check_constraints = ON")
    with database:
        for sql, *values in statements:
            assert database.execute(sql, values).rowcount == 1, sql
    database.close()


async def two_tables(server):
    """Returns the clients and ids of two running games with some actions."""
    clients, bad = await started(server, "whitehall")
    await play_on(clients, bad, 6, peaceful)
    others, good = await started(server, "whitehall")
    await play_on(others, good, 6, peaceful)
    return clients, bad, others, good


def damage_copies(data, table):
    """Copies a table once per kind of damage, and damages the copies. Returns {id: what the operator reads}."""
    copies = {}
    for number, (sql, why) in enumerate(DAMAGES.values()):
        copy = f"{table[:8]}{number:02}"
        database = sqlite3.connect(os.path.join(data, "gaslight.db"))
        with database:
            database.execute("INSERT INTO tables (id, game, state, lobby, private, updated) SELECT ?, game, state, "
                             "lobby, private, updated FROM tables WHERE id = ?", (copy, table))
            database.execute("INSERT INTO actions (table_id, n, player, key, row, at) SELECT ?, n, player, key, row, "
                             "at FROM actions WHERE table_id = ?", (copy, table))
        database.close()
        change(data, (sql, copy))
        copies[copy] = why
    return copies


async def test_damaged_tables_are_set_aside_and_the_others_are_served():
    with Server() as server:
        clients, table = await started(server, "whitehall")
        await play_on(clients, table, 6, peaceful)
        await leave_all(clients)
        server.stop()
        copies = damage_copies(server.data, table)
        server.log.clear()
        server.start()
        jack = await Client.connect(server, token=clients[0].token)
        code, out, err = await asyncio.to_thread(gaslightd, "admin", "--data", server.data, "list", "damaged")
        assert code == 0 and table not in out and err == "", (out, err)
        for copy, why in copies.items():
            assert any(" error table_damaged " in line and copy in line and why in line for line in server.log), copy
            assert any(copy in line and why in line for line in out.split("\n")), (copy, out)
            text = await jack.refused("damaged", "watch", table=copy)
            assert "data is damaged" in text, text
            await jack.refused("damaged", "act", table=copy, key=key(), action={"by": "jack", "do": "pass"})
        equal([mine["table"]["id"] for mine in (await jack.must("mine"))["tables"]], [table])
        await jack.watch(table)
        await jack.close()
        equal(server.stop(), 0)
        code, out = server.check()
        assert code == 1 and f"table {table}: " not in out, out
        equal([copy for copy in copies if f"table {copy}: " not in out], [])


def set_null(data, *statements):
    """Makes columns NULL that can't be, as a damaged page may."""
    def rewrite(sql):
        database = sqlite3.connect(os.path.join(data, "gaslight.db"))
        with database:
            before = dict(database.execute("SELECT name, sql FROM sqlite_master WHERE name IN ('tables', 'actions')"))
            database.execute("PRAGMA writable_schema = ON")
            for name, text in before.items():
                database.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql(name, text), name))
        database.close()
        return before
    kept = rewrite(lambda name, text: text.replace("NOT NULL", ""))
    change(data, *statements)
    rewrite(lambda name, text: kept[name])


async def test_a_table_with_missing_columns_is_set_aside():
    with Server() as server:
        clients, bad, others, good = await two_tables(server)
        more, worse = await started(server, "whitehall")
        await play_on(more, worse, 6, peaceful)
        await leave_all([*clients, *others, *more])
        server.stop()
        set_null(server.data, ("UPDATE tables SET lobby = NULL WHERE id = ?", bad),
                 ("UPDATE actions SET row = NULL WHERE n = 3 AND table_id = ?", worse))
        server.start()
        for table in (bad, worse):
            assert any(" error table_damaged " in line and table in line and "rows cannot be read" in line
                       for line in server.log), (table, server.log)
        jack = await Client.connect(server, token=others[0].token)
        await jack.watch(good)
        await jack.close()


async def test_strangers_do_not_learn_of_a_private_table_that_is_damaged():
    with Server() as server:
        clients, table = await started(server, "whitehall", private=True)
        stranger = await Client.connect(server, name="Eve")
        await leave_all([stranger, *clients])
        server.stop()
        change(server.data, ("UPDATE tables SET lobby = json_remove(lobby, '$.invite') WHERE id = ?", table))
        server.start()
        eve, jack = [await Client.connect(server, token=client.token) for client in (stranger, clients[0])]
        await eve.refused("unknown_table", "watch", table=table)
        await jack.refused("damaged", "watch", table=table)
        await leave_all([eve, jack])


async def test_a_damaged_table_is_exported_as_far_as_it_can_be_read():
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        clients, bad, others, good = await two_tables(server)
        await clients[0].must("chat", table=bad, key=key(), to="table", text="Good evening")
        code, out, err = await asyncio.to_thread(gaslightd, "--data", server.data, "--salvage", bad)
        assert code == 1 and "in use" in err, (code, out, err)
        copy = os.path.join(folder, "copy")
        os.mkdir(copy, 0o700)
        backup = os.path.join(copy, "gaslight.db")
        equal((await asyncio.to_thread(gaslightd, "--data", server.data, "--backup", backup))[0], 0)
        await leave_all([*clients, *others])
        server.stop()
        change(server.data, ("UPDATE actions SET row = '\"rubbish\"' WHERE n = 4 AND table_id = ?", bad))
        code, out, err = gaslightd("--data", server.data, "--salvage", bad)
        equal((code, err), (0, ""))
        saved = json.loads(out)
        equal([row["n"] for row in saved["actions"]], [0, 1, 2, 3, 4, 5])
        equal(saved["actions"][4]["row"], '"rubbish"')
        equal(saved["tables"][0]["id"], bad)
        equal(saved["chat"][0]["text"], "Good evening")
        equal(len(saved["record"]["actions"]), 4)
        equal(saved["stopped"], "Row 4 of its log cannot be applied.")
        file = os.path.join(folder, "saved.json")
        equal(gaslightd("--data", copy, "--salvage", bad, file), (0, "", ""))  # of a backup, while a server runs
        equal(os.stat(file).st_mode & 0o777, 0o600)
        with open(file, encoding="utf-8") as text:
            saved = json.load(text)
        equal((len(saved["record"]["actions"]), saved["stopped"]), (6, None))
        code, _, err = gaslightd("--data", copy, "--salvage", bad, file)
        assert code == 1 and "File exists" in err, err
        code, _, err = gaslightd("--data", server.data, "--salvage", "nosuchtabl")
        assert code == 1 and "no table" in err, err


async def test_a_finished_game_that_is_damaged_is_reported_when_it_is_opened():
    with Server() as server:
        clients, table = await started(server, "whitehall")
        await play_on(clients, table, 4, peaceful)
        await clients[0].must("resign", table=table, key=key())
        fine, other = await started(server, "whitehall")
        await fine[0].must("resign", table=other, key=key())
        await leave_all([*clients, *fine])
        server.stop()
        change(server.data, ("DELETE FROM actions WHERE n = 1 AND table_id = ?", table),
               ("DELETE FROM records WHERE table_id = ?", table))
        server.start()
        jack = await Client.connect(server, token=clients[0].token)
        equal(set(game["table"] for game in (await jack.must("archive"))["games"]), {table, other})
        await jack.refused("damaged", "watch", table=table)
        await jack.refused("damaged", "record", table=table)
        await jack.must("record", table=other)
        code, out, _ = await asyncio.to_thread(gaslightd, "admin", "--data", server.data, "list", "damaged")
        assert code == 0 and table in out and other not in out, out
        await jack.close()
        server.stop()
        code, out, _ = gaslightd("--data", server.data, "--salvage", table)
        saved = json.loads(out)
        equal((code, len(saved["record"]["actions"]), saved["stopped"]), (0, 1, "Row 1 of its log is missing."))


def owners(directory):
    return {name: os.lstat(os.path.join(directory, name)).st_uid for name in os.listdir(directory)}


async def test_check_and_backup_by_root_leave_nothing_that_the_server_cannot_open():
    """Root gives what it creates to the owner of the directory. Another user owns the directory and all files."""
    root = os.geteuid() == 0
    owner = NOBODY if root else os.geteuid()
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        data = os.path.join(folder, "data")
        os.mkdir(data, 0o700)
        os.chown(data, owner, -1)
        program = os.path.join(folder, "gaslightd")  # where that user can read it
        shutil.copy(GASLIGHTD, program)
        wrap = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups",
                "sh", "-c", f'shift; exec {program} "$@"', "sh"] if root else []
        web = os.path.join(folder, "web")
        os.mkdir(web)
        with open(os.path.join(web, "index.html"), "w", encoding="utf-8") as page:
            page.write("<!doctype html><title>Gaslight</title>")
        with Server(data=data, wrap=wrap, web=web) as server:
            clients, table = await started(server, "whitehall")
            await play_on(clients, table, 3, peaceful)
            await leave_all(clients)
            server.kill()  # leaves a log
            os.remove(os.path.join(data, "lock"))
            before = set(os.listdir(data))
            equal(gaslightd("--check", data)[0], 0)
            equal(set(os.listdir(data)) - before, {"lock"})
            equal(gaslightd("--data", data, "--backup", os.path.join(data, "copy.db"))[0], 0)
            equal(gaslightd("--data", data, "--salvage", table, os.path.join(data, "saved.json"))[0], 0)
            equal(set(owners(data).values()), {owner}, owners(data))
            server.start()
            jack = await Client.connect(server, token=clients[0].token)
            await jack.watch(table)
            await jack.close()
            equal(server.stop(), 0)
            equal(gaslightd("--check", data)[0], 0)
            equal(set(owners(data).values()), {owner}, owners(data))
            os.mkdir(os.path.join(folder, "restored"), 0o700)
            os.chown(os.path.join(folder, "restored"), owner, -1)
            os.rename(os.path.join(data, "copy.db"), os.path.join(folder, "restored", "gaslight.db"))
        with Server(data=os.path.join(folder, "restored"), wrap=wrap, web=web) as server:
            jack = await Client.connect(server, token=clients[0].token)
            await jack.watch(table)
            await jack.close()
