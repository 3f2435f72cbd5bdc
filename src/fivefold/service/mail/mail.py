"""What is kept of play by mail, in one place."""

from fivefold.service.ledger import Ledger
from fivefold.service.mail.addresses import Addresses
from fivefold.service.mail.boards import MailBoards
from fivefold.service.mail.challenges import ChallengeMails
from fivefold.service.mail.following import Followings
from fivefold.service.mail.incoming import IncomingMails
from fivefold.service.mail.link_mails import LinkMails
from fivefold.service.mail.links import Links
from fivefold.service.mail.outgoing import OutgoingMails
from fivefold.service.mail.queue import MailQueue
from fivefold.service.mail.resignations import Resignations
from fivefold.service.mail.signing_up import SigningUp
from fivefold.service.mail.stopping import Stopping
from fivefold.service.meeting.challenges import Challenges
from fivefold.service.people.accounts import Accounts


class Mail:
    """The house's mail: who gets it where, what came, what is to be sent."""

    def __init__(self, ledger: Ledger, accounts: Accounts, challenges: Challenges) -> None:
        self.addresses, self.boards = Addresses(ledger, accounts), MailBoards(ledger)
        self.incoming, self.outgoing = IncomingMails(ledger), OutgoingMails(ledger)
        self.links, self.link_mails = Links(ledger), LinkMails(ledger, self.addresses, self.outgoing)
        self.stopping, self.signing_up = Stopping(ledger, accounts), SigningUp(ledger, accounts)
        self.queue, self.following = MailQueue(ledger), Followings(ledger)
        self.resignations = Resignations(ledger)
        challenges.in_transaction.append(ChallengeMails(self.outgoing).note)
        self.domain = ""
        """The part of its addresses after the ``@``; empty where the house has no mail."""
