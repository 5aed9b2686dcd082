"""Starting, stopping and administering gaslightd.

Covers wrong options, a port or directory in use, signals, the log, --check, --backup and `gaslightd admin` on a running
server.
"""
import http.client
import os
import re
import socket
import stat

from gaslight_server import *


def run(*arguments, where="/"):
    """Runs gaslightd to its end. Returns the exit status and both outputs."""
    done = subprocess.run([GASLIGHTD, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE,
                          cwd=where, check=False, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def refused(status, part, *arguments):
    """Checks for this exit status, nothing on standard output, and one line with `part` on standard error."""
    code, out, err = run(*arguments)
    equal((code, out), (status, ""), f"{arguments}: {err}")
    assert err.startswith("gaslightd: ") and err.count("\n") == 1 and part in err, (arguments, err)


def administer(server, *words):
    return run("admin", "--data", server.data, *words)


def mode(*path):
    return stat.S_IMODE(os.stat(os.path.join(*path)).st_mode)


# ---- The command line ----------------------------------------------------------------------------


def test_a_wrong_option_is_one_line_and_exit_2():
    for part, *arguments in [
            ("unknown option", "--nonsense"), ("unknown option", "--tablez", "5"), ("options begin with --", "stray"),
            ("host:port", "--listen", "nowhere"), ("host:port", "--listen", "127.0.0.1:65536"),
            ("host:port", "--listen", "127.0.0.1:-1"), ("host:port", "--metrics-listen", "[::1:80"),
            ("not between 1 and", "--tables", "0"), ("not between", "--requests-burst", "99999999999999999999"),
            ("not a whole number", "--tables", "many"), ("not a whole number", "--tables", "5 "),
            ("not a whole number", "--tables", ""), ("neither yes nor no", "--behind-proxy=maybe"),
            ("debug, info", "--log-level", "loud"), ("requires tls-key", "--tls-cert", "x"),
            ("requires tls-cert", "--tls-key", "x"),
            ("requires behind-proxy", "--proxy-addresses", "192.0.2.7"),
            ("IP addresses and networks", "--behind-proxy", "--proxy-addresses", "192.0.2.7,proxy.example"),
            ("IP addresses and networks", "--behind-proxy", "--proxy-addresses", "0.0.0.0/0"),
            ("missing value", "--listen"), ("must have", "--data="),
            ("control character", "--data", "a\tb"), ("No such file", "--config", "/nowhere/at/all"),
            ("missing value", "--check"), ("cannot be combined", "--check", "a", "--backup", "b"),
            ("Cannot open the log", "--log", "/nowhere/at/all", "--data", "/nowhere/at/all")]:
        refused(2, part, *arguments)


def test_a_wrong_line_of_a_config_file_is_named():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "conf")
        for text, part in [("tables = 5\nlisten 3\n", "line 2"), ("# fine\n\ntables=0\n", "line 3"),
                           ("colour = red\n", "line 1: colour: unknown option")]:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            refused(2, part, "--config", path)


def test_a_config_file_is_read_and_the_command_line_wins():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write("# a comment\nlisten = 127.0.0.1:1\ndata = /nowhere/at/all\nlog-level = debug\n")
        with Server(config=path) as server:
            equal(server.stop(), 0)


def test_help_and_version_are_on_standard_output():
    code, out, err = run("--help")
    equal((code, err), (0, ""))
    assert "--listen" in out and "127.0.0.1:8888" in out
    code, out, err = run("--version")
    assert code == 0 and err == "" and re.fullmatch(r"gaslightd [0-9.]+\n", out), (code, out, err)


# ---- Ports and directories -----------------------------------------------------------------------


def test_a_port_in_use_is_reported():
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        refused(1, str(server.port), "--listen", f"127.0.0.1:{server.port}", "--data", os.path.join(folder, "d"))
        equal(server.stop(), 0)


def test_a_directory_in_use_is_reported_and_its_server_keeps_running():
    with Server() as server:
        refused(1, server.data, "--listen", "127.0.0.1:0", "--data", server.data)
        equal(asyncio.run(healthy(server)), True)
        equal(server.stop(), 0)


async def healthy(server):
    client = await Client.connect(server, name="Ann")
    await client.settle()
    await client.close()
    return True


def test_unusable_directories_are_reported():
    with tempfile.TemporaryDirectory() as folder:
        refused(1, "Cannot create", "--data", os.path.join(folder, "no", "such", "parent"))
        file = os.path.join(folder, "file")
        open(file, "w", encoding="utf-8").close()
        refused(1, file, "--data", file)
        everybodys = os.path.join(folder, "everybodys")
        os.mkdir(everybodys)
        os.chmod(everybodys, 0o777)
        refused(1, everybodys, "--data", everybodys)
        refused(1, "/nowhere", "--data", os.path.join(folder, "a"), "--web", "/nowhere", "--listen", "127.0.0.1:0")
        refused(1, "/nowhere", "--data", os.path.join(folder, "b"), "--tls-cert", "/nowhere", "--tls-key", "/nowhere",
                "--listen", "127.0.0.1:0")
        nonsense = os.path.join(folder, "nonsense")
        os.mkdir(nonsense, 0o700)
        with open(os.path.join(nonsense, "gaslight.db"), "w", encoding="utf-8") as file:
            file.write("this is no database, and never was one; " * 100)
        refused(1, "gaslight.db", "--data", nonsense, "--listen", "127.0.0.1:0")


def test_its_files_are_readable_by_the_owner_only():
    with Server() as server:
        asyncio.run(healthy(server))
        equal(mode(server.data), 0o700)
        for name in os.listdir(server.data):
            equal(mode(server.data, name), 0o600, name)
        assert "gaslight.db" in os.listdir(server.data)


def test_it_prints_where_it_listens_and_how_to_join():
    with Server() as server:
        wait_for(lambda: len(server.said) == 4, "the fourth line")
        text = "".join(server.said)
        where = f"http://127.0.0.1:{server.port}/"
        assert f"in a browser:   {where}\n" in text and f"gaslight play {where} " in text and "0 tables" in text, text


def test_ipv6_is_served_too():
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return  # this machine has no IPv6
    with Server(listen="[::1]:0") as server:
        connection = http.client.HTTPConnection("::1", server.port, timeout=PATIENCE)
        connection.request("GET", "/healthz")
        equal(connection.getresponse().read(), b"ok\n")
        connection.close()


# ---- Signals -------------------------------------------------------------------------------------


async def test_sigterm_and_sigint_stop_cleanly():
    for how in (signal.SIGTERM, signal.SIGINT):
        with Server() as server:
            silent = await Client.connect(server)
            clients, table = await started(server, "whitehall")
            await play_on(clients, table, 5)
            idle = socket.create_connection(("127.0.0.1", server.port))
            equal(await asyncio.to_thread(server.stop, how), 0)
            for client in [silent, *clients]:
                await asyncio.wait_for(client.task, PATIENCE)
                equal(client.closed[0], 1001)
            idle.close()
            assert not os.path.exists(os.path.join(server.data, "admin.sock"))
            assert not os.path.exists(os.path.join(server.data, "gaslight.db-wal")), os.listdir(server.data)
            assert " stopped " in server.log[-1], server.log[-3:]
            equal(server.check()[0], 0)


def test_a_second_signal_while_stopping_does_no_harm():
    with Server() as server:
        server.process.send_signal(signal.SIGTERM)
        try:
            server.process.send_signal(signal.SIGTERM)
        except ProcessLookupError:
            pass
        assert server.stop() in (0, -signal.SIGTERM)
        equal(server.check()[0], 0)


async def test_sighup_reopens_the_log():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "log")
        with Server(log=path) as server:
            equal(mode(path) & 0o077, 0)
            os.rename(path, path + ".1")
            ann = await Client.connect(server, name="Ann")
            with open(path + ".1", encoding="utf-8") as file:
                assert f"player_made player={ann.player}" in file.read()
            server.process.send_signal(signal.SIGHUP)
            await asyncio.to_thread(wait_for, lambda: os.path.exists(path), "a new log")
            await ann.settle()  # still connected
            bob = await Client.connect(server, name="Bob")
            with open(path, encoding="utf-8") as file:
                text = file.read()
            assert bob.player in text and ann.player not in text, text
            await leave_all([ann, bob])
            equal(server.log, [])


