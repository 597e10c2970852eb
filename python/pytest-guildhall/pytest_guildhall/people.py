"""People who write, use commands, press buttons and see what a bot replies."""

import itertools
import time

from .control import request
from .gateway import Session

EPHEMERAL, LOADING = 1 << 6, 1 << 7
WAIT_S = 20
_NONCES = itertools.count(1)
_POLL_S = 0.1
# Kinds of components that hold a value, in messages and modals.
BUTTON, TEXT_INPUT = 2, 4
_STRING, _INTEGER, _BOOLEAN, _NUMBER, _SUBCOMMAND, _GROUP = 3, 4, 5, 10, 1, 2


class Person:
    """A person of the platform. The gateway session opens at the first use."""

    def __init__(self, platform, user_id, name):
        self.platform, self.id, self.name = platform, user_id, name
        self._token = None
        self._session = None
        self._taken = set()

    def __repr__(self):
        return f"<Person {self.name}>"

    @property
    def token(self):
        if self._token is None:
            self._token = self.platform.control.token(user_id=self.id)
        return self._token

    @property
    def session(self):
        if self._session is None or self._session.closed is not None:
            self._session, self._taken = Session(self.platform.gateway, self.token), set()
        return self._session

    def request(self, method, path, body=None):
        """Sends a request to the API as this person. Raises Refused as the person's client would be refused."""
        return request(self.platform.api + "/v10", self.token, method, path, body)

    def in_(self, channel):
        """This person in a channel."""
        self.session  # What happens from now on is seen.
        return Place(self, channel)

    def sees(self, text=None, *, from_=None, channel=None, ephemeral=None, contains=None, where=None, within=WAIT_S):
        """
        Waits for a message that was not seen before, new or edited, and returns it. Without `from_` it is of anyone
        else. `where` is a function of the message's object. Deferred replies are seen when they have a content.
        """
        session = self.session
        wanted = {"text": text, "from_": from_, "channel": channel, "ephemeral": ephemeral, "contains": contains}

        def find():
            for index, (name, data) in enumerate(session.dispatches):
                if name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or index in self._taken:
                    continue
                if self._matches(data, wanted) and (where is None or where(data)):
                    self._taken.add(index)
                    return data
            return None

        found = session.wait(find, within)
        if found is None:
            described = [f"{name}={value!r}" for name, value in wanted.items() if value is not None]
            raise AssertionError(self._unseen(", ".join(described) or "any message", within))
        return Reply(self, found)

    def sees_modal(self, *, title=None, within=WAIT_S):
        """Waits for a modal that was not seen before."""
        session = self.session

        def find():
            for index, (name, data) in enumerate(session.dispatches):
                if name != "INTERACTION_MODAL_CREATE" or index in self._taken:
                    continue
                if title in (None, data["title"]):
                    self._taken.add(index)
                    return data
            return None

        found = session.wait(find, within)
        if found is None:
            raise AssertionError(self._unseen(f"a modal title={title!r}", within))
        return Modal(self, found)

    def _matches(self, data, wanted):
        flags, author = data.get("flags", 0), data.get("author", {}).get("id")
        if flags & LOADING or (wanted["from_"] is None and author == self.id):
            return False
        if wanted["from_"] is not None and author != wanted["from_"].id:
            return False
        if wanted["channel"] is not None and data["channel_id"] != wanted["channel"].id:
            return False
        if wanted["ephemeral"] is not None and bool(flags & EPHEMERAL) != wanted["ephemeral"]:
            return False
        content = data.get("content", "")
        return wanted["text"] in (None, content) and (wanted["contains"] is None or wanted["contains"] in content)

    def _unseen(self, wanted, within):
        lines = [f"{self.name} did not see {wanted} within {within} s."]
        if self._session.closed is not None:
            lines.append(f"The gateway session ended: {self._session.closed}.")
        seen = [
            f"  {name} {data.get('author', {}).get('username')}: {data.get('content')!r} flags={data.get('flags', 0)}"
            + ("" if index not in self._taken else " (seen before)")
            for index, (name, data) in enumerate(self._session.dispatches)
            if name.startswith("MESSAGE_") and "author" in data
        ]
        failures = [name for name, _ in self._session.dispatches if name == "INTERACTION_FAILURE"]
        lines += ["Messages instead:", *(seen or ["  none"])]
        if failures:
            lines.append(f"{len(failures)} interactions failed: the bot did not respond in time, or with an error.")
        tape = self.platform.control.tape_lines()
        if tape:
            lines += ["Last lines of the tape:", *(f"  {line}" for line in tape)]
        return "\n".join(lines)

    def interact(self, body):
        """Sends an interaction, as a client does."""
        nonce = f"pytest-{next(_NONCES)}"
        self.request("POST", "/interactions", {"session_id": self.session.id, "nonce": nonce, **body})

    def close(self):
        if self._session is not None:
            self._session.close()
        self._session, self._token, self._taken = None, None, set()


