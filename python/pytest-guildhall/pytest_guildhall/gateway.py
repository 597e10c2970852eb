"""A person's gateway session: a small WebSocket client in a thread, which collects dispatches."""

import base64
import hashlib
import json
import os
import socket
import ssl
import struct
import threading
from urllib.parse import urlsplit

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_CONNECT_S = 30
_TEXT, _BINARY, _CLOSE, _PING, _PONG = 1, 2, 8, 9, 10


class GatewayError(AssertionError):
    """The session could not be opened, or ended."""


class WebSocket:
    """The client side of RFC 6455, for text messages."""

    def __init__(self, url):
        parts = urlsplit(url)
        secure = parts.scheme == "wss"
        self._socket = socket.create_connection((parts.hostname, parts.port or (443 if secure else 80)), _CONNECT_S)
        if secure:
            self._socket = ssl.create_default_context().wrap_socket(self._socket, server_hostname=parts.hostname)
        self._file = self._socket.makefile("rb")
        self._sending = threading.Lock()
        self._handshake(parts)
        self._socket.settimeout(None)

    def _handshake(self, parts):
        key = base64.b64encode(os.urandom(16))
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        head = (
            f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key.decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._socket.sendall(head.encode())
        status = self._file.readline().decode("latin-1").strip()
        headers = {}
        for line in iter(lambda: self._file.readline().decode("latin-1").strip(), ""):
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        expected = base64.b64encode(hashlib.sha1(key + _GUID).digest()).decode()
        if " 101" not in status or headers.get("sec-websocket-accept") != expected:
            raise GatewayError(f"the gateway refuses the connection: {status}")

    def send(self, text, opcode=_TEXT):
        data = text if isinstance(text, bytes) else text.encode()
        size = len(data)
        head = bytes([0x80 | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += struct.pack("!BH", 0x80 | 126, size)
        else:
            head += struct.pack("!BQ", 0x80 | 127, size)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
        with self._sending:
            self._socket.sendall(head + mask + masked)

    def receive(self):
        """Returns the next message, or (close code, reason) when the connection ends."""
        parts = []
        while True:
            head = self._file.read(2)
            if len(head) < 2:
                return (1006, "")
            final, opcode, size = head[0] & 0x80, head[0] & 0x0F, head[1] & 0x7F
            if size == 126:
                (size,) = struct.unpack("!H", self._file.read(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self._file.read(8))
            data = self._file.read(size)
            if opcode == _CLOSE:
                code = struct.unpack("!H", data[:2])[0] if len(data) >= 2 else 1005
                return (code, data[2:].decode("utf-8", "replace"))
            if opcode == _PING:
                self.send(data, _PONG)
            elif opcode != _PONG:
                parts.append(data)
                if final:
                    return b"".join(parts).decode()

    def close(self):
        # Closing the file would wait for the thread that reads it.
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()


class Session:
    """A gateway session of a person. Dispatches are kept, and `changed` is notified of each."""

    def __init__(self, gateway, token):
        self.changed = threading.Condition()
        self.dispatches = []
        self.closed = None
        self._seq = None
        self._stop = threading.Event()
        self._socket = WebSocket(gateway + "?v=10&encoding=json")
        hello = json.loads(self._socket.receive())
        self._interval_s = hello["d"]["heartbeat_interval"] / 1000
        self._send(2, {"token": token, "intents": 0, "properties": {}})
        for work in (self._read, self._beat):
            threading.Thread(target=work, daemon=True).start()
        ready = self.wait(lambda: self._find("READY"), _CONNECT_S)
        if ready is None:
            raise GatewayError(f"no READY: {self.closed}")
        self.id = ready["session_id"]
        guilds = [guild["id"] for guild in ready["guilds"]]
        self.wait(lambda: all(self._find("GUILD_CREATE", guild) for guild in guilds) or None, _CONNECT_S)

    def _find(self, name, object_id=None):
        for seen, data in self.dispatches:
            if seen == name and (object_id is None or data["id"] == object_id):
                return data
        return None

    def wait(self, find, timeout_s):
        """Waits until `find` returns something besides None, and returns it; None after the time, or when closed."""
        result = []

        def found():
            value = find()
            if value is not None:
                result.append(value)
            return value is not None or self.closed is not None

        with self.changed:
            self.changed.wait_for(found, timeout_s)
        return result[0] if result else None

    def _send(self, op, data):
        self._socket.send(json.dumps({"op": op, "d": data}))

    def _read(self):
        try:
            while True:
                message = self._socket.receive()
                if isinstance(message, tuple):
                    return self._end(message)
                frame = json.loads(message)
                if frame["op"] == 1:
                    self._send(1, self._seq)
                if frame["op"] == 0:
                    with self.changed:
                        self._seq = frame["s"]
                        self.dispatches.append((frame["t"], frame["d"]))
                        self.changed.notify_all()
        except (OSError, ValueError, struct.error) as error:
            self._end((1006, str(error)))

    def _end(self, reason):
        self._stop.set()
        with self.changed:
            self.closed = reason
            self.changed.notify_all()

    def _beat(self):
        while not self._stop.wait(self._interval_s):
            try:
                self._send(1, self._seq)
            except OSError:
                return

    def close(self):
        self._stop.set()
        self._socket.close()
