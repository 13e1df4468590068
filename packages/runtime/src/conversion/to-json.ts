import { isRaw } from "../media-type.ts";
import { isFormData } from "../form-data.ts";
import { setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import { ConversionError, within } from "./conversion-error.ts";

/**
 * Replaces each `Date` in a value, at any depth, by its `date-time` in UTC (RFC 3339), and each `bigint` by
 * its number where that is exact. The value itself is not changed; it is returned as it is if it contains
 * neither, and so are files, bytes and streams.
 *
 * @throws {ConversionError} for an invalid `Date`, or one in a year that RFC 3339 cannot express
 */
export function toJson(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return dateText(value);
  if (Array.isArray(value)) return listJson(value);
  if (isRaw(value) || isFormData(value)) return value;
  if (Symbol.asyncIterator in value || Symbol.iterator in value) return value;
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === "function") return value;
  return objectJson(value as JsonObject);
}

/** RFC 3339 has years of four digits. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new ConversionError("must be a valid Date");
  const text = date.toISOString();
  if (/^\d{4}-/.test(text)) return text;
  throw new ConversionError("must be a Date between the years 0 and 9999");
}

function listJson(list: readonly unknown[]): unknown {
  let result: unknown[] | undefined;
  for (const [index, item] of list.entries()) {
    const json = jsonAt(item, index);
    if (json === item) continue;
    result ??= [...list];
    result[index] = json;
  }
  return result ?? list;
}

function objectJson(object: JsonObject): unknown {
  let result: JsonObject | undefined;
  for (const [name, member] of Object.entries(object)) {
    const json = jsonAt(member, name);
    if (json === member) continue;
    result ??= { ...object };
    setMember(result, name, json);
  }
  return result ?? object;
}

function jsonAt(value: unknown, name: string | number): unknown {
  if (typeof value !== "object" && typeof value !== "bigint") return value;
  try {
    return toJson(value);
  } catch (error) {
    throw within(error, name);
  }
}
