"""GET /picture/TABLE.svg and the page of a replay: the picture is that of `gaslight record picture`, games that are not
over have none, and a private game looks like one that does not exist."""
import json
import os
import subprocess

from gaslight_server import *
from raw_http import connect
from wire_schemas import conforms

NOWHERE = "2222222222"


def request(server, path, *headers, method="GET"):
    """Returns all bytes of the response to a request after which the connection is closed."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Connection: close", *headers, "", ""]
    with connect(server) as connection:
        connection.sendall("\r\n".join(lines).encode())
        text = b""
        while piece := connection.recv(65536):
            text += piece
    return text


def status_of(response):
    return int(response.split(b" ")[1])


def body_of(response):
    return response.partition(b"\r\n\r\n")[2]


def picture(server, table):
    return request(server, f"/picture/{table}.svg")


async def finish(clients, table):
    await clients[0].must("resign", table=table, key=key())
    for client in clients:
        await client.until(lambda c=client: table in c.over, "the end")


def drawn(record):
    """Returns the picture that the terminal client draws."""
    return subprocess.run([GASLIGHT, "record", "picture", "-"], input=json.dumps(record).encode(), capture_output=True,
                          check=True).stdout


async def test_a_finished_public_game_has_the_picture_of_its_record():
    with Server() as server:
        for game in ("whitehall", "whitechapel"):
            clients, table = await started(server, game, players=3)
            await play_on(clients, table, 40, chooser=peaceful)
            await finish(clients, table)
            response = picture(server, table)
            equal(status_of(response), 200)
            assert b"Content-Type: image/svg+xml\r\n" in response
            assert b"Content-Security-Policy: default-src 'none'" in response
            record = (await clients[1].must("record", table=table))["record"]
            equal(body_of(response), drawn(record))
            equal(picture(server, table), response, "asked again")
            head = request(server, f"/picture/{table}.svg", method="HEAD")
            equal(head, response[:-len(body_of(response))])
            await leave_all(clients)
            server.restart()
            equal(picture(server, table), response, "after a restart")


async def test_a_game_in_progress_has_no_picture_and_looks_like_none():
    with Server() as server:
        missing = picture(server, NOWHERE)
        equal((status_of(missing), body_of(missing)), (404, b"Not found.\n"))
        (jack, police), table = await started(server, "whitehall", players=2)
        for _ in range(12):
            equal(picture(server, table), missing)
            await play_one([jack, police], table, peaceful)
        others, opened = await seated(server, "whitehall", players=2)
        equal(picture(server, opened), missing)
        await finish([jack, police], table)
        equal(status_of(picture(server, table)), 200)
        await leave_all([jack, police, *others])


async def test_a_private_game_looks_like_none_until_it_is_shared():
    with Server() as server:
        missing = picture(server, NOWHERE)
        clients, table = await started(server, "whitehall", players=2, private=True)
        equal(picture(server, table), missing)
        await finish(clients, table)
        for opened in (False, True, False):
            await clients[1].must("share", table=table, open=opened)
            response = picture(server, table)
            equal(status_of(response), 200 if opened else 404)
            assert opened or response == missing
        await leave_all(clients)
        server.restart()
        equal(picture(server, table), missing, "not in memory")


async def test_the_page_of_a_replay_is_the_same_for_every_table():
    with Server() as server:
        clients, private = await started(server, "whitehall", players=2, private=True)
        others, public = await started(server, "whitehall", players=2)
        pages = {}
        for when in ("running", "over"):
            for table in (private, public, NOWHERE):
                page = request(server, f"/replay/{table}")
                address = f"http://127.0.0.1:{server.port}"
                equal(status_of(page), 200)
                assert f'<meta property="og:image" content="{address}/picture/{table}.svg">'.encode() in page
                assert f'<meta property="og:url" content="{address}/replay/{table}">'.encode() in page
                etag = page.partition(b"ETag: ")[2].partition(b"\r\n")[0]
                equal(status_of(request(server, f"/replay/{table}", f"If-None-Match: {etag.decode()}")), 304)
                pages[when, table] = page.replace(etag, b"").replace(table.encode(), b"")
            if when == "running":
                await finish(clients, private)
                await finish(others, public)
        equal(len(set(pages.values())), 1)
        plain = request(server, "/table/" + public)
        assert b"og:title" in plain and b"/picture/" not in plain, "other pages name no picture"
        equal(body_of(request(server, f"/replay/{NOWHERE}", "X-Forwarded-Proto: https")).count(b"https://127.0.0.1"), 2)
        await leave_all([*clients, *others])


async def test_wrong_requests_and_too_many():
    with Server(replays_per_minute=3) as server:
        missing = request(server, "/nothing")
        for path in ("/picture/", "/picture/.svg", "/picture/abc", "/picture/abc.png", "/picture/ABC.svg", "/picture/a/b.svg",
                     "/picture/" + "a" * 40 + ".svg", "/picture/abc.svg.svg"):
            equal(request(server, path), missing)
        equal(status_of(request(server, f"/picture/{NOWHERE}.svg", "Content-Length: 0", method="POST")), 405)
        equal([status_of(picture(server, NOWHERE)) for _ in range(4)], [404, 404, 404, 429])


async def test_a_record_file_can_be_drawn():
    with Server() as server:
        with open(os.path.join(ROOT, "tests", "records", "whitechapel-plain.json"), encoding="utf-8") as file:
            record = json.load(file)

        def post(record):
            text = json.dumps(record).encode()
            lines = ["POST /replay?picture=yes HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Content-Length: {len(text)}"]
            with connect(server) as connection:
                connection.sendall("\r\n".join([*lines, "", ""]).encode() + text)
                answer = b""
                while piece := connection.recv(65536):
                    answer += piece
            return status_of(answer), json.loads(body_of(answer))

        status, answer = post(record)
        equal(status, 200)
        conforms("http_replay", answer)
        equal(answer["picture"].encode(), drawn(record))
        del record["result"]
        record["actions"].pop()
        equal(post(record), (400, {"error": {"code": "wrong_state",
                                             "text": "result: wrong_state: A game can be drawn once it is over."}}))
        del record["actions"][5]
        status, answer = post(record)
        equal((status, list(answer)), (400, ["error"]))
        equal(status_of(picture(server, NOWHERE)), 404)
