"""`fivefold work`, and ports that several processes share: what is refused, and why."""

import socket

import pytest

from fivefold.cli import main
from fivefold.doors.web import serving
from fivefold.doors.web.serving import InvalidAddress, PortTaken, bind


@pytest.mark.parametrize(
    ("words", "said"),
    [(["work"], "a file has one process to itself"), (["serve", "--workers", "0"], "keep the house on PostgreSQL")],
)
def test_a_house_in_a_file_is_one_process(tmp_path, capsys, monkeypatch, words, said):
    monkeypatch.setenv("FIVEFOLD_CONFIG", "")
    assert main([*words, "--data", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err


def test_somebody_has_to_think(capsys, monkeypatch):
    monkeypatch.setenv("FIVEFOLD_CONFIG", "")
    assert main(["work", "--workers", "0", "--database", "postgresql://nobody@127.0.0.1:1/none"]) == 2
    assert "somebody has to think" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(socket, "SO_REUSEPORT"), reason="the system shares no ports")
def test_several_share_a_port_that_nobody_else_gets():
    with bind("127.0.0.1", 0, shared=True) as first:
        port = first.getsockname()[1]
        with bind("127.0.0.1", port, shared=True) as second:
            assert second.getsockname() == first.getsockname()
        first.listen()
        with pytest.raises(PortTaken, match="another program is using it"):
            bind("127.0.0.1", port)
    with bind("127.0.0.1", 0) as alone, pytest.raises(PortTaken, match="does not share it"):
        bind("127.0.0.1", alone.getsockname()[1], shared=True)


def test_a_system_that_shares_no_ports_says_so(monkeypatch):
    monkeypatch.delattr(serving.socket, "SO_REUSEPORT", raising=False)
    with pytest.raises(InvalidAddress, match="put a server in front"):
        bind("127.0.0.1", 0, shared=True)
