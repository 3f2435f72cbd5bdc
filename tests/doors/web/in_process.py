"""Requests handed to an app in this process, each in one step: threads that wait for each other cost most of a test."""

import anyio
import httpx
from anyio.from_thread import start_blocking_portal

PATIENCE = 60.0
"""Seconds after which what another thread should do is taken to have failed: long, machines may be busy."""
CLIENT = ("testclient", 50000)


class Visitor(httpx.Client):
    """Somebody who asks an app, with cookies; the app's own layers turn what breaks into answers."""

    def __init__(self, app, base_url="http://testserver"):
        super().__init__(transport=Handed(app), base_url=base_url)
        self.app = app


class Handed(httpx.BaseTransport):
    """Asks an app in the event loop that all requests of a test process run in."""

    portal = None

    def __init__(self, app):
        self.app = app

    def handle_request(self, request):
        request.read()
        status, headers, body = self.portal.call(answered, self.app, scope_of(request), request.content)
        return httpx.Response(status, headers=headers, content=body, request=request)


def event_loop():
    """Return an event loop in a thread of its own, as a context."""
    return start_blocking_portal()


def scope_of(request):
    """Return a request as a server would hand it to an app."""
    url = request.url
    return {
        "type": "http",
        "http_version": "1.1",
        "method": request.method,
        "path": url.path,
        "raw_path": url.raw_path.partition(b"?")[0],
        "root_path": "",
        "scheme": url.scheme,
        "query_string": url.query,
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "client": CLIENT,
        "server": (url.host, url.port or {"http": 80, "https": 443}[url.scheme]),
    }


async def answered(app, scope, body, hangs_up=False):
    """Return the status, the headers and the body of an answer; who hangs up reads of one without end the beginning."""
    waiting, messages, heard = [{"type": "http.request", "body": body, "more_body": False}], [], anyio.Event()

    async def receive():
        if waiting:
            return waiting.pop()
        await heard.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        messages.append(message)
        if message["type"] == "http.response.body" and (not message.get("more_body") or (hangs_up and message["body"])):
            heard.set()

    with anyio.fail_after(PATIENCE):
        await app(scope, receive, send)
    start = messages[0]
    return start["status"], start["headers"], b"".join(each.get("body", b"") for each in messages[1:])
