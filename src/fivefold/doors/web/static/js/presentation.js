/**
 * Shows a match event by event: seats, scores, words, sound and motion all change with the event that they tell of, in
 * the order of one queue. What the page knows may be ahead of what it shows. In a race nothing waits.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 * @typedef {import("./updates.js").UpdateKind} UpdateKind
 * @typedef {import("./eventQueue.js").Actor} Actor
 * @typedef {import("./eventQueue.js").Manner} Manner
 * @typedef {import("./stage.js").Transition} Transition
 * @typedef {import("./matchDisplay.js").Parts & {page: HTMLElement, seats: import("./seatList.js").SeatList,
 *     announcer: import("./announcer.js").Announcer, actions: import("./actions.js").Actions,
 *     sidePanel?: import("./sidePanel.js").SidePanel | undefined, scoreCard: import("./scoreCard.js").ScoreCard,
 *     display: import("./matchDisplay.js").MatchDisplay}} PageParts
 */
import { motionAllowed, pace } from "./appearance.js";
import { showFeat } from "./celebration.js";
import { EventQueue } from "./eventQueue.js";
import { soundMove } from "./sound.js";
import { CHANCE } from "./updates.js";

const CLOCK = {
    now: () => performance.now(),
    after: (/** @type {number} */ milliseconds, /** @type {() => void} */ act) => window.setTimeout(act, milliseconds),
    cancel: (/** @type {number} */ timer) => window.clearTimeout(timer),
};

export class Presentation {
    #parts;
    #queue;
    /** The view shown. @type {MatchView} */
    view;
    /** The table shown. @type {TableView} */
    table;
    /** The number of the latest view received. */
    #received;
    /** The text of the own move shown before the server had it. */
    #shownAhead = "";

    /**
     * @param {PageParts} parts of the page
     * @param {(view: MatchView) => void} rested called when everything has been shown and held long enough to be read
     */
    constructor(parts, rested) {
        this.#parts = parts;
        this.view = parts.live.view;
        this.table = parts.live.table;
        this.#received = this.view.number;
        this.#queue = new EventQueue(CLOCK, () => (document.hidden ? 0 : pace()), () => rested(this.view));
    }

    /** Whether somebody moved or chance decided something that has not been shown. */
    get isBehind() {
        return this.#queue.length > 0;
    }

    /** Show at once what waits, and the last of it with motion. */
    skip() {
        if (this.#queue.isWaiting) this.#queue.skip();
    }

    /** Show at once what waits, without motion. */
    flush() {
        if (this.#queue.isWaiting) this.#queue.flush();
    }

    /**
     * Show the visitor's own move before the server has it; without a preview only say so.
     *
     * @param {string} text
     * @param {PreviewedMove | null} preview
     * @param {Transition} transition
     */
    showOwnMove(text, preview, transition) {
        this.#queue.flush();
        this.#shownAhead = preview ? text : "";
        const { board, announcer } = this.#parts;
        if (preview) this.#queue.add({ actor: "own", show: () => this.#showPreviewed(preview, transition) });
        else {
            this.#parts.seats.turnIsOver();
            board.moves = [];
            board.render();
            announcer.announce("Playing your move");
        }
    }

    /** @param {PreviewedMove} preview @param {Transition} transition */
    #showPreviewed(preview, transition) {
        const { board, seats, announcer } = this.#parts;
        const { scores, to_move: mover } = this.view;
        const after = scores.map((score, seat) => score + (preview.gains[seat] ?? 0));
        mark("own", this.view.number + 1, after);
        const moving = board.show(preview.after, [], { ...transition, animated: motionAllowed() });
        seats.turnIsOver();
        soundMove(board.svg, preview.motions, preview.gains.some((gain) => gain > 0), false);
        seats.showScores(this.view.standings ?? after, preview.gains, mover ?? CHANCE);
        announcer.announce(preview.said);
        return moving;
    }

    /**
     * Show an update when those before it have been read.
     *
     * @param {MatchView} view
     * @param {UpdateKind} updateKind
     */
    receive(view, updateKind) {
        const known = view.number <= this.#received;
        if (updateKind === "gap" && !known) this.#queue.flush();
        this.#received = Math.max(this.#received, view.number);
        const kind = updateKind === "gap" && known ? "old" : updateKind;
        const actor = this.#actorOf(view, kind);
        if (actor === "own") this.#queue.flush();
        const early = updateKind === "ours" && view.last?.text === this.#shownAhead;
        this.#queue.add({ actor, show: (manner) => this.#showView(view, kind, early, manner) });
    }

    /**
     * @param {MatchView} view
     * @param {UpdateKind} updateKind
     * @returns {Actor}
     */
    #actorOf(view, updateKind) {
        const { last } = view;
        if (updateKind === "old" || updateKind === "gap" || !last) return "state";
        // The next player's cover hides the move: only when it has been read.
        if (updateKind === "ours" && last.text === this.#shownAhead) return this.#parts.cover.hides(view) ? "other" : "state";
        if (last.kind === "move" && last.mover === CHANCE) return "chance";
        const ours = updateKind === "ours" || (last.kind !== "move" && view.yours.includes(last.mover));
        return ours ? "own" : "other";
    }

    /**
     * @param {MatchView} view
     * @param {UpdateKind} updateKind
     * @param {boolean} early whether it was shown when it was made
     * @param {Manner} manner
     */
    async #showView(view, updateKind, early, manner) {
        const { announcer, history, timeTravel } = this.#parts;
        this.view = view;
        if (updateKind !== "old") mark(view.last?.mover === CHANCE ? "chance" : updateKind, view.number, view.scores);
        this.#updateSurroundings(view, updateKind);
        // What chance brings is told after it has been shown.
        const drawn = view.last?.mover === CHANCE && !manner.still;
        if (updateKind !== "old" && !drawn) announcer.announceUpdate(view, updateKind, manner.still, early);
        const feat = updateKind === "old" || manner.still ? "" : view.last?.feat;
        if (feat) void showFeat(this.#parts.board.holder.parentElement ?? this.#parts.board.holder, feat);
        if (timeTravel.ply === null) {
            history.markCurrent(view.ply);
            await this.#showPicture(view, updateKind, early, manner);
        }
        if (drawn && updateKind !== "old" && this.view === view) announcer.announceUpdate(view, updateKind);
        this.#viewShown(view);
    }

    /** @param {MatchView} view @param {UpdateKind} updateKind */
    #updateSurroundings(view, updateKind) {
        const { history, cover, seats, actions } = this.#parts;
        if (view.history) history.replaceAll(view.history, this.table);
        else if (updateKind !== "gap") history.addUpdate(view, this.table);
        cover.update();
        seats.show(view, this.table);
        actions.update(view, this.table);
        this.updateTitle();
    }

