import { canonicalText, valueAt, type Json } from "@openapi-packages/description/json/json";
import type { ApiModel, Operation, Polling } from "@openapi-packages/description/model/api-model";
import type { ChangeCode } from "./change-kinds.ts";
import type { ComparedDescription, FoundChange, OperationPair } from "./change-types.ts";
import { compareBodies } from "./compare-bodies.ts";
import { compareParameters } from "./compare-parameters.ts";
import { compareSecurity, joinedSecurity } from "./compare-security.ts";
import { compareOwnServers } from "./compare-servers.ts";
import { matchOperations, matchWebhooks } from "./match-operations.ts";
import { isBelow, levelAt } from "./stability.ts";
import {
  joinedParts,
  operationChange,
  type ComparedParts,
  type SameOperation,
} from "./compared-parts.ts";

/** Compares the operations, webhooks and callbacks of two descriptions. */
export function compareOperations(
  base: ComparedDescription,
  head: ComparedDescription,
): ComparedParts {
  const models = { base: base.model, head: head.model };
  const operations = matchOperations(base.model, head.model).map((pair) =>
    comparePair(pair, "operation", (same) => compareOperation(same, models)),
  );
  const webhooks = matchWebhooks(base.model, head.model).map((pair) =>
    comparePair(pair, "webhook", compareWebhook),
  );
  const { changes, schemas } = joinedParts([...operations, ...webhooks]);
  return { changes: joinedSecurity(changes, models), schemas };
}

function comparePair(
  pair: OperationPair,
  what: "operation" | "webhook",
  compare: (same: SameOperation) => ComparedParts,
): ComparedParts {
  const { base, head } = pair;
  if (base !== undefined && head !== undefined) {
    const same = { base: base.operation, head: head.operation, pair };
    const parts = compare(same);
    return { ...parts, changes: [...compareNames(same), ...parts.changes] };
  }
  const isAdded = base === undefined;
  const one = (head ?? base)?.operation;
  const message = `${one?.method} ${one?.path} (${one?.id}) ${isAdded ? "was added" : "is gone"}`;
  const code: ChangeCode = `${what}-${isAdded ? "added" : "removed"}`;
  const places = { base: base?.operation.pointer, head: head?.operation.pointer };
  return { changes: [{ code, message, ...places, operations: [pair] }], schemas: [] };
}

/** Compares the name, group, method, path and deprecation of an operation. */
function compareNames(same: SameOperation): FoundChange[] {
  const { base, head, pair } = same;
  const changes: FoundChange[] = [];
  if (base.typeName !== head.typeName || base.methodName !== head.methodName) {
    const hasAlias = head.earlierNames.some(({ methodName }) => methodName === base.methodName);
    const code = hasAlias ? "operation-renamed-with-alias" : "operation-renamed";
    changes.push(operationChange(same, code, `it was called ${base.id}`));
  }
  const [before, after] = [pair.base?.group, pair.head?.group];
  if (before?.name !== after?.name || before?.fileName !== after?.fileName) {
    const message = `it belongs to ${after?.tag} instead of ${before?.tag}`;
    const hasAlias = before !== undefined && after?.earlierNames.includes(before.name) === true;
    const code = hasAlias ? "operation-regrouped-with-alias" : "operation-regrouped";
    changes.push(operationChange(same, code, message));
  }
  const withoutNames = (path: string): string => path.replace(/\{[^{}]*\}/g, "{}");
  const isMoved =
    base.method !== head.method || withoutNames(base.path) !== withoutNames(head.path);
  if (isMoved && pair.base?.group.kind === "tag") {
    const message = `it is ${head.method} ${head.path} instead of ${base.method} ${base.path}`;
    changes.push(operationChange(same, "operation-moved", message));
  }
  if (!base.deprecated && head.deprecated)
    changes.push(operationChange(same, "operation-deprecated", "it is deprecated"));
  return changes;
}

function compareOperation(
  same: SameOperation,
  models: { readonly base: ApiModel; readonly head: ApiModel },
): ComparedParts {
  return joinedParts([
    compareParameters(same),
    compareBodies(same, false),
    {
      changes: [
        ...compareSecurity(same),
        ...compareOwnServers(same, models),
        ...compareCalls(same, models),
        ...compareStability(same, models),
      ],
      schemas: [],
    },
  ]);
}

/** Compares how stable an operation is; that it promises more than before is no change. */
function compareStability(
  same: SameOperation,
  models: { readonly base: ApiModel; readonly head: ApiModel },
): FoundChange[] {
  const before = levelAt(models.base.document, same.base.pointer);
  const after = levelAt(models.head.document, same.head.pointer);
  if (!isBelow(after, before)) return [];
  const message = `it is ${after} instead of ${before}`;
  return [operationChange(same, "operation-stability-lowered", message)];
}

/** Compares a webhook or callback, whose requests the users of the API read. */
function compareWebhook(same: SameOperation): ComparedParts {
  const { base, head } = same;
  const bodies = compareBodies(same, true);
  if (canonicalText(base.signature) === canonicalText(head.signature)) return bodies;
  const changed = operationChange(same, "signature-changed", "it is signed in another way");
  return { ...bodies, changes: [...bodies.changes, changed] };
}

/** Compares how clients walk through the pages of an operation, and how they wait for it to finish. */
function compareCalls(
  same: SameOperation,
  models: { readonly base: ApiModel; readonly head: ApiModel },
): FoundChange[] {
  const { base, head } = same;
  const pages = ({ pagination }: Operation): Json | undefined => {
    if (pagination === undefined) return undefined;
    const { style, request, response } = pagination;
    return { style, request, response };
  };
  // The order of the final statuses does not matter.
  const waiting = ({ polling }: Operation): Polling | undefined =>
    polling && { ...polling, final: polling.final.toSorted() };
  const textOf = (value: unknown): string => canonicalText(value);
  const written = (side: "base" | "head", name: string): string => {
    const own = `${same[side].pointer}/${name}`;
    return valueAt(models[side].document, own) === undefined ? same[side].pointer : own;
  };
  const compared = (
    what: "pagination" | "polling",
    [before, after]: readonly [unknown, unknown],
    place: string,
    subject: string,
  ): FoundChange[] => {
    if (textOf(before) === textOf(after)) return [];
    const change = before === undefined ? "added" : after === undefined ? "removed" : "changed";
    const places = { base: written("base", place), head: written("head", place) };
    const code =
      change === "changed" ? changedCode(what, base, head) : (`${what}-${change}` as const);
    return [operationChange(same, code, `${subject} ${change}`, places)];
  };
  return [
    ...compared("pagination", [pages(base), pages(head)], "x-pagination", "its pages are"),
    ...compared("polling", [waiting(base), waiting(head)], "x-lifecycle", "waiting for it is"),
  ];
}

/** Picks the code of a changed pagination or polling: a milder one if the types of calls stay the same. */
function changedCode(what: "pagination" | "polling", base: Operation, head: Operation): ChangeCode {
  if (what === "polling") {
    const isSame =
      base.polling?.member === head.polling?.member &&
      base.polling?.succeeded === head.polling?.succeeded;
    return isSame ? "polling-final-changed" : "polling-changed";
  }
  const isSame = base.pagination?.response["items"] === head.pagination?.response["items"];
  return isSame ? "pagination-requests-changed" : "pagination-changed";
}
