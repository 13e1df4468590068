import {
  arrayMember,
  literal,
  member,
  stringMember,
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
    ...call("min", member(schema, "minLength")),
    ...call("max", member(schema, "maxLength")),
    ...(expression === undefined ? [] : [`.regex(${expression})`]),
  ];
  return { code: [code, ...checks].join(""), type };
}

/** Returns a pattern of ECMA-262 as a literal, with the `u` flag if possible; `undefined` if it is invalid. */
export function regularExpression(pattern: string): string | undefined {
  const flags = ["u", ""].find((one) => isExpression(pattern, one));
  if (flags === undefined) return undefined;
  return `new RegExp(${[pattern, ...(flags === "" ? [] : [flags])].map(literal).join(", ")})`;
}

function isExpression(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
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
    ...call("gte", member(schema, "minimum")),
    ...call("lte", member(schema, "maximum")),
    ...call("gt", member(schema, "exclusiveMinimum")),
    ...call("lt", member(schema, "exclusiveMaximum")),
    ...call("multipleOf", member(schema, "multipleOf")),
  ];
  return { code: [code, ...checks].join(""), type };
}

function call(method: string, value: unknown): string[] {
  return typeof value === "number" ? [`.${method}(${literal(value)})`] : [];
}

/**
 * Returns the values of `const` or `enum` (JSON Schema 2020-12 validation, sections 6.1.2 and 6.1.3);
 * `undefined` if there are none.
 */
export function listedValues(schema: JsonObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [member(schema, "const")];
  return Object.hasOwn(schema, "enum") ? arrayMember(schema, "enum") : undefined;
}

/** Generates a schema of listed scalars. */
export function listedCode(values: readonly unknown[]): ZodCode {
  const texts = [...new Set(values)].map(literal);
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
