"""What is kept of play by mail, in one place."""

from fivefold.house.ledger import Ledger
from fivefold.house.meeting.challenges import CHALLENGE_STORED, Challenges
from fivefold.house.notices.mail.addresses import Addresses, SigningUp
from fivefold.house.notices.mail.boards import MailBoards
from fivefold.house.notices.mail.followings import Followings, Stopping
from fivefold.house.notices.mail.incoming import IncomingMails
from fivefold.house.notices.mail.links import LinkMails, Links
from fivefold.house.notices.mail.mail_queue import ChallengeMails, OutgoingMails
from fivefold.house.notices.mail.resignations import Resignations
from fivefold.house.people.accounts import Accounts


class Mail:
    """The house's mail: who gets it where, what came, what is to be sent."""

    def __init__(self, ledger: Ledger, accounts: Accounts, challenges: Challenges) -> None:
        self.addresses, self.boards = Addresses(ledger, accounts), MailBoards(ledger)
        self.incoming, self.outgoing = IncomingMails(ledger), OutgoingMails(ledger)
        self.links, self.link_mails = Links(ledger), LinkMails(ledger, self.addresses, self.outgoing)
        self.stopping, self.signing_up = Stopping(ledger, accounts), SigningUp(ledger, accounts)
        self.following, self.resignations = Followings(ledger), Resignations(ledger)
        ledger.bus.subscribe(CHALLENGE_STORED, ChallengeMails(self.outgoing).note)
        self.domain = ""
        """The part of its addresses after the ``@``; empty where the house has no mail."""
