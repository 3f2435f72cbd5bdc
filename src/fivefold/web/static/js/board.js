/**
 * One board: a picture whose things are picked by tap, drag, keys or digits until they spell a move. It knows no game
 * and no server: questions and moves go through a transport.
 *
 * @typedef {import("./types.js").MoveView} Move
 * @typedef {import("./types.js").Marks} Marks
 * @typedef {import("./types.js").PreviewView} Preview
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 * @typedef {import("./motion.js").Manner} Manner
 *
 * @typedef {Object} Transport
 * @property {(picks: string[]) => Promise<Preview>} preview
 * @property {(move: Move, known: PreviewedMove|null, manner: Manner) => void} play
 * @property {(board: Board) => void} [changed] something is picked or put back, or more is known of it
 * @property {(sound: "pick"|"lift") => void} [sound]
 * @property {HTMLElement|null} [panel] what belongs to the board besides: a click there puts nothing back
 * @property {boolean} [primary] the one board of its page, to which digits go from anywhere
 * @property {(number: number) => PreviewedMove|null} [numbered] the move offered under a digit
 */
import { Grasp } from "./drag.js";
import { Keys } from "./keys.js";
import { lightArea, lightPicks, mark, nameOf, things } from "./lights.js";
import { Stage } from "./motion.js";
import { continuing, decided, following, isMember, picked, spelled, still } from "./picks.js";
import { Pointer } from "./pointer.js";

const DWELL = 90;

export class Board {
    /** @type {readonly Move[]} */
    moves = [];
    /** @type {string[]} */
    picks = [];
    #picture = "";
    /** @type {Map<string, Promise<Preview>>} */
    #asked = new Map();
    /** @type {Map<string, Preview>} */
    #known = new Map();
    #dwell = 0;
    #grasp;
    #looked = "";
    /** @type {Marks} */
    #hint = {};

