"""Hosts, origins and forwarding headers, over plain sockets: what another web page, or a proxy, can and cannot reach."""
import socket
import subprocess

from gaslight_server import *
from raw_http import UPGRADE, ask, connect, read_response, tls_server, upgrade

PUBLIC = "play.example"
FORWARDING = ("X-Forwarded-For: 127.0.0.1", "x-forwarded-host: localhost", "X-Forwarded-Proto: http",
              "X-Forwarded-Port: 80", "X-Forwarded-Server: x", "FORWARDED: for=127.0.0.1", "X-Real-IP: 127.0.0.1",
              "Via: 1.1 proxy", "CF-Connecting-IP: 127.0.0.1", "True-Client-IP: 127.0.0.1", "X-Client-IP: 127.0.0.1")
# ---- Hosts ---------------------------------------------------------------------------------------


def test_a_page_whose_name_was_rebound_to_this_server_gets_nothing():
    with Server(hosts=PUBLIC) as server:
        for evil in ("Host: evil.example", f"Host: evil.example:{server.port}", "Host: localhost.evil.example", "Host:",
                     "Host: 192.0.2.1", "Accept: */*"):  # the last one: no Host at all
            for path in ("/", "/healthz", "/metrics", "/nothing", "/boards/whitehall.json"):
                status, body = ask(server, path, evil)
                equal(status, 421, (path, evil))
                assert body.count(".") == 1 and "option hosts" in body, body
            equal(ask(server, "/", evil, method="HEAD")[0], 421)
            equal(ask(server, "/replay", evil, "Content-Length: 2", method="POST")[0], 421)
            equal(upgrade(server, evil), 421, evil)
            equal(upgrade(server, evil, f"Origin: http://evil.example:{server.port}"), 421, evil)
        for hosts in (("Host: evil.example", "Host: localhost"), ("Host: localhost", "Host: evil.example")):
            status, _ = ask(server, "/", *hosts)
            equal(status, 421, hosts)
        for good in (f"127.0.0.1:{server.port}", "localhost", "LOCALHOST:1", "[::1]:80", PUBLIC, f"{PUBLIC}:443"):
            equal(ask(server, "/", f"Host: {good}")[0], 200, good)
            equal(upgrade(server, f"Host: {good}", f"Origin: http://{good}"), 101, good)
        assert any(" hosts accepted=" in line and PUBLIC in line for line in server.log), server.log


def test_a_server_for_the_network_answers_to_its_addresses_but_not_to_other_names():
    with Server(listen="0.0.0.0:0") as server:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            equal(ask(server, "/", "Host: 127.0.0.1")[0], 200)
            equal(ask(server, "/", f"Host: {socket.gethostname()}:{server.port}")[0], 200)
            equal(ask(server, "/", "Host: evil.example")[0], 421)
            equal(ask(server, "/", "Host: 192.0.2.1")[0], 421)
            probe.connect(("192.0.2.1", 9))  # sends nothing; shows which address would be used
            own = probe.getsockname()[0]
        with socket.create_connection((own, server.port), timeout=PATIENCE) as connection:
            connection.sendall(f"GET / HTTP/1.1\r\nHost: {own}:{server.port}\r\n\r\n".encode())
            equal(read_response(connection)[0], 200, own)


def test_a_server_behind_a_proxy_warns_if_it_does_not_know_its_name():
    def warned(**options):
        with Server(behind_proxy=True, **options) as server:
            server.stop()
            return any(" warning no_public_host " in line for line in server.log)
    assert warned()
    assert not warned(hosts=PUBLIC)
    assert not warned(allow_origin=f"https://{PUBLIC}")


def test_hosts_are_names_without_ports():
    for wrong in ("https://play.example", "play.example:443", "*.example", "a,b/c"):
        done = subprocess.run([GASLIGHTD, "--hosts", wrong], capture_output=True, text=True, timeout=PATIENCE,
                              check=False)
        equal(done.returncode, 2, wrong)
        assert "hosts" in done.stderr and done.stderr.count("\n") == 1, done.stderr


