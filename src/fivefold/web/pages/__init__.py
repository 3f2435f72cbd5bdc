"""The pages people read: each module serves one, filled from the house's views and nothing else."""

from typing import Final

from fastapi import APIRouter

from fivefold.web.pages import about, daily, home, new_match, review, rules, table, tables, terms, tournaments

router: Final = APIRouter(include_in_schema=False)
for page in (home, new_match, tables, tournaments, daily, table, review, rules, terms, about):
    router.include_router(page.router)
