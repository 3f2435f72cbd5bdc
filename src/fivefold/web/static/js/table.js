/**
 * The table: one match, live. Ties together what the server tells, what the player does and what is shown.
 *
 * @typedef {import("./types.js").MatchView} View
 * @typedef {import("./types.js").TableView} Table
 * @typedef {import("./types.js").MoveView} Move
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 * @typedef {import("./motion.js").Manner} Manner
 * @typedef {import("./order.js").Verdict} Verdict
 */
import "./look.js";
import { Actions } from "./actions.js";
import { BesidePanel } from "./sidePanel.js";
import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { Cover } from "./cover.js";
import { data, optional, required } from "./dom.js";
import { ask } from "./fetching.js";
import { History } from "./history.js";
import { KeySets } from "./raceKeys.js";
import { Live } from "./live.js";
import { lively } from "./looks.js";
import "./nonce.js";
import { Offers } from "./offers.js";
import { Line } from "./order.js";
import { Pace } from "./pace.js";
import { Past } from "./timeTravel.js";
import { written } from "./picks.js";
import { Pointing } from "./pointing.js";
import { Racing } from "./racing.js";
import { Result } from "./result.js";
import { satDown, Seats } from "./seats.js";
import { listKeys } from "./shortcuts.js";
import { Showing } from "./showing.js";
import { sound } from "./sound.js";
import { Stream } from "./stream.js";
import { Telling } from "./announcer.js";

const CHANCE = -1;

class TablePage {
    #page = required("#table");
    #telling = new Telling();
    #line = new Line();
    #pace = new Pace(this.#line);
    #seats = new Seats(required("#seats"));
    #result = new Result();
    /** Whether the move under way was shown when it was made. */
    #ahead = false;

    constructor() {
        const base = this.#page.dataset.base ?? "";
        this.live = new Live(base, data("view-data"), data("table-data"), {
            news: (view, verdict) => this.#news(view, verdict),
            refused: (said, text) => this.#refused(said, text),
            trouble: (said) => this.connection.trouble(said),
        });
        this.connection = new Connection(this.#page, this.live, this.#telling);
        this.board = new Board(required("#picture"), {
            preview: (picks) => ask(`${base}/preview?${new URLSearchParams(picks.map((name) => ["picks", name]))}`),
            play: (move, known, manner) => this.#play(move, known, manner),
            changed: (board) => this.#offer(board),
            sound,
            panel: optional("#preview"),
            primary: true,
            numbered: (number) => this.#offers.numbered(number),
        });
        this.#offers = new Offers(required("#preview"), (move) => this.board.play(move));
        this.cover = new Cover(this.#page, this.live, () => this.#uncovered());
        this.history = new History(required("#history"), optional("#steps"), (ply) => void this.past.look(ply));
        this.past = new Past(base, required("#board"), {
            show: (view) => this.#showPast(view),
            back: () => this.#showNow(),
            trouble: (said) => this.#telling.tell(said, true),
        });
        this.showing = new Showing(this);
        this.racing = new Racing(this, (view) => this.#seen(view));
        this.actions = new Actions(this.#page, this.live, {
            move: (text) => this.#typed(text),
            hint: (hint) => this.#hint(hint),
            said: (said) => this.#telling.tell(said),
            refusal: (name) => (this.cover.on && ["moves", "hint"].includes(name) ? "First let the cards be shown." : ""),
        });
        this.stream = new Stream(`${base}/stream`, {
            after: () => this.live.view.number,
            view: (view) => this.live.receive(view),
            table: (table) => (satDown(this.live.table, table) ? window.location.reload() : this.#tableNews(table)),
            connected: (connected) => this.connection.noted(connected),
            woken: () => void this.live.refresh(),
        });
        this.keysets = new KeySets(this);
        this.beside = new BesidePanel(this.#page, this.live, (said) => this.#telling.tell(said));
        new Pointing(this.#page, this.#telling);
    }

    #offers;

    start() {
        const { view, table } = this.live;
        this.history.write(view.history ?? [], table);
        this.showing.begin();
        const asked = new URLSearchParams(window.location.search).get("ply");
        if (asked !== null && view.ply < (view.history?.at(-1)?.ply ?? 0)) this.past.ply = view.ply;
        const { picture, moves } = this.showing.of(view);
        if (this.past.ply === null) this.board.adopt(picture, moves);
        else void this.live.refresh();
        this.keysets.show();
        this.history.at(this.past.ply ?? view.ply);
        this.#titled();
        this.actions.show();
        this.stream.open();
        listKeys(required("#help"), () => this.board.svg);
        this.#resume();
        this.#page.dataset.number = String(view.number);
        document.documentElement.dataset.ready = String(Math.round(performance.now()));
    }

    #resume() {
        const text = this.live.resume();
        const move = text && written(this.live.view.moves, text);
        if (move) void this.showing.still(this.live.view);
    }

    // --- what the player does

    /** @param {Board} board */
    #offer(board) {
        if (this.live.turn) this.#offers.show(board, this.live.view.to_move ?? 0);
        else this.#offers.clear();
    }

    /**
     * A move is complete: show it at once, then send it.
     *
     * @param {Move} move
     * @param {PreviewedMove | null} known
     * @param {Manner} manner
     */
    #play(move, known, manner) {
        if (!this.live.turn) return;
        if (this.live.race) {
            this.racing.play(move, manner);
            return;
        }
        const { scores } = this.live.view;
        this.live.play(move.text);
        sound(known?.motions.length ? "slide" : "place");
        this.#offer(this.board);
        this.#ahead = known !== null;
        if (!known) {
            this.board.moves = [];
            this.board.render();
            this.#telling.tell(`Playing ${move.text}`);
            return;
        }
        void this.#line.add(() => this.board.show(known.after, [], { ...manner, lively: lively() }));
        this.#seats.scores(scores.map((score, seat) => score + (known.gains[seat] ?? 0)), known.gains);
        this.#telling.tell(known.said);
    }

    /** @param {string} text */
    #typed(text) {
        void this.past.look(null);
        const move = written(this.showing.of(this.live.view).moves, text);
        if (!this.live.turn) this.#telling.tell(this.live.view.over ? "The match is over." : "It is not your turn.");
        else if (move) void this.board.ask(move.picks).catch(() => {}).then(() => this.board.play(move));
        else this.live.play(text);
    }

    /** @param {import("./types.js").HintView} hint */
    #hint(hint) {
        void this.past.look(null);
        this.board.hint(hint.picks);
        this.#telling.tell([hint.said, hint.note].filter(Boolean).join(" "));
    }

