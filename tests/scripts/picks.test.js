import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
    movesContinuing,
    moveDecided,
    movesWithSameSet,
    nextPicks,
    isSetMember,
    lonePicks,
    pickKind,
    leads,
    picksAfter,
    squeeze,
    moveSpelled,
    longestValidPrefix,
    moveFromText,
} from "../../src/fivefold/doors/web/static/js/picks.js";

const move = (text, ...picks) => ({ text, picks });
const LOCUS = [move("a1:up", "a1", "up"), move("a1:down", "a1", "down"), move("b1:up", "b1", "up"), move("b1:down", "b1", "down")];
const FOCUS = [move("c3-c4:1", "c3", "c4"), move("c3-d3:1", "c3", "d3"), move("c4-c3:1", "c4", "c3"), move("r:c3", "reserve", "c3")];

test("moves continue what was picked, in order", () => {
    assert.deepEqual(movesContinuing(LOCUS, []).length, 4);
    assert.deepEqual(movesContinuing(FOCUS, ["c3"]).map((each) => each.text), ["c3-c4:1", "c3-d3:1"]);
    assert.deepEqual(movesContinuing(FOCUS, ["c4", "c3"]).map((each) => each.text), ["c4-c3:1"]);
    assert.deepEqual(movesContinuing(FOCUS, ["h8"]), []);
});

test("what can come next is named once", () => {
    assert.deepEqual(nextPicks(LOCUS, []), ["a1", "b1"]);
    assert.deepEqual(nextPicks(LOCUS, ["b1"]), ["up", "down"]);
    assert.deepEqual(nextPicks(LOCUS, ["b1", "up"]), []);
});

test("a pick continues, is put back, or begins anew", () => {
    assert.deepEqual(picksAfter(LOCUS, [], "a1"), ["a1"]);
    assert.deepEqual(picksAfter(LOCUS, ["a1"], "up"), ["a1", "up"]);
    assert.deepEqual(picksAfter(LOCUS, ["a1"], "b1"), ["b1"]);
    assert.deepEqual(picksAfter(LOCUS, ["a1"], "a1"), []);
    assert.deepEqual(picksAfter(LOCUS, ["a1"], "z9"), []);
    assert.deepEqual(picksAfter(LOCUS, [], "up"), []);
});

test("a target that could also be a source is a target", () => {
    assert.deepEqual(picksAfter(FOCUS, ["c3"], "c4"), ["c3", "c4"]);
    assert.deepEqual(picksAfter(FOCUS, ["reserve"], "c4"), ["c4"]);
});

test("beginning anew keeps the earlier picks that still lead there", () => {
    const three = [move("x", "die", "one", "keep"), move("y", "die", "two", "keep")];
    assert.deepEqual(picksAfter(three, ["die", "one"], "two"), ["die", "two"]);
});

test("a move is made when its last pick is, and only then", () => {
    assert.equal(moveDecided(LOCUS, []), null);
    assert.equal(moveDecided(LOCUS, ["a1"]), null);
    assert.equal(moveDecided(LOCUS, ["a1", "up"])?.text, "a1:up");
    const lonely = [move("c3-c4:1", "c3", "c4")];
    assert.equal(moveDecided(lonely, ["c3"]), null, "the only way to go on is still to be picked");
});

test("a move that begins a longer one waits", () => {
    const dice = [move("keep one", "one"), move("keep one two", "one", "two")];
    assert.equal(moveDecided(dice, ["one"]), null);
    assert.equal(moveSpelled(dice, ["one"])?.text, "keep one");
    assert.equal(moveDecided(dice, ["one", "two"])?.text, "keep one two");
});

test("text is read without regard to case and blanks", () => {
    assert.equal(moveFromText(FOCUS, " C3 - c4 : 1")?.text, "c3-c4:1");
    assert.equal(moveFromText(FOCUS, "c3-c5"), null);
});

/** All that may be done with the dice 2 5 5 5 6 after a roll: keep none to four of them, or take a space. */
const DICE = ["2*1", "5*2", "5*3", "5*4", "6*5"];
const keep = (faces) => {
    const taken = { 2: 0, 5: 0, 6: 0 };
    const first = { 2: 1, 5: 2, 6: 5 };
    return move(`keep:${faces}`, ...[...faces].map((face) => `${face}*${first[face] + taken[face]++}`), "roll");
};
const KEEPS = ["", "2", "25", "255", "2555", "256", "2556", "26", "5", "55", "555", "5556", "556", "56", "6"].map(keep);
const TURN = [...KEEPS, move("d4", "d4"), move("e5", "e5")];

/** The picks after these things were tapped, one after the other. */
const tapped = (...names) => names.reduce((picks, name) => picksAfter(TURN, picks, name), []);

test("things of a set are picked in any order, and any of a kind will do", () => {
    assert.deepEqual(tapped("5*4", "2*1"), ["5*4", "2*1"]);
    assert.equal(moveDecided(TURN, tapped("5*4", "2*1", "roll"))?.text, "keep:25");
    assert.equal(moveDecided(TURN, tapped("6*5", "5*3", "5*2", "roll"))?.text, "keep:556");
    assert.equal(moveDecided(TURN, tapped("roll"))?.text, "keep:");
});

