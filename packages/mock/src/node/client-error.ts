import { STATUS_CODES } from "node:http";
import type { Server } from "node:http";
import { pageSafetyHeaders } from "../page-safety.ts";
import { refuse } from "./refusal.ts";
import { errorCode } from "./files/error-reason.ts";

/** The statuses for errors of Node's parser. Any other is 400. */
const statuses: { readonly [code: string]: number } = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers errors that Node would answer itself, with the headers of all answers of a mock: malformed requests,
 * and unsupported expectations (RFC 9110, section 10.1.1).
 */
export function answerClientErrors(server: Server): void {
  server.on("checkExpectation", (_, response) => {
    refuse(response, {
      status: 417,
      message: "this mock only supports the expectation 100-continue",
    });
  });
  server.on("clientError", (error, socket) => {
    if (!socket.writable || errorCode(error) === "ECONNRESET") {
      socket.destroy();
      return;
    }
    const status = statuses[errorCode(error) ?? ""] ?? 400;
    const headers = { ...pageSafetyHeaders, "content-length": "0", connection: "close" };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`);
  });
}
