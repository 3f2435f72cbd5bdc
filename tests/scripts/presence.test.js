import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = /** @type {any} */ ({ addEventListener() {}, hidden: false });
const { presenceWords } = await import("../../src/fivefold/doors/web/static/js/presence.js");

test("how present somebody is, in words", () => {
    assert.equal(presenceWords("here", 5), "");
    assert.equal(presenceWords("gone", null), "offline");
    assert.equal(presenceWords("gone", 20.7), "offline 20 s");
    assert.equal(presenceWords("away", 185), "away 3 min");
    assert.equal(presenceWords("away", 7200), "away");
});
