/** What selects the value of a schema, beside the schema itself. */
export interface Spot {
  /** The text that the value is derived from, such as the name of a schema and the members below it. */
  readonly seed: string;
  /**
   * The name of the member with the value; for a list's item, the singular of the list's name. Empty at
   * the root.
   */
  readonly name: string;
  /** How many levels of objects, from here on, get their optional members. */
  readonly detail: number;
  /** A number from 0; values with different variants should differ. */
  readonly variant: number;
}

/** Returns the spot of a member's value, with one level of detail less. */
export function memberSpot(spot: Spot, name: string): Spot {
  return { ...spot, seed: `${spot.seed}/${name}`, name, detail: spot.detail - 1 };
}

/** Returns the spot of a list's item, named by the singular of the list's name. */
export function itemSpot(spot: Spot, variant: number): Spot {
  return { ...spot, variant, name: singular(spot.name) };
}

function singular(name: string): string {
  if (name.endsWith("ies")) return name.replace(/ies$/, "y");
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}
