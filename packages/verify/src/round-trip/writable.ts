import { parseJson } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { VerifiedOperation } from "../description/verified-api.ts";
import { withValueAt } from "../records/places.ts";
import type { Leaf } from "./leaves.ts";
import { isSent } from "./samples.ts";

/** True if the body of an input is JSON, which distinguishes texts, numbers, null and lists. */
export function isJsonBody({ model }: VerifiedOperation, { contentType }: CallInput): boolean {
  const content = model.requestBody?.content ?? [];
  const media = content.find(({ mediaType }) => mediaType === contentType) ?? content[0];
  return media?.kind === "json";
}

/** The message that contains a place. */
export interface Message {
  readonly operation: VerifiedOperation;
  /** The original value: an input or an answer. */
  readonly base: unknown;
  /** True if its body is JSON. */
  readonly isJson: boolean;
  /** True if its body is a stream. */
  readonly isStream: boolean;
  /** Validates a changed value. */
  readonly isValid: (value: unknown) => boolean;
}

/** Removes the values that a part of a message cannot express, or that have another meaning there. */
export function writable(leaf: Leaf, message: Message): Leaf[] {
  const { operation, base, isJson, isStream, isValid } = message;
  const [part = ""] = leaf.pointer;
  const isWhole = leaf.pointer.length === 1;
  const isText = part !== "body" || !isJson;
  const delimiter = delimiterOf(operation, leaf);
  const values = leaf.values.filter((value) => {
    // Event streams do not distinguish line ends (HTML Standard, 9.2.6).
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

/** Returns the delimiter between the items of a list, which items cannot contain (OpenAPI 3.1, Style Values). */
function delimiterOf(
  { model }: VerifiedOperation,
  { pointer: [part = "", name, ...inner] }: Leaf,
): string | undefined {
  if (inner.length > 0 && (part === "header" || part === "headers")) return ",";
  const parameter = model.parameters.find((one) => one.in === part && one.name === name);
  return { pipeDelimited: "|", spaceDelimited: " " }[String(parameter?.style)];
}

/**
 * False for values that do not arrive as a body: an empty one, and a leading byte order mark (Encoding
 * Standard, "UTF-8 decode").
 */
const isBody = (value: unknown): boolean =>
  value !== "" && !(typeof value === "string" && value.startsWith("\ufeff"));

/**
 * False for values that a part cannot express: fields have visible characters with spaces between them (RFC
 * 9110, section 5.5), and path segments cannot be empty, `.` or `..` (RFC 3986, section 3.3).
 */
function isWritable(part: string, value: unknown): boolean {
  if (typeof value !== "string") return true;
  if (part === "path") return !["", ".", ".."].includes(value);
  const isField = part === "header" || part === "headers" || part === "cookie";
  return !isField || /^[!-~]([ -~]*[!-~])?$/.test(value);
}

/** Returns another type that a text is read as, where types are not distinguished. */
function otherReading(value: unknown): { readonly value: unknown } | undefined {
  if (typeof value !== "string") return undefined;
  try {
    const other: unknown = parseJson(value);
    return typeof other === "string" ? undefined : { value: other };
  } catch {
    return undefined;
  }
}
