import { isObject, member, stringMember, toPointer, type Json } from "../load/json.ts";
import { callbackOperationName, operationNameFromPath, webhookOperationName } from "../names.ts";
import type { Operation, OperationGroup } from "./api-model.ts";
import { buildOperation, operationEntries, pathEntries } from "./build-operations.ts";
import type { ModelContext, Place } from "./model-context.ts";

/**
 * What the API calls at its users' ends: the webhooks of the description and the callbacks of its
 * operations (OpenAPI 3.1, `webhooks` and Callback Object). Where they are received is the
 * receiver's choice; here a webhook's path is its name, and a callback's is the operation that
 * announces it and its name. `undefined` where there are none.
 */
export function buildWebhooks(context: ModelContext): OperationGroup | undefined {
  const operations = [...webhookOperations(context), ...callbackOperations(context)];
  if (operations.length === 0) return undefined;
  return {
    kind: "webhooks",
    tag: "webhooks",
    description: "",
    name: "webhookReceiver",
    typeName: "WebhookReceiver",
    fileName: "webhooks/receiver",
    operations,
  };
}

function webhookOperations(context: ModelContext): Operation[] {
  const webhooks = member(context.document, "webhooks");
  if (!isObject(webhooks)) return [];
  return Object.entries(webhooks).flatMap(([name, item]) => {
    const pathItem = context.follow(item, toPointer(["webhooks", name]));
    if (name.startsWith("x-") || pathItem === undefined) return [];
    const entries = operationEntries(context, pathItem);
    return entries.map(([method, place]) => {
      const id = webhookOperationName(name, entries.length > 1 ? method : "");
      return receivedOperation(context, [name], id, method, pathItem, place);
    });
  });
}

interface Callback {
  readonly expression: string;
  readonly method: string;
  readonly pathItem: Place;
  readonly place: Place;
}

/** Callbacks that several operations share by reference are there once. */
function callbackOperations(context: ModelContext): Operation[] {
  const seen = new Set<string>();
  return pathEntries(context).flatMap(({ path, pathItem }) =>
    operationEntries(context, pathItem).flatMap(([method, operation]) => {
      const callbacks = member(operation.node, "callbacks");
      const parent = operationId(operation) ?? operationNameFromPath(method, path);
      return Object.entries(isObject(callbacks) ? callbacks : {}).flatMap(([name, callback]) => {
        const pointer = `${operation.pointer}/callbacks${toPointer([name])}`;
        const place = context.follow(callback, pointer);
        if (place === undefined || seen.has(place.pointer)) return [];
        seen.add(place.pointer);
        return callbackOf(context, parent, name, place);
      });
    }),
  );
}

const operationId = ({ node }: Place): string | undefined => stringMember(node, "operationId");

function callbackOf(
  context: ModelContext,
  parent: string,
  name: string,
  { node, pointer }: Place,
): Operation[] {
  const found = Object.entries(node).flatMap(([expression, item]: [string, Json]): Callback[] => {
    const at = `${pointer}${toPointer([expression])}`;
    const pathItem = expression.startsWith("x-") ? undefined : context.follow(item, at);
    if (pathItem === undefined) return [];
    const entries = operationEntries(context, pathItem);
    return entries.map(([method, place]) => ({ expression, method, pathItem, place }));
  });
  return found.map(({ expression, method, pathItem, place }, index) => {
    const suffix = found.length > 1 ? `${method}${index + 1}` : "";
    const id = callbackOperationName(parent, name, suffix);
    const path = found.length > 1 ? [parent, name, String(index + 1)] : [parent, name];
    const operation = receivedOperation(context, path, id, method, pathItem, place);
    const summary = operation.summary === "" ? `Sent to \`${expression}\`.` : operation.summary;
    return { ...operation, summary };
  });
}

/** Only what says so itself is secured, and there is no template that could have values in it. */
function receivedOperation(
  context: ModelContext,
  names: readonly string[],
  id: string,
  method: string,
  pathItem: Place,
  place: Place,
): Operation {
  const path = names.map((name) => `/${encodeURIComponent(name.toWellFormed())}`).join("");
  const { operation } = buildOperation(context, { path, method, pathItem, place, id });
  return {
    ...operation,
    parameters: operation.parameters.filter((parameter) => parameter.in !== "path"),
    security: place.node["security"] === undefined ? [] : operation.security,
    servers: [],
  };
}
