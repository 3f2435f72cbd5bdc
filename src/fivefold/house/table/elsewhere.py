"""Who is here through other processes of the house."""

from collections.abc import Iterator

from fivefold.house.table.stay import Stay


class Elsewhere:
    """The stays of people as other processes tell of them; whoever uses it takes care of threads."""

    def __init__(self) -> None:
        self._places: dict[str, dict[str, dict[str, Stay]]] = {}
        self._people: dict[str, set[str]] = {}

    def put(self, process: str, place: str, person_id: str, stay: Stay) -> None:
        """Note how somebody is at a place through a process."""
        self._places.setdefault(place, {}).setdefault(person_id, {})[process] = stay
        self._people.setdefault(person_id, set()).add(place)

    def stays(self, place: str, person_id: str) -> list[Stay]:
        """Return how somebody is at a place, through each process that knows."""
        return list(self._places.get(place, {}).get(person_id, {}).values())

    def at(self, place: str) -> dict[str, list[Stay]]:
        """Return everybody who was at a place."""
        return {person: list(stays.values()) for person, stays in self._places.get(place, {}).items()}

    def of(self, person_id: str) -> list[Stay]:
        """Return how somebody is, wherever they are."""
        return [stay for place in self._people.get(person_id, ()) for stay in self.stays(place, person_id)]

    def people(self) -> Iterator[tuple[str, Stay]]:
        """Yield everybody with each of their stays."""
        for person_id in self._people:
            for stay in self.of(person_id):
                yield person_id, stay

    def left(self, process: str, now: float) -> set[str]:
        """Note that a process is gone, and so the pages of people there; return the places."""
        changed = set()
        for place, people in self._places.items():
            for stays in people.values():
                stay = stays.get(process)
                if stay is not None and stay.tabs:
                    stay.tabs, stay.left = {}, now
                    stay.note(now)
                    changed.add(place)
        return changed

    def forget(self, before: float) -> None:
        """Forget those who left before a moment."""
        for place, people in list(self._places.items()):
            for person_id, stays in list(people.items()):
                for process in [name for name, stay in stays.items() if stay.left is not None and stay.left < before]:
                    del stays[process]
                if not stays:
                    del people[person_id]
                    self._people[person_id].discard(place)
                    if not self._people[person_id]:
                        del self._people[person_id]
            if not people:
                del self._places[place]
