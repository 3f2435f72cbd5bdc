"""`fivefold admin`: what those who run a house do about people, matches and games, at the command line."""
