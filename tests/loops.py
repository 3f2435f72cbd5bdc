"""Coroutines run to their end in a thread of their own: browsers keep a loop in that of the tests."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def run(coroutine):
    """Return what a coroutine returns, or raise what it raises."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
