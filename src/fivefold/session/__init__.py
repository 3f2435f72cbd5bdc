"""People at one table, without a database, a clock or a thread: seats, steps, rights, races, and sentences about them.

A snapshot of a table goes in, and the next snapshot or a reason why not comes out; the time and everything random are
passed in. The service adds storage and many tables at once, the terminal a file and a keyboard.
"""
