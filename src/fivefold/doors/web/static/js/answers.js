/**
 * The page on which a player answers in advance: a line is played on the board, theirs and yours in turn, and every
 * answer is saved at once. All of it also works without script.
 *
 * @typedef {import("./types.js").AheadView} AheadView
 * @typedef {import("./types.js").AnswersView} AnswersView
 * @typedef {import("./types.js").AnswerLineView} AnswerLineView
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./types.js").PreviewView} PreviewView
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 * @typedef {import("./stage.js").Transition} Transition
 */
import { motionAllowed } from "./appearance.js";
import { Board } from "./board.js";
import { create, optional, pageData, required, setText } from "./dom.js";
import { errorMessage, getJson, postForm } from "./requests.js";
import "./settings.js";
import { sound } from "./sound.js";

const BETWEEN = "|";
/** How often to look whether the match has gone on. */
const LOOK_MILLISECONDS = 10_000;

class AnswersPage {
    #page = required("#answers");
    #base = this.#page.dataset.base ?? "";
    /** @type {AnswersView} */
    #given = pageData("given-data");
    /** @type {AheadView} */
    #ahead = pageData("ahead-data");
    #words = required("#line-words");
    #asked = 0;

    constructor() {
        this.board = new Board(required("#picture"), {
            preview: (picks) => this.#preview(picks),
            play: (move, preview, transition) => void this.#play(move, preview, transition),
            sound,
            primary: true,
        });
        this.board.adoptPicture(this.#ahead.view.picture, this.#ahead.view.moves);
        required("#take-back").addEventListener("click", () => void this.goTo(this.#ahead.line.slice(0, -1)));
        required("#start-over").addEventListener("click", () => void this.goTo([]));
        this.#page.addEventListener("submit", (event) => this.#onSubmit(event));
        this.#page.addEventListener("click", (event) => this.#onClick(event));
        window.setInterval(() => void this.#lookAgain(), LOOK_MILLISECONDS);
        this.#showLine();
    }

    /**
     * Show the position after a line.
     *
     * @param {string[]} line
     */
    async goTo(line) {
        const asked = ++this.#asked;
        try {
            const ahead = await this.#fetch(line);
            if (asked !== this.#asked) return;
            this.#ahead = ahead;
            await this.board.show(ahead.view.picture, ahead.view.moves);
            this.#showLine();
        } catch (error) {
            this.#say(errorMessage(error), true);
        }
    }

    /**
     * @param {string[]} line
     * @param {string[]} [picks]
     * @returns {Promise<AheadView>}
     */
    #fetch(line, picks = []) {
        const query = new URLSearchParams([...line.map((text) => ["line", text]), ...picks.map((name) => ["pick", name])]);
        return getJson(`${this.#base}/answers/board?${query}`);
    }

    /**
     * @param {string[]} picks
     * @returns {Promise<PreviewView>}
     */
    async #preview(picks) {
        const { preview } = await this.#fetch(this.#ahead.line, picks);
        if (!preview) throw new Error("nothing is picked");
        return preview;
    }

    /**
     * A move is complete: show it; an answer is saved.
     *
     * @param {MoveView} move
     * @param {PreviewedMove | null} preview
     * @param {Transition} transition
     */
    async #play(move, preview, transition) {
        sound("slide");
        const line = [...this.#ahead.line, move.text];
        const answers = this.#ahead.answers;
        if (preview) void this.board.show(preview.after, [], { ...transition, animated: motionAllowed() });
        if (answers && !(await this.#change("add", { line: line.join(BETWEEN) }, "Saved."))) {
            await this.goTo(this.#ahead.line);
            return;
        }
        await this.goTo(line);
        if (!answers) this.#say("");
    }

    /**
     * Send a change and show the answers as they are then.
     *
     * @param {string} command
     * @param {Record<string, string>} fields
     * @param {string} said when it is done
     */
    async #change(command, fields, said) {
        try {
            this.#show(await postForm(`${this.#base}/answers/${command}`, { number: this.#given.number + 1, ...fields }));
            this.#say(said);
            return true;
        } catch (error) {
            this.#say(errorMessage(error), true);
            void this.#lookAgain();
            return false;
        }
    }

    /** @param {SubmitEvent} event */
    #onSubmit(event) {
        const form = event.target;
        if (!(form instanceof HTMLFormElement)) return;
        event.preventDefault();
        const line = new FormData(form).get("line");
        if (form.id === "clear") void this.#change("clear", {}, "All answers are removed.");
        else if (typeof line === "string") void this.#change("drop", { line }, "Removed.");
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        const link = event.target instanceof Element ? event.target.closest("#tree a") : null;
        if (!(link instanceof HTMLAnchorElement)) return;
        event.preventDefault();
        void this.goTo((link.dataset.line ?? "").split(BETWEEN));
        required("#board").scrollIntoView({ block: "nearest" });
    }

    /** Look whether the match has gone on: then this page is about a position that is past. */
    async #lookAgain() {
        if (document.hidden) return;
        const given = await getJson(`${this.#base}/answers`).catch(() => null);
        if (given && given.number !== this.#given.number) window.location.reload();
    }

    // --- what is shown

    #showLine() {
        const { line, told, asks, closed } = this.#ahead;
        setText(required("#asks"), asks || closed);
        required("#line").replaceChildren(...told.map((text) => create("li", "", text)));
        for (const name of ["take-back", "start-over"]) required(`#${name}`).toggleAttribute("disabled", !line.length);
    }

    /** @param {AnswersView} given */
    #show(given) {
        this.#given = given;
        const held = document.activeElement?.closest("#tree, #clear") !== null;
        required("#tree").replaceChildren(...given.lines.map((line) => this.#treeLine(line)));
        const any = given.lines.length > 0 || given.ahead !== "";
        required("#no-answers").hidden = any;
        required("#clear").hidden = !any;
        const ahead = required("#move-ahead");
        ahead.hidden = !given.ahead;
        setText(ahead, given.ahead ? given.summary : "");
        const told = required("#told");
        told.hidden = !given.told;
        setText(told, given.told);
        // The button that was pressed is gone: the heading's neighbourhood has the focus next.
        if (held) (optional("#tree a") ?? this.board.holder).focus({ preventScroll: true });
    }

    /**
     * @param {AnswerLineView} line
     * @returns {Node}
     */
    #treeLine(line) {
        const template = document.querySelector("#tree-line");
        if (!(template instanceof HTMLTemplateElement)) throw new Error("the page has no #tree-line");
        const made = document.importNode(template.content, true);
        const item = required("li", made);
        item.className = `${line.yours ? "yours" : "theirs"} deep-${Math.min(line.path.length, 20)}`;
        const link = item.querySelector("a");
        if (link) {
            link.href = `?${new URLSearchParams(line.path.map((text) => ["line", text]))}`;
            link.dataset.line = line.path.join(BETWEEN);
            link.textContent = line.said;
        }
        item.querySelector("input")?.setAttribute("value", line.path.join(BETWEEN));
        item.querySelector("button")?.setAttribute("aria-label", `Remove: ${line.said}`);
        return item;
    }

    /**
     * @param {string} words
     * @param {boolean} [wrong]
     */
    #say(words, wrong = false) {
        this.#words.classList.toggle("wrong", wrong);
        setText(this.#words, words);
    }
}

if (optional("#ahead-data")) new AnswersPage();
document.documentElement.dataset.ready = "1";
