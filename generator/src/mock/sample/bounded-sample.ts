import type { Json } from "../../json.ts";
import type { Sampler } from "./sampler.ts";

/** The numbers of levels of objects with their optional members, from the most to none. */
const details = [3, 2, 1, 0];

/** The longest value, as JSON text, that is taken where a shorter one with less detail can be had. */
const longestValue = 2000;

/**
 * A value of a schema that `accepts` accepts: with as much detail as fits in about a screen.
 * `undefined` where none is found.
 *
 * @param seed what the value is chosen by, beside its schema
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
