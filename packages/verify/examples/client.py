"""A client in Python for `programClient(["python3", "client.py"])`: calls come as lines of JSON, and so do answers."""

import base64
import json
import sys
import urllib.error
import urllib.parse
import urllib.request


class NotFollowed(urllib.request.HTTPRedirectHandler):
    """Redirects are answers: they would take credentials to where nobody knows."""

    def redirect_request(self, *given):
        return None


opener = urllib.request.build_opener(NotFollowed, urllib.request.ProxyHandler({}))


def quote(value):
    text = json.dumps(value) if isinstance(value, bool) else str(value)
    return urllib.parse.quote(text, safe="")


def send(call):
    """Sends the request of a call: parameters of the styles `simple` and `form`, and a body of JSON."""
    operation, given = call["operation"], call["input"]
    path = operation["path"]
    for name, value in given.get("path", {}).items():
        path = path.replace("{" + name + "}", quote(value))
    query = []
    for name, value in given.get("query", {}).items():
        for one in value if isinstance(value, list) else [value]:
            query.append(quote(name) + "=" + quote(one))
    url = call["baseUrl"] + path + ("?" + "&".join(query) if query else "")
    headers = {name: str(value) for name, value in given.get("header", {}).items()}
    body = None
    if "body" in given:
        headers["Content-Type"] = "application/json"
        body = json.dumps(given["body"]).encode()
    request = urllib.request.Request(url, body, headers, method=operation["method"])
    return opener.open(request, timeout=10)


def read(response):
    """Reads an answer: JSON, or else bytes."""
    raw = response.read()
    line = {"status": response.status, "headers": dict(response.headers.items())}
    if not raw:
        return line
    media_type = response.headers.get_content_type()
    if media_type == "application/json" or media_type.endswith("+json"):
        return {**line, "body": json.loads(raw)}
    return {**line, "bodyBase64": base64.b64encode(raw).decode()}


def answer(call):
    if call["operation"]["isStream"]:
        return {"notExpressible": "streams"}
    try:
        with send(call) as response:
            line = read(response)
            if call["operation"].get("answerIs") == "json" and "bodyBase64" in line:
                return {"error": "the answer is not JSON", "reason": "decoding"}
            return line
    except urllib.error.HTTPError as error:
        return {**read(error), "error": str(error), "reason": "status"}
    except json.JSONDecodeError as error:
        return {"error": str(error), "reason": "decoding"}
    except OSError as error:
        return {"error": str(error), "reason": "connection"}
    except Exception as error:
        return {"error": repr(error), "reason": "connection"}


for text in sys.stdin:
    one = json.loads(text)
    print(json.dumps({"id": one["id"], **answer(one)}), flush=True)
