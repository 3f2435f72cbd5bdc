"""What every answer says to the browser about itself."""

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "manifest-src 'self'",
        "worker-src 'self'",
    )
)
"""Content security policy: nothing from other sites, no inline scripts or styles."""

SECURITY: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
ONLY_HTTPS: Final = "max-age=31536000"
"""Strict-Transport-Security: for a year the browser uses https only (RFC 6797)."""
UNKEPT: Final = "no-store"
"""The default Cache-Control: pages and views are for one person and one moment."""
ADDED: Final = tuple(
    (name.lower().encode(), value.encode()) for name, value in {**SECURITY, "Cache-Control": UNKEPT}.items()
)
ADDED_OVER_HTTPS: Final = (*ADDED, (b"strict-transport-security", ONLY_HTTPS.encode()))


class SecurityHeaders:
    """Adds ``SECURITY`` to every answer, ``ONLY_HTTPS`` over https, and ``UNKEPT`` if it has no Cache-Control."""

    def __init__(self, app: ASGIApp, https: bool = False) -> None:
        self.app, self.https = app, https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        added = ADDED_OVER_HTTPS if self.https or scope.get("scheme") == "https" else ADDED

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in added if pair[0] not in given)]
            await send(message)

        await self.app(scope, receive, send_with_headers)


class HeadAsGet:
    """Answers HEAD as GET, without the body (RFC 9110, section 9.3.2)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return
        over = False

        async def send_start(message: Message) -> None:
            nonlocal over
            if message["type"] == "http.response.start":
                await send(message)
            elif not over:
                over = True
                await send({"type": "http.response.body", "body": b""})

        async def receive_until_over() -> Message:
            # A stream would never end: tell it that the client has gone.
            return {"type": "http.disconnect"} if over else await receive()

        inner = {**scope, "method": "GET"}
        await self.app(inner, receive_until_over, send_start)
        scope["route"] = inner.get("route")
