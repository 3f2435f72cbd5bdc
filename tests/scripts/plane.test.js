import assert from "node:assert/strict";
import { test } from "node:test";
import {
    sameTransform,
    parseBox,
    fitBesideCorner,
    followBounds,
    keepPartInView,
    parseTransform,
    pan,
    interpolate,
    pinch,
    reveal,
    isInView,
    formatTransform,
    zoom,
} from "../../src/fivefold/doors/web/static/js/plane.js";

const SIZE = { width: 600, height: 500 };
const BOUNDS = { left: -100, top: -100, right: 200, bottom: 200 };
const FIT = { x: 200, y: 150, scale: 1 };

/** Where a point of the plane is in the window. */
function seen({ x, y, scale }, point) {
    return { x: x + scale * point.x, y: y + scale * point.y };
}

test("a transform is read and written", () => {
    assert.deepEqual(parseTransform("translate(12.5 -3) scale(0.75)"), { x: 12.5, y: -3, scale: 0.75 });
    assert.deepEqual(parseTransform("translate(12.5,-3)"), { x: 12.5, y: -3, scale: 1 });
    assert.deepEqual(parseTransform(""), { x: 0, y: 0, scale: 1 });
    const outlook = { x: 1.25, y: -20, scale: 0.33333 };
    assert.deepEqual(parseTransform(formatTransform(outlook)), outlook);
    assert.deepEqual(parseBox("-1 -2.5 30 40"), { left: -1, top: -2.5, right: 30, bottom: 40 });
});

test("zooming leaves the point under the pointer where it is", () => {
    const at = { x: 320, y: 90 };
    const point = { x: at.x - FIT.x, y: at.y - FIT.y };
    const closer = zoom(FIT, 1.5, at, FIT);
    assert.equal(closer.scale, 1.5);
    assert.deepEqual(seen(closer, point), at);
});

test("zooming ends at half and at two and a half times what shows everything", () => {
    const at = { x: 0, y: 0 };
    assert.equal(zoom(FIT, 10, at, FIT).scale, 2.5);
    assert.equal(zoom(FIT, 0.01, at, FIT).scale, 0.5);
});

test("an outlook beyond the limits, which have moved, does not jump", () => {
    const close = { x: 0, y: 0, scale: 2.5 };
    const smaller = { ...FIT, scale: 0.5 };
    assert.equal(zoom(close, 1.1, { x: 0, y: 0 }, smaller).scale, 2.5);
    assert.equal(zoom(close, 0.9, { x: 0, y: 0 }, smaller).scale, 2.25);
});

test("under two fingers the plane goes where they go", () => {
    const before = [{ x: 100, y: 100 }, { x: 200, y: 100 }];
    const now = [{ x: 90, y: 140 }, { x: 270, y: 140 }];
    const outlook = pinch(FIT, before, now, FIT);
    assert.ok(Math.abs(outlook.scale - 1.8) < 1e-9);
    before.forEach((finger, place) => {
        const there = seen(outlook, { x: finger.x - FIT.x, y: finger.y - FIT.y });
        assert.ok(Math.hypot(there.x - now[place].x, there.y - now[place].y) < 1e-6);
    });
    assert.ok(Number.isFinite(pinch(FIT, [before[0], before[0]], now, FIT).scale));
});

test("what is to be seen comes into view by the shortest way", () => {
    const box = { left: 500, top: 0, right: 600, bottom: 100 };
    assert.equal(isInView(FIT, SIZE, box), false);
    const moved = reveal(FIT, SIZE, box);
    assert.equal(isInView(moved, SIZE, box), true);
    assert.equal(moved.y, FIT.y);
    assert.deepEqual(reveal(moved, SIZE, box), moved);
});

test("what is too large for the window is shown in its middle", () => {
    const moved = reveal(FIT, SIZE, { left: 0, top: 0, right: 1000, bottom: 10 });
    assert.deepEqual([moved.x, moved.y], [-200, FIT.y]);
});

test("panned away, half of the nearest card stays", () => {
    const cards = [BOUNDS, { left: 300, top: 0, right: 400, bottom: 100 }];
    const gone = keepPartInView(pan(FIT, { x: -5000, y: 0 }), SIZE, cards);
    assert.deepEqual([seen(gone, { x: 350, y: 0 }).x, gone.y], [0, FIT.y]);
    const above = keepPartInView(pan(FIT, { x: 0, y: -5000 }), SIZE, cards);
    assert.equal(seen(above, { x: 0, y: 50 }).y, 0);
    assert.deepEqual(keepPartInView(FIT, SIZE, cards), FIT);
    assert.deepEqual(keepPartInView(FIT, SIZE, []), FIT);
});

test("zoomed into one large card the window stays on it", () => {
    const close = { x: -900, y: -700, scale: 8 };
    assert.deepEqual(keepPartInView(close, SIZE, [BOUNDS]), close);
});

test("the player's outlook stays while all is in view, and while the player looks closer anyway", () => {
    const wider = { ...BOUNDS, right: 300 };
    assert.equal(followBounds(FIT, SIZE, BOUNDS, wider, { ...FIT, scale: 0.9 }), FIT);
    const close = { x: -300, y: -300, scale: 3 };
    assert.equal(followBounds(close, SIZE, BOUNDS, wider, FIT), close);
});

test("it moves as little as it can when something would be out of view that would have been in view before", () => {
    const wider = { ...BOUNDS, right: 420 };
    const moved = followBounds(FIT, SIZE, BOUNDS, wider, { x: 0, y: 0, scale: 0.9 });
    assert.deepEqual([moved.scale, moved.y, isInView(moved, SIZE, wider)], [1, FIT.y, true]);
    const fit = { x: 0, y: 0, scale: 0.5 };
    assert.equal(followBounds(FIT, SIZE, BOUNDS, { ...BOUNDS, right: 900 }, fit), fit);
});

test("on the way every point goes straight, from start to end", () => {
    const goal = { x: 0, y: 50, scale: 2 };
    assert.deepEqual(interpolate(FIT, goal, 0), FIT);
    assert.deepEqual(interpolate(FIT, goal, 1), goal);
    assert.deepEqual(interpolate(FIT, goal, 0.5), { x: 100, y: 100, scale: 1.5 });
    assert.equal(sameTransform(FIT, { ...FIT, x: FIT.x + 0.2 }), true);
    assert.equal(sameTransform(FIT, { ...FIT, scale: 1.01 }), false);
});

test("everything is shown beside the corner with the buttons, if something would lie under them", () => {
    const corner = { width: 100, height: 200 };
    const free = [{ left: -100, top: -100, right: 0, bottom: 0 }];
    const under = [...free, { left: 300, top: 200, right: 390, bottom: 300 }];
    const wide = { left: -200, top: -100, right: 400, bottom: 300 };
    const whole = { x: 200, y: 100, scale: 1 };
    assert.equal(fitBesideCorner(whole, SIZE, wide, corner, free), whole);
    const smaller = fitBesideCorner(whole, SIZE, wide, corner, under);
    assert.ok(smaller.scale < 1 && seen(smaller, { x: 400, y: 0 }).x <= 500.001 && isInView(smaller, SIZE, wide));
    const narrow = { ...wide, left: 0 };
    assert.deepEqual(fitBesideCorner(whole, SIZE, narrow, corner, under), { ...whole, x: 110 });
    const low = { ...wide, top: 0, bottom: 200 };
    const flat = [{ left: 300, top: 150, right: 390, bottom: 250 }];
    assert.deepEqual(fitBesideCorner(whole, SIZE, low, corner, flat), { ...whole, y: 50 });
});
