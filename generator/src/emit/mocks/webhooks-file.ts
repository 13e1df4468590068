import { StructureKind, type StatementStructures } from "ts-morph";
import { literalKey } from "@openapi-packages/description/text/escape";
import { runtimeType, runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { documentation } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { receivedWebhooks, webhooksInterface } from "../named-webhooks.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";

const path = "mocks/src/webhooks.ts";

/** True if the mocks send webhooks. */
export const hasWebhooks = (model: EmitModel): boolean => receivedWebhooks(model).length > 0;

/** Emits a function that sends webhooks as the service does; no file without webhooks. */
export function webhooksFile(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const group = model.webhooks;
  if (group === undefined || !hasWebhooks(model)) return [];
  const names = new ModuleScope(path, options, ["Webhooks", "sendWebhook", "webhooks", "Name"]);
  const sent = receivedWebhooks(model);
  const rows = sent.map(
    ({ name, operation }) =>
      `${literalKey(name)}: ${names.use(contractSymbols.descriptor(group, operation))},`,
  );
  return [
    moduleFile(path, names, [
      webhooksInterface(names, group, sent),
      `const webhooks = {\n${rows.join("\n")}\n};`,
      sendFunction(names),
    ]),
  ];
}

function sendFunction(names: ModuleScope): StatementStructures {
  const send = names.use(runtimeValue("/webhooks", "sendOperation"));
  return {
    kind: StructureKind.Function,
    name: "sendWebhook",
    isExported: true,
    docs: documentation(
      "Sends a webhook to a receiver as the service does, signed with `secret`; without one it is not signed. Returns what the receiver answers.",
    ),
    typeParameters: [{ name: "Name", constraint: "keyof Webhooks" }],
    parameters: [
      { name: "name", type: "Name" },
      { name: "input", type: "Webhooks[Name]" },
      { name: "options", type: names.use(runtimeType("/webhooks", "SendOptions")) },
    ],
    returnType: "Promise<Response>",
    statements: [`return ${send}(webhooks[name], input, options);`],
  };
}
