"""Where a house is kept: in the folder that is named, else as the environment says, else in the user's data folder."""

import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from fivefold.store.files import FOLDER_MODE, make_folder

DATABASE: Final = "FIVEFOLD_DATABASE_URL"


def database_url(folder: Path | None) -> str:
    """Return the database of matches: in this folder, else from the environment, else in the user's data folder."""
    if folder is None and os.environ.get(DATABASE):
        return os.environ[DATABASE]
    if folder is None:
        folder = user_data_path("fivefold", appauthor=False)
        make_folder(folder)
        folder.chmod(FOLDER_MODE)  # (made by an older version, perhaps; one that the user names is theirs to set)
    place = folder.expanduser().resolve()
    return f"sqlite:///{place / 'fivefold.db'}"
