/**
 * The coach at a table: after each of one's own moves it is asked about it, and its word is shown when it comes. It is
 * switched on in "More" and never waited for.
 *
 * @typedef {import("./types.js").CoachView} CoachView
 */
import { create, optional, required, setText } from "./dom.js";
import { poll } from "./polling.js";
import { getJson, postForm } from "./requests.js";

const KEY = "coach";
const MARKS = { best: "The best move.", good: "Good.", mistake: "Mistake.", blunder: "Blunder." };
/** How long praise is shown; what went wrong stays until the next move. */
const PRAISE_MILLISECONDS = 6000;

class Coach {
    #line = required("#coach");
    #history = required("#history");
    #address = `${required("#table").dataset.base}/coach`;
    #mine = this.#ownSeat();
    #latest = this.#lastOwnPly();
    #hideTimer = 0;
    /** What it said last. @type {CoachView | null} */
    #said = null;
    #on = isStoredOn();

    constructor() {
        this.#addSwitch();
        required(".coach-close", this.#line).addEventListener("click", () => this.#hide());
        required(".coach-show", this.#line).addEventListener("click", () => showBetter(this.#line, this.#said));
        new MutationObserver(() => this.#look()).observe(this.#history, { childList: true });
    }

    #ownSeat() {
        const { yours } = JSON.parse(required("#view-data").textContent || "{}");
        return Array.isArray(yours) ? Number(yours[0]) : -1;
    }

    #addSwitch() {
        const button = create("button", "button quiet coach-switch", create("span", "", "Coach"));
        const drawn = optional("#coach-icon");
        if (drawn instanceof HTMLTemplateElement) button.prepend(drawn.content.cloneNode(true));
        button.setAttribute("type", "button");
        button.title = "Says how good each of your moves was";
        const show = () => {
            button.setAttribute("aria-pressed", String(this.#on));
            setText(button.querySelector("span"), this.#on ? "Coach: on" : "Coach: off");
        };
        button.addEventListener("click", () => {
            this.#on = !this.#on;
            storeOn(this.#on);
            show();
            if (this.#on && this.#latest) void this.#ask();
            else this.#hide();
        });
        show();
        optional(".more-look")?.append(button);
    }

    /** The ply of one's last move that the list tells of; 0 if there is none. */
    #lastOwnPly() {
        const items = [...this.#history.querySelectorAll(`li.seat-${this.#mine}[data-ply]`)];
        return Number(items.at(-1)?.getAttribute("data-ply") ?? 0);
    }

    #look() {
        const ply = this.#lastOwnPly();
        if (ply === this.#latest) return;
        const isNew = ply > this.#latest;
        this.#latest = ply;
        this.#hide();
        if (isNew && this.#on) void this.#ask();
    }

    async #ask() {
        const asked = this.#latest;
        try {
            /** @type {CoachView | null} */
            const found = await poll({
                ask: () => postForm(this.#address, {}),
                askAgain: () => getJson(this.#address),
                wanted: () => asked === this.#latest && this.#on,
            });
            if (found) this.#show(found);
        } catch {
            // A coach that cannot answer says nothing: the game goes on.
        }
    }

    /** @param {CoachView} found */
    #show(found) {
        window.clearTimeout(this.#hideTimer);
        this.#said = found;
        this.#line.dataset.mark = found.mark;
        this.#line.querySelector(".coach-show")?.toggleAttribute("disabled", found.mark === "best");
        const mark = /** @type {keyof typeof MARKS} */ (found.mark);
        setText(this.#line.querySelector(".coach-mark"), MARKS[mark]);
        setText(this.#line.querySelector(".coach-words"), found.words);
        this.#line.hidden = false;
        if (found.mark === "best") this.#hideTimer = window.setTimeout(() => this.#hide(), PRAISE_MILLISECONDS);
    }

    #hide() {
        window.clearTimeout(this.#hideTimer);
        this.#line.hidden = true;
    }
}

/**
 * Ask the page to show on the board what would have been better.
 *
 * @param {HTMLElement} from
 * @param {CoachView | null} found
 */
export function showBetter(from, found) {
    from.dispatchEvent(new CustomEvent("showbetter", { detail: found, bubbles: true }));
}

function isStoredOn() {
    try {
        return window.localStorage.getItem(KEY) === "on";
    } catch {
        return false;
    }
}

/** @param {boolean} isOn */
function storeOn(isOn) {
    try {
        window.localStorage.setItem(KEY, isOn ? "on" : "off");
    } catch {
        // It is on for this table only.
    }
}

if (optional("#coach")) new Coach();