    /**
     * @param {HTMLElement} holder the element around the picture
     * @param {Transport} transport
     */
    constructor(holder, transport) {
        this.holder = holder;
        this.transport = transport;
        this.stage = new Stage(holder);
        this.keys = new Keys(this);
        this.#grasp = new Grasp(this);
        this.pointer = new Pointer(holder, this.#grasp);
        this.stage.camera.attend(this.pointer, transport.primary === true);
        // Focus waits here while there is nothing to pick, without a ring around the whole board.
        if (!holder.hasAttribute("tabindex")) holder.tabIndex = -1;
        holder.style.outline = "none";
        // The picture itself answers a touch.
        holder.style.setProperty("-webkit-tap-highlight-color", "transparent");
    }

    /** @returns {SVGSVGElement} */
    get svg() {
        return this.stage.svg;
    }

    /** The names that can be picked next. */
    get next() {
        return following(this.moves, this.picks, things(this.svg).map(nameOf));
    }

    /** What is known of the moves that continue the picks; empty before the server has said it. */
    get choices() {
        const known = this.#known.get(key(this.picks)) ?? this.#known.get(key(this.picks.slice(0, -1)));
        return known ? continuing(known.moves, this.picks) : [];
    }

    /**
     * Show a position and the moves in it; whatever was picked is forgotten, or kept as far as some move begins with it.
     *
     * @param {string} picture
     * @param {readonly Move[]} moves
     * @param {Manner & {keeps?: boolean}} [manner]
     * @returns {Promise<void>}
     */
    show(picture, moves, manner = {}) {
        this.#keep(manner.keeps ? still(moves, this.picks) : []);
        this.keys.remember();
        this.#picture = picture;
        this.#asked.clear();
        this.#known.clear();
        this.#hint = {};
        const arrived = this.stage.show(picture, manner);
        this.offer(moves);
        return arrived;
    }

    /**
     * Let other moves be picked in the position shown; what was picked is kept as far as some move begins with it.
     *
     * @param {readonly Move[]} moves
     */
    offer(moves) {
        this.#keep(still(moves, this.picks));
        this.moves = moves;
        if (this.#grasp.full) this.#grasp.stay();
        this.#light();
        this.transport.changed?.(this);
    }

    /** @param {string[]} picks those of the picks that stay; what is in the hand stays with them all */
    #keep(picks) {
        if (!picks.length || picks.length < this.picks.length) this.pointer.stop();
        this.picks = picks;
    }

    /**
     * Take over the picture that came with the page.
     *
     * @param {string} picture as the server sent it besides, if it did
     * @param {readonly Move[]} moves
     */
    adopt(picture, moves) {
        this.moves = moves;
        this.#picture = picture || new XMLSerializer().serializeToString(this.svg);
        this.#light();
    }

    /**
     * Whether this is the position shown.
     *
     * @param {string} picture
     * @param {readonly Move[]} moves
     */
    holds(picture, moves) {
        return picture === this.#picture && moves.length === this.moves.length;
    }

    /**
     * Pick a thing; the last pick of a move makes it.
     *
     * @param {string} name
     */
    choose(name) {
        const picks = picked(this.moves, this.picks, name);
        const again = picks.length < this.picks.length && this.picks.at(-1) === name;
        const move = again ? spelled(this.moves, this.picks) : decided(this.moves, picks);
        if (move) this.play(move);
        else this.pick(picks);
    }

    /** @param {string[]} picks */
    pick(picks) {
        if (key(picks) === key(this.picks)) return;
        this.picks = picks;
        if (picks.length) this.transport.sound?.("pick");
        this.render();
        if (picks.length) void this.ask(picks).then(() => this.render(), quiet);
    }

    /** Put the last pick back. */
    back() {
        this.pointer.stop();
        this.pick(this.picks.slice(0, -1));
    }

    /** Put everything back. */
    clear() {
        this.pointer.stop();
        this.pick([]);
    }

    /**
     * Make a move.
     *
     * @param {Move} move
     * @param {Manner} [manner]
     */
    play(move, manner = {}) {
        const known = [...this.#known.values()].flatMap((preview) => preview.moves);
        const previewed = known.find((each) => each.text === move.text && each.after) ?? null;
        this.picks = [...move.picks];
        this.keys.at(move.picks[0] ?? "");
        if (!previewed) this.render();
        this.transport.play(move, previewed, { lively: true, ...manner, motions: previewed?.motions ?? [] });
    }

    /**
     * What the moves that begin with these picks would do; asked once in a position.
     *
     * @param {string[]} picks
     * @returns {Promise<Preview>}
     */
    ask(picks) {
        const asked = this.#asked.get(key(picks));
        if (asked) return asked;
        const cache = this.#known;
        const answer = this.transport.preview(picks).then((preview) => {
            if (this.#asked.get(key(picks)) === answer) cache.set(key(picks), preview);
            return preview;
        });
        this.#asked.set(key(picks), answer);
        answer.catch(() => this.#asked.delete(key(picks)));
        return answer;
    }

    /**
     * Light a move that was advised, until something is picked.
     *
     * @param {readonly string[]} picks
     */
    hint(picks) {
        this.#hint = Object.fromEntries(picks.map((name) => [name, "hint"]));
        this.render();
    }

    /**
     * Show which thing is looked at.
     *
     * @param {string} name empty for none
     */
    look(name) {
        this.lookAway();
        const open = this.next.includes(name);
        if (this.#grasp.full || this.stage.busy || (!open && !this.#looked)) return;
        this.#looked = open ? name : "";
        if (this.picks.length === 0) this.#draw(() => open && lightArea(this.svg, name));
        if (open) this.dwell(name);
    }

    /**
     * Look closer at a thing if one stays there.
     *
     * @param {string} name
     */
    dwell(name) {
        this.lookAway();
        this.#dwell = window.setTimeout(() => this.foresee(name), DWELL);
    }

    /**
     * Ask ahead what picking a thing would do.
     *
     * @param {string} name
     */
    foresee(name) {
        const picks = picked(this.moves, this.picks, name);
        if (picks.length && !spelled(this.choices, picks)?.after) void this.ask(picks).catch(quiet);
    }

    /** Give up looking closer at a thing. */
    lookAway() {
        window.clearTimeout(this.#dwell);
    }

    /** Draw what is picked. */
    render() {
        this.#draw(() => undefined);
        this.transport.changed?.(this);
    }

    /** @param {() => unknown} more to light besides */
    #draw(more) {
        const foreseen = this.#known.get(key(this.picks))?.picture;
        if (this.#grasp.full) {
            if (foreseen) void this.stage.show(foreseen);
            this.#grasp.stay();
            this.#light();
            return;
        }
        this.keys.remember();
        void this.stage.show(foreseen ?? this.#picture);
        this.#light();
        more();
    }

    #light() {
        lightPicks(this.svg, this.picks, this.next);
        if (this.picks.length === 0) mark(this.svg, this.#hint);
        this.keys.restore();
    }
}

/**
 * @param {readonly string[]} picks
 * @returns {string}
 */
function key(picks) {
    // In which order the members of a set were picked makes no difference.
    const members = picks.filter(isMember).sort();
    return [...members, ...picks.filter((name) => !isMember(name))].join("\n");
}

/** What the server could not tell ahead is told when the move is made. */
function quiet() {}
