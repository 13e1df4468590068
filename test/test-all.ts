/** Whether this is a run of `npm run test:all`, which has all compilers, all combinations and long runs, or of `npm test`. */
export const isTestAll: boolean = process.env["TEST_ALL"] === "1";

/** Returns how often a property is tried in `npm test`, or in `npm run test:all`. */
export function runs(few: number, many: number): number {
  return isTestAll ? many : few;
}

/** Returns the seed of a property: `TEST_SEED`, or its own. */
export function seed(own: number): number {
  return Number(process.env["TEST_SEED"] ?? own);
}

/** Returns one of every `parts` items in `npm test`, which `TEST_SEED` shifts, or all in `npm run test:all`. */
export function sampled<Item>(items: readonly Item[], parts: number): readonly Item[] {
  return isTestAll ? items : items.filter((_item, index) => index % parts === seed(0) % parts);
}

/** The compilers that accept what is generated, as folders of `node_modules`; `npm test` has the last alone. */
export const compilers: readonly string[] = isTestAll
  ? ["typescript-7", "typescript"]
  : ["typescript-7"];
