import { valueAt } from "@openapi-packages/description/json/json";
import type { ApiModel, OperationGroup } from "@openapi-packages/description/model/api-model";
import { earlierNamesIn } from "@openapi-packages/description/model/renames/renamed-from";
import type { GroupedOperation, OperationPair } from "./change-types.ts";

/**
 * Pairs the operations of two descriptions. It matches first by method, path and name, then by the later operation's
 * `x-renamed-from`, then by method and path, and last by name. Names of path parameters are ignored.
 */
export function matchOperations(base: ApiModel, head: ApiModel): OperationPair[] {
  return pairsOf(operationsOf(base.groups), operationsOf(head.groups), head);
}

/** Pairs webhooks and callbacks in the way of {@link matchOperations}. */
export function matchWebhooks(base: ApiModel, head: ApiModel): OperationPair[] {
  const of = ({ webhooks }: ApiModel): GroupedOperation[] =>
    operationsOf(webhooks === undefined ? [] : [webhooks]);
  return pairsOf(of(base), of(head), head);
}

function operationsOf(groups: readonly OperationGroup[]): GroupedOperation[] {
  return groups.flatMap((group) => group.operations.map((operation) => ({ group, operation })));
}

function pairsOf(
  base: readonly GroupedOperation[],
  head: readonly GroupedOperation[],
  headModel: ApiModel,
): OperationPair[] {
  const left = new Set(base);
  const partners = new Map<GroupedOperation, GroupedOperation>();
  const match = (
    baseKey: (one: GroupedOperation) => string,
    headKeys: (one: GroupedOperation) => readonly string[],
  ): void => {
    const byKey = new Map([...left].toReversed().map((one) => [baseKey(one), one]));
    for (const one of head) {
      if (partners.has(one)) continue;
      const found = headKeys(one).map((key) => byKey.get(key));
      const partner = found.find((other) => other !== undefined && left.has(other));
      if (partner === undefined) continue;
      partners.set(one, partner);
      left.delete(partner);
    }
  };
  const same = (keyOf: (one: GroupedOperation) => string): void =>
    match(keyOf, (one) => [keyOf(one)]);
  same((one) => `${routeOf(one)} ${one.operation.methodName}`);
  match(
    ({ operation }) => operation.id,
    ({ operation }) => earlierNamesIn(valueAt(headModel.document, operation.pointer)),
  );
  same(routeOf);
  same(({ operation }) => operation.methodName);
  return [
    ...[...left].map((one) => ({ base: one, head: undefined })),
    ...head.map((one) => ({ base: partners.get(one), head: one })),
  ];
}

/** The method and path without the names of parameters: `GET /pets/{}`. */
function routeOf({ operation: { method, path } }: GroupedOperation): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`;
}
