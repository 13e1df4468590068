import { StructureKind, type StatementStructures } from "ts-morph";
import { literalKey } from "@openapi-packages/description/text/escape";
import {
  runtimePackage,
  runtimeType,
  runtimeValue,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
import { hasCodec } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import { documentation } from "../documentation.ts";
import type { EmittedFile } from "../emitted-file.ts";
import { placedScope, type PlacedOptions } from "../module-parts.ts";
import type { ModuleScope } from "../module-scope.ts";
import { receivedWebhooks, webhooksInterface } from "../named-webhooks.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols } from "../symbols.ts";
import type { EmitModel } from "../emit-model.ts";

const declared = [
  "Webhooks",
  "ReceivedWebhook",
  "receiveWebhook",
  "signWebhook",
  "webhooks",
  "Name",
];
const path = "client/src/webhooks/receiver.ts";

/**
 * Emits the webhook receiver for users of the API, which verifies, validates and types webhooks by name; no
 * file without webhooks.
 */
export function webhooksFile(model: EmitModel, options: PlacedOptions): EmittedFile[] {
  const group = model.webhooks;
  const received = receivedWebhooks(model);
  if (group === undefined || received.length === 0) return [];
  const names = placedScope(path, options, declared);
  const rows = received.map(({ name, operation }) => {
    const descriptor = names.use(contractSymbols.descriptor(group, operation));
    const validators = names.use(contractSymbols.groupValidators(group, operation));
    const codec = hasCodec(model, operation)
      ? `, codec: ${names.use(contractSymbols.codec(operation))}`
      : "";
    return `${literalKey(name)}: { operation: ${descriptor}, validators: ${validators}${codec} },`;
  });
  return [
    moduleFile(path, names, [
      ...runtimeExports(),
      webhooksInterface(names, group, received),
      receivedType(names),
      `const webhooks = {\n${rows.join("\n")}\n};`,
      receiveFunction(names),
      signFunction(names),
    ]),
  ];
}

function runtimeExports(): StatementStructures[] {
  const moduleSpecifier = `${runtimePackage}/webhooks`;
  const kind = StructureKind.ExportDeclaration;
  return [
    { kind, moduleSpecifier, namedExports: ["WebhookError", "standardWebhooks", "verifyWebhook"] },
    {
      kind,
      moduleSpecifier,
      isTypeOnly: true,
      namedExports: [
        "ReceiveOptions",
        "SignedWebhook",
        "SignOptions",
        "WebhookErrorCode",
        "WebhookRequest",
        "WebhookSignature",
      ],
    },
  ];
}

function receivedType(names: ModuleScope): StatementStructures {
  const event = names.use(runtimeType("/webhooks", "WebhookEvent"));
  return {
    kind: StructureKind.TypeAlias,
    name: "ReceivedWebhook",
    isExported: true,
    docs: documentation("A webhook that has been received: a union by `name`."),
    typeParameters: [{ name: "Name", constraint: "keyof Webhooks", default: "keyof Webhooks" }],
    type: `{ [Each in Name]: ${event}<Each, Webhooks[Each]> }[Name]`,
  };
}

const nameParameter = { name: "Name", constraint: "keyof Webhooks" };

function receiveFunction(names: ModuleScope): StatementStructures {
  const request = names.use(runtimeType("/webhooks", "WebhookRequest"));
  const options = names.use(runtimeType("/webhooks", "ReceiveOptions"));
  const receive = names.use(runtimeValue("/webhooks", "receiveFrom"));
  return {
    kind: StructureKind.Function,
    name: "receiveWebhook",
    isExported: true,
    docs: documentation(
      "Verifies the signature of a webhook over the bytes that were sent, and that it was sent just now; then reads its body and finds the webhook whose description it meets. Rejects with a `WebhookError` where it is refused; its `status` is what to answer.",
    ),
    typeParameters: [{ ...nameParameter, default: "keyof Webhooks", isConst: true }],
    parameters: [
      { name: "request", type: request },
      { name: "options", type: `${options}<Name>` },
    ],
    returnType: "Promise<ReceivedWebhook<Name>>",
    statements: [
      `return ${receive}(webhooks, request, options) as Promise<ReceivedWebhook<Name>>;`,
    ],
  };
}

function signFunction(names: ModuleScope): StatementStructures {
  const options = names.use(runtimeType("/webhooks", "SignOptions"));
  const signed = names.use(runtimeType("/webhooks", "SignedWebhook"));
  const sign = names.use(runtimeValue("/webhooks", "signOperation"));
  return {
    kind: StructureKind.Function,
    name: "signWebhook",
    isExported: true,
    docs: documentation(
      "Signs a webhook as the service does, for tests: `new Request(url, await signWebhook(…))`.",
    ),
    typeParameters: [nameParameter],
    parameters: [
      { name: "name", type: "Name" },
      { name: "input", type: "Webhooks[Name]" },
      { name: "options", type: options },
    ],
    returnType: `Promise<${signed}>`,
    statements: [`return ${sign}(webhooks[name].operation, input, options);`],
  };
}
