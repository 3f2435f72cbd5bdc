"""What the pages about accounts share: who asks from where, and a form that was refused."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from fivefold.connections import network
from fivefold.contract.errors import FivefoldError, InvalidOption
from fivefold.doors.web import request_parsing, responses
from fivefold.doors.web.context import RequestContext, context_of
from fivefold.doors.web.errors import status_of
from fivefold.doors.web.forms import Form
from fivefold.doors.web.limits import COMMANDS, Rate, address_of, limited
from fivefold.doors.web.request_parsing import Fields
from fivefold.doors.web.settings import link
from fivefold.doors.web.thread_pool import run_in_thread
from fivefold.house.errors import InvalidField, NotOffered
from fivefold.house.people.passkeys import Place
from fivefold.house.people.signing_in import Device

BROWSERS: Final = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("FxiOS", "Firefox")),
    *(("Firefox", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari")),
)
"""What a browser's words hold, the surest sign first."""
SYSTEMS: Final = (
    *(("iPhone", "an iPhone"), ("iPad", "an iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("CrOS", "a Chromebook"), ("Mac OS X", "a Mac"), ("Linux", "Linux")),
)
UNKNOWN: Final = "A browser"


def device_words(user_agent: str) -> str:
    """Return ``Firefox on Windows``; as much as can be told."""
    browser = next((name for sign, name in BROWSERS if sign in user_agent), UNKNOWN)
    system = next((name for sign, name in SYSTEMS if sign in user_agent), "")
    return f"{browser} on {system}" if system else browser


SECRET_FIELDS: Final = frozenset({"password", "current", "csrf", "code"})
"""What is never sent back into a form."""
LONGEST_SHOWN: Final = 200
REFUSALS: Final = (InvalidOption, InvalidField, NotOffered)
"""What is said beside a field; anything else, such as a house that is busy, gets a page of its own."""


def device_of(asked: RequestContext) -> Device:
    """Return where a request comes from; an account's device has no guest."""
    guest = None if asked.house.accounts.is_named(asked.person_id) else asked.person_id
    words = device_words(request_parsing.header(asked.request, "user-agent"))
    return Device(words, network(address_of(asked.request)), guest)


def typed(fields: Fields) -> dict[str, str]:
    """Return what was typed into a form and may be shown again."""
    return {name: value[:LONGEST_SHOWN] for name, value in fields.items() if name not in SECRET_FIELDS}


def page(
    asked: RequestContext, template: str, context: Mapping[str, Any], error: FivefoldError | None = None, form: str = ""
) -> Response:
    """Return a page with forms; after an ``error`` in a ``form`` it stands beside the field that it is about. Raises
    the error again where a script asks."""
    if error is not None and responses.wants_json(asked.request):
        raise error
    wrong = {} if error is None else {"form": form, "field": error.problem.field, "words": words_of(error)}
    shown = {"section": "account", "wrong": wrong, "fields": {}, **context}
    return responses.page(asked.request, template, shown, 200 if error is None else status_of(error))


def words_of(error: FivefoldError) -> str:
    """Return what is wrong as a sentence beside its field, which need not be named."""
    problem = error.problem
    sentence = "; ".join(filter(None, (problem.message, problem.remedy)))
    return f"{sentence[:1].upper()}{sentence[1:]}."


def place(request: Request) -> Place | None:
    """Return where the browser sees the house, as passkeys ask for it; ``None`` at a bare number, which has none."""
    base = request_parsing.address(link(request, ""))
    host = (base.hostname or "") if base is not None else ""
    if base is None or not host or host.replace(".", "").isdigit() or ":" in host:
        return None
    return Place(host, f"{base.scheme}://{base.netloc}")


def sure_place(request: Request) -> Place:
    """Return ``place``. Raises ``NotOffered``."""
    found = place(request)
    if found is None:
        raise NotOffered("they need an address with a name, not a number", subject="passkeys")
    return found


def way_on(fields: Fields) -> str:
    """Return where a form leads when it is done: a path of ours that it names, or the home page."""
    path = fields.get("back", "")[:200]
    ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() and " " not in path
    return path if ours else "/"


def whole(fields: Fields, name: str) -> int:
    """Return a small number of a form. Raises ``InvalidOption``."""
    value = fields.get(name, "")
    if not (value.isascii() and value.isdigit() and len(value) < 5):
        raise InvalidOption("takes a whole number", subject=name, field=name)
    return int(value)


Run = Callable[[Callable[[], str]], Awaitable[str]]
FormCommand = Callable[[RequestContext, Fields], str]


@dataclass(frozen=True, slots=True)
class FormPage:
    """A page with forms: one that is sent is carried out, and the page shown again.

    It says what is done, by the name in its address that a command returns; or what is wrong, beside the field.
    """

    router: APIRouter
    path: str
    show: Callable[[RequestContext, FivefoldError | None, str, Fields | None], Response]
    """After an error in a form, by its name, with what was typed."""
    check: Callable[[RequestContext], object] = lambda asked: None
    """Raises what keeps the visitor from using the page's forms at all."""

    def form(
        self, path: str, name: str, rate: Rate = COMMANDS, run: Run = run_in_thread
    ) -> Callable[[FormCommand], FormCommand]:
        """Have what is sent to an address below the page's carried out by a command; ``name``: the form's."""

        def add(command: FormCommand) -> FormCommand:
            async def handle(request: Request, fields: Form) -> Response:
                asked = context_of(request)
                try:
                    done = await run(partial(self._checked, command, asked, fields))
                except REFUSALS as error:
                    return self.show(asked, error, name, fields)
                return responses.elsewhere(f"{self.path}?done={done}")

            self.router.post(self.path + path, dependencies=[Depends(limited(rate))])(handle)
            return command

        return add

    def _checked(self, command: FormCommand, asked: RequestContext, fields: Fields) -> str:
        self.check(asked)
        return command(asked, fields)
