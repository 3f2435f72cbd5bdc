/**
 * Looking back: the position after an earlier move, with a way back to the game.
 *
 * @typedef {import("./types.js").MatchView} View
 *
 * @typedef {Object} Onlooker what the page does with it
 * @property {(view: View) => void} show an earlier position
 * @property {() => void} back to the match as it is
 * @property {(words: string) => void} trouble
 */
import { made, optional } from "./dom.js";
import { ask, words } from "./fetching.js";

export class Past {
    /** The ply looked at, null for the match as it is. @type {number | null} */
    ply = null;
    #base;
    #section;
    #onlooker;
    /** @type {Map<number, View>} */
    #visited = new Map();

    /**
     * @param {string} base the match's path
     * @param {HTMLElement} section around the board
     * @param {Onlooker} onlooker
     */
    constructor(base, section, onlooker) {
        this.#base = base;
        this.#section = section;
        this.#onlooker = onlooker;
    }

    /**
     * @param {number | null} ply
     */
    async look(ply) {
        if (ply === this.ply) return;
        this.ply = ply;
        this.#note();
        if (ply === null) {
            this.#onlooker.back();
            return;
        }
        try {
            const view = this.#visited.get(ply) ?? (await ask(`${this.#base}/view?ply=${ply}`));
            this.#visited.set(ply, view);
            if (this.ply === ply) this.#onlooker.show(view);
        } catch (error) {
            this.#onlooker.trouble(words(error));
        }
    }

    /** What was looked at may have been taken back. */
    forget() {
        this.#visited.clear();
    }

    #note() {
        const note = optional(".past", this.#section) ?? made("p", "past");
        if (!note.isConnected) this.#section.append(note);
        note.hidden = this.ply === null;
        if (this.ply === null) return;
        const back = made("a", "", "Back to the game");
        back.setAttribute("href", this.#base);
        back.addEventListener("click", (event) => {
            event.preventDefault();
            void this.look(null);
        });
        note.replaceChildren("Looking back. ", back);
    }
}
