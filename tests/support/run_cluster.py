#!/usr/bin/python3
"""Runs a cluster behind HAProxy on loopback for tests in other languages.

Prints "port N" when it is ready. Then it reads commands from standard input: "kill NODE" and "start NODE", after which it
prints "done", and "owner TABLE", after which it prints the owner's name, or "none". It ends with its standard input.
"""
import sys

from cluster import Cluster
from wires import Plain


def main():
    with Cluster(proxy=True, wires=Plain) as cluster:
        print(f"port {cluster.proxy.port}", flush=True)
        for line in sys.stdin:
            verb, name = line.split()
            answer = "done"
            if verb == "kill":
                cluster.kill(name)
            elif verb == "owner":
                answer = cluster.owner(name) or "none"
            else:
                cluster.nodes[name].start()
            print(answer, flush=True)


if __name__ == "__main__":
    main()
