"""A person at one place: how present they are, and since when."""

from dataclasses import dataclass, field
from typing import Final, Literal

State = Literal["here", "away", "gone"]
HERE: Final = "here"
AWAY: Final = "away"
GONE: Final = "gone"
"""Looking at a page of the house; connected but not looking; not connected."""
GRACE_SECONDS: Final = 4.0
"""How long somebody still counts as being there without a connection: a page that is loaded anew comes back by then."""


@dataclass(slots=True)
class Stay:
    """A person at one place."""

    name: str = ""
    """What they are called where they are listed; empty for those who would rather not be."""
    tabs: dict[str, bool] = field(default_factory=dict)
    """Their connected pages, and whether each can be seen."""
    state: State = GONE
    """As it was when ``since`` was noted."""
    since: float | None = None
    left: float | None = None
    """When the last page was disconnected; ``None`` while one is connected."""

    def note(self, now: float) -> bool:
        """Note what follows from the tabs; return whether the state has changed."""
        state = self.state_at(now)
        if state == self.state and self.since is not None:
            return False
        self.state, self.since = state, self.left if state == GONE and self.left is not None else now
        return True

    def state_at(self, now: float) -> State:
        """Return how present the person is."""
        if self.tabs:
            return HERE if any(self.tabs.values()) else AWAY
        if self.left is None or now - self.left >= GRACE_SECONDS:
            return GONE
        return self.state
