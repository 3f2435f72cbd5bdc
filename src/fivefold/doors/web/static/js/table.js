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
import { Board } from "./board.js";
import { Clocks } from "./clock.js";
import "./coach.js";
import { Connection } from "./connection.js";
import { ContextHelp } from "./contextHelp.js";
import "./doubleMatch.js";
import { optional, pageData, required } from "./dom.js";
import { MovesDrawer } from "./drawers.js";
import { MoveHistory } from "./history.js";
import "./learnOffer.js";
import { LiveMatch } from "./liveMatch.js";
import { MatchDisplay } from "./matchDisplay.js";
import { showNews } from "./news.js";
import "./nonce.js";
import { moveFromText } from "./picks.js";
import { Presence } from "./presence.js";
import { Presentation } from "./presentation.js";
import { PreviewPanel } from "./previewPanel.js";
import { Refusals } from "./refusals.js";
import { ScoreCard } from "./scoreCard.js";
import { nameOwners, SeatList, seatsChanged } from "./seatList.js";
import "./settings.js";
import { addShortcutsToHelp } from "./shortcuts.js";
import { Skipping } from "./skipping.js";
import { sound } from "./sound.js";
import { SpokenBoard } from "./spokenBoard.js";
import { Stream } from "./stream.js";
import { TimeTravel } from "./timeTravel.js";
import { TurnCover } from "./turnCover.js";

class TablePage {
    page = required("#table");
    announcer = new Announcer();
    seats = new SeatList(required("#seats"));
    /** @type {import("./answersHere.js").AnswersHere | undefined} where the others are people */
    answers;
    /** @type {import("./chat.js").Chat | undefined} where there is somebody to talk to */
    chat;
    /** @type {import("./sidePanel.js").SidePanel | undefined} */
    sidePanel;
    /** @type {import("./resultCard.js").ResultCard | undefined} once there is a result */
    #result;

    /** @type {import("./otherBoard.js").OtherBoard | undefined} in a duplicate */
    #otherBoard;

    #base = this.page.dataset.base ?? "";
    /** Whether the match was over when the page came. */
    #cameOver;

