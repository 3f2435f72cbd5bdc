/**
 * The page of a lesson or a puzzle: a board to answer on. The server judges each move; a right one is played out here
 * with its reply, and the next step comes without loading the page again.
 *
 * @typedef {import("./types.js").TaskView} TaskView
 * @typedef {import("./types.js").LearnerAnswerView} LearnerAnswerView
 * @typedef {import("./types.js").FrameView} FrameView
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 * @typedef {import("./types.js").PreviewView} PreviewView
 * @typedef {import("./stage.js").Transition} Transition
 */
import "./settings.js";
import { motionAllowed } from "./appearance.js";
import { Board } from "./board.js";
import { create, optional, pageData, required, setText } from "./dom.js";
import { keepProgress, progressOf } from "./learningProgress.js";
import { movesWithSameSet } from "./picks.js";
import { errorMessage, getJson } from "./requests.js";
import { sound } from "./sound.js";
import { tryAddress } from "./tryBoard.js";

/** How long a move of the reply is waited for, so that one's own can be read. */
const BEFORE_REPLY_MILLISECONDS = 1100;
const MOST_STARS = 3;

class Learning {
    #main = required("#learn");
    #answer = required("#learn-answer");
    #asked = required("#learn-asked");
    #next = required("#learn-next");
    #skip = required("#learn-skip");
    #solution = optional("#learn-solution");
    #kind = this.#main.dataset.kind ?? "lesson";
    #base = this.#main.dataset.base ?? "";
    #game = this.#main.dataset.key ?? "";
    /** @type {TaskView} */
    #task = pageData("task-data");
    #stars = MOST_STARS;
    #answered = false;

    constructor() {
        this.board = new Board(required("#board"), {
            preview: (picks) => this.#preview(picks),
            play: (move, preview, transition) => void this.#try(move, preview, transition),
            changed: (board) => this.#explain(board),
            sound,
            primary: true,
        });
        this.#listen();
        if (this.#resume()) return;
        this.#showTask();
        this.#markNumbers();
    }

    #listen() {
        for (const link of [this.#next, this.#skip]) {
            link.addEventListener("click", (event) => this.#go(event, this.#task.number + 1));
        }
        this.#solution?.addEventListener("click", (event) => {
            event.preventDefault();
            this.#stars = 0;
            void this.#judge("solution=1");
        });
        for (const link of this.#numbers()) {
            link.addEventListener("click", (event) => this.#go(event, Number(link.dataset.number)));
        }
        window.addEventListener("popstate", () => window.location.reload());
    }

    /** @returns {HTMLElement[]} */
    #numbers() {
        return [...document.querySelectorAll(".learn-steps a")].filter((link) => link instanceof HTMLElement);
    }

    /** Whether the lesson was left at a later step, which is then fetched. */
    #resume() {
        const { step, done } = progressOf(this.#game);
        const isNew = this.#kind === "lesson" && !window.location.search && !done && step > 1;
        if (isNew && step <= this.#task.of) void this.#load(step);
        return isNew;
    }

    /** @param {number} number */
    #address(number) {
        return this.#kind === "lesson" ? `${this.#base}?step=${number}` : `${this.#base}/${number}`;
    }

