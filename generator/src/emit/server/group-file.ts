import { StructureKind, type StatementStructures } from "ts-morph";
import type { Operation, OperationGroup } from "@openapi-packages/description/model/api-model";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { runtimeType, runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { hasCodecs } from "@openapi-packages/compiler/compile/descriptors/codec-data";
import { hasErrorBodies } from "../contract/error-bodies.ts";
import { hasDefaults } from "../contract/handler-input.ts";
import { hasReceived } from "../contract/received-file.ts";
import { documentation, operationSummary } from "../documentation.ts";
import type { EmitModel } from "../emit-model.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { moduleFile } from "../statements.ts";
import { contractSymbols, groupNamespace } from "../symbols.ts";
import { createWebhookReceiver, webhookReceiver } from "./webhook-receiver.ts";

export const handlerName = (operation: Operation): string => `${operation.typeName}Handler`;
export const answerName = (operation: Operation): string => `${operation.typeName}Answer`;
export const handlersName = (group: OperationGroup): string => `${group.typeName}Handlers`;
const groupWords = ({ kind, tag }: OperationGroup): string =>
  kind === "webhooks" ? "webhooks and callbacks" : `the tag ${tag}`;
export const routesName = (group: OperationGroup): string => `${group.name}Routes`;

const groupModule = (group: OperationGroup): string => `server/src/${group.fileName}.ts`;

/** Creates a symbol of the module of a group's handlers. */
export function groupSymbol(group: OperationGroup, name: string, isType: boolean): ModuleSymbol {
  return { name, module: groupModule(group), isType, namespace: groupNamespace(group) };
}

/**
 * Emits the module of a group: the types of each handler and of what it returns, and the routes.
 *
 * @param isSecured true if any operation of the API has credentials
 */
export function groupFile(
  model: EmitModel,
  group: OperationGroup,
  isSecured: boolean,
  options: EmitOptions,
): EmittedFile {
  const path = groupModule(group);
  const declared = [
    ...group.operations.flatMap((operation) => [handlerName(operation), answerName(operation)]),
    handlersName(group),
    routesName(group),
    ...(group.kind === "webhooks" ? [createWebhookReceiver] : []),
  ];
  const names = new ModuleScope(path, options, declared);
  const context = names.use(runtimeType("/server", "RequestContext"));
  const typeParameters = [{ name: "Context", default: context }];
  const types = operationTypes(names, model, group, isSecured);
  const handlers: StatementStructures = {
    kind: StructureKind.Interface,
    name: handlersName(group),
    isExported: true,
    docs: documentation(`The handlers of ${groupWords(group)}.`),
    typeParameters,
    properties: group.operations.map((operation) => ({
      name: operation.methodName,
      type: `${handlerName(operation)}<Context>`,
    })),
  };
  const own = { handlers: handlersName(group), routes: routesName(group) };
  return moduleFile(path, names, [
    ...types,
    handlers,
    routesFunction(names, model, group),
    ...(group.kind === "webhooks" ? [webhookReceiver(names, model, group, own)] : []),
  ]);
}

/** Emits the types of each operation's handler, and of what it returns. */
function operationTypes(
  names: ModuleScope,
  model: EmitModel,
  group: OperationGroup,
  isSecured: boolean,
): StatementStructures[] {
  const defaultContext = names.use(runtimeType("/server", "RequestContext"));
  const typeParameters = [{ name: "Context", default: defaultContext }];
  const handler = names.use(runtimeType("/server", "Handler"));
  const answer = names.use(runtimeType("/server", "Answer"));
  return group.operations.flatMap((operation): StatementStructures[] => {
    const input = names.use(
      hasDefaults(model, operation)
        ? contractSymbols.handlerInput(group, operation)
        : contractSymbols.input(group, operation),
    );
    const result = names.use(contractSymbols.result(group, operation));
    const context =
      isSecured && isAnonymous(operation)
        ? `${names.use(runtimeType("/server", "AnonymousContext"))}<Context>`
        : "Context";
    return [
      {
        kind: StructureKind.TypeAlias,
        name: handlerName(operation),
        isExported: true,
        docs: operationSummary(operation, `Answers \`${operation.id}\``),
        typeParameters,
        type: `${handler}<${input}, ${result}, ${context}>`,
      },
      {
        kind: StructureKind.TypeAlias,
        name: answerName(operation),
        isExported: true,
        docs: documentation(`What handlers of \`${operation.id}\` return.`),
        type: `${answer}<${result}>`,
      },
    ];
  });
}

/** True if an operation may be called without a credential. */
const isAnonymous = ({ security }: Operation): boolean =>
  security.length === 0 || security.some((one) => Object.keys(one).length === 0);

function routesFunction(
  names: ModuleScope,
  model: EmitModel,
  group: OperationGroup,
): StatementStructures {
  const own = (symbol: ModuleSymbol, namespace: string): string =>
    names.use({ ...symbol, namespace });
  const rows = group.operations.map((operation) => {
    const descriptor = names.use(contractSymbols.descriptor(group, operation));
    const validators = own(contractSymbols.groupValidators(group, operation), "validators");
    const serializers = own(contractSymbols.groupSerializers(group, operation), "serializers");
    return `[${descriptor}, handlers?.${operation.methodName}, ${validators}, ${serializers}],`;
  });
  const route = names.use(runtimeType("/server", "Route"));
  const make = names.use(runtimeValue("/server", "routesOf"));
  const further = [
    ...(hasErrorBodies(model) ? [names.use(contractSymbols.errorBodies)] : []),
    ...(hasCodecs(model) ? [names.use(contractSymbols.codecTable)] : []),
    ...(hasReceived(model) && group.kind === "tag" ? [names.use(contractSymbols.received)] : []),
  ];
  const last = further.length === 0 ? "" : `, { ${further.join(", ")} }`;
  const routes = partsOf(rows).map((part) => `${make}<Context>([\n${part.join("\n")}\n]${last})`);
  const all = `${handlersName(group)}<Context>`;
  const given = group.kind === "webhooks" ? `Partial<${all}>` : all;
  return {
    kind: StructureKind.Function,
    name: routesName(group),
    isExported: true,
    docs: documentation(
      `Binds the operations of ${groupWords(group)} to their handlers; one without a handler answers 501.`,
    ),
    typeParameters: [{ name: "Context" }],
    parameters: [{ name: "handlers", type: `${given} | undefined` }],
    returnType: `${route}<Context>[]`,
    statements: [
      routes.length === 1
        ? `return ${routes[0]};`
        : `return [${routes.map((part) => `...${part}`).join(", ")}];`,
    ],
  };
}

/** The maximum length of a list whose element types compilers can combine into one union. */
const longestList = 400;

/** Splits a list into parts that compilers can handle. */
function partsOf(rows: readonly string[]): (readonly string[])[] {
  const count = Math.max(1, Math.ceil(rows.length / longestList));
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * longestList, (index + 1) * longestList),
  );
}
