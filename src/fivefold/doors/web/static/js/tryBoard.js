/**
 * A board to try moves on; nothing is stored. On the home page a complete move starts a match; on a rules page visitors
 * can play on, take back and start over.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").PreviewView} PreviewView
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 * @typedef {import("./stage.js").Transition} Transition
 */
import { motionAllowed } from "./appearance.js";
import { Board } from "./board.js";
import { create, setText } from "./dom.js";
import { movesWithSameSet } from "./picks.js";
import { errorMessage, getJson } from "./requests.js";
import { sound } from "./sound.js";
import { CHANCE } from "./updates.js";

/**
 * @typedef {Object} TryHandlers
 * @property {(text: string) => boolean} begins take a move; returns whether the page starts a match with it
 */

export class TryBoard {
    #element;
    #handlers;
    #initialMoves;
    /** @type {string[]} */
    #moves;
    #status;
    #tools;

    /**
     * @param {HTMLElement} element with the set-up in its data attributes
     * @param {TryHandlers} trial
     */
    constructor(element, trial) {
        this.#element = element;
        this.#handlers = trial;
        this.#initialMoves = (element.dataset.moves ?? "").split(" ").filter(Boolean);
        this.#moves = [...this.#initialMoves];
        this.#status = create("p", "try-words");
        this.#status.setAttribute("aria-live", "polite");
        this.#tools = create("div", "try-tools", this.#status, this.#button("Take back", () => this.#takeBack()));
        this.#tools.append(this.#button("Start over", () => this.#startOver()));
        this.#tools.hidden = true;
        element.after(this.#tools);
        this.board = new Board(element, {
            preview: (picks) => this.#preview(picks),
            play: (move, preview, transition) => void this.#play(move, preview, transition),
            changed: (board) => this.#explain(board),
            sound,
        });
    }

    /** Fetch the position and its moves. */
    async start() {
        try {
            const view = await this.#fetchView();
            this.board.adoptPicture(view.picture, view.moves);
            void this.board.show(view.picture, view.moves);
        } catch (error) {
            this.#showError(error);
        }
    }

    /**
     * @param {string} label
     * @param {() => void} act
     */
    #button(label, act) {
        const button = create("button", "button quiet", label);
        button.setAttribute("type", "button");
        button.addEventListener("click", act);
        return button;
    }

    /** @param {Record<string, string[]>} [more] */
    #path(more = {}) {
        const { game = "", seed = "0", options = "" } = this.#element.dataset;
        return tryAddress(game, seed, [...new URLSearchParams(options)], this.#moves, more);
    }

    /** @returns {Promise<MatchView>} */
    #fetchView() {
        return getJson(this.#path());
    }

    /**
     * @param {string[]} picks
     * @returns {Promise<PreviewView>}
     */
    async #preview(picks) {
        const answer = await getJson(this.#path({ pick: picks }));
        return answer.preview ?? answer;
    }

    /**
     * @param {MoveView} move
     * @param {PreviewedMove | null} preview
     * @param {Transition} transition
     */
    async #play(move, preview, transition) {
        sound("slide");
        const manner = { ...transition, animated: motionAllowed() };
        const animation = preview ? this.board.show(preview.after, [], manner) : null;
        if (this.#handlers.begins(move.text)) return;
        this.#moves.push(move.text);
        this.#showWords(preview?.explain ? `${move.text}: ${preview.explain}` : move.text);
        await this.#catchUp(animation);
    }

    /** @param {Promise<void> | null} animation */
    async #catchUp(animation) {
        const moves = this.#moves.length;
        try {
            const view = await this.#fetchView();
            await animation;
            if (moves !== this.#moves.length) return;
            const isNew = !animation || view.last?.mover === CHANCE;
            const motions = view.last?.motions ?? [];
            await this.board.show(view.picture, view.moves, { animated: isNew && motionAllowed(), motions });
            if (view.outcome) this.#showWords(view.outcome.said);
        } catch (error) {
            this.#moves.pop();
            this.#showError(error);
            void this.start();
        }
    }

    #takeBack() {
        if (this.#moves.length <= this.#initialMoves.length) return;
        this.#moves.pop();
        this.#showWords("");
        void this.start();
    }

    #startOver() {
        this.#moves = [...this.#initialMoves];
        this.#showWords("");
        void this.start();
    }

    /** @param {Board} board */
    #explain(board) {
        this.#showWhatIsNext(board);
        const [only, ...others] = movesWithSameSet(board.previewedMoves, board.picks);
        if (!this.#tools.hidden && only && !others.length) setText(this.#status, `${only.text}: ${only.explain}`);
    }

    /**
     * Bring what can be picked next into view, where none of it is: on a phone the board is taller than the window.
     *
     * @param {Board} board
     */
    #showWhatIsNext(board) {
        if (!board.picks.length) return;
        const continuing = board.moves.filter(({ picks }) => board.picks.every((name, place) => picks[place] === name));
        const names = [...new Set(continuing.map(({ picks }) => picks[board.picks.length] ?? ""))].filter(Boolean);
        const things = names.map((name) => board.svg.querySelector(`[data-pick="${CSS.escape(name)}"]`));
        const seen = things.some((thing) => thing && thing.getBoundingClientRect().bottom <= window.innerHeight);
        if (!seen) things[0]?.scrollIntoView({ block: "end", behavior: motionAllowed() ? "smooth" : "auto" });
    }

    /** @param {string} said */
    #showWords(said) {
        this.#tools.hidden = this.#moves.length === this.#initialMoves.length && !said;
        setText(this.#status, said);
    }

    /** @param {unknown} error */
    #showError(error) {
        this.#tools.hidden = false;
        setText(this.#status, errorMessage(error));
    }
}

/**
 * The address of a board to try moves on.
 *
 * @param {string} game
 * @param {string} seed
 * @param {[string, string][]} options
 * @param {string[]} moves
 * @param {Record<string, string[]>} [more]
 */
export function tryAddress(game, seed, options, moves, more = {}) {
    const query = new URLSearchParams({ seed });
    for (const [name, value] of options) query.append(`option-${name}`, value);
    for (const move of moves) query.append("move", move);
    for (const [name, values] of Object.entries(more)) for (const value of values) query.append(name, value);
    return `/try/${game}/view?${query}`;
}

/**
 * Make every such board of a page playable when it scrolls into view.
 *
 * @param {(element: HTMLElement) => TryHandlers} trial
 */
export function startTryBoards(trial) {
    const observer = new IntersectionObserver(
        (entries) => {
            for (const { isIntersecting, target } of entries) {
                if (!isIntersecting || !(target instanceof HTMLElement)) continue;
                observer.unobserve(target);
                void new TryBoard(target, trial(target)).start();
            }
        },
        { rootMargin: "200px" },
    );
    for (const element of document.querySelectorAll(".try-board[data-game]")) observer.observe(element);
}
