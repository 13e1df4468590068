"""Faults of this service, switched on one at a time by the environment variable FAULT."""

import os

_SWITCHED_ON = os.environ.get("FAULT", "")


def fault(name):
    return name == _SWITCHED_ON
