"""Doors to the tools researchers use: the games as environments of other people's libraries.

Each module needs the library it is named for; the extra ``interop`` has all three.
"""
