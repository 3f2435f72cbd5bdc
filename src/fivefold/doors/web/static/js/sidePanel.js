/**
 * The panel beside the board: the expert, who plays the same cards as far as they have been dealt; why a computer
 * replied as it did; and after the match the best possible arrangement of the cards, in hindsight.
 *
 * @typedef {import("./types.js").CompanionView} CompanionView
 * @typedef {import("./types.js").ArrangementView} ArrangementView
 * @typedef {import("./types.js").CoachView} CoachView
 * @typedef {import("./liveMatch.js").LiveMatch} LiveMatch
 */
import { showBetter } from "./coach.js";
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
    #announcer;
    #panel;
    #body;
    /** What the panel shows: "expert", "why", "hindsight", or "". */
    #content = "";
    #lastReply;
    /** The position of the reply that "Why?" is asked about. @type {number | null} */
    #reply = null;
    #timer = 0;
    #requesting = false;

    /**
     * @param {HTMLElement} page
     * @param {LiveMatch} live
     * @param {import("./announcer.js").Announcer} announcer
     * @param {() => number | null} lastReply the position in which a computer moved last
     */
    constructor(page, live, announcer, lastReply) {
        this.#page = page;
        this.#live = live;
        this.#announcer = announcer;
        this.#lastReply = lastReply;
        this.#panel = optional("#beside", page) ?? create("section", "");
        this.#body = required("#beside-body", this.#panel.id ? this.#panel : page);
        page.addEventListener("click", (event) => this.#onClick(event));
        const able = live.view.can.companion === true || live.table.companion === true;
        if (able && storedChoice() === "shown" && !live.view.over) void this.#openExpert();
    }

    /** The match has gone on, and perhaps the expert too. */
    update() {
        if (this.#content === "expert") void this.#refreshExpert();
        const reply = this.#lastReply();
        if (this.#content === "why" && reply !== this.#reply) this.#show("");
        this.#reply = reply;
        optional("#why", this.#page)?.toggleAttribute("hidden", reply === null || this.#live.view.can.coach !== true);
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        const button = event.target instanceof Element ? event.target.closest("[data-beside]") : null;
        const what = button?.getAttribute("data-beside");
        if (!button || what === undefined) return;
        event.preventDefault();
        optional("#more")?.hidePopover();
        if (button.getAttribute("aria-disabled") === "true") this.#announcer.announce(button.getAttribute("title") ?? "");
        else if (!what || what === this.#content) this.#hide();
        else if (what === "expert") void this.#openExpert();
        else if (what === "why") void this.#openWhy();
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

    // --- why a computer replied as it did

    async #openWhy() {
        this.#wait("why", "Why?", "Thinking about this move…");
        const path = `${this.#live.base}/coach?ply=${this.#reply}`;
        try {
            const asked = { ask: () => postForm(path, {}), askAgain: () => getJson(path) };
            /** @type {CoachView | null} */
            const found = await poll({ ...asked, wanted: () => this.#content === "why" });
            if (found) this.#showWhy(found);
        } catch (error) {
            this.#showError(error);
        }
    }

    /** @param {CoachView} found */
    #showWhy(found) {
        const itemised = create("p", "beside-words itemised", found.explain);
        this.#body.replaceChildren(create("strong", "", found.did), itemised, create("p", "", found.words));
        if (found.mark !== "best" && percent(found.before) !== percent(found.after)) {
            const button = create("button", "button", "Show the better move");
            button.addEventListener("click", () => showBetter(button, found));
            this.#body.append(button);
        }
        this.#panel.scrollIntoView({ block: "nearest" });
        this.#announcer.speak(this.#body.innerText);
    }

    /**
     * @param {string} what
     * @param {string} title
     * @param {string} words
     */
    #wait(what, title, words) {
        this.#show(what, title);
        this.#body.replaceChildren(create("p", "soft", words));
    }

    // --- hindsight

    async #openHindsight() {
        this.#wait("hindsight", "In hindsight", "Searching for the best arrangement of these cards…");
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
        this.#announcer.speak(`Best possible${whose}: ${found.points}. ${scored}`);
    }

    /** @param {unknown} error */
    #showError(error) {
        if (!this.#content) return;
        this.#body.replaceChildren(create("p", "soft", errorMessage(error)));
        this.#announcer.speak(errorMessage(error));
    }
}

/** @param {number | null} chance */
function percent(chance) {
    return Math.round(100 * (chance ?? 0));
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
