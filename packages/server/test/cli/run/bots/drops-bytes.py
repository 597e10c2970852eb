"""A gateway client that drops what it reads together with the upgrade response, with the User-Agent of discordrb.

Connects, identifies, and connects again to the address that READY names. Prints the addresses and the first opcodes.
"""

import json
import os
import socket
import ssl
import struct
import urllib.parse
import urllib.request

AGENT = "DiscordBot (https://github.com/shardlab/discordrb, v3.8.0) rest-client/2.1.0 ruby/3.1.7p261 discordrb/3.8.0 "


def connect(address):
    url = urllib.parse.urlsplit(address)
    is_tls = url.scheme == "wss"
    connection = socket.create_connection((url.hostname, url.port or (443 if is_tls else 80)))
    if is_tls:
        connection = ssl.create_default_context().wrap_socket(connection, server_hostname=url.hostname)
    connection.sendall(
        f"GET {url.path or '/'}?v=10&encoding=json HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += connection.recv(4096)
    return connection


def exactly(connection, count):
    data = b""
    while len(data) < count:
        data += connection.recv(count - len(data))
    return data


def frame(connection):
    length = exactly(connection, 2)[1]
    if length == 126:
        (length,) = struct.unpack(">H", exactly(connection, 2))
    return json.loads(exactly(connection, length))


def send(connection, payload):
    data = json.dumps(payload).encode()
    connection.sendall(struct.pack(">BBHI", 0x81, 0xFE, len(data), 0) + data)


request = urllib.request.Request("https://discord.com/api/v10/gateway", headers={"User-Agent": AGENT})
with urllib.request.urlopen(request) as response:
    gateway = json.load(response)["url"]
first = connect(gateway)
hello = frame(first)["op"]
send(first, {"op": 2, "d": {"token": os.environ["TOKEN"], "intents": 0, "properties": {}}})
resume = frame(first)["d"]["resume_gateway_url"]
print(json.dumps([gateway, hello, resume, frame(connect(resume))["op"]]))
