import { isObject } from "@openapi-packages/runtime/internals";
import { fromBase64 } from "../state/base64.ts";
import type { Recording } from "../types.ts";

/** The syntax of a header's name (RFC 9110, section 5.6.2) and of its value (section 5.5). */
const headerName = /^[!#$%&'*+\-.^`|~\w]+$/;
const headerText = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/**
 * Returns the recorded answers of a snapshot.
 *
 * @throws {TypeError} with a JSON pointer when they are invalid.
 */
export function checkedRecordings(given: unknown): readonly Recording[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) throw wrong("", "must be a list");
  for (const [index, one] of given.entries()) checkRecording(one, `/${index}`);
  return given as Recording[];
}

function checkRecording(given: unknown, place: string): void {
  if (!isObject(given)) throw wrong(place, "must be an object");
  const { operationId, key, status, headers, body, base64 } = given;
  for (const [name, text] of Object.entries({ operationId, key }))
    if (typeof text !== "string") throw wrong(`${place}/${name}`, "must be text");
  const isStatus = Number.isInteger(status) && Number(status) >= 200 && Number(status) < 600;
  if (!isStatus) throw wrong(`${place}/status`, "must be a status from 200 to 599");
  if (!isObject(headers)) throw wrong(`${place}/headers`, "must be an object");
  for (const [name, value] of Object.entries(headers)) {
    const isHeader = headerName.test(name) && typeof value === "string" && headerText.test(value);
    if (!isHeader) throw wrong(`${place}/headers`, "must be headers, by name");
  }
  if (body !== undefined && typeof body !== "string") throw wrong(`${place}/body`, "must be text");
  const isBytes =
    base64 === undefined || (typeof base64 === "string" && fromBase64(base64) !== undefined);
  if (!isBytes) throw wrong(`${place}/base64`, "must be Base64");
}

const wrong = (place: string, message: string): TypeError =>
  new TypeError(`the snapshot's /recordings${place} ${message}`);
