import type { Json } from "../../json.ts";
import { keyword, membersType, plain, recordOf, tupleOf, type TypeText } from "./type-forms.ts";
import { unknownForm } from "./unknown-form.ts";

/** The type that has one value. */
export function literalType(value: Json, indent: string): TypeText {
  if (value === null) return keyword("null");
  if (Array.isArray(value)) {
    if (value.length === 0) return plain("never[]");
    const items = (value as readonly Json[]).map((item) => ({
      type: literalType(item, `${indent}    `),
      isOptional: false,
    }));
    return tupleOf(items, undefined, indent);
  }
  if (typeof value !== "object") return plain(JSON.stringify(value));
  const inner = `${indent}    `;
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${propertyName(name)}: ${literalType(member, inner).text};\n`,
  );
  return members.length === 0 ? recordOf("never") : membersType(members, indent);
}

/**
 * A property's name as openapi-typescript writes it: a number, a name, or a text in quotes.
 *
 * @throws {unknownForm} for a name with characters that have escapes of their own
 */
export function propertyName(name: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return name;
  if (String(Number(name)) === name && !name.startsWith("-")) return name;
  if (/[\u0000-\u001f"\\\u0085\u2028\u2029]/.test(name)) throw unknownForm;
  return `"${name.replace(/[^\u0000-\u007f]/g, escaped)}"`;
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
