"""Computers at work: opponents, hints, the coach, analysis, and how thinking time is shared."""
