"""Receivers of notifications for tests: an HTTP endpoint that can fail, stall and redirect, and a mail server.

    with Receiver() as hook:
        ... hook.url("/hook") ...
        await hook.wait()

Both listen on loopback and keep what they receive.
"""
import asyncio
import email
import email.policy
import http.server
import json
import threading

from aiosmtpd.controller import Controller
from gaslight_server import reserved_port, wait_for


class Got:
    """A request that was received."""

    def __init__(self, handler, body):
        self.path = handler.path
        self.headers = dict(handler.headers)
        self.body = body

    def json(self):
        return json.loads(self.body)


class Receiver:
    """Answers requests to a path with what `answers` says, one after the other, and then with 200. An answer is a status, a
    pair of a status and headers, or an Event: the request is answered only when it is set. One that listens on 0.0.0.0 has
    many names: 127.0.0.1, 127.0.0.2, ..."""

    def __init__(self, *answers, listen="127.0.0.1"):
        self.got = []
        self.answers = list(answers)
        self.server = http.server.ThreadingHTTPServer((listen, 0), self.handler())
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def handler(receiver):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                receiver.got.append(Got(self, body))
                answer = receiver.answers.pop(0) if receiver.answers else 200
                if isinstance(answer, threading.Event):
                    answer.wait()
                    answer = 200
                status, headers = answer if isinstance(answer, tuple) else (answer, {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *ignored):
                pass
        return Handler

    def url(self, path="/hook", host="127.0.0.1"):
        return f"http://{host}:{self.server.server_port}{path}"

    async def wait(self, count=1):
        await asyncio.to_thread(wait_for, lambda: len(self.got) >= count, f"notification {count}")
        return self.got[count - 1]

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *exception):
        self.server.shutdown()
        self.server.server_close()


class Mailbox:
    """A mail server; `refuse` is an answer to the next messages, such as "451 later"."""

    def __init__(self):
        self.got = []
        self.refuse = []
        self.reserved = reserved_port()
        self.controller = Controller(self, hostname="127.0.0.1", port=self.reserved.__enter__())

    async def handle_DATA(self, server, session, envelope):
        if self.refuse:
            return self.refuse.pop(0)
        self.got.append((envelope, email.message_from_bytes(envelope.content, policy=email.policy.default)))
        return "250 Message accepted"

    def url(self):
        return f"smtp://127.0.0.1:{self.controller.port}"

    async def wait(self, count=1):
        await asyncio.to_thread(wait_for, lambda: len(self.got) >= count, f"e-mail {count}")
        return self.got[count - 1]

    def __enter__(self):
        self.controller.start()
        return self

    def __exit__(self, *exception):
        self.controller.stop()
        self.reserved.__exit__(*exception)
