"""Requests to a platform: as a person, or by the control API."""

import json
import urllib.error
import urllib.request

TIMEOUT_S = 60
# A proxy of the environment is not for the platform under test.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Refused(AssertionError):
    """The platform refused a request, as it would refuse a person's client."""

    def __init__(self, method, path, status, body):
        code = body.get("code") if isinstance(body, dict) else None
        super().__init__(f"{method} {path}: {status} {json.dumps(body)}")
        self.status, self.code, self.body = status, code, body


def request(base, authorization, method, path, body=None):
    """Returns the JSON of a response; None without a body. Raises Refused for a status from 400 on."""
    headers = {"authorization": authorization, "user-agent": "pytest-guildhall"}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["content-type"] = "application/json"
    call = urllib.request.Request(base + path, data, headers, method=method)
    try:
        with _OPENER.open(call, timeout=TIMEOUT_S) as response:
            text = response.read()
    except urllib.error.HTTPError as error:
        text = error.read().decode("utf-8", "replace")
        try:
            refusal = json.loads(text)
        except ValueError:
            refusal = text
        raise Refused(method, path, error.code, refusal) from None
    return json.loads(text) if text else None


class Control:
    """The control API of a platform."""

    def __init__(self, url, key):
        self.url, self.key = url, key

    def request(self, method, path, body=None):
        return request(self.url + "/control", "Bearer " + self.key, method, path, body)

    def token(self, **whose):
        """Issues a token of a person (user_id, username) or of an application's bot (application_id)."""
        return self.request("POST", "/tokens", whose)["token"]

    def tape_lines(self, limit=15):
        """Returns the last lines of the tape; none where the platform keeps no tape."""
        try:
            tape = self.request("GET", f"/tape?limit={limit}")
        except Refused:
            return []
        arrows = {"in": "→", "out": "←"}
        return [
            " ".join(
                str(part)
                for part in (arrows.get(record["direction"], " "), record["kind"], record["title"], record["status"])
                if part is not None
            )
            for record in tape["records"]
        ]


class Clock:
    """The date of the platform, which tests move."""

    def __init__(self, control):
        self._control = control

    def now(self):
        """The platform date, ISO 8601."""
        return self._control.request("GET", "/clock")["now"]

    def forward(self, *, days=0, hours=0, minutes=0, seconds=0, milliseconds=0):
        """Moves the date forward. What becomes due runs before this returns."""
        total_s = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
        return self._control.request("PATCH", "/clock", {"advance_ms": round(total_s * 1000 + milliseconds)})["now"]

    def freeze(self):
        return self._control.request("PATCH", "/clock", {"frozen": True})["now"]

    def resume(self):
        return self._control.request("PATCH", "/clock", {"frozen": False})["now"]
