/** The place of a value, as far as it decides the value. */
export interface Spot {
  /** The nearest named schema and the members from there: what a value is chosen by. */
  readonly seed: string;
  /** The member that holds the value, or is the list that does; empty at the root. */
  readonly name: string;
  /** The number of further levels of objects with their optional members. */
  readonly detail: number;
  /** Counts values that ought to differ, from 0. */
  readonly variant: number;
}

/** The spot of a member's value: one level of detail further in. */
export function memberSpot(spot: Spot, name: string): Spot {
  return { ...spot, seed: `${spot.seed}/${name}`, name, detail: spot.detail - 1 };
}

/** The spot of a list's item. */
export function itemSpot(spot: Spot, variant: number): Spot {
  return { ...spot, variant, name: singular(spot.name) };
}

function singular(name: string): string {
  if (name.endsWith("ies")) return name.replace(/ies$/, "y");
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name;
}
