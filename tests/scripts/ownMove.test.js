import assert from "node:assert/strict";
import { test } from "node:test";

/** A seat as the list has it: a name and its state. */
class Seat {
    dataset = { seat: "0" };
    classes = new Set(["active"]);
    classList = { remove: (/** @type {string} */ name) => this.classes.delete(name) };
    state = { textContent: "your turn" };

    /** @param {string} selector */
    querySelector(selector) {
        return selector === ".seat-state" ? this.state : null;
    }
}

const page = { hidden: true, documentElement: { dataset: {} } };
Object.assign(globalThis, { HTMLElement: Seat, document: page, window: globalThis });
Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {} }) });
const { Presentation } = await import("../../src/fivefold/doors/web/static/js/presentation.js");
const { SeatList } = await import("../../src/fivefold/doors/web/static/js/seatList.js");

function table() {
    const seat = new Seat();
    const seats = new SeatList(/** @type {any} */ ({ querySelectorAll: () => [seat] }));
    const nothing = () => {};
    const board = { svg: { querySelector: () => null }, moves: [1], render: nothing, show: nothing };
    const view = { number: 3, scores: [0], to_move: 0 };
    const parts = { live: { view, table: {} }, board, seats, announcer: { announce: nothing } };
    return { seat, presentation: new Presentation(/** @type {any} */ (parts), nothing) };
}

test("while a player's own move is shown their seat does not say that it is their turn", () => {
    const { seat, presentation } = table();
    const preview = { gains: [2], after: "", motions: [], said: "" };
    presentation.showOwnMove("a1:up", /** @type {any} */ (preview), {});
    assert.equal(seat.state.textContent, "");
    assert.ok(!seat.classes.has("active"));
});

test("nor does it while a move without a preview is on its way", () => {
    const { seat, presentation } = table();
    presentation.showOwnMove("a1:up", null, {});
    assert.equal(seat.state.textContent, "");
});
