"""TLS in the terminal client: which certificates it trusts, and its error messages for all others.

openssl creates the certificates when the test runs; the server is gaslightd with --tls-cert and --tls-key.
"""
import contextlib
import os
import socket
import ssl
import subprocess
import tempfile
import threading

import pytest

from gaslight_server import GASLIGHT, PATIENCE, Server, equal, reserved_port
from line_client import LineClient, one_sentence, run_client, unmarked
from terminal import Terminal

AUTHORITY = """
[ca]
default_ca = ours
[ours]
dir = {home}
database = {home}/index.txt
new_certs_dir = {home}
serial = {home}/serial
certificate = {home}/ca.pem
private_key = {home}/ca.key
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
"""

# Each certificate with the names it is for and its period of validity.
CERTIFICATES = {
    "good": ("DNS:localhost,IP:127.0.0.1", "20200101000000Z", "20991231235959Z"),
    "other": ("DNS:games.example,IP:192.0.2.1", "20200101000000Z", "20991231235959Z"),
    "expired": ("DNS:localhost,IP:127.0.0.1", "20200101000000Z", "20200201000000Z"),
    "early": ("DNS:localhost,IP:127.0.0.1", "20980101000000Z", "20991231235959Z"),
}


NEW_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]


def openssl(*arguments):
    done = subprocess.run(["openssl", *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr


class Authority:
    """A certificate authority in its own directory, and the certificates it has signed."""

    def __init__(self, home):
        self.home = home
        self.config, self.ca = self.path("config"), self.path("ca.pem")
        for name, text in [("config", AUTHORITY.format(home=home)), ("index.txt", ""), ("serial", "01\n")]:
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(text)
        openssl("req", "-x509", *NEW_KEY, "-keyout", self.path("ca.key"), "-out", self.ca,
                "-subj", "/CN=Test authority", "-config", self.config, "-extensions", "authority", "-days", "3650")
        for name, (names, begins, ends) in CERTIFICATES.items():
            self.sign(name, names, begins, ends)
        openssl("req", "-x509", *NEW_KEY, "-keyout", self.path("self.key"), "-out",
                self.path("self.pem"), "-subj", "/CN=localhost", "-config", self.config, "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1", "-days", "3650")

    def path(self, name):
        return os.path.join(self.home, name)

    def sign(self, name, names, begins, ends):
        openssl("req", "-new", *NEW_KEY, "-keyout", self.path(name + ".key"), "-out",
                self.path(name + ".csr"), "-subj", f"/CN={name}", "-config", self.config, "-addext",
                f"subjectAltName={names}")
        openssl("ca", "-batch", "-notext", "-config", self.config, "-in", self.path(name + ".csr"), "-out",
                self.path(name + ".pem"), "-startdate", begins, "-enddate", ends)

    def server(self, name, **options):
        return Server(tls_cert=self.path(name + ".pem"), tls_key=self.path(name + ".key"), **options)


@contextlib.contextmanager
def authority():
    with tempfile.TemporaryDirectory(prefix="gaslight-tls-") as home:
        yield Authority(home)


def refused(part, *arguments):
    """Checks that both plain mode and the full screen fail with this error, and that the terminal is restored."""
    status, out, err = run_client("play", *arguments, "--name", "Mo", text="tables\n")
    equal((status, out), (1, ""), err)
    assert part in one_sentence(err), f"{part!r} is not in {err!r}"
    with Terminal([GASLIGHT, "play", *arguments, "--name", "Mo"], size=(200, 24)) as terminal:
        equal(terminal.ended(), (1, True), terminal.text())
        equal(terminal.screen()[0], err.rstrip("\n"))


def test_a_certificate_of_a_trusted_authority_is_accepted():
    with authority() as ours, ours.server("good") as server:
        for host in ("localhost", "127.0.0.1"):
            status, out, err = run_client("play", f"wss://{host}:{server.port}", "--ca", ours.ca, "--name", "Mo",
                                          text="create whitehall\nsay Safe\n")
            equal((status, err), (0, ""), out)
            assert f"You are Mo on wss://{host}:{server.port}." in out and "chat table Mo: Safe" in unmarked(out), out
        address = f"https://localhost:{server.port}"
        with Terminal([GASLIGHT, "lobby", address, "--ca", ours.ca, "--name", "Mo"]) as terminal:
            terminal.wait("My games")
            terminal.type("q")
            equal(terminal.ended(), (0, True))


@pytest.mark.verify
def test_invalid_certificates_are_rejected_with_the_reason():
    with authority() as ours:
        with ours.server("good") as server:
            refused("was issued by an authority not trusted here (--ca FILE).", f"wss://localhost:{server.port}")
        for name, part in [("other", "is for another"), ("expired", "has expired."), ("early", "is not valid yet")]:
            with ours.server(name) as server:
                refused(part, f"wss://localhost:{server.port}", "--ca", ours.ca)
        with ours.server("self") as server:
            refused("is self-signed", f"wss://localhost:{server.port}")
            status, _, err = run_client("lobby", f"wss://localhost:{server.port}", "--ca", ours.path("self.pem"),
                                        "--name", "Mo")
            equal((status, err), (0, ""), "a self-signed certificate given with --ca")
        with ours.server("other") as server:  # the same for an IP address
            refused("is for another", f"wss://127.0.0.1:{server.port}", "--ca", ours.ca)


def test_unusable_ca_files_are_named_in_the_error():
    with authority() as ours, ours.server("good") as server:
        refused("/nonexistent.pem", f"wss://localhost:{server.port}", "--ca", "/nonexistent.pem")
        for name, text in [("nonsense.pem", "nonsense\n"), ("empty.pem", "")]:
            with open(ours.path(name), "w", encoding="utf-8") as file:
                file.write(text)
            refused(name, f"wss://localhost:{server.port}", "--ca", ours.path(name))


def test_the_error_suggests_the_right_scheme_with_and_without_tls():
    with authority() as ours:
        with ours.server("good") as server:
            refused("wss://", f"ws://localhost:{server.port}")
        with Server() as server:
            refused("ws://", f"wss://localhost:{server.port}", "--ca", ours.ca)


@contextlib.contextmanager
def impostor(ours, name, port):
    """Listens on the server's port with another certificate. Yields what clients sent over TLS, which
    must be nothing, and an event that is set once a client has connected."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(ours.path(name + ".pem"), ours.path(name + ".key"))
    heard, tried = [], threading.Event()
    with socket.create_server(("127.0.0.1", port)) as listener:
        def serve():
            while True:
                try:
                    peer, _ = listener.accept()
                except OSError:
                    return
                try:
                    with context.wrap_socket(peer, server_side=True) as secure:
                        heard.append(secure.recv(4096))
                except OSError:
                    pass  # the client disconnected, as it should
                tried.set()
        threading.Thread(target=serve, daemon=True).start()
        yield heard, tried


def test_nothing_is_sent_to_an_impostor_after_reconnecting():
    """After a lost connection, an impostor answers on the server's port: the client exits without sending its token."""
    with authority() as ours, reserved_port() as port:
        with ours.server("good", listen=f"127.0.0.1:{port}") as server:
            with LineClient([f"wss://localhost:{port}", "--ca", ours.ca, "--name", "Mo"]) as lines:
                lines.do("create whitehall")
                server.kill()
                lines.until("Trying again.")
                with impostor(ours, "self", port) as (heard, tried):
                    status, err = lines.ended()
                    assert tried.wait(PATIENCE), "the client did not connect"
                    equal(status, 1)
                    assert "is self-signed" in one_sentence(err), err
                    equal([words for words in heard if words], [], "data sent to the impostor")
