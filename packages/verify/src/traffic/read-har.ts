import { isObject, parseJson } from "@openapi-packages/runtime/internals";
import { UsageError } from "openapi-packages/description";
import type { Har } from "./har-types.ts";

/**
 * Reads recorded traffic.
 *
 * @param name what messages call it
 * @throws {UsageError} when it is no HAR
 */
export function readHar(text: string, name: string): Har {
  let value: unknown;
  try {
    value = parseJson(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${name} is no JSON, and so no HAR: ${reason}`, { cause: error });
  }
  return checkedHar(value, name);
}

/**
 * The traffic that a value is.
 *
 * @throws {UsageError} when it is no HAR
 */
export function checkedHar(value: unknown, name: string): Har {
  const log = isObject(value) ? value["log"] : undefined;
  const entries = isObject(log) ? log["entries"] : undefined;
  if (!Array.isArray(entries))
    throw new UsageError(`${name} is no HAR: it has no list of entries in log.entries`);
  for (const [index, entry] of entries.entries()) {
    const request: unknown = isObject(entry) ? entry["request"] : undefined;
    const isOne =
      isObject(request) &&
      typeof request["method"] === "string" &&
      typeof request["url"] === "string" &&
      URL.canParse(request["url"]);
    if (!isOne)
      throw new UsageError(
        `${name} is no HAR: entry ${index} has no request with a method and a URL`,
      );
  }
  return value as unknown as Har;
}
