import {
  StructureKind,
  type MethodSignatureStructure,
  type OptionalKind,
  type StatementStructures,
} from "ts-morph";
import type { Operation, OperationGroup } from "@openapi-packages/description/model/api-model";
import { successContent } from "@openapi-packages/description/model/streams/stream-member";
import { mediaTypeText } from "../contract/body-types.ts";
import { earlierConstants } from "../contract/earlier-names.ts";
import { descriptorValue } from "../contract/emit-contract.ts";
import { operationTypesPart } from "../contract/operation-types-part.ts";
import { outputText, isInputOptional } from "../contract/operation-types.ts";
import { Expression, type DataConst } from "@openapi-packages/compiler/compile/data";
import { documentation, operationDocumentation } from "../documentation.ts";
import type { EmittedFile } from "../emitted-file.ts";
import { literal } from "@openapi-packages/description/text/escape";
import {
  moduleOf,
  type ModulePart,
  type PlacedOptions,
  type WrittenPart,
} from "../module-parts.ts";
import type { ModuleScope } from "../module-scope.ts";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { runtimeType, runtimeValue } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { contractSymbols } from "../symbols.ts";
import { itemText, typeText } from "../type-text.ts";
import { acceptChoice, acceptParameter } from "./accept-choice.ts";
import { callOverloads, hasOverloads } from "./call-overloads.ts";
import { calledDescriptor, featuresOf } from "./operation-features.ts";
import { factorySymbol, groupModule, interfaceName } from "./group-symbols.ts";
import { earlierMethods, earlierNames, earlierResults } from "./earlier-operations.ts";
import type { EmitModel } from "../emit-model.ts";
import { openType } from "./open-types-file.ts";

/**
 * Emits a tag's operations: a function for each, and the interface with these as methods. Inputs, results
 * and descriptors are part of it if no contract stands beside the client.
 */
export function groupFile(
  model: EmitModel,
  group: OperationGroup,
  options: PlacedOptions,
): EmittedFile[] {
  const calls = callsPart(model, group, options);
  const parts =
    options.contractIn === undefined ? [calls] : [operationTypesPart(model, group), calls];
  return moduleOf(groupModule(group), options, parts, model.openTypes.redirect);
}

function callsPart(model: EmitModel, group: OperationGroup, options: PlacedOptions): ModulePart {
  const { isOpen, redirect } = model.openTypes;
  const open = group.operations.filter(isOpen).map((one) => {
    const closed = contractSymbols.result(group, one);
    return { ...one, resultTypeName: redirect(closed).name, closed };
  });
  const factory = factorySymbol(group).name;
  const declared = [
    interfaceName(group),
    factory,
    ...open.map(({ resultTypeName }) => resultTypeName),
    ...group.operations.map(({ variableName }) => variableName),
    ...earlierNames(group, open),
    acceptParameter,
  ];
  const write = (names: ModuleScope): WrittenPart => ({
    statements: [
      ...open.flatMap((operation) => openResult(names, operation)),
      methodsInterface(names, group),
      factoryFunction(names, group, factory),
    ],
    data: [
      ...group.operations.map((operation) =>
        operationFunction(model, names, group, operation, options),
      ),
      ...group.operations.flatMap(earlierConstants),
    ],
  });
  return { declared, write };
}

/** Declares the client's own type of an operation's results. */
function openResult(
  names: ModuleScope,
  { closed, ...operation }: Operation & { readonly closed: ModuleSymbol },
): StatementStructures[] {
  const docs = documentation(`The documented responses of \`${operation.id}\`, by status.`);
  return [
    { ...openType(names, operation.resultTypeName, closed), docs },
    ...earlierResults(operation),
  ];
}

function methodsInterface(names: ModuleScope, group: OperationGroup): StatementStructures {
  const description =
    group.description === "" ? `Operations of the tag ${group.tag}.` : group.description;
  return {
    kind: StructureKind.Interface,
    name: interfaceName(group),
    isExported: true,
    docs: documentation(description),
    methods: group.operations.flatMap((operation) => methodsOf(names, group, operation)),
    properties: group.operations.flatMap((operation) => earlierMethods(group, operation)),
  };
}

