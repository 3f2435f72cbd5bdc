/**
 * What of a match is on the board: of a view as much as may be seen and picked now, with the motion that led there.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./types.js").MoveView} Move
 * @typedef {import("./types.js").Motion} Motion
 * @typedef {{board: import("./board.js").Board, live: import("./live.js").Live, past: import("./timeTravel.js").Past,
 *     history: import("./history.js").History, cover: import("./cover.js").Cover,
 *     racing: import("./racing.js").Racing}} Parts
 */
import { lively } from "./looks.js";
import { beat } from "./pace.js";
import { sound } from "./sound.js";

export class Showing {
    #parts;
    /** What was shown last. @type {View | null} */
    #seen = null;
    /** The ply one step before it. */
    #from = 0;

    /** @param {Parts} parts of the page */
    constructor(parts) {
        this.#parts = parts;
    }

    /** The page came with this. */
    begin() {
        this.#seen = this.#parts.live.view;
        this.#from = this.#parts.history.before(this.#seen.ply);
    }

    /**
     * What a visitor may see of a view, and pick: while hands are covered, neither.
     *
     * @param {View} view
     * @returns {{picture: string, moves: readonly Move[]}}
     */
    of(view) {
        const { cover, live, past, racing } = this.#parts;
        if (cover.hides(view)) return { picture: view.cover ?? "", moves: [] };
        const latest = view.number === live.view.number && past.ply === null;
        const moves = live.race ? racing.moves : view.moves;
        return { picture: view.picture, moves: latest && live.turn ? moves : [] };
    }

    /**
     * Show news.
     *
     * @param {View} view
     * @param {boolean} moved whether it is a move that has not been shown yet
     * @param {boolean} others whether another made it
     * @param {number} pace
     */
    async news(view, moved, others, pace) {
        const { board } = this.#parts;
        const { picture, moves } = this.of(view);
        const began = performance.now();
        const moving = lively() && moved;
        const shown = board.show(picture, moves, { lively: moving, motions: this.#motions(view), pace });
        if (moving) sound(board.stage.rolling ? "dice" : view.turn ? "turn" : "slide");
        await shown;
        if (moved && others) await beat(began, pace, view);
    }

    /**
     * Show a view without motion.
     *
     * @param {View} view
     */
    still(view) {
        const { picture, moves } = this.of(view);
        return this.#parts.board.show(picture, moves);
    }

    /**
     * Show another position of the match, with motion if it is one step away.
     *
     * @param {View} view
     */
    step(view) {
        const { board, history } = this.#parts;
        const here = history.ply;
        const near = view.ply !== here && (history.before(here) === view.ply || history.before(view.ply) === here);
        history.at(view.ply);
        const { picture, moves } = this.of(view);
        void board.show(picture, moves, { lively: near && lively(), motions: this.#motions(view) });
    }

    /**
     * What moves from the position shown to this one: as it was played, or one step back the other way round.
     *
     * @param {View} view
     * @returns {Motion[]}
     */
    #motions(view) {
        const [before, from] = [this.#seen, this.#from];
        this.#seen = view;
        this.#from = this.#parts.history.before(view.ply);
        if (before?.last && view.ply === from && view.ply < before.ply) {
            return before.last.motions.map(([here, there]) => [there, here]);
        }
        return view.last?.motions ?? [];
    }
}
