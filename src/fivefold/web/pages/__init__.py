"""The pages people read: each module serves one, filled from the house's views and nothing else."""

from typing import Final

from fastapi import APIRouter, Depends

from fivefold.web.limits import PAGES, limited
from fivefold.web.pages import about, daily, home, new_match, number_tables, review, rules, table, terms, tournaments
from fivefold.web.turns import turn

router: Final = APIRouter(
    include_in_schema=False, dependencies=[Depends(limited(PAGES)), Depends(turn, scope="function")]
)
for page in (home, new_match, number_tables, tournaments, daily, table, review, rules, terms, about):
    router.include_router(page.router)
