"""A network whose parties can be cut off from each other, silently, as by a broken switch.

    with lay_wires(["a", "b", "postgres", "clients"]) as wires:
        subprocess.Popen([*wires.wrap("a"), "gaslightd", "--listen", wires.address("a", "web"), ...])
        wires.cut("a", "postgres")      # nothing passes between the two any more, and neither end is notified ...
        wires.heal()                    # ... until now

`Namespaces` gives each party a network namespace with an address of its own, and routes between them. While it is open
the thread that opened it, and all that it starts, is in the namespace of "clients". It needs root. `Cables` is used
where that is not allowed: all parties share loopback, and proxies (cable.py) stand between them; only connections to
postgres and links between nodes can be cut then. Environment: WIRES, "namespaces" or "cables", to choose.
"""
import contextlib
import ctypes
import os
import subprocess
import time

from cable import Cable
from gaslight_server import PATIENCE, reserved_port

CLONE_NEWNET = 0x40000000
PORTS = {"web": 8888, "link": 7777, "postgres": 5432, "proxy": 8080}  # in namespaces, where all of them are free
NETWORK = "10.213"  # seen only in the namespaces


def lay_wires(parties):
    """Returns Namespaces if they are allowed, otherwise Cables."""
    wish = os.environ.get("WIRES")
    return Namespaces(parties) if wish == "namespaces" or (not wish and are_allowed()) else Cables(parties)


def are_allowed():
    """Returns whether this process may make network namespaces and connect them."""
    try:
        return subprocess.run(["unshare", "--net", "ip", "link", "add", "one", "type", "veth", "peer", "name", "two"],
                              capture_output=True, check=False).returncode == 0
    except OSError:
        return False


# ---- Namespaces ------------------------------------------------------------------------------------


class Namespaces:
    """One namespace per party, and a router that connects them and can drop what goes from one to another."""

    def __init__(self, parties):
        self.parties = list(parties)
        self.holders = {}  # party, or "" for the router -> a process that keeps the namespace alive
        self.rules = []
        self.home = None
        try:
            self.build()
        except BaseException:
            self.close()
            raise

    def build(self):
        for party in ["", *self.parties]:
            self.holders[party] = subprocess.Popen(
                ["unshare", "--net", "setpriv", "--pdeathsig", "KILL", "sleep", "infinity"])
        for holder in self.holders.values():
            self.wait_for_namespace(holder)
        router = ["echo 1 >/proc/sys/net/ipv4/ip_forward"]
        for number, party in enumerate(self.parties, 1):
            subprocess.run(["ip", "link", "add", "eth0", "netns", str(self.holders[party].pid), "type", "veth",
                            "peer", "name", f"to{number}", "netns", str(self.holders[""].pid)], check=True)
            router.append(f"ip addr add {NETWORK}.{number}.1/30 dev to{number} && ip link set to{number} up")
            self.run(party, f"ip link set lo up && ip addr add {self.host(party)}/30 dev eth0 && "
                            f"ip link set eth0 up && ip route add default via {NETWORK}.{number}.1")
        self.run("", " && ".join(router))

    def wait_for_namespace(self, holder):
        end = time.monotonic() + PATIENCE
        while os.readlink(f"/proc/{holder.pid}/ns/net") == os.readlink("/proc/self/ns/net"):
            if time.monotonic() > end or holder.poll() is not None:
                raise RuntimeError("no network namespace")
            time.sleep(0.005)

    def run(self, party, script):
        subprocess.run([*self.wrap(party), "sh", "-c", script], check=True)

    # ---- for those who start programs ----

    def host(self, party):
        return f"{NETWORK}.{self.parties.index(party) + 1}.2"

    def port(self, party, what):
        return PORTS[what]

    def address(self, party, what):
        """Returns where a party listens."""
        return f"{self.host(party)}:{self.port(party, what)}"

    def route(self, source, party, what):
        """Returns the address by which `source` reaches a party."""
        return self.address(party, what)

    def wrap(self, party):
        """Returns a command that runs another one where this party is."""
        return ["nsenter", f"--net=/proc/{self.holders[party].pid}/ns/net"]

    def note_process(self, party, pid):
        pass

    # ---- trouble ----

    def cut(self, one, other):
        for source, target in ((one, other), (other, one)):
            rule = f"from {self.host(source)} to {self.host(target)} blackhole"
            self.run("", f"ip rule add {rule}")
            self.rules.append(rule)

    def heal(self):
        if self.rules:
            self.run("", " && ".join(f"ip rule del {rule}" for rule in self.rules))
            self.rules = []

    # ---- the test's own place ----

    def enter(self, namespace):
        with open(namespace, "rb") as file:
            if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), "setns")

    def __enter__(self):
        self.home = open("/proc/thread-self/ns/net", "rb")  # closed when the thread has returned to it
        self.enter(f"/proc/{self.holders['clients'].pid}/ns/net")
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.home is not None:
            self.enter(f"/proc/self/fd/{self.home.fileno()}")
            self.home.close()
            self.home = None
        for holder in self.holders.values():
            holder.kill()
            holder.wait()
        self.holders = {}


