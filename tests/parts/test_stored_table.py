"""Tables in files: read when first asked for a number, and seen by kernels as a tuple of numbers."""

import pytest

from fivefold.engine.cache import digest
from fivefold.engine.compile import kernel_twin
from fivefold.games.solitaire.evaluation import ENGLISH_TABLE
from fivefold.parts.stored_table import StoredTable, as_bytes
from fivefold.play.catalogue import find

NUMBERS = (0, 1, -1, 32767, -32768, 5, 5, 5)
TABLE = StoredTable(None, "")
TABLE.__dict__["numbers"] = NUMBERS


def entry(at):
    return TABLE[at]


def written(folder, numbers=NUMBERS):
    (folder / "table.int16").write_bytes(as_bytes(numbers))
    return StoredTable(folder, "table")


def test_numbers_come_back(tmp_path):
    table = written(tmp_path)
    assert tuple(table) == table.numbers == NUMBERS
    assert len(table) == len(NUMBERS) and [table[at] for at in range(len(NUMBERS))] == list(NUMBERS)
    with pytest.raises(IndexError):
        table[len(NUMBERS)]


def test_a_number_takes_two_bytes_the_lower_first():
    assert as_bytes([1, -2]) == b"\x01\x00\xfe\xff"
    with pytest.raises(OverflowError):
        as_bytes([32768])


def test_the_file_is_read_when_a_number_is_first_asked_for_and_once(tmp_path):
    table = StoredTable(tmp_path, "table")
    with pytest.raises(OSError, match="table"):
        table[0]
    written(tmp_path)
    assert table[3] == NUMBERS[3]
    table.file.unlink()
    assert table[4] == NUMBERS[4]


@pytest.mark.slow
def test_a_twin_reads_the_numbers():
    compiled = kernel_twin(entry)
    assert [compiled(at) for at in range(len(NUMBERS))] == list(NUMBERS)


def test_a_kernel_is_another_when_a_number_is(monkeypatch):
    def make(policy, jit, kernel):
        return kernel(policy.choose)

    made = (make,), (find("solitaire").search,)
    before = digest(*made)
    digest.cache_clear()
    assert digest(*made) == before
    monkeypatch.setitem(vars(ENGLISH_TABLE), "numbers", (*ENGLISH_TABLE.numbers[:-1], 6))
    digest.cache_clear()
    assert digest(*made) != before
