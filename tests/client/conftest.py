"""Clients of a house in this process, and of one that is served."""

import pytest

from fivefold.client import Client
from tests.doors.web.conftest import app, event_loop_for_everybody, house, opponents, served, serving
from tests.doors.web.in_process import Handed
from tests.doors.web.programs import token_for

__all__ = ["app", "event_loop_for_everybody", "house", "opponents", "served", "serving"]


@pytest.fixture
def client_of(app):
    """Return a function that returns somebody's client, straight to the app."""

    def client_of(person_id, **more):
        token = token_for(app.state.house, person_id)
        return Client("http://testserver", token, transport=Handed(app), **more)

    return client_of


@pytest.fixture
def anna(client_of):
    return client_of("anna567abcdefghi")


@pytest.fixture
def bert(client_of):
    return client_of("bert567abcdefghi")
