"""Time zones as people name them."""

from fivefold.contract.errors import InvalidOption
from fivefold.play.rest import zones


def zone_called(written: str) -> str:
    """Return the time zone that somebody means, who may name its city alone. Raises ``InvalidOption``."""
    wanted = "_".join(written.casefold().split()) or "utc"
    by_name = {zone.casefold(): zone for zone in zones()}
    cities = [zone for zone in sorted(zones()) if zone.casefold().rpartition("/")[2] == wanted]
    if wanted in by_name or cities:
        return by_name.get(wanted) or next((zone for zone in cities if "/" in zone), cities[0])
    raise InvalidOption(
        f"there is no time zone {written}", remedy="choose one from the list, such as Europe/Berlin", field="zone"
    )
