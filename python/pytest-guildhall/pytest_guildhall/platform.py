"""A platform for tests: one that is started, or one that runs already."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time

from .control import Clock, Control, Refused, request
from .people import Person

READY_S = 60
STOP_S = 20
_POLL_S = 0.1


class Channel:
    """A channel of a guild."""

    def __init__(self, channel_id, name, guild_id):
        self.id, self.name, self.guild_id = channel_id, name, guild_id


class Role:
    """A role of a guild."""

    def __init__(self, role_id, name):
        self.id, self.name = role_id, name


class Guild:
    """A guild; its channels and roles are attributes by key, or by name as an identifier."""

    def __init__(self, guild_id, name, channels, roles):
        self.id, self.name, self.channels, self.roles = guild_id, name, channels, roles

    def __getattr__(self, key):
        for entries in (self.__dict__.get("channels", {}), self.__dict__.get("roles", {})):
            if key in entries:
                return entries[key]
        raise AttributeError(f"the guild has no channel or role {key!r}, only: {', '.join([*self.channels, *self.roles])}")


class Bot:
    """An application's bot, and the program that runs it, if there is one."""

    def __init__(self, platform, application_id, user_id, name):
        self.platform, self.application_id, self.id, self.name = platform, application_id, user_id, name
        self.process = None
        self._output = None

    def start(self, command, *, env=None, ready_s=READY_S):
        """Runs a program unchanged, led to the platform as `guildhall run` does, until the test session ends."""
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if words[0] in ("python", "python3"):
            # The one that runs the tests has the bot's packages, also where its environment is not activated.
            words[0] = sys.executable
        line = [*self.platform.guildhall, "run", "--server", self.platform.url, "--as", self.application_id, "--", *words]
        variables = {**os.environ, **(env or {}), "GUILDHALL_CONTROL_KEY": self.platform.control.key}
        self._output = tempfile.TemporaryFile()
        self.process = subprocess.Popen(line, env=variables, stdin=subprocess.DEVNULL, stdout=self._output, stderr=self._output)
        end = time.monotonic() + ready_s
        while not self._connected():
            if self.process.poll() is not None:
                raise AssertionError(f"the bot ended with {self.process.returncode}:\n{self.output()}")
            if time.monotonic() > end:
                raise AssertionError(f"the bot has not connected in {ready_s} s:\n{self.output()}")
            time.sleep(_POLL_S)
        return self

    def _connected(self):
        path = f"/gateway/sessions?application_id={self.application_id}"
        return any(session["connected"] for session in self.platform.control.request("GET", path))

    def output(self):
        """What the program has printed."""
        if self._output is None:
            return ""
        self._output.seek(0)
        return self._output.read().decode("utf-8", "replace")

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process = None


def identifier(name):
    """Returns a name as an identifier."""
    plain = re.sub(r"\W+", "_", name).strip("_") or "unnamed"
    return f"_{plain}" if plain[0].isdigit() else plain


class Platform:
    """People, bots and guilds are attributes by key of the world file, or by name as an identifier."""

    def __init__(self, url, key, guildhall=("guildhall",), world=None):
        self.url, self.api = url, url + "/api"
        self.gateway = "ws" + url[4:] + "/gateway"
        self.guildhall = list(guildhall)
        self.control = Control(url, key)
        self.clock = Clock(self.control)
        self._process = None
        self.people, self.bots, self.guilds = {}, {}, {}
        if world is None:
            self._name_from_directory()
        else:
            self._name_from_world(world)
        try:
            self.control.request("PATCH", "/tape", {"recording": True})
        except Refused:
            pass  # This platform keeps no tape.

    @classmethod
    def start(cls, guildhall=("guildhall",), world=None):
        """Starts a platform in memory, with a world file or the demo world."""
        line = [*guildhall, "start", "--json", "--data", ":memory:", "--port", "0", "--rate-limits", "off"]
        log = tempfile.TemporaryFile()
        process = subprocess.Popen(
            [*line, *([] if world is None else ["--world", str(world)])],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
        )
        timer = threading.Timer(READY_S, process.kill)
        timer.start()
        ready = process.stdout.readline()
        timer.cancel()
        if not ready:
            process.wait()
            log.seek(0)
            raise RuntimeError(f"guildhall did not start:\n{log.read().decode('utf-8', 'replace')}")
        facts = json.loads(ready)
        platform = cls(facts["url"], facts["control"]["key"], guildhall, facts["world"])
        platform._process = process
        return platform

    def _name_from_world(self, world):
        for key, user in world["users"].items():
            self.people[key] = Person(self, user["id"], user["username"])
        for key, application in world["applications"].items():
            if application.get("bot"):
                name = application["name"]
                self.bots[key] = Bot(self, application["id"], application["bot"]["id"], name)
        for key, guild in world["guilds"].items():
            channels = {k: Channel(c["id"], c["name"], guild["id"]) for k, c in guild["channels"].items()}
            roles = {k: Role(r["id"], r["name"]) for k, r in guild["roles"].items()}
            self.guilds[key] = Guild(guild["id"], guild["name"], channels, roles)

    def _name_from_directory(self):
        directory = self.control.request("GET", "/directory")
        for user in directory["people"]:
            self.people.setdefault(identifier(user["username"]), Person(self, user["id"], user["username"]))
        for entry in directory["applications"]:
            if entry["bot_id"]:
                bot = Bot(self, entry["id"], entry["bot_id"], entry["name"])
                self.bots.setdefault(identifier(entry["name"]), bot)
        for guild in directory["guilds"]:
            token = self.control.token(user_id=guild["owner_id"])
            read = lambda part: request(self.api + "/v10", token, "GET", f"/guilds/{guild['id']}/{part}")  # noqa: E731
            channels, roles = {}, {}
            for channel in read("channels"):
                channels.setdefault(identifier(channel["name"]), Channel(channel["id"], channel["name"], guild["id"]))
            for role in read("roles"):
                roles.setdefault(identifier(role["name"]), Role(role["id"], role["name"]))
            self.guilds.setdefault(identifier(guild["name"]), Guild(guild["id"], guild["name"], channels, roles))

    def __getattr__(self, key):
        for entries in (self.__dict__.get(name, {}) for name in ("people", "bots", "guilds")):
            if key in entries:
                return entries[key]
        names = ", ".join([*self.people, *self.bots, *self.guilds])
        raise AttributeError(f"the platform has nobody and nothing named {key!r}, only: {names}")

    def guild_of(self, channel_id):
        """Returns the id of a channel's guild; None for other channels."""
        for guild in self.guilds.values():
            if any(channel.id == channel_id for channel in guild.channels.values()):
                return guild.id
        return None

    def reset(self):
        """Returns to the state of the start: the same ids and tokens. Bots stay connected."""
        for person in self.people.values():
            person.close()
        self.control.request("POST", "/reset")

    def close(self):
        for person in self.people.values():
            person.close()
        for bot in self.bots.values():
            bot.stop()
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process.stdout.close()