test("picking a thing of a set again puts back only that one", () => {
    assert.deepEqual(tapped("2*1", "5*2", "5*3", "2*1"), ["5*2", "5*3"]);
    assert.deepEqual(tapped("2*1", "2*1"), []);
    assert.equal(moveDecided(TURN, tapped("2*1", "5*2", "5*3", "5*2", "roll"))?.text, "keep:25");
});

test("a set never makes a move by itself", () => {
    const only = [move("keep:5", "5*1", "roll")];
    assert.equal(moveDecided(only, ["5*1"]), null);
    assert.equal(moveDecided([move("five", "5*1")], ["5*1"]), null, "even where nothing comes after it");
    assert.equal(moveSpelled(TURN, ["5*2"]), null);
});

test("a thing that no move wants besides the others changes nothing", () => {
    const four = tapped("2*1", "5*2", "5*3", "5*4");
    assert.deepEqual(picksAfter(TURN, four, "6*5"), four);
    assert.deepEqual(picksAfter(TURN, four, "5*3"), ["2*1", "5*2", "5*4"]);
});

test("something else tapped forgets the set", () => {
    assert.deepEqual(tapped("2*1", "5*2", "d4"), ["d4"]);
    assert.equal(moveDecided(TURN, tapped("2*1", "5*2", "d4"))?.text, "d4");
    assert.deepEqual(picksAfter(TURN, ["2*1"], "z9"), []);
    const unkept = [keep(""), keep("2")];
    assert.deepEqual(picksAfter(unkept, ["2*1", "5*2"], "roll"), ["roll"], "not with a part of it");
});

test("after part of a set the rest of it or what ends it can follow", () => {
    assert.deepEqual(new Set(nextPicks(TURN, [], DICE)), new Set([...DICE, "roll", "d4", "e5"]));
    assert.deepEqual(new Set(nextPicks(TURN, ["5*3"], DICE)), new Set(["2*1", "5*2", "5*4", "6*5", "roll"]));
    assert.deepEqual(nextPicks(TURN, ["2*1", "5*2", "5*3", "5*4"], DICE), ["roll"]);
    const fives = [1, 2, 3, 4].map((count) => move("keep", ...["5*1", "5*2", "5*3", "5*4"].slice(0, count), "roll"));
    assert.ok(nextPicks(fives, ["5*1"], ["5*5"]).includes("5*5"), "though no move names it");
});

test("what is chosen so far is the move with just this set", () => {
    assert.deepEqual(movesWithSameSet(TURN, ["5*4", "2*1"]).map((each) => each.text), ["keep:25"]);
    assert.equal(movesContinuing(TURN, ["5*4", "2*1"]).length, 5);
    assert.deepEqual(movesWithSameSet(FOCUS, ["c3"]).length, 2, "without a set all that go on");
    const both = [move("a", "7*1", "up"), move("b", "7*1", "down"), move("c", "7*1", "8*2", "up")];
    assert.deepEqual(movesWithSameSet(both, ["7*1"]).map((each) => each.text), ["a", "b"]);
});

test("something picked after a set waits for its last pick, and stays when the set changes", () => {
    const give = [move("a", "7*1", "left", "one"), move("b", "7*1", "8*2", "left", "one"), move("c", "8*2", "right")];
    assert.deepEqual(picksAfter(give, ["7*1", "left"], "8*2"), ["7*1", "8*2", "left"]);
    assert.deepEqual(picksAfter(give, ["7*1", "8*2", "left"], "7*1"), ["8*2"]);
    assert.deepEqual(nextPicks(give, ["7*1", "left"]), ["one"]);
});

test("members say what they are, not which of their like", () => {
    assert.deepEqual([pickKind("5*2"), pickKind("roll")], ["5", "roll"]);
    assert.deepEqual([isSetMember("5*2"), isSetMember("d4")], [true, false]);
});

// The same cases go through the Python side: both hold one rule.
const cases = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));

test("picks lead where the server says they do", () => {
    for (const { picks, clicks, leads: goes } of cases("leads.json")) {
        assert.equal(leads(picks, clicks), goes, `${picks} to ${clicks}`);
    }
});

test("picks stay as far as some move still begins with them", () => {
    const moves = [{ text: "7h@c3", picks: ["7h", "c3"] }];
    assert.deepEqual(longestValidPrefix(moves, ["7h"]), ["7h"]);
    assert.deepEqual(longestValidPrefix(moves, ["7h", "c4"]), ["7h"]);
    assert.deepEqual(longestValidPrefix(moves, ["8d"]), []);
    assert.deepEqual(longestValidPrefix([], ["7h"]), []);
});

test("texts are compared as the server compares them", () => {
    for (const { text, squeezed } of cases("squeeze.json")) assert.equal(squeeze(text), squeezed);
});

test("a lone thing that every move begins with need not be picked, unless it alone is a move or one of a set", () => {
    const moves = (...picks) => picks.map((each) => ({ text: each.join("@"), picks: each }));
    assert.deepEqual(lonePicks(moves(["7h", "a1"], ["7h", "b1"])), ["7h"]);
    assert.deepEqual(lonePicks(moves(["7h", "a1"], ["r1", "b1"])), []);
    assert.deepEqual(lonePicks(moves(["7h", "a1"], ["pass"])), []);
    assert.deepEqual(lonePicks(moves(["roll"])), []);
    assert.deepEqual(lonePicks(moves(["5*1", "roll"])), []);
    assert.deepEqual(lonePicks([]), []);
});