# ---- Origins -------------------------------------------------------------------------------------


def test_an_https_site_refuses_pages_that_came_over_http():
    with Server(behind_proxy=True, hosts=PUBLIC, allow_origin="http://front.example") as server:
        host = f"Host: {PUBLIC}"
        for secure in ("X-Forwarded-Proto: https", "x-forwarded-proto: HTTPS"):
            equal(upgrade(server, host, secure, f"Origin: http://{PUBLIC}"), 403)
            equal(ask(server, "/replay", host, secure, f"Origin: http://{PUBLIC}", "Content-Length: 2",
                      method="POST")[0], 403)
            equal(upgrade(server, host, secure, f"Origin: https://{PUBLIC}"), 101)
            equal(upgrade(server, host, secure, "Origin: http://front.example"), 101, "the operator has allowed it")
            equal(upgrade(server, host, secure), 101, "not a browser")
        equal(upgrade(server, host, f"Origin: http://{PUBLIC}"), 101, "a site without https")
        equal(upgrade(server, host, "Origin: null"), 403)
        equal(upgrade(server, host, "Origin: https://evil.example"), 403)


def test_with_a_certificate_pages_that_came_over_http_are_refused():
    with tls_server() as (server, context):
        host = f"localhost:{server.port}"
        equal(upgrade(server, f"Host: {host}", f"Origin: https://{host}", context=context), 101)
        equal(upgrade(server, f"Host: {host}", f"Origin: http://{host}", context=context), 403)
        equal(upgrade(server, "Host: evil.example", "Origin: https://evil.example", context=context), 421)


# ---- /metrics ------------------------------------------------------------------------------------


def test_metrics_are_only_for_programs_on_this_machine():
    with Server(hosts=PUBLIC) as server:
        for host in ("localhost", f"127.0.0.1:{server.port}", "[::1]"):
            equal(ask(server, "/metrics", f"Host: {host}")[0], 200, host)
        equal(ask(server, "/metrics", f"Host: {PUBLIC}")[0], 404)
        for header in FORWARDING:
            equal(ask(server, "/metrics", "Host: localhost", header)[0], 404, header)
            equal(ask(server, "/metrics", header, "Host: localhost", method="HEAD")[0], 404, header)


def test_metrics_on_a_port_of_their_own_check_the_host_too():
    with reserved_port() as port, Server(metrics_listen=f"127.0.0.1:{port}") as server:
        server.port = port
        equal(ask(server, "/metrics", "Host: localhost")[0], 200)
        equal(ask(server, "/metrics", "Host: evil.example")[0], 421)
        equal(ask(server, "/healthz", "Host: localhost")[0], 200)


# ---- Networks ------------------------------------------------------------------------------------


def test_a_network_of_48_bits_gets_four_times_the_connections_of_an_address():
    with Server(behind_proxy=True, connections_per_address=2) as server, contextlib.ExitStack() as stack:
        def connections(*addresses):
            """Returns how many of these connections, which stay open, were accepted."""
            count = 0
            for address in addresses:
                connection = stack.enter_context(connect(server))
                connection.sendall("\r\n".join(["GET /ws HTTP/1.1", "Host: localhost", *UPGRADE,
                                                f"X-Forwarded-For: {address}", "", ""]).encode())
                status = read_response(connection)[0]
                assert status in (101, 429), status
                count += status == 101
            return count
        equal(connections(*["2001:db8:7:1::%x" % i for i in range(5)]), 2, "one network of 64 bits")
        equal(connections(*["2001:db8:7:%x::1" % i for i in range(2, 12)]), 6, "the rest of 48 bits")
        equal(connections(*["2001:db8:8:%x::1" % i for i in range(3)]), 3, "another network")
