import { domainToASCII } from "node:url";
import { fullFormats, type DefinedFormats } from "ajv-formats/dist/formats.js";
import { formatChecks } from "../format-checks.ts";

/**
 * The runtime's formats are stricter than those of ajv-formats: an offset with a colon and a `T` in
 * between (RFC 3339, section 5.6), no unit of a duration without the one between (appendix A), no URN
 * before a UUID (RFC 9562), no dot behind a host name.
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

/** What another format has to be, to have a format that ajv-formats does not know, or not whole. */
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

/** Any local part in quotes is as good as another (RFC 5321, section 4.1.2). */
function withoutQuotes(text: string): string {
  return text.replace(/^"(?:[ !#-[\]-~]|\\[ -~])*"(?=@)/, "quoted");
}

function asciiMail(text: string): string {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0)).replace(/[^\0-\x7f]+/g, "x");
  return withoutQuotes(`${local}@${asciiHost(text.slice(at + 1))}`);
}

/** A host name in Punycode (UTS 46); an empty text where that cannot be. */
function asciiHost(text: string): string {
  const hasSymbols = /[^\p{L}\p{M}\p{Nd}.\u3002\uff0e\uff61\u00b7\u0375\u05f3\u05f4\u30fb-]/u.test(
    text.replace(/\u200c|\u200d/g, ""),
  );
  return hasSymbols ? "" : domainToASCII(text);
}

/** The URI of an IRI (RFC 3987, section 3.1). */
function asciiUri(text: string): string {
  return text.isWellFormed() ? text.replace(/[^\0-\x7f]+/g, encodeURIComponent) : " ";
}

/** Tells whether a value has a format, much as compiled validators check it; one that they do not know says nothing. */
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
