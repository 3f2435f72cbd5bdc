"""Measuring: matches between opponents, ladders, benchmarks."""
