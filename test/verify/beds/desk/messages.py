"""What passes between the wire and the operations: requests, responses, problems."""

import json
from dataclasses import dataclass, field

from faults import fault


class Problem(Exception):
    """A refusal: it becomes an answer with a JSON body."""

    def __init__(self, status, detail, errors=None, headers=None):
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.errors = errors or []
        self.headers = headers or {}


@dataclass
class Agent:
    login: str
    organisation: str


@dataclass
class Request:
    method: str
    segments: list
    query: dict
    headers: object
    body: bytes
    agent: Agent = None


@dataclass
class Response:
    status: int
    body: bytes = b""
    headers: dict = field(default_factory=dict)
    # Pieces of a body whose length is not known when it starts.
    stream: object = None


def json_response(status, value, headers=None):
    text = json.dumps(value, ensure_ascii=False)
    body = text.encode("utf-8")
    length = len(text) if fault("content-length-in-characters") else len(body)
    own = {"Content-Type": "application/json", "Content-Length": str(length)}
    return Response(status, body, {**own, **(headers or {})})


def problem_response(problem):
    value = {"detail": problem.detail, "errors": problem.errors}
    return json_response(problem.status, value, problem.headers)
