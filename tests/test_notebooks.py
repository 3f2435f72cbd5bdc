"""The notebooks in docs/notebooks do what they say: as they are kept, and when they are executed anew."""

import json
import re
import runpy
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent.parent / "docs" / "notebooks" / "execute.py"
NOTEBOOKS = sorted(PROGRAM.parent.glob("*.ipynb"))
LARGEST = 100_000
"""Characters of one output."""
OF_A_MACHINE = re.compile(r"/home/|/root/|/Users/|/tmp/|[A-Z]:\\\\|0x[0-9a-f]{6,}")
names = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def code_cells(path):
    return [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]


def outputs(path):
    return [output for cell in code_cells(path) for output in cell["outputs"]]


def test_there_are_notebooks():
    assert {"first-steps", "study-a-variant"} <= {path.stem for path in NOTEBOOKS}


@names
def test_a_notebook_was_executed_from_top_to_bottom(path):
    cells = code_cells(path)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1)), "make notebooks"


@names
def test_a_notebook_shows_no_errors_warnings_or_large_outputs(path):
    for output in outputs(path):
        assert output["output_type"] != "error" and output.get("name") != "stderr"
        assert len(json.dumps(output)) <= LARGEST


@names
def test_a_notebook_says_nothing_of_the_machine_it_was_executed_on(path):
    texts = [json.dumps(output) for output in outputs(path)]
    assert [found[0] for text in texts if (found := OF_A_MACHINE.search(text))] == []


@names
def test_a_notebook_links_to_what_is_there(path):
    text = "\n".join("".join(cell["source"]) for cell in json.loads(path.read_text())["cells"])
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
        assert (path.parent / target).exists(), target


@pytest.mark.slow
@names
def test_a_notebook_is_kept_in_one_form(path):
    program = runpy.run_path(str(PROGRAM))
    notebook = program["nbformat"].read(path, as_version=4)
    program["nbformat"].validate(notebook)
    assert path.read_text() == program["written"](program["tidied"](notebook)), "make notebooks"


@pytest.mark.long
@names
def test_a_notebook_runs_as_a_reader_would_run_it(path):
    notebook = runpy.run_path(str(PROGRAM))["executed"](path)
    said = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert [output.text for output in said if output.output_type == "stream" and output.name == "stderr"] == []
    kept = [(output["output_type"], sorted(output.get("data", ()))) for output in outputs(path)]
    assert [(output.output_type, sorted(output.get("data", ()))) for output in said] == kept
