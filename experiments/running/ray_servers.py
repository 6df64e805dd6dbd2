"""The servers of a Ray cluster, and whether they still answer.

A driver of Ray does not notice when the servers that it talks to die: it waits for ever, or Ray
ends it after a minute. So the driver connects to them from time to time.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass

CONNECT_SECONDS = 10
#: between two looks at the servers while nothing else happens
LOOK_SECONDS = 1.0
#: A server that does not answer so many times in a row is lost.
SILENCES = 2
#: the servers that a driver depends on
HEAD, NODE = "head (GCS)", "node (raylet)"


@dataclass
class Server:
    """A server of the cluster, and how often it has not answered."""

    name: str
    host: str
    port: int
    silent: int = 0

    def answers(self) -> bool:
        """Is it there? A server of another machine may be out of reach for a moment."""
        try:
            socket.create_connection((self.host, self.port), CONNECT_SECONDS).close()
        except OSError:
            self.silent += 1
        else:
            self.silent = 0
        return self.silent < SILENCES


def servers_of(address: str | None) -> list[Server]:
    """The servers that this process depends on: the head's, and that of its own node."""
    import ray

    if (address or "").startswith("ray://"):
        return [Server("client server", *host_and_port(address))]
    context = ray.get_runtime_context()
    here = context.get_node_id()
    return [
        Server(HEAD, *host_and_port(context.gcs_address)),
        *(
            Server(NODE, node["NodeManagerAddress"], node["NodeManagerPort"])
            for node in ray.nodes()
            if node["NodeID"] == here
        ),
    ]


def host_and_port(address: str | None) -> tuple[str, int]:
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    return host.strip("[]"), int(port) if port.isdigit() else 0


def try_connection(address: str | None) -> None:
    """Ray tries for minutes to reach a cluster that is not there; this takes seconds."""
    host, port = host_and_port(address)
    if host and port:
        socket.create_connection((host, port), CONNECT_SECONDS).close()
