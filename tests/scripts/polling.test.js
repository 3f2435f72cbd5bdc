import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { poll } from "../../src/fivefold/doors/web/static/js/polling.js";

let now = 0;
beforeEach(() => {
    now = 0;
    Date.now = () => now;
    globalThis.window = {
        setTimeout: (act, wait) => {
            now += wait;
            setImmediate(act);
        },
    };
});

const thinking = { state: "thinking" };

/** A question whose answers come one after the other, the last again and again. */
function question(answers, more = {}) {
    const asked = [];
    const next = (how) => async () => {
        asked.push(how);
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (answer instanceof Error) throw answer;
        return answer;
    };
    return { asked, ask: next("ask"), askAgain: next("again"), wanted: () => true, ...more };
}

test("an answer that is known comes at once", async () => {
    const known = question([{ text: "a1" }], { onWait: () => assert.fail("nothing to wait for") });
    assert.deepEqual(await poll(known), { text: "a1" });
    assert.deepEqual([known.asked, now], [["ask"], 0]);
});

test("one that takes thinking is asked for once and looked for until it is there", async () => {
    let waits = 0;
    const slow = question([thinking, thinking, thinking, { text: "a1" }], { onWait: () => (waits += 1) });
    assert.deepEqual(await poll(slow), { text: "a1" });
    assert.deepEqual([slow.asked, waits, now], [["ask", "again", "again", "again"], 1, 1200]);
});

test("it is given up after forty seconds, in words", async () => {
    const never = question([thinking]);
    await assert.rejects(poll(never), /too busy/);
    assert.equal(now, 40_000);
});

test("an answer to a position that has moved on is dropped, and so is a refusal", async () => {
    for (const last of [{ text: "a1" }, new Error("hint: nobody has asked for one")]) {
        let wanted = true;
        const outdated = question([thinking, last], { wanted: () => wanted });
        const { askAgain } = outdated;
        outdated.askAgain = () => ((wanted = false), askAgain());
        assert.equal(await poll(outdated), null);
    }
});

test("nobody looks again for what is not wanted", async () => {
    const unwanted = question([thinking], { wanted: () => false });
    assert.equal(await poll(unwanted), null);
    assert.deepEqual(unwanted.asked, ["ask"]);
});

test("a refusal is passed on", async () => {
    await assert.rejects(poll(question([thinking, new Error("hint: try again")])), /try again/);
});