    // --- what the server tells

    /** @param {View} view @param {Verdict} verdict */
    #news(view, verdict) {
        if (this.live.race) this.#raced(view, verdict);
        else void this.#line.add(() => this.#shown(view, verdict));
    }

    /**
     * News of a race is told and shown as it comes.
     *
     * @param {View} view
     * @param {Verdict} verdict
     */
    #raced(view, verdict) {
        this.#note(view, verdict);
        if (verdict !== "old" && view.last?.mover !== CHANCE) this.#telling.account(view, verdict);
        if (this.past.ply === null) this.history.at(view.ply);
        this.racing.hear(view, verdict);
    }

    /** @param {View} view @param {Verdict} verdict */
    async #shown(view, verdict) {
        if (!this.#note(view, verdict)) return;
        // What chance brings is told when it has been seen.
        const drawn = view.last?.mover === CHANCE;
        if (verdict !== "old" && !drawn) this.#telling.account(view, verdict);
        if (this.past.ply === null) {
            this.history.at(view.ply);
            await this.#picture(view, verdict);
        }
        if (verdict !== "old" && drawn) this.#telling.account(view, verdict);
        this.#seen(view);
    }

    /**
     * Write down beside the board what happened; whether it is to be shown at all.
     *
     * @param {View} view
     * @param {Verdict} verdict
     */
    #note(view, verdict) {
        this.past.forget();
        if (view.history) this.history.write(view.history, this.live.table);
        else if (verdict === "gap") void this.live.refresh();
        else this.history.add(view, this.live.table);
        this.cover.update();
        if (view.number < this.live.view.number && this.#pace.skips) return false;
        this.#seats.show(view, this.live.table);
        this.actions.show();
        this.#titled();
        return true;
    }

    /** @param {View} view which is on the board now */
    #seen(view) {
        if (view.over && view.number > Number(this.#page.dataset.number)) this.#result.show(view, this.live.table);
        this.#page.dataset.number = String(view.number);
        this.beside.follow();
    }

    /** Nobody has to be called who plays alone, or at any moment. */
    #titled() {
        this.#telling.title(this.live.turn && !this.live.race && this.live.table.seats.length > 1);
    }

    /** @param {View} view @param {Verdict} verdict */
    async #picture(view, verdict) {
        const { picture, moves } = this.showing.of(view);
        if (verdict === "old" && this.board.holds(picture, moves)) return;
        const ours = verdict === "ours";
        const moved = verdict === "next" || verdict === "overtaken" || (ours && !this.#ahead);
        await this.showing.news(view, moved, !ours, this.#pace.of(view));
    }

    /** The one whose turn it is has the screen, or nobody. */
    #uncovered() {
        void this.past.look(null);
        void this.#line.add(() => this.showing.still(this.live.view));
        this.board.keys.focus("");
    }

    /** @param {Table} table */
    #tableNews(table) {
        const before = this.live.table;
        this.live.table = table;
        this.cover.update();
        this.#telling.news(before, table);
        this.#titled();
        this.#seats.show(this.live.view, table);
        this.actions.show();
        if (table.status !== before.status) void this.live.refresh();
    }

    /**
     * @param {string} said
     * @param {string} text of the move that does not stand
     */
    #refused(said, text) {
        const { view } = this.live;
        if (this.live.race) this.racing.refused(text);
        else void this.#line.add(() => this.showing.still(view));
        this.#seats.show(view, this.live.table);
        this.#telling.tell(said, true);
    }

    // --- looking back

    /** @param {View} view */
    #showPast(view) {
        this.showing.step(view);
        this.#seats.scores(view.scores, view.last?.gains ?? []);
        this.#telling.write(view.last?.said || view.status);
    }

    #showNow() {
        const { view, table } = this.live;
        this.showing.step(view);
        this.#seats.show(view, table);
        this.#telling.write(view.status);
    }
}

new TablePage().start();
