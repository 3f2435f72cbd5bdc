"""Doors to the tools researchers use: the games as environments of other people's libraries.

Each module needs the library it is named for, which is an extra: ``pip install 'fivefold[interop]'``.
"""
