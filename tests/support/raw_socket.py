"""A blocking WebSocket client that records every byte the server sends, including frame headers, for tests that compare
bytes, their number and their order."""
import base64
import json
import os
import socket

from gaslight_server import PATIENCE

OPCODE_TEXT = 1
OPCODE_CLOSE = 8
OPCODE_PING = 9


class RawClient:
    """One connection. `frames` are the frames since the last take(), each as its bytes on the wire."""

    def __init__(self, port, token, host="127.0.0.1"):
        self.socket = socket.create_connection((host, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.frames = []
        self.turns = {}  # table -> the last turn
        self.events = []  # since the last take()
        self.next_id = 0
        self.shake_hands(f"{host}:{port}")
        self.token = token
        self.player = self.must("hello", token=token)["player"]

    def shake_hands(self, address):
        secret = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {secret}\r\n"
                             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: gaslight.v1\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        assert b" 101 " in head.split(b"\r\n")[0], head

    def more(self):
        piece = self.socket.recv(1 << 16)
        if piece == b"":
            raise ConnectionError("closed by the server")
        self.buffer += piece

    def need(self, count):
        while len(self.buffer) < count:
            self.more()

    def read_frame(self):
        """Returns a frame and its payload. The server's frames are unmasked and not fragmented."""
        self.need(2)
        size, begin = self.buffer[1] & 0x7f, 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            self.need(begin)
            size = int.from_bytes(self.buffer[2:begin], "big")
        self.need(begin + size)
        frame, self.buffer = self.buffer[:begin + size], self.buffer[begin + size:]
        assert frame[0] in (0x80 | OPCODE_TEXT, 0x80 | OPCODE_PING), frame[:80]
        return frame, frame[begin:]

    def receive(self):
        frame, payload = self.read_frame()
        self.frames.append(frame)
        message = json.loads(payload)
        if message.get("on") == "turn":
            self.turns[message["table"]] = message
        elif message.get("on") == "event":
            self.events.append(message["event"])
        return message

    def ask(self, do, **keys):
        self.next_id += 1
        text = json.dumps({"id": self.next_id, "do": do, **keys}).encode()
        head = bytes([0x80 | OPCODE_TEXT])
        head += bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0x80 | 126]) + len(text).to_bytes(2, "big")
        self.socket.sendall(head + b"\0\0\0\0" + text)  # a mask of zeros
        while True:
            message = self.receive()
            if message.get("re") == self.next_id:
                return message

    def must(self, do, **keys):
        reply = self.ask(do, **keys)
        assert "ok" in reply, f"{do} {keys}: {reply}"
        return reply["ok"]

    def watch(self, table, **keys):
        ok = self.must("watch", table=table, **keys)
        if "turn" in ok:
            self.turns[table] = ok["turn"]
        return ok

    def take(self):
        """Waits until everything sent before has arrived. Returns the frames so far and forgets them."""
        self.must("ping")
        frames, self.frames, self.events = self.frames, [], []
        return frames

    def close(self):
        self.socket.close()
