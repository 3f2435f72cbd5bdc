import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { KnownViews, checksum, editedDrawing } from "../../src/fivefold/doors/web/static/js/viewChanges.js";

/** The house makes these edits: tests/house/test_changes.py. */
const cases = JSON.parse(readFileSync(new URL("changes.json", import.meta.url), "utf8"));

const drawing = (words) => `<svg><g id="a"><text>${words}</text></g></svg>`;
const view = (version, words = "one") => ({ version, picture: drawing(words), cover: null, number: 1, turn: true });
const change = (since, version, words) => ({
    since,
    check: checksum(drawing(words)),
    drawn: { picture: [[0, 3], `text>${words}`, [4, 3]] },
    changed: { version, number: 2 },
    turn: false,
});

test("checksums are those of zlib", () => {
    assert.equal(checksum(""), 0);
    assert.equal(checksum("123456789"), 0xcbf43926);
    assert.equal(checksum("♠ über"), 0x96c237d4);
});

test("a drawing is made of pieces kept and new text", () => {
    assert.equal(editedDrawing(drawing("one"), [[0, 3], "text>two", [4, 3]]), drawing("two"));
    assert.equal(editedDrawing("", ["<svg/>"]), "<svg/>");
});

test("a change makes the later view, and nothing else is touched", () => {
    const known = new KnownViews();
    const first = known.read(view("a"));
    assert.deepEqual(known.read(change("a", "b", "two")), { ...view("b", "two"), number: 2, turn: false });
    assert.deepEqual(first, view("a"));
    assert.deepEqual(known.read(change("b", "c", "three"))?.picture, drawing("three"));
});

test("a change of an unknown view, or one that does not fit, makes none", () => {
    const known = new KnownViews();
    assert.equal(known.read(change("a", "b", "two")), null);
    known.read(view("a", "another one"));
    assert.equal(known.read({ ...change("a", "b", "two"), check: 1 }), null);
    assert.equal(known.read(change("b", "c", "three")), null, "what did not fit is not kept");
});

test("the history that came with a view is not carried on", () => {
    const known = new KnownViews();
    assert.ok(known.read({ ...view("a"), history: [], chance: {} })?.history);
    const later = known.read(change("a", "b", "two"));
    assert.ok(later && !("history" in later) && !("chance" in later));
});

test("a preview is drawn from the view that it changes, and only if it fits", () => {
    const known = new KnownViews();
    const move = { text: "up", picks: ["a"], after: [] };
    const told = { marks: {}, question: "", picture: [[0, 3], "text>two", [4, 3]] };
    const after = [[0, 3], "text>three", [4, 3]];
    const check = checksum(drawing("two"));
    const sent = { ...told, since: "a", check, moves: [move, { ...move, after }] };
    assert.equal(known.readPreview(sent), null);
    known.read(view("a"));
    const moves = [{ ...move, after: "" }, { ...move, after: drawing("three") }];
    assert.deepEqual(known.readPreview(sent), { ...told, picture: drawing("two"), moves });
    assert.equal(known.readPreview({ ...sent, check: 1 }), null);
    assert.deepEqual(known.readPreview({ ...told, picture: "<svg/>", moves: [] }), { ...told, picture: "<svg/>", moves: [] });
});

test("only the latest views are kept", () => {
    const known = new KnownViews();
    for (const version of "abcdefghi") known.read(view(version));
    assert.equal(known.read(change("a", "z", "two")), null);
    assert.ok(known.read(change("i", "z", "two")));
});

for (const [number, { before, edits, after }] of cases.entries()) {
    test(`edits of the house make the later drawing: case ${number}`, () => {
        assert.equal(editedDrawing(before, edits), after);
    });
}
