/**
 * The page of a lesson: a right move is played out with its reply, and the next step comes without loading the page again.
 *
 * @typedef {import("./types.js").LessonView} LessonView
 * @typedef {import("./types.js").LearnerAnswerView} LearnerAnswerView
 */
import "./settings.js";
import { AnswerBoard } from "./answerBoard.js";
import { motionAllowed } from "./appearance.js";
import { pageData, required, setText } from "./dom.js";
import { keepProgress, progressOf } from "./learningProgress.js";
import { errorMessage, getJson } from "./requests.js";
import { sound } from "./sound.js";

class Learning {
    #main = required("#learn");
    #asked = required("#learn-asked");
    #next = required("#learn-next");
    #skip = required("#learn-skip");
    #base = this.#main.dataset.base ?? "";
    #game = this.#main.dataset.key ?? "";
    /** @type {LessonView} */
    #task = pageData("task-data");
    #board = new AnswerBoard(this.#task, (move, shown) => this.#judge(move, shown));

    constructor() {
        this.#listen();
        if (this.#resume()) return;
        this.#showTask();
    }

    #listen() {
        for (const link of [this.#next, this.#skip]) {
            link.addEventListener("click", (event) => this.#go(event, this.#task.number + 1));
        }
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
        const isNew = !window.location.search && !done && step > 1;
        if (isNew && step <= this.#task.of) void this.#load(step);
        return isNew;
    }

    /** @param {number} number */
    #address(number) {
        return `${this.#base}?step=${number}`;
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
            this.#board.say("", [errorMessage(error)]);
        }
    }

    #showTask() {
        const { number, of, words, light } = this.#task;
        setText(this.#asked, words);
        this.#next.hidden = true;
        this.#skip.hidden = number === of;
        required("#learn-end").hidden = true;
        for (const link of [this.#next, this.#skip]) link.setAttribute("href", this.#address(number + 1));
        this.#board.show(this.#task, { light });
        if (!progressOf(this.#game).done) keepProgress(this.#game, { step: number });
        this.#markNumbers();
    }

    /** Say which numbers are done and which one this is. */
    #markNumbers() {
        const { step, done } = progressOf(this.#game);
        for (const link of this.#numbers()) {
            const number = Number(link.dataset.number);
            if (number === this.#task.number) link.setAttribute("aria-current", "step");
            else link.removeAttribute("aria-current");
            link.classList.toggle("done", done || number < step);
        }
    }

    /**
     * @param {string} move
     * @param {Promise<void> | null} shown
     */
    async #judge(move, shown) {
        const { number } = this.#task;
        /** @type {LearnerAnswerView} */
        const answer = await getJson(`${this.#address(number)}&move=${encodeURIComponent(move)}`);
        await shown;
        if (number !== this.#task.number) return;
        if (answer.right) await this.#showRight(answer, shown !== null);
        else {
            this.#board.say("wrong", ["Not that one.", answer.said, answer.words]);
            this.#board.putBack();
        }
    }

    /**
     * @param {LearnerAnswerView} answer
     * @param {boolean} isShown
     */
    async #showRight(answer, isShown) {
        const { number } = this.#task;
        this.#board.isOpen = false;
        this.#skip.hidden = true;
        // A lesson says in its own words what the move did.
        this.#board.say("right", ["Yes!", answer.words ? "" : answer.said, answer.words]);
        await this.#board.playOut(answer.frames, isShown, () => number === this.#task.number);
        if (number === this.#task.number) this.#finish();
    }

    #finish() {
        const { number, of } = this.#task;
        if (number === of) keepProgress(this.#game, { done: true, step: 1 });
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
}

new Learning();
