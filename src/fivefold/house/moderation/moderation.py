"""What those who run the house have decided, as the rest of the house asks for it."""

from fivefold.house.errors import InvalidName
from fivefold.house.ledger import Ledger
from fivefold.house.moderation.acts import Acts
from fivefold.house.moderation.announcements import Announcements
from fivefold.house.moderation.bans import Bans
from fivefold.house.moderation.closed_games import ClosedGames
from fivefold.house.moderation.decisions import Decisions
from fivefold.house.people.names import name_key
from fivefold.session.snapshot import MatchSnapshot


class Running:
    """All of it; safe to share among threads."""

    def __init__(self, ledger: Ledger) -> None:
        self.decisions = Decisions(ledger)
        self.bans, self.announcements = Bans(ledger, self.decisions), Announcements(ledger, self.decisions)
        self.closed_games, self.acts = ClosedGames(self.decisions), Acts(ledger)
        refuse = ledger.refuse
        refuse.person, refuse.beginning = self.bans.refuse, self.refuse_beginning
        refuse.name, refuse.change = self.refuse_name, self.refuse_change

    def refuse_beginning(self, person_id: str, game: str) -> None:
        """Raise ``NotOffered`` for a person who is banned, or a game that is closed."""
        self.bans.refuse(person_id)
        self.closed_games.refuse(game)

    def refuse_change(self, before: MatchSnapshot | None, after: MatchSnapshot) -> None:
        """Raise ``NotOffered`` for a change of a match that was ruled out."""
        self.bans.refuse_change(before, after)
        self.closed_games.refuse_change(before, after)

    def refuse_name(self, name: str) -> None:
        """Raise ``InvalidName`` for a name that was taken from somebody."""
        refused = self.decisions.now().refused_names
        if refused and name_key(name) in refused:
            raise InvalidName(f"{name} is not allowed here", remedy="choose another name")
