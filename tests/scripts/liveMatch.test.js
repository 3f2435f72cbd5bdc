import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { LiveMatch } from "../../src/fivefold/doors/web/static/js/liveMatch.js";

/** A server whose answers the test gives when it likes. */
let requests = [];

beforeEach(() => {
    requests = [];
    globalThis.document = { querySelector: () => null };
    globalThis.window = { setTimeout: (act) => timers.push(act), clearTimeout() {}, addEventListener() {}, removeEventListener() {} };
    globalThis.sessionStorage = { kept: {}, setItem: (name, value) => (sessionStorage.kept[name] = value), removeItem: (name) => delete sessionStorage.kept[name] };
    timers.length = 0;
    globalThis.fetch = (path, { body }) =>
        new Promise((resolve) => {
            const fields = Object.fromEntries(body ?? []);
            requests.push({ path, fields, answer: (status, content) => resolve(answered(status, content)) });
        });
});
const timers = [];
const answered = (status, content) => ({ ok: status < 400, status, headers: new Headers(), json: async () => content });
const settled = () => new Promise((resolve) => setImmediate(resolve));

const view = (number, text = "", more = {}) => ({
    version: `v${number}`,
    number,
    picture: "<svg/>",
    cover: null,
    turn: true,
    anyone: true,
    over: false,
    yours: [0, 1],
    moves: [],
    last: { text, kind: "move", since: number },
    ...more,
});

function racing() {
    const told = [];
    const live = new LiveMatch("/matches/m", view(4), { race: true }, {
        updated: (news, verdict) => told.push([news.number, verdict]),
        refused: (said, text) => told.push([said, text]),
        connectionTrouble() {},
    });
    return { live, told };
}

test("in a race moves of both seats go to the server one after the other, in the order they were made", async () => {
    const { live } = racing();
    live.play("1:7h@1c3");
    live.play("2:8d@2a1");
    await settled();
    assert.deepEqual(requests.map(({ fields }) => fields), [{ number: "5", move: "1:7h@1c3", version: "v4" }]);
    assert.ok(live.mayMove, "one may go on meanwhile");
    requests[0].answer(200, view(5, "1:7h@1c3"));
    await settled();
    assert.deepEqual(requests[1].fields, { number: "5", move: "2:8d@2a1", version: "v5" }, "the number it was made with, stale or not");
    requests[1].answer(200, view(7, "2:8d@2a1"));
    await settled();
    assert.equal(live.pendingMoves.length, 1, "the stream tells what came between");
    live.receive(view(6, "deal:2c"));
    live.receive(view(7, "2:8d@2a1"));
    assert.equal(live.pendingMoves.length, 0);
});

test("in a race the news of others in between does not overtake one's own move", async () => {
    const { live, told } = racing();
    live.play("1:7h@1c3");
    live.receive(view(5, "2:8d@2a1"));
    live.receive(view(6, "deal:2c"));
    assert.equal(live.pendingMoves.length, 1);
    live.receive(view(7, "1:7h@1c3"));
    assert.deepEqual(told, [[5, "next"], [6, "next"], [7, "ours"]]);
    assert.equal(live.pendingMoves.length, 0);
    assert.deepEqual(globalThis.sessionStorage.kept, {}, "nothing is kept to be sent by a later page");
});

test("a move that lost the race is dropped with the words of the server, and the next one goes out", async () => {
    const { live, told } = racing();
    live.play("1:7h@1c3");
    live.play("1:8d@1c4");
    await settled();
    requests[0].answer(409, { error: "Ben was quicker: 7h@2c3", view: view(5, "2:7h@2c3") });
    await settled();
    assert.deepEqual(told, [[5, "next"], ["Ben was quicker: 7h@2c3", "1:7h@1c3"]]);
    assert.deepEqual(requests[1].fields, { number: "5", move: "1:8d@1c4", version: "v5" });
    assert.deepEqual(live.pendingMoves.map(({ text }) => text), ["1:8d@1c4"]);
});

test("without a stream the answer itself settles the move after a while", async () => {
    const { live, told } = racing();
    live.play("1:7h@1c3");
    await settled();
    requests[0].answer(200, view(8, "deal:2c"));
    await settled();
    assert.deepEqual(told, []);
    timers.splice(0).forEach((act) => act());
    assert.deepEqual(told, [[8, "gap"]]);
    assert.equal(live.pendingMoves.length, 0);
});

test("a move that was made in another window is shown in place of one's own, which is not called wrong", async () => {
    const told = [];
    const handlers = { updated: (news, kind) => told.push([news.number, kind]), refused: (said) => told.push(said), connectionTrouble() {} };
    const live = new LiveMatch("/matches/m", view(4), { race: false }, handlers);
    live.play("a1:up");
    await settled();
    requests[0].answer(409, { error: "Anna played b2:up meanwhile", view: view(5, "b2:up") });
    await settled();
    live.play("c3:up");
    await settled();
    requests[1].answer(409, { error: "Anna played d4:up meanwhile", view: view(7, "e5:up") });
    await settled();
    assert.deepEqual(told, [[5, "overtaken"], [7, "gap"], "Anna played d4:up meanwhile"]);
    assert.ok(!live.hasPending);
});

test("where seats take turns one move at a time is under way", async () => {
    const live = new LiveMatch("/matches/m", view(4, "", { anyone: false }), { race: false }, { updated() {}, refused() {}, connectionTrouble() {} });
    live.play("7h@1c3");
    assert.ok(!live.mayMove && live.hasPending);
    live.receive(view(5, "8d@2a1", { anyone: false }));
    assert.ok(live.mayMove, "something else took its number");
});

const change = (since, number, text, check) => ({ since, check, drawn: {}, changed: view(number, text), turn: false });
const { checksum } = await import("../../src/fivefold/doors/web/static/js/viewChanges.js");

test("an answer may say only what has changed", async () => {
    const { live, told } = racing();
    live.play("1:7h@1c3");
    await settled();
    requests[0].answer(200, change("v4", 5, "1:7h@1c3", checksum("<svg/>")));
    await settled();
    assert.deepEqual(told, [[5, "ours"]]);
    assert.ok(!live.view.turn && live.view.picture === "<svg/>");
});

test("where a change does not fit what the page knows, the whole view is fetched", async () => {
    const { live, told } = racing();
    live.play("1:7h@1c3");
    await settled();
    requests[0].answer(200, change("v4", 5, "1:7h@1c3", 1));
    await settled();
    assert.equal(requests[1].path, "/matches/m/view");
    requests[1].answer(200, view(5, "1:7h@1c3"));
    await settled();
    live.read(change("v99", 6, "2:8d@2a1", checksum("<svg/>")), (later) => live.receive(later));
    await settled();
    assert.equal(requests[2].path, "/matches/m/view");
    requests[2].answer(200, view(6, "2:8d@2a1"));
    await settled();
    assert.deepEqual(told, [[5, "ours"], [6, "gap"]]);
    assert.equal(requests.length, 3);
});
