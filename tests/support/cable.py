"""A TCP proxy between a client and a server that a test can cut, with its own port and a thread for each connection. It
can refuse connections, cut them, hold everything back, delay, and lose the last bytes.

    with Cable(server.port) as cable:
        start_client(f"ws://127.0.0.1:{cable.port}")
        cable.cut()                 # disconnects everyone; new connections get through
        cable.unplug()              # the same, but new connections are refused ...
        cable.plug_in()             # ... until now
        cable.hold()                # connections stay, but nothing passes either way ...
        cable.release()             # ... until now: then everything passes
"""
import selectors
import socket
import struct
import threading
import time

PIECE = 1 << 16
TICK = 0.02  # seconds between checks for a cut or a release


class Cable:
    """`connections` counts those accepted so far; `delay` is the seconds by which each piece is delayed."""

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
        self.keeper = self.bound(0)  # never listens; reserves the port while unplugged
        self.port = self.keeper.getsockname()[1]
        self.plug_in()

    def bound(self, port):
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind((self.target[0], port))
        return one

    # ---- For tests ----

    def plug_in(self):
        """Listens (again), always on the same port."""
        listener = self.bound(self.port)
        listener.listen(16)
        with self.lock:
            self.listener = listener
        threading.Thread(target=self.accept, args=(listener,), daemon=True).start()

    def unplug(self):
        """Cuts every connection and refuses new ones."""
        with self.lock:
            listener, self.listener = self.listener, None
        if listener is not None:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        self.cut()

    def cut(self, reset=False):
        """Ends every connection, cleanly or with a reset. What is under way is lost."""
        with self.lock:
            sockets, self.open = self.open, set()
        for one in sockets:
            try:
                if reset:
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has already ended
            if reset:
                one.close()

    def hold(self):
        """Half-open connections: both ends believe that they are connected, but nothing passes from now on."""
        with self.lock:
            self.held.set()

    def release(self):
        self.held.clear()

    def stalls(self, client):
        """Returns whether nothing passes on this client's connection at the moment."""
        return self.held.is_set()

    def cut_after(self, count):
        """Cuts the connection after `count` more bytes to the client: in the middle of a frame, or before a reply."""
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

    # ---- Threads ----

    def accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return  # unplugged
            try:
                server = socket.create_connection(self.target)
            except OSError:
                client.close()  # the server is down
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
        """Forwards both ways until one end closes or the test cuts it."""
        with selectors.DefaultSelector() as selector:
            selector.register(client, selectors.EVENT_READ, server)
            selector.register(server, selectors.EVENT_READ, client)
            try:
                while not self.closed:
                    if self.stalls(client):
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
            if self.stalls(target if to_client else source):
                return
            piece = source.recv(PIECE)  # readable, so this does not block
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