class Place:
    """A person in a channel."""

    def __init__(self, person, channel):
        self.person, self.channel = person, channel

    def sends(self, content=None, **fields):
        """Writes a message."""
        body = {**({} if content is None else {"content": content}), **fields}
        return Reply(self.person, self.person.request("POST", f"/channels/{self.channel.id}/messages", body))

    def uses(self, command, *, of=None, target=None, within=WAIT_S, **options):
        """
        Uses a command of `of`, or of any bot: '/ban', '/config set', or the name of a command of a menu with `target`.
        Options are values, people, channels or roles. Waits until a bot has registered the command.
        """
        name, *path = command.lstrip("/").split()
        found = self._command(command.lstrip("/") if target is not None else name, of, within)
        data = {"id": found["id"], "name": found["name"], "type": found.get("type", 1), "version": found.get("version")}
        if target is not None:
            data["target_id"] = target.id
        else:
            data["options"] = _options(found.get("options", []), path, options)
        body = {"type": 2, "application_id": found["application_id"], "channel_id": self.channel.id, "data": data}
        self.person.interact({**body, **self._guild()})

    def _guild(self):
        return {} if self.channel.guild_id is None else {"guild_id": self.channel.guild_id}

    def _command(self, name, of, within):
        end = time.monotonic() + within
        while True:
            index = self.person.request("GET", f"/channels/{self.channel.id}/application-command-index")
            commands = index["application_commands"]
            for command in commands:
                if command["name"] == name and (of is None or command["application_id"] == of.application_id):
                    return command
            if time.monotonic() > end:
                names = ", ".join(sorted(command["name"] for command in commands)) or "none"
                raise AssertionError(f"{self.person.name} has no command {name!r} here within {within} s, only: {names}")
            time.sleep(_POLL_S)


def _options(described, path, given):
    if path:
        option = next((entry for entry in described if entry["name"] == path[0]), None)
        if option is None or option["type"] not in (_SUBCOMMAND, _GROUP):
            raise AssertionError(f"there is no subcommand {path[0]!r}")
        nested = _options(option.get("options", []), path[1:], given)
        return [{"name": option["name"], "type": option["type"], "options": nested}]
    types = {entry["name"]: entry["type"] for entry in described}
    unknown = set(given) - set(types)
    if unknown:
        raise AssertionError(f"the command has no option {', '.join(sorted(unknown))}, only: {', '.join(types) or 'none'}")
    return [{"name": name, "type": types[name], "value": getattr(value, "id", value)} for name, value in given.items()]


class Reply:
    """A message as a person sees it."""

    def __init__(self, person, data):
        self.person, self.data = person, data

    def __repr__(self):
        return f"<Reply {self.content!r}>"

    @property
    def id(self):
        return self.data["id"]

    @property
    def content(self):
        return self.data.get("content", "")

    @property
    def embeds(self):
        return self.data.get("embeds", [])

    @property
    def is_ephemeral(self):
        return bool(self.data.get("flags", 0) & EPHEMERAL)

    def button(self, label=None, *, custom_id=None):
        """The button with a label or custom id."""
        buttons = [entry for entry in _leaves(self.data.get("components", [])) if entry["type"] == BUTTON]
        for entry in buttons:
            if (label is None or entry.get("label") == label) and custom_id in (None, entry.get("custom_id")):
                return Component(self, entry)
        raise AssertionError(f"the message has no button {label or custom_id!r}, only: {[e.get('label') for e in buttons]}")

    def select(self, *, custom_id=None, placeholder=None):
        """The select with a custom id or placeholder; without them, the first."""
        for entry in _leaves(self.data.get("components", [])):
            named = custom_id in (None, entry.get("custom_id")) and placeholder in (None, entry.get("placeholder"))
            if entry["type"] in (3, 5, 6, 7, 8) and named:
                return Component(self, entry)
        raise AssertionError("the message has no such select")


def _leaves(components):
    for entry in components:
        nested = [*entry.get("components", []), entry.get("component"), entry.get("accessory")]
        yield from _leaves([child for child in nested if child])
        yield entry


class Component:
    """A button or select of a message."""

    def __init__(self, reply, entry):
        self._reply, self.data = reply, entry

    def press(self):
        self._use({})

    def choose(self, *values):
        """Chooses values, people, channels or roles."""
        self._use({"values": [getattr(value, "id", value) for value in values]})

    def _use(self, values):
        if self.data.get("disabled"):
            raise AssertionError(f"{self.data.get('label') or self.data.get('custom_id')!r} is disabled")
        if "custom_id" not in self.data:
            raise AssertionError("a button with a link is not used through the platform")
        message, person = self._reply.data, self._reply.person
        application = message.get("application_id") or message["author"]["id"]
        guild = message.get("guild_id") or person.platform.guild_of(message["channel_id"])
        person.interact(
            {
                "type": 3,
                "application_id": application,
                "channel_id": message["channel_id"],
                **({"guild_id": guild} if guild else {}),
                "message_id": message["id"],
                "data": {"custom_id": self.data["custom_id"], "component_type": self.data["type"], **values},
            }
        )


class Modal:
    """A modal that a person sees."""

    def __init__(self, person, data):
        self.person, self.data = person, data

    @property
    def title(self):
        return self.data["title"]

    def submit(self, **values):
        """Sends the modal in, with values by custom id."""
        inputs = {entry["custom_id"] for entry in _leaves(self.data["components"]) if "custom_id" in entry}
        unknown = set(values) - inputs
        if unknown:
            raise AssertionError(f"the modal has no {', '.join(sorted(unknown))}, only: {', '.join(sorted(inputs))}")
        channel, application = self.data.get("channel_id"), self.data["application"]["id"]
        guild = self.person.platform.guild_of(channel)
        components = [_filled(entry, values) for entry in self.data["components"]]
        self.person.interact(
            {
                "type": 5,
                "application_id": application,
                "channel_id": channel,
                **({"guild_id": guild} if guild else {}),
                "data": {"id": self.data["id"], "custom_id": self.data["custom_id"], "components": components},
            }
        )


def _filled(entry, values):
    filled = {"type": entry["type"]}
    if "components" in entry:
        filled["components"] = [_filled(child, values) for child in entry["components"]]
    if entry.get("component"):
        filled["component"] = _filled(entry["component"], values)
    if "custom_id" in entry:
        value = values.get(entry["custom_id"], entry.get("value", "") if entry["type"] == TEXT_INPUT else [])
        filled["custom_id"] = entry["custom_id"]
        filled["values" if isinstance(value, (list, tuple)) else "value"] = value
    return filled
