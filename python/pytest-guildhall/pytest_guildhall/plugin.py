"""Fixtures `platform` and `bot`."""

import os
import shlex

import pytest

from .platform import Platform


def pytest_addoption(parser):
    parser.addini("guildhall_world", "world file of the platform that is started (the demo world)", default="")
    parser.addini("guildhall_command", "how guildhall is started", default="npx guildhall")
    parser.addini("guildhall_bot", "command that runs the bot under test", default="")
    parser.addini("guildhall_application", "application of that bot: key, name or id (the first)", default="")


def _path(config, name):
    value = config.getini(name)
    return os.path.join(str(config.rootpath), value) if value else None


@pytest.fixture(scope="session")
def platform(request):
    """A platform for the session: the one of GUILDHALL_URL and GUILDHALL_CONTROL_KEY, or one in memory."""
    config = request.config
    guildhall = shlex.split(os.environ.get("GUILDHALL_COMMAND") or config.getini("guildhall_command"))
    url = os.environ.get("GUILDHALL_URL")
    if url:
        running = Platform(url.rstrip("/"), os.environ["GUILDHALL_CONTROL_KEY"], guildhall)
    else:
        running = Platform.start(guildhall, _path(config, "guildhall_world"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def bot(request, platform):
    """The bot under test, run unchanged by the command of `guildhall_bot`, until the session ends."""
    config = request.config
    wanted = config.getini("guildhall_application")
    entries = platform.bots.items()
    chosen = [entry for key, entry in entries if not wanted or wanted in (key, entry.name, entry.application_id)]
    if not chosen:
        raise pytest.UsageError(f"guildhall_application: there is no {wanted!r}, only: {', '.join(platform.bots)}")
    command = config.getini("guildhall_bot")
    if not command:
        raise pytest.UsageError("guildhall_bot names no command: set it in pytest.ini or pyproject.toml")
    started = chosen[0].start(command)
    yield started
    started.stop()
