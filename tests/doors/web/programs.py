"""Programs that call the API: accounts with tokens."""

from tests.doors.web.in_process import Visitor
from tests.house.people import keep_accounts

API = "/api/v1"
ALL = ("read", "play", "account")


class Program(Visitor):
    """A program without cookies, with a token where one is given."""

    def __init__(self, app, secret="", **more):
        super().__init__(app, base_url=f"http://testserver{API}/", **more)
        self.app = app
        self.secret = secret
        if secret:
            self.headers["Authorization"] = f"Bearer {secret}"

    def begin(self, game="locus", **more):
        answer = self.post("matches", json={"game": game, "begin": "me", **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def see(self, match, **more):
        return self.get(f"matches/{match}", params={"legal": "1", **more}).json()

    def move(self, match, text=None, number=None):
        seen = self.see(match)
        text = seen["legal"][0] if text is None else text
        number = seen["number"] + 1 if number is None else number
        return self.post(f"matches/{match}/moves", json={"number": number, "move": text})


def token_for(house, person_id, name="", scopes=ALL, lifetime="never"):
    """Return a new token's secret; the person is given an account first."""
    if not house.accounts.is_named(person_id):
        keep_accounts(house, {person_id: name or person_id[:4].title()})
    return house.tokens.make(person_id, "a program", scopes, lifetime)[1]


def program_of(app, person_id, **more):
    """Return a program of somebody's."""
    return Program(app, token_for(app.state.house, person_id, **more))
