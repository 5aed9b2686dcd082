"""A cable between a client and a server that a test can cut: a TCP proxy on a port of its own, with a thread for each
connection. It can refuse, cut, swallow everything in silence, delay, and lose the last bytes of what was said.

    with Cable(server.port) as cable:
        start_client(f"ws://127.0.0.1:{cable.port}")
        cable.cut()                 # everybody is disconnected; who comes again gets through
        cable.unplug()              # the same, and nobody gets through ...
        cable.plug_in()             # ... until now
        cable.hold()                # connections stay, and nothing arrives either way ...
        cable.release()             # ... until now: then all of it does
"""
import selectors
import socket
import struct
import threading
import time

PIECE = 1 << 16
TICK = 0.02  # seconds between looks at what the test wants


class Cable:
    """`connections` counts those accepted so far. `delay`: seconds that each piece takes."""

    def __init__(self, server_port, host="127.0.0.1"):
        self.target = (host, server_port)
        self.delay = 0.0
        self.connections = 0
        self.lock = threading.Lock()
        self.held = threading.Event()
        self.lose_to_client = 0
        self.open = set()
        self.closed = False
        self.listener = None
        self.keeper = self.bound(0)  # never listens: while unplugged nobody else is given the port
        self.port = self.keeper.getsockname()[1]
        self.plug_in()

    def bound(self, port):
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind((self.target[0], port))
        return one

    # ---- What a test does ----

    def plug_in(self):
        """Listens (again), always on the same port."""
        listener = self.bound(self.port)
        listener.listen(16)
        with self.lock:
            self.listener = listener
        threading.Thread(target=self.accept, args=(listener,), daemon=True).start()

    def unplug(self):
        """Cuts everything, and connecting is refused."""
        with self.lock:
            listener, self.listener = self.listener, None
        if listener is not None:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        self.cut()

    def cut(self, reset=False):
        """Ends every connection, politely or with a reset. What is under way is lost."""
        with self.lock:
            sockets, self.open = self.open, set()
        for one in sockets:
            try:
                if reset:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has ended by itself
            if reset:
                one.close()

    def hold(self):
        """Half open: both ends believe in the connection, and nothing they say from now on passes."""
        with self.lock:
            self.held.set()

    def release(self):
        self.held.clear()

    def cut_after(self, count):
        """Lets so many more bytes pass to the client, and cuts: in the middle of a frame, or before a reply."""
        with self.lock:
            self.lose_to_client = count + 1

    def close(self):
        self.closed = True
        self.unplug()
        self.keeper.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- What the threads do ----

    def accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return  # unplugged
            try:
                server = socket.create_connection(self.target)
            except OSError:
                client.close()  # the server is down: so is the line
                continue
            with self.lock:
                plugged = self.listener is listener
                if plugged:
                    self.connections += 1
                    self.open |= {client, server}
            if not plugged:  # since it was accepted
                client.close()
                server.close()
                continue
            threading.Thread(target=self.carry, args=(client, server), daemon=True).start()

    def carry(self, client, server):
        """Both ways, until one end or the test ends it."""
        with selectors.DefaultSelector() as selector:
            selector.register(client, selectors.EVENT_READ, server)
            selector.register(server, selectors.EVENT_READ, client)
            try:
                while not self.closed:
                    if self.held.is_set():
                        time.sleep(TICK)
                        continue
                    for key, _ in selector.select(TICK):
                        self.pass_on(key.fileobj, key.data, to_client=key.data is client)
            except (OSError, ValueError):
                pass  # cut
        for one in (client, server):
            with self.lock:
                self.open.discard(one)
            one.close()

    def pass_on(self, source, target, to_client):
        with self.lock:
            if self.held.is_set():
                return
            piece = source.recv(PIECE)  # there is something, so it does not wait
        if piece == b"":
            raise OSError("the other end has closed")
        if self.delay:
            time.sleep(self.delay)
        with self.lock:
            left = self.lose_to_client - 1
            ends = to_client and left >= 0 and len(piece) > left
            if to_client and left >= 0:
                self.lose_to_client = 0 if ends else self.lose_to_client - len(piece)
        target.sendall(piece[:left] if ends else piece)
        if ends:
            raise OSError("the test has cut it here")
