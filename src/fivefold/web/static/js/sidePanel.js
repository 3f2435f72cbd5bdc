/**
 * What lies beside the board in a match: the expert, who plays the same cards as far as they have come, shown or hidden;
 * and when it is over the best that could have been made of the cards, in hindsight.
 *
 * @typedef {import("./types.js").CompanionView} Beside
 * @typedef {import("./types.js").ArrangementView} Arranged
 * @typedef {import("./live.js").Live} Live
 */
import { made, optional, required, say } from "./dom.js";
import { ask, send, words } from "./fetching.js";
import { later } from "./later.js";
import { morph, read } from "./morph.js";

/** How long until the expert is looked at again while it thinks, in milliseconds. */
const PATIENCE = 700;
const KEPT = "expert";
const PREFIX = "beside-";
/** Attributes that hold an id. */
const NAMING = ["id", "aria-labelledby", "aria-describedby"];

export class BesidePanel {
    #page;
    #live;
    #say;
    #panel;
    #body;
    /** What is shown: "expert", "hindsight", or nothing. */
    #what = "";
    #timer = 0;
    #asking = false;

    /**
     * @param {HTMLElement} page
     * @param {Live} live
     * @param {(words: string) => void} say
     */
    constructor(page, live, say) {
        this.#page = page;
        this.#live = live;
        this.#say = say;
        this.#panel = optional("#beside", page) ?? made("section", "");
        this.#body = required("#beside-body", this.#panel.id ? this.#panel : page);
        page.addEventListener("click", (event) => this.#clicked(event));
        const able = live.view.can.companion === true || live.table.companion === true;
        if (able && kept() === "shown" && !live.view.over) void this.#expert();
    }

    /** The match has gone on: so may have the expert. */
    follow() {
        if (this.#what === "expert") void this.#look();
    }

    /** @param {MouseEvent} event */
    #clicked(event) {
        const button = event.target instanceof Element ? event.target.closest("[data-beside]") : null;
        const what = button?.getAttribute("data-beside");
        if (!button || what === undefined) return;
        event.preventDefault();
        if (button.getAttribute("aria-disabled") === "true") this.#say(button.getAttribute("title") ?? "");
        else if (!what || what === this.#what) this.#hide();
        else if (what === "expert") void this.#expert();
        else void this.#hindsight();
    }

    #hide() {
        if (this.#what === "expert") keep("hidden");
        window.clearTimeout(this.#timer);
        this.#show("");
    }

    /**
     * @param {string} what
     * @param {string} [title]
     */
    #show(what, title = "") {
        if (what !== this.#what) this.#body.replaceChildren();
        this.#what = what;
        this.#panel.hidden = what === "";
        this.#page.classList.toggle("with-beside", what !== "");
        say(optional("#beside-title", this.#panel), title);
        for (const button of this.#page.querySelectorAll("button[data-beside], a[data-beside]")) {
            const name = button.getAttribute("data-beside");
            if (name) button.setAttribute("aria-pressed", String(name === what));
        }
    }

    // --- the expert

    async #expert() {
        keep("shown");
        this.#show("expert", "The expert, with your cards");
        try {
            const { base, table } = this.#live;
            this.#drawn(await (table.companion ? ask(`${base}/companion`) : send(`${base}/companion`, {})));
        } catch (error) {
            this.#failed(error);
        }
    }

    async #look() {
        window.clearTimeout(this.#timer);
        if (this.#asking) return;
        this.#asking = true;
        try {
            this.#drawn(await ask(`${this.#live.base}/companion`));
        } catch (error) {
            this.#failed(error);
        } finally {
            this.#asking = false;
        }
    }

    /** @param {Beside | null} found */
    #drawn(found) {
        if (this.#what !== "expert" || !found) return;
        if (!this.#body.firstChild) this.#body.append(...figure());
        draw(required(".beside-picture", this.#body), found.picture);
        say(this.#body.querySelector(".beside-points"), String(found.score));
        say(this.#body.querySelector(".beside-words"), this.#told(found));
        window.clearTimeout(this.#timer);
        if (found.thinking) this.#timer = window.setTimeout(() => void this.#look(), PATIENCE);
    }

    /** @param {Beside} found */
    #told({ score, over, thinking }) {
        if (thinking) return "thinking";
        const yours = this.#live.view.scores[0] ?? 0;
        if (!over) return yours === score ? "level with you" : yours > score ? `you lead by ${yours - score}` : `${score - yours} ahead of you`;
        return yours > score ? "you did better" : yours === score ? "the same as you" : "better than you";
    }

    // --- hindsight

    async #hindsight() {
        this.#show("hindsight", "In hindsight");
        this.#body.replaceChildren(made("p", "soft", "Looking for the best that could have been made of these cards…"));
        try {
            /** @type {() => Promise<{seats: Arranged[]}>} */
            const look = () => ask(`${this.#live.base}/hindsight`);
            const found = await later({ ask: look, look, wanted: () => this.#what === "hindsight" });
            if (!found) return;
            this.#body.replaceChildren();
            for (const seat of this.#ordered(found.seats)) this.#arranged(seat, found.seats.length > 1);
            this.#panel.scrollIntoView({ block: "nearest" });
        } catch (error) {
            this.#failed(error);
        }
    }

    /**
     * One's own first.
     *
     * @param {readonly Arranged[]} seats
     */
    #ordered(seats) {
        const { yours } = this.#live.view;
        return [...seats].sort((one, other) => Number(yours.includes(other.seat)) - Number(yours.includes(one.seat)));
    }

    /**
     * @param {Arranged} found
     * @param {boolean} named whether several are told of
     */
    #arranged(found, named) {
        const who = this.#live.table.seats[found.seat];
        const mine = this.#live.view.yours.length === 1 && this.#live.view.yours[0] === found.seat;
        const name = mine ? "you" : who?.name || who?.seat_name || "";
        const parts = figure();
        this.#body.append(...parts);
        const [caption, holder] = parts;
        if (!caption || !holder) return;
        draw(holder, found.picture);
        say(caption.querySelector(".beside-points"), String(found.points));
        const reached = found.share === null ? `${name} made ${found.yours}` : `${name} reached ${Math.round(100 * found.share)} %`;
        const said = `${reached.charAt(0).toUpperCase()}${reached.slice(1)} with ${found.yours}.`;
        say(caption.querySelector(".beside-words"), found.share === null ? `${reached}.` : said);
        this.#say(`The best of ${named ? `${name === "you" ? "your" : `${name}'s`} ` : "these "}cards was ${found.points}. ${found.share === null ? "" : said}`);
    }

    /** @param {unknown} error */
    #failed(error) {
        if (!this.#what) return;
        this.#body.replaceChildren(made("p", "soft", words(error)));
        this.#say(words(error));
    }
}

/** @returns {[HTMLElement, HTMLElement]} words and the room for a picture */
function figure() {
    const caption = made("p", "beside-line", made("strong", "beside-points number"), " ", made("span", "beside-words"));
    return [caption, made("div", "beside-picture")];
}

/**
 * Show a picture beside the one that is played on: nothing on it can be picked, and its ids differ from the other's.
 *
 * @param {HTMLElement} holder
 * @param {string} picture
 */
function draw(holder, picture) {
    const own = /** @type {SVGSVGElement} */ (read(picture).cloneNode(true));
    for (const element of [own, ...own.querySelectorAll("*")]) separate(element);
    const before = holder.querySelector("svg");
    if (before) morph(before, own);
    else holder.append(document.importNode(own, true));
}

/**
 * Make an element of a second picture no button, and give its id and its references a prefix.
 *
 * @param {Element} element
 */
function separate(element) {
    for (const name of ["data-pick", "data-keys", "tabindex", "aria-pressed"]) element.removeAttribute(name);
    if (element.getAttribute("role") === "button") element.setAttribute("role", "img");
    for (const { name, value } of element.attributes) {
        const referring = value.replaceAll("url(#", `url(#${PREFIX}`).replace(/^#(?=.)/, name === "href" ? `#${PREFIX}` : "#");
        const own = NAMING.includes(name) ? `${PREFIX}${value}` : referring;
        if (own !== value) element.setAttribute(name, own);
    }
}

/** @param {"shown" | "hidden"} wish */
function keep(wish) {
    try {
        sessionStorage.setItem(KEPT, wish);
    } catch {
        // A browser that keeps nothing asks again in the next match.
    }
}

function kept() {
    try {
        return sessionStorage.getItem(KEPT);
    } catch {
        return null;
    }
}
