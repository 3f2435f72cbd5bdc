/**
 * The panel beside the board: the expert, who plays the same cards as far as they have been dealt; and after the match
 * the best possible arrangement of the cards, in hindsight.
 *
 * @typedef {import("./types.js").CompanionView} CompanionView
 * @typedef {import("./types.js").ArrangementView} ArrangementView
 * @typedef {import("./liveMatch.js").LiveMatch} LiveMatch
 */
import { create, optional, required, setText } from "./dom.js";
import { morph, parsePicture } from "./morph.js";
import { poll } from "./polling.js";
import { errorMessage, getJson, postForm } from "./requests.js";

/** How often the expert is refreshed while it thinks. */
const REFRESH_MILLISECONDS = 700;
const STORAGE_KEY = "expert";

export class SidePanel {
    #page;
    #live;
    #announce;
    #panel;
    #body;
    /** What the panel shows: "expert", "hindsight", or "". */
    #content = "";
    #timer = 0;
    #requesting = false;

    /**
     * @param {HTMLElement} page
     * @param {LiveMatch} live
     * @param {(words: string) => void} say
     */
    constructor(page, live, say) {
        this.#page = page;
        this.#live = live;
        this.#announce = say;
        this.#panel = optional("#beside", page) ?? create("section", "");
        this.#body = required("#beside-body", this.#panel.id ? this.#panel : page);
        page.addEventListener("click", (event) => this.#onClick(event));
        const able = live.view.can.companion === true || live.table.companion === true;
        if (able && storedChoice() === "shown" && !live.view.over) void this.#openExpert();
    }

    /** The match has gone on, and perhaps the expert too. */
    update() {
        if (this.#content === "expert") void this.#refreshExpert();
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        const button = event.target instanceof Element ? event.target.closest("[data-beside]") : null;
        const what = button?.getAttribute("data-beside");
        if (!button || what === undefined) return;
        event.preventDefault();
        if (button.getAttribute("aria-disabled") === "true") this.#announce(button.getAttribute("title") ?? "");
        else if (!what || what === this.#content) this.#hide();
        else if (what === "expert") void this.#openExpert();
        else void this.#openHindsight();
    }

    #hide() {
        if (this.#content === "expert") storeChoice("hidden");
        window.clearTimeout(this.#timer);
        this.#show("");
    }

    /**
     * @param {string} what
     * @param {string} [title]
     */
    #show(what, title = "") {
        if (what !== this.#content) this.#body.replaceChildren();
        this.#content = what;
        this.#panel.hidden = what === "";
        this.#page.classList.toggle("with-beside", what !== "");
        setText(optional("#beside-title", this.#panel), title);
        for (const button of this.#page.querySelectorAll("button[data-beside], a[data-beside]")) {
            const name = button.getAttribute("data-beside");
            if (name) button.setAttribute("aria-pressed", String(name === what));
        }
    }

    // --- the expert

    async #openExpert() {
        storeChoice("shown");
        this.#show("expert", "The expert, with your cards");
        try {
            const { base, table } = this.#live;
            const path = `${base}/companion`;
            this.#showExpert(await (table.companion ? getJson(path) : postForm(path, {})));
        } catch (error) {
            this.#showError(error);
        }
    }

    async #refreshExpert() {
        window.clearTimeout(this.#timer);
        if (this.#requesting) return;
        this.#requesting = true;
        try {
            this.#showExpert(await getJson(`${this.#live.base}/companion`));
        } catch (error) {
            this.#showError(error);
        } finally {
            this.#requesting = false;
        }
    }

    /** @param {CompanionView | null} found */
    #showExpert(found) {
        if (this.#content !== "expert" || !found) return;
        if (!this.#body.firstChild) this.#body.append(...createFigure());
        drawSecond(required(".beside-picture", this.#body), found.picture);
        setText(this.#body.querySelector(".beside-points"), String(found.score));
        setText(this.#body.querySelector(".beside-words"), this.#comparison(found));
        window.clearTimeout(this.#timer);
        if (found.thinking) this.#timer = window.setTimeout(() => void this.#refreshExpert(), REFRESH_MILLISECONDS);
    }

    /** @param {CompanionView} found */
    #comparison({ score, over, thinking }) {
        if (thinking) return "thinking";
        const yours = this.#live.view.scores[0] ?? 0;
        if (yours === score) return over ? "the same as you" : "level with you";
        if (yours > score) return over ? "you did better" : `you lead by ${yours - score}`;
        return over ? "better than you" : `${score - yours} ahead of you`;
    }

    // --- hindsight

    async #openHindsight() {
        this.#show("hindsight", "In hindsight");
        this.#body.replaceChildren(create("p", "soft", "Searching for the best arrangement of these cards…"));
        try {
            /** @type {() => Promise<{seats: ArrangementView[]}>} */
            const ask = () => getJson(`${this.#live.base}/hindsight`);
            const found = await poll({ ask, askAgain: ask, wanted: () => this.#content === "hindsight" });
            if (!found) return;
            this.#body.replaceChildren();
            for (const seat of this.#ownFirst(found.seats)) this.#showArrangement(seat, found.seats.length > 1);
            this.#panel.scrollIntoView({ block: "nearest" });
        } catch (error) {
            this.#showError(error);
        }
    }

    /**
     * The visitor's own seats first.
     *
     * @param {readonly ArrangementView[]} seats
     */
    #ownFirst(seats) {
        const { yours } = this.#live.view;
        return [...seats].sort((one, other) => Number(yours.includes(other.seat)) - Number(yours.includes(one.seat)));
    }

    /**
     * @param {ArrangementView} found
     * @param {boolean} named whether several are shown
     */
    #showArrangement(found, named) {
        const who = this.#live.table.seats[found.seat];
        const mine = this.#live.view.yours.length === 1 && this.#live.view.yours[0] === found.seat;
        const name = who?.name || who?.seat_name || "";
        const parts = createFigure();
        this.#body.append(...parts);
        const [caption, holder] = parts;
        if (!caption || !holder) return;
        drawSecond(holder, found.picture);
        setText(caption.querySelector(".beside-points"), String(found.points));
        const player = mine ? "You" : name;
        const share = found.share === null ? "" : ` (${Math.round(100 * found.share)}%)`;
        const scored = `${player} scored ${found.yours}${share}.`;
        const whose = !named ? "" : mine ? " with your cards" : ` with ${name}'s cards`;
        setText(caption.querySelector(".beside-words"), `best possible${whose}. ${scored}`);
        this.#announce(`Best possible${whose}: ${found.points}. ${scored}`);
    }

    /** @param {unknown} error */
    #showError(error) {
        if (!this.#content) return;
        this.#body.replaceChildren(create("p", "soft", errorMessage(error)));
        this.#announce(errorMessage(error));
    }
}

/** @returns {[HTMLElement, HTMLElement]} the caption and the element for a picture */
function createFigure() {
    const [points, words] = [create("strong", "beside-points number"), create("span", "beside-words")];
    const caption = create("p", "beside-line", points, " ", words);
    return [caption, create("div", "beside-picture")];
}

/**
 * Show a second picture on the page, drawn with ids of its own and nothing to pick.
 *
 * @param {HTMLElement} holder
 * @param {string} picture
 */
function drawSecond(holder, picture) {
    const own = /** @type {SVGSVGElement} */ (parsePicture(picture).cloneNode(true));
    const before = holder.querySelector("svg");
    if (before) morph(before, own);
    else holder.append(document.importNode(own, true));
}

/** @param {"shown" | "hidden"} wish */
function storeChoice(wish) {
    try {
        sessionStorage.setItem(STORAGE_KEY, wish);
    } catch {
        // Without storage, the panel starts hidden in the next match.
    }
}

function storedChoice() {
    try {
        return sessionStorage.getItem(STORAGE_KEY);
    } catch {
        return null;
    }
}
