import type { Operation } from "@openapi-packages/description/model/api-model";
import { reachedParts, type CodePart, type PartOf } from "./code-part.ts";

/** The compiled code of operations and of schemas. */
export interface CompiledParts {
  readonly operations: ReadonlyMap<Operation, CodePart>;
  /** Maps the function of each schema that operations need to its part, sorted by function name. */
  readonly schemas: ReadonlyMap<string, CodePart>;
}

/**
 * Adds to the code of operations the code of all schemas that it calls, directly or indirectly.
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
