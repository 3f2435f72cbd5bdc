"""Room for connections: when there is none for a new one, the connection that has waited longest is closed.

A connection *waits* while it is its client's turn. So idle connections lock nobody out, however many there are.
"""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Protocol

Network = IPv4Network | IPv6Network


def network(address: str) -> str:
    """Return the network of one customer: an IPv4 address, or the 64-bit network of an IPv6 address."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return address
    # A socket for both kinds sees an IPv4 address as ::ffff:192.0.2.7.
    return str(known.ipv4_mapped or IPv6Address(int(known) >> 64 << 64))


class Connection(Protocol):
    """Something that can be counted and closed."""

    def drop(self) -> None:
        """Close at once, without a word."""


class _Room:
    """A number of places, the connections that have them, and those that wait, longest first."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.taken: set[Connection] = set()
        self.waiting: dict[Connection, None] = {}


class Connections:
    """All open connections of a server, and which of them wait. It only counts them."""

    def __init__(self, altogether: int, per_network: int, proxies: Iterable[Network] = ()) -> None:
        """``proxies``: from where everybody's connections come, which are counted altogether only."""
        self.per_network, self.proxies = per_network, tuple(proxies)
        self._house = _Room(altogether)
        self._networks: dict[str, _Room] = {}
        self._rooms: dict[Connection, tuple[_Room, ...]] = {}
        self._names: dict[Connection, str] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def networks(self) -> int:
        """How many networks have connections."""
        return len(self._networks)

    def admit(self, connection: Connection, address: str) -> Connection | None:
        """Count a new connection, which waits. Return the one to close: none, another that waits, or this one."""
        name = "" if self._is_proxy(address) else network(address)
        own = self._networks.get(name) or _Room(self.per_network)
        rooms = (own, self._house) if name else (self._house,)
        full = next((room for room in rooms if len(room.taken) >= room.places), None)
        leaving = next(iter(full.waiting), connection) if full else None
        if leaving is connection:
            return connection
        if leaving is not None:
            self.release(leaving)
        if name:
            self._networks[name] = own
        self._rooms[connection], self._names[connection] = rooms, name
        for room in rooms:
            room.taken.add(connection)
            room.waiting[connection] = None
        return leaving

    def wait(self, connection: Connection) -> None:
        """Note that it is the client's turn. A connection that waits already keeps its place."""
        for room in self._rooms.get(connection, ()):
            room.waiting.setdefault(connection)

    def work(self, connection: Connection) -> None:
        """Note that it is our turn."""
        for room in self._rooms.get(connection, ()):
            room.waiting.pop(connection, None)

    def release(self, connection: Connection) -> None:
        """Note that a connection is gone; it may be noted twice."""
        for room in self._rooms.pop(connection, ()):
            room.taken.discard(connection)
            room.waiting.pop(connection, None)
        name = self._names.pop(connection, "")
        if name and not self._networks[name].taken:
            del self._networks[name]

    def _is_proxy(self, address: str) -> bool:
        """Return whether an address is a proxy's, whose connections are everybody's."""
        try:
            known = ip_address(address)
        except ValueError:
            return False
        return any(known in proxies for proxies in self.proxies)
