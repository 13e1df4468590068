import { unsafeCharacter } from "../field-value.ts";
import type { ResponseDescriptor } from "../operation.ts";
import { encodeParameter } from "../parameters/encode.ts";
import { toText } from "../parameters/text-value.ts";
import { naming } from "../parameters/unsendable.ts";
import type { AnyResult } from "../result.ts";
import { InvalidAnswerError } from "./invalid-answer.ts";
import type { Answer, HttpResponse } from "./types.ts";

/** The syntax of a header's name (RFC 9110, section 5.6.2). */
const namePattern = /^[!#$%&'*+.^_`|~\w-]+$/;

/**
 * Connection headers, which the transport sends itself (RFC 9110, section 7.6.1; RFC 9113, section 8.2.2).
 */
const connectionHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Writes the headers of an answer, without connection headers.
 *
 * @throws {InvalidAnswerError} if a name is invalid, or a value cannot be sent in one line. The message
 * names the header, not its value, which may be a secret.
 */
export function writeHeaders(
  operationId: string,
  answer: Answer<AnyResult>,
  described: ResponseDescriptor | undefined,
): HttpResponse["headers"] {
  const headers: HttpResponse["headers"] = {};
  if (answer.headers === undefined) return headers;
  for (const [name, value] of Object.entries(answer.headers)) {
    const lowerCase = name.toLowerCase();
    if (value === undefined || value === null || connectionHeaders.has(lowerCase)) continue;
    const parameter = described?.headers?.find((one) => one.name.toLowerCase() === lowerCase);
    headers[lowerCase] = naming(`${operationId}: the header ${name}`, () => {
      // Set-Cookie is the only header whose field lines cannot be combined (RFC 9110, section 5.3).
      if (parameter && lowerCase !== "set-cookie")
        return encodeParameter({ ...parameter, in: "header" }, value);
      return Array.isArray(value) ? value.map(toText) : toText(value);
    });
    checkField(operationId, lowerCase, headers[lowerCase]);
  }
  return headers;
}

function checkField(operationId: string, name: string, value: string | readonly string[]): void {
  if (!namePattern.test(name))
    throw new InvalidAnswerError(
      `${operationId}: ${JSON.stringify(name)} is not the name of a header`,
    );
  for (const line of typeof value === "string" ? [value] : value)
    checkLine(operationId, name, line);
}

/** @throws {InvalidAnswerError} if the value of a header cannot be sent in one line */
export function checkLine(operationId: string, name: string, line: string): void {
  if (!unsafeCharacter.test(line)) return;
  const reason = "a line break, a control character or a character beyond Latin-1";
  throw new InvalidAnswerError(`${operationId}: the header ${name} has ${reason}: encode it`);
}
