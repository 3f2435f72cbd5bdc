"""A network that cuts, repeats, delays and reorders what programs send to the processes of a house."""

import random
import socket
import threading
import time
from contextlib import suppress

import httpx

FAULTS = ("unsent", "half", "unheard", "twice", "late", "slow")
ODDS = 0.25
"""How many requests have something happen to them."""
CUT = 0.1
"""How many pieces of a stream are its last."""
LATE_SECONDS = 1.5


class RoughNetwork(httpx.BaseTransport):
    """Hands each request to any of the processes, and some of them badly."""

    def __init__(self, ports, seed):
        self._ports, self._chance = ports, random.Random(seed)
        self._http = httpx.HTTPTransport(limits=httpx.Limits(max_keepalive_connections=8, keepalive_expiry=1))
        self._copies = []
        self.happened = dict.fromkeys((*FAULTS, "cut"), 0)

    def handle_request(self, request):
        request.read()
        fault = self._chance.choice(FAULTS) if self._chance.random() < ODDS else ""
        if fault:
            self.happened[fault] += 1
            return getattr(self, f"_{fault}")(request)
        return self._sent(request)

    def close(self):
        for each in self._copies:
            each.join()
        self._http.close()

    # How it works

    def _sent(self, request):
        answer = self._http.handle_request(self._to_any(request))
        if answer.headers["content-type"] == "application/x-ndjson":
            return httpx.Response(answer.status_code, headers=answer.headers, stream=Cut(answer.stream, self))
        return answer

    def _to_any(self, request):
        url = request.url.copy_with(port=self._chance.choice(self._ports))
        return httpx.Request(request.method, url, headers=request.headers, content=request.content)

    def _unsent(self, request):
        raise httpx.ConnectError("nobody is there", request=request)

    def _half(self, request):
        """Hang up in the middle of a request."""
        words = [f"{request.method} {request.url.raw_path.decode()} HTTP/1.1".encode()]
        words += [b"%b: %b" % header for header in request.headers.raw]
        whole = b"\r\n".join([*words, b"", request.content])
        with suppress(OSError), socket.create_connection(("127.0.0.1", self._chance.choice(self._ports)), 5) as one:
            one.sendall(whole[: self._chance.randrange(1, len(whole))])
        raise httpx.WriteError("it broke while this was sent", request=request)

    def _unheard(self, request):
        self._sent(request).close()
        raise httpx.ReadError("it broke before an answer came", request=request)

    def _twice(self, request):
        """Send it to two processes at the same time."""
        if request.method == "POST":
            self._also(request, 0.0)
        return self._sent(request)

    def _late(self, request):
        """Have a move come again after later ones."""
        if request.url.path.endswith("/moves"):
            self._also(request, self._chance.random() * LATE_SECONDS)
        return self._sent(request)

    def _slow(self, request):
        time.sleep(self._chance.random() / 10)
        return self._sent(request)

    def _also(self, request, seconds):
        copy = self._to_any(request)

        def send():
            time.sleep(seconds)
            with suppress(httpx.TransportError):
                answer = self._http.handle_request(copy)
                answer.read()
                answer.close()

        thread = threading.Thread(target=send)
        self._copies.append(thread)
        thread.start()

    def breaks(self):
        """Tell whether a stream breaks now."""
        broken = self._chance.random() < CUT
        self.happened["cut"] += broken
        return broken


class Cut(httpx.SyncByteStream):
    """A stream that breaks off after some piece, perhaps within a line."""

    def __init__(self, stream, network):
        self._stream, self._network = stream, network

    def __iter__(self):
        for chunk in self._stream:
            if self._network.breaks():
                yield chunk[: len(chunk) // 2]
                raise httpx.ReadError("the stream broke")
            yield chunk

    def close(self):
        self._stream.close()
