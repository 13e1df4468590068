import { fullFormats, type DefinedFormats } from "ajv-formats/dist/formats.js";
import { numberFormats, stringFormats } from "../runtime-symbols.ts";

/**
 * The runtime's formats are stricter than those of ajv-formats: an offset with a colon and a `T` in
 * between (RFC 3339, section 5.6), no URN before a UUID (RFC 9562), no dot behind a host name.
 */
const stricter: Readonly<Record<string, RegExp>> = {
  "date-time": /^.{10}[tT].*(?:[zZ]|[+-]\d\d:\d\d)$/,
  hostname: /[^.]$/,
  time: /(?:[zZ]|[+-]\d\d:\d\d)$/,
  uuid: /^[^:]*$/,
};

/** Tells whether a value has a format, as compiled validators check it; any other format says nothing. */
export function hasFormat(name: string, value: string | number): boolean {
  const names: readonly string[] = typeof value === "number" ? numberFormats : stringFormats;
  if (!names.includes(name)) return true;
  const isStricter = Object.hasOwn(stricter, name);
  if (isStricter && stricter[name]?.test(String(value)) === false) return false;
  const format = fullFormats[name as keyof DefinedFormats];
  if (typeof format === "boolean" || typeof format === "string") return true;
  if (format instanceof RegExp) return format.test(String(value));
  const validate: unknown = typeof format === "function" ? format : format.validate;
  if (validate instanceof RegExp) return validate.test(String(value));
  return typeof validate !== "function" || Boolean(Reflect.apply(validate, undefined, [value]));
}