    /**
     * @param {MatchView} view
     * @param {UpdateKind} updateKind
     * @param {boolean} early
     * @param {Manner} manner
     */
    async #showPicture(view, updateKind, early, manner) {
        const { display, board } = this.#parts;
        const { picture, moves } = display.visiblePart(view);
        if (updateKind === "old" && board.isShowing(picture, moves)) return;
        const moved = updateKind === "next" || updateKind === "overtaken" || (updateKind === "ours" && !early);
        await display.showUpdate(view, moved && !manner.still, manner.pace);
    }

    /** @param {MatchView} view the view now on the board */
    #viewShown(view) {
        const { page, sidePanel, scoreCard } = this.#parts;
        if (view.number < Number(page.dataset.number)) return;
        page.dataset.number = String(view.number);
        sidePanel?.update();
        scoreCard.update();
    }

    /**
     * In a race, updates are told and shown as they come.
     *
     * @param {MatchView} view
     * @param {UpdateKind} updateKind
     */
    receiveInRace(view, updateKind) {
        const { announcer, history, timeTravel, racing } = this.#parts;
        this.view = view;
        this.#updateSurroundings(view, updateKind);
        if (updateKind !== "old" && view.last?.mover !== CHANCE) announcer.announceUpdate(view, updateKind);
        if (timeTravel.ply === null) history.markCurrent(view.ply);
        racing?.receive(view, updateKind);
    }

    /** @param {MatchView} view the view of a race now on the board */
    raceShown(view) {
        this.#viewShown(view);
        this.#queue.add({ actor: "state", reading: view.over ? 700 : 0, show() {} });
    }

    /**
     * Show who sits at the table, and what it waits for, after what happened before.
     *
     * @param {TableView} table
     */
    receiveTable(table) {
        const { announcer, seats, actions, cover } = this.#parts;
        const before = this.table;
        const show = () => {
            this.table = table;
            cover.update();
            announcer.announceTable(before, table, this.view.status);
            this.updateTitle();
            seats.showState(this.view, table);
            actions.update(this.view, table);
        };
        this.#queue.add({ actor: "state", show });
    }

    /** Show the position as it is, without motion, with its seats. */
    showStill() {
        this.flush();
        void this.#parts.display.showStill(this.#parts.live.view);
        this.#parts.seats.show(this.view, this.table);
    }

    /** The title calls players to their turn, except in a race or alone. */
    updateTitle() {
        const { live, announcer } = this.#parts;
        const waits = this.view.turn && live.mayMove && !live.isRace && this.table.seats.length > 1;
        announcer.showTitle(waits);
    }
}

/**
 * Note in the browser's record of performance what is shown, and when.
 *
 * @param {string} what
 * @param {number} number
 * @param {readonly number[]} scores
 */
function mark(what, number, scores) {
    performance.mark(`shown ${what} ${number}`, { detail: { scores: [...scores] } });
}
