import assert from "node:assert/strict";
import { test } from "node:test";

/** A part of the page. */
class Part {
    classList = { contains() {}, toggle() {} };
    dataset = {};
    textContent = "";
    querySelector() {}
    replaceChildren() {}
    setAttribute() {}
}

const parts = {};
const querySelector = (selector) => (parts[selector] ??= new Part());
const page = { addEventListener() {}, hidden: false, querySelector, title: "" };
Object.assign(globalThis, { HTMLElement: Part, document: page, window: { setInterval() {} } });
const { Presence, presenceWords } = await import("../../src/fivefold/doors/web/static/js/presence.js");

test("how present somebody is, in words", () => {
    assert.equal(presenceWords("here", 5), "");
    assert.equal(presenceWords("gone", null), "offline");
    assert.equal(presenceWords("gone", 20.7), "offline 20 s");
    assert.equal(presenceWords("away", 185), "away 3 min");
    assert.equal(presenceWords("away", 7200), "away");
});

test("who is gone or back is told to the others, with whose turn it is, and nobody is told of themself", () => {
    const spoken = [];
    const seats = [{ name: "Anna", yours: true }, { name: "Ben", yours: false }];
    const live = { view: { yours: [0], status: "Your turn" }, table: { seats } };
    const presence = new Presence({ live, announcer: { speak: (words) => spoken.push(words) } });
    for (const state of ["here", "gone", "here", "gone"]) {
        presence.show({ watching: 0, named: [], seats: [0, 1].map((seat) => ({ seat, state, seconds: null })) });
    }
    const gone = "Ben has lost the connection. Your turn";
    assert.deepEqual(spoken, [gone, "Ben is back. Your turn", gone]);
    assert.equal(parts["#seat-1 .seat-presence"]?.textContent, "offline");
    assert.equal(parts["#seat-0 .seat-presence"], undefined);
});
