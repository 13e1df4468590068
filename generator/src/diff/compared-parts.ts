import type { Operation } from "../model/api-model.ts";
import type { ChangeCode } from "./change-kinds.ts";
import type { FoundChange, OperationPair } from "./change-types.ts";
import type { SchemaRoot } from "./schema/schema-comparison.ts";

/** What is found in operations themselves, and the schemas that are to be compared. */
export interface ComparedParts {
  readonly changes: readonly FoundChange[];
  readonly schemas: readonly SchemaRoot[];
}

/** An operation of both descriptions. */
export interface SameOperation {
  readonly base: Operation;
  readonly head: Operation;
  readonly pair: OperationPair;
}

/** Joins what several comparisons have found. */
export function joinedParts(parts: readonly ComparedParts[]): ComparedParts {
  return {
    changes: parts.flatMap(({ changes }) => changes),
    schemas: parts.flatMap(({ schemas }) => schemas),
  };
}

/** Makes a change of an operation. */
export function operationChange(
  { base, head, pair }: SameOperation,
  code: ChangeCode,
  message: string,
  places: Pick<FoundChange, "base" | "head" | "part"> = {},
): FoundChange {
  return {
    code,
    message: `${head.id}: ${message}`,
    base: base.pointer,
    head: head.pointer,
    operations: [pair],
    ...places,
  };
}
