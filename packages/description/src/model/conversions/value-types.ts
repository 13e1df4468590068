import type { JsonObject } from "../../json/json.ts";

/** The types that can replace strings whose `format` is `date-time`. */
export type DateType = "Date";

/** All values of {@link DateType}. */
export const dateTypes = ["Date"] as const satisfies readonly DateType[];

/** The types that can replace numbers of integers whose `format` is `int64`. */
export type Int64Type = "bigint";

/** All values of {@link Int64Type}. */
export const int64Types = ["bigint"] as const satisfies readonly Int64Type[];

/** True for the schema of an integer with `format: int64`, which may also allow values of other types. */
export function isInt64Schema(schema: JsonObject): boolean {
  const types = [schema["type"]].flat();
  return schema["format"] === "int64" && types.includes("integer") && !types.includes("number");
}

/** The types of values that JSON has no type for. What is left out stays JSON. */
export interface ValueTypes {
  /** The type of strings with `format: date-time`. Default: they stay strings. */
  readonly dates?: DateType | undefined;
  /** The type of integers with `format: int64`. Default: they stay numbers. */
  readonly int64?: Int64Type | undefined;
}
