import { isDate, isDateTime, isDuration, isTime } from "./date-time.ts";
import { isEmail, isInternationalEmail } from "./email.ts";
import { isHostname, isInternationalHostname } from "./hostname.ts";
import { isIpv4, isIpv6 } from "./ip-address.ts";
import {
  isBase64,
  isJsonPointer,
  isRegularExpression,
  isRelativeJsonPointer,
  isUuid,
} from "./short-formats.ts";
import { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from "./uri.ts";

/** A format of strings: returns whether a text conforms. Compiled validators call it directly. */
export type StringFormat = (text: string) => boolean;

/** A format of numbers, with the type that it applies to. */
export interface NumberFormat {
  readonly type: "number";
  readonly validate: (value: number) => boolean;
}

/** True if a number is a signed integer of 32 bits. */
export const isInt32 = (value: number): boolean => value === (value | 0);

/**
 * True if a number is a signed integer of 64 bits that a double represents exactly. Larger ones are
 * rounded.
 */
export const isInt64 = (value: number): boolean => Number.isSafeInteger(value);

/** True for an integer of 64 bits that is a number up to 2^53, and a `bigint` beyond. */
export const isInt64OrBigInt = (value: unknown): boolean =>
  Number.isSafeInteger(value) || (typeof value === "bigint" && BigInt.asIntN(64, value) === value);

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
  uri: isUri,
  "uri-reference": isUriReference,
  iri: isIri,
  "iri-reference": isIriReference,
  "uri-template": isUriTemplate,
  uuid: isUuid,
  "json-pointer": isJsonPointer,
  "relative-json-pointer": isRelativeJsonPointer,
  regex: isRegularExpression,
  byte: isBase64,
  binary: always,
  password: always,
  int32: { type: "number", validate: isInt32 },
  int64: { type: "number", validate: isInt64 },
  float: { type: "number", validate: Number.isFinite },
  double: { type: "number", validate: Number.isFinite },
} as const satisfies { readonly [name: string]: StringFormat | NumberFormat };
