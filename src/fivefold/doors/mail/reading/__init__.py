"""From the bytes of a message to what its writer asks for. Pure: nothing is looked up, kept or sent here."""

from fivefold.doors.mail.envelope import Envelope
from fivefold.doors.mail.reading.command_lines import Asked, CommandLine, read_commands
from fivefold.doors.mail.reading.incoming import Incoming, read_message

__all__ = ["Asked", "CommandLine", "Envelope", "Incoming", "read_commands", "read_message"]
