import {
  callbackOperations,
  webhookOperations,
  type OperationPlace,
} from "../load/openapi/operation-places.ts";
import type { Operation, OperationGroup } from "./api-model.ts";
import { buildOperation } from "./build-operations.ts";
import type { ModelContext } from "./model-context.ts";
import { buildSignature } from "./webhook-signature.ts";

/**
 * The operations that the API calls at its users' ends: the webhooks of the description and the callbacks of its
 * operations (OpenAPI 3.1, `webhooks` and Callback Object). Where they are received is the
 * receiver's choice; here a webhook's path is its name, and a callback's is the operation that
 * announces it and its name. `undefined` where there are none.
 */
export function buildWebhooks(context: ModelContext): OperationGroup | undefined {
  const { document } = context;
  const webhooks = webhookOperations(document).map((place) =>
    receivedOperation(context, [place.path], place),
  );
  const callbacks = callbackOperations(document).map((place) => {
    const operation = receivedOperation(context, place.names, place);
    const summary = operation.summary === "" ? `Sent to \`${place.path}\`.` : operation.summary;
    return { ...operation, summary };
  });
  const operations = [...webhooks, ...callbacks];
  if (operations.length === 0) return undefined;
  return {
    kind: "webhooks",
    tag: "webhooks",
    description: "",
    name: "webhookReceiver",
    typeName: "WebhookReceiver",
    fileName: "webhooks/receiver",
    earlierNames: [],
    operations,
  };
}

/** Only what says so itself is secured, and there is no template that could have values in it. */
function receivedOperation(
  context: ModelContext,
  names: readonly string[],
  operationPlace: OperationPlace,
): Operation {
  const { place } = operationPlace;
  const path = names.map((name) => `/${encodeURIComponent(name.toWellFormed())}`).join("");
  const { operation } = buildOperation(context, { ...operationPlace, path });
  return {
    ...operation,
    parameters: operation.parameters.filter((parameter) => parameter.in !== "path"),
    security: place.node["security"] === undefined ? [] : operation.security,
    servers: [],
    signature: buildSignature(context, operationPlace),
  };
}
