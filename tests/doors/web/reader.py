"""A person whose browser has no script."""

from tests.doors.web.conftest import Person
from tests.doors.web.markup import Page, complaints


class Reader(Person):
    """Pages and forms, nothing else; every page is looked over."""

    def __init__(self, app, person_id):
        super().__init__(app, person_id)
        self.headers["Accept"] = "text/html"
        del self.headers["X-CSRF-Token"]
        self.follow_redirects = True

    def open(self, path, status=200):
        answer = self.get(path)
        assert answer.status_code == status, answer.text
        return self.read(answer)

    def read(self, answer):
        page = Page(answer.text)
        page.path = answer.url.path
        assert complaints(page) == [], complaints(page)
        return page

    def fill(self, page, action, **changed):
        """Send the form of a page that leads there, with some of it changed; return the page that answers."""
        form = page.all("form", action=action)[0]
        answer = self.post(action, data={**page.fields(form), **changed})
        assert answer.status_code in {200, 422}, answer.text
        return self.uncovered(self.read(answer))

    def uncovered(self, page):
        """Ask a page that hides a hand from who shares the screen to show it."""
        for link in page.all("a", data_action="uncover"):
            if "covered" in page.one("main")["attrs"]["class"].split():
                assert not choices(page)
                return self.open(page.path + link["attrs"]["href"])
        return page

    def start(self, key, **chosen):
        return self.fill(self.open(f"/new/{key}"), f"/new/{key}", **chosen)


def choices(page):
    """Return the moves the form of a table offers."""
    forms = page.all("select", id="move-choice")
    return [option["attrs"]["value"] for form in forms for option in page.within(form, "option")]
