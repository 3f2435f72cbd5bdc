"""Execute the notebooks of this folder anew and save them: ``make notebooks``, or name some of them.

Each runs as a reader would run it, in a kernel and a folder of its own. What is saved has one form: cells are named by
their places, and nothing tells when and how fast they ran.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent
SECONDS = 600
"""A cell may take so long."""
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}


def notebooks() -> Iterator[Path]:
    """Yield the notebooks, in the order of their names."""
    yield from sorted(HERE.glob("*.ipynb"))


def executed(path: Path, seconds: float = SECONDS) -> Any:
    """Return a notebook with the outputs of a fresh run. Raises ``CellExecutionError`` where a cell fails."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        # Whatever the notebook writes, or keeps from one session to the next, stays in that folder.
        surroundings = {**os.environ, "IPYTHONDIR": folder, "MPLCONFIGDIR": folder, "PYTHONWARNINGS": "default"}
        client = NotebookClient(
            notebook, timeout=seconds, resources={"metadata": {"path": folder}}, coalesce_streams=True
        )
        # Not over the network: anybody on this machine could listen there.
        manager = client.create_kernel_manager()
        manager.transport, manager.ip = "ipc", str(Path(folder, "kernel"))
        client.execute(env=surroundings)
    return tidied(notebook)


def tidied(notebook: Any) -> Any:
    """Return a notebook in the form in which it is kept."""
    number = 0
    for place, cell in enumerate(notebook.cells, start=1):
        cell.id, cell.metadata = f"cell-{place}", {}
        if cell.cell_type == "code":
            number += 1
            cell.execution_count = number
            for output in cell.outputs:
                output.pop("transient", None)
                if "execution_count" in output:
                    output["execution_count"] = number
                if "metadata" in output:
                    output["metadata"] = {}
    notebook.metadata, notebook.nbformat, notebook.nbformat_minor = nbformat.from_dict(METADATA), 4, 5
    return notebook


def written(notebook: Any) -> str:
    """Return a notebook as its file holds it."""
    return nbformat.writes(notebook) + "\n"


def main() -> None:
    """Execute the notebooks that are named, or all, and save them."""
    wanted = sys.argv[1:]
    for path in notebooks():
        if not wanted or path.stem in wanted or path.name in wanted:
            print(f"{path.name} ...", flush=True)
            path.write_text(written(executed(path)), encoding="utf-8")


if __name__ == "__main__":
    main()
