import * as fc from "fast-check";
import { isObject } from "@openapi-packages/runtime/internals";
import type { Json } from "@openapi-packages/description";
import { SchemaArbitraries } from "../arbitraries/schema-arbitraries.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { variedTexts } from "./vary.ts";

/** How many keys are made of a schema to find a plain one that is rare. */
const tries = 40;

/** A key that any service takes in a path. */
const plain = /^[\w-]+$/;

/**
 * Returns a key that a client chooses for a new record; `undefined` if the schema of the parameter has a few
 * values alone, or none that is plain.
 *
 * @param seed determines the key
 */
export function freshKey(
  { description }: VerifiedApi,
  { model }: VerifiedOperation,
  parameter: string,
  seed: number,
): string | number | undefined {
  const schema = model.parameters.find(
    (one) => one.in === "path" && one.name === parameter,
  )?.schema;
  if (schema === undefined || (isObject(schema.json) && schema.json["enum"] !== undefined))
    return undefined;
  const path = description.exampleInput(model)?.input["path"];
  const example = isObject(path) ? path[parameter] : undefined;
  const varied =
    typeof example === "string" ? variedTexts(example, seed) : ([seed % 2_000_000_000] as Json[]);
  const known = varied.find((one) => isKey(one) && description.holds(schema.json, one));
  if (known !== undefined) return known as string | number;
  const arbitrary = new SchemaArbitraries(description, "path").of(schema.json, parameter);
  const made = arbitrary === undefined ? [] : fc.sample(arbitrary, { seed, numRuns: tries });
  // Usual texts of a pattern are made often, and may be those of other records.
  const counts = Map.groupBy(made.filter(isKey), (key) => key);
  const rarest = [...counts].toSorted(([, one], [, other]) => one.length - other.length);
  return rarest[0]?.[0];
}

const isKey = (value: unknown): value is string | number =>
  (typeof value === "number" && value > 0) || (typeof value === "string" && plain.test(value));
