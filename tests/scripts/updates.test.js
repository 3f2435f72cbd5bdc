import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { composeMotions, retryDelay, classifyUpdate } from "../../src/fivefold/doors/web/static/js/updates.js";

const view = (number, text = "a1:up", kind = "move") => ({ number, last: { text, kind } });

test("the entry after is next, what is known is old, what leaves some out is a gap", () => {
    assert.equal(classifyUpdate(4, null, view(5)), "next");
    assert.equal(classifyUpdate(4, null, view(4)), "old");
    assert.equal(classifyUpdate(4, null, view(2)), "old");
    assert.equal(classifyUpdate(4, null, view(6)), "gap");
    assert.equal(classifyUpdate(0, null, { number: 0, last: null }), "old");
});

test("a view that tells of several entries is next if its first one is", () => {
    const run = (number, since) => ({ number, last: { text: "die:1 2 3", kind: "move", since } });
    assert.equal(classifyUpdate(4, null, run(9, 5)), "next");
    assert.equal(classifyUpdate(6, null, run(9, 5)), "next", "the beginning was known");
    assert.equal(classifyUpdate(4, null, run(9, 6)), "gap");
    assert.equal(classifyUpdate(9, null, run(9, 5)), "old");
    assert.equal(classifyUpdate(4, { number: 5, text: "d4" }, run(9, 5)), "overtaken");
});

test("the pending move is ours only if its number holds just that move", () => {
    const pending = { number: 5, text: "a1:up" };
    assert.equal(classifyUpdate(4, pending, view(5)), "ours");
    assert.equal(classifyUpdate(4, pending, view(5, "b1:up")), "overtaken");
    assert.equal(classifyUpdate(4, pending, view(5, "a1:up", "undo")), "overtaken");
    assert.equal(classifyUpdate(4, pending, view(4)), "old");
    assert.equal(classifyUpdate(4, pending, view(7)), "gap");
});

test("trying again waits longer every time, up to a bound", () => {
    const pauses = [0, 1, 2, 3, 4, 5, 50].map(retryDelay);
    assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

// The same cases go through `service/view/events.py`: the two sides hold one rule.
const CASES = JSON.parse(readFileSync(new URL("motions.json", import.meta.url), "utf8"));

test("motions of several steps are those of one, where the server says so", () => {
    const places = new Set(["pack", "seat-0"]);
    for (const { steps, composed } of CASES) {
        assert.deepEqual(composeMotions(steps, places), composed, JSON.stringify(steps));
    }
});
