"""Who calls: HTTP basic authentication, or a key in X-Api-Key."""

import base64
import binascii
import hmac
import threading
import time

from faults import fault
from messages import Agent, Problem

_PASSWORDS = {
    "ana": ("harbour-lamp-7", Agent("ana", "north")),
    "bo": ("quiet-river-3", Agent("bo", "south")),
}
_KEYS = {
    "nk_5d1f0c77a2": Agent("ana", "north"),
    "sk_b83e9a4410": Agent("bo", "south"),
}

# Logins that tickets can be assigned to, by organisation.
ROSTER = {"north": {"ana", "ari"}, "south": {"bo", "bea"}}


class Current:
    """The agent of the call in hand."""

    def __init__(self):
        self._local = threading.local()
        self._shared = None

    def set(self, agent):
        self._shared = agent
        self._local.agent = agent

    def get(self):
        if fault("comment-author-mixed"):
            # As long as asking a directory takes.
            time.sleep(0.02)
            return self._shared
        return self._local.agent


current = Current()


def authenticate(headers):
    agent = _by_password(headers.get("Authorization")) or _by_key(headers.get("X-Api-Key"))
    if agent is None:
        challenge = {"WWW-Authenticate": 'Basic realm="desk", charset="UTF-8"'}
        if fault("unauthorized-no-challenge"):
            challenge = {}
        raise Problem(401, "Sign in with a password or an API key.", headers=challenge)
    current.set(agent)
    return agent


def _by_password(header):
    scheme, _, value = (header or "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        decoded = base64.b64decode(value.strip(), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return None
    login, _, password = decoded.partition(":")
    expected, agent = _PASSWORDS.get(login, ("", None))
    return agent if _same(expected, password) else None


def _by_key(key):
    if key is None:
        return None
    if fault("unknown-key-accepted"):
        return _KEYS.get(key, Agent("ana", "north"))
    return next((agent for known, agent in _KEYS.items() if _same(known, key.strip())), None)


def _same(expected, given):
    return hmac.compare_digest(expected.encode("utf-8"), given.encode("utf-8", "replace"))
