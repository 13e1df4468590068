import { domainToASCII } from "node:url";
import { fullFormats, type DefinedFormats } from "ajv-formats/dist/formats.js";
import { formatChecks } from "./format-checks.ts";

/**
 * The checks by which the runtime's formats are stricter than those of ajv-formats. An offset needs
 * a colon and a date-time needs a `T` (RFC 3339, section 5.6). A duration skips no unit (appendix
 * A). A UUID has no URN prefix (RFC 9562). A host name has no trailing dot.
 */
const stricter: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    "date-time": /^.{10}[tT].*(?:[zZ]|[+-]\d\d:\d\d)$/,
    duration: /^(?!.*Y\d+D)(?!.*H\d+S)/,
    hostname: /[^.]$/,
    time: /(?:[zZ]|[+-]\d\d:\d\d)$/,
    uuid: /^[^:]*$/,
  }),
);

/** Reduces formats that ajv-formats does not know, or only in part, to formats that it knows. */
const reductions: ReadonlyMap<string, readonly [keyof DefinedFormats, (text: string) => string]> =
  new Map(
    Object.entries({
      email: ["email", withoutQuotes],
      hostname: ["hostname", (text) => (/xn--/i.test(text) ? asciiHost(text) : text)],
      "idn-email": ["email", asciiMail],
      "idn-hostname": ["hostname", asciiHost],
      iri: ["uri", asciiUri],
      "iri-reference": ["uri-reference", asciiUri],
    }),
  );

/**
 * Replaces a quoted local part of an address, since any quoted text is valid (RFC 5321, section
 * 4.1.2).
 */
function withoutQuotes(text: string): string {
  return text.replace(/^"(?:[ !#-[\]-~]|\\[ -~])*"(?=@)/, "quoted");
}

function asciiMail(text: string): string {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0)).replace(/[^\0-\x7f]+/g, "x");
  return withoutQuotes(`${local}@${asciiHost(text.slice(at + 1))}`);
}

/** Converts a host name to Punycode (UTS 46); returns an empty string if it is invalid. */
function asciiHost(text: string): string {
  const hasSymbols = /[^\p{L}\p{M}\p{Nd}.\u3002\uff0e\uff61\u00b7\u0375\u05f3\u05f4\u30fb-]/u.test(
    text.replace(/\u200c|\u200d/g, ""),
  );
  return hasSymbols ? "" : domainToASCII(text);
}

/** Converts an IRI to a URI (RFC 3987, section 3.1). */
function asciiUri(text: string): string {
  return text.isWellFormed() ? text.replace(/[^\0-\x7f]+/g, encodeURIComponent) : " ";
}

/**
 * True if a value has a format, checked much like in compiled validators. Formats that they do not
 * check accept any value.
 */
export function hasFormat(name: string, value: string | number): boolean {
  const kind = typeof value === "number" ? "number" : "string";
  if (!Object.hasOwn(formatChecks[kind], name)) return true;
  if (name === "int64") return Number.isSafeInteger(value);
  if (typeof value === "number") return isOfFormat(name as keyof DefinedFormats, value);
  if (stricter.get(name)?.test(value) === false) return false;
  const [known, reduce] = reductions.get(name) ?? [name as keyof DefinedFormats, String];
  return isOfFormat(known, reduce(value));
}

function isOfFormat(name: keyof DefinedFormats, value: string | number): boolean {
  const format = fullFormats[name];
  if (typeof format === "boolean" || typeof format === "string") return true;
  if (format instanceof RegExp) return format.test(String(value));
  const validate: unknown = typeof format === "function" ? format : format.validate;
  if (validate instanceof RegExp) return validate.test(String(value));
  return typeof validate !== "function" || Boolean(Reflect.apply(validate, undefined, [value]));
}
