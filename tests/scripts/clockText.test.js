/** What clocks say at a moment of the house's clock, and how it is written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockText, left, momentText, pauseText, spokenText, standsUntil, untilNext } from "../../src/fivefold/doors/web/static/js/clockText.js";
import { measured, middle } from "../../src/fivefold/doors/web/static/js/serverTime.js";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const CLOCK = /** @type {any} */ ({
    seats: [{ left: 60 * SECOND }, { left: 30 * SECOND }],
    running: 0,
    since: 1000 * SECOND,
    free: 2 * SECOND,
    paused: false,
    stops: [
        [1005 * SECOND, 1010 * SECOND],
        [1020 * SECOND, 1100 * SECOND],
    ],
});

test("a clock runs from its beginning on, without what is free and while it does not stand still", () => {
    const says = (/** @type {number} */ second) => left(CLOCK, 0, second * SECOND) / SECOND;
    assert.deepEqual([999, 1000, 1002, 1004, 1009, 1011, 1050, 1110, 1200].map(says), [60, 60, 60, 58, 57, 56, 47, 37, 0]);
    assert.equal(left(CLOCK, 1, 1200 * SECOND), 30 * SECOND);
    assert.equal(left({ ...CLOCK, paused: true }, 0, 1200 * SECOND), 60 * SECOND);
    assert.deepEqual([1004, 1005, 1010].map((second) => standsUntil(CLOCK, second * SECOND)), [null, 1010 * SECOND, null]);
});

test("times are written as people read them", () => {
    const live = [0, 940, 9_400, 10_000, 59_999, 277_000, 3_600_000, 5_025_000];
    const texts = ["0:00.0", "0:00.9", "0:09.4", "0:10", "0:59", "4:37", "1:00:00", "1:23:45"];
    assert.deepEqual(live.map((time) => clockText(time, false)), texts);
    const slow = [0, 59_000, HOUR, 25 * HOUR, 52 * HOUR + 1];
    assert.deepEqual(slow.map((time) => clockText(time, true)), ["0:00", "0:59", "1 h 0 min", "1 d 1 h", "2 d 4 h"]);
    assert.deepEqual([10_000, 30_000, 60_000].map(spokenText), ["10 seconds", "30 seconds", "1 minute"]);
    assert.match(pauseText(90_000), /in 2 min\.$/);
    assert.match(pauseText(25 * HOUR), /in 1 day\.$/);
});

test("what a clock shows changes after the time it says", () => {
    for (const slow of [false, true]) {
        for (const time of [4_321, 9_999, 10_000, 61_234, 3 * HOUR + 7, 77 * HOUR]) {
            const wait = untilNext(time, slow);
            assert.equal(clockText(time - wait + 1, slow), clockText(time, slow));
            assert.notEqual(clockText(time - wait, slow), clockText(time, slow));
        }
    }
});

test("a moment is told by its day, and by its date where it is far", () => {
    const monday = Date.UTC(2026, 10, 23, 8);
    assert.match(momentText(monday, monday - 30 * HOUR), /^Mon \d\d:00$/);
    assert.match(momentText(monday, monday - 900 * HOUR), /^Mon,? 23 Nov,? (at )?\d\d:00$/);
});

test("the quickest answer knows the time best", () => {
    const samples = [90, 20, 400].map((roundTrip) => ({ roundTrip, offset: roundTrip * 3, at: 0 }));
    assert.deepEqual(measured(samples), { offset: 60, error: 10 });
    assert.equal(middle([90, 20, 400]), 90);
});
