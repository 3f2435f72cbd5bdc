"""The pages: each module serves one, filled only from the house's views."""

from typing import Final

from fastapi import APIRouter, Depends

from fivefold.doors.web.address_queue import wait_for_turn
from fivefold.doors.web.limits import PAGES, limited
from fivefold.doors.web.pages import (
    account,
    daily,
    help_pages,
    home,
    leaderboard,
    learn,
    lobby,
    mail,
    mail_links,
    my_games,
    my_results,
    new_match,
    news_settings,
    number_tables,
    other_board,
    player,
    puzzles,
    result,
    review,
    sign_in,
    table,
    time_off,
    tokens,
    tournaments,
    week,
)

router: Final = APIRouter(
    include_in_schema=False, dependencies=[Depends(limited(PAGES)), Depends(wait_for_turn, scope="function")]
)
for page in (
    home,
    lobby,
    new_match,
    number_tables,
    tournaments,
    daily,
    my_games,
    player,
    my_results,
    week,
    news_settings,
    mail,
    mail_links,
    help_pages,
    time_off,
    leaderboard,
    table,
    other_board,
    result,
    review,
    learn,
    puzzles,
    account,
    tokens,
    sign_in,
):
    router.include_router(page.router)
