"""What a process of the house counts and measures, for Prometheus, on a port of its own.

Nothing below knows of it: what happens is told by hooks, and what stands is looked up when somebody asks. No label
names a person, a match, an address or anything else that strangers choose.
"""
