/**
 * Answers a tap on something that cannot be picked: whose turn it is, or what the game has against it. The game's own
 * reason comes from the server.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {{board: import("./board.js").Board, live: import("./liveMatch.js").LiveMatch,
 *     cover: import("./turnCover.js").TurnCover, timeTravel: import("./timeTravel.js").TimeTravel,
 *     announcer: import("./announcer.js").Announcer, presentation: import("./presentation.js").Presentation}} Parts
 */
import { getJson } from "./requests.js";

export class Refusals {
    #parts;
    /** Counts the taps: only the last one is answered. */
    #taps = 0;

    /** @param {Parts} parts of the page */
    constructor(parts) {
        this.#parts = parts;
    }

    /**
     * Say why a thing cannot be picked after these picks.
     *
     * @param {readonly string[]} picks
     * @param {string} name
     */
    async tell(picks, name) {
        const { board, live, announcer } = this.#parts;
        const tap = ++this.#taps;
        const { number } = live.view;
        const words = this.#reasonNotToMove() || reasonOfOrder(board.moves, picks, name);
        if (words) announcer.remark(words);
        else {
            const said = await this.#ask([...picks, name]);
            if (said && tap === this.#taps && live.view.number === number) announcer.remark(said);
        }
    }

    /** Why the visitor cannot move at all now; empty if they can. */
    #reasonNotToMove() {
        const { live, timeTravel, cover, presentation } = this.#parts;
        const { view, table } = presentation;
        if (timeTravel.ply !== null) return "This is an earlier position. Go back to the game to move.";
        if (view.over) return "The game is over.";
        if (cover.isCovering) return "Show your cards first.";
        if (view.yours.length === 0) return "You are watching this game.";
        if (table.status === "waiting") return table.note || "The game has not begun yet.";
        if (live.isPaused) return "The match is paused. To move, agree to go on.";
        if (live.hasPending && !live.isRace) return "Your move is on its way.";
        return view.turn ? "" : whoseTurn(view, table);
    }

    /**
     * The game's reason, from the server.
     *
     * @param {readonly string[]} picks
     * @returns {Promise<string>}
     */
    async #ask(picks) {
        const query = new URLSearchParams(picks.map((name) => ["picks", name]));
        // Without an answer the tap does nothing, as before.
        const answer = await getJson(`${this.#parts.live.base}/refusal?${query}`).catch(() => null);
        return answer?.said || "That can’t be picked now.";
    }
}

/**
 * Whom the visitor waits for.
 *
 * @param {MatchView} view
 * @param {TableView} table
 */
function whoseTurn(view, table) {
    const seat = view.to_move === null ? undefined : table.seats[view.to_move];
    if (!seat) return "Not your turn yet.";
    const name = seat.name || seat.seat_name;
    return seat.kind === "computer" ? `Not your turn yet: ${name} is thinking.` : `Not your turn yet: ${name} is to move.`;
}

/**
 * A reason that lies in the order of the picks alone: a place was tapped before what goes there, or a thing that is
 * picked already.
 *
 * @param {readonly import("./types.js").MoveView[]} moves
 * @param {readonly string[]} picks
 * @param {string} name
 */
function reasonOfOrder(moves, picks, name) {
    if (picks.includes(name)) return "You have picked that already: choose where it goes.";
    const later = moves.some((move) => move.picks.indexOf(name) > picks.length);
    return later ? "First choose what goes there." : "";
}
