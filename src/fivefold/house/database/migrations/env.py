"""What alembic runs: the steps, on the connection it is given."""

from alembic import context

from fivefold.house.database.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
context.run_migrations()
