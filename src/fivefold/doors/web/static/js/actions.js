/**
 * What players can do at a table besides moving. Every action is a form that also works without scripts; here it is
 * sent without leaving the page.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {import("./types.js").HintView} HintView
 * @typedef {import("./liveMatch.js").LiveMatch} LiveMatch
 *
 * @typedef {Object} ActionHandlers what the page does
 * @property {(text: string) => void} typedMove someone typed a move
 * @property {(hint: HintView) => void} hint
 * @property {(words: string) => void} announce
 * @property {(view: MatchView, table: TableView) => void} updated
 * @property {(name: string) => string} refusal why an action is not possible now; empty if it is
 */
import { optional } from "./dom.js";
import { updateOffer } from "./offer.js";
import { updatePeople } from "./people.js";
import { poll } from "./polling.js";
import { showTimeActions } from "./timeNotes.js";
import { errorMessage, getJson, postForm, Refusal } from "./requests.js";
import { share } from "./sharing.js";

const NAVIGATING = ["rematch", "second", "new-cards", "same-cards", "offers/answer"];
const NEEDS_NUMBER = ["undo", "resign", "offers", "offers/answer", "give"];

/** A hint that takes longer than this says that it is being looked for. */
const SILENT_MILLISECONDS = 300;

export class Actions {
    #page;
    #live;
    #handlers;
    #hintRequested = false;
    /** The hint for a position, given again without asking. @type {{number: number, hint: HintView} | null} */
    #hint = null;

