"""The terms of a help page: where they are explained, and that every mention of one is a link to that place."""

import re

import pytest
from markdown_it import MarkdownIt

from fivefold.doors.web.pages import help_text
from fivefold.play import catalogue

pytestmark = pytest.mark.slow

PAGE = """
A flush is good; a second flush too, on a reject place, and the `flush` in code, and a [flush](/elsewhere).

## Reject places

**Touch.** The first card touches nothing. A flush scores.

- **Steal**: take a card. Stealing is not touching, and two flushes are stolen.
- **loose words** that go on explain nothing, and reject places are there.

| Hand | Points |
|---|--:|
| **flush** | 5 for a flush |
| **straight flush** | 30, not a straight-flush |

A straight
flush in a reject place; a Flush, but no flushing and no four-flush.

### A flush of hearts

**The pack.** Packs are shuffled.
"""


def read(page=PAGE):
    tokens = MarkdownIt("commonmark").enable("table").parse(page)
    return tokens, help_text.collect(tokens)


def rendered(page=PAGE):
    tokens, terms = read(page)
    help_text.link_terms(tokens, terms)
    return MarkdownIt("commonmark").enable("table").renderer.render(tokens, MarkdownIt("commonmark").options, {})


def links(html):
    return re.findall(r'<a href="#([^"]+)" class="term">([^<]+)</a>', html)


def part(html, beginning):
    return next(block for block in re.split(r"</p>|</li>|</tr>|</h\d>", html) if beginning in block)


def test_terms_are_headings_and_bold_words_that_begin_what_explains_them():
    _, terms = read()
    assert [term.anchor for term in terms] == [
        "reject-places",
        "touch",
        "steal",
        "flush",
        "straight-flush",
        "a-flush-of-hearts",
        "the-pack",
    ]
    assert {term.words for term in terms} >= {"reject places", "straight flush", "pack"}


def test_every_term_has_its_anchor_once():
    html = rendered()
    for anchor in ("reject-places", "touch", "steal", "flush", "straight-flush", "the-pack"):
        assert html.count(f'id="{anchor}"') == 1
    assert '<strong id="touch">Touch.</strong>' in html and '<h2 id="reject-places">' in html


def test_the_first_mention_in_each_text_is_a_link_and_never_in_code_links_or_headings():
    html = rendered()
    assert links(part(html, "A <a")) == [("flush", "flush"), ("reject-places", "reject place")]
    assert "<code>flush</code>" in html and '<a href="/elsewhere">flush</a>' in html
    assert links(part(html, "of hearts")) == []


def test_a_term_is_no_link_where_it_is_explained_itself():
    html = rendered()
    assert links(part(html, "Touch.")) == [("flush", "flush")]
    assert links(part(html, "take a card")) == [("touch", "touching"), ("flush", "flushes")]
    assert links(part(html, "5 for")) == []
    assert links(part(html, "loose words")) == []
    assert links(part(html, "Packs are")) == []


def test_the_longest_term_wins_in_any_form_and_across_lines_but_not_inside_other_words():
    html = rendered()
    assert links(part(html, "in a ")) == [("straight-flush", "straight\nflush"), ("flush", "Flush")]
    assert links(part(html, "30, not")) == []


def test_of_two_explanations_the_first_counts():
    tokens, terms = read("**Race.** One.\n\n**Race.** Two, a race.\n")
    assert [(term.anchor, term.first) for term in terms] == [("race", 0)]
    help_text.link_terms(tokens, terms)
    assert [child.type for child in tokens[4].children].count("link_open") == 1


def test_captions_are_escaped_and_have_links():
    _, terms = read()
    told = help_text.with_links("<b> a flush & a flush", terms, 0, "/rules/x")
    assert told == '&lt;b&gt; a <a href="/rules/x#flush" class="term">flush</a> &amp; a flush'


@pytest.mark.slow
@pytest.mark.parametrize("key", catalogue.keys())
def test_every_link_to_a_term_leads_to_a_place_on_the_page(key):
    game = catalogue.find(key)
    words, sections = help_text.page(game)
    ids = set(re.findall(r' id="([^"]+)"', words))
    assert {anchor for anchor, _ in links(words)} <= ids
    assert set(help_text.terms(game)) >= {section.anchor for section in sections}
    assert set(help_text.terms(game)) <= ids


@pytest.mark.parametrize("key", catalogue.keys())
def test_terms_are_told_in_short_without_boards_and_ids_and_with_links_to_the_page(key):
    for told in help_text.terms(catalogue.find(key)).values():
        assert "<svg" not in told and " id=" not in told
        assert all(page == f"/rules/{key}" for page in re.findall(r'href="([^"#]*)#[^"]*" class="term"', told))


def test_a_line_of_a_table_is_told_with_the_headings_of_its_columns():
    told = help_text.terms(catalogue.find("solitaire"))["full-house"]
    assert told.startswith(
        "<p><strong>full house</strong>. What it is: three of a rank and two of another, English: 10"
    )


def test_the_short_help_links_to_the_rules_page():
    assert 'href="/rules/solitaire#rejects"' in help_text.turn_help(catalogue.find("solitaire"))
