import { isDate, isDateTime, isDuration, isTime } from "./date-time.ts";
import {
  isEmail,
  isHostname,
  isInternationalEmail,
  isInternationalHostname,
  isIpv4,
  isIpv6,
  isUri,
  isUriReference,
  isUriTemplate,
} from "./internet.ts";

/** A format of strings: answers whether a text has it. Compiled validators call it as a function. */
export type StringFormat = (text: string) => boolean;

/** A format of numbers, beside the type that it is about. */
export interface NumberFormat {
  readonly type: "number";
  readonly validate: (value: number) => boolean;
}

const isInteger = (bits: number) => (value: number) =>
  Number.isInteger(value) && value >= -(2 ** (bits - 1)) && value < 2 ** (bits - 1);

/** What a Unicode property may look like; or an escape of any other character, which stays. */
const property = /\\[pP]\{\w+(?:=\w+)?\}|\\[^]/g;

/** Whether a property of Unicode exists is not looked at: an engine takes a thousand times as long to read one as any other text. */
function isRegularExpression(text: string): boolean {
  const plain = text.replace(property, (escape) => (escape.length > 2 ? "\\d" : escape));
  try {
    return new RegExp(plain, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

const always = (): boolean => true;

/**
 * The formats that compiled validators check: those of JSON Schema 2020-12 (validation, section 7)
 * and of OpenAPI's registry. Each takes time linear in the length of the text.
 */
export const formats = {
  date: isDate,
  time: isTime,
  "date-time": isDateTime,
  duration: isDuration,
  email: isEmail,
  "idn-email": isInternationalEmail,
  hostname: isHostname,
  "idn-hostname": isInternationalHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: (text: string) => isUri(text),
  "uri-reference": (text: string) => isUriReference(text),
  iri: (text: string) => isUri(text, true),
  "iri-reference": (text: string) => isUriReference(text, true),
  "uri-template": isUriTemplate,
  uuid: (text: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text),
  "json-pointer": (text: string) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text),
  "relative-json-pointer": (text: string) =>
    /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/.test(text),
  regex: isRegularExpression,
  byte: (text: string) => text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text),
  binary: always,
  password: always,
  int32: { type: "number", validate: isInteger(32) },
  int64: { type: "number", validate: isInteger(64) },
  float: { type: "number", validate: Number.isFinite },
  double: { type: "number", validate: Number.isFinite },
} as const satisfies { readonly [name: string]: StringFormat | NumberFormat };
