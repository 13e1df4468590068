/** The holder of a name in the output. */
export interface NameHolder {
  /** In words: `schema Pet`. */
  readonly what: string;
  /** Its place in the document; `undefined` where it is of the packages themselves. */
  readonly pointer?: string;
}

/** Something that wants a name in the output. */
export interface NameClaim extends NameHolder {
  /** Its name in the description; among those that want one name, the order of these decides. */
  readonly raw: string;
  /** The name that it wants. */
  readonly name: string;
  /** The text that gets a number behind it where the name is taken. */
  readonly stem: string;
  /** Those of a lower rank choose first: names that are given go before names that are made up. */
  readonly rank: number;
  readonly pointer: string;
}

/** A claim with the name that it gets. */
export interface NamedClaim<Claim extends NameClaim> {
  readonly claim: Claim;
  readonly name: string;
  /** The holder of the name that it wanted; `undefined` where it has got that. */
  readonly rival: NameHolder | undefined;
}

/**
 * Gives each claim a name of its own. Of those that want the same name one has it as it is: of the
 * lowest rank, and among these of the least `raw`, by code units. The others get the least number from
 * 2 behind it that makes a name which no other has or wants. The order of the claims is of no matter.
 *
 * @param keysOf everything that a name takes in the output; two names with a key in common collide
 * @param reserved keys that others have already
 */
export function distinctNames<Claim extends NameClaim>(
  claims: readonly Claim[],
  keysOf: (name: string) => readonly string[],
  reserved: ReadonlyMap<string, NameHolder> = new Map(),
): Map<Claim, NamedClaim<Claim>> {
  const owners = new Map<string, NameHolder>(reserved);
  const named = new Map<Claim, NamedClaim<Claim>>();
  const take = (claim: Claim, name: string, rival?: NameHolder): boolean => {
    const keys = keysOf(name);
    if (keys.some((key) => owners.has(key))) return false;
    for (const key of keys) owners.set(key, claim);
    named.set(claim, { claim, name, rival });
    return true;
  };
  const waiting = claims.toSorted(byOrder).filter((claim) => !take(claim, claim.name));
  for (const claim of waiting) {
    const rival = keysOf(claim.name).flatMap((key) => owners.get(key) ?? [])[0];
    for (let number = 2; !take(claim, `${claim.stem}${number}`, rival); number += 1);
  }
  return named;
}

function byOrder(a: NameClaim, b: NameClaim): number {
  return (
    a.rank - b.rank || compareCodeUnits(a.raw, b.raw) || compareCodeUnits(a.pointer, b.pointer)
  );
}

function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
