/**
 * What can be done at a table besides moving. Every action is a form that works without script; here it is sent in
 * place, and its answer shown or said.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./types.js").TableView} Table
 * @typedef {import("./types.js").HintView} Hint
 * @typedef {import("./live.js").Live} Live
 *
 * @typedef {Object} Doing what the page does with it
 * @property {(text: string) => void} move a move was typed
 * @property {(hint: Hint) => void} hint
 * @property {(words: string) => void} said
 * @property {(name: string) => string} refusal why the page does not do an action now; empty if it does
 */
import { optional } from "./dom.js";
import { ask, send, words } from "./fetching.js";
import { later } from "./later.js";
import { share } from "./sharing.js";

const LEADS_ON = ["rematch", "second", "new-cards", "same-cards"];
const NUMBERED = ["undo", "resign"];

export class Actions {
    #page;
    #live;
    #doing;
    #hinting = false;

    /**
     * @param {HTMLElement} page
     * @param {Live} live
     * @param {Doing} doing
     */
    constructor(page, live, doing) {
        this.#page = page;
        this.#live = live;
        this.#doing = doing;
        page.addEventListener("submit", (event) => this.#submitted(event));
        page.addEventListener("click", (event) => this.#clicked(event));
    }

    /** Offer what can be done now, and say of the rest why not. */
    show() {
        const { view, table } = this.#live;
        this.#page.classList.toggle("over", view.over);
        for (const [name, can] of Object.entries(view.can)) this.#allow(name, can);
        for (const name of ["undo", "hint"]) this.#hide(name, view.over);
        this.#hide("rematch", !view.over);
        this.#hide("second", !view.over || view.can.second !== true);
        this.#cards(view, table);
        for (const link of this.#page.querySelectorAll('a[data-action="hindsight"]')) {
            link.toggleAttribute("hidden", view.can.hindsight !== true);
        }
        for (const link of this.#page.querySelectorAll('a[data-action="daily"]')) link.toggleAttribute("hidden", !view.over);
        for (const link of this.#page.querySelectorAll('a[data-action="review"]')) link.toggleAttribute("hidden", !view.over);
        const typed = optional("#move-form", this.#page);
        if (typed) typed.hidden = view.over || view.yours.length === 0;
        if (table.rematch) this.#label("rematch", "Join the rematch");
        const invite = optional("#invite", this.#page);
        if (invite && !table.seats.some((seat) => seat.kind === "open")) invite.hidden = true;
        this.#asks(view, table);
    }

    /**
     * New cards for who plays alone: asked for twice while a game would be left unfinished that is no replay.
     *
     * @param {View} view
     * @param {Table} table
     */
    #cards(view, table) {
        const alone = table.seats.length === 1;
        const asks = !view.over && table.replayed !== true;
        this.#hide("same_cards", !alone && (!view.over || view.can.same_cards !== true));
        for (const button of this.#page.querySelectorAll("#actions .ask-new")) button.toggleAttribute("hidden", !asks);
        for (const form of this.#page.querySelectorAll("#actions .act-new_cards")) {
            form.toggleAttribute("hidden", asks);
            form.querySelector("button")?.classList.toggle("primary", view.over);
        }
        this.#hide("companion", view.can.companion !== true && table.companion !== true);
    }

    /**
     * @param {string} name
     * @param {string} words
     */
    #label(name, words) {
        for (const label of this.#page.querySelectorAll(`button[data-action="${name}"] span`)) label.textContent = words;
    }

    /**
     * @param {string} name
     * @param {true | string} can
     */
    #allow(name, can) {
        for (const button of this.#page.querySelectorAll(`button[data-action="${name}"], button[popovertarget="${name}"]`)) {
            // What opens something cannot be pressed at all; of the rest a press tells why not.
            const opens = button.hasAttribute("popovertarget");
            button.toggleAttribute("disabled", opens && can !== true);
            if (opens || can === true) button.removeAttribute("aria-disabled");
            else button.setAttribute("aria-disabled", "true");
            if (can === true) button.removeAttribute("title");
            else button.setAttribute("title", can);
        }
    }

    /**
     * @param {string} name
     * @param {boolean} hidden
     */
    #hide(name, hidden) {
        for (const form of this.#page.querySelectorAll(`.act-${name}`)) form.toggleAttribute("hidden", hidden);
    }

    /**
     * @param {View} view
     * @param {Table} table
     */
    #asks(view, table) {
        const ask = optional("#ask", this.#page);
        if (!ask) return;
        const asked = table.asking !== null && view.yours.length > 0 && !view.yours.includes(table.asking);
        if (asked && ask.hidden) this.#doing.said("Your opponent would like the last move back.");
        ask.hidden = !asked;
    }

    /** @param {SubmitEvent} event */
    #submitted(event) {
        const form = event.target;
        if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
        const path = new URL(form.action).pathname;
        if (!path.startsWith(`${this.#live.base}/`)) return;
        event.preventDefault();
        const name = path.slice(this.#live.base.length + 1);
        const fields = fieldsOf(form, event.submitter);
        const button = event.submitter;
        const refused = button?.getAttribute("aria-disabled") === "true" ? button.title : this.#doing.refusal(name);
        if (refused) this.#doing.said(sentence(refused));
        else if (name === "moves") this.#typed(form, fields);
        else if (name === "hint") void this.#hint(path, event.submitter);
        else void this.#send(name, path, fields, event.submitter);
    }

    /**
     * @param {HTMLFormElement} form
     * @param {Record<string, string>} fields
     */
    #typed(form, fields) {
        const text = fields.move?.trim();
        if (!text) return;
        this.#doing.move(text);
        form.reset();
    }

    /**
     * @param {string} name
     * @param {string} path
     * @param {Record<string, string | number>} fields
     * @param {HTMLElement | null} button
     */
    async #send(name, path, fields, button) {
        if (NUMBERED.includes(name)) fields.number = this.#live.view.number;
        button?.setAttribute("aria-busy", "true");
        if (name === "resign") optional("#resign")?.hidePopover();
        try {
            this.#answered(name, await send(path, fields));
        } catch (error) {
            this.#doing.said(words(error));
            void this.#live.refresh();
        } finally {
            button?.removeAttribute("aria-busy");
        }
    }

    /**
     * Ask for a hint and wait for it, as long as the position is the same.
     *
     * @param {string} path
     * @param {HTMLElement | null} button
     */
    async #hint(path, button) {
        if (this.#hinting) return;
        const { number } = this.#live.view;
        this.#hinting = true;
        button?.setAttribute("aria-busy", "true");
        try {
            /** @type {Hint | null} */
            const hint = await later({
                ask: () => send(path, {}),
                look: () => ask(path),
                wanted: () => this.#live.view.number === number && !this.#live.view.over,
                waits: () => this.#doing.said("Thinking about a hint…"),
            });
            if (hint) this.#doing.hint(hint);
        } catch (error) {
            this.#doing.said(words(error));
        } finally {
            this.#hinting = false;
            button?.removeAttribute("aria-busy");
        }
    }

    /**
     * @param {string} name
     * @param {any} answer
     */
    #answered(name, answer) {
        if (LEADS_ON.includes(name)) window.location.assign(`/matches/${answer.match}`);
        else if (name === "seats") window.location.reload();
        else this.#live.receive(answer);
    }

    /** @param {MouseEvent} event */
    #clicked(event) {
        const button = event.target instanceof Element ? event.target.closest('button[data-action="share"]') : null;
        if (!button) return;
        const link = new URL(this.#live.base, window.location.href).href;
        share(link).then(
            (shared) => {
                this.#doing.said(shared.words);
                if (shared.copied) showCopied(button);
            },
            (error) => this.#doing.said(words(error)),
        );
    }
}

/** @param {string} words */
function sentence(words) {
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}

/**
 * Say on a button for a moment that it has copied the link.
 *
 * @param {Element} button
 */
function showCopied(button) {
    const label = button.querySelector("span");
    if (!label) return;
    const before = label.dataset.label ?? label.textContent ?? "";
    label.dataset.label = before;
    label.textContent = "Copied";
    window.setTimeout(() => (label.textContent = before), 1600);
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @returns {Record<string, string>}
 */
function fieldsOf(form, submitter) {
    /** @type {Record<string, string>} */
    const fields = {};
    for (const [name, value] of new FormData(form, submitter)) if (typeof value === "string") fields[name] = value;
    return fields;
}
