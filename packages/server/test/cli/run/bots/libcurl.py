"""Asks the public platform for its gateway by libcurl, as programs in C do: libcurl itself reads no variable."""

import ctypes
import sys

OPTION_URL = 10002
OPTION_NOPROXY = 10177

curl = ctypes.CDLL(sys.argv[1])
curl.curl_easy_init.restype = ctypes.c_void_p
curl.curl_easy_perform.argtypes = [ctypes.c_void_p]
curl.curl_easy_setopt.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p]
handle = curl.curl_easy_init()
curl.curl_easy_setopt(handle, OPTION_URL, b"https://discord.com/api/v10/gateway")
curl.curl_easy_setopt(handle, OPTION_NOPROXY, b"*")
sys.exit(curl.curl_easy_perform(handle))
