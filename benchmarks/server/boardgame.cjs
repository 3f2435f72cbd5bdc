// boardgame.io, to be measured beside the house: `serve PORT [FOLDER]` and `drive PORT MATCHES SECONDS EVERY`.
// A move changes one of 64 cells; matches are in memory, or one file each in a folder.

const { FlatFile, Origins, Server } = require("boardgame.io/server");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");

const game = {
    name: "cells",
    setup: () => ({ cells: Array(64).fill(0) }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: { place: ({ G }, cell) => void (G.cells[cell] += 1) },
};
const [mode, port, ...rest] = process.argv.slice(2);

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * Math.max(0, seconds)));
const now = () => performance.now() / 1000;

/** A player who tells when a turn is seen. */
function seat(matchID, playerID) {
    const client = Client({ game, matchID, playerID, debug: false, multiplayer: SocketIO({ server: `http://127.0.0.1:${port}` }) });
    const seen = new Map();
    client.subscribe((state) => state && seen.get(state.ctx.turn)?.());
    client.start();
    return { client, turn: (number) => new Promise((resolve) => (client.getState()?.ctx.turn >= number ? resolve() : seen.set(number, resolve))) };
}

async function play(seats, until, every, waits) {
    for (let turn = 1, due = now(); now() < until; turn++) {
        const [mover, other] = turn % 2 ? seats : [seats[1], seats[0]];
        const sent = now();
        mover.client.moves.place(turn % 64);
        await other.turn(turn + 1);
        waits.push(now() - sent);
        due += every;
        await pause(due - now());
    }
}

async function drive(matches, seconds, every) {
    const tables = [];
    for (let number = 0; number < matches; number++) {
        const seats = [seat(`m${number}`, "0"), seat(`m${number}`, "1")];
        await Promise.all(seats.map((each) => each.turn(1)));
        tables.push(seats);
    }
    const waits = [], began = now();
    console.log("playing");
    await Promise.all(tables.map(async (seats) => {
        await pause(Math.random() * every);
        await play(seats, began + seconds, every, waits);
    }));
    process.stdout.write(`${JSON.stringify({ waits, seconds: now() - began })}\n`, () => process.exit(0));
}

if (mode === "serve") {
    const db = rest[0] ? new FlatFile({ dir: rest[0], logging: false }) : undefined;
    Server({ games: [game], db, origins: [Origins.LOCALHOST] }).run({ port: Number(port), callback: () => console.log("ready") });
} else {
    void drive(...rest.map(Number));
}
