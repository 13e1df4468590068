import type { MethodDeclarationStructure, OptionalKind, StatementStructures } from "ts-morph";
import type { ApiModel, Operation, OperationGroup } from "../../model/api-model.ts";
import { mediaTypeText } from "../contract/body-types.ts";
import { outputText, resultType } from "../contract/operation-types.ts";
import { documentation, operationDocumentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { keptFile } from "../kept-file.ts";
import { ModuleScope, type ModuleSymbol } from "../module-scope.ts";
import { groupHash } from "../operation-hashes.ts";
import { packageFiles, packageVersion } from "../package-files.ts";
import { dependencyRanges, runtimePackage, runtimeType, runtimeValue } from "../runtime-symbols.ts";
import { moduleFile, reexports } from "../statements.ts";
import { structureKinds } from "../structure-kinds.ts";
import { contractSymbols } from "../symbols.ts";
import { bodyText, typeText } from "../type-text.ts";
import { isInputOptional } from "../operation-facts.ts";
import { apiList, clientReadme } from "./client-readme.ts";
import { openTypes, openTypesExport, openTypesFile, ownOpenTypes } from "./open-types.ts";

/** The client: one class per tag on openapi-fetch, one documented method per operation. */
export function emitClient(model: ApiModel, options: EmitOptions): EmittedFile[] {
  const { scope } = options;
  return [
    ...packageFiles(model, {
      folder: "client",
      scope,
      description: `Typed client of ${model.title}`,
      documents: ["api.md"],
      dependencies: {
        [`${scope}/contract`]: packageVersion(model),
        [runtimePackage]: dependencyRanges.runtime,
        "openapi-fetch": dependencyRanges["openapi-fetch"],
      },
    }),
    clientReadme(model, options),
    apiList(model),
    indexFile(model, options),
    ...openTypesFile(model, options),
    ...model.groups.map((group) =>
      keptFile(
        options,
        groupModule(group),
        () => [groupHash(group), ownOpenTypes(model, group), model.commonErrors],
        () => groupFile(model, group, options),
      ),
    ),
  ];
}

const className = (group: OperationGroup): string => `${group.typeName}Client`;

const groupModule = (group: OperationGroup): string => `client/src/${group.fileName}.ts`;

function classSymbol(group: OperationGroup): ModuleSymbol {
  return { name: className(group), module: groupModule(group), isType: false };
}

function groupFile(model: ApiModel, group: OperationGroup, { scope }: EmitOptions): EmittedFile {
  const path = groupModule(group);
  const { isOpen, redirect } = openTypes(model);
  const open = group.operations.filter(isOpen);
  const declared = [className(group), ...open.map(({ resultTypeName }) => resultTypeName)];
  const names = new ModuleScope(path, scope, declared, redirect);
  const core = names.use(runtimeType("/client", "ClientCore"));
  const statement: StatementStructures = {
    kind: structureKinds.class,
    name: className(group),
    isExported: true,
    docs: documentation(
      group.description === "" ? `Operations of the tag ${group.tag}.` : group.description,
    ),
    properties: [{ name: "#core", type: core, isReadonly: true }],
    ctors: [{ parameters: [{ name: "core", type: core }], statements: ["this.#core = core;"] }],
    methods: group.operations.map((operation) => method(names, group, operation)),
  };
  const results = open.map((operation) => resultType(names, model, operation));
  return moduleFile(path, names, [...results, statement]);
}

function method(
  names: ModuleScope,
  group: OperationGroup,
  operation: Operation,
): OptionalKind<MethodDeclarationStructure> {
  const input = names.use(contractSymbols.input(group, operation));
  const descriptor = names.use(contractSymbols.descriptor(group, operation));
  const { call, returnType } = callOf(names, group, operation);
  return {
    name: operation.methodName,
    docs: operationDocumentation(operation),
    parameters: [
      { name: "input", type: input, hasQuestionToken: isInputOptional(operation) },
      {
        name: "options",
        type: optionsType(names, operation),
        hasQuestionToken: true,
      },
    ],
    returnType,
    statements: [`return ${call}(this.#core, ${descriptor}, input, options);`],
  };
}

/** The options of a call, with the media types to choose from where success has several. */
function optionsType(names: ModuleScope, { responses }: Operation): string {
  const options = names.use(runtimeType("/client", "CallOptions"));
  const content = responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap((response) => response.content);
  const mediaTypes = [...new Set(content.map(mediaTypeText))];
  return mediaTypes.length < 2 ? options : `${options}<${mediaTypes.join(" | ")}>`;
}

/** Which kind of call an operation is: pages where it declares them, items where it streams, else one answer. */
function callOf(
  names: ModuleScope,
  group: OperationGroup,
  operation: Operation,
): { readonly call: string; readonly returnType: string } {
  const result = names.use(contractSymbols.result(group, operation));
  if (operation.pagination !== undefined) {
    const item = typeText(names, operation.pagination.items);
    return {
      call: names.use(runtimeValue("/client", "callPages")),
      returnType: `${names.use(runtimeType("/client", "PageCall"))}<${item}, ${outputText(names, operation)}, ${result}>`,
    };
  }
  const stream = streamItem(names, operation);
  if (stream !== undefined) {
    return {
      call: names.use(runtimeValue("/client", "callStream")),
      returnType: `${names.use(runtimeType("/client", "StreamCall"))}<${stream}, ${result}>`,
    };
  }
  return {
    call: names.use(runtimeValue("/client", "call")),
    returnType: `${names.use(runtimeType("/client", "Call"))}<${outputText(names, operation)}, ${result}>`,
  };
}

/** The item's type where every success is a stream. */
function streamItem(names: ModuleScope, { responses }: Operation): string | undefined {
  const content = responses
    .filter(({ status }) => status.startsWith("2"))
    .flatMap((response) => response.content);
  if (content.length === 0 || content.some(({ stream }) => stream === undefined)) return undefined;
  const items = content.map((mediaType) =>
    bodyText(names, { ...mediaType, stream: undefined, kind: "json" }),
  );
  return [...new Set(items)].join(" | ");
}

/** A group's class, by the name that the index knows it under. */
interface GroupClass {
  readonly group: OperationGroup;
  readonly local: string;
}

function indexFile(model: ApiModel, { scope }: EmitOptions): EmittedFile {
  const path = "client/src/index.ts";
  const names = new ModuleScope(path, scope, ["Client", "createClient"]);
  const paths = names.use(contractSymbols.paths);
  const groups = model.groups.map((group) => ({ group, local: names.use(classSymbol(group)) }));
  const client = clientInterface(names, model, groups);
  const createClient: StatementStructures = {
    kind: structureKinds.function,
    name: "createClient",
    isExported: true,
    docs: documentation("Creates a client; nothing is shared between two of them."),
    parameters: [
      {
        name: "options",
        type: names.use(runtimeType("/client", "ClientOptions")),
        initializer: "{}",
      },
    ],
    returnType: "Client",
    statements: createClientBody(names, paths, groups),
  };
  const errors = {
    kind: structureKinds.exportDeclaration,
    moduleSpecifier: `${runtimePackage}/client`,
  } as const;
  const own = reexports(model.groups.map((group) => `./${group.fileName}.ts`));
  const servers = model.serverTemplates.length === 0 ? [] : [serverUrlExport(scope)];
  return moduleFile(path, names, [
    ...own,
    ...openTypesExport(model),
    ...servers,
    errors,
    client,
    createClient,
  ]);
}

function clientInterface(
  names: ModuleScope,
  { title }: ApiModel,
  groups: readonly GroupClass[],
): StatementStructures {
  const fetchClient = names.use({
    name: "Client",
    localName: "FetchClient",
    module: "openapi-fetch",
    isType: true,
  });
  return {
    kind: structureKinds.interface,
    name: "Client",
    isExported: true,
    docs: documentation(`A client of ${title}: a property per tag, a method per operation.`),
    properties: [
      {
        name: "http",
        type: `${fetchClient}<${names.use(contractSymbols.paths)}>`,
        isReadonly: true,
        docs: documentation(
          "The openapi-fetch client underneath, typed by path; its middleware sees every call.",
        ),
      },
      ...groups.map(({ group, local }) => ({
        name: group.name,
        type: local,
        isReadonly: true,
        docs: documentation(group.description),
      })),
    ],
  };
}

/** What makes a `baseUrl` is the contract's; users of the client need not know. */
function serverUrlExport(scope: string): StatementStructures {
  return {
    kind: structureKinds.exportDeclaration,
    moduleSpecifier: `${scope}/contract`,
    namedExports: [contractSymbols.serverUrl.name],
  };
}

function createClientBody(
  names: ModuleScope,
  paths: string,
  groups: readonly GroupClass[],
): string[] {
  const create = names.use({
    name: "default",
    localName: "createFetchClient",
    module: "openapi-fetch",
    isType: false,
  });
  const api = names.use(contractSymbols.api);
  const fetchOptions = names.use(runtimeValue("/client", "fetchClientOptions"));
  const createCore = names.use(runtimeValue("/client", "createClientCore"));
  return [
    `const http = ${create}<${paths}>(${fetchOptions}(${api}, options));`,
    `${groups.length === 0 ? "" : "const core = "}${createCore}(http, ${api}, options);`,
    `return {\nhttp,\n${groups.map(({ group, local }) => `${group.name}: new ${local}(core),`).join("\n")}\n};`,
  ];
}
