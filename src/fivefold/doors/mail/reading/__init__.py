"""From the bytes of a message to what its writer asks for. Pure: nothing is looked up, kept or sent here."""
