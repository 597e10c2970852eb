"""Loaded by Python before a program of `guildhall run`: connections to the public platform's hosts go to the front.

TLS still checks the certificate for the name that the program asked for, because only the address is replaced.
"""

import errno
import functools
import importlib.machinery
import importlib.util
import ipaddress
import os
import socket
import sys

LOOPBACK = "127.0.0.1"
HTTPS_PORTS = (443, "443", b"443", "https", b"https")


def is_public(host):
    if isinstance(host, (bytes, bytearray)):
        host = bytes(host).decode("ascii", "replace")
    if not isinstance(host, str):
        return False
    name = host.rstrip(".").lower()
    return any(name == domain or name.endswith("." + domain) for domain in DOMAINS)


def redirect_socket():
    resolve = socket.getaddrinfo

    @functools.wraps(resolve)
    def getaddrinfo(host, port, *args, **kwargs):
        if port in HTTPS_PORTS and is_public(host):
            return resolve(LOOPBACK, FRONT, *args, **kwargs)
        return resolve(host, port, *args, **kwargs)

    socket.getaddrinfo = getaddrinfo


def redirect_aiohttp(connector):
    """With aiodns installed, aiohttp asks name servers by itself and never calls socket.getaddrinfo."""
    resolve = connector.TCPConnector._resolve_host

    @functools.wraps(resolve)
    async def _resolve_host(self, host, port, *args, **kwargs):
        if port != 443 or not is_public(host):
            return await resolve(self, host, port, *args, **kwargs)
        address = {"hostname": host, "host": LOOPBACK, "port": FRONT, "family": socket.AF_INET}
        return [dict(address, proto=0, flags=socket.AI_NUMERICHOST)]

    connector.TCPConnector._resolve_host = _resolve_host


def is_reachable(host):
    if host in REACHABLE or host in ("", "localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback or address.is_unspecified


def refuse_others():
    """Refuses connections to other hosts, however the program makes them."""

    def hook(event, arguments):
        if event != "socket.connect":
            return
        address = arguments[1]
        if isinstance(address, tuple) and not is_reachable(str(address[0])):
            message = "guildhall run --offline refuses %s:%s" % address[:2]
            raise OSError(errno.ENETUNREACH, message)

    sys.addaudithook(hook)


class AfterImport:
    """Changes a module when the program imports it, so that programs without it pay nothing."""

    def __init__(self, module, change):
        self.module = module
        self.change = change

    def find_spec(self, name, path=None, target=None):
        if name != self.module:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(module):
                execute(module)
                self.change(module)

            spec.loader.exec_module = exec_module
        return spec


def run_other_sitecustomize():
    """Runs the sitecustomize that this file hides: the user's, or that of the distribution."""
    here = os.path.dirname(os.path.abspath(__file__))
    others = [entry for entry in sys.path if os.path.abspath(entry or os.curdir) != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is None or spec.loader is None:
        return
    module = importlib.util.module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


FRONT = int(os.environ.get("GUILDHALL_FRONT_PORT") or 0)
DOMAINS = tuple(os.environ.get("GUILDHALL_HOSTS", "").split())
REACHABLE = tuple(os.environ.get("GUILDHALL_OFFLINE", "").split())
if FRONT and DOMAINS:
    redirect_socket()
    if REACHABLE and hasattr(sys, "addaudithook"):
        refuse_others()
    sys.meta_path.insert(0, AfterImport("aiohttp.connector", redirect_aiohttp))
run_other_sitecustomize()
