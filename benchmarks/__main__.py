"""``python -m benchmarks NAME ...``, from the folder of the source code."""

import sys

from benchmarks import main

sys.exit(main())
