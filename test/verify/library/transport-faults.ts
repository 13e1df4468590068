import type { ServerResponse } from "node:http";
import { bytesOf, type Answer } from "./answer.ts";
import { Library } from "./library.ts";
import { fault, type ServerFault } from "./fault.ts";

/** True of the answer that a fault spoils: the library's status, and no refusal. */
const isStatus = ({ status, body }: Answer): boolean =>
  status === 200 && typeof body === "object" && body !== null && "since" in body;

/** Faults below the answers: those of a connection. */
export const transportFaults: readonly ServerFault[] = [
  fault(
    "ends the connection instead of an answer",
    ["GetStatus"],
    ["no-answer"],
    class extends Library {
      override write(response: ServerResponse, answer: Answer): void {
        if (isStatus(answer)) response.destroy();
        else super.write(response, answer);
      }
    },
  ),
  fault(
    "sends fewer bytes than it has said",
    ["GetStatus"],
    ["http-message"],
    class extends Library {
      override write(response: ServerResponse, answer: Answer): void {
        if (!isStatus(answer)) return super.write(response, answer);
        const bytes = bytesOf(answer);
        response.writeHead(200, { ...answer.headers, "content-length": String(bytes?.length) });
        response.write(bytes?.subarray(0, 5), () => response.destroy());
      }
    },
  ),
  fault(
    "sends the body of an answer that has none to the next request",
    ["DeleteBook"],
    ["http-message"],
    class extends Library {
      override write(response: ServerResponse, answer: Answer): void {
        if (answer.status !== 204) return super.write(response, answer);
        response.socket?.end("HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}");
      }
    },
  ),
];
