import type { Operation } from "@openapi-packages/description/model/api-model";
import type { ChangeCode } from "./change-kinds.ts";
import type { FoundChange, OperationPair } from "./change-types.ts";
import type { SchemaRoot } from "./schema/schema-comparison.ts";

/** The changes found in operations, and the schemas that remain to be compared. */
export interface ComparedParts {
  readonly changes: readonly FoundChange[];
  readonly schemas: readonly SchemaRoot[];
}

/** An operation that both descriptions have. */
export interface SameOperation {
  readonly base: Operation;
  readonly head: Operation;
  readonly pair: OperationPair;
}

/** Joins the results of several comparisons. */
export function joinedParts(parts: readonly ComparedParts[]): ComparedParts {
  return {
    changes: parts.flatMap(({ changes }) => changes),
    schemas: parts.flatMap(({ schemas }) => schemas),
  };
}

/** Creates a change of an operation, with the operation's pointers unless others are given. */
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
