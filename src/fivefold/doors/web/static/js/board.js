/**
 * One board: a picture whose things a player picks by tap, drag, keys or digits until the picks spell a move. It knows
 * neither the game nor the server; requests and moves go through a `Transport`.
 *
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./types.js").Marks} Marks
 * @typedef {import("./types.js").PreviewView} PreviewView
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 * @typedef {import("./stage.js").Transition} Transition
 *
 * @typedef {Object} Transport
 * @property {(picks: string[]) => Promise<PreviewView>} preview
 * @property {(move: MoveView, known: PreviewedMove|null, transition: Transition) => void} play
 * @property {(board: Board, move: PreviewedMove|null) => void} [looked] a move is looked at, or none any more
 * @property {(name: string) => void} [reached] the keys have led to a thing
 * @property {(board: Board) => void} [changed] the picks, or what is known about them, have changed
 * @property {(sound: "pick"|"lift") => void} [sound]
 * @property {() => boolean} [mayPlay] whether a tap or key may make a move now, and not only pick
 * @property {(picks: string[], name: string) => void} [refused] a thing was tapped that does not go on from these picks
 * @property {HTMLElement|null} [panel] belongs to the board: a click there clears no picks
 * @property {boolean} [primary] whether digits pressed anywhere on the page go to this board
 * @property {(number: number) => PreviewedMove|null} [offerAt] the move offered for a digit
 */
import { BoardKeys } from "./boardKeys.js";
import { BoardGestures } from "./gestures.js";
import { isSetMember, lonePicks, longestValidPrefix, moveDecided, movesContinuing } from "./picks.js";
import { moveSpelled, nextPicks, picksAfter } from "./picks.js";
import { Pointer } from "./pointer.js";
import { Stage } from "./stage.js";
import { addMarks, highlightArea, highlightPicks, pickableThings, pickedBeforehand, pickName, showMarks } from "./things.js";

const DWELL_MILLISECONDS = 90;

export class Board {
    /** @type {readonly MoveView[]} */
    moves = [];
    /** @type {string[]} */
    picks = [];
    #picture = "";
    /** @type {Map<string, Promise<PreviewView>>} */
    #requests = new Map();
    /** @type {Map<string, PreviewView>} */
    #previews = new Map();
    #dwellTimer = 0;
    #gestures;
    #hovered = "";
    /** @type {Marks} */
    #hint = {};
    /** The picks that a position begins with: a lone thing that must be picked, or dice kept before. @type {string[]} */
    #beforehand = [];
    /** Whether these are a lone thing, which stays picked. */
    #lone = false;

