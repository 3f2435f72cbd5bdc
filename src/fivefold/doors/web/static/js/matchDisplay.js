/**
 * Puts a match on the board: as much of a view as may be seen and picked now, with the motion that led there.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./types.js").Motion} Motion
 * @typedef {{board: import("./board.js").Board, live: import("./liveMatch.js").LiveMatch,
 *     timeTravel: import("./timeTravel.js").TimeTravel, history: import("./history.js").MoveHistory,
 *     cover: import("./turnCover.js").TurnCover, racing: import("./racing.js").Racing | null}} Parts
 */
import { motionAllowed } from "./appearance.js";
import { sound, soundMove } from "./sound.js";

export class MatchDisplay {
    #parts;
    /** The view shown last. @type {MatchView | null} */
    #lastView = null;
    /** The ply one step before it. */
    #previousPly = 0;

    /** @param {Parts} parts of the page */
    constructor(parts) {
        this.#parts = parts;
    }

    /** Start from the view that came with the page. */
    begin() {
        this.#lastView = this.#parts.live.view;
        this.#previousPly = this.#parts.history.plyBefore(this.#lastView.ply);
    }

    /**
     * What the visitor may see of a view, and pick. Nothing can be picked while the board is covered.
     *
     * @param {MatchView} view
     * @returns {{picture: string, moves: readonly MoveView[]}}
     */
    visiblePart(view) {
        const { cover, live, timeTravel, racing } = this.#parts;
        if (cover.hides(view)) return { picture: view.cover ?? "", moves: [] };
        const latest = view.number === live.view.number && timeTravel.ply === null;
        const moves = racing ? racing.moves : view.moves;
        return { picture: view.picture, moves: latest && live.mayMove ? moves : [] };
    }

    /**
     * Show an update.
     *
     * @param {MatchView} view
     * @param {boolean} moved whether it is a move that has not been shown yet
     * @param {number} pace
     * @returns {Promise<void>}
     */
    showUpdate(view, moved, pace) {
        const { board } = this.#parts;
        const { picture, moves } = this.visiblePart(view);
        const moving = motionAllowed() && moved;
        const motions = this.#motionsTo(view);
        const finished = board.show(picture, moves, { animated: moving, motions, pace });
        if (!moved) return finished;
        if (board.stage.isRolling) sound("dice");
        else soundMove(board.svg, motions, (view.last?.gains ?? []).some((gain) => gain > 0), view.turn);
        return finished;
    }

    /**
     * Show a view without motion.
     *
     * @param {MatchView} view
     */
    showStill(view) {
        const { picture, moves } = this.visiblePart(view);
        return this.#parts.board.show(picture, moves);
    }

    /**
     * Show another position of the match; with motion if it is one step away.
     *
     * @param {MatchView} view
     */
    showStep(view) {
        const { board, history } = this.#parts;
        const here = history.ply;
        const isStep = history.plyBefore(here) === view.ply || history.plyBefore(view.ply) === here;
        const near = view.ply !== here && isStep;
        history.markCurrent(view.ply);
        const { picture, moves } = this.visiblePart(view);
        void board.show(picture, moves, { animated: near && motionAllowed(), motions: this.#motionsTo(view) });
    }

    /**
     * The motions from the position shown to this one: as it was played, or reversed for one step back.
     *
     * @param {MatchView} view
     * @returns {Motion[]}
     */
    #motionsTo(view) {
        const [before, from] = [this.#lastView, this.#previousPly];
        this.#lastView = view;
        this.#previousPly = this.#parts.history.plyBefore(view.ply);
        if (before?.last && view.ply === from && view.ply < before.ply) {
            return before.last.motions.map(([here, there]) => [there, here]);
        }
        return view.last?.motions ?? [];
    }
}
