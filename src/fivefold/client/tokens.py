"""Where a program finds its token: in a file or in the environment, not on the command line, which others can read."""

import os
from pathlib import Path
from typing import Final

from fivefold.client.errors import ClientError

VARIABLE: Final = "FIVEFOLD_TOKEN"


def find_token(file: str | Path | None = None) -> str:
    """Return the token in a file, without one that of ``FIVEFOLD_TOKEN``. Raises ``ClientError``."""
    if file is None:
        found, place = os.environ.get(VARIABLE, ""), VARIABLE
    else:
        place = str(file)
        try:
            found = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ClientError(f"the token cannot be read: {error}", subject=place) from error
    if not found.strip():
        remedy = f"make one on the page /account/tokens, and put it into a file or into {VARIABLE}"
        raise ClientError("there is no token", subject=place, remedy=remedy)
    return found.strip()
