"""Which fault is switched on (env FAULT); none in ordinary use."""
import json
import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))
ACTIVE = os.environ.get("FAULT") or None
if ACTIVE is not None:
    with open(os.path.join(_here, "faults.json"), encoding="utf-8") as f:
        if ACTIVE not in [x["id"] for x in json.load(f)]:
            print("unknown fault: " + ACTIVE, file=sys.stderr)
            sys.exit(2)


def on(fault_id):
    return ACTIVE == fault_id
