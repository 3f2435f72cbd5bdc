"""The app as it is installed: manifest, icons, service worker, and the page for no connection."""

import json
import re
import struct

import orjson

from fivefold.doors.web.static_files import FOLDER, KEPT, Static, worker_script


def size(path):
    """Return the width and the height of a PNG (its first chunk, after 16 bytes)."""
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", content[16:24])


def test_the_manifest_names_icons_that_are_there():
    manifest = json.loads((FOLDER / "manifest.webmanifest").read_text())
    icons = {(icon["sizes"], icon["purpose"]): FOLDER / icon["src"] for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= icons.keys()
    for (sizes, _), path in icons.items():
        if path.suffix == ".png":
            assert sizes == "{}x{}".format(*size(path)) and path.stat().st_size < 30_000
    assert size(FOLDER / "icons/apple-touch-icon.png") == (180, 180)
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/"


def test_the_service_worker_keeps_static_files_by_digest_and_one_page(reader):
    answer = reader.get("/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "public, no-cache", "a new version is found"
    files = orjson.loads(re.search(r"const FILES = (.*);", answer.text)[1])
    assert "/offline" in files and len(files) > len(KEPT)
    for path in files:
        found = reader.get(path)
        assert found.status_code == 200 and (path == "/offline" or "immutable" in found.headers["cache-control"])
    assert re.search(r'const STATIC = "/static/[0-9a-f]{12}/";', answer.text)
    assert "worker-src 'self'" in reader.get("/").headers["content-security-policy"]


def test_another_version_of_the_files_is_another_service_worker(tmp_path):
    (tmp_path / "icon.svg").write_text("<svg/>")
    other = worker_script(Static(tmp_path))
    assert other != worker_script(Static())
    versions = [re.search('const VERSION = "(.*)"', script)[1] for script in (other, worker_script(Static()))]
    assert versions[0] != versions[1]


def test_the_page_for_no_connection_holds_nothing_of_the_visitor(reader, anna):
    anna.post("/name", data={"name": "Annabel"})
    pages = [anna.get("/offline").text, reader.get("/offline").text]
    assert pages[0] == pages[1] and "csrf" not in pages[0] and "Annabel" not in pages[0] and "<form" not in pages[0]
    page = reader.open("/offline")
    assert "You are offline" in page.one("main")["words"] and "Your games are safe" in page.one("main")["words"]