    /**
     * @param {HTMLElement} page
     * @param {LiveMatch} live
     * @param {ActionHandlers} doing
     */
    constructor(page, live, doing) {
        this.#page = page;
        this.#live = live;
        this.#handlers = doing;
        page.addEventListener("submit", (event) => this.#onSubmit(event));
        page.addEventListener("click", (event) => this.#onClick(event));
    }

    /**
     * Enable what can be done; the rest says why it cannot.
     *
     * @param {MatchView} view the view shown
     * @param {TableView} table
     */
    update(view, table) {
        this.#page.classList.toggle("over", view.over);
        const own = table.seats.filter((seat) => seat.yours);
        this.#page.classList.toggle("out", own.length > 0 && own.every((seat) => seat.left));
        for (const [name, can] of Object.entries(view.can)) this.#setAvailable(name, can);
        for (const name of ["undo", "hint"]) this.#setHidden(name, view.over);
        this.#setHidden("rematch", !view.over);
        this.#setHidden("second", !view.over || view.can.second !== true);
        this.#updateCardActions(view, table);
        for (const link of this.#page.querySelectorAll('a[data-action="hindsight"]')) {
            link.toggleAttribute("hidden", view.can.hindsight !== true);
        }
        for (const link of this.#page.querySelectorAll('a:is([data-action="daily"], [data-action="review"])')) {
            link.toggleAttribute("hidden", !view.over);
        }
        const typed = optional("#move-form", this.#page);
        if (typed) typed.hidden = view.over || view.yours.length === 0;
        if (table.rematch) this.#relabel("rematch", "Join the rematch");
        for (const name of ["draw", "abort"]) this.#setHidden(name, view.over);
        showTimeActions(this.#page, view, table);
        updateOffer(this.#page, table);
        updatePeople(this.#page, view, table);
        this.#handlers.updated(view, table);
    }

    /**
     * Buttons for new cards, for a player alone. Leaving an unfinished game that is no replay takes a second
     * confirmation.
     *
     * @param {MatchView} view
     * @param {TableView} table
     */
    #updateCardActions(view, table) {
        const alone = table.seats.length === 1;
        const asks = !view.over && table.replayed !== true;
        this.#setHidden("same_cards", !alone && (!view.over || view.can.same_cards !== true));
        for (const button of this.#page.querySelectorAll("#actions .ask-new")) button.toggleAttribute("hidden", !asks);
        for (const form of this.#page.querySelectorAll("#actions > .act-new_cards")) {
            form.toggleAttribute("hidden", asks);
            form.querySelector("button")?.classList.toggle("primary", view.over);
        }
        this.#setHidden("companion", view.can.companion !== true && table.companion !== true);
    }

    /**
     * @param {string} name
     * @param {string} words
     */
    #relabel(name, words) {
        for (const label of this.#page.querySelectorAll(`button[data-action="${name}"] span`)) {
            label.textContent = words;
        }
    }

    /**
     * @param {string} name
     * @param {true | string} can
     */
    #setAvailable(name, can) {
        if (can !== true && optional(`#${name}.modal:popover-open`)) closeQuestions();
        const buttons = `button:is([data-action="${name}"], [popovertarget="${name}"])`;
        for (const button of this.#page.querySelectorAll(buttons)) {
            // A button that opens something is disabled. Any other stays pressable, to say why it does nothing.
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
    #setHidden(name, hidden) {
        for (const form of this.#page.querySelectorAll(`.act-${name}`)) form.toggleAttribute("hidden", hidden);
    }

    /** @param {SubmitEvent} event */
    #onSubmit(event) {
        const form = event.target;
        if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
        const path = new URL(form.action).pathname;
        if (!path.startsWith(`${this.#live.base}/`)) return;
        event.preventDefault();
        const name = path.slice(this.#live.base.length + 1);
        const fields = formFields(form, event.submitter);
        const button = event.submitter;
        const refused = button?.getAttribute("aria-disabled") === "true" ? button.title : this.#handlers.refusal(name);
        if (refused) this.#handlers.announce(asSentence(refused));
        else if (name === "moves") this.#submitTypedMove(form, fields);
        else if (name === "hint") void this.#requestHint(path, event.submitter);
        else void this.#send(name, path, fields, event.submitter);
    }

    /**
     * @param {HTMLFormElement} form
     * @param {Record<string, string>} fields
     */
    #submitTypedMove(form, fields) {
        const text = fields.move?.trim();
        if (!text) return;
        this.#handlers.typedMove(text);
        form.reset();
    }

    /**
     * @param {string} name
     * @param {string} path
     * @param {Record<string, string | number>} fields
     * @param {HTMLElement | null} button
     */
    async #send(name, path, fields, button) {
        if (NEEDS_NUMBER.includes(name)) fields.number = this.#live.view.number;
        button?.setAttribute("aria-busy", "true");
        if (["resign", "claim", "give", "offers"].includes(name)) closeQuestions();
        try {
            this.#handleAnswer(name, await postForm(path, fields));
        } catch (error) {
            this.#handlers.announce(errorMessage(error));
            // The invitation covers what is announced: shown again it says beside the name what is wrong.
            const isName = name === "seats" && error instanceof Refusal && error.status === 422;
            if (isName) location.assign(`${this.#live.base}?${new URLSearchParams({ name: String(fields.name) })}#invite`);
            else void this.#live.refresh();
        } finally {
            button?.removeAttribute("aria-busy");
        }
    }

    /**
     * Request a hint and wait for it while the position stays the same.
     *
     * @param {string} path
     * @param {HTMLElement | null} button
     */
    async #requestHint(path, button) {
        if (this.#hintRequested) return;
        const { number } = this.#live.view;
        if (this.#hint?.number === number) {
            this.#handlers.hint(this.#hint.hint);
            return;
        }
        const looking = window.setTimeout(() => this.#handlers.announce("Looking for a good move…"), SILENT_MILLISECONDS);
        this.#hintRequested = true;
        button?.setAttribute("aria-busy", "true");
        try {
            /** @type {HintView | null} */
            const hint = await poll({
                ask: () => postForm(path, {}),
                askAgain: () => getJson(path),
                wanted: () => this.#live.view.number === number && !this.#live.view.over,
            });
            window.clearTimeout(looking);
            // A note says that it may be weak: then a better one may come.
            if (hint && !hint.note) this.#hint = { number, hint };
            if (hint) this.#handlers.hint(hint);
        } catch (error) {
            this.#handlers.announce(errorMessage(error));
        } finally {
            window.clearTimeout(looking);
            this.#hintRequested = false;
            button?.removeAttribute("aria-busy");
        }
    }

    /**
     * @param {string} name
     * @param {any} answer
     */
    #handleAnswer(name, answer) {
        const elsewhere = `/matches/${answer.match}` !== this.#live.base;
        if (NAVIGATING.includes(name) && elsewhere) window.location.assign(`/matches/${answer.match}`);
        else if (name === "seats") window.location.reload();
        else this.#live.receive(answer);
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        const button = event.target instanceof Element ? event.target.closest('button[data-action="share"]') : null;
        if (!button) return;
        const link = new URL(this.#live.base, window.location.href).href;
        share(link).then(
            (shared) => {
                this.#handlers.announce(shared.words);
                if (shared.copied) showCopied(button);
            },
            (error) => this.#handlers.announce(errorMessage(error)),
        );
    }
}

/** Close a question that is open, with the menu behind it. */
function closeQuestions() {
    optional("#more:popover-open")?.hidePopover();
    optional(".modal:popover-open")?.hidePopover();
}

/** @param {string} words */
function asSentence(words) {
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}

/**
 * Show on a button for a moment that the link is copied.
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
function formFields(form, submitter) {
    /** @type {Record<string, string>} */
    const fields = {};
    for (const [name, value] of new FormData(form, submitter)) if (typeof value === "string") fields[name] = value;
    return fields;
}
