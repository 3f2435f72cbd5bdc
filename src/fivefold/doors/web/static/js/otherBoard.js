/**
 * The other board of a duplicate: beside this one, and in front of it once it is the player's turn there. Here, the
 * player's own move stays lit while it waits for the one there.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./liveMatch.js").LiveMatch} LiveMatch
 */
import { optional } from "./dom.js";

const PARTS = [".board-tab", ".other-board"];
/** In the address of somebody who asks for a board. */
const STAY = "#stay";

/**
 * Tell whether the page of another board sent this one here by itself: it had begun to when the match ended.
 *
 * @param {string} path
 */
const sentBy = (path) => window.location.hash !== STAY && document.referrer === window.location.origin + path;

export class OtherBoard {
    #path;
    #live;
    #board;
    /** Whether somebody came to look at this board though it is their turn on the other, or both are over. */
    #stays;

    /**
     * @param {HTMLElement} page
     * @param {LiveMatch} live
     * @param {Board} board
     */
    constructor(page, live, board) {
        this.#path = `${live.base}/other-board`;
        this.#live = live;
        this.#board = board;
        this.#stays = live.view.over || window.location.hash === STAY;
        page.addEventListener("allshown", () => void this.#update());
        document.addEventListener("visibilitychange", () => document.hidden || void this.#update());
    }

    /** Light the move that waits. */
    lightHeld() {
        const { held } = this.#live.view;
        if (held) this.#board.showHint(held.picks);
    }

    /** Show the other board as it is now, and go there where that is the player's next step. */
    async #update() {
        this.lightHeld();
        const fresh = await this.#fetch();
        for (const part of PARTS) {
            const found = fresh?.querySelector(part);
            if (found) optional(part)?.replaceWith(document.importNode(found, true));
        }
        const other = fresh?.querySelector(".other-board");
        if (!(other instanceof HTMLElement)) return;
        const { goes } = other.dataset;
        if (goes && (!this.#stays || sentBy(goes))) window.location.replace(goes);
        if (!goes) this.#stays = false;
    }

    async #fetch() {
        try {
            const answer = await fetch(this.#path, { headers: { Accept: "text/html" } });
            return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
        } catch {
            return null; // The next change shows it.
        }
    }
}
