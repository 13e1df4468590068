import { percentEncode } from "../parameters/percent-encoding.ts";
import { toText } from "../parameters/text-value.ts";
import { naming } from "../parameters/unsendable.ts";

/**
 * Writes a query for openapi-fetch in its default notation: lists repeat their name, objects become
 * `name[member]`, and `undefined` and `null` are left out.
 *
 * @throws {TypeError} with the parameter's name if text cannot express its value.
 */
export function serializeQuery(values: { readonly [name: string]: unknown }): string {
  return Object.entries(values)
    .flatMap(([name, value]) =>
      naming(`query parameter "${name}"`, () => pairsOf(percentEncode(name), value)),
    )
    .join("&");
}

function pairsOf(name: string, value: unknown): string[] {
  const pair = (key: string, one: unknown): string[] =>
    one === undefined || one === null ? [] : [`${key}=${percentEncode(toText(one))}`];
  if (Array.isArray(value)) return value.flatMap((item) => pair(name, item));
  if (typeof value !== "object" || value === null || value instanceof Date)
    return pair(name, value);
  return Object.entries(value).flatMap(([key, member]) =>
    pair(`${name}[${percentEncode(key)}]`, member),
  );
}
