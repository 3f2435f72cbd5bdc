"""What a command is told about its metrics."""

import argparse

from fivefold.command import whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add where metrics are told."""
    parser.add_argument(
        "--metrics-port", type=whole, metavar="N", help="tell metrics for Prometheus at a port of their own (none)"
    )
    parser.add_argument(
        "--metrics-host",
        default="127.0.0.1",
        metavar="HOST",
        help="where that port listens: they say much about a house, so never to strangers (127.0.0.1)",
    )
