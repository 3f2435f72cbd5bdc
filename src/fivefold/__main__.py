"""``python -m fivefold``."""

import sys

from fivefold.cli import main

if __name__ == "__main__":
    sys.exit(main())
