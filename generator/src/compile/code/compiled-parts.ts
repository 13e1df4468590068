import type { Operation } from "../../model/api-model.ts";
import { reachedParts, type CodePart, type PartOf } from "./code-part.ts";

/** Compiled code by what it was compiled from. */
export interface CompiledParts {
  readonly operations: ReadonlyMap<Operation, CodePart>;
  /** Function → its part, for each schema that operations need, in the order of the functions' names. */
  readonly schemas: ReadonlyMap<string, CodePart>;
}

/**
 * The code of operations with that of all schemas that it calls, be it by way of others.
 *
 * @param shared functions that all operations use
 */
export function compiledParts(
  operations: ReadonlyMap<Operation, CodePart>,
  partOf: PartOf,
  shared: readonly string[] = [],
): CompiledParts {
  const called = [...operations.values()].flatMap(({ calls }) => [...calls]);
  const reached = [...reachedParts([...called, ...shared], partOf)];
  const schemas = new Map(reached.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return { operations, schemas };
}
