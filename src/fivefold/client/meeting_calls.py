"""What can be asked of a house beside the table: people, challenges, the lobby, days, tournaments, settings."""

from typing import Unpack
from urllib.parse import quote

from fivefold.client import types
from fivefold.client.call import Call, at, delete, get, patch, post, put

# --- the lobby -------------------------------------------------------------------------------------------------------


def tables(
    *, game: str | None = None, after: str | None = None, limit: int | None = None
) -> Call[types.ListOfTableTold]:
    """List the tables at which anybody may sit down."""
    return get("/lobby/tables", game=game, after=after, limit=limit)


def search() -> Call[types.SearchingTold]:
    """See what has come of your search."""
    return get("/lobby/search")


def seek(**wish: Unpack[types.Seek]) -> Call[types.SearchingTold]:
    """Look for somebody to play a game with its usual set-up."""
    return post("/lobby/search", wish)


def stop_search() -> Call[None]:
    """Look no more."""
    return delete("/lobby/search")


def accept_found() -> Call[types.CompactMatch]:
    """Come to the table of somebody who was found."""
    return post("/lobby/search/accept")


# --- challenges ------------------------------------------------------------------------------------------------------


def challenges() -> Call[types.ChallengesTold]:
    """List the challenges that wait for you, and yours."""
    return get("/challenges")


def reasons_to_decline() -> Call[types.ReasonsTold]:
    """List the ready reasons to decline."""
    return get("/challenges/reasons")


def accept(challenge_id: str, *, nonce: str = "") -> Call[types.CompactMatch]:
    """Sit down where a challenge asks you to."""
    return post(f"/challenges/{_quoted(challenge_id)}/accept", {"nonce": nonce})


def decline(challenge_id: str, *, reason: str = "", word: str = "") -> Call[None]:
    """Say no to a challenge, with the key of a ready reason or a word of your own."""
    return post(f"/challenges/{_quoted(challenge_id)}/decline", {"reason": reason, "word": word})


def withdraw(challenge_id: str) -> Call[None]:
    """Take a challenge of yours back."""
    return delete(f"/challenges/{_quoted(challenge_id)}")


def invite(match_id: str, **invited: Unpack[types.Invited]) -> Call[types.CompactMatch]:
    """Challenge players to the open seats of your table."""
    return post(at(match_id, "/invite"), invited)


def standing() -> Call[types.StandingsTold]:
    """List what you answer to challenges before they come."""
    return get("/account/standing")


def settle(**wish: Unpack[types.Standing]) -> Call[types.StandingsTold]:
    """Settle what to answer to challenges beforehand, for a game or for all."""
    return put("/account/standing", wish)


# --- chat ------------------------------------------------------------------------------------------------------------


def chat(match_id: str, *, before: int | None = None) -> Call[types.ChatView]:
    """See the latest lines said at a table, or those before one."""
    return get(at(match_id, "/chat"), before=before)


def say(match_id: str, text: str = "", *, phrase: str = "") -> Call[types.ChatLineView]:
    """Say something at a table, or a quick phrase by its key."""
    return post(at(match_id, "/chat"), {"text": text, "phrase": phrase})


def mute(match_id: str, **who: Unpack[types.Muting]) -> Call[types.ChatView]:
    """Mute who wrote a line or sits at a seat, in all matches, or hear them again."""
    return post(at(match_id, "/mute"), who, again=True)


def report(match_id: str, **what: Unpack[types.Reported]) -> Call[None]:
    """Report a line, or who sits at a seat, to those who run the house."""
    return post(at(match_id, "/report"), what)


# --- players ---------------------------------------------------------------------------------------------------------


def player(name: str) -> Call[types.PlayerTold]:
    """See a player, as far as they let you."""
    return get(f"/players/{_quoted(name)}")


def rating_curve(name: str, pool: str) -> Call[types.CurveTold]:
    """See how a player's rating has changed."""
    return get(f"/players/{_quoted(name)}/ratings/{_quoted(pool)}")


