/**
 * A board to try moves on, that keeps nothing: on the home page a complete move begins a match, on a rules page one
 * plays on, takes back and starts over.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./types.js").PreviewView} Preview
 * @typedef {import("./types.js").MoveView} Move
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 * @typedef {import("./motion.js").Manner} Manner
 */
import { Board } from "./board.js";
import { made, say } from "./dom.js";
import { ask, words } from "./fetching.js";
import { lively } from "./looks.js";
import { exact } from "./picks.js";
import { sound } from "./sound.js";

/**
 * @typedef {Object} Trial
 * @property {(text: string) => boolean} begins whether a move is taken by the page and not played here
 */

const CHANCE = -1;

export class TryBoard {
    #element;
    #trial;
    #begin;
    /** @type {string[]} */
    #moves;
    #words;
    #tools;

    /**
     * @param {HTMLElement} element with what to set up in its data
     * @param {Trial} trial
     */
    constructor(element, trial) {
        this.#element = element;
        this.#trial = trial;
        this.#begin = (element.dataset.moves ?? "").split(" ").filter(Boolean);
        this.#moves = [...this.#begin];
        this.#words = made("p", "try-words");
        this.#words.setAttribute("aria-live", "polite");
        this.#tools = made("div", "try-tools", this.#words, this.#button("Take back", () => this.#takeBack()));
        this.#tools.append(this.#button("Start over", () => this.#startOver()));
        this.#tools.hidden = true;
        element.after(this.#tools);
        this.board = new Board(element, {
            preview: (picks) => this.#ask(picks),
            play: (move, known, manner) => void this.#play(move, known, manner),
            changed: (board) => this.#explain(board),
            sound,
        });
    }

    /** Ask what can be moved here. */
    async start() {
        try {
            const view = await this.#view();
            this.board.adopt(view.picture, view.moves);
            void this.board.show(view.picture, view.moves);
        } catch (error) {
            this.#trouble(error);
        }
    }

    /**
     * @param {string} label
     * @param {() => void} act
     */
    #button(label, act) {
        const button = made("button", "button quiet", label);
        button.setAttribute("type", "button");
        button.addEventListener("click", act);
        return button;
    }

    /** @param {Record<string, string[]>} [more] */
    #path(more = {}) {
        const { game, seed, options } = this.#element.dataset;
        const query = new URLSearchParams({ seed: seed ?? "0" });
        for (const [name, value] of new URLSearchParams(options ?? "")) query.append(`option-${name}`, value);
        for (const move of this.#moves) query.append("move", move);
        for (const [name, values] of Object.entries(more)) for (const value of values) query.append(name, value);
        return `/try/${game}/view?${query}`;
    }

    /** @returns {Promise<View>} */
    #view() {
        return ask(this.#path());
    }

    /**
     * @param {string[]} picks
     * @returns {Promise<Preview>}
     */
    async #ask(picks) {
        const answer = await ask(this.#path({ pick: picks }));
        return answer.preview ?? answer;
    }

    /**
     * @param {Move} move
     * @param {PreviewedMove | null} known
     * @param {Manner} manner
     */
    async #play(move, known, manner) {
        sound("slide");
        const shown = known ? this.board.show(known.after, [], { ...manner, lively: lively() }) : null;
        if (this.#trial.begins(move.text)) return;
        this.#moves.push(move.text);
        this.#said(known?.explain ? `${move.text}: ${known.explain}` : move.text);
        await this.#catchUp(shown);
    }

    /** @param {Promise<void> | null} shown */
    async #catchUp(shown) {
        const moves = this.#moves.length;
        try {
            const view = await this.#view();
            await shown;
            if (moves !== this.#moves.length) return;
            const news = !shown || view.last?.mover === CHANCE;
            await this.board.show(view.picture, view.moves, { lively: news && lively(), motions: view.last?.motions ?? [] });
            if (view.outcome) this.#said(view.outcome.said);
        } catch (error) {
            this.#moves.pop();
            this.#trouble(error);
            void this.start();
        }
    }

    #takeBack() {
        if (this.#moves.length <= this.#begin.length) return;
        this.#moves.pop();
        this.#said("");
        void this.start();
    }

    #startOver() {
        this.#moves = [...this.#begin];
        this.#said("");
        void this.start();
    }

    /** @param {Board} board */
    #explain(board) {
        const [only, ...others] = exact(board.choices, board.picks);
        if (!this.#tools.hidden && only && !others.length) say(this.#words, `${only.text}: ${only.explain}`);
    }

    /** @param {string} said */
    #said(said) {
        this.#tools.hidden = this.#moves.length === this.#begin.length && !said;
        say(this.#words, said);
    }

    /** @param {unknown} error */
    #trouble(error) {
        this.#tools.hidden = false;
        say(this.#words, words(error));
    }
}

/**
 * Make every try board of a page playable, each when it comes into sight.
 *
 * @param {(element: HTMLElement) => Trial} trial
 */
export function startTryBoards(trial) {
    const seen = new IntersectionObserver(
        (entries) => {
            for (const { isIntersecting, target } of entries) {
                if (!isIntersecting || !(target instanceof HTMLElement)) continue;
                seen.unobserve(target);
                void new TryBoard(target, trial(target)).start();
            }
        },
        { rootMargin: "200px" },
    );
    for (const element of document.querySelectorAll(".try-board")) seen.observe(element);
}
