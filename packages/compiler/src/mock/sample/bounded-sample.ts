import type { Json } from "@openapi-packages/description/json/json";
import type { Sampler } from "./sampler.ts";

/** How many levels of objects get their optional members, in the order of trying. */
const details = [3, 2, 1, 0];

/** The length of JSON text up to which a value is taken at once; for a longer one, less detail is tried. */
const longestValue = 2000;

/**
 * Makes a value of a schema that `accepts` accepts, with as much detail as fits in about a screen.
 * Returns `undefined` if none is found.
 *
 * @param seed the text that selects the value
 */
export function boundedSample(
  sampler: Sampler,
  schema: Json,
  seed: string,
  accepts: (value: Json) => boolean,
  variant = 0,
): Json | undefined {
  let shortest: Json | undefined;
  for (const detail of details) {
    const value = sampler.sample(schema, { seed, name: "", detail, variant });
    if (value === undefined || !accepts(value)) continue;
    if (JSON.stringify(value).length <= longestValue) return value;
    shortest = value;
  }
  return shortest;
}
