"""The lab: questions about games, answered by letting programs play.

Every question goes one way. A *job* (``jobs``) plays games in tasks of their own seeds, on this machine or a cluster;
``matches`` says how players (``players``) meet. Its results are *rows*: plain data of what happened. Rows become
*estimates*: means, shares, fits and ratings with their intervals, all from ``estimates``. Estimates become a *report*:
Markdown from ``templates``, plots and HTML, all by ``report``.

A question is a file with what is particular to it: what is asked, which rows, which figures. What it takes is declared
in ``arguments.toml``, its report is a template. ``study`` asks what a game is like, ``sweep`` which options make it as
somebody wants it, ``design`` what hands should be worth, ``tournament`` who is stronger, ``ladder`` how strong the
house's own opponents are; ``match``, ``calibrate``, ``fit``, ``learn``, ``puzzles``, ``arrangements``, ``games``,
``engine`` are smaller ones. Each has its command under the name in capitals; ``configuration`` reads a game's options.
"""
