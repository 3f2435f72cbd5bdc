/**
 * The page of a live match. Connects what the server sends, what the player does and what is shown.
 *
 * @typedef {import("./types.js").MatchView} MatchView
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {import("./types.js").MoveView} MoveView
 * @typedef {import("./types.js").PreviewedMove} PreviewedMove
 * @typedef {import("./stage.js").Transition} Transition
 * @typedef {import("./updates.js").UpdateKind} UpdateKind
 */
import { Actions } from "./actions.js";
import { Announcer } from "./announcer.js";
import { motionAllowed } from "./appearance.js";
import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { ContextHelp } from "./contextHelp.js";
import { optional, pageData, required } from "./dom.js";
import { MoveHistory } from "./history.js";
import { LiveMatch } from "./liveMatch.js";
import { MatchDisplay } from "./matchDisplay.js";
import "./nonce.js";
import { Pacing } from "./pacing.js";
import { moveFromText } from "./picks.js";
import { PreviewPanel } from "./previewPanel.js";
import { RaceKeys } from "./raceKeys.js";
import { Racing } from "./racing.js";
import { getJson } from "./requests.js";
import { ResultDialog } from "./resultDialog.js";
import { SeatList, seatsChanged } from "./seatList.js";
import "./settings.js";
import { addShortcutsToHelp } from "./shortcuts.js";
import { SidePanel } from "./sidePanel.js";
import { sound } from "./sound.js";
import { Stream } from "./stream.js";
import { TimeTravel } from "./timeTravel.js";
import { TurnCover } from "./turnCover.js";
import { CHANCE, TaskQueue } from "./updates.js";

class TablePage {
    #page = required("#table");
    #announcer = new Announcer();
    #queue = new TaskQueue();
    #pacing = new Pacing(this.#queue);
    #seats = new SeatList(required("#seats"));
    #result = new ResultDialog();
    /** Whether the pending move was shown when it was made. */
    #shownEarly = false;

    #base = this.#page.dataset.base ?? "";

    constructor() {
        this.live = this.#createMatch();
        this.connection = new Connection(this.#page, this.live, this.#announcer);
        this.board = this.#createBoard();
        this.#previewPanel = new PreviewPanel(required("#preview"), (move) => this.board.play(move));
        this.cover = new TurnCover(this.#page, this.live, () => this.#coverLifted());
        const goTo = (/** @type {number | null} */ ply) => void this.timeTravel.goTo(ply);
        this.history = new MoveHistory(required("#history"), optional("#steps"), goTo);
        this.timeTravel = this.#createTimeTravel();
        this.display = new MatchDisplay(this);
        this.racing = new Racing(this, (view) => this.#viewShown(view));
        this.actions = this.#createActions();
        this.stream = this.#createStream();
        this.raceKeys = new RaceKeys(this);
        this.sidePanel = new SidePanel(this.#page, this.live, (words) => this.#announcer.announce(words));
        new ContextHelp(this.#page, this.#announcer);
    }

    #previewPanel;

    /** @returns {LiveMatch} */
    #createMatch() {
        return new LiveMatch(this.#base, pageData("view-data"), pageData("table-data"), {
            updated: (view, updateKind) => this.#viewReceived(view, updateKind),
            refused: (words, text) => this.#moveRefused(words, text),
            connectionTrouble: (words) => this.connection.reportTrouble(words),
        });
    }

    /** @returns {Board} */
    #createBoard() {
        const query = (/** @type {string[]} */ picks) => new URLSearchParams(picks.map((name) => ["picks", name]));
        return new Board(required("#picture"), {
            preview: (picks) => getJson(`${this.#base}/preview?${query(picks)}`),
            play: (move, preview, transition) => this.#submitMove(move, preview, transition),
            changed: (board) => this.#showOffers(board),
            sound,
            panel: optional("#preview"),
            primary: true,
            offerAt: (number) => this.#previewPanel.offerAt(number),
        });
    }

    /** @returns {TimeTravel} */
    #createTimeTravel() {
        return new TimeTravel(this.#base, required("#board"), {
            show: (view) => this.#showPast(view),
            back: () => this.#showNow(),
            trouble: (words) => this.#announcer.announce(words, true),
        });
    }

