import type { CallInput } from "@openapi-packages/runtime/client";
import { equal } from "@openapi-packages/runtime/internals";
import type { FoundOperation } from "../../../records/made-record.ts";
import { withOwnKey } from "../../places/change-input.ts";
import type { Flow } from "../flows/flow.ts";

/** How many calls are sent at once. */
export const callsAtOnce = 5;

/**
 * Returns inputs of an operation that differ in their texts, each with its own idempotency key; none if it has
 * no text that may differ.
 *
 * @param from the number of the first one: the same number makes the same texts
 */
export function distinctInputs(
  { probe }: Flow,
  { operation }: FoundOperation,
  input: CallInput,
  count: number,
  from: number,
): readonly CallInput[] {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  const inputs = numbers.flatMap((number) => {
    const other = probe.records.varied(operation, input, number);
    if (other === undefined) return [];
    return [withOwnKey(operation, other, `verify-${operation.id}-${probe.seed}-${number}`)];
  });
  const isDistinct = inputs.every(({ body }, index) =>
    inputs.slice(0, index).every((one) => !equal(one.body, body)),
  );
  return inputs.length === count && isDistinct ? inputs : [];
}
