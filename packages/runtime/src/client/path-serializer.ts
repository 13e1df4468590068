import { percentEncode } from "../parameters/percent-encoding.ts";
import { toText } from "../parameters/text-value.ts";
import { naming } from "../parameters/unsendable.ts";
import { isDotSegment } from "../path-template.ts";

/**
 * Fills in path parameters for openapi-fetch in the style `simple`: lists and objects with commas.
 *
 * @throws {TypeError} with the parameter's name if it is missing, empty, or makes its segment `.` or `..`,
 * since the call would go to another operation.
 */
export function serializePath(
  template: string,
  values: { readonly [name: string]: unknown },
): string {
  const segments = template.split("/").map((segment) => {
    let names = "";
    const text = segment.replace(/\{([^{}]+)\}/g, (_, name: string) => {
      names ||= `${template}: path parameter "${name}"`;
      return naming(`${template}: path parameter "${name}"`, () => textOf(values[name]));
    });
    if (names !== "" && isDotSegment(text))
      throw new TypeError(`${names}: must not be "." or ".."`);
    return text;
  });
  return segments.join("/");
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) throw new TypeError("is missing");
  const items = typeof value === "object" ? Object.entries(value).flat() : [value];
  const given = Array.isArray(value) ? (value as readonly unknown[]) : items;
  const text = given.map((item) => percentEncode(toText(item))).join(",");
  if (text === "") throw new TypeError("must not be empty");
  return text;
}
