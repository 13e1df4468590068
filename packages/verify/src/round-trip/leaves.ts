import { withValueAt } from "../records/places.ts";
import { isPlainObject } from "../wire/copy-of.ts";
import { extremesFor } from "./extremes.ts";

/** A place in a value, with other values for it. */
export interface Leaf {
  readonly pointer: readonly string[];
  readonly values: readonly unknown[];
}

/** The most changed places of one value. */
const mostLeaves = 150;

/**
 * Returns the places of a value with the extreme values that a validator accepts there.
 *
 * @param isValid validates a whole value
 */
export function leavesOf(value: unknown, isValid: (value: unknown) => boolean): Leaf[] {
  return placesIn(value)
    .slice(0, mostLeaves)
    .flatMap(({ pointer, value: own }): Leaf[] => {
      const values = extremesFor(own).filter((one) => isValid(withValueAt(value, pointer, one)));
      return values.length === 0 ? [] : [{ pointer, values }];
    });
}

interface Place {
  readonly pointer: readonly string[];
  readonly value: unknown;
}

function placesIn(value: unknown, pointer: readonly string[] = []): Place[] {
  const own = { pointer, value };
  if (Array.isArray(value))
    return [own, ...value.flatMap((item, index) => placesIn(item, [...pointer, String(index)]))];
  if (isPlainObject(value))
    return Object.entries(value).flatMap(([name, member]) => placesIn(member, [...pointer, name]));
  return [own];
}
