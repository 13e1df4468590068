import {
  literal,
  member,
  stringMember,
  unicodePattern,
  type JsonObject,
} from "openapi-packages/emitter";
import type { ZodCode } from "./zod-code.ts";

/** Formats of texts that Zod supports. The README lists differences to the contract. */
const textFormats: Readonly<Record<string, readonly [code: string, type: string]>> = {
  byte: ["z.base64()", "z.ZodBase64"],
  date: ["z.iso.date()", "z.ZodISODate"],
  "date-time": ["z.iso.datetime({ offset: true })", "z.ZodISODateTime"],
  duration: ["z.iso.duration()", "z.ZodISODuration"],
  email: ["z.email({ pattern: z.regexes.html5Email })", "z.ZodEmail"],
  hostname: ["z.hostname()", 'z.ZodCustomStringFormat<"hostname">'],
  ipv4: ["z.ipv4()", "z.ZodIPv4"],
  ipv6: ["z.ipv6()", "z.ZodIPv6"],
  uri: ["z.url()", "z.ZodURL"],
  uuid: ["z.guid()", "z.ZodGUID"],
};

/** Raw binary, in bodies that are not JSON. */
const binary: ZodCode = { code: "z.instanceof(Blob)", type: "z.ZodType<Blob>" };

/** Generates a text with its format, lengths and pattern (JSON Schema 2020-12 validation, section 6.3). */
export function textCode(schema: JsonObject): ZodCode {
  const format = stringMember(schema, "format") ?? "";
  if (format === "binary") return binary;
  const known = Object.hasOwn(textFormats, format) ? textFormats[format] : undefined;
  const [code, type] = known ?? ["z.string()", "z.ZodString"];
  const pattern = stringMember(schema, "pattern");
  const expression = pattern === undefined ? undefined : regularExpression(pattern);
  const checks = [
    ...call("min", schema, "minLength"),
    ...call("max", schema, "maxLength"),
    ...(expression === undefined ? [] : [`.regex(${expression})`]),
  ];
  return { code: [code, ...checks].join(""), type };
}

/** Returns a pattern as a literal; `undefined` if it is not a regular expression. */
export function regularExpression(pattern: string): string | undefined {
  const usable = unicodePattern(pattern);
  return usable === undefined ? undefined : `new RegExp(${literal(usable)}, "u")`;
}

const integerFormats: Readonly<Record<string, readonly [code: string, type: string]>> = {
  int32: ["z.int32()", "z.ZodNumberFormat"],
};

/** Generates a number with its limits (JSON Schema 2020-12 validation, section 6.2). */
export function numberCode(schema: JsonObject, isInteger: boolean): ZodCode {
  const format = stringMember(schema, "format") ?? "";
  const formatted = Object.hasOwn(integerFormats, format) ? integerFormats[format] : undefined;
  const [code, type] =
    formatted ?? (isInteger ? ["z.int()", "z.ZodNumberFormat"] : ["z.number()", "z.ZodNumber"]);
  const checks = [
    ...call("gte", schema, "minimum"),
    ...call("lte", schema, "maximum"),
    ...call("gt", schema, "exclusiveMinimum"),
    ...call("lt", schema, "exclusiveMaximum"),
    ...call("multipleOf", schema, "multipleOf"),
  ];
  return { code: [code, ...checks].join(""), type };
}

/** Returns the call of a method of Zod for a keyword with a number; nothing without the keyword. */
export function call(method: string, schema: JsonObject, keyword: string): string[] {
  const value = member(schema, keyword);
  return typeof value === "number" ? [`.${method}(${literal(value)})`] : [];
}

/** Returns the values of two keywords that limit a count. */
export function limitsOf(
  schema: JsonObject,
  minimum: string,
  maximum: string,
  least = 0,
): readonly [least: number, most: number] {
  const [given, most] = [member(schema, minimum), member(schema, maximum)];
  return [
    typeof given === "number" ? given : least,
    typeof most === "number" ? most : Number.POSITIVE_INFINITY,
  ];
}

/** Generates a schema of listed scalars. */
export function listedCode(values: readonly unknown[]): ZodCode {
  const texts = values.map(literal);
  if (texts.length === 1)
    return { code: `z.literal(${texts[0]})`, type: `z.ZodLiteral<${texts[0]}>` };
  const isText = values.every((value) => typeof value === "string");
  if (!isText)
    return { code: `z.literal([${texts.join(", ")}])`, type: `z.ZodLiteral<${texts.join(" | ")}>` };
  const members = texts.map((text) => (text === '"__proto__"' ? `[${text}]` : text));
  return {
    code: `z.enum([${texts.join(", ")}])`,
    type: `z.ZodEnum<{ ${members.map((name, index) => `${name}: ${texts[index]}`).join("; ")} }>`,
  };
}