async def test_the_log_has_no_secrets():
    with Server(log_level="debug") as server:
        clients, table = await started(server, "whitechapel", private=True)
        invite = (await clients[0].must("mine"))["tables"][0]["table"]["invite"]
        await clients[0].must("chat", table=table, key=key(), to="table", text="Catch-me-if-you-can")
        await play_on(clients, table, 10)
        await leave_all(clients)
        server.stop()
        log = "".join(server.log)
        assert table in log
        for secret in [invite, "Catch-me-if-you-can", "hideout", *[client.token for client in clients],
                       *[client.name + "\n" for client in clients]]:
            assert secret not in log, secret
        for line in server.log:
            assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (debug|info|warning|error) \w+( \S+=.*)?\s*$",
                            line), line


# ---- Administration ------------------------------------------------------------------------------


async def test_check_needs_a_stopped_server_and_finds_damage():
    with Server() as server:
        clients, table = await started(server, "whitehall")
        await play_on(clients, table, 20, peaceful)
        code, out, err = run("--check", server.data)
        equal(code, 1, out + err)
        await leave_all(clients)
        server.kill()
        assert re.fullmatch(r"ok: 1 tables?, 0 finished games, 4 players\n", server.check()[1]), server.check()
        damage(server.data, "UPDATE actions SET action = '{\"by\":\"jack\",\"do\":\"pass\"}' WHERE n = 3")
        status, said = server.check()
        assert status == 1 and table in said, (status, said)
    code, out, err = run("--check", "/nowhere/at/all")
    equal(code, 1, out + err)


