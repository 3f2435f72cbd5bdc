"""From bytes to characters, whatever a message says of them: charsets, encoded headers, signs to be left out."""

import codecs
import re
import unicodedata
from binascii import Error as BinasciiError
from email.errors import MessageError
from email.header import decode_header
from functools import lru_cache
from typing import Final

MOST_HEADER_CHARACTERS: Final = 4000
NOT_TEXT: Final = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "utf-7"})
"""Codecs of Python that no mail is written in, or not without a purpose."""
WIDER: Final = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
}
"""What is written by programs that say they write the other."""
UNSEEN: Final = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064"
    "\u2066-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Control signs, marks without width, halves of characters: nobody types them."""
LINE_ENDS: Final = re.compile("\r\n|[\r\u0085\u2028\u2029]")
BLANKS: Final = re.compile(r"\s+")


@lru_cache(maxsize=256)
def codec(charset: str) -> str:
    """Return the codec for a charset as a message names it; empty for one that is unknown."""
    try:
        name = codecs.lookup(charset.strip().strip("'\"")).name
    except (LookupError, ValueError, UnicodeError):
        return ""
    return "" if name in NOT_TEXT else WIDER.get(name, name)


def decoded(content: bytes, charset: str) -> str:
    """Return text, by its charset or else by the likeliest one."""
    named = codec(charset) if charset else ""
    for name in ("utf-8", named) if named == "cp1252" and charset.lower().endswith("ascii") else (named, "utf-8"):
        try:
            if name:
                return content.decode(name)
        except (UnicodeError, LookupError, ValueError):
            continue
    return content.decode(named if named in {"utf-8", "cp932", "gb18030"} else "cp1252", errors="replace")


def tidy(text: str) -> str:
    """Return text with plain line ends and blanks, without signs that nobody sees."""
    plain = LINE_ENDS.sub("\n", text)
    return UNSEEN.sub("", plain) if not plain.isascii() or not plain.isprintable() else plain


def header_text(value: str) -> str:
    """Return what a header says, on one line: unfolded, encoded words decoded."""
    plain = surrogates_decoded(value[:MOST_HEADER_CHARACTERS])
    if "=?" in plain:
        plain = encoded_words_decoded(BLANKS.sub(" ", plain))
    return BLANKS.sub(" ", UNSEEN.sub("", BLANKS.sub(" ", plain))).strip()


def surrogates_decoded(value: str) -> str:
    """Return a header's text; bytes that are not ASCII came as halves of characters."""
    if value.isascii():
        return value
    return decoded(value.encode("utf-8", "surrogateescape" if has_only_escapes(value) else "replace"), "")


def has_only_escapes(value: str) -> bool:
    """Tell whether all halves of characters stand for bytes."""
    return all(not "\ud800" <= sign <= "\udfff" or "\udc80" <= sign <= "\udcff" for sign in value)


def encoded_words_decoded(value: str) -> str:
    """Return a header's text with ``=?utf-8?q?…?=`` decoded, or as it was where that cannot be."""
    try:
        pieces = decode_header(value)
    except (MessageError, BinasciiError, ValueError):
        return value
    return "".join(
        piece
        if isinstance(piece, str)
        else decoded(piece, charset)
        if charset
        else piece.decode("raw-unicode-escape", errors="replace")
        for piece, charset in pieces
    )


def plain_signs(text: str) -> str:
    """Return a line as commands are read: any dash is ``-``, quotation marks are straight, digits are ASCII."""
    if text.isascii():
        return text
    line = unicodedata.normalize("NFKC", DASHED_OPTION.sub("--", UNSEEN.sub("", text)))
    return UNSEEN.sub("", line).translate(PLAIN)


DASHED_OPTION: Final = re.compile(r"(?<!\S)[\u2014\u2015](?=[^\W\d])")
"""Two dashes before an option, as telephones write them."""
PLAIN: Final = {
    **dict.fromkeys(map(ord, "‐‑‒–—―−⁃﹘﹣－˗➖─ー"), "-"),
    **dict.fromkeys(map(ord, "“”„‟«»″"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛‹›′`´"), "'"),
    **dict.fromkeys(map(ord, "∶ː꞉︓"), ":"),
    **dict.fromkeys(map(ord, "‚，、"), ","),
}
