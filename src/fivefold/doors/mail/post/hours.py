"""The hours of the day at which a person wants mail."""

from datetime import datetime, time, timedelta
from typing import Final

from fivefold.house.notices.push import is_quiet, zone_of
from fivefold.house.people.preferences import Preferences

DAYS: Final = 3
"""Within so many days every hour of the day comes, also where clocks change."""


def next_of(hours: str, chosen: Preferences, at: datetime) -> datetime:
    """Return the first moment from a time on at which one of these hours begins, in the person's time zone."""
    zone = zone_of(chosen)
    here = at.astimezone(zone)
    days = [here.date() + timedelta(days=ahead) for ahead in range(DAYS)]
    times = [datetime.combine(day, time(int(hour)), zone) for day in days for hour in hours.split(",")]
    return min(each for each in (each.astimezone(at.tzinfo) for each in times) if each >= at)


def quiet_until(chosen: Preferences, at: datetime) -> datetime | None:
    """Return when a person may be sent something again who wants nothing at this time of the day; else ``None``."""
    return next_of(chosen.quiet_until, chosen, at) if is_quiet(chosen, at) else None
