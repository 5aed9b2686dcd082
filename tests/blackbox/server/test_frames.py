"""WebSocket frames that are not masked, over plain sockets and over TLS: they end the connection."""
from gaslight_server import *
from raw_http import UPGRADE, connect, read_response, tls_server

PING = b'{"id":1,"do":"ping"}'


def replies(server, *pieces, context=None):
    """Sends pieces on a new WebSocket. Returns the texts it gets, and the code of the close frame or None.

    Stops at the first text if nothing unmasked is sent, because the connection then stays open.
    """
    with connect(server, context) as connection:
        connection.sendall("\r\n".join(["GET /ws HTTP/1.1", f"Host: localhost:{server.port}", *UPGRADE, "",
                                        ""]).encode())
        equal(read_response(connection)[0], 101)
        for piece in pieces:
            connection.sendall(piece)
        text, texts = b"", []
        while True:
            while len(text) >= 2 and len(text) >= 2 + text[1]:
                frame, text = text[:2 + text[1]], text[2 + text[1]:]
                if frame[0] == 0x88:
                    return texts, int.from_bytes(frame[2:4], "big")
                texts.append(frame[2:])
            if texts and len(texts) == sum(piece.startswith(masked(PING)[:2]) for piece in pieces):
                return texts, None
            piece = connection.recv(65536)
            if piece == b"":
                return texts, None
            text += piece


def masked(data, opcode=0x81):
    return bytes([opcode, 0x80 | len(data)]) + b"\x01\x02\x03\x04" + bytes(
        byte ^ (i % 4 + 1) for i, byte in enumerate(data))


def unmasked(data, opcode=0x81):
    if len(data) < 126:
        return bytes([opcode, len(data)]) + data
    return bytes([opcode, 126]) + len(data).to_bytes(2, "big") + data


def test_an_unmasked_frame_ends_the_connection():
    spaces = b" " * 300
    with Server() as server:
        for frame in (unmasked(PING), unmasked(b"x", 0x89), unmasked(b"", 0x8a), unmasked(b"{", 0x01), unmasked(spaces),
                      bytes([0x81, 127]) + (300).to_bytes(8, "big") + spaces):
            equal(replies(server, frame), ([], 1002), frame[:4])
            equal(replies(server, frame[:1], frame[1:2], frame[2:]), ([], 1002), "in pieces")
        equal(replies(server, masked(PING)), ([b'{"re":1,"ok":{}}'], None), "a masked one is answered")
        equal(replies(server, masked(PING, 0x01)[:7], masked(PING, 0x01)[7:], masked(b"", 0x80), unmasked(PING))[1], 1002)


def test_an_unmasked_frame_ends_a_connection_with_tls():
    with tls_server() as (server, context):
        equal(replies(server, unmasked(PING), context=context), ([], 1002))
        equal(replies(server, masked(PING), context=context), ([b'{"re":1,"ok":{}}'], None))
