import assert from "node:assert/strict";
import { test } from "node:test";
import { continuing, decided, following, picked, spelled, written } from "../../src/fivefold/web/static/js/picks.js";

const move = (text, ...picks) => ({ text, picks });
const LOCUS = [move("a1:up", "a1", "up"), move("a1:down", "a1", "down"), move("b1:up", "b1", "up"), move("b1:down", "b1", "down")];
const FOCUS = [move("c3-c4:1", "c3", "c4"), move("c3-d3:1", "c3", "d3"), move("c4-c3:1", "c4", "c3"), move("r:c3", "reserve", "c3")];

test("moves continue what was picked, in order", () => {
    assert.deepEqual(continuing(LOCUS, []).length, 4);
    assert.deepEqual(continuing(FOCUS, ["c3"]).map((each) => each.text), ["c3-c4:1", "c3-d3:1"]);
    assert.deepEqual(continuing(FOCUS, ["c4", "c3"]).map((each) => each.text), ["c4-c3:1"]);
    assert.deepEqual(continuing(FOCUS, ["h8"]), []);
});

test("what can come next is named once", () => {
    assert.deepEqual(following(LOCUS, []), ["a1", "b1"]);
    assert.deepEqual(following(LOCUS, ["b1"]), ["up", "down"]);
    assert.deepEqual(following(LOCUS, ["b1", "up"]), []);
});

test("a pick continues, is put back, or begins anew", () => {
    assert.deepEqual(picked(LOCUS, [], "a1"), ["a1"]);
    assert.deepEqual(picked(LOCUS, ["a1"], "up"), ["a1", "up"]);
    assert.deepEqual(picked(LOCUS, ["a1"], "b1"), ["b1"]);
    assert.deepEqual(picked(LOCUS, ["a1"], "a1"), []);
    assert.deepEqual(picked(LOCUS, ["a1"], "z9"), []);
    assert.deepEqual(picked(LOCUS, [], "up"), []);
});

test("a target that could also be a source is a target", () => {
    assert.deepEqual(picked(FOCUS, ["c3"], "c4"), ["c3", "c4"]);
    assert.deepEqual(picked(FOCUS, ["reserve"], "c4"), ["c4"]);
});

test("beginning anew keeps the earlier picks that still lead there", () => {
    const three = [move("x", "die", "one", "keep"), move("y", "die", "two", "keep")];
    assert.deepEqual(picked(three, ["die", "one"], "two"), ["die", "two"]);
});

test("a move is made when its last pick is, and only then", () => {
    assert.equal(decided(LOCUS, []), null);
    assert.equal(decided(LOCUS, ["a1"]), null);
    assert.equal(decided(LOCUS, ["a1", "up"])?.text, "a1:up");
    const lonely = [move("c3-c4:1", "c3", "c4")];
    assert.equal(decided(lonely, ["c3"]), null, "the only way to go on is still to be picked");
});

test("a move that begins a longer one waits", () => {
    const dice = [move("keep one", "one"), move("keep one two", "one", "two")];
    assert.equal(decided(dice, ["one"]), null);
    assert.equal(spelled(dice, ["one"])?.text, "keep one");
    assert.equal(decided(dice, ["one", "two"])?.text, "keep one two");
});

test("text is read without regard to case and blanks", () => {
    assert.equal(written(FOCUS, " C3 - c4 : 1")?.text, "c3-c4:1");
    assert.equal(written(FOCUS, "c3-c5"), null);
});
