"""The modules that a page's script imports, so that a browser can fetch all of them at once."""

import re
from functools import cache
from pathlib import Path
from typing import Final

SCRIPTS: Final = Path(__file__).parent / "static" / "js"
IMPORT: Final = re.compile(r'^(?:import|export)\b[^"\']*["\']\./([\w.-]+\.js)["\']', re.MULTILINE)


@cache
def imported_modules(script: str) -> tuple[str, ...]:
    """Return the names of all modules that a script in ``static/js`` imports, directly or through others, sorted."""
    found: set[str] = set()
    open_names = [f"{script}.js"]
    while open_names:
        names = IMPORT.findall((SCRIPTS / open_names.pop()).read_text(encoding="utf-8"))
        open_names += [name for name in names if name not in found]
        found.update(names)
    return tuple(sorted(found))
