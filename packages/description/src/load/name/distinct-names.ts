/** What holds a name in the output. */
export interface NameHolder {
  /** A description in words, such as `schema Pet`. */
  readonly what: string;
  /** Its place in the document; `undefined` for a name of the packages themselves. */
  readonly pointer?: string;
}

/** A request for a name in the output. */
export interface NameClaim extends NameHolder {
  /** Its name in the description, which orders claims to the same name. */
  readonly raw: string;
  /** The wanted name. */
  readonly name: string;
  /** The text before the number, if the wanted name is taken. */
  readonly stem: string;
  /** Claims of a lower rank choose first: names from the author come before derived ones. */
  readonly rank: number;
  readonly pointer: string;
}

/** A claim with its final name. */
export interface NamedClaim<Claim extends NameClaim> {
  readonly claim: Claim;
  readonly name: string;
  /** The holder of the wanted name; `undefined` if the claim got it. */
  readonly rival: NameHolder | undefined;
}

/**
 * Gives each claim a unique name. Among claims to one name, the lowest rank gets it, and then the smallest
 * `raw` by code units. The others get the smallest number from 2 on that makes a name nobody has or wants.
 * The result does not depend on the order of the claims.
 *
 * @param keysOf returns everything that a name occupies in the output; names with a common key collide
 * @param reserved keys that are already taken
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