def block(name: str) -> Call[None]:
    """Block a player: neither of you can challenge or join the other."""
    return put(f"/players/{_quoted(name)}/block")


def unblock(name: str) -> Call[None]:
    """Block a player no longer."""
    return delete(f"/players/{_quoted(name)}/block")


def blocked() -> Call[types.BlockedTold]:
    """List whom you block."""
    return get("/account/blocked")


def pools() -> Call[types.PoolsTold]:
    """List the pools of ratings; each has a leaderboard."""
    return get("/leaderboards")


def leaderboard(pool: str) -> Call[types.LeaderboardTold]:
    """See the best of a pool, with the computers among them as marks."""
    return get(f"/leaderboards/{_quoted(pool)}")


def finished_games(
    *,
    game: str | None = None,
    against: str | None = None,
    name: str | None = None,
    result: str | None = None,
    since: str | None = None,
    until: str | None = None,
    after: str | None = None,
) -> Call[types.ListOfFinishedGameTold]:
    """List your finished games, the latest first; days are like ``2026-03-31``."""
    days = {"since": since, "until": until}
    return get("/account/games", game=game, against=against, name=name, result=result, after=after, **days)


# --- days and tournaments --------------------------------------------------------------------------------------------


def days() -> Call[types.DaysTold]:
    """List the games that have a deal of the day, and which day it is."""
    return get("/daily")


def day(game: str, *, day: str | None = None) -> Call[types.DayTold]:
    """See a day's deal, who has finished it best, and your own result."""
    return get(f"/daily/{_quoted(game)}", day=day)


def play_day(game: str, *, day: str = "") -> Call[types.CompactMatch]:
    """Begin your match on a day's deal, or go on with it."""
    return post(f"/daily/{_quoted(game)}", {"day": day}, again=True)


def announcements() -> Call[types.AnnouncementsTold]:
    """List what those who run the house announce just now."""
    return get("/announcements")


def tournaments() -> Call[types.TournamentsTold]:
    """List your tournaments."""
    return get("/tournaments")


def begin_tournament(**new: Unpack[types.NewTournament]) -> Call[types.TournamentTold]:
    """Begin a tournament."""
    return post("/tournaments", new)


def tournament(tournament_id: str) -> Call[types.TournamentTold]:
    """See a tournament's standings and games."""
    return get(f"/tournaments/{_quoted(tournament_id)}")


def play_tournament(tournament_id: str, **wish: Unpack[types.NextGame]) -> Call[types.CompactMatch]:
    """Begin the next game of a tournament."""
    return post(f"/tournaments/{_quoted(tournament_id)}/games", wish)


def rename_entrant(tournament_id: str, number: int, name: str) -> Call[types.TournamentTold]:
    """Rename an entrant of a tournament."""
    return patch(f"/tournaments/{_quoted(tournament_id)}/entrants/{number}", {"name": name})


# --- what you have chosen --------------------------------------------------------------------------------------------


def settings() -> Call[types.SettingsTold]:
    """See what you have chosen."""
    return get("/account/settings")


def change_settings(**change: Unpack[types.SettingsChange]) -> Call[types.SettingsTold]:
    """Change what you have chosen; what is left out stays as it is."""
    return patch("/account/settings", change)


def vacations() -> Call[types.VacationsTold]:
    """List your times away, of the last year and to come."""
    return get("/account/vacations")


def book_vacation(**new: Unpack[types.NewVacation]) -> Call[types.VacationTold]:
    """Be away from now or a later time on: your clocks of slow games stand still."""
    return post("/account/vacations", new)


def end_vacation(vacation_id: int) -> Call[None]:
    """End a time away now, or cancel one to come."""
    return delete(f"/account/vacations/{vacation_id}")


def _quoted(part: str) -> str:
    return quote(part, safe="")
