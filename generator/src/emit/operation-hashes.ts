import type { Operation, OperationGroup } from "../model/api-model.ts";
import { schemaNamesIn } from "../model/schema-text.ts";
import { sha256 } from "../write/text-cache.ts";

/** Tells by a hash whether an operation is what it was. */
export interface OperationHash {
  /** Of all but its summary and its description. */
  readonly hash: string;
  /** The names of the schemas that it refers to. */
  readonly names: ReadonlySet<string>;
}

const operations = new WeakMap<Operation, OperationHash>();

/** The hash of an operation, worked out once. */
export function operationHash(operation: Operation): OperationHash {
  const known = operations.get(operation);
  if (known !== undefined) return known;
  const text = JSON.stringify({ ...operation, summary: "", description: "" });
  const made = { hash: sha256(text), names: schemaNamesIn(text) };
  operations.set(operation, made);
  return made;
}

const groups = new WeakMap<OperationGroup, string>();

/** The hash of all that a group says, its operations included; of schemas it knows the names. */
export function groupHash(group: OperationGroup): string {
  const known = groups.get(group);
  if (known !== undefined) return known;
  const own = group.operations.map((operation) => {
    const { summary, description } = operation;
    return [operationHash(operation).hash, summary, description];
  });
  const hash = sha256(JSON.stringify({ ...group, operations: own }));
  groups.set(group, hash);
  return hash;
}

/** The hash of a group but for what its operations say in words. */
export function wireHash({ kind, fileName, operations: own }: OperationGroup): string {
  const hashes = own.map((operation) => operationHash(operation).hash);
  return sha256(JSON.stringify([kind, fileName, hashes]));
}
