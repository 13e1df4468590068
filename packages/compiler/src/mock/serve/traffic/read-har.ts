import { readFileSync } from "node:fs";
import { isObject, parseJson } from "@openapi-packages/runtime/internals";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import type { Har } from "./har-types.ts";

/**
 * Parses recorded traffic.
 *
 * @param name its name in messages
 * @throws {UsageError} when it is not a HAR
 */
export function readHar(text: string, name: string): Har {
  let value: unknown;
  try {
    value = parseJson(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${name} is not JSON, and so not an HAR: ${reason}`, { cause: error });
  }
  return checkedHar(value, name);
}

/**
 * Reads recorded traffic.
 *
 * @throws {UsageError} when the file cannot be read, or is not a HAR
 */
export function readHarFile(file: string): Har {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file} cannot be read: ${reason}`, { cause: error });
  }
  return readHar(text, file);
}

/** The expected shape of a part of a HAR: a text, a number, a list of parts, or an object with these members. */
type Shape = "text" | "number" | readonly [Shape] | { readonly [member: string]: Shape };

const pairs: Shape = [{ name: "text", value: "text" }];

/** HAR 1.2, section 4.2. A question mark marks optional members. */
const entryShape: Shape = {
  "startedDateTime?": "text",
  "time?": "number",
  request: {
    method: "text",
    url: "text",
    "headers?": pairs,
    "bodySize?": "number",
    "postData?": {
      "mimeType?": "text",
      "text?": "text",
      "encoding?": "text",
      "_encoding?": "text",
      "params?": [{ name: "text", "value?": "text", "fileName?": "text", "contentType?": "text" }],
    },
  },
  "response?": {
    status: "number",
    "statusText?": "text",
    "headers?": pairs,
    "bodySize?": "number",
    "content?": { "size?": "number", "mimeType?": "text", "text?": "text", "encoding?": "text" },
    "redirectURL?": "text",
  },
  "_resourceType?": "text",
};

/**
 * Checks that a value is recorded traffic.
 *
 * @throws {UsageError} with the place when it is not a HAR
 */
export function checkedHar(value: unknown, name: string): Har {
  const log = isObject(value) ? value["log"] : undefined;
  const entries = isObject(log) ? log["entries"] : undefined;
  if (!Array.isArray(entries))
    throw new UsageError(`${name} is not an HAR: it has no list of entries in log.entries`);
  for (const [index, entry] of entries.entries()) {
    const problem = problemOf(entry, entryShape, `log.entries[${index}]`);
    if (problem !== undefined) throw new UsageError(`${name} is not an HAR: ${problem}`);
    const { url } = (entry as Har["log"]["entries"][number]).request;
    if (!URL.canParse(url))
      throw new UsageError(`${name} is not an HAR: log.entries[${index}].request.url is not a URL`);
  }
  return value as unknown as Har;
}

/** Describes the first part of the wrong shape. */
function problemOf(value: unknown, shape: Shape, place: string): string | undefined {
  if (shape === "text") return typeof value === "string" ? undefined : `${place} is not a text`;
  if (shape === "number") return typeof value === "number" ? undefined : `${place} is not a number`;
  if (isList(shape)) {
    if (!Array.isArray(value)) return `${place} is not a list`;
    return firstOf(value.entries(), ([index, item]) =>
      problemOf(item, shape[0], `${place}[${index}]`),
    );
  }
  if (!isObject(value)) return `${place} is not an object`;
  return firstOf(Object.entries(shape), ([member, inner]) => {
    const own = member.replace("?", "");
    if (value[own] === undefined && own !== member) return undefined;
    return problemOf(value[own], inner, `${place}.${own}`);
  });
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

function firstOf<Item>(
  items: Iterable<Item>,
  find: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
