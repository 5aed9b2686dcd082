"""Several requests on one connection, over plain sockets and TLS: which connections stay open, that every request is judged
by itself, and that no mix of requests and bodies makes libwebsockets hang (server/net/lws_quirks.h)."""
import contextlib
import json
import os
import time

import pytest
from gaslight_server import *
from raw_http import UPGRADE, ask, connect, read_head, read_response, tls_server

HOST = "Host: localhost"
GET = f"GET /healthz HTTP/1.1\r\n{HOST}\r\n\r\n".encode()
BODY = json.dumps({"not": "a record"}).encode()
POST = f"POST /replay HTTP/1.1\r\n{HOST}\r\nContent-Length: {len(BODY)}\r\n\r\n".encode() + BODY


@contextlib.contextmanager
def plain_server(**options):
    with Server(**options) as server:
        yield server, None


either = pytest.mark.parametrize("serve", [plain_server, tls_server])


def processor_seconds(server):
    with open(f"/proc/{server.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def must_be_idle(server, context):
    """Fails if the server does not answer, or spins: in a while of doing nothing it uses next to no time."""
    equal(ask(server, "/healthz", HOST, context=context), (200, "ok\n"))
    before = processor_seconds(server)
    began = time.monotonic()
    wait_for(lambda: time.monotonic() - began > 0.5, "half a second")
    assert processor_seconds(server) - before < 0.25 * (time.monotonic() - began), "the server is busy doing nothing"


def is_closed(connection):
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


@either
def test_a_connection_serves_one_request_after_the_other(serve):
    with serve() as (server, context), connect(server, context) as connection:
        for _ in range(20):
            connection.sendall(GET)
            equal(read_response(connection), (200, "ok\n"))
            connection.sendall(f"GET /nothing HTTP/1.1\r\n{HOST}\r\n\r\n".encode())
            equal(read_response(connection)[0], 404)
            connection.sendall(f"HEAD / HTTP/1.1\r\n{HOST}\r\nConnection: keep-alive\r\n\r\n".encode())
            equal(read_response(connection, head_only=True)[0], 200)
            connection.sendall(f"GET /boards/whitechapel.json HTTP/1.1\r\n{HOST}\r\n\r\n".encode())
            status, board = read_response(connection)
            equal((status, len(json.loads(board)["circles"])), (200, 195))
        must_be_idle(server, context)


@either
def test_a_body_that_arrives_together_with_an_earlier_request_hangs_nothing(serve):
    mixes = [GET + POST, GET + GET + POST, GET + POST + GET, POST + GET, POST + POST, GET + POST[:-3], POST[:-3],
             GET + b"x" * 5000, GET + GET[:-2], GET + b"\r\n", GET + POST + BODY * 1000]
    with serve() as (server, context):
        for mix in mixes:
            for warm in (False, True):
                with connect(server, context) as connection:
                    if warm:  # the same on a connection that has been used before
                        connection.sendall(GET)
                        equal(read_response(connection), (200, "ok\n"))
                    connection.sendall(mix)
                    if mix.startswith(GET):
                        head, _ = read_head(connection)
                        assert head.startswith("HTTP/1.1 200 "), head
                        assert "\r\nConnection: close" in head, (mix, head)
        must_be_idle(server, context)


@either
def test_pipelined_requests_get_one_response_and_then_the_end(serve):
    with serve() as (server, context), connect(server, context) as connection:
        connection.sendall(GET * 3)
        head, rest = read_head(connection)
        assert "\r\nConnection: close" in head, head
        text = rest
        with contextlib.suppress(ConnectionResetError):
            while piece := connection.recv(65536):
                text += piece
        assert text in (b"ok\n", b""), text  # a reset may drop what was not read yet, but no second response comes
        must_be_idle(server, context)


@either
def test_slow_requests_and_bodies_arrive_byte_by_byte(serve):
    with serve() as (server, context), connect(server, context) as connection:
        for request, status in ((GET, 200), (GET, 200), (POST, 400)):
            for at in range(len(request)):
                connection.sendall(request[at:at + 1])
            equal(read_response(connection)[0], status)
        assert is_closed(connection), "a request with a body is the last one"
        must_be_idle(server, context)


@pytest.mark.verify  # it waits
@either
def test_a_request_may_take_as_long_as_the_option_says(serve):
    """libwebsockets closed a connection after ten seconds if its second request was not complete."""
    with serve(handshake_seconds=600) as (server, context), connect(server, context) as connection:
        for _ in range(2):
            connection.sendall(GET[:20])
            began = time.monotonic()
            wait_for(lambda: time.monotonic() - began > 15, "fifteen seconds")
            connection.sendall(GET[20:])
            equal(read_response(connection), (200, "ok\n"))


@either
def test_a_body_after_an_answered_request_is_read_in_any_pieces(serve):
    with serve() as (server, context):
        for pieces in ([POST], [POST[:-5], POST[-5:]], [POST[:-len(BODY)], BODY], [POST[:30], POST[30:]]):
            with connect(server, context) as connection:
                connection.sendall(GET)
                equal(read_response(connection), (200, "ok\n"))
                for piece in pieces:
                    connection.sendall(piece)
                head, _ = read_head(connection)
                assert head.startswith("HTTP/1.1 400 ") and "\r\nConnection: close" in head, head
        must_be_idle(server, context)


@either
def test_a_used_connection_becomes_a_websocket(serve):
    hello = b'{"id":1,"do":"hello","name":"Ann"}'
    with serve() as (server, context):
        for mask in (0x80, 0):
            with connect(server, context) as connection:
                connection.sendall(GET)
                equal(read_response(connection), (200, "ok\n"))
                connection.sendall("\r\n".join(["GET /ws HTTP/1.1", HOST, *UPGRADE, "", ""]).encode())
                head, rest = read_head(connection)
                assert head.startswith("HTTP/1.1 101 "), head
                frame = bytes([0x81, mask | len(hello)]) + (b"\0\0\0\0" if mask else b"") + hello
                connection.sendall(frame)
                first = rest or connection.recv(65536)
                equal(first[0], 0x81 if mask else 0x88, "an unmasked frame closes it")


def test_who_wants_no_further_request_gets_none():
    with Server() as server:
        for request in (f"GET /healthz HTTP/1.0\r\n{HOST}\r\n\r\n", f"GET /healthz HTTP/1.1\r\n{HOST}\r\nConnection: close\r\n\r\n",
                        f"GET /healthz HTTP/1.1\r\n{HOST}\r\nContent-Length: 0\r\n\r\n",
                        f"GET /healthz HTTP/1.1\r\n{HOST}\r\nConnection: Close, TE\r\n\r\n"):
            with connect(server) as connection:
                connection.sendall(request.encode())
                head, _ = read_head(connection)
                assert head.startswith("HTTP/1.1 200 ") and "\r\nConnection: close" in head, head
                wait_for(lambda: is_closed(connection), "the end")


async def test_idle_connections_are_closed_like_unfinished_handshakes():
    with Server(handshake_seconds=1) as server:
        await conclusive(idle_connection_is_closed, server)


async def idle_connection_is_closed(server):
    """Returns false if the connection was closed before the test could use it."""
    began, text = time.monotonic(), b""
    with connect(server) as connection, contextlib.suppress(ConnectionError):
        connection.sendall(GET)
        while piece := connection.recv(65536):  # until it is closed
            text += piece
    assert time.monotonic() - began >= 1, "closed at once"
    if text:
        assert text.startswith(b"HTTP/1.1 200 ") and text.endswith(b"ok\n"), text
    return text != b""


def test_every_request_of_a_connection_is_judged_by_itself():
    with Server(hosts="play.example") as server, connect(server) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: play.example\r\n\r\n")
        equal(read_response(connection), (200, "ok\n"))
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        equal(read_response(connection)[0], 421)
        assert is_closed(connection)


def test_the_client_behind_a_proxy_is_that_of_the_request():
    """A proxy may send requests of several clients over one connection; /metrics and limits must not mix them up."""
    replay = f"POST /replay HTTP/1.1\r\n{HOST}\r\n%sContent-Length: {len(BODY)}\r\n\r\n"
    with Server(behind_proxy=True, replays_per_minute=1) as server:
        def status(first, then):
            with connect(server) as connection:
                connection.sendall(f"GET /healthz HTTP/1.1\r\n{HOST}\r\n{first}\r\n".encode())
                equal(read_response(connection), (200, "ok\n"))
                connection.sendall((replay % then).encode() + BODY)
                return int(read_head(connection)[0].split(" ")[1])
        one, other = "X-Forwarded-For: 192.0.2.1\r\n", "X-Forwarded-For: 192.0.2.2\r\n"
        equal(status(other, one), 400)
        equal(status(other, one), 429, "the first client's budget is used up")
        equal(status(one, ""), 400, "a request without the header is the proxy's own")
        equal(status("", other), 400, "the other client's budget is untouched")


def descriptors(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


REFUSED = {
    "another host": "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "another host, only the headers": "HEAD / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "another host, and a body": "GET / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 5\r\n\r\nhe",
    "another method": f"DELETE / HTTP/1.1\r\n{HOST}\r\n\r\n",
    "another method, twice": f"OPTIONS / HTTP/1.1\r\n{HOST}\r\n\r\n" * 2,
    "another method, and a body": f"PUT / HTTP/1.1\r\n{HOST}\r\nContent-Length: 5\r\n\r\n",
    "no page": f"POST /session HTTP/1.1\r\n{HOST}\r\nContent-Length: 0\r\n\r\n",
    "no length": f"POST /replay HTTP/1.1\r\n{HOST}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    "too long": f"POST /replay HTTP/1.1\r\n{HOST}\r\nContent-Length: 99999999\r\n\r\n",
}


@either
@pytest.mark.parametrize("stays", [False, True], ids=["the client leaves", "the client stays"])
def test_a_refused_request_costs_no_descriptor_and_no_time(serve, stays):
    with serve() as (server, context):
        must_be_idle(server, context)
        before = descriptors(server)
        with contextlib.ExitStack() as stack:
            for request in REFUSED.values():
                connection = stack.enter_context(connect(server, context))
                connection.sendall(request.encode())
                head, _ = read_head(connection)
                assert head.startswith("HTTP/1.1 4"), head
                if not stays:
                    connection.close()
            wait_for(lambda: descriptors(server) <= before, "every connection is closed")
            must_be_idle(server, context)