    /**
     * @param {HTMLElement} holder the element around the picture
     * @param {Transport} transport
     */
    constructor(holder, transport) {
        this.holder = holder;
        this.transport = transport;
        this.stage = new Stage(holder);
        this.keys = new BoardKeys(this);
        this.#gestures = new BoardGestures(this);
        this.pointer = new Pointer(holder, this.#gestures);
        this.stage.camera.attach(this.pointer, transport.primary === true);
        // Focus stays here while there is nothing to pick, without a ring around the whole board.
        if (!holder.hasAttribute("tabindex")) holder.tabIndex = -1;
        holder.style.outline = "none";
        // The picture has its own response to a touch.
        holder.style.setProperty("-webkit-tap-highlight-color", "transparent");
    }

    /** @returns {SVGSVGElement} */
    get svg() {
        return this.stage.svg;
    }

    /** The names that can be picked next. */
    get next() {
        return nextPicks(this.moves, this.picks, pickableThings(this.svg).map(pickName));
    }

    /** The moves that continue the picks, with their consequences; empty until the server has sent them. */
    get previewedMoves() {
        const known = this.#previews.get(picksKey(this.picks)) ?? this.#previews.get(picksKey(this.picks.slice(0, -1)));
        return known ? movesContinuing(known.moves, this.picks) : [];
    }

    /**
     * Show a position and its moves. The picks are cleared, or with `keeps` kept as far as some move begins with them.
     *
     * @param {string} picture
     * @param {readonly MoveView[]} moves
     * @param {Transition & {keeps?: boolean}} [transition]
     * @returns {Promise<void>}
     */
    show(picture, moves, transition = {}) {
        this.#retainPicks(transition.keeps ? longestValidPrefix(moves, this.picks) : []);
        this.keys.remember();
        this.#picture = picture;
        this.#requests.clear();
        this.#previews.clear();
        this.#hint = {};
        const arrived = this.stage.show(picture, transition);
        this.#pickBeforehand(moves, arrived);
        this.offerMoves(moves);
        return arrived;
    }

    /**
     * Begin with what the picture has picked beforehand, or with the lone thing that can be picked, unless something is
     * picked already.
     *
     * @param {readonly MoveView[]} moves
     * @param {Promise<void>} arrived when the motion of the picture has ended
     */
    #pickBeforehand(moves, arrived) {
        const drawn = longestValidPrefix(moves, pickedBeforehand(this.svg));
        this.#beforehand = drawn.length ? drawn : lonePicks(moves);
        this.#lone = !this.#beforehand.some(isSetMember);
        if (!this.#beforehand.length || this.picks.length) return;
        this.picks = [...this.#beforehand];
        if (this.#lone) return;
        const key = picksKey(this.picks);
        const known = this.fetchPreview(this.picks).catch(ignorePreviewError);
        void Promise.all([known, arrived]).then(() => picksKey(this.picks) === key && this.render());
    }

    /** Whether only a lone thing is picked, by nobody. */
    get isUntouched() {
        return this.picks.length === 0 || (this.#lone && picksKey(this.picks) === picksKey(this.#beforehand));
    }

    /** What begins a move, where only what was picked beforehand is picked: a pick there starts over. */
    get others() {
        const key = picksKey(this.#beforehand);
        return this.picks.length && picksKey(this.picks) === key ? nextPicks(this.moves, []) : [];
    }

    /** Whether the player took back everything that was picked beforehand, such as dice kept before. */
    get #tookBack() {
        return this.picks.length === 0 && this.#beforehand.length > 0 && !this.#lone;
    }

    /**
     * Let other moves be picked in the position shown. The picks are kept as far as some move begins with them.
     *
     * @param {readonly MoveView[]} moves
     */
    offerMoves(moves) {
        this.#retainPicks(longestValidPrefix(moves, this.picks));
        this.moves = moves;
        if (this.#gestures.isDragging) this.#gestures.redraw();
        this.#highlight();
        this.transport.changed?.(this);
    }

    /** @param {string[]} picks the picks that remain; a drag goes on only if all remain */
    #retainPicks(picks) {
        if (!picks.length || picks.length < this.picks.length) this.pointer.endDrag();
        this.picks = picks;
    }

    /**
     * Adopt the picture that came with the page.
     *
     * @param {string} picture the same picture as text, if the server sent it
     * @param {readonly MoveView[]} moves
     */
    adoptPicture(picture, moves) {
        this.moves = moves;
        this.#picture = picture || new XMLSerializer().serializeToString(this.svg);
        this.#pickBeforehand(moves, Promise.resolve());
        this.#highlight();
    }

    /**
     * Whether this is the position shown.
     *
     * @param {string} picture
     * @param {readonly MoveView[]} moves
     */
    isShowing(picture, moves) {
        return picture === this.#picture && moves.length === this.moves.length;
    }

    /**
     * Pick a thing; the last pick of a move makes it.
     *
     * @param {string} name
     */
    pickThing(name) {
        const picks = picksAfter(this.moves, this.picks, name);
        if (!picks.includes(name) && (this.isUntouched || !this.picks.includes(name))) this.refuse(name);
        const again = picks.length < this.picks.length && this.picks.at(-1) === name;
        const move = again ? moveSpelled(this.moves, this.picks) : moveDecided(this.moves, picks);
        if (move && this.transport.mayPlay?.() !== false) this.play(move);
        else this.setPicks(move && again ? this.picks : picks);
    }

    /** @param {string[]} wanted */
    setPicks(wanted) {
        const picks = wanted.length || !this.#lone ? wanted : [...this.#beforehand];
        if (picksKey(picks) === picksKey(this.picks)) return;
        this.picks = picks;
        if (picks.length) this.transport.sound?.("pick");
        this.render();
        if (picks.length || this.#beforehand.length) void this.fetchPreview(picks).then(() => this.render(), ignorePreviewError);
    }

    /**
     * Say why a thing cannot be picked now.
     *
     * @param {string} name
     */
    refuse(name) {
        this.transport.refused?.(this.picks, name);
    }

    /** Remove the last pick. */
    undoPick() {
        this.pointer.endDrag();
        this.setPicks(this.picks.slice(0, -1));
    }

    /** Remove all picks but those made beforehand. */
    clearPicks() {
        this.pointer.endDrag();
        this.setPicks([...this.#beforehand]);
    }

    /**
     * Make a move.
     *
     * @param {MoveView} move
     * @param {Transition} [transition]
     */
    play(move, transition = {}) {
        const known = [...this.#previews.values()].flatMap((preview) => preview.moves);
        const previewed = known.find((each) => each.text === move.text && each.after) ?? null;
        this.picks = [...move.picks];
        this.keys.setCurrent(move.picks[this.#lone ? this.#beforehand.length : 0] ?? "");
        if (!previewed) this.render();
        this.transport.play(move, previewed, { animated: true, ...transition, motions: previewed?.motions ?? [] });
    }

    /**
     * The consequences of the moves that begin with these picks; requested once in a position.
     *
     * @param {string[]} picks
     * @returns {Promise<PreviewView>}
     */
    fetchPreview(picks) {
        const pending = this.#requests.get(picksKey(picks));
        if (pending) return pending;
        const cache = this.#previews;
        const answer = this.transport.preview(picks).then((preview) => {
            if (this.#requests.get(picksKey(picks)) === answer) cache.set(picksKey(picks), preview);
            return preview;
        });
        this.#requests.set(picksKey(picks), answer);
        answer.catch(() => this.#requests.delete(picksKey(picks)));
        return answer;
    }

    /**
     * Highlight a hint until something is picked.
     *
     * @param {readonly string[]} picks
     */
    showHint(picks) {
        this.#hint = Object.fromEntries(picks.map((name) => [name, "hint"]));
        this.render();
    }

    /**
     * Highlight the thing under the pointer or the focus.
     *
     * @param {string} name empty for none
     */
    hover(name) {
        this.stopDwell();
        const open = this.next.includes(name);
        if (this.#gestures.isDragging || this.stage.isMoving || (!open && !this.#hovered)) return;
        this.#hovered = open ? name : "";
        this.#draw(() => open && this.#lookAt(name));
        const looked = open && this.picks.length ? moveSpelled(this.previewedMoves, [...this.picks, name]) : null;
        if (this.picks.length) this.transport.looked?.(this, looked);
        if (open) this.startDwell(name);
    }

    /**
     * Light what a thing would light if it were picked: its area, or what the move completed by it is about.
     *
     * @param {string} name
     */
    #lookAt(name) {
        const move = moveSpelled(this.previewedMoves, [...this.picks, name]);
        if (this.picks.length === 0) highlightArea(this.svg, name);
        else if (move) showMarks(this.svg, move.marks);
    }

    /** What is to be chosen after the picks, in the game's words; empty where that is not known. */
    get question() {
        return this.#previews.get(picksKey(this.picks))?.question ?? "";
    }

    /**
     * Prefetch what picking a thing would do, if the pointer stays there.
     *
     * @param {string} name
     */
    startDwell(name) {
        this.stopDwell();
        this.#dwellTimer = window.setTimeout(() => this.prefetch(name), DWELL_MILLISECONDS);
    }

    /**
     * Request what picking a thing would do before it is picked.
     *
     * @param {string} name
     */
    prefetch(name) {
        const picks = picksAfter(this.moves, this.picks, name);
        if (!picks.length || moveSpelled(this.previewedMoves, picks)?.after) return;
        void this.fetchPreview(picks).catch(ignorePreviewError);
    }

    /** Cancel a prefetch that has not begun. */
    stopDwell() {
        window.clearTimeout(this.#dwellTimer);
    }

    /** Redraw the board with the picks. */
    render() {
        this.#draw(() => undefined);
        this.transport.changed?.(this);
    }

    /** @param {() => unknown} more what else to highlight */
    #draw(more) {
        const asDrawn = this.isUntouched && !this.#tookBack;
        const foreseen = asDrawn ? "" : this.#previews.get(picksKey(this.picks))?.picture;
        if (this.#gestures.isDragging) {
            if (foreseen) void this.stage.show(foreseen);
            this.#gestures.redraw();
            this.#highlight();
            return;
        }
        this.keys.remember();
        void this.stage.show(foreseen || this.#picture);
        this.#highlight();
        more();
    }

    #highlight() {
        highlightPicks(this.svg, this.picks, this.next, !this.isUntouched);
        if (this.isUntouched) addMarks(this.svg, this.#hint);
        this.keys.restore();
    }
}

/**
 * @param {readonly string[]} picks
 * @returns {string}
 */
function picksKey(picks) {
    // The order in which members of a set were picked makes no difference.
    const members = picks.filter(isSetMember).sort();
    return [...members, ...picks.filter((name) => !isSetMember(name))].join("\n");
}

/** A preview that fails does no harm: the move itself will show its consequences. */
function ignorePreviewError() {}
