"""Pictures that are not drawn: all that may be on one, as bytes. Two alike are drawn alike, see ``test_share.py``."""

from fivefold.doors.web.share import Rasters


def facts(job):
    """Return the facts on a picture."""
    return repr(job).encode()


class AtOnce(Rasters):
    """Has every picture at once."""

    def _begun(self, job, drawer):
        return facts(job)