# ---- Cables ----------------------------------------------------------------------------------------


class LinkCable(Cable):
    """The way to a node's link port. It finds out which node has connected, and stalls those that are cut off."""

    def __init__(self, wires, party, port):
        self.wires, self.party = wires, party
        self.sources = {}  # connection -> party
        super().__init__(port)

    def carry(self, client, server):
        self.sources[client] = self.wires.find_party(client.getpeername()[1])
        super().carry(client, server)
        del self.sources[client]

    def stalls(self, client):
        return super().stalls(client) or frozenset((self.sources.get(client), self.party)) in self.wires.severed


class Cables:
    """All parties on loopback, with a proxy in front of each node's link port, and one for each way to postgres."""

    def __init__(self, parties):
        self.parties = list(parties)
        self.stack = contextlib.ExitStack()
        self.ports = {}  # (party, what)
        self.cables = {}  # (source or None, party)
        self.severed = set()  # pairs of parties
        self.processes = {}  # party -> process id

    def host(self, party):
        return "127.0.0.1"

    def port(self, party, what):
        if (party, what) not in self.ports:
            self.ports[party, what] = self.stack.enter_context(reserved_port())
        return self.ports[party, what]

    def address(self, party, what):
        return f"127.0.0.1:{self.port(party, what)}"

    def route(self, source, party, what):
        if what == "link":
            key, make = (None, party), lambda: LinkCable(self, party, self.port(party, what))
        elif what == "postgres":
            key, make = (source, party), lambda: Cable(self.port(party, what))
        else:
            return self.address(party, what)
        if key not in self.cables:
            self.cables[key] = self.stack.enter_context(make())
        return f"127.0.0.1:{self.cables[key].port}"

    def wrap(self, party):
        return []

    def note_process(self, party, pid):
        """Notes who a party is; None: its process has ended, and its link port refuses connections."""
        cable = self.cables.get((None, party))
        if cable is not None and pid is None:
            cable.unplug()
        elif cable is not None and cable.listener is None:
            cable.plug_in()
        self.processes[party] = pid

    def find_party(self, port):
        """Returns whose process has a connection from this port of loopback."""
        with open("/proc/net/tcp", encoding="ascii") as file:
            rows = [line.split() for line in file.readlines()[1:]]
        inodes = {row[9] for row in rows if int(row[1].split(":")[1], 16) == port}
        for party, pid in list(self.processes.items()):
            with contextlib.suppress(OSError):
                for number in os.listdir(f"/proc/{pid}/fd"):
                    with contextlib.suppress(OSError):
                        if os.readlink(f"/proc/{pid}/fd/{number}").strip("socket:[]") in inodes:
                            return party
        return None

    def cut(self, one, other):
        if "postgres" in (one, other):
            self.cables[one if other == "postgres" else other, "postgres"].hold()
        else:
            self.severed.add(frozenset((one, other)))

    def heal(self):
        self.severed.clear()
        for cable in self.cables.values():
            cable.release()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.stack.close()


class Plain(Cables):
    """Loopback without any proxies, for measurements; nothing can be cut."""

    def route(self, source, party, what):
        return self.address(party, what)
