"""The house's cache."""

from fivefold.house.cache import Cache


def test_a_cache_keeps_what_was_used_last():
    cache: Cache[str, int] = Cache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1  # "b" is now the one used longest ago
    cache.put("c", 3)
    assert (cache.get("b"), "b" in cache, len(cache)) == (None, False, 2)
    assert cache.items() == [("a", 1), ("c", 3)]


def test_a_look_is_no_use():
    cache: Cache[str, int] = Cache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert (cache.peek("a"), cache.peek("c")) == (1, None)
    cache.put("c", 3)
    assert "a" not in cache


def test_a_cache_forgets_what_it_is_told_to_forget():
    cache: Cache[str, int] = Cache(2)
    cache.put("a", 1)
    assert (cache.pop("a"), cache.pop("a")) == (1, None)
    cache.put("b", 2)
    cache.clear()
    assert len(cache) == 0


def test_a_cache_grows_with_what_it_is_for():
    matches = ["a", "b"]
    cache: Cache[str, int] = Cache(1, lambda: len(matches))
    for key in "vwxyz":
        cache.put(key, 1)
    assert [key for key, _ in cache.items()] == ["x", "y", "z"]
    matches.clear()
    cache.put("q", 1)
    assert [key for key, _ in cache.items()] == ["q"]
