import type { Json, JsonObject } from "@openapi-packages/description/json/json";
import { Expression, type DataValue } from "./data.ts";

/**
 * Converts data of generated files to JSON. Members without a value are left out, as they are in the
 * files.
 */
function plain(value: Exclude<DataValue, undefined>): Json {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Expression) throw new TypeError("descriptors are data alone");
  if (isList(value)) return value.map((item) => (item === undefined ? null : plain(item)));
  return plainObject(value);
}

const isList = (value: object): value is readonly DataValue[] => Array.isArray(value);

/** Converts an object of generated files to JSON. */
export function plainObject(value: { readonly [member: string]: DataValue }): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, own]) =>
      own === undefined ? [] : [[name, plain(own)] as const],
    ),
  );
}
