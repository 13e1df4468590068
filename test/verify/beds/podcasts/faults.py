"""The one fault that is switched on, if any."""
import json
import os
import sys

_path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "faults.json")
with open(_path, encoding="utf-8") as _file:
    KNOWN = {entry["id"] for entry in json.load(_file)}

ACTIVE = os.environ.get("FAULT") or None
if ACTIVE is not None and ACTIVE not in KNOWN:
    sys.exit(f"unknown fault: {ACTIVE}")


def broken(fault):
    if fault not in KNOWN:
        raise KeyError(fault)
    return ACTIVE == fault
