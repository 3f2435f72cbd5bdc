"""Attacks on a served house, bounded in number; none of them leaves this machine."""