    /** @param {typeof import("./racing.js") | null} race what only a race needs */
    constructor(race) {
        this.live = this.#createMatch();
        this.#cameOver = this.live.view.over;
        this.connection = new Connection(this.page, this.live, this.announcer);
        this.board = this.#createBoard();
        this.#previewPanel = new PreviewPanel(required("#preview"), (move) => this.board.play(move));
        this.cover = new TurnCover(this.page, this.live, () => this.#coverLifted());
        const goTo = (/** @type {number | null} */ ply) => void this.timeTravel.goTo(ply);
        this.history = new MoveHistory(required("#history"), optional("#steps"), goTo);
        this.timeTravel = this.#createTimeTravel();
        this.display = new MatchDisplay(this);
        this.racing = race && new race.Racing(this, (view) => this.presentation.raceShown(view));
        this.actions = this.#createActions();
        this.presence = new Presence(this);
        this.clocks = new Clocks(this);
        this.stream = this.#createStream();
        this.presentation = new Presentation(this, (view) => this.#allShown(view));
        this.refusals = new Refusals(this);
        this.skipping = new Skipping(this.presentation);
        this.spoken = new SpokenBoard(this);
        this.scoreCard = new ScoreCard(this.#base);
        this.page.addEventListener("showbetter", (event) => void this.#showBetter(event));
        this.board.stage.redrawListeners.push(() => this.#nameOwners());
        new MovesDrawer();
        new ContextHelp(this.page, this.announcer, () => this.timeTravel.ply);
    }

    #previewPanel;

    /** @returns {LiveMatch} */
    #createMatch() {
        return new LiveMatch(this.#base, viewOfPage(), pageData("table-data"), {
            updated: (view, updateKind) => this.#viewReceived(view, updateKind),
            refused: (words, text) => this.#moveRefused(words, text),
            connectionTrouble: (words) => this.connection.reportTrouble(words),
        });
    }

    /** @returns {Board} */
    #createBoard() {
        return new Board(required("#picture"), {
            preview: async (picks) => {
                const preview = await this.live.preview(picks);
                return this.answers?.previewed(preview) ?? preview;
            },
            play: (move, preview, transition) => this.#submitMove(move, preview, transition),
            changed: (board) => this.#showOffers(board),
            reached: (name) => this.spoken.reached(name),
            looked: (board, move) => this.#previewPanel.describe(board, move),
            refused: (picks, name) => this.skipping.metUnseen || void this.refusals.tell(picks, name),
            mayPlay: () => !this.skipping.metUnseen,
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
            trouble: (words) => this.announcer.announce(words, true),
        });
    }

    /** @returns {Actions} */
    #createActions() {
        const needUncovered = ["moves", "hint"];
        return new Actions(this.page, this.live, {
            typedMove: (text) => this.#moveTyped(text),
            hint: (hint) => this.#showHint(hint),
            announce: (words) => this.announcer.announce(words),
            updated: (view, table) => this.racing?.start.update(view, table),
            refusal: (name) => (this.cover.isCovering && needUncovered.includes(name) ? "Show your cards first." : ""),
        });
    }

    /** @returns {Stream} */
    #createStream() {
        return new Stream(`${this.#base}/stream`, {
            latest: () => this.live.view,
            view: (sent) => this.live.read(sent, (view) => this.live.receive(view)),
            table: (table) => this.#tableReceived(table),
            tab: () => ({ ...this.presence.tab, ...this.chat?.query }),
            beside: {
                presence: (view) => this.presence.show(view),
                chat: async (news) => (await this.#startChat()).receive(news),
                news: (news) => showNews(news),
            },
            connected: (connected) => this.connection.setConnected(connected),
            woken: () => void this.live.refresh(),
        });
    }

    /** Fetch what only some tables need, before this one is ready. */
    async fetchParts() {
        const { over } = this.live.view;
        await Promise.all([
            over && this.#fetchResult(),
            (over || optional('[data-beside="expert"], #why')) && this.#fetchSidePanel(),
            optional("#answers-here") && this.#fetchAnswers(),
            optional(".other-board") && this.#fetchOtherBoard(),
            optional("#open-chat:not([hidden])") && this.#startChat(),
            optional("#search:not([hidden])") && (await import("./foundSomebody.js")),
        ]);
        const fetchShare = async () => void (await import("./shareMenu.js"));
        optional("#share")?.addEventListener("beforetoggle", fetchShare, { once: true });
    }

    async #fetchResult() {
        const { ResultCard } = await import("./resultCard.js");
        return (this.#result ??= new ResultCard(this.page, this.#base, (words) => this.announcer.announce(words)));
    }

    async #fetchSidePanel() {
        const { SidePanel } = await import("./sidePanel.js");
        this.sidePanel ??= new SidePanel(this.page, this.live, this.announcer, () => this.#lastReply());
    }

    async #fetchAnswers() {
        const { AnswersHere } = await import("./answersHere.js");
        this.answers = new AnswersHere(this);
    }

