"""Times are integers: milliseconds since 1970-01-01T00:00:00Z."""
import re
import time
from datetime import datetime, timedelta, timezone

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_FORM = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})"
    r"(?:\.([0-9]+))?(?:([Zz])|([+-])([0-9]{2}):([0-9]{2}))")
DAY = 86_400_000


def now():
    return time.time_ns() // 1_000_000


def fmt(ms):
    if ms is None:
        return None
    t = _EPOCH + timedelta(milliseconds=ms)
    return t.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (ms % 1000)


def parse(text, keep_offset=True):
    """The time in milliseconds, or None if the text is not an accepted date-time."""
    m = _FORM.fullmatch(text) if isinstance(text, str) else None
    if not m:
        return None
    y, mo, d, h, mi, s = (int(x) for x in m.groups()[:6])
    try:
        t = datetime(y, mo, d, h, mi, s, tzinfo=timezone.utc)
    except ValueError:
        return None
    ms = (t - _EPOCH) // timedelta(milliseconds=1) + int(((m.group(7) or "") + "000")[:3])
    if m.group(9):
        oh, om = int(m.group(10)), int(m.group(11))
        if oh > 23 or om > 59:
            return None
        shift = (oh * 60 + om) * 60_000
        if keep_offset:
            ms += -shift if m.group(9) == "+" else shift
    if not 0 <= ms < 32_503_680_000_000:      # 1970 to 2999
        return None
    return ms