function factoryFunction(
  names: ModuleScope,
  group: OperationGroup,
  name: string,
): StatementStructures {
  const bind = names.use(runtimeValue("/client", "bind"));
  const isUsual = ({ id, methodName }: Operation): boolean =>
    methodName === id.charAt(0).toLowerCase() + id.slice(1);
  const usual = group.operations.filter(isUsual).map(({ variableName }) => variableName);
  const others = group.operations
    .filter((operation) => !isUsual(operation))
    .map(({ methodName, variableName }) =>
      methodName === variableName ? methodName : `${methodName}: ${variableName}`,
    );
  const earlier = group.operations.flatMap(({ earlierNames: had, variableName }) =>
    had.map((one) => `${one.methodName}: ${variableName}`),
  );
  const named = [...others, ...earlier];
  const rest = named.length === 0 ? "" : `, { ${named.join(", ")} }`;
  return {
    kind: StructureKind.Function,
    name,
    isExported: true,
    docs: documentation(`Creates the methods of the tag ${group.tag}, one for each operation.`),
    parameters: [{ name: "core", type: names.use(runtimeType("/client", "ClientCore")) }],
    returnType: interfaceName(group),
    statements: [`return ${bind}(core, [${usual.join(", ")}]${rest});`],
  };
}

function operationFunction(
  model: EmitModel,
  names: ModuleScope,
  group: OperationGroup,
  operation: Operation,
  { contractIn }: PlacedOptions,
): DataConst {
  const { kind } = callOf(names, group, operation);
  const make = names.use(runtimeValue("/client", kind));
  const unbound = names.use(runtimeType("/client", unboundType(names, operation)));
  const { methodName, variableName } = operation;
  const methodOf = `${interfaceName(group)}["${methodName}"]`;
  const features = featuresOf(model, names, operation, kind === "polledOperation");
  const descriptor =
    contractIn === undefined
      ? new Expression(names.use(contractSymbols.descriptor(group, operation)))
      : calledDescriptor(model, operation, descriptorValue(names, model, operation));
  const hasFeatures = Object.values(features).some((one) => one !== undefined);
  return {
    name: variableName,
    type: `${unbound}<${methodOf}>`,
    docs: documentation(
      `{@link ${interfaceName(group)}.${methodName}}, called with a client's core.`,
    ),
    value: new Expression(`/* @__PURE__ */ ${make}`, [
      descriptor,
      ...(hasFeatures ? [features] : []),
    ]),
  };
}

/**
 * Returns the type that makes a function of an operation's method, which depends on the method's overloads.
 */
function unboundType(
  names: ModuleScope,
  operation: Operation,
): "Unbound" | "UnboundChoice" | "UnboundOverloads" {
  if (hasOverloads(operation)) return "UnboundOverloads";
  return acceptChoice(names, operation) ? "UnboundChoice" : "Unbound";
}

function method(
  names: ModuleScope,
  group: OperationGroup,
  operation: Operation,
): OptionalKind<MethodSignatureStructure> {
  const input = names.use(contractSymbols.input(group, operation));
  return {
    name: signatureName(operation),
    docs: operationDocumentation(operation),
    parameters: [
      { name: "input", type: input, hasQuestionToken: isInputOptional(operation) },
      {
        name: "options",
        type: optionsType(names, group, operation),
        hasQuestionToken: true,
      },
    ],
    returnType: callOf(names, group, operation).returnType,
  };
}

/** Quotes the name `new`, since `new(…)` in an interface is a constructor. */
const signatureName = ({ methodName }: Operation): string =>
  methodName === "new" ? '"new"' : methodName;

