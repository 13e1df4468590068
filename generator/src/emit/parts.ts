/**
 * The parts that can be chosen. `types` is a contract of types alone: it has no validators and no table
 * of operations, and nothing of it is there at run time.
 */
export const partNames = ["types", "contract", "client", "server", "mocks"] as const;

/** One of {@link partNames}. */
export type PartName = (typeof partNames)[number];

const allParts: readonly PartName[] = ["contract", "client", "server", "mocks"];

/** The parts to generate, with those that they need: all that has code needs the whole contract. */
export function chosenParts(packages: readonly PartName[] = allParts): ReadonlySet<PartName> {
  const chosen = new Set<PartName>(packages);
  if (packages.some((part) => part !== "types")) {
    chosen.delete("types");
    chosen.add("contract");
  }
  return chosen;
}

/** The folders that parts are written to: those of parts that are chosen no more can be told by them. */
export const partFolders: readonly string[] = allParts;
