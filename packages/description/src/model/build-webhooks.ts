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
 * Builds the operations that the API calls on its users' servers: the description's webhooks and
 * the callbacks of its operations (OpenAPI 3.1, `webhooks` and Callback Object). The receiver
 * chooses their real URLs, so here the path of a webhook is its name, and the path of a callback is
 * the operation that announces it plus its name.
 * Returns `undefined` if there are none.
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

/**
 * Builds a webhook or callback. It only has security that it declares itself, and no path
 * parameters, because its path is no template.
 */
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
