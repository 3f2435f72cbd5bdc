/**
 * What the house sends, as types for the checker; no code. Made by `python -m fivefold.doors.web.script_types`.
 *
 * @typedef {Object<string, string>} Marks CSS class names to add, by the name of the thing on the picture.
 *
 * @typedef {[string, string]} Motion Ids of an element before and after: what stood at the first now stands at the second.
 *
 * @typedef {true|string} Availability Whether something can be done: true, or a sentence that says why not.
 *
 * @typedef {[number, number]|string} Edit A part of a drawing, made of an earlier one that is cut before each tag: from which piece on so many are kept, or new text.
 *
 * @typedef {Object} MoveView A legal move.
 * @property {string} text
 * @property {string[]} picks The picks of things on the picture that spell it.
 * @property {number} [seat] Whose move it is, where anyone may move.
 *
 * @typedef {Object} PartView A part of a line in the list of moves: something drawn small, or words.
 * @property {string} kind `card`, `die`, `place` or `words`.
 * @property {string} code Which card, `7h`; which face; which place; empty for words.
 * @property {string} words What it is called, or the words.
 *
 * @typedef {Object} LastView What led to the position: a move, a run of chance as one event, or something that is no move.
 * @property {number} number Of its last entry in the log.
 * @property {number} since Of its first entry in the log.
 * @property {number} ply
 * @property {string} kind `move`, `undo`, or how the match was ended.
 * @property {number} mover A seat, or below 0 for chance and the table.
 * @property {string} who The mover's name; empty for chance and the table.
 * @property {string} text
 * @property {string} said What happened, in a sentence.
 * @property {number[]} gains What each seat's points changed by.
 * @property {boolean} begins As in `LineView`.
 * @property {PartView[]} parts
 * @property {Marks} marks
 * @property {Motion[]} motions
 * @property {string} feat What about it deserves a moment of celebration, in a few words; empty as a rule.
 *
 * @typedef {Object} LineView One event in the list of moves.
 * @property {number} ply How many plies there were after it.
 * @property {number} mover
 * @property {string} text
 * @property {number[]} gains
 * @property {string} said
 * @property {boolean} begins Whether a line of the list begins with it; otherwise it belongs to the one before: a card drawn after a move, the move that follows a roll.
 * @property {PartView[]} parts What it is in pictures and words; none where it only leads to the next.
 *
 * @typedef {Object} OutcomeView How the match ended.
 * @property {number|null} winner
 * @property {number[]} returns For each seat 1 for a win, 0 for a loss; draws share.
 * @property {string} reason
 * @property {string} said Who won, and why, in a sentence.
 *
 * @typedef {Object} NonceView A player's own number, mixed into the draws.
 * @property {number} seat
 * @property {string} nonce
 *
 * @typedef {Object} ChanceView Where chance comes from: what a fair match promised of its seed, and the players' own numbers.
 * @property {string} kind `fair`, `seeded` or `scripted`.
 * @property {string} public
 * @property {NonceView[]} nonces
 * @property {boolean} dealt
 *
 * @typedef {Object} SeatClockView What a seat's clock said after the last entry; all times are milliseconds.
 * @property {number} left
 * @property {number} used
 * @property {number} handicap The part of the time this seat has, in per cent.
 * @property {number} moves How many it has made.
 * @property {number} low It is low once it says so much.
 *
 * @typedef {Object} ClockView The clocks of a match; moments are milliseconds since 1970 by the house's clock, see `GET /time`.
 * @property {string} control How long everybody may think, `5m+3s`.
 * @property {string} words The same in words, a clause.
 * @property {string} short The same for a narrow place: `5+3`.
 * @property {boolean} slow Whether it is counted in days.
 * @property {boolean} whole Whether one clock counts for all, the first of `seats`.
 * @property {SeatClockView[]} seats
 * @property {number} at When the last entry was made.
 * @property {number|null} running Whose clock runs.
 * @property {number} since From when it runs; while the match is paused, when it goes on by itself.
 * @property {number} free How much of this move doesn't count yet.
 * @property {boolean} paused
 * @property {number|null} runs_out When the running clock comes to nothing.
 * @property {number|null} first_move By when the seat to move has to make its first move, or the match is cancelled; in game 2 of a double, lost.
 * @property {[number, number][]} stops When the running clock stands still: from and until.
 * @property {number|null} out Whose time ran out.
 * @property {number} given_back What the network took of the last move's time, and was not counted.
 * @property {number} delay How long after the players those see all this who watch.
 *
 * @typedef {Object} SharedView The part of a view that all share who look at a match the same way.
 * @property {string} version Different where any field of this part is.
 * @property {string} match
 * @property {string} game
 * @property {number} number Entries in the log that this view knows.
 * @property {number} ply
 * @property {boolean} over Whether the match is over; in a view of an earlier entry, whether it was.
 * @property {number|null} to_move The seat to move.
 * @property {boolean} anyone Whether any seat may move, first come first served.
 * @property {number} viewer The seat whose position this is, or below 0 for a spectator's.
 * @property {string} picture
 * @property {[number, number]} size The picture's width and height, in the units it is drawn in.
 * @property {string|null} cover The picture without what is hidden, where several sit at one screen.
 * @property {string} status Whose turn it is and who leads, or how it ended, in a sentence.
 * @property {number[]} scores
 * @property {number[]|null} standings The number to show beside each player where points do not decide.
 * @property {string[]} says What the computer of each seat says just now; empty as a rule.
 * @property {MoveView[]} moves
 * @property {LastView|null} last
 * @property {OutcomeView|null} outcome
 * @property {ClockView|null} clock The clocks; null where there are none, and in a view of an earlier entry.
 *
 * @typedef {Object} OwnView The part of a view that is one person's alone.
 * @property {number[]} yours The person's seats.
 * @property {boolean} turn Whether the person may move now.
 * @property {MoveView|null} held The person's move here that waits for the one on the other board of a duplicate.
 * @property {Object<string, Availability>} can What can be done besides moving, by its name.
 *
 * @typedef {Object} MatchView A match as a person sees it, now or at an earlier ply.
 * @property {string} version Different where any field of this part is.
 * @property {string} match
 * @property {string} game
 * @property {number} number Entries in the log that this view knows.
 * @property {number} ply
 * @property {boolean} over Whether the match is over; in a view of an earlier entry, whether it was.
 * @property {number|null} to_move The seat to move.
 * @property {boolean} anyone Whether any seat may move, first come first served.
 * @property {number} viewer The seat whose position this is, or below 0 for a spectator's.
 * @property {string} picture
 * @property {[number, number]} size The picture's width and height, in the units it is drawn in.
 * @property {string|null} cover The picture without what is hidden, where several sit at one screen.
 * @property {string} status Whose turn it is and who leads, or how it ended, in a sentence.
 * @property {number[]} scores
 * @property {number[]|null} standings The number to show beside each player where points do not decide.
 * @property {string[]} says What the computer of each seat says just now; empty as a rule.
 * @property {MoveView[]} moves
 * @property {LastView|null} last
 * @property {OutcomeView|null} outcome
 * @property {ClockView|null} clock The clocks; null where there are none, and in a view of an earlier entry.
 * @property {number[]} yours The person's seats.
 * @property {boolean} turn Whether the person may move now.
 * @property {MoveView|null} held The person's move here that waits for the one on the other board of a duplicate.
 * @property {Object<string, Availability>} can What can be done besides moving, by its name.
 * @property {LineView[]} [history]
 * @property {ChanceView} [chance]
 *
 * @typedef {Object} ChangeView What has changed in a match since an earlier view of it that the same person has.
 * @property {number[]} yours The person's seats.
 * @property {boolean} turn Whether the person may move now.
 * @property {MoveView|null} held The person's move here that waits for the one on the other board of a duplicate.
 * @property {Object<string, Availability>} can What can be done besides moving, by its name.
 * @property {string} since The version of that view.
 * @property {number} check The checksum (CRC-32) of the drawings that come of it: `picture`, then `cover` where there is one.
 * @property {Object<string, Edit[]>} drawn How to make the drawings that differ, by their names.
 * @property {Object<string, object>} changed All other fields that differ, whole.
 *
 * @typedef {Object} SeatView A seat and who sits there.
 * @property {number} seat
 * @property {string} seat_name What the game calls the seat: a colour.
 * @property {string} name Who sits there; empty for an open seat.
 * @property {string} kind `person`, `computer` or `open`.
 * @property {number|null} level Of a computer opponent, 1 to 7, or its strength in Elo.
 * @property {string|null} portrait The address of its picture.
 * @property {boolean} yours
 * @property {string} style How a computer opponent plays, in a sentence.
 * @property {boolean} bot Whether a program plays for this account.
 * @property {string} left `resigned` or `out of time` for one who has left, in a match that ends or with others who play on.
 *
 * @typedef {Object} FollowupsPart The matches before and after this one; addresses are paths.
 * @property {string|null} rematch
 * @property {string|null} second
 * @property {string|null} double_of
 * @property {number[]|null} totals Each seat's points from both games of a double match.
 * @property {number[]|null} won In a rematch of two: how many matches each seat's player has won since the first, a draw counted half.
 * @property {number[]|null} carried What the first game of a double match brings to each seat of its second.
 * @property {boolean} duplicate Whether both games are played at once.
 * @property {number|null} held The seat whose move waits here for the one on the other board of a duplicate.
 * @property {number|null} double_game Which game of a double match it is, 1 or 2.
 * @property {number[]} ready The seats of people who are ready for the second game of a double match and wait for the others.
 * @property {string|null} pack_of The first match with these cards, if this is not it.
 * @property {boolean} replayed Whether these cards were played before.
 *
 * @typedef {Object} DailyPart The deal of a day that a match is.
 * @property {string|null} daily The day, ISO 8601, whose deal this is.
 *
 * @typedef {Object} TournamentPart The tournament that a match is played in.
 * @property {string|null} tournament Its address, a path.
 *
 * @typedef {Object} CompanionPart Whether somebody plays along.
 * @property {boolean} companion Whether the expert plays the same cards beside.
 *
 * @typedef {Object} StartView The start of a race for which everybody sits.
 * @property {number[]} ready The seats that are ready.
 * @property {number|null} seconds How long until the cards are dealt, by the house's clock; null while somebody is not ready.
 *
 * @typedef {Object} RacePart Whether a match is a race, and how it begins.
 * @property {boolean} race
 * @property {StartView|null} start Null once it has begun, and while a seat is free.
 *
 * @typedef {Object} OfferView What a player offers the others, or offered until somebody declined.
 * @property {string} kind `undo`, `draw`, `abort` or `rematch`.
 * @property {number} by The seat that offers it.
 * @property {number[]} agreed
 * @property {number[]} waits_for The seats that have yet to answer.
 * @property {number|null} declined_by The seat that has declined it; then it is no longer open.
 * @property {boolean} answers Whether the person may accept or decline it.
 * @property {boolean} withdraws Whether the person may withdraw it.
 * @property {string} said All this in sentences.
 *
 * @typedef {Object} SeatingView Who sits where.
 * @property {string} match
 * @property {string} status `waiting`, `live` or `over`.
 * @property {SeatView[]} seats
 * @property {OfferView|null} offer
 * @property {number|null} thinking The seat of the computer opponent that is to move.
 * @property {string} note What the table waits for besides a move; empty as a rule.
 * @property {boolean} alone
 * @property {ChanceView} chance
 *
 * @typedef {Object} SeatPresenceView How present somebody is at their seat.
 * @property {number} seat
 * @property {string} state `here`, `away` (connected, but not looking) or `gone`.
 * @property {number|null} seconds For how long; null where that is not known.
 *
 * @typedef {Object} PresenceView Who is at a table: no part of the match, and never the same for long.
 * @property {SeatPresenceView[]} seats The seats of people.
 * @property {number} watching How many look on.
 * @property {string[]} named Those of them who want to be named.
 *
 * @typedef {Object} ChatLineView A line of chat.
 * @property {number} id
 * @property {string} room `players` or `spectators`.
 * @property {number|null} seat Where who wrote it sat; null for who looked on.
 * @property {string} name What they were called.
 * @property {boolean} own
 * @property {string} text What they wrote, or the words of a quick phrase.
 * @property {string} phrase The key of the quick phrase; empty where somebody wrote themselves.
 * @property {string} at When, ISO 8601.
 *
 * @typedef {Object} MutedView Somebody whose lines the viewer does not see.
 * @property {string} name
 * @property {number|null} seat
 * @property {number|null} line A line of theirs, by which they can be named where they have no seat.
 *
 * @typedef {Object} ChatView The chat of a match, as one person sees it.
 * @property {boolean} open Whether there is anything to read or to write; false for those who want no chat.
 * @property {boolean} off Whether the person wants no chat.
 * @property {string} room The room the person writes in; empty where they can only read.
 * @property {ChatLineView[]} lines
 * @property {boolean} earlier Whether there are lines before these.
 * @property {number} longest How many characters a line may have.
 * @property {MutedView[]} muted
 *
 * @typedef {Object} ChatNewsView What has been said since a page knew the chat.
 * @property {ChatLineView[]} lines
 * @property {boolean} anew Whether the page should ask for the whole chat: other rooms can be read now.
 *
 * @typedef {Object} TableView Who sits where, and what each feature adds to the table.
 * @property {string} match
 * @property {string} status `waiting`, `live` or `over`.
 * @property {SeatView[]} seats
 * @property {OfferView|null} offer
 * @property {number|null} thinking The seat of the computer opponent that is to move.
 * @property {string} note What the table waits for besides a move; empty as a rule.
 * @property {boolean} alone
 * @property {ChanceView} chance
 * @property {boolean} race
 * @property {StartView|null} start Null once it has begun, and while a seat is free.
 * @property {string|null} rematch
 * @property {string|null} second
 * @property {string|null} double_of
 * @property {number[]|null} totals Each seat's points from both games of a double match.
 * @property {number[]|null} won In a rematch of two: how many matches each seat's player has won since the first, a draw counted half.
 * @property {number[]|null} carried What the first game of a double match brings to each seat of its second.
 * @property {boolean} duplicate Whether both games are played at once.
 * @property {number|null} held The seat whose move waits here for the one on the other board of a duplicate.
 * @property {number|null} double_game Which game of a double match it is, 1 or 2.
 * @property {number[]} ready The seats of people who are ready for the second game of a double match and wait for the others.
 * @property {string|null} pack_of The first match with these cards, if this is not it.
 * @property {boolean} replayed Whether these cards were played before.
 * @property {string|null} daily The day, ISO 8601, whose deal this is.
 * @property {string|null} tournament Its address, a path.
 * @property {boolean} companion Whether the expert plays the same cards beside.
 *
 * @typedef {Object} FollowedMove A move that continues the picks, with its consequences.
 * @property {string} text
 * @property {string[]} picks The picks of things on the picture that spell it.
 * @property {number} [seat] Whose move it is, where anyone may move.
 * @property {string} explain What it earns or does.
 * @property {string} said
 * @property {number[]} gains
 * @property {Marks} marks
 * @property {Motion[]} motions
 * @property {string[]} lines The lines of the score card that it scores, by their keys.
 *
 * @typedef {Object} PreviewedMove Such a move with what comes of it.
 * @property {string} text
 * @property {string[]} picks The picks of things on the picture that spell it.
 * @property {number} [seat] Whose move it is, where anyone may move.
 * @property {string} explain What it earns or does.
 * @property {string} said
 * @property {number[]} gains
 * @property {Marks} marks
 * @property {Motion[]} motions
 * @property {string[]} lines The lines of the score card that it scores, by their keys.
 * @property {string} after The position after it, drawn; empty where it is not shown.
 *
 * @typedef {Object} PreviewView What the moves would do that continue some picks.
 * @property {string} picture
 * @property {Marks} marks
 * @property {string} question What is to be chosen next; empty where the game does not say.
 * @property {PreviewedMove[]} moves
 *
 * @typedef {Object} ChangedMove Such a move with how to draw what comes of it.
 * @property {string} text
 * @property {string[]} picks The picks of things on the picture that spell it.
 * @property {number} [seat] Whose move it is, where anyone may move.
 * @property {string} explain What it earns or does.
 * @property {string} said
 * @property {number[]} gains
 * @property {Marks} marks
 * @property {Motion[]} motions
 * @property {string[]} lines The lines of the score card that it scores, by their keys.
 * @property {Edit[]} after How to draw the position after it; empty where it is not shown.
 *
 * @typedef {Object} ChangedPreviewView A preview drawn as what it changes in the picture of a view that the same person has.
 * @property {string} since The version of that view.
 * @property {number} check The checksum (CRC-32) of the drawing that comes of `picture`.
 * @property {Edit[]} picture
 * @property {Marks} marks
 * @property {string} question
 * @property {ChangedMove[]} moves
 *
 * @typedef {Object} TrialView A board to try moves on.
 * @property {string} version Different where any field of this part is.
 * @property {string} match
 * @property {string} game
 * @property {number} number Entries in the log that this view knows.
 * @property {number} ply
 * @property {boolean} over Whether the match is over; in a view of an earlier entry, whether it was.
 * @property {number|null} to_move The seat to move.
 * @property {boolean} anyone Whether any seat may move, first come first served.
 * @property {number} viewer The seat whose position this is, or below 0 for a spectator's.
 * @property {string} picture
 * @property {[number, number]} size The picture's width and height, in the units it is drawn in.
 * @property {string|null} cover The picture without what is hidden, where several sit at one screen.
 * @property {string} status Whose turn it is and who leads, or how it ended, in a sentence.
 * @property {number[]} scores
 * @property {number[]|null} standings The number to show beside each player where points do not decide.
 * @property {string[]} says What the computer of each seat says just now; empty as a rule.
 * @property {MoveView[]} moves
 * @property {LastView|null} last
 * @property {OutcomeView|null} outcome
 * @property {ClockView|null} clock The clocks; null where there are none, and in a view of an earlier entry.
 * @property {number[]} yours The person's seats.
 * @property {boolean} turn Whether the person may move now.
 * @property {MoveView|null} held The person's move here that waits for the one on the other board of a duplicate.
 * @property {Object<string, Availability>} can What can be done besides moving, by its name.
 * @property {LineView[]} [history]
 * @property {ChanceView} [chance]
 * @property {PreviewView} [preview]
 *
 * @typedef {Object} ExplanationView What a thing on the picture is.
 * @property {string[]} said Sentences, the thing itself first.
 * @property {string} anchor Of the term on the rules page that tells more.
 *
 * @typedef {Object} ScoreLineView A line of a score card.
 * @property {string} key
 * @property {string} name
 * @property {string} worth Its points; empty for a line that only counts.
 * @property {string[]} counts For each seat how often it has this; empty where nobody counts that.
 *
 * @typedef {Object} ScoreCardView What scores in a match, and how far everybody is.
 * @property {string} worth The heading of the lines' `worth`.
 * @property {ScoreLineView[]} lines
 * @property {string[]} notes What wins, in sentences.
 *
 * @typedef {Object} TaskView A position to answer in.
 * @property {string} words What is asked for.
 * @property {string} look The address of what picks would do, for `pick` to be added.
 * @property {string} picture
 * @property {[number, number]} size
 * @property {MoveView[]} moves
 * @property {number[]} scores
 *
 * @typedef {Object} LessonView A step of a lesson.
 * @property {string} words What is asked for.
 * @property {string} look The address of what picks would do, for `pick` to be added.
 * @property {string} picture
 * @property {[number, number]} size
 * @property {MoveView[]} moves
 * @property {number[]} scores
 * @property {number} number From 1.
 * @property {number} of How many there are.
 * @property {string[]} light Names of things to light up.
 *
 * @typedef {Object} PuzzleView A puzzle.
 * @property {string} words What is asked for.
 * @property {string} look The address of what picks would do, for `pick` to be added.
 * @property {string} picture
 * @property {[number, number]} size
 * @property {MoveView[]} moves
 * @property {number[]} scores
 * @property {string} id
 * @property {boolean} tried Whether the visitor has answered it before; then nothing counts any more.
 *
 * @typedef {Object} FrameView A position on the way from a learner's move to the end of the reply.
 * @property {string} picture
 * @property {string} said
 * @property {Motion[]} motions
 * @property {number[]} scores
 *
 * @typedef {Object} LearnerAnswerView What comes of a move that a learner tried.
 * @property {boolean} right
 * @property {string} move Its text in one form.
 * @property {string} said What it does.
 * @property {string} words What to say about it.
 * @property {FrameView[]} frames The position after it and after each move of the reply; of a wrong one only where the reply is known.
 *
 * @typedef {Object} PuzzleAnswerView What comes of an answer to a puzzle.
 * @property {boolean} right
 * @property {string} move Its text in one form.
 * @property {string} said What it does.
 * @property {string} words What to say about it.
 * @property {FrameView[]} frames The position after it and after each move of the reply; of a wrong one only where the reply is known.
 * @property {boolean} counts Whether it changed the ratings: it was the first answer to this puzzle.
 * @property {number} rating The visitor's, now.
 * @property {boolean} provisional Whether too little is known to say so.
 * @property {number} change
 * @property {number} puzzle_rating
 *
 * @typedef {Object} PuzzleRunView A run: as many puzzles as one can solve in a few minutes.
 * @property {PuzzleView|null} puzzle The one to answer; `None` once it is over.
 * @property {number} seconds That are left.
 * @property {number} solved
 * @property {number} missed
 * @property {number} misses How many may be missed; the last one ends the run.
 * @property {number} best The visitor's most in this game.
 *
 * @typedef {Object} CoachView What the coach says of a move: a player's own, or a computer's reply.
 * @property {number} ply The position before it, by the moves made until then.
 * @property {string} mark `best`, `good`, `mistake` or `blunder`.
 * @property {string} played
 * @property {string} best What it would have played.
 * @property {string[]} picks Of the best move.
 * @property {string} did The move and what came of it.
 * @property {string} explain The points it earned, itemised; empty where there are none.
 * @property {number|null} before Your chance to win before it, 0 to 1; among several sides its player's, alone null.
 * @property {number|null} after
 * @property {string} words These numbers, what was better and why, or what its player expects next.
 *
 * @typedef {Object} HintView What the strongest opponent would play.
 * @property {string} text
 * @property {string[]} picks
 * @property {string} said The reason, the expected line and the chance to win, in sentences.
 * @property {number[]} values For each seat its chance to win, 0 to 1.
 * @property {string[]} line The play it expects, the move first.
 * @property {string} note Why it may be weak; empty as a rule.
 * @property {Marks} marks
 *
 * @typedef {Object} EstimateView What the engine thinks of one position of a match that is over.
 * @property {number} ply
 * @property {string} text The best move.
 * @property {string} explain What the best move earns or does.
 * @property {number[]} values For each seat its chance to win, 0 to 1.
 * @property {number} points The lead that best play is expected to bring; for one player the final score.
 * @property {string[]} line The play it expects, the best move first.
 * @property {string} played The move that was made.
 * @property {number} loss What the played move cost its mover in chance to win, 0 to 1.
 * @property {boolean} exact Whether this was searched to the end of the game.
 * @property {string} note Why it may be weaker than usual; empty as a rule.
 * @property {number} cost What the played move cost one player in points.
 * @property {number} seat Whose move it was; -1 where the match was broken off, and in old estimates.
 * @property {string} kind What kind of mistake it would be: `missed`, `hasty`, `unseen`; empty for the best move.
 *
 * @typedef {Object} AnalysisView What is known so far of a match that is over.
 * @property {number} done
 * @property {number} of
 * @property {EstimateView[]} estimates
 *
 * @typedef {Object} CompanionView What the expert has made of the same cards, as far as its player may see.
 * @property {string} picture
 * @property {number} score
 * @property {number} cards How many have come.
 * @property {boolean} over
 * @property {boolean} thinking Whether the expert has yet to come so far.
 *
 * @typedef {Object} ArrangementView The best that could have been made of the cards a seat had.
 * @property {number} seat
 * @property {string} picture
 * @property {number} points
 * @property {number} yours What was made.
 * @property {number|null} share What was made of what was possible, 0 to 1; null where nothing above 0 was possible.
 * @property {number} seconds How long it was looked for.
 *
 * @typedef {Object} HindsightView What could have been made of the cards of a match that is over.
 * @property {ArrangementView[]} seats
 *
 * @typedef {Object} ProblemView What went wrong, as data.
 * @property {string} code Which problem it is, for programs.
 * @property {string} subject What it is wrong with, as it was given.
 * @property {string} message
 * @property {string} remedy What would do.
 * @property {string} field The field of the form that it was given in.
 *
 * @typedef {Object} RefusalView Why something was not done.
 * @property {string} error The problem in a sentence.
 * @property {ProblemView} [problem]
 * @property {MatchView} [view] The match as it is now, where the request was made for an earlier position.
 *
 * @typedef {Object} AnswerLineView A move of a tree of answers.
 * @property {string[]} path The moves that lead to it, itself last.
 * @property {string} text
 * @property {number} seat
 * @property {boolean} yours
 * @property {string} said What it is, in words: "If Ben plays king of hearts face up on c3 (flush, 8 points)".
 *
 * @typedef {Object} AnswersView The answers of one player.
 * @property {number} number Of the last entry.
 * @property {boolean} live Whether a move is made ahead here, and not a tree of answers.
 * @property {string} refused Why no answers can be given now, a sentence; empty if they can.
 * @property {AnswerLineView[]} lines The tree, in the order of reading.
 * @property {string} ahead The move made ahead; empty for none.
 * @property {string} summary What the house will do, a sentence; empty for nothing.
 * @property {string} told What became of the answers before, a sentence; empty for nothing.
 *
 * @typedef {Object} AheadView A position that may come.
 * @property {MatchView} view The board as its player would see it, with the moves of whoever is to move.
 * @property {PreviewView|null} preview
 * @property {string[]} line The moves that lead to it.
 * @property {string[]} told The same in words.
 * @property {string} asks What is to be said next, a question; empty where the line ends.
 * @property {boolean} answers Whether the next move is the player's own.
 * @property {string} closed Why the line cannot go on, a sentence; empty if it can.
 *
 * @typedef {Object} MovesAheadView The moves that can be made ahead.
 * @property {MoveView[]} moves
 *
 * @typedef {Object} NewsItemView Something that has just happened.
 * @property {string} kind `turn`, `offer`, `ready`, `challenge`, `seated`, `ended`, `chat`, `time` or `time-out`.
 * @property {string} match
 * @property {string} title What has happened, in a few words.
 * @property {string} words Where: the game and who else plays.
 * @property {string} path Of the page to look at.
 * @property {string} challenge Of a challenge that is open its address, where it is accepted or declined; else empty.
 * @property {string} offer What kind of thing is offered to the person, who may accept or decline it; else empty.
 * @property {number} number Of the last entry in the log, for the answer to an offer; else 0.
 *
 * @typedef {Object} NewsView What waits for a person, and what has just happened.
 * @property {number} waiting How many matches and challenges wait, not counting the match of this page.
 * @property {NewsItemView[]} items
 *
 */
export {};
