"""The web server."""
import os
import socket
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import routes
import seed
import store
from faults import broken
from http_io import Problem, Request, Response

MOST_BYTES = 8 * 1024 * 1024


class TooMuch(Exception):
    pass


class BadFraming(Exception):
    pass


def account_of(request):
    header = request.header("Authorization")
    if header is None:
        challenge = 'Bearer realm="podcasts"'
    else:
        challenge = 'Bearer realm="podcasts", error="invalid_token"'
        scheme, _, token = header.partition(" ")
        if scheme.lower() == "bearer" and token.strip() in store.TOKENS:
            return store.TOKENS[token.strip()]
    raise Problem(401, "A known bearer token is needed.", headers={"WWW-Authenticate": challenge})


def answer(request):
    if request.path == "*" and request.method == "OPTIONS":
        return Response(204)
    found = routes.match(request.path)
    if found is None:
        raise Problem(404, "There is no such path.")
    methods, request.params = found
    allow = {"Allow": routes.allowed(methods)}
    if request.method == "OPTIONS":
        return Response(204, b"", allow)
    handler = methods.get("GET" if request.method == "HEAD" else request.method)
    if handler is None:
        raise Problem(405, "The path does not have this method.", headers=allow)
    request.account = account_of(request)
    with store.LOCK:
        return handler(request)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "podcasts"
    sys_version = ""

    def setup(self):
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)

    def __getattr__(self, name):
        if name.startswith("do_"):
            return self.serve
        raise AttributeError(name)

    def log_message(self, *args):
        pass

    def read_body(self):
        coding = self.headers.get("Transfer-Encoding")
        if coding is not None:
            if coding.strip().lower() != "chunked":
                raise BadFraming("The transfer coding is unknown.")
            return self.read_chunks()
        lengths = set(self.headers.get_all("Content-Length") or ["0"])
        length = lengths.pop()
        if lengths or not (length.isascii() and length.isdigit()):
            raise BadFraming("The Content-Length is wrong.")
        if len(length) > 15 or int(length) > MOST_BYTES:
            raise TooMuch()
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            raise BadFraming("The body is shorter than announced.")
        return body

    def read_chunks(self):
        chunks = []
        total = 0
        while True:
            size = self.rfile.readline(1000).split(b";")[0].strip()
            try:
                size = int(size, 16)
            except ValueError:
                raise BadFraming("A chunk is malformed.") from None
            total += size
            if size < 0:
                raise BadFraming("A chunk is malformed.")
            if total > MOST_BYTES:
                raise TooMuch()
            if size == 0:
                break
            chunks.append(self.rfile.read(size))
            if self.rfile.readline(10).strip():
                raise BadFraming("A chunk is malformed.")
        while self.rfile.readline(70000).strip():
            pass
        return b"".join(chunks)

    def serve(self):
        try:
            response = self.respond()
        except Problem as problem:
            response = problem.response()
        except TooMuch:
            self.close_connection = True
            response = Problem(413, "The body is too large.", headers={"Connection": "close"}).response()
        except BadFraming as trouble:
            self.close_connection = True
            response = Problem(400, str(trouble), headers={"Connection": "close"}).response()
        self.write(response)
        if response.status == 413 and self.close_connection:
            self.linger()

    def linger(self):
        """Takes the rest of an oversized body, so that the client can read the answer."""
        try:
            self.wfile.flush()
            self.connection.settimeout(2)
            left = 64 * 1024 * 1024
            while left > 0:
                data = self.rfile.read1(65536)
                if not data:
                    return
                left -= len(data)
        except OSError:
            pass

    def respond(self):
        if self.request_version == "HTTP/1.1" and len(self.headers.get_all("Host") or []) != 1:
            raise BadFraming("One Host header is needed.")
        target = self.path.split("#")[0]
        if "://" in target.split("?")[0] and not target.startswith("/"):
            rest = target.split("://", 1)[1]
            slash = min((i for i in (rest.find("/"), rest.find("?")) if i >= 0), default=len(rest))
            target = rest[slash:] if rest[slash:].startswith("/") else "/" + rest[slash:]
        path, _, query = target.partition("?")
        body = self.read_body()
        return answer(Request(self.command, path, query, self.headers, body))

    def write(self, response):
        self.send_response(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        if response.status not in (204, 304):
            length = len(response.body)
            if self.command == "HEAD" and broken("head-length-zero"):
                length = 0
            self.send_header("Content-Length", str(length))
        self.end_headers()
        if self.command != "HEAD" and response.status not in (204, 304):
            self.wfile.write(response.body)

    def send_error(self, code, message=None, explain=None):
        """Requests that http.server itself cannot read."""
        self.close_connection = True
        if not hasattr(self, "command"):
            self.command = None
        if self.request_version == "HTTP/0.9":
            self.request_version = "HTTP/1.0"
        response = Problem(code, message or "The request cannot be read.").response()
        response.headers["Connection"] = "close"
        self.write(response)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], (ConnectionError, BrokenPipeError, TimeoutError)):
            super().handle_error(request, client_address)


def main():
    seed.plant()
    server = Server(("127.0.0.1", int(os.environ.get("PORT") or 0)), Handler)
    print(f"listening http://127.0.0.1:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
