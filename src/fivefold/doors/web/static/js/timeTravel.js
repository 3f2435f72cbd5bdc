/**
 * Shows earlier positions of the match, with a way back to the present one.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 *
 * @typedef {Object} TimeTravelHandlers what the page does
 * @property {(view: MatchView) => void} show show an earlier position
 * @property {() => void} back return to the present position
 * @property {(words: string) => void} trouble
 */
import { create, optional } from "./dom.js";
import { errorMessage, getJson } from "./requests.js";

export class TimeTravel {
    /** The ply shown, null for the present position. @type {number | null} */
    ply = null;
    #base;
    #section;
    #handlers;
    /** @type {Map<number, MatchView>} */
    #views = new Map();

    /**
     * @param {string} base the match's path
     * @param {HTMLElement} section around the board
     * @param {TimeTravelHandlers} onlooker
     */
    constructor(base, section, onlooker) {
        this.#base = base;
        this.#section = section;
        this.#handlers = onlooker;
    }

    /**
     * @param {number | null} ply
     */
    async goTo(ply) {
        if (ply === this.ply) return;
        this.ply = ply;
        this.#updateNotice();
        if (ply === null) {
            this.#handlers.back();
            return;
        }
        try {
            const view = this.#views.get(ply) ?? (await getJson(`${this.#base}/view?ply=${ply}`));
            this.#views.set(ply, view);
            if (this.ply === ply) this.#handlers.show(view);
        } catch (error) {
            this.#handlers.trouble(errorMessage(error));
        }
    }

    /** Forget cached positions: moves may have been taken back. */
    forget() {
        this.#views.clear();
    }

    #updateNotice() {
        const note = optional(".past", this.#section) ?? create("p", "past");
        if (!note.isConnected) this.#section.append(note);
        note.hidden = this.ply === null;
        if (this.ply === null) return;
        const back = create("a", "", "Back to the game");
        back.setAttribute("href", this.#base);
        back.addEventListener("click", (event) => {
            event.preventDefault();
            void this.goTo(null);
        });
        note.replaceChildren("Earlier position. ", back);
    }
}
