"""deploy/haproxy.cfg with the real HAProxy: which clients reach which node, as whom, and what happens when nodes fail."""
import http
import subprocess

import websockets

from cluster import adapt
from gaslight_server import *
from raw_http import UPGRADE

PUBLIC = "play.example"
CONFIG = os.path.join(ROOT, "deploy", "haproxy.cfg")


class HAProxy:
    """HAProxy with deploy/haproxy.cfg, except for its user, its log and all addresses. `ports` are those of its nodes."""

    def __init__(self, *ports):
        self.stack = contextlib.ExitStack()
        self.port = self.stack.enter_context(reserved_port())
        home = self.stack.enter_context(tempfile.TemporaryDirectory(prefix="gaslight-haproxy-"))
        with open(CONFIG, encoding="utf-8") as file:
            text = file.read()
        nodes = {f"node{number}": f"127.0.0.1:{port}" for number, port in enumerate(ports)}
        self.config = os.path.join(home, "haproxy.cfg")
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(adapt(text, f"127.0.0.1:{self.port}", nodes))
        self.process = subprocess.Popen(["haproxy", "-db", "-q", "-f", self.config], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        self.stack.callback(self.stop)
        try:
            wait_for(self.answers, "HAProxy's start")
        except BaseException:
            self.stack.close()
            raise

    def answers(self):
        assert self.process.poll() is None, "HAProxy did not start"
        try:
            return ask(self, "/livez", "Host: localhost") == 200
        except ConnectionError:
            return False

    def stop(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stack.close()


class StandIn:
    """A node of which a test decides how healthy it is. Its WebSockets return what they receive."""

    def __init__(self):
        self.status = 200
        self.port = None
        self.opened = 0
        self.headers = []

    async def __aenter__(self):
        self.server = await websockets.serve(self.serve, "127.0.0.1", 0, process_request=self.answer,
                                             ping_interval=None)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.server.close()
        await self.server.wait_closed()

    async def answer(self, path, headers):
        self.headers.append(headers)
        if path == "/ws" and self.status == 200:
            return None
        return http.HTTPStatus(self.status if path in ("/ws", "/healthz") else 200), [], b""

    async def serve(self, connection):
        self.opened += 1
        async for message in connection:
            await connection.send(message)


def ask(proxy, path, *headers, source="127.0.0.1"):
    """Returns the status of the response."""
    with socket.create_connection(("127.0.0.1", proxy.port), PATIENCE, (source, 0)) as connection:
        connection.sendall("\r\n".join([f"GET {path} HTTP/1.1", *headers, "", ""]).encode())
        text = connection.recv(65536)
        return int(text.split(b" ")[1]) if text else 0


async def dial(proxy, **keys):
    return await websockets.connect(f"ws://127.0.0.1:{proxy.port}/ws", compression=None, ping_interval=None,
                                    open_timeout=PATIENCE, **keys)


async def in_thread(function, *arguments):
    """Runs something that blocks while stand-ins have to answer."""
    return await asyncio.get_running_loop().run_in_executor(None, function, *arguments)


async def echoes(connection):
    await connection.send("x")
    return await asyncio.wait_for(connection.recv(), PATIENCE) == "x"


# ---- Requests ------------------------------------------------------------------------------------


def test_the_file_is_valid_as_it_is():
    done = subprocess.run(["haproxy", "-c", "-f", CONFIG], capture_output=True, text=True, timeout=PATIENCE, check=False)
    if os.geteuid() == 0 or "cannot find user" not in done.stderr.lower():
        equal((done.returncode, done.stderr.count("WARNING")), (0, 0), done.stdout + done.stderr)


def test_nodes_get_the_host_and_the_address_of_the_client():
    with Server(behind_proxy=True, hosts=PUBLIC) as server, HAProxy(server.port) as proxy:
        equal(ask(proxy, "/", f"Host: {PUBLIC}"), 200)
        equal(ask(proxy, "/", "Host: evil.example"), 421)
        equal(ask(proxy, "/ws", *UPGRADE, f"Host: {PUBLIC}", f"Origin: http://{PUBLIC}"), 101)
        equal(ask(proxy, "/ws", *UPGRADE, f"Host: {PUBLIC}", "Origin: http://evil.example"), 403)
        for path in ("/metrics", "/metrics?x", "/metrics/"):
            equal(ask(proxy, path, "Host: localhost"), 404, path)
        subprocess.run([GASLIGHTD, "admin", "--data", server.data, "ban", "127.0.0.5"], check=True, capture_output=True,
                       timeout=PATIENCE)

        def is_banned(source, *headers):
            status = ask(proxy, "/ws", f"Host: {PUBLIC}", *headers, source=source)
            assert status in (403, 426), status
            return status == 403
        assert is_banned("127.0.0.5")
        assert is_banned("127.0.0.5", "X-Forwarded-For: 127.0.0.6")
        assert not is_banned("127.0.0.6")
        assert not is_banned("127.0.0.6", "X-Forwarded-For: 127.0.0.5")
        assert not is_banned("127.0.0.6", "X-Forwarded-For: 127.0.0.5", "x-forwarded-for: 127.0.0.5")


async def test_what_a_client_says_about_its_address_is_dropped():
    async with StandIn() as node:
        with await in_thread(HAProxy, node.port) as proxy:
            node.headers.clear()
            request = [f"Host: {PUBLIC}:80", "X-Forwarded-For: 192.0.2.7", "X-Forwarded-For: 192.0.2.8",
                       "X-Forwarded-Proto: https"]
            # 503: the test was held up, so that its node seemed down.
            await in_thread(wait_for, lambda: ask(proxy, "/", *request) != 503, "an answer of the node")
            headers = next(headers for headers in node.headers if headers["Host"] == f"{PUBLIC}:80")
            equal(headers.get_all("X-Forwarded-For"), ["127.0.0.1"])
            equal(headers.get_all("X-Forwarded-Proto"), ["http"])


# ---- Nodes that fail -----------------------------------------------------------------------------


async def test_a_node_that_stops_gets_no_new_clients_and_keeps_those_it_has():
    await conclusive(node_stops)


async def node_stops():
    """Returns false if the test was held up for so long that its own nodes seemed down."""
    async with HeldUp() as held_up:
        try:
            await check_a_node_that_stops()
        except (AssertionError, OSError, websockets.WebSocketException):
            if held_up.longest() < 1:
                raise
            return False
    return True


async def check_a_node_that_stops():
    async with StandIn() as leaving, StandIn() as staying:
        with await in_thread(HAProxy, leaving.port, staying.port) as proxy:
            clients = []
            while leaving.opened == 0:
                clients.append(await dial(proxy))
            leaving.status = 503
            opened = leaving.opened
            clients += [await dial(proxy) for _ in range(10)]  # from the first moment on: those refused are sent elsewhere
            equal(leaving.opened, opened)
            checks = len(leaving.headers)
            while len(leaving.headers) < checks + 4:  # until HAProxy has noticed for sure
                await asyncio.sleep(0.05)
            clients += [await dial(proxy) for _ in range(10)]
            equal(leaving.opened, opened)
            for client in clients:
                assert await echoes(client)
            staying.status = 503
            checks = len(staying.headers)
            while len(staying.headers) < checks + 4:
                await asyncio.sleep(0.05)
            for client in clients:  # as when PostgreSQL is away: nobody is disconnected
                assert await echoes(client)
            leaving.status = 200
            while leaving.opened == opened:
                with contextlib.suppress(websockets.InvalidStatusCode):
                    clients.append(await dial(proxy))
            for client in clients:
                await client.close()


async def test_clients_of_a_node_that_is_killed_or_frozen_reach_another():
    with reserved_port() as port, Server(listen=f"127.0.0.1:{port}", behind_proxy=True) as one, \
            Server(behind_proxy=True) as other, HAProxy(one.port, other.port) as proxy:
        async def clients_of(server):
            """Connects until somebody is at this node. Returns that client."""
            while True:
                client = await Client.connect(proxy, name="Ann")
                players = subprocess.run([GASLIGHTD, "admin", "--data", server.data, "list", "players"], check=True,
                                         capture_output=True, text=True, timeout=PATIENCE).stdout
                if client.player in players:
                    return client
        victim = await clients_of(one)
        one.kill()
        for _ in range(10):  # before HAProxy has noticed, too
            await Client.connect(proxy, name="Bob")
        await asyncio.wait_for(victim.task, PATIENCE)
        one.start()
        victim = await clients_of(one)
        one.process.send_signal(signal.SIGSTOP)
        try:
            await asyncio.wait_for(victim.task, PATIENCE)  # HAProxy disconnects it
            for _ in range(10):
                await Client.connect(proxy, name="Bob")
        finally:
            one.process.send_signal(signal.SIGCONT)
        await clients_of(one)  # it is back