    /** @returns {Actions} */
    #createActions() {
        const needUncovered = ["moves", "hint"];
        return new Actions(this.#page, this.live, {
            typedMove: (text) => this.#moveTyped(text),
            hint: (hint) => this.#showHint(hint),
            announce: (words) => this.#announcer.announce(words),
            refusal: (name) => (this.cover.isCovering && needUncovered.includes(name) ? "Show your cards first." : ""),
        });
    }

    /** @returns {Stream} */
    #createStream() {
        return new Stream(`${this.#base}/stream`, {
            after: () => this.live.view.number,
            view: (view) => this.live.receive(view),
            table: (table) => this.#tableReceived(table),
            connected: (connected) => this.connection.setConnected(connected),
            woken: () => void this.live.refresh(),
        });
    }

    start() {
        const { view, table } = this.live;
        this.history.replaceAll(view.history ?? [], table);
        this.display.begin();
        const requestedPly = new URLSearchParams(window.location.search).get("ply");
        if (requestedPly !== null && view.ply < (view.history?.at(-1)?.ply ?? 0)) this.timeTravel.ply = view.ply;
        const { picture, moves } = this.display.visiblePart(view);
        if (this.timeTravel.ply === null) this.board.adoptPicture(picture, moves);
        else void this.live.refresh();
        this.raceKeys.show();
        this.history.markCurrent(this.timeTravel.ply ?? view.ply);
        this.#updateTitle();
        this.actions.update();
        this.stream.open();
        addShortcutsToHelp(required("#help"), () => this.board.svg);
        this.#resendMove();
        this.#page.dataset.number = String(view.number);
        document.documentElement.dataset.ready = String(Math.round(performance.now()));
    }

    #resendMove() {
        const text = this.live.resendUnsent();
        const move = text && moveFromText(this.live.view.moves, text);
        if (move) void this.display.showStill(this.live.view);
    }

    // --- what the player does

    /** @param {Board} board */
    #showOffers(board) {
        if (this.live.mayMove) this.#previewPanel.show(board, this.live.view.to_move ?? 0);
        else this.#previewPanel.clear();
    }

    /**
     * A move is complete: show it at once, then send it.
     *
     * @param {MoveView} move
     * @param {PreviewedMove | null} preview
     * @param {Transition} transition
     */
    #submitMove(move, preview, transition) {
        if (!this.live.mayMove) return;
        if (this.live.isRace) {
            this.racing.play(move, transition);
            return;
        }
        const { scores } = this.live.view;
        this.live.play(move.text);
        sound(preview?.motions.length ? "slide" : "place");
        this.#showOffers(this.board);
        this.#shownEarly = preview !== null;
        if (!preview) {
            this.board.moves = [];
            this.board.render();
            this.#announcer.announce(`Playing ${move.text}`);
            return;
        }
        void this.#queue.add(() => this.board.show(preview.after, [], { ...transition, animated: motionAllowed() }));
        this.#seats.showScores(scores.map((score, seat) => score + (preview.gains[seat] ?? 0)), preview.gains);
        this.#announcer.announce(preview.said);
    }

    /** @param {string} text */
    #moveTyped(text) {
        void this.timeTravel.goTo(null);
        const move = moveFromText(this.display.visiblePart(this.live.view).moves, text);
        const reason = this.live.view.over ? "The match is over." : "It is not your turn.";
        if (!this.live.mayMove) this.#announcer.announce(reason);
        else if (move) void this.board.fetchPreview(move.picks).catch(() => {}).then(() => this.board.play(move));
        else this.live.play(text);
    }

    /** @param {import("./types.js").HintView} hint */
    #showHint(hint) {
        void this.timeTravel.goTo(null);
        this.board.showHint(hint.picks);
        this.#announcer.announce([hint.said, hint.note].filter(Boolean).join(" "));
    }

    // --- what the server sends

    /** @param {MatchView} view @param {UpdateKind} updateKind */
    #viewReceived(view, updateKind) {
        if (this.live.isRace) this.#raceViewReceived(view, updateKind);
        else void this.#queue.add(() => this.#showView(view, updateKind));
    }

    /**
     * In a race, updates are announced and shown as they come.
     *
     * @param {MatchView} view
     * @param {UpdateKind} updateKind
     */
    #raceViewReceived(view, updateKind) {
        this.#updateSurroundings(view, updateKind);
        if (updateKind !== "old" && view.last?.mover !== CHANCE) this.#announcer.announceUpdate(view, updateKind);
        if (this.timeTravel.ply === null) this.history.markCurrent(view.ply);
        this.racing.receive(view, updateKind);
    }

    /** @param {MatchView} view @param {UpdateKind} updateKind */
    async #showView(view, updateKind) {
        if (!this.#updateSurroundings(view, updateKind)) return;
        // What chance brings is announced after it has been shown.
        const drawn = view.last?.mover === CHANCE;
        if (updateKind !== "old" && !drawn) this.#announcer.announceUpdate(view, updateKind);
        if (this.timeTravel.ply === null) {
            this.history.markCurrent(view.ply);
            await this.#showPicture(view, updateKind);
        }
        if (updateKind !== "old" && drawn) this.#announcer.announceUpdate(view, updateKind);
        this.#viewShown(view);
    }

    /**
     * Update everything around the board. Returns whether the board is to show this view.
     *
     * @param {MatchView} view
     * @param {UpdateKind} updateKind
     */
    #updateSurroundings(view, updateKind) {
        this.timeTravel.forget();
        if (view.history) this.history.replaceAll(view.history, this.live.table);
        else if (updateKind === "gap") void this.live.refresh();
        else this.history.addUpdate(view, this.live.table);
        this.cover.update();
        if (view.number < this.live.view.number && this.#pacing.skipsSteps) return false;
        this.#seats.show(view, this.live.table);
        this.actions.update();
        this.#updateTitle();
        return true;
    }

    /** @param {MatchView} view the view now on the board */
    #viewShown(view) {
        if (view.over && view.number > Number(this.#page.dataset.number)) this.#result.show(view, this.live.table);
        this.#page.dataset.number = String(view.number);
        this.sidePanel.update();
    }

    /** The title calls players to their turn, except in a race or alone. */
    #updateTitle() {
        this.#announcer.showTitle(this.live.mayMove && !this.live.isRace && this.live.table.seats.length > 1);
    }

    /** @param {MatchView} view @param {UpdateKind} updateKind */
    async #showPicture(view, updateKind) {
        const { picture, moves } = this.display.visiblePart(view);
        if (updateKind === "old" && this.board.isShowing(picture, moves)) return;
        const ours = updateKind === "ours";
        const moved = updateKind === "next" || updateKind === "overtaken" || (ours && !this.#shownEarly);
        await this.display.showUpdate(view, moved, !ours, this.#pacing.paceOf(view));
    }

    /** The board is covered or uncovered: show what may be seen now. */
    #coverLifted() {
        void this.timeTravel.goTo(null);
        void this.#queue.add(() => this.display.showStill(this.live.view));
        this.board.keys.focus("");
    }

    /** @param {TableView} table */
    #tableReceived(table) {
        const before = this.live.table;
        if (seatsChanged(before, table)) {
            window.location.reload();
            return;
        }
        this.live.table = table;
        this.cover.update();
        this.#announcer.announceTable(before, table);
        this.#updateTitle();
        this.#seats.show(this.live.view, table);
        this.actions.update();
        if (table.status !== before.status) void this.live.refresh();
    }

    /**
     * @param {string} words
     * @param {string} text of the refused move
     */
    #moveRefused(words, text) {
        const { view } = this.live;
        if (this.live.isRace) this.racing.refused(text);
        else void this.#queue.add(() => this.display.showStill(view));
        this.#seats.show(view, this.live.table);
        this.#announcer.announce(words, true);
    }

    // --- earlier positions

    /** @param {MatchView} view */
    #showPast(view) {
        this.display.showStep(view);
        this.#seats.showScores(view.scores, view.last?.gains ?? []);
        this.#announcer.showStatus(view.last?.said || view.status);
    }

    #showNow() {
        const { view, table } = this.live;
        this.display.showStep(view);
        this.#seats.show(view, table);
        this.#announcer.showStatus(view.status);
    }
}

new TablePage().start();
