"""Names of accounts: which look alike, and which nobody may have."""

import pytest

from fivefold.house.errors import InvalidName
from fivefold.house.people.names import check_account_name, looks_like, name_key
from tests.quick import in_turn


def test_names_that_look_alike_have_one_key():
    alike = [
        ("Anna", "anna", "ANNA", "An na", "A.n.n.a", "аnnа", "𝐀nna", "Ａｎｎａ"),
        ("Ian", "lan", "1an", "IAN"),
        ("modern", "modem"),
        ("Bob", "B0b", "Воb"),
        ("Νικος", "νικος"),
        ("hat", "НАТ"),
    ]
    for names in alike:
        assert len({name_key(name) for name in names}) == 1, names
    assert len({name_key(name) for name in ("Anna", "Hanna", "Ann", "José", "Jose", "日本", "Ольга")}) == 7


def test_letters_with_something_added_are_taken_for_the_plain_ones():
    for name, plain in {"ᴀlice": "Alice", "Aʟice": "Alice", "Álice": "Alice", "Alicẹ": "Alice", "Boᵬ": "Bob"}.items():
        assert name_key(plain) in looks_like(name) and name_key(name) in looks_like(name), name
    assert all(looks_like(name) == {name_key(name)} for name in ("Alice", "日本", "Ольга", "किरण"))


def test_a_name_for_an_account_is_stored_tidy():
    for given, stored in {
        "  Anna   Bella ": "Anna Bella",
        "Jose\u0301": "José",
        "日本": "日本",
        "O'Hara": "O'Hara",
    }.items():
        assert check_account_name(given) == stored


@in_turn(
    "name, reason",
    [
        ("", "needs one"),
        ("x", "hardly any letters"),
        ("...", "hardly any letters"),
        ("a" * 25, "too long"),
        ("Anna\u202e", "cannot be shown"),
        ("An\u200bna", "cannot be shown"),
        ("Anna\u3164", "cannot be shown"),
        ("a" + "\u0301\u0302\u0303\u0304" + "bc", "cannot be shown"),
        ("Ann/a", "address"),
        ("Аnna", "mixes alphabets"),
        ("Admin", "kept for whoever"),
        ("F1vefold", "kept for whoever"),
        ("System", "kept for whoever"),
        ("Sýstem", "kept for whoever"),
        ("Pip", "somebody else"),
        ("Guest 0421", "somebody else"),
        ("Former player", "kept for whoever"),
        ("Anna (computer)", "computer opponent"),
    ],
)
def test_names_that_nobody_may_have(name, reason):
    with pytest.raises(InvalidName, match=reason):
        check_account_name(name)
