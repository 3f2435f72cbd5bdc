"""A program that plays any legal move until its third one, and then does what its argument says."""

import os
import subprocess
import sys
import time

fault, legal, moves = sys.argv[1], [], 0
if fault == "stubborn":
    subprocess.Popen(["sleep", "1000"])
    away = subprocess.Popen(["setsid", "sh", "-c", "sleep 1000 & echo away; sleep 1000"], stdout=subprocess.PIPE)
    away.stdout.readline()
if fault == "mute":
    time.sleep(1000)
if fault == "other-version":
    print("fivefold 9", flush=True)
for line in sys.stdin:
    word, *rest = line.split()
    if word == "fivefold":
        print("name Faulty", "game race", "game locus", "wants legal", "fivefold 1", sep="\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "legal":
        legal = rest
    elif word == "quit" and fault != "stubborn":
        break
    elif word == "go":
        moves += 1
        if moves < 3:
            print("info depth 1 nodes 7 chances 0.25 0.75 line", legal[0])
        elif fault == "crash":
            raise RuntimeError("no idea")
        elif fault == "exit":
            os._exit(3)
        elif fault == "silent":
            continue
        elif fault == "garbage":
            sys.stdout.buffer.write(b"\xff\x00\x1b[2J???\n")
            sys.stdout.flush()
            continue
        elif fault == "giant":
            print("info " + "x" * 10_000_000, flush=True)
            continue
        elif fault == "flood":
            while True:
                print("info depth 1", flush=True)
        elif fault == "complains":
            while True:
                print("oh dear", file=sys.stderr, flush=True)
        elif fault == "cheat":
            print("bestmove move:999", flush=True)
            continue
        elif fault == "error":
            print("error 12 I do not like this", flush=True)
            continue
        elif fault == "wordless":
            print("bestmove", flush=True)
            continue
        print("bestmove", legal[0], flush=True)
