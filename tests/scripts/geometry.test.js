import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowTarget, gridNeighbour } from "../../src/fivefold/doors/web/static/js/geometry.js";

const GRID = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ x: 100 * column, y: 130 * row })));
const MIDDLE = GRID[4];

test("on a grid an arrow goes to the neighbour", () => {
    assert.equal(arrowTarget(MIDDLE, GRID, "left"), 3);
    assert.equal(arrowTarget(MIDDLE, GRID, "right"), 5);
    assert.equal(arrowTarget(MIDDLE, GRID, "up"), 1);
    assert.equal(arrowTarget(MIDDLE, GRID, "down"), 7);
});

test("at the edge it goes nowhere", () => {
    assert.equal(arrowTarget(GRID[0], GRID, "left"), -1);
    assert.equal(arrowTarget(GRID[8], GRID, "down"), -1);
    assert.equal(arrowTarget(MIDDLE, [], "up"), -1);
});

test("at the end of a row it reads on, so that everything can be reached", () => {
    assert.equal(arrowTarget(GRID[2], GRID, "right"), 3);
    assert.equal(arrowTarget(GRID[6], GRID, "left"), 5);
    const shadowed = [{ x: 0, y: 0 }, { x: 100, y: 130 }, { x: 90, y: 260 }];
    assert.equal(arrowTarget(shadowed[1], shadowed, "right"), 2);
});

test("over a gap it goes on, straight ahead rather than aside", () => {
    const sparse = [GRID[0], GRID[2], GRID[6]];
    assert.equal(arrowTarget(GRID[0], sparse, "right"), 1);
    assert.equal(arrowTarget({ x: 0, y: 0 }, [{ x: 90, y: 80 }, { x: 200, y: 0 }], "right"), 1);
});

test("from the last row two wide buttons below can be reached from anywhere", () => {
    const buttons = [{ x: 75, y: 420 }, { x: 225, y: 420 }];
    assert.equal(arrowTarget(GRID[7], buttons, "down"), 0);
    assert.equal(arrowTarget(GRID[8], buttons, "down"), 1);
    assert.equal(arrowTarget(GRID[1], buttons, "down"), 0);
});

test("walking goes one step on a grid and nowhere at its edge, also left and right", () => {
    const grid = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((place) => ({ x: 50 * (place % 3), y: 50 * Math.floor(place / 3) }));
    const from = grid[4];
    const steps = ["left", "right", "up", "down"].map((direction) => gridNeighbour(from, grid, direction));
    assert.deepEqual(steps, [3, 5, 1, 7]);
    assert.equal(gridNeighbour(grid[5], grid, "right"), -1);
});
