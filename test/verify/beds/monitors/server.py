"""The HTTP server: PORT (0 or absent: any free port), FAULT (one fault's id, absent: none)."""
import os
import sys
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import faults  # noqa: F401  (ends the process if FAULT is not known)
import routes
import seed
from web import MAX_BODY, Problem, Request, Response

DRAIN = 64 * 1_048_576


class BadFraming(Exception):
    pass


class FarTooLarge(Exception):
    pass


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "monitors"
    disable_nagle_algorithm = True
    rbufsize = 65536

    def version_string(self):
        return self.server_version

    def log_message(self, *args):
        pass

    def _read_body(self):
        """(body, too large?); everything is read, so that the connection stays usable."""
        coding = self.headers.get("Transfer-Encoding")
        length = self.headers.get_all("Content-Length") or ["0"]
        kept, size = bytearray(), 0

        def take(n):
            nonlocal size
            while n > 0:
                piece = self.rfile.read(min(n, 65536))
                if size > DRAIN:
                    raise FarTooLarge
                if not piece:
                    raise BadFraming
                n -= len(piece)
                size += len(piece)
                if size <= MAX_BODY:
                    kept.extend(piece)
        if coding is not None:
            if coding.strip().lower() != "chunked" or "Content-Length" in self.headers:
                raise BadFraming
            while True:
                line = self.rfile.readline(4096)
                digits = line.split(b";")[0].strip().decode("latin-1")
                if not digits or any(c not in "0123456789abcdefABCDEF" for c in digits):
                    raise BadFraming
                if int(digits, 16) == 0:
                    break
                take(int(digits, 16))
                self.rfile.readline(4096)
            while self.rfile.readline(65536) not in (b"\r\n", b"\n", b""):
                pass
        else:
            if len(set(length)) != 1 or not (length[0].isascii() and length[0].isdigit()):
                raise BadFraming
            take(int(length[0]))
        return bytes(kept), size > MAX_BODY

    def _send(self, res):
        self.send_response(res.status)
        for name, value in res.headers.items():
            self.send_header(name, value)
        if res.status not in (204, 304):
            self.send_header("Content-Length", str(len(res.body or b"")))
        if self.close_connection:
            self.send_header("Connection", "close")
        self._headers_buffer.append(b"\r\n")
        if self.command != "HEAD" and res.body:
            self._headers_buffer.append(res.body)
        self.flush_headers()

    def _stream(self, send):
        chunked = self.request_version != "HTTP/1.0"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        if chunked:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.close_connection = True
        self.end_headers()
        if self.command == "HEAD":
            return

        def write(data):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data) if chunked else data)
        self.close_connection = True
        send(write)

    def _handle(self):
        try:
            if self.request_version == "HTTP/1.1" and "Host" not in self.headers:
                raise BadFraming
            body, too_large = self._read_body()
        except BadFraming:
            self.close_connection = True
            self._send(Problem(400, "The message is not well-formed HTTP.").response())
            return
        except FarTooLarge:
            self.close_connection = True
            self._send(Problem(413, "The body is longer than 1048576 bytes.").response())
            return
        target = self.path
        if "://" in target.split("?")[0] and not target.startswith("/"):
            parts = urlsplit(target)
            target = parts.path + ("?" + parts.query if parts.query else "")
        path, _, query = target.partition("?")
        try:
            req = Request(self.command, query, self.headers, body, too_large)
            res = routes.answer(req, path)
        except Problem as problem:
            res = problem.response()
        except Exception:
            traceback.print_exc()
            res = Problem(500, "The service failed.").response()
        if isinstance(res, Response):
            self._send(res)
        else:
            self._stream(res)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_TRACE = _handle

    def send_error(self, code, message=None, explain=None):
        self.close_connection = True
        if not hasattr(self, "_headers_buffer"):
            self._headers_buffer = []
        status = code if code in (400, 413, 501, 505) else 400
        self._send(Problem(status, message or "The request cannot be read.").response())

    def handle(self):
        try:
            super().handle()
        except (ConnectionError, TimeoutError):
            self.close_connection = True


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


if __name__ == "__main__":
    seed.fill()
    server = Server(("127.0.0.1", int(os.environ.get("PORT") or "0")), Handler)
    print("listening http://127.0.0.1:%d%s" % (server.server_address[1], routes.BASE), flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