    /**
     * @param {MouseEvent} event
     * @param {number} number
     */
    #go(event, number) {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        window.history.pushState(null, "", this.#address(number));
        void this.#load(number);
    }

    /** @param {number} number */
    async #load(number) {
        try {
            this.#task = await getJson(this.#address(number));
            this.#showTask();
            this.#asked.focus({ preventScroll: true });
        } catch (error) {
            this.#say("", [errorMessage(error)]);
        }
    }

    #showTask() {
        const { picture, moves, number, of, words, light } = this.#task;
        this.#answered = false;
        this.#stars = MOST_STARS;
        this.#answer.replaceChildren();
        this.#main.classList.remove("answered", "tried");
        setText(this.#asked, words);
        setText(optional("#learn-number"), String(number));
        this.#next.hidden = true;
        this.#skip.hidden = number === of;
        required("#learn-end").hidden = true;
        if (this.#solution) this.#solution.hidden = false;
        for (const link of [this.#next, this.#skip]) link.setAttribute("href", this.#address(number + 1));
        void this.board.show(picture, moves, { animated: motionAllowed() });
        this.board.showHint(light);
        if (this.#kind === "lesson" && !progressOf(this.#game).done) keepProgress(this.#game, { step: number });
        this.#markNumbers();
    }

    /** Say which numbers are done and which one this is. */
    #markNumbers() {
        const { solved, step, done } = progressOf(this.#game);
        for (const link of this.#numbers()) {
            const number = Number(link.dataset.number);
            if (number === this.#task.number) link.setAttribute("aria-current", "step");
            else link.removeAttribute("aria-current");
            const stars = solved[number];
            const isDone = this.#kind === "lesson" ? done || number < step : stars !== undefined;
            link.classList.toggle("done", isDone);
            if (this.#kind === "puzzle" && stars) link.title = `${stars} of ${MOST_STARS} stars`;
        }
    }

    /** @param {Record<string, string[]>} more */
    #tryAddress(more) {
        const { game, seed, options, before } = this.#task;
        return tryAddress(game, String(seed), Object.entries(options), before, more);
    }

    /**
     * @param {string[]} picks
     * @returns {Promise<PreviewView>}
     */
    async #preview(picks) {
        const answer = await getJson(this.#tryAddress({ pick: picks }));
        return answer.preview ?? answer;
    }

    /**
     * @param {MoveView} move
     * @param {PreviewedMove | null} preview
     * @param {Transition} transition
     */
    async #try(move, preview, transition) {
        if (this.#answered) return;
        sound("slide");
        const manner = { ...transition, animated: motionAllowed() };
        const shown = preview ? this.board.show(preview.after, [], manner) : null;
        await this.#judge(`move=${encodeURIComponent(move.text)}`, shown);
    }

    /**
     * Have a move judged, and show what comes of it.
     *
     * @param {string} query
     * @param {Promise<void> | null} [shown] the move, on its way if it is shown already
     */
    async #judge(query, shown = null) {
        const { number } = this.#task;
        const address = this.#address(number);
        try {
            /** @type {LearnerAnswerView} */
            const answer = await getJson(`${address}${address.includes("?") ? "&" : "?"}${query}`);
            await shown;
            if (number !== this.#task.number) return;
            if (answer.right) await this.#showRight(answer, shown !== null);
            else this.#showWrong(answer);
        } catch (error) {
            this.#say("", [errorMessage(error)]);
            this.#putBack();
        }
    }

    /** @param {LearnerAnswerView} answer */
    #showWrong(answer) {
        this.#stars = Math.max(1, this.#stars - 1);
        this.#say("wrong", ["Not that one.", answer.said, answer.words]);
        this.#putBack();
    }

    #putBack() {
        void this.board.show(this.#task.picture, this.#task.moves, { animated: motionAllowed() });
        this.board.showHint(this.#task.light);
    }

    /**
     * @param {LearnerAnswerView} answer
     * @param {boolean} isShown
     */
    async #showRight(answer, isShown) {
        this.#answered = true;
        this.#skip.hidden = true;
        if (this.#solution) this.#solution.hidden = true;
        const [own, ...replies] = answer.frames;
        if (own) await this.#showFrame(own, !isShown);
        const verdict = this.#stars ? "Yes!" : "Here it is.";
        // A lesson says in its own words what the move did.
        const did = this.#kind === "lesson" && answer.words ? "" : answer.said;
        this.#say("right", [verdict, did, answer.words]);
        for (const reply of replies) await this.#showReply(reply);
        this.#finish();
    }

    /**
     * @param {FrameView} frame
     * @param {boolean} animated
     */
    #showFrame(frame, animated) {
        return this.board.show(frame.picture, [], { animated: animated && motionAllowed(), motions: frame.motions });
    }

    /** @param {FrameView} reply */
    async #showReply(reply) {
        await new Promise((resolve) => window.setTimeout(resolve, BEFORE_REPLY_MILLISECONDS));
        if (!this.#answered) return;
        sound("slide");
        this.#answer.append(create("p", "learn-said", reply.said));
        await this.#showFrame(reply, true);
    }

    #finish() {
        if (!this.#answered) return;
        const { number, of } = this.#task;
        if (this.#kind === "puzzle") this.#keepStars(number);
        else if (number === of) keepProgress(this.#game, { done: true, step: 1 });
        else if (!progressOf(this.#game).done) keepProgress(this.#game, { step: number + 1 });
        this.#markNumbers();
        this.#next.hidden = number === of;
        required("#learn-end").hidden = number !== of;
        if (number < of) this.#next.focus({ preventScroll: true });
        else this.#celebrateEnd();
    }

    #celebrateEnd() {
        sound("win");
        const end = required("#learn-end");
        end.scrollIntoView({ block: "nearest", behavior: motionAllowed() ? "smooth" : "auto" });
        required("button", end).focus({ preventScroll: true });
    }

    /** @param {number} number */
    #keepStars(number) {
        const { solved } = progressOf(this.#game);
        if (this.#stars) keepProgress(this.#game, { solved: { ...solved, [number]: Math.max(this.#stars, solved[number] ?? 0) } });
        const words = `${"★".repeat(this.#stars)}${"☆".repeat(MOST_STARS - this.#stars)}`;
        const stars = create("p", "learn-stars", words);
        stars.setAttribute("role", "img");
        stars.setAttribute("aria-label", `${this.#stars} of ${MOST_STARS} stars`);
        this.#answer.append(stars);
    }

    /**
     * @param {"right" | "wrong" | ""} verdict
     * @param {string[]} lines the first is the verdict
     */
    #say(verdict, lines) {
        this.#main.classList.toggle("answered", verdict === "right");
        this.#main.classList.toggle("tried", verdict === "wrong");
        const [first = "", ...rest] = lines;
        const head = create("p", `learn-verdict ${verdict}`, first);
        const more = rest.map((line, place) => create("p", place ? "" : "learn-said", line));
        this.#answer.replaceChildren(head, ...more.filter((line) => line.textContent));
    }

    /** @param {Board} board */
    #explain(board) {
        if (this.#answered || !board.picks.length) return;
        const [only, ...others] = movesWithSameSet(board.previewedMoves, board.picks);
        if (only && !others.length) this.#answer.replaceChildren(create("p", "learn-said", `${only.text}: ${only.explain}`));
    }
}

new Learning();
