import { STATUS_CODES } from "node:http";
import type { Server } from "node:http";
import { pageSafetyHeaders } from "../page-safety.ts";
import { errorCode } from "./files/error-reason.ts";

/** The statuses of what Node's parser turns down itself; anything else is 400. */
const statuses: { readonly [code: string]: number } = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what is no request as Node does, with the headers that all answers of a mock have. */
export function answerClientErrors(server: Server): void {
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
