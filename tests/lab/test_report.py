"""A report as a page: self-contained, its plots within it."""

from fivefold.lab.report import html_report

MARKDOWN = """# Focus & friends

Whoever begins wins **half**.

![Length of a match](length.svg)

| what | figure |
|---|--:|
| plies | 41 <b> |
"""
SVG = """<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg width="10" viewBox="0 0 10 10"><metadata>x</metadata><defs><path id="a"/></defs>
<g clip-path="url(#a)"><use xlink:href="#a"/></g></svg>"""


def test_a_report_is_one_file():
    page = html_report(MARKDOWN, {"length.svg": SVG})
    assert "<title>Focus &amp; friends</title>" in page
    assert '<svg role="img" aria-label="Length of a match" width="10"' in page
    assert "<figcaption>Length of a match</figcaption>" in page
    assert 'id="length-svg-a"' in page and "url(#length-svg-a)" in page and 'href="#length-svg-a"' in page
    for outside in ("<img", "<script", "<link", "http://", "https://", "<!DOCTYPE svg", "<?xml", "<metadata"):
        assert outside not in page


def test_what_looks_like_markup_in_a_figure_is_text():
    assert "41 &lt;b&gt;" in html_report(MARKDOWN, {"length.svg": SVG})
