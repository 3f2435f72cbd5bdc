"""A client for programs that play in a house: matches, streams, and bots in ten lines.

>>> from fivefold.client import Client
>>> with Client("https://play.example.org", token) as house:  # doctest: +SKIP
...     match = house.begin(game="focus", others=["3"], begin="me")
...     house.move(match["id"], match["number"] + 1, "a1:b1")
"""

from fivefold.client.bot import Bot
from fivefold.client.clients import AsyncClient, Client
from fivefold.client.connection import find_token
from fivefold.client.errors import ClientError, Refused, Unreachable

__all__ = ["AsyncClient", "Bot", "Client", "ClientError", "Refused", "Unreachable", "find_token"]