def damage(directory, statement):
    import sqlite3
    database = sqlite3.connect(os.path.join(directory, "gaslight.db"))
    columns = [row[1] for row in database.execute("PRAGMA table_info(actions)")]
    column = next(name for name in columns if name in ("action", "row", "json", "text"))
    changed = database.execute(statement.replace("SET action", f"SET {column}")).rowcount
    database.commit()
    database.close()
    equal(changed, 1)


async def test_a_backup_of_a_running_server_can_be_served():
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        clients, table = await started(server, "whitechapel")
        await play_on(clients, table, 15)
        before = await clients[0].watch(table)
        copy = os.path.join(folder, "copy")
        os.mkdir(copy, 0o700)
        file = os.path.join(copy, "gaslight.db")
        code, _, err = await asyncio.to_thread(run, "--data", server.data, "--backup", file)
        equal((code, err), (0, ""))
        equal(mode(file), 0o600)
        code, _, err = await asyncio.to_thread(run, "--data", server.data, "--backup", file)
        assert code == 1 and err.count("\n") == 1, (code, err)  # the file exists
        await play_on(clients, table, 5)
        with Server(data=copy) as second:
            jack = await Client.connect(second, token=clients[0].token)
            after = await jack.watch(table)
            for client in (before, after):
                for seat in client["table"]["seats"]:
                    seat.pop("connected")
            equal(after, before)
            await jack.close()
            equal(second.stop(), 0)
            equal(second.check()[0], 0)
        await leave_all(clients)
        server.stop()
        equal(run("--data", server.data, "--backup", os.path.join(folder, "stopped"))[0], 0)


async def test_admin_lists_closes_revokes_and_removes():
    with Server() as server:
        clients, table = await started(server, "whitehall")
        jack, ann = clients[0], clients[1]
        admin = lambda *words: asyncio.to_thread(administer, server, *words)  # noqa: E731
        code, out, err = await admin("list", "tables")
        assert code == 0 and table in out and "running" in out and err == "", (code, out, err)
        assert re.search(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", out), out  # when it was last used
        code, out, _ = await admin("list", "players")
        assert code == 0 and all(client.player in out for client in clients), out
        equal(len(re.findall(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", out)), len(clients), "when they came")
        code, out, _ = await admin("stats")
        assert code == 0 and out, out
        code, out, err = await admin("revoke", ann.player)
        equal((code, err), (0, ""))
        await asyncio.wait_for(ann.task, PATIENCE)
        equal(ann.closed[0], 1008)
        other = await Client.connect(server)
        await other.refused("bad_token", "hello", token=ann.token)
        code, out, err = await admin("remove", clients[2].player)
        equal((code, err), (0, ""))
        await jack.until(lambda: any(seat["name"] == "(removed)" for seat in
                                     jack.pushed("table")[-1]["table"]["seats"]), "the removed name")
        code, out, err = await admin("close", table)
        equal((code, err), (0, ""))
        await jack.settle()
        await jack.refused("unknown_table", "watch", table=table)
        equal(await jack.must("mine"), {"tables": []})
        for words, status in [(("close", "nosuchtabl"), 1), (("revoke", "nosuchplayer"), 1), (("remove", "x"), 1),
                              (("frobnicate",), 2), ((), 2), (("close",), 2)]:
            code, out, err = await admin(*words)
            assert code == status and out == "" and err != "", (words, code, out, err)
        await leave_all([other, *clients])
        equal(server.stop(), 0)
        code, out, err = await admin("list", "tables")
        assert code == 1 and err.count("\n") == 1, (code, out, err)
        equal(server.check()[0], 0)


async def test_a_removed_player_is_gone_from_the_data():
    with Server() as server:
        (ann,) = await people(server, "Unmistakable Name")
        code, _, err = await asyncio.to_thread(administer, server, "remove", ann.player)
        equal((code, err), (0, ""))
        await ann.close()
        server.stop()
        for name in os.listdir(server.data):
            with open(os.path.join(server.data, name), "rb") as file:
                assert b"Unmistakable" not in file.read(), name


def test_a_newer_database_is_refused():
    import sqlite3
    with Server() as server:
        server.stop()
        database = sqlite3.connect(os.path.join(server.data, "gaslight.db"))
        database.execute("PRAGMA user_version = 9999")
        database.commit()
        database.close()
        refused(1, "newer", "--data", server.data, "--listen", "127.0.0.1:0")
