"""What one stream has told its reader of news, whatever else it tells."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import orjson

from fivefold.house.house import House
from fivefold.house.notices import news_words
from fivefold.house.notices.news import Note
from fivefold.house.notices.news_view import NewsView

MOST_ITEMS: Final = 5
"""News told at once; of more only the latest."""


class NewsFeed:
    """What one stream has told its reader of news, and what it has to tell."""

    def __init__(self, house: House, person_id: str, besides: str = "") -> None:
        """``besides``: the match of the page that reads: it shows by itself what happens there."""
        self._house, self._person_id, self._besides = house, person_id, besides
        self._notes: deque[Note] = deque(maxlen=MOST_ITEMS)
        self._waiting = -1
        self._new = True

    @contextmanager
    def connected(self, wake: Callable[[], None]) -> Iterator[None]:
        """Listen, and ``wake`` the stream when there is news."""

        def receive(note: Note) -> None:
            if note.match_id != self._besides or not self._besides:
                self._notes.append(note)
            self._new = True
            wake()

        stop = self._house.news.listen(self._person_id, receive)
        try:
            yield
        finally:
            stop()

    def events(self) -> bytes:
        """Return the event that says what is new; empty where nothing is."""
        if not self._new:
            return b""
        self._new = False
        notes = [self._notes.popleft() for _ in range(len(self._notes))]
        found = (news_words.item(self._house, note) for note in notes if not self._house.news.foreseen(note))
        items = [item for item in found if item is not None]
        waiting = self._house.news.waiting(self._person_id, self._besides)
        if waiting == self._waiting and not items:
            return b""
        self._waiting = waiting
        view: NewsView = {"waiting": waiting, "items": items}
        return b"event: news\ndata: %b\n\n" % orjson.dumps(view)
