"""The pages people read: each module serves one, filled from the house's views and nothing else."""

from typing import Final

from fastapi import APIRouter

from fivefold.web.pages import about, home, new_match, review, rules, table

router: Final = APIRouter(include_in_schema=False)
for page in (home, new_match, table, review, rules, about):
    router.include_router(page.router)
