"""The house's own opponents as a program that others can talk to, line by line."""
