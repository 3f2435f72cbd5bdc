/**
 * The lines of a chat, in their order, each once.
 *
 * @typedef {import("./types.js").ChatView} ChatView
 * @typedef {import("./types.js").ChatLineView} ChatLineView
 * @typedef {import("./types.js").MutedView} MutedView
 */
import { create, optional, required } from "./dom.js";

/** Pixels from the end within which the list follows new lines. */
const NEAR_END = 40;

export class ChatLines {
    #panel;
    #scroll;
    /** Whether new lines are scrolled to. */
    #follows = true;

    /** @param {HTMLElement} panel */
    constructor(panel) {
        this.#panel = panel;
        this.#scroll = required(".chat-scroll", panel);
        this.last = Number(panel.dataset.last) || 0;
        this.#scroll.addEventListener("scroll", () => (this.#follows = this.#isNearEnd), { passive: true });
        new ResizeObserver(() => this.#follows && this.scrollToEnd()).observe(this.#scroll);
        // What can be done about a line is seen at once (the event does not bubble).
        const seen = (/** @type {Event} */ { target }) => target instanceof Element && scrolledTo(target);
        this.#scroll.addEventListener("toggle", seen, { capture: true });
        this.#tidy();
    }

    /** The number of the first line shown; 0 for none. */
    get first() {
        return Math.min(...this.#numbers()) || 0;
    }

    get count() {
        return this.#items().length;
    }

    /**
     * How many lines of others come after one.
     *
     * @param {number} number
     */
    othersAfter(number) {
        const others = this.#items().filter((item) => !item.classList.contains("own"));
        return others.filter((item) => Number(item.dataset.line) > number).length;
    }

    /**
     * Add a line at its place; returns whether it was not there yet.
     *
     * @param {ChatLineView} line
     */
    add(line) {
        this.last = Math.max(this.last, line.id);
        if (this.#numbers().includes(line.id)) return false;
        const item = this.#created(line);
        item.classList.add("fresh");
        this.#insert(item, line);
        this.#tidy();
        if (this.#follows) this.scrollToEnd();
        return true;
    }

    /** @param {ChatView} chat the lines before those shown */
    addEarlier(chat) {
        const before = this.#scroll.scrollHeight;
        for (const line of chat.lines) if (!this.#numbers().includes(line.id)) this.#insert(this.#created(line), line);
        required(".chat-earlier", this.#panel).hidden = !chat.earlier;
        this.#scroll.scrollTop += this.#scroll.scrollHeight - before;
        this.#tidy();
    }

    /** @param {ChatView} chat */
    replaceAll(chat) {
        for (const item of this.#items()) item.remove();
        for (const line of chat.lines) this.#insert(this.#created(line), line);
        this.last = Math.max(this.last, ...chat.lines.map((line) => line.id));
        required(".chat-earlier", this.#panel).hidden = !chat.earlier;
        required("#chat-muted", this.#panel).replaceChildren(...chat.muted.map((one) => this.#mutedRow(one)));
        this.#tidy();
        this.scrollToEnd();
    }

    scrollToEnd() {
        this.#scroll.scrollTop = this.#scroll.scrollHeight;
    }

    get #isNearEnd() {
        return this.#scroll.scrollHeight - this.#scroll.scrollTop - this.#scroll.clientHeight < NEAR_END;
    }

    /** @returns {HTMLElement[]} */
    #items() {
        return [...this.#scroll.querySelectorAll("[data-line]")].filter((item) => item instanceof HTMLElement);
    }

    #numbers() {
        return this.#items().map((item) => Number(item.dataset.line));
    }

    /**
     * @param {HTMLElement} item
     * @param {ChatLineView} line
     */
    #insert(item, line) {
        const list = required(`#chat-${line.room}`, this.#panel);
        const later = [...list.children].find((other) => Number(other.getAttribute("data-line")) > line.id);
        list.insertBefore(item, later ?? null);
    }

    /**
     * @param {ChatLineView} line
     * @returns {HTMLElement}
     */
    #created(line) {
        const who = create("span", "chat-who", line.own ? "You" : line.name);
        const said = create("span", "chat-text", line.text);
        said.title = `${line.at.slice(0, 16).replace("T", " ")} UTC`;
        const item = create("li", line.own ? "chat-line own" : "chat-line", who, " ", said);
        item.dataset.line = String(line.id);
        if (!line.own) item.append(this.#more(line));
        return item;
    }

    /** @param {ChatLineView} line what can be done about it */
    #more(line) {
        const template = required("#chat-more", this.#panel);
        const more = document.importNode(/** @type {HTMLTemplateElement} */ (template).content, true);
        more.querySelector("summary")?.setAttribute("aria-label", `Mute or report ${line.name}`);
        more.querySelector('input[name="line"]')?.setAttribute("value", String(line.id));
        more.querySelector(".chat-name")?.append(line.name);
        const report = more.querySelector("a");
        report?.setAttribute("href", (report.getAttribute("href") ?? "").replace(/line=.*/, `line=${line.id}`));
        return more;
    }

    /** @param {MutedView} muted */
    #mutedRow(muted) {
        const [name, value] = muted.line ? ["line", muted.line] : ["seat", muted.seat ?? 0];
        const field = document.createElement("input");
        Object.assign(field, { type: "hidden", name, value: String(value) });
        const button = create("button", "button quiet", "Unmute");
        Object.assign(button, { name: "muted", value: "no" });
        const words = create("span", "", "You have muted ", create("strong", "", muted.name), ".");
        const form = document.createElement("form");
        form.action = `${required("#table").dataset.base}/mute`;
        form.append(field, words, " ", button);
        return create("li", "", form);
    }

    /** Say that there is nothing, or that spectators spoke. */
    #tidy() {
        const nothing = optional(".chat-nothing", this.#panel);
        if (nothing) nothing.hidden = this.count > 0;
        const watched = required("#chat-spectators", this.#panel).childElementCount > 0;
        required("#chat-heading", this.#panel).hidden = this.#panel.dataset.room === "spectators" || !watched;
    }
}

/** @param {Element} element */
function scrolledTo(element) {
    if (element.hasAttribute("open")) element.scrollIntoView({ block: "nearest" });
}
