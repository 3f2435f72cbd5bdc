import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = /** @type {any} */ ({ title: "", addEventListener() {} });
const { inOrder } = await import("../../src/fivefold/doors/web/static/js/announcer.js");

const NAME = "Maximiliana-Theodora-XYZ";

test("what happened comes first where there is room for whose turn it is, too", () => {
    assert.equal(inOrder("Dot took c3", "Your turn", 60), "Dot took c3. Your turn");
});

test("whose turn it is comes first where a line is cut, also with a name of 24 letters", () => {
    const status = `${NAME} is to move`;
    assert.equal(inOrder("You took c3 for 12 points", status, 45), `${status}. You took c3 for 12 points`);
    assert.ok(inOrder("You took c3 for 12 points", status, 45).slice(0, 45).includes(status));
});

test("without news the line says whose turn it is alone", () => {
    assert.equal(inOrder("", "Your turn", 4), "Your turn");
});