/** Returns the signatures of an operation's method, several if the caller chooses the kind of response. */
function methodsOf(
  names: ModuleScope,
  group: OperationGroup,
  operation: Operation,
): OptionalKind<MethodSignatureStructure>[] {
  if (!hasOverloads(operation)) return byMediaType(names, group, operation);
  const input = names.use(contractSymbols.input(group, operation));
  const result = names.use(contractSymbols.result(group, operation));
  return callOverloads(names, operation, input, result).map((one) => ({
    name: signatureName(operation),
    docs: operationDocumentation(operation),
    parameters: [
      { name: "input", type: one.input, hasQuestionToken: one.isInputOptional },
      { name: "options", type: one.options, hasQuestionToken: one.areOptionsOptional },
    ],
    returnType: one.returnType,
  }));
}

/** Returns the signatures of a method, with one more if the caller may ask for another media type. */
function byMediaType(
  names: ModuleScope,
  group: OperationGroup,
  operation: Operation,
): OptionalKind<MethodSignatureStructure>[] {
  const usual = method(names, group, operation);
  const choice = acceptChoice(names, operation);
  if (choice === undefined) return [usual];
  const input = names.use(contractSymbols.input(group, operation));
  const options = names.use(runtimeType("/client", "CallOptions"));
  const isAsked = `${options}<${acceptParameter}> & { readonly accept: ${acceptParameter} }`;
  const asked: OptionalKind<MethodSignatureStructure> = {
    ...usual,
    typeParameters: [{ name: acceptParameter, constraint: choice.mediaTypes }],
    parameters: [
      { name: "input", type: isInputOptional(operation) ? `${input} | undefined` : input },
      { name: "options", type: isAsked },
    ],
    returnType: callOf(names, group, operation, choice.output).returnType,
  };
  return [asked, usual];
}

/** Returns the options type of a call, with the media types to choose from if a success has several. */
function optionsType(names: ModuleScope, group: OperationGroup, operation: Operation): string {
  const isStream = callOf(names, group, operation).kind === "streamOperation";
  const name = isStream ? "StreamCallOptions" : "CallOptions";
  const options = names.use(runtimeType("/client", name));
  const choice = acceptChoice(names, operation);
  if (choice) return `${options}<${choice.usual}>`;
  const mediaTypes = [...new Set(successContent(operation.responses).map(mediaTypeText))];
  return mediaTypes.length < 2 ? options : `${options}<${mediaTypes.join(" | ")}>`;
}

interface CallKind {
  /** The runtime's function that creates such an operation. */
  readonly kind:
    "operation" | "negotiatedOperation" | "pagedOperation" | "polledOperation" | "streamOperation";
  readonly returnType: string;
}

/**
 * Returns the kind of a call: pages if the operation declares pagination, items if it streams, polling if its
 * status changes, otherwise a single response.
 */
function callOf(
  names: ModuleScope,
  group: OperationGroup,
  operation: Operation,
  output = acceptChoice(names, operation)?.usualOutput ?? outputText(names, operation),
): CallKind {
  const result = names.use(contractSymbols.result(group, operation));
  const type = (
    name: "Call" | "PageCall" | "PollCall" | "StreamCall",
    ...given: readonly string[]
  ): string => `${names.use(runtimeType("/client", name))}<${[...given, result].join(", ")}>`;
  if (operation.pagination !== undefined) {
    const item = typeText(names, operation.pagination.items);
    return { kind: "pagedOperation", returnType: type("PageCall", item, output) };
  }
  const stream = streamItem(names, operation);
  if (stream !== undefined)
    return { kind: "streamOperation", returnType: type("StreamCall", stream) };
  if (hasOverloads(operation))
    return { kind: "negotiatedOperation", returnType: type("Call", output) };
  const { polling } = operation;
  if (polling === undefined) return { kind: "operation", returnType: type("Call", output) };
  const status = [polling.member, polling.succeeded].map((text) => literal(text));
  return { kind: "polledOperation", returnType: type("PollCall", output, ...status) };
}

/** Returns the type of items if every success is a stream. */
function streamItem(names: ModuleScope, operation: Operation): string | undefined {
  const content = successContent(operation.responses);
  if (content.length === 0 || content.some(({ stream }) => stream === undefined)) return undefined;
  const items = content.map((mediaType) => itemText(names, mediaType));
  return [...new Set(items)].join(" | ");
}
