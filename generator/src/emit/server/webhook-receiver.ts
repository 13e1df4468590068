import { StructureKind, type StatementStructures } from "ts-morph";
import type { OperationGroup } from "@openapi-packages/description/model/api-model";
import { namedSchemes } from "@openapi-packages/description/model/named-schemes";
import { runtimeType, runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { ModuleScope } from "../module-scope.ts";
import { schemesType } from "../type-text.ts";
import { contractSymbols } from "../symbols.ts";
import { securityNote } from "./security-types.ts";

/** The name of the function that creates a receiver, which is emitted beside the routes of webhooks. */
export const createWebhookReceiver = "createWebhookReceiver";

/**
 * Emits the function that creates a webhook receiver: a server at the user's end, with the same core, for
 * what the API calls there.
 *
 * @param handlers the name of the handlers' type
 * @param routes the name of the function that binds the handlers
 */
export function webhookReceiver(
  names: ModuleScope,
  model: EmitModel,
  group: OperationGroup,
  { handlers, routes }: { readonly handlers: string; readonly routes: string },
): StatementStructures {
  const schemes = namedSchemes(model, [group]);
  const scheme = schemesType(schemes);
  const context = names.use(runtimeType("/server", "RequestContext"));
  const api = names.use(contractSymbols.api);
  const isSigned = group.operations.some(({ signature }) => signature !== undefined);
  const given = `<Context, ${scheme}, ${isSigned}>`;
  return {
    kind: StructureKind.Function,
    name: createWebhookReceiver,
    isExported: true,
    docs: documentation(
      "Receives webhooks and callbacks, as `createServer` serves operations. A webhook's path is its name, a callback's the operation that announces it and its name; `basePath` is their prefix.",
      isSigned
        ? '`secret` is what the service signs with, or several while it is being changed: a call without a sound signature gets a 401 before its body is decoded. `signature: "unchecked"` verifies nothing.'
        : "`secret` and `signature`, such as `standardWebhooks`, refuse calls without a sound signature with 401.",
      securityNote(schemes),
    ),
    typeParameters: [{ name: "Context", default: context }],
    parameters: [
      { name: "handlers", type: `Partial<${handlers}<Context>>` },
      {
        name: "options",
        type: `${names.use(runtimeType("/server", "WebhookReceiverArguments"))}${given}`,
        isRestParameter: true,
      },
    ],
    returnType: names.use(runtimeType("/server", "Server")),
    statements: [
      `// The servers of the description are not where its webhooks are received.`,
      `return ${names.use(runtimeValue("/server", "createWebhookServer"))}${given}({ ...${api}, servers: [] }, ${routes}<Context>(handlers), ...options);`,
    ],
  };
}
