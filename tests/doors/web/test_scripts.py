"""The scripts' own tests and their types, where node is installed; nobody who only plays needs it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
NODE = shutil.which("node")
COMPILER = ROOT / "node_modules" / "typescript" / "bin" / "tsc"


def run(*command: str) -> None:
    done = subprocess.run(
        command, check=False, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"}
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_logic_of_the_scripts():
    run(str(NODE), "--test", *map(str, sorted((ROOT / "tests" / "scripts").glob("*.test.js"))))


@pytest.mark.slow
@pytest.mark.skipif(NODE is None or not COMPILER.exists(), reason="needs node and `npm ci`")
def test_the_types_of_the_scripts():
    run(str(NODE), str(COMPILER))
