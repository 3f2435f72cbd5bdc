"""Play by mail: messages in, commands to the house, letters out. No game is named here."""
