/**
 * What is said at a table: the line under the board, the same to who listens, and the page's title.
 *
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").TableSeat} TableSeat
 */
import { required, say } from "./dom.js";

export class Telling {
    #status = required("#status");
    #announcer = required("#announcer");
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
     * Use the names of those who have sat down.
     *
     * @param {Table} before
     * @param {Table} table
     */
    rename(before, table) {
        const name = (/** @type {TableSeat} */ seat) => seat.name || seat.seat_name;
        before.seats.forEach((seat, place) => {
            const now = table.seats[place];
            if (now) this.#title = this.#title.replace(name(seat), name(now));
        });
    }

    /** @param {boolean} turn whether it is the visitor's turn */
    title(turn) {
        document.title = turn ? `● Your turn · ${this.#title}` : this.#title;
    }
}
