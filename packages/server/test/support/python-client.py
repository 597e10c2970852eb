"""Replies, deletes and asks for members as Python libraries do: ids are integers. Prints one JSON object."""

import asyncio
import json
import os

import aiohttp


async def main() -> None:
    api, gateway, token = os.environ["API"], os.environ["GATEWAY"], os.environ["TOKEN"]
    guild, channel, user = (int(os.environ[name]) for name in ("GUILD", "CHANNEL", "USER"))
    result = {}
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}) as session:

        async def send(method, path, **body):
            async with session.request(method, api + path, json=body) as response:
                return response.status, await response.json() if response.status != 204 else None

        messages = f"/channels/{channel}/messages"
        _, first = await send("POST", messages, content="first")
        reference = {"message_id": int(first["id"]), "channel_id": channel, "guild_id": guild}
        _, reply = await send("POST", messages, content="reply", message_reference=reference)
        result["reply"] = reply["message_reference"]["message_id"] == first["id"]
        ids = [int(first["id"]), int(reply["id"])]
        result["bulk_delete"], _ = await send("POST", f"{messages}/bulk-delete", messages=ids)
        _, dm = await send("POST", "/users/@me/channels", recipient_id=user)
        result["dm"] = dm["recipients"][0]["id"] == str(user)
        async with session.ws_connect(f"{gateway}?v=10&encoding=json") as socket:
            properties = {"os": "linux", "browser": "python", "device": "python"}
            await socket.send_json({"op": 2, "d": {"token": token, "intents": 0, "properties": properties}})
            async for message in socket:
                event = json.loads(message.data)
                if event["t"] == "READY":
                    await socket.send_json({"op": 8, "d": {"guild_id": guild, "user_ids": [user], "limit": 0}})
                if event["t"] == "GUILD_MEMBERS_CHUNK":
                    result["members"] = [member["user"]["id"] == str(user) for member in event["d"]["members"]]
                    break
    print(json.dumps(result))


asyncio.run(asyncio.wait_for(main(), 20))
