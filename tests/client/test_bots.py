"""Bots at a house that is really served: the samples, challenges, restarts, and what goes wrong."""

import asyncio
import importlib.util
import random
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from fivefold.client import AsyncClient, Bot, ClientError, errors
from fivefold.client.opponent import HouseOpponent
from fivefold.play import catalogue
from tests.doors.web.programs import token_for
from tests.quick import landing

pytestmark = pytest.mark.slow
SAMPLES = Path(__file__).parents[2] / "examples" / "bots"
PATIENCE = 120.0
GAMES = ["locus", "focus", "pokeros", "dice_poker", "solitaire"]
TWO = {"solitaire": {"mode": "alternate"}}


def sample(name):
    """Return a sample bot, imported from its file."""
    found = importlib.util.spec_from_file_location(name, SAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def token_of_bot(house, name):
    person = f"{name.lower()}567abcdefghijk"[:16]
    token = token_for(house, person, name=name)
    house.bots.become(person)
    return token


@asynccontextmanager
async def playing(address, *bots):
    """Have bots play, each with its token; yields a client for each account."""
    clients = [AsyncClient(address, token) for _, token in bots]
    tasks = [asyncio.create_task(bot.play(each)) for (bot, _), each in zip(bots, clients, strict=True)]
    try:
        yield clients
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for each in clients:
            await each.close()


async def over(client, match_id):
    async with asyncio.timeout(PATIENCE):
        async for line in client.stream(match_id):
            if line.get("status") == "over":
                return line
    raise AssertionError("the stream ended before the match")


async def begun(one, other, game, **more):
    match = await one.begin(game=game, others=["link"], begin="me", options=TWO.get(game, {}), **more)
    await other.sit(match["id"])
    return match["id"]


CHOOSERS = {
    "random": lambda: sample("random_bot").choose,
    "greedy": lambda: sample("greedy_bot").choose,
    "opponent": lambda: HouseOpponent(level=1, seed=1).choose,
}


@pytest.mark.parametrize("kind", landing([*CHOOSERS][:1], CHOOSERS))
def test_a_sample_plays_every_game(served, house, kind):
    """Side by side; Locus to its end."""
    mine, rival = Bot(CHOOSERS[kind]()), Bot(sample("random_bot").choose)
    tokens = token_of_bot(house, "Robo"), token_of_bot(house, "Rival")

    async def run():
        async with playing(served, (mine, tokens[0]), (rival, tokens[1])) as (robo, other):
            ids = [await begun(robo, other, game) for game in GAMES]
            for match_id in ids[1:]:
                await _until(robo, match_id, lambda match: match["number"] >= 14 or match["status"] == "over")
            return await over(robo, ids[0])

    assert asyncio.run(run())["outcome"]["how"] == "played-out" and mine.moves > 25


def test_every_game_is_played():
    assert set(GAMES) == set(catalogue.keys())


def test_a_bot_plays_many_matches_at_once_and_answers_what_is_offered(served, house):
    thinking = asyncio.Event()

    async def choose(match):
        if match["number"] < 3:
            await thinking.wait()
        return random.choice(match["legal"])

    token = token_of_bot(house, "Robo")
    person = token_for(house, "anna567abcdefghi")

    async def run():
        async with AsyncClient(served, person) as anna, playing(served, (Bot(choose), token)) as (robo,):
            ids = [await begun(robo, anna, "locus") for _ in range(5)]
            thinking.set()
            for match_id in ids:
                await _until(anna, match_id, lambda match: match["turn"])
            number = (await anna.see(ids[0]))["number"] + 1
            await anna.offer(ids[0], kind="abort", number=number)
            assert (await over(anna, ids[0]))["outcome"]["how"] == "abandoned"
            await anna.resign(ids[1], (await anna.see(ids[1]))["number"] + 1)
            await anna.rematch(ids[1])
            return (await _until(anna, ids[1], lambda match: match["links"]["rematch"]))["links"]["rematch"]

    assert asyncio.run(run())


async def _until(client, match_id, condition):
    async with asyncio.timeout(PATIENCE):
        async for _ in client.stream(match_id):
            match = await client.see(match_id)
            if condition(match):
                return match
        match = await client.see(match_id)
        while not condition(match):
            await asyncio.sleep(0.05)
            match = await client.see(match_id)
        return match


def test_a_bot_that_was_away_first_does_what_waits(served, house):
    token, person = token_of_bot(house, "Robo"), token_for(house, "anna567abcdefghi")

    async def run():
        async with AsyncClient(served, person) as anna, AsyncClient(served, token) as robo:
            ids = [await begun(robo, anna, "focus") for _ in range(3)]
            async with playing(served, (Bot(sample("random_bot").choose), token)):
                for match_id in ids:
                    await _until(anna, match_id, lambda match: match["turn"])
            for match_id in ids:  # and while it is away again
                seen = await anna.see(match_id, legal=True)
                await anna.move(match_id, seen["number"] + 1, seen["legal"][0])
            async with playing(served, (Bot(sample("random_bot").choose), token)):
                for match_id in ids:
                    await _until(anna, match_id, lambda match: match["turn"])

    asyncio.run(run())


async def _answered(client, match_id):
    """Return what was answered to the challenge to a table."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for each in (await client.challenges())["challenges"]:
                if each["match"] == match_id and each["state"] != "open":
                    return each["state"]
            await asyncio.sleep(0.05)


def test_challenges_are_taken_or_declined_by_a_rule(served, house):
    token, person = token_of_bot(house, "Robo"), token_for(house, "anna567abcdefghi")
    bot = Bot(sample("random_bot").choose, games=["focus"], accepts=lambda challenge: challenge["time"] != "1m+0s")

    async def run():
        async with AsyncClient(served, person) as anna, playing(served, (bot, token)):
            states = []
            for game, time in (("focus", "5m+3s"), ("locus", "5m+3s"), ("focus", "1m+0s")):
                asked = await anna.begin(game=game, others=["link"], time=time, invite=["Robo"])
                states.append(await _answered(anna, asked["id"]))
            assert states == ["accepted", "declined", "declined"]

    asyncio.run(run())


def test_two_bots_race(served, house):
    tokens = token_of_bot(house, "Robo"), token_of_bot(house, "Rival")
    bots = [Bot(sample("random_bot").choose) for _ in tokens]
    race = {"mode": "race"}

    async def run():
        async with playing(served, *zip(bots, tokens, strict=True)) as (robo, other):
            match = await robo.begin(game="solitaire", others=["link"], options=race)
            assert match["race"]
            await other.sit(match["id"])
            return await over(robo, match["id"])

    assert asyncio.run(run())["outcome"]


def test_two_bots_play_both_boards_of_a_duplicate(served, house):
    tokens = token_of_bot(house, "Robo"), token_of_bot(house, "Rival")
    bots = [Bot(sample("random_bot").choose) for _ in tokens]

    async def run():
        async with playing(served, *zip(bots, tokens, strict=True)) as (robo, other):
            more = {"options": {"grid": "6x5"}, "rated": True}
            first = await robo.begin(game="locus", others=["link"], begin="me", **more)
            await other.sit(first["id"])
            second = (await robo.see(first["id"]))["links"]["second"]
            return [await over(robo, board) for board in (first["id"], second)], await robo.see(second)

    ends, second = asyncio.run(run())
    assert [end["outcome"]["how"] for end in ends] == ["played-out"] * 2
    assert second["duplicate"] and second["rated"]


def test_bots_play_on_when_another_seat_has_resigned(served, house):
    tokens = token_of_bot(house, "Robo"), token_of_bot(house, "Rival")
    bots = [Bot(sample("random_bot").choose) for _ in tokens]
    person = token_for(house, "anna567abcdefghi")

    async def run():
        async with (
            AsyncClient(served, person) as anna,
            playing(served, *zip(bots, tokens, strict=True)) as (robo, other),
        ):
            three = {"players": "3", "patience": "2"}
            match = (await robo.begin(game="focus", others=["link", "link"], begin="me", options=three))["id"]
            await other.sit(match)
            await anna.sit(match)
            await _until(anna, match, lambda now: now["turn"])
            seen = await anna.see(match, legal=True)
            await anna.move(match, seen["number"] + 1, seen["legal"][0])
            seen = await _until(anna, match, lambda now: now["turn"])
            assert (await anna.resign(match, seen["number"] + 1))["status"] == "live"
            return await over(robo, match)

    outcome = asyncio.run(run())["outcome"]
    assert outcome["how"] == "played-out" and outcome["returns"][2] == 0


def test_a_match_in_which_no_move_is_found_is_given_up(served, house, monkeypatch):
    monkeypatch.setattr("fivefold.client.bot.AGAIN_AFTER", (0.01, 0.01))
    token, person = token_of_bot(house, "Robo"), token_for(house, "anna567abcdefghi")

    def choose(match):
        raise ZeroDivisionError

    async def run():
        async with AsyncClient(served, person) as anna, playing(served, (Bot(choose), token)) as (robo,):
            return await over(anna, await begun(robo, anna, "focus"))

    assert asyncio.run(run())["outcome"]["how"] == "resigned"


def test_an_account_of_a_person_does_not_play_as_a_bot(served, house):
    with pytest.raises(ClientError, match="person's"):
        asyncio.run(Bot(min)._run(served, token_for(house, "anna567abcdefghi")))


def test_a_bot_ends_when_its_token_is_revoked(served, house):
    token = token_of_bot(house, "Robo")

    async def run():
        async with playing(served, (Bot(min), token)), AsyncClient(served, token) as robo:
            events = robo.events()
            assert (await anext(events))["type"] == "now"
            await robo.revoke_token()
            with pytest.raises(errors.BadToken):
                async with asyncio.timeout(PATIENCE):
                    async for _ in events:
                        pass

    asyncio.run(run())


def test_the_token_comes_from_a_file_or_the_environment(tmp_path, monkeypatch, capsys):
    started = []
    monkeypatch.setattr(Bot, "run", lambda self, *given: started.append(given))
    file = tmp_path / "token"
    file.write_text("ff_1\n")
    Bot(min).main(["--url", "http://house", "--token-file", str(file)])
    monkeypatch.setenv("FIVEFOLD_TOKEN", "ff_2")
    Bot(min).main([])
    assert started == [("http://house", "ff_1"), ("http://127.0.0.1:8555", "ff_2")]
    monkeypatch.delenv("FIVEFOLD_TOKEN")
    for wrong in ([], ["--token-file", str(tmp_path / "none")]):
        with suppress(SystemExit):
            Bot(min).main(wrong)
        assert "token" in capsys.readouterr().err