    async #fetchOtherBoard() {
        const { OtherBoard } = await import("./otherBoard.js");
        this.#otherBoard = new OtherBoard(this.page, this.live, this.board);
    }

    async #startChat() {
        const { Chat } = await import("./chat.js");
        return (this.chat ??= new Chat(this.#base));
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
        this.#nameOwners();
        this.racing?.keys.show();
        this.history.markCurrent(this.timeTravel.ply ?? view.ply);
        this.presentation.updateTitle();
        this.actions.update(view, table);
        this.sidePanel?.update();
        this.#otherBoard?.lightHeld();
        this.stream.open();
        addShortcutsToHelp(required("#help"), () => this.board.svg);
        this.#resendMove();
        this.page.dataset.number = String(view.number);
        document.documentElement.dataset.ready = String(Math.round(performance.now()));
    }

    /** Say on the picture who is who: who plays which seat of a race may be drawn only when it begins. */
    #nameOwners() {
        const { view, table } = this.live;
        required("#picture").dataset.home = view.yours.length === 1 ? String(view.yours[0]) : "";
        nameOwners(this.board.svg, view, table);
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
        this.scoreCard.light(board.picks.length ? board.previewedMoves : []);
        this.spoken.picksChanged(this.#previewPanel.words);
    }

    /**
     * A move is complete: show it at once, then send it.
     *
     * @param {MoveView} move
     * @param {PreviewedMove | null} preview
     * @param {Transition} transition
     */
    #submitMove(move, preview, transition) {
        if (!this.live.mayMove) return this.answers?.take(move);
        if (this.racing) {
            this.racing.play(move, transition);
            return;
        }
        this.live.play(move.text);
        this.#showOffers(this.board);
        this.presentation.showOwnMove(move.text, preview, transition);
    }

    /** @param {string} text */
    #moveTyped(text) {
        void this.timeTravel.goTo(null);
        const move = moveFromText(this.display.visiblePart(this.live.view).moves, text);
        const reason = this.live.view.over ? "The match is over." : "It is not your turn.";
        if (!this.live.mayMove) this.announcer.announce(reason);
        else if (move) void this.board.fetchPreview(move.picks).catch(() => {}).then(() => this.board.play(move));
        else this.live.play(text);
    }

    /** @param {import("./types.js").HintView} hint */
    #showHint(hint) {
        void this.timeTravel.goTo(null);
        this.board.showHint(hint.picks);
        this.announcer.announce([hint.said, hint.note].filter(Boolean).join(" "));
    }

    /** @param {Event} event */
    async #showBetter(event) {
        if (!(event instanceof CustomEvent)) return;
        await this.timeTravel.goTo(event.detail.ply);
        this.board.showHint(event.detail.picks);
    }

    /** The position in which a computer moved last; null if none did. */
    #lastReply() {
        const computers = this.live.table.seats.filter((seat) => seat.kind === "computer");
        return this.history.lastChoice(computers.map((seat) => seat.seat));
    }

    // --- what the server sends

    /** @param {MatchView} view @param {UpdateKind} updateKind */
    #viewReceived(view, updateKind) {
        this.timeTravel.forget();
        this.clocks.receive(view);
        if (updateKind === "gap" && !view.history) void this.live.refresh();
        if (this.racing) this.presentation.receiveInRace(view, updateKind);
        else this.presentation.receive(view, updateKind);
    }

    /** The board is covered or uncovered: show what may be seen now. */
    #coverLifted() {
        void this.timeTravel.goTo(null);
        this.presentation.showStill();
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
        this.presentation.receiveTable(table);
        this.#result?.tableChanged(before, table);
        if (table.status !== before.status) void this.live.refresh();
    }

    /**
     * @param {string} words
     * @param {string} text of the refused move
     */
    #moveRefused(words, text) {
        if (this.racing) this.racing.refused(text);
        else this.presentation.showStill();
        this.announcer.announce(words, true);
    }

    /**
     * Everything has been shown, and held long enough to be read.
     *
     * @param {MatchView} view
     */
    #allShown(view) {
        if (view.over && !this.#cameOver) void this.#showResult(view);
        this.page.dispatchEvent(new CustomEvent("allshown", { detail: view }));
    }

    /** @param {MatchView} view */
    async #showResult(view) {
        void this.#fetchSidePanel();
        await (await this.#fetchResult()).show(view);
    }

    // --- earlier positions

    /** @param {MatchView} view */
    #showPast(view) {
        this.presentation.flush();
        this.display.showStep(view);
        this.seats.showScores(view.standings ?? view.scores, view.last?.gains ?? []);
        this.announcer.showStatus(view.last?.said || view.status);
    }

    #showNow() {
        this.presentation.flush();
        const { view, table } = this.live;
        this.display.showStep(view);
        this.seats.show(view, table);
        this.announcer.showStatus(view.status);
    }
}

/**
 * The view that came with the page: its drawing is on the board, and as text the same as the house has it.
 *
 * @returns {MatchView}
 */
function viewOfPage() {
    const view = pageData("view-data");
    const drawing = required("#picture").firstElementChild;
    const text = drawing ? new XMLSerializer().serializeToString(drawing).replaceAll("'", "&#x27;") : "";
    return view.picture ? { ...view, cover: text } : { ...view, picture: text };
}

async function begin() {
    const race = optional("#table.race") && (await import("./racing.js"));
    const page = new TablePage(race);
    await page.fetchParts();
    page.start();
}

void begin();
