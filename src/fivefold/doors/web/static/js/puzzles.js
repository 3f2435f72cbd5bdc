/**
 * The page of puzzles: one after the other, rated; or a run of as many as can be solved in a few minutes.
 *
 * @typedef {import("./types.js").PuzzleView} PuzzleView
 * @typedef {import("./types.js").PuzzleAnswerView} PuzzleAnswerView
 * @typedef {import("./types.js").PuzzleRunView} PuzzleRunView
 */
import "./settings.js";
import { AnswerBoard } from "./answerBoard.js";
import { optional, pageData, required, setText } from "./dom.js";
import { errorMessage, getJson, postForm } from "./requests.js";
import { sound } from "./sound.js";

/** How long a refutation stays on the board. */
const TO_BE_SEEN_MILLISECONDS = 1400;

const main = required("main");
const asked = required("#learn-asked");
const base = main.dataset.base ?? "";

class Solving {
    #next = required("#learn-next");
    #solution = required("#learn-solution");
    /** @type {PuzzleView} */
    #puzzle = pageData("task-data");
    #board = new AnswerBoard(this.#puzzle, (move, shown) => this.#judge({ move }, shown));
    /** Counts what was asked for: whatever is still being played out then ends. */
    #asked = 0;

    constructor() {
        this.#next.addEventListener("click", (event) => this.#go(event));
        this.#solution.addEventListener("click", (event) => {
            event.preventDefault();
            void this.#judge({ solution: "1" }, null).catch((error) => this.#board.goOn(error));
        });
        this.#show();
        window.addEventListener("popstate", () => window.location.reload());
    }

    #show() {
        this.#asked += 1;
        setText(asked, this.#puzzle.words);
        setText(required("#puzzle-change"), "");
        this.#next.hidden = !this.#puzzle.tried;
        this.#solution.hidden = false;
        this.#board.show(this.#puzzle, { goesOn: false });
    }

    /** @param {MouseEvent} event */
    async #go(event) {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        try {
            this.#puzzle = await getJson(base);
            window.history.pushState(null, "", `${base}/${this.#puzzle.id}`);
            this.#show();
            asked.focus({ preventScroll: true });
        } catch (error) {
            this.#board.say("", [errorMessage(error)]);
        }
    }

    /**
     * @param {Record<string, string>} fields
     * @param {Promise<void> | null} shown
     */
    async #judge(fields, shown) {
        const wanted = ++this.#asked;
        this.#board.isOpen = false;
        /** @type {PuzzleAnswerView} */
        const answer = await postForm(`${base}/${this.#puzzle.id}`, fields);
        await shown;
        if (wanted !== this.#asked) return;
        this.#rate(answer);
        this.#next.hidden = false;
        if (answer.right) await this.#showRight(answer, shown !== null, "move" in fields);
        else await this.#showWrong(answer, shown !== null, () => wanted === this.#asked);
    }

    /** @param {PuzzleAnswerView} answer */
    #rate({ counts, rating, provisional, change, puzzle_rating: level }) {
        if (!counts) return;
        setText(required("#puzzle-rating"), `${rating}${provisional ? "?" : ""}`);
        setText(required("#puzzle-change"), `${change < 0 ? "−" : "+"}${Math.abs(change)} · this puzzle: ${level}`);
    }

    /**
     * @param {PuzzleAnswerView} answer
     * @param {boolean} isShown
     * @param {boolean} isOwn
     */
    async #showRight(answer, isShown, isOwn) {
        this.#solution.hidden = true;
        if (isOwn) sound("win");
        this.#board.say("right", [isOwn ? "Yes!" : "Here it is.", answer.said, answer.words]);
        await this.#board.playOut(answer.frames, isShown);
        this.#next.focus({ preventScroll: true });
    }

    /**
     * Play the refutation out, then let the solver look on.
     *
     * @param {PuzzleAnswerView} answer
     * @param {boolean} isShown
     * @param {() => boolean} goesOn
     */
    async #showWrong(answer, isShown, goesOn) {
        this.#board.say("wrong", ["Not that one.", answer.said, answer.words]);
        await this.#board.playOut(answer.frames, isShown, goesOn);
        if (answer.frames.length > 1) await new Promise((resolve) => window.setTimeout(resolve, TO_BE_SEEN_MILLISECONDS));
        if (!goesOn()) return;
        this.#board.isOpen = true;
        this.#board.putBack();
    }
}

class Running {
    /** @type {PuzzleRunView} */
    #run = pageData("run-data");
    #before = this.#run.best;
    #ends = performance.now() + this.#run.seconds * 1000;
    #board = new AnswerBoard(pageData("task-data"), (move, shown) => this.#judge(move, shown));

    constructor() {
        this.#show();
        this.#ticking = window.setInterval(() => this.#tick(), 200);
    }

    #ticking = 0;

    #show() {
        const { puzzle, solved, missed, misses } = this.#run;
        setText(required("#run-solved"), String(solved));
        setText(required("#run-misses"), "✕".repeat(missed) + "·".repeat(misses - missed));
        required("#run-misses").setAttribute("aria-label", `${missed} of ${misses} misses`);
        if (!puzzle) return;
        setText(asked, puzzle.words);
        this.#board.show(puzzle, { goesOn: false });
        this.#tick();
    }

    #tick() {
        const left = Math.max(0, this.#ends - performance.now());
        const seconds = Math.ceil(left / 1000);
        setText(required("#run-clock"), `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
        if (left <= 0 || !this.#run.puzzle) this.#end();
    }

    #end() {
        window.clearInterval(this.#ticking);
        this.#board.isOpen = false;
        const { solved, best } = this.#run;
        setText(required("#run-best"), String(best));
        setText(required("#run-result"), solved > this.#before ? `${solved} solved: your best yet.` : `${solved} solved.`);
        main.classList.add("run-over");
        const end = required("#run-end");
        end.hidden = false;
        sound("win");
        optional("#run-end .primary")?.focus({ preventScroll: true });
    }

    /**
     * @param {string} move
     * @param {Promise<void> | null} shown
     */
    async #judge(move, shown) {
        const { puzzle } = this.#run;
        if (!puzzle) return;
        this.#board.isOpen = false;
        const before = this.#run.missed;
        this.#run = await postForm(window.location.pathname, { move, puzzle: puzzle.id });
        this.#ends = performance.now() + this.#run.seconds * 1000;
        await shown;
        sound(this.#run.missed > before ? "tick" : "score");
        main.classList.toggle("missed", this.#run.missed > before);
        this.#show();
    }
}

if (optional("#run-data")) new Running();
else if (!main.dataset.run) new Solving();
