"""The help desk over HTTP. PORT says where (0: any free port)."""

import os
import sys
import traceback
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import store
import tickets
from auth import authenticate
from faults import fault
from messages import Problem, Request, Response, problem_response
from routes import allow_of, find_methods
from wire import read_body, split_target


class Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "desk/2.3"
    disable_nagle_algorithm = True
    # Headers and body leave together: sent apart, each answer would wait for an acknowledgement.
    wbufsize = 65536
    timeout = 75

    def answer(self):
        try:
            self._check_host()
            body = read_body(self.headers, self.rfile)
        except Problem as problem:
            # What is left of the request cannot be told from the next one.
            self.close_connection = True
            self._send(problem_response(problem))
            return
        try:
            response = self._respond(body)
        except Problem as problem:
            response = problem_response(problem)
        except Exception:
            traceback.print_exc()
            response = problem_response(Problem(500, "Something broke here."))
        self._send(response)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_TRACE = answer

    def _check_host(self):
        hosts = self.headers.get_all("Host") or []
        if len(hosts) > 1 or (not hosts and self.request_version >= "HTTP/1.1"):
            raise Problem(400, "A request names one host.")

    def _respond(self, body):
        if self.command == "OPTIONS" and self.path == "*":
            return Response(204, headers={"Allow": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"})
        segments, query = split_target(self.path)
        methods, parameters = find_methods(segments)
        allow = {"Allow": allow_of(methods)}
        if self.command == "OPTIONS":
            return Response(204, headers=allow)
        operation = methods.get("GET" if self.command == "HEAD" else self.command)
        if operation is None:
            raise Problem(405, "This path has no such method.", headers=allow)
        agent = authenticate(self.headers)
        request = Request(self.command, segments, query, self.headers, body, agent)
        if operation is tickets.update_ticket and fault("update-race"):
            return operation(request, **parameters)
        with store.LOCK:
            return operation(request, **parameters)

    def _send(self, response):
        self.send_response(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        chunked = response.stream is not None and self.request_version >= "HTTP/1.1"
        if chunked:
            self.send_header("Transfer-Encoding", "chunked")
        elif response.stream is not None:
            # HTTP/1.0 knows no chunks: the end of the connection ends the body.
            self.close_connection = True
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD" or fault("head-with-body"):
            self._send_body(response, chunked)
        self.wfile.flush()

    def _send_body(self, response, chunked):
        self.wfile.write(response.body)
        for piece in response.stream or []:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
        if chunked:
            self.wfile.write(b"0\r\n\r\n")

    def version_string(self):
        return self.server_version

    def handle_expect_100(self):
        proceed = super().handle_expect_100()
        self.wfile.flush()
        return proceed

    def send_error(self, code, message=None, explain=None):
        """Refusals of the base class: unreadable requests, and methods that nobody knows."""
        self.close_connection = True
        self._send(problem_response(Problem(int(code), message or HTTPStatus(code).phrase)))

    def log_message(self, format, *args):
        """Requests are not logged."""


def main():
    store.seed()
    server = Server(("127.0.0.1", int(os.environ.get("PORT", "0"))), Handler)
    print(f"listening http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
