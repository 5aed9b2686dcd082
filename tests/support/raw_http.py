"""HTTP and WebSocket handshakes over plain sockets, for tests that choose every header and every byte."""
import contextlib
import os
import socket
import ssl
import subprocess
import tempfile

from gaslight_server import PATIENCE, Server

UPGRADE = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: gaslight.v1")


def connect(server, context=None):
    plain = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    return plain if context is None else context.wrap_socket(plain)


def read_head(connection):
    """Returns the status line and the headers of a response as text, and what was read beyond them."""
    text = b""
    while b"\r\n\r\n" not in text:
        piece = connection.recv(65536)
        if piece == b"":
            break
        text += piece
    head, _, rest = text.partition(b"\r\n\r\n")
    return head.decode(), rest


def read_response(connection, head_only=False):
    """Returns the status and the body of a response. Connections may stay open, so its length counts."""
    head, body = read_head(connection)
    status = int(head.split(" ")[1])
    length = next((int(line.split(":")[1]) for line in head.split("\r\n") if line.startswith("Content-Length:")), 0)
    while len(body) < length and not head_only and status != 304:
        piece = connection.recv(65536)
        assert piece != b"", f"closed after {len(body)} of {length} bytes"
        body += piece
    return status, body.decode()


def ask(server, path, *headers, method="GET", context=None):
    with connect(server, context) as connection:
        connection.sendall("\r\n".join([f"{method} {path} HTTP/1.1", *headers, "", ""]).encode())
        return read_response(connection, method == "HEAD")


def upgrade(server, *headers, **keys):
    return ask(server, "/ws", *UPGRADE, *headers, **keys)[0]


@contextlib.contextmanager
def tls_server(**options):
    """Starts a server with a certificate of its own. Yields it and a context for connect()."""
    with tempfile.TemporaryDirectory() as home:
        cert, key = [os.path.join(home, name) for name in ("cert.pem", "key.pem")]
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                        "-subj", "/CN=localhost", "-days", "2", "-out", cert, "-keyout", key],
                       check=True, capture_output=True, timeout=PATIENCE)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with Server(tls_cert=cert, tls_key=key, **options) as server:
            yield server, context
