import { parseJson } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { withValueAt } from "../records/places.ts";
import type { Leaf } from "./leaves.ts";
import { isSent } from "./samples.ts";

/** True if the body of an input is JSON, which tells texts, numbers, null and lists apart. */
export function isJsonBody({ model }: VerifiedOperation, { contentType }: CallInput): boolean {
  const content = model.requestBody?.content ?? [];
  const media = content.find(({ mediaType }) => mediaType === contentType) ?? content[0];
  return media?.kind === "json";
}

/** What is known of the message that a place is in. */
export interface Message {
  readonly operation: VerifiedOperation;
  /** The value that is changed: an input or an answer. */
  readonly base: unknown;
  /** True if its body is JSON. */
  readonly isJson: boolean;
  /** True if its body is a stream. */
  readonly isStream: boolean;
  /** Holds a changed one against its schemas. */
  readonly isValid: (value: unknown) => boolean;
}

/** A place without the values that its part of a message cannot have, or that stand there for another value too. */
export function writable(leaf: Leaf, message: Message): Leaf[] {
  const { operation, base, isJson, isStream, isValid } = message;
  const [part = ""] = leaf.pointer;
  const isWhole = leaf.pointer.length === 1;
  const isText = part !== "body" || !isJson;
  const delimiter = delimiterOf(operation, leaf);
  const values = leaf.values.filter((value) => {
    // Every end of a line is the same in events (HTML Standard, 9.2.6).
    if (isStream && String(value).includes("\r")) return false;
    if (isWhole && part === "body") return isBody(value);
    if (!isText) return true;
    if (!isSent(value) || !isWritable(part, value)) return false;
    if (delimiter !== undefined && String(value).includes(delimiter)) return false;
    const other = otherReading(value);
    return other === undefined || !isValid(withValueAt(base, leaf.pointer, other.value));
  });
  return values.length === 0 ? [] : [{ ...leaf, values }];
}

/** What stands between the items of a list, which no item may contain (OpenAPI 3.1, Style Values). */
function delimiterOf(
  { model }: VerifiedOperation,
  { pointer: [part = "", name, ...inner] }: Leaf,
): string | undefined {
  if (inner.length > 0 && (part === "header" || part === "headers")) return ",";
  const parameter = model.parameters.find((one) => one.in === part && one.name === name);
  return { pipeDelimited: "|", spaceDelimited: " " }[String(parameter?.style)];
}

/**
 * Nothing is no body, and a byte order mark at the start of a text is no part of it (Encoding Standard, "UTF-8 decode").
 */
const isBody = (value: unknown): boolean =>
  value !== "" && !(typeof value === "string" && value.startsWith("\ufeff"));

/**
 * Fields have visible characters, with spaces between them (RFC 9110, section 5.5); nothing is no segment of a path, and
 * `.` and `..` are others (RFC 3986, section 3.3).
 */
function isWritable(part: string, value: unknown): boolean {
  if (typeof value !== "string") return true;
  if (part === "path") return !["", ".", ".."].includes(value);
  const isField = part === "header" || part === "headers" || part === "cookie";
  return !isField || /^[!-~]([ -~]*[!-~])?$/.test(value);
}

/** What else a text may be where nothing tells texts from numbers, booleans and null. */
function otherReading(value: unknown): { readonly value: unknown } | undefined {
  if (typeof value !== "string") return undefined;
  try {
    const other: unknown = parseJson(value);
    return typeof other === "string" ? undefined : { value: other };
  } catch {
    return undefined;
  }
}
