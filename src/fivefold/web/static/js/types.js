/**
 * What the server sends, as types for the checker; no code.
 *
 * @typedef {{text: string, picks: string[], seat?: number}} Move
 *     a legal move, spelled as picks of things on the picture; where anyone may move, with the seat whose it is
 * @typedef {Object<string, string>} Marks
 *     class names to add, by the name of the thing
 * @typedef {[string, string]} Motion
 *     ids of an element before and after: what stood there now stands here
 *
 * @typedef {Object} Last
 * @property {number} number
 * @property {number} since number of the first entry it tells of: a run of chance is one piece of news
 * @property {number} ply
 * @property {string} kind
 * @property {number} mover
 * @property {string} who
 * @property {string} text
 * @property {string} said
 * @property {number[]} gains
 * @property {Marks} marks
 * @property {Motion[]} motions
 *
 * @typedef {{ply: number, mover: number, text: string, gains: number[], said: string}} HistoryLine
 * @typedef {{winner: number|null, returns: number[], reason: string, said: string}} Outcome
 *
 * @typedef {Object} View
 * @property {string} match
 * @property {string} game
 * @property {number} number entries in the log that this view knows
 * @property {number} ply
 * @property {boolean} over
 * @property {number|null} to_move
 * @property {boolean} [anyone] whether any seat may move, first come first served
 * @property {number} viewer
 * @property {number[]} yours
 * @property {boolean} turn
 * @property {string} picture
 * @property {string|null} [cover] the picture without what is hidden, where several sit at one screen
 * @property {string} status
 * @property {number[]} scores
 * @property {Move[]} moves
 * @property {Last|null} last
 * @property {HistoryLine[]} [history]
 * @property {Chance} [chance]
 * @property {Outcome|null} outcome
 * @property {Object<string, true|string>} can
 *
 * @typedef {Object} TableSeat
 * @property {number} seat
 * @property {string} seat_name
 * @property {string} name
 * @property {string} kind
 * @property {number|null} level
 * @property {string|null} portrait
 * @property {boolean} yours
 * @property {string} style
 *
 * @typedef {{kind: string, public: string, nonces: {seat: number, nonce: string}[], dealt: boolean}} Chance
 *     of a fair match what it promised of its seed, and the players' own numbers
 *
 * @typedef {Object} Table
 * @property {string} match
 * @property {string} status
 * @property {TableSeat[]} seats
 * @property {number|null} asking
 * @property {string|null} rematch
 * @property {string|null} second
 * @property {string|null} double_of
 * @property {number[]|null} totals
 * @property {number|null} thinking
 * @property {string} note
 * @property {Chance} chance where chance comes from
 * @property {boolean} [race] whether the seats race each other
 * @property {boolean} [companion] whether an expert plays the same cards for this visitor
 * @property {boolean} [replayed] whether these cards were played before by this visitor
 *
 * @typedef {Object} PreviewedMove a move that continues the picks, with its consequences
 * @property {string} text
 * @property {string[]} picks
 * @property {number} [seat]
 * @property {string} explain
 * @property {string} said
 * @property {number[]} gains
 * @property {Marks} marks
 * @property {Motion[]} motions
 * @property {string} after
 *
 * @typedef {{picture: string, marks: Marks, moves: PreviewedMove[]}} Preview
 *
 * @typedef {{text: string, picks: string[], said: string, values?: number[], line?: string[], note?: string,
 *     marks: Marks}} Hint
 *
 * @typedef {Object} Estimate
 * @property {number} ply
 * @property {string} text the best move
 * @property {string} explain
 * @property {number[]} values
 * @property {number[]} points
 * @property {string[]} line
 * @property {string} played
 * @property {number} loss
 *
 * @typedef {Object} Beside what the expert has made of the same cards, as far as they are known
 * @property {string} picture
 * @property {number} score
 * @property {number} cards
 * @property {boolean} over
 * @property {boolean} thinking
 *
 * @typedef {{seat: number, picture: string, points: number, yours: number, share: number|null, seconds: number}} Arranged
 *     the best that could have been made of the cards a seat had
 */
export {};
