/**
 * A board to answer on, for lessons and puzzles: moves are previewed here and judged by the server, and what comes of
 * them is played out.
 *
 * @typedef {import("./types.js").TaskView} TaskView
 * @typedef {import("./types.js").FrameView} FrameView
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 * @typedef {import("./types.js").PreviewView} PreviewView
 * @typedef {import("./stage.js").Transition} Transition
 */
import { motionAllowed } from "./appearance.js";
import { Board } from "./board.js";
import { create, required } from "./dom.js";
import { movesWithSameSet } from "./picks.js";
import { errorMessage, getJson } from "./requests.js";
import { sound } from "./sound.js";

/** How long a reply is waited for, so that one's own move can be read. */
const BEFORE_REPLY_MILLISECONDS = 1100;

export class AnswerBoard {
    #main = required("main");
    #answer = required("#learn-answer");
    #task;
    #judge;
    #light = /** @type {string[]} */ ([]);
    /** Whether moves are taken. */
    isOpen = true;

    /**
     * @param {TaskView} task
     * @param {(move: string, shown: Promise<void> | null) => Promise<void>} judge has a move judged; `shown`: the move,
     *     on its way if it is shown already
     */
    constructor(task, judge) {
        this.#task = task;
        this.#judge = judge;
        this.board = new Board(required("#board"), {
            preview: (picks) => this.#preview(picks),
            play: (move, preview, transition) => void this.#try(move, preview, transition),
            changed: (board) => this.#explain(board),
            sound,
            primary: true,
        });
    }

    /**
     * @param {TaskView} task
     * @param {{light?: string[], goesOn?: boolean}} [manner] what to light up; whether it comes from the position shown
     */
    show(task, { light = [], goesOn = true } = {}) {
        this.#task = task;
        this.#light = light;
        this.isOpen = true;
        this.#answer.replaceChildren();
        this.#main.classList.remove("answered", "tried");
        this.putBack(goesOn);
    }

    /**
     * Show the position that is asked about.
     *
     * @param {boolean} [goesOn]
     */
    putBack(goesOn = true) {
        void this.board.show(this.#task.picture, this.#task.moves, { animated: goesOn && motionAllowed() });
        this.board.showHint(this.#light);
    }

    /**
     * @param {string[]} picks
     * @returns {Promise<PreviewView>}
     */
    async #preview(picks) {
        const { look } = this.#task;
        const query = new URLSearchParams(picks.map((pick) => ["pick", pick]));
        const answer = await getJson(`${look}${look.includes("?") ? "&" : "?"}${query}`);
        return answer.preview ?? answer;
    }

    /**
     * @param {MoveView} move
     * @param {PreviewedMove | null} preview
     * @param {Transition} transition
     */
    async #try(move, preview, transition) {
        if (!this.isOpen) return;
        sound("slide");
        const manner = { ...transition, animated: motionAllowed() };
        const shown = preview ? this.board.show(preview.after, [], manner) : null;
        try {
            await this.#judge(move.text, shown);
        } catch (error) {
            this.goOn(error);
        }
    }

    /**
     * Say why nothing came of an answer, and take another one.
     *
     * @param {unknown} error
     */
    goOn(error) {
        this.isOpen = true;
        this.say("", [errorMessage(error)]);
        this.putBack();
    }

    /**
     * Play out what comes of a move, the move first.
     *
     * @param {FrameView[]} frames
     * @param {boolean} isShown whether the move itself is shown already
     * @param {() => boolean} [goesOn] whether it is still wanted
     */
    async playOut(frames, isShown, goesOn = () => true) {
        const [own, ...replies] = frames;
        if (own) await this.#showFrame(own, !isShown);
        for (const reply of replies) {
            await new Promise((resolve) => window.setTimeout(resolve, BEFORE_REPLY_MILLISECONDS));
            if (!goesOn()) return;
            sound("slide");
            this.#answer.append(create("p", "learn-said", reply.said));
            await this.#showFrame(reply, true);
        }
    }

    /**
     * @param {FrameView} frame
     * @param {boolean} animated
     */
    #showFrame(frame, animated) {
        return this.board.show(frame.picture, [], { animated: animated && motionAllowed(), motions: frame.motions });
    }

    /**
     * @param {"right" | "wrong" | ""} verdict
     * @param {string[]} lines the first is the verdict
     */
    say(verdict, lines) {
        this.#main.classList.toggle("answered", verdict === "right");
        this.#main.classList.toggle("tried", verdict === "wrong");
        const [first = "", ...rest] = lines;
        const head = create("p", `learn-verdict ${verdict}`, first);
        const more = rest.map((line, place) => create("p", place ? "" : "learn-said", line));
        this.#answer.replaceChildren(head, ...more.filter((line) => line.textContent));
    }

    /** @param {Board} board */
    #explain(board) {
        if (!this.isOpen || !board.picks.length) return;
        const [only, ...others] = movesWithSameSet(board.previewedMoves, board.picks);
        if (only && !others.length) this.#answer.replaceChildren(create("p", "learn-said", `${only.text}: ${only.explain}`));
    }
}
