import assert from "node:assert/strict";
import { test } from "node:test";
import { BEFORE_CHANCE, EventQueue, READING } from "../../src/fivefold/doors/web/static/js/eventQueue.js";

/** A clock that a test moves, with motions that end when the test has come so far. */
function stage({ pace = () => 1 } = {}) {
    let [time, last] = [0, 0];
    const timers = new Map();
    const after = (milliseconds, act) => (timers.set(++last, { at: time + milliseconds, act }), last);
    const shown = [];
    const queue = new EventQueue({ now: () => time, after, cancel: (timer) => timers.delete(timer) }, pace, () => shown.push(["rest", time]));
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    const pass = async (milliseconds) => {
        const end = time + milliseconds;
        for (;;) {
            await settled();
            const [key, next] = [...timers].sort(([, one], [, other]) => one.at - other.at)[0] ?? [];
            if (!next || next.at > end) break;
            timers.delete(key);
            time = next.at;
            next.act();
        }
        time = end;
        await settled();
    };
    const add = (name, actor, { motion = 280, ...more } = {}) => {
        const show = ({ still, pace: factor }) => {
            shown.push([name, time, ...(still ? ["still"] : []), ...(factor < 1 ? ["faster"] : [])]);
            return motion ? new Promise((resolve) => after(motion, resolve)) : undefined;
        };
        queue.add({ actor, show, ...more });
    };
    return { queue, add, pass, shown, moments: () => shown.map(([name, at]) => [name, at]) };
}

test("a reply begins when one's own move has been shown long enough to be read, and is held as long itself", async () => {
    const { add, pass, moments } = stage();
    add("mine", "own");
    add("confirmed", "state", { motion: 0 });
    add("reply", "other");
    await pass(3000);
    assert.deepEqual(moments(), [["mine", 0], ["confirmed", 280], ["reply", READING.own], ["rest", READING.own + READING.other]]);
    assert.ok(READING.other >= 800 && READING.other <= 1200);
});

test("a reply that took its time to come begins at once", async () => {
    const { add, pass, moments } = stage();
    add("mine", "own");
    await pass(2000);
    add("reply", "other");
    assert.deepEqual(moments().at(-1), ["reply", 2000]);
});

test("no motion is cut off by the next event, however long it takes", async () => {
    const { add, pass, moments } = stage();
    add("roll", "chance", { motion: 1500 });
    add("reply", "other");
    await pass(1600);
    assert.deepEqual(moments(), [["roll", 0], ["reply", 1500]]);
});

test("what chance adds to one's own move waits for its motion alone, and the reply for both to be read", async () => {
    const { add, pass, moments } = stage();
    add("mine", "own");
    add("draw", "chance");
    add("reply", "other");
    add("their draw", "chance");
    await pass(4000);
    const reply = 280 + READING.chance;
    assert.deepEqual(moments().slice(0, 4), [["mine", 0], ["draw", 280], ["reply", reply], ["their draw", reply + BEFORE_CHANCE.other]]);
});

test("without motion everything is held as long", async () => {
    const { add, pass, moments } = stage();
    add("mine", "own", { motion: 0 });
    add("reply", "other", { motion: 0 });
    add("reply of the third", "other", { motion: 0 });
    await pass(4000);
    assert.deepEqual(moments().slice(1), [["reply", 750], ["reply of the third", 1750], ["rest", 2750]]);
});

test("skipping shows all that waits in order, at once, and only the last with motion", async () => {
    const { queue, add, pass, shown } = stage();
    for (const [name, actor] of [["mine", "own"], ["a", "other"], ["b", "other"], ["table", "state"]]) add(name, actor);
    await pass(100);
    queue.skip();
    assert.deepEqual(shown, [["mine", 0], ["a", 100, "still"], ["b", 100]]);
    assert.ok(queue.isWaiting, "what comes after the last move waits for its motion");
    await pass(2000);
    assert.deepEqual(shown.slice(3), [["table", 380], ["rest", 1100]]);
});

test("before one's own next move all that waits is shown at once, and does not hold it up", async () => {
    const { queue, add, shown } = stage();
    for (const name of ["mine", "theirs"]) add(name, name === "mine" ? "own" : "other");
    queue.flush();
    add("mine again", "own");
    assert.deepEqual(shown, [["mine", 0], ["theirs", 0, "still"], ["mine again", 0]]);
});

test("many events go faster, and of too many only the last is shown with motion", async () => {
    const many = stage();
    for (let count = 0; count < 10; count++) many.add(`e${count}`, "other", { motion: 0 });
    await many.pass(6000);
    assert.ok(many.shown.some((event) => event.includes("faster")));
    assert.ok(many.shown.at(-1)[1] < 10 * READING.other);
    const flood = stage();
    for (let count = 0; count < 20; count++) flood.add(`e${count}`, "other");
    await flood.pass(400);
    assert.equal(flood.shown.length, 20);
    assert.ok(flood.shown.filter((event) => event.includes("still")).length > 10);
});

test("who wants no pauses waits for motion alone", async () => {
    const { add, pass, moments } = stage({ pace: () => 0 });
    add("mine", "own");
    add("reply", "other");
    await pass(600);
    assert.deepEqual(moments(), [["mine", 0], ["reply", 280], ["rest", 560]]);
});

test("an event that fails to show holds nothing up", async () => {
    const { queue, pass, shown } = stage();
    queue.add({ actor: "other", show: () => Promise.reject(new Error("no")), reading: 0 });
    queue.add({ actor: "other", show: () => void shown.push(["next"]) });
    await pass(10);
    assert.deepEqual(shown[0], ["next"]);
});
