/**
 * What is said at a table: the line under the board, the same to who listens, and the page's title.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./types.js").TableView} Table
 * @typedef {import("./order.js").Verdict} Verdict
 */
import { required, say } from "./dom.js";

export class Telling {
    #status = required("#status");
    #announcer = required("#announcer");
    #game = required("#table").dataset.title ?? "";
    #title = document.title;

    /** Whether the line tells of something that went wrong. */
    get wrong() {
        return this.#status.classList.contains("wrong");
    }

    /**
     * Tell everybody.
     *
     * @param {string} said
     * @param {boolean} [wrong]
     */
    tell(said, wrong = false) {
        if (!said) return;
        this.write(said, wrong);
        this.speak(said);
    }

    /**
     * Tell who looks.
     *
     * @param {string} said
     * @param {boolean} [wrong]
     */
    write(said, wrong = false) {
        this.#status.classList.toggle("wrong", wrong);
        this.#status.title = said;
        say(this.#status, said);
    }

    /**
     * Tell who listens.
     *
     * @param {string} said
     */
    speak(said) {
        say(this.#announcer, said);
    }

    /**
     * Say what happened and how things stand.
     *
     * @param {View} view
     * @param {Verdict} verdict
     */
    account(view, verdict) {
        const said = verdict === "gap" ? "" : (view.last?.said ?? "");
        const status = view.outcome ? view.outcome.said : view.status;
        this.tell([view.outcome ? "" : said, status].filter(Boolean).join(". "));
        // One's own move was told when it was made.
        if (verdict === "ours") this.speak(status);
        else if (view.outcome && said) this.speak(`${said}. ${status}`);
    }

    /**
     * Say what is new at the table.
     *
     * @param {Table} before
     * @param {Table} table
     */
    news(before, table) {
        this.#rename(table);
        if (table.rematch && !before.rematch && table.seats.length > 1) this.tell("A rematch is offered.");
        if (table.note && table.note !== before.note) this.tell(table.note);
    }

    /**
     * Use the names of those who have sat down.
     *
     * @param {Table} table
     */
    #rename(table) {
        const names = table.seats.map((seat) => seat.name || seat.seat_name);
        this.#title = `${this.#game}: ${names.join(" and ")} · Fivefold`;
    }

    /** @param {boolean} turn whether it is the visitor's turn */
    title(turn) {
        document.title = turn ? `● Your turn · ${this.#title}` : this.#title;
    }
}
