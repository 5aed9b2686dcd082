"""Whose X-Forwarded-For is believed: that of proxies on this machine and at --proxy-addresses, and nobody else's.

The tests run in a network namespace of their own, whose loopback interface also has addresses of other machines. Where
that is not allowed, they use the machine's own address instead, which the server doesn't count as loopback either.
"""
import os
import socket
import subprocess
import sys

if __name__ == "__main__":  # in the namespace; see run_in_namespace()
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))

from gaslight_server import *
from raw_http import UPGRADE, read_response

PROXY, PROXY_SIX, STRANGER = "192.0.2.1", "2001:db8::1", "198.51.100.1"
BANNED = "203.0.113.9"
NAMESPACE = ["unshare", "--map-root-user", "--net", "--"]


def connect(server, source):
    """Connects from an address of this machine, to the same address."""
    return socket.create_connection((source, server.port), timeout=PATIENCE, source_address=(source, 0))


def believed(server, source, header=f"X-Forwarded-For: {BANNED}"):
    """Returns whether a peer at this address can say that it connects for somebody who is banned."""
    with connect(server, source) as connection:
        connection.sendall(f"GET /ws HTTP/1.1\r\nHost: localhost\r\n{header}\r\n\r\n".encode())
        status = read_response(connection)[0]
    assert status in (403, 426), status
    return status == 403


@contextlib.contextmanager
def server_with(**options):
    with Server(hosts="play.example", **options) as server:
        subprocess.run([GASLIGHTD, "admin", "--data", server.data, "ban", BANNED], check=True, capture_output=True,
                       timeout=PATIENCE)
        yield server


def check_who_is_believed():
    """In the namespace, with two kinds of addresses."""
    with server_with(listen="[::]:0", behind_proxy=True, proxy_addresses=f"192.0.2.0/24, {PROXY_SIX}") as server:
        for source, expected in (("127.0.0.1", True), ("::1", True), (PROXY, True), (PROXY_SIX, True),
                                 (STRANGER, False), ("2001:db8::2", False)):
            equal(believed(server, source), expected, source)
        equal(believed(server, PROXY, f"X-Forwarded-For: {BANNED}, 203.0.113.8"), False, "only the last address counts")
        equal(believed(server, PROXY, f"X-Real-IP: {BANNED}"), False)
    with server_with(listen="[::]:0", behind_proxy=True) as server:
        for source, expected in (("127.0.0.1", True), (PROXY, False), (PROXY_SIX, False)):
            equal(believed(server, source), expected, source)
    with server_with(listen="[::]:0") as server:
        for source in ("127.0.0.1", "::1", PROXY, PROXY_SIX):
            equal(believed(server, source), False, source)


def check_connections(proxy, stranger, trusted):
    """Connections through a proxy count towards its clients; those of anybody else towards themselves."""
    with Server(listen="[::]:0", behind_proxy=True, proxy_addresses=trusted, connections_per_address=2) as server, \
            contextlib.ExitStack() as stack:
        def accepted(source, count):
            """Opens connections for as many clients, which stay open. Returns how many were accepted."""
            open_now = 0
            for client in range(count):
                connection = stack.enter_context(connect(server, source))
                try:
                    connection.sendall("\r\n".join(["GET /ws HTTP/1.1", "Host: localhost", *UPGRADE,
                                                    f"X-Forwarded-For: 203.0.113.{client}", "", ""]).encode())
                    open_now += read_response(connection)[0] == 101
                except (ConnectionError, IndexError):  # closed at once
                    pass
            return open_now
        if proxy is not None:
            equal(accepted(proxy, 6), 6, "clients of the proxy")
        if stranger is not None:
            equal(accepted(stranger, 6), 2, "a client that only claims to be a proxy")


def run_in_namespace():
    """Runs this file in a new namespace. Returns None if the machine doesn't allow that, otherwise the result."""
    allowed = subprocess.run([*NAMESPACE, "ip", "link", "set", "lo", "up"], capture_output=True, check=False)
    if allowed.returncode != 0:
        return None
    return subprocess.run([*NAMESPACE, sys.executable, os.path.abspath(__file__)], capture_output=True, text=True,
                          timeout=4 * PATIENCE, check=False)


def own_address():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((PROXY, 9))  # sends nothing; shows which address would be used
        return probe.getsockname()[0]


def test_only_proxies_can_give_the_address_of_a_client():
    done = run_in_namespace()
    if done is not None:
        equal(done.returncode, 0, done.stdout + done.stderr)
        return
    own = own_address()
    for trusted, expected in ((own, True), (f"192.0.2.77, {own}/32", True), (STRANGER, False), ("", False)):
        with server_with(listen="0.0.0.0:0", behind_proxy=True, proxy_addresses=trusted) as server:
            equal(believed(server, own), expected, trusted)
            equal(believed(server, "127.0.0.1"), True)
    check_connections(own, None, own)
    check_connections(None, own, STRANGER)


def main():
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for address in (PROXY, STRANGER, PROXY_SIX, "2001:db8::2"):
        subprocess.run(["ip", "address", "add", address, "dev", "lo"], check=True)
    check_who_is_believed()
    check_connections(PROXY, STRANGER, f"{PROXY},{PROXY_SIX}")


if __name__ == "__main__":
    main()
