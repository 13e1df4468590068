import { stringMember, valueAt } from "../json.ts";
import type { ApiModel, OperationGroup } from "../model/api-model.ts";
import type { GroupedOperation, OperationPair } from "./change-types.ts";

/**
 * Pairs the operations of two descriptions: by method and path with the same name, by the `x-renamed-from` of the later
 * one, by method and path, whatever its parameters are called, and by name.
 */
export function matchOperations(base: ApiModel, head: ApiModel): OperationPair[] {
  return pairsOf(operationsOf(base.groups), operationsOf(head.groups), head);
}

/** As {@link matchOperations}, of what the API calls at its users' ends. */
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
    headKey: (one: GroupedOperation) => string | undefined,
  ): void => {
    const byKey = new Map([...left].toReversed().map((one) => [baseKey(one), one]));
    for (const one of head) {
      const key = partners.has(one) ? undefined : headKey(one);
      const partner = key === undefined ? undefined : byKey.get(key);
      if (partner === undefined || !left.has(partner)) continue;
      partners.set(one, partner);
      left.delete(partner);
    }
  };
  const exact = (one: GroupedOperation): string => `${routeOf(one)} ${one.operation.methodName}`;
  match(exact, exact);
  match(
    ({ operation }) => operation.id,
    ({ operation }) =>
      stringMember(valueAt(headModel.document, operation.pointer), "x-renamed-from"),
  );
  match(routeOf, routeOf);
  match(nameOf, nameOf);
  return [
    ...[...left].map((one) => ({ base: one, head: undefined })),
    ...head.map((one) => ({ base: partners.get(one), head: one })),
  ];
}

const nameOf = ({ operation }: GroupedOperation): string => operation.methodName;

/** Method and path, without the names of parameters. */
function routeOf({ operation: { method, path } }: GroupedOperation): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`;
}
