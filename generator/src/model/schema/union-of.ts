import { distinctSchemas, impossible, unknown, type Schema } from "./schema.ts";

/** One of several schemas; any value where one of them allows any. */
export function unionOf(schemas: readonly Schema[]): Schema {
  const flat = schemas.flatMap((one) => (one.kind === "union" ? one.alternatives : [one]));
  const possible = flat.filter(({ kind }) => kind !== "impossible");
  if (possible.some(({ kind }) => kind === "unknown")) return unknown;
  const alternatives = distinctSchemas(possible);
  const [only = impossible] = alternatives;
  return alternatives.length > 1 ? { kind: "union", alternatives } : only;
}
