"""Run a program that never outlives the process that wants it: ``python guard.py DESCRIPTOR COMMAND …``.

The descriptor is the reading end of a pipe whose other end the wanting process holds. However that process ends, even
by a kill, the pipe closes, and then the program and all processes it has started are killed. This file imports nothing
of the house, so that it starts at once.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

PR_SET_CHILD_SUBREAPER = 36
NOT_FOUND, NOT_ALLOWED = 127, 126


def main() -> int:
    """Run the program and return its exit status."""
    _adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        program = subprocess.Popen(sys.argv[2:], start_new_session=True, restore_signals=True)  # noqa: S603
    except OSError as error:
        print(f"{sys.argv[2]}: {error.strerror}", file=sys.stderr)
        return NOT_FOUND if isinstance(error, FileNotFoundError) else NOT_ALLOWED
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    threading.Thread(target=_kill_after, args=(int(sys.argv[1]), program.pid), daemon=True).start()
    status = program.wait()
    _kill_all(program.pid)
    return status if status >= 0 else 128 - status


def _kill_after(lifeline: int, group: int) -> None:
    with suppress(OSError):
        os.read(lifeline, 1)
    _kill_all(group)
    os._exit(1)


def _kill_all(group: int) -> None:
    with suppress(OSError):
        os.killpg(group, signal.SIGKILL)
    # A process that has left the group comes to this one when those between them have ended; they may be a few deep.
    for _ in range(20):
        children = _children()
        for child in children:
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        if not children:
            return


def _adopt_orphans() -> None:
    """Become the parent of all that the program leaves behind, where the system knows how (Linux)."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _children() -> list[int]:
    """Return the processes this one is the parent of, where the system tells (Linux)."""
    try:
        listed = os.open(f"/proc/self/task/{os.getpid()}/children", os.O_RDONLY)
        try:
            return [int(word) for word in os.read(listed, 1 << 16).split()]
        finally:
            os.close(listed)
    except OSError:
        return []


if __name__ == "__main__":
    sys.exit(main())
