import assert from "node:assert/strict";
import { test } from "node:test";
import { groupedIntoLines, lineKey } from "../../src/fivefold/doors/web/static/js/historyLine.js";

const event = (/** @type {number} */ ply, /** @type {string} */ text, begins = true) => ({
    ply,
    text,
    begins,
    mover: 0,
    gains: [0],
    said: "",
    parts: [],
});

test("what belongs to the move before it is on its line", () => {
    const events = [event(6, "keep:5"), event(8, "die:1 2", false), event(9, "d4"), event(14, "die:1 2 3 4 5")];
    assert.deepEqual(
        groupedIntoLines(events).map((line) => line.map((one) => one.ply)),
        [[6, 8], [9], [14]],
    );
    assert.deepEqual(groupedIntoLines([event(5, "die:1", false)]).length, 1);
});

test("lines with other moves at the same plies are told apart", () => {
    assert.notEqual(lineKey([event(6, "keep:5")]), lineKey([event(6, "keep:6")]));
});
