"""Requests of Python's standard library: one that a proxy variable would reach, and one that none does."""

import asyncio
import json
import os
import urllib.request

headers = {"Authorization": "Bot " + os.environ["TOKEN"], "User-Agent": "DiscordBot (test, 1)"}
request = urllib.request.Request("https://discord.com/api/v10/users/@me", headers=headers)
with urllib.request.urlopen(request) as response:
    name = json.load(response)["username"]


async def gateway():
    reader, writer = await asyncio.open_connection("gateway.discord.gg", 443, ssl=True)
    writer.write(
        b"GET /?v=10&encoding=json HTTP/1.1\r\nHost: gateway.discord.gg\r\nConnection: Upgrade\r\n"
        b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    return (await reader.readline()).decode().strip()


print(json.dumps([name, asyncio.run(gateway())]))
