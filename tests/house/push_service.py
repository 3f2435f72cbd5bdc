"""A push service on this machine, and a device that reads what it is sent."""

import json
import threading
from base64 import urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, HTTPServer

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Device:
    """The keys that a browser makes."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self._private = ec.generate_private_key(ec.SECP256R1())
        point = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key, self.auth = base64(point), base64(b"0123456789abcdef")

    def read(self, body):
        """Return what was sent to this device."""
        return json.loads(
            http_ece.decrypt(body, private_key=self._private, auth_secret=b"0123456789abcdef", version="aes128gcm")
        )


def base64(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService:
    """Answers with ``statuses`` one after the other, the last for ever, and keeps what arrives."""

    def __init__(self, *statuses):
        self.statuses, self.arrived = list(statuses or (201,)), []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                service.arrived.append((dict(self.headers), body))
                status = service.statuses.pop(0) if len(service.statuses) > 1 else service.statuses[0]
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", service.endpoint + "elsewhere")
                self.end_headers()

            def log_message(self, *_):
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.endpoint = f"http://127.0.0.1:{self._server.server_port}/push/"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()
