/**
 * At the table, while the others are to move: what the player has answered in advance, and with a live clock one move
 * ahead, picked on the board. The house keeps it, so it is played also if the connection drops. Nobody else sees it.
 *
 * @typedef {import("./types.js").AnswersView} AnswersView
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./types.js").MovesAheadView} MovesAheadView
 * @typedef {import("./types.js").PreviewView} PreviewView
 * @typedef {import("./announcer.js").Announcer} Announcer
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./liveMatch.js").LiveMatch} LiveMatch
 *
 * @typedef {Object} Table
 * @property {HTMLElement} page
 * @property {LiveMatch} live
 * @property {Board} board
 * @property {Announcer} announcer
 */
import { isModalOpen, isTyping, optional, setText } from "./dom.js";
import { errorMessage, getJson, postForm } from "./requests.js";

export class AnswersHere {
    #table;
    #box;
    #button;
    #path;
    /** The entry up to which everything is shown here. */
    #number = -1;
    #told = "";
    /** The move made ahead, with its picks. @type {MoveView | null} */
    #ahead = null;

    /** @param {Table} table */
    constructor(table) {
        this.#table = table;
        this.#path = `${table.live.base}/answers`;
        this.#box = optional("#answers-here", table.page);
        this.#button = optional("#move-ahead", table.page);
        if (!this.#box) return;
        this.#button?.addEventListener("click", () => void this.#toggle());
        table.page.addEventListener("allshown", () => void this.#update());
        document.addEventListener("keydown", (event) => this.#onKey(event));
        void this.#update();
    }

    /** Whether a move can be picked for later. */
    get #picking() {
        return this.#button?.getAttribute("aria-pressed") === "true";
    }

    /**
     * A move was picked while the others are to move: keep it for the player's turn.
     *
     * @param {MoveView} move
     */
    take(move) {
        if (this.#picking) void this.#send("ahead", { move: move.text }, move);
    }

    /**
     * What picking does, so that the next thing of a move ahead can be picked.
     *
     * @param {PreviewView} preview
     * @returns {PreviewView}
     */
    previewed(preview) {
        return this.#picking ? { ...preview, picture: withPicks(preview.picture, this.#table.board.moves) } : preview;
    }

    /** Show what is so now, where the match has gone on. */
    async #update() {
        const { view, table } = this.#table.live;
        if (!this.#box || view.number === this.#number) return;
        this.#number = view.number;
        this.#release();
        this.#box.hidden = view.turn || view.over || table.status !== "live";
        this.#box.classList.toggle("own-turn", view.turn);
        if (view.over) return;
        const given = await getJson(this.#path).catch(() => null);
        if (given && view.number === this.#number) this.#show(given);
    }

    /** @param {AnswersView} given */
    #show(given) {
        if (!given.ahead) this.#ahead = null;
        if (given.told && this.#box) this.#box.hidden = false;
        setText(optional("#answers-words"), given.summary || given.told);
        if (given.told && given.told !== this.#told) this.#table.announcer.announce(given.told);
        this.#told = given.told;
        if (this.#button) {
            this.#button.hidden = Boolean(given.refused);
            setText(this.#button.querySelector("span"), given.ahead ? "Cancel" : "Move ahead");
            this.#button.classList.toggle("set", Boolean(given.ahead));
        }
    }

    /** Begin to pick a move ahead, or cancel. */
    async #toggle() {
        if (this.#picking) this.#release();
        else if (this.#button?.classList.contains("set")) await this.#send("clear", {}, null);
        else await this.#pick();
    }

    async #pick() {
        const { live, board, announcer } = this.#table;
        try {
            /** @type {MovesAheadView} */
            const { moves } = await getJson(`${this.#path}/ahead`);
            if (live.mayMove) return;
            void board.show(withPicks(live.view.picture, moves), moves);
            this.#button?.setAttribute("aria-pressed", "true");
            setText(optional("#answers-words"), "Pick the move that you want to make next.");
            announcer.announce("Pick the move that you want to make next.");
        } catch (error) {
            announcer.announce(errorMessage(error), true);
        }
    }

    /** Pick no longer. */
    #release() {
        if (!this.#picking) return;
        this.#button?.setAttribute("aria-pressed", "false");
        setText(optional("#answers-words"), "");
        const { live, board } = this.#table;
        if (!live.mayMove) void board.show(live.view.picture, live.view.moves);
    }

    /**
     * @param {string} command
     * @param {Record<string, string>} fields
     * @param {MoveView | null} move the one that is made ahead then
     */
    async #send(command, fields, move) {
        const { board, announcer } = this.#table;
        this.#release();
        try {
            const given = await postForm(`${this.#path}/${command}`, { number: this.#number + 1, ...fields });
            this.#ahead = move;
            this.#show(given);
            board.showHint(given.ahead && this.#ahead ? this.#ahead.picks : []);
            announcer.announce(given.summary || "Cancelled.");
        } catch (error) {
            announcer.announce(errorMessage(error), true);
        }
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
        if (event.key !== "Escape" || isTyping() || isModalOpen() || this.#table.live.mayMove) return;
        if (this.#picking || this.#button?.classList.contains("set")) void this.#toggle();
    }
}

/**
 * A picture on which the things of these moves can be picked, though it is not the player's turn.
 *
 * @param {string} picture
 * @param {readonly MoveView[]} moves
 */
function withPicks(picture, moves) {
    const names = new Set(moves.flatMap((move) => move.picks));
    return picture.replace(/data-thing="([^"]*)" role="img"/g, (thing, name) =>
        names.has(name) ? `data-pick="${name}" role="button" tabindex="-1"` : thing,
    );
}
