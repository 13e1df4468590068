import { StructureKind, type StatementStructures } from "ts-morph";
import { operationGroups, type ApiModel } from "@openapi-packages/description/model/api-model";
import { namedSchemes, type NamedScheme } from "@openapi-packages/description/model/named-schemes";
import { documentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { packageFiles, packageVersion } from "../package-files.ts";
import { packageName } from "../package-names.ts";
import {
  dependencyRanges,
  runtimePackage,
  runtimeType,
  runtimeValue,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
import { moduleFile, reexports } from "../statements.ts";
import type { EmitModel } from "../emit-model.ts";
import { coreFile, coreSymbol, coreTypeNames, createServerFromRoutes } from "./core-file.ts";
import {
  answerName,
  groupFile,
  groupSymbol,
  handlerName,
  handlersName,
  routesName,
} from "./group-file.ts";
import { securityNote } from "./security-types.ts";

/**
 * Emits the server: a handler type for each operation, an interface for each tag, and the function that
 * combines them.
 */
export function emitServer(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const isSecured = namedSchemes(model, model.groups).length > 0;
  return [
    ...packageFiles(model, {
      folder: "server",
      naming: options,
      description: `Server stubs of ${model.title}`,
      entries: { "./*": "*" },
      documents: ["AGENTS.md"],
      dependencies: {
        [packageName(options, "contract")]: packageVersion(model),
        [runtimePackage]: dependencyRanges.runtime,
      },
    }),
    indexFile(model, options),
    coreFile(model, options),
    ...operationGroups(model).map((group) => groupFile(model, group, isSecured, options)),
  ];
}

function indexFile(model: EmitModel, options: EmitOptions): EmittedFile {
  const path = "server/src/index.ts";
  const schemes = namedSchemes(model, model.groups);
  const names = new ModuleScope(path, options, ["Handlers", "createServer", "partial"]);
  const context = names.use(runtimeType("/server", "RequestContext"));
  const unused = unusedMark(model);
  const handlers: StatementStructures = {
    kind: StructureKind.Interface,
    name: "Handlers",
    isExported: true,
    docs: documentation(
      "The handlers of every operation, by tag. `partial()` is the explicit way to leave some out.",
    ),
    typeParameters: [{ name: `${unused}Context`, default: context }],
    properties: model.groups.map((group) => ({
      name: group.name,
      type: `${names.use(groupSymbol(group, handlersName(group), true))}<Context>`,
      docs: documentation(group.description),
    })),
  };
  const exported = reexports([
    ...operationGroups(model).map((group) => `./${group.fileName}.ts`),
    `${runtimePackage}/server`,
  ]);
  return moduleFile(path, names, [
    ...exported,
    ...ownOverRuntime(model),
    ...coreExports(schemes),
    handlers,
    partialFunction(names, context),
    createServerFunction(names, model, context, schemes),
  ]);
}

/** Exports the core by name, so that its exports take precedence over equal names of the runtime. */
function coreExports(schemes: readonly NamedScheme[]): StatementStructures[] {
  const kind = StructureKind.ExportDeclaration;
  const moduleSpecifier = "./core.ts";
  return [
    { kind, moduleSpecifier, namedExports: [createServerFromRoutes.name] },
    { kind, moduleSpecifier, isTypeOnly: true, namedExports: coreTypeNames(schemes) },
  ];
}

/** A leading underscore marks an unused name for compilers. */
const unusedMark = ({ groups }: ApiModel): string => (groups.length === 0 ? "_" : "");

function createServerFunction(
  names: ModuleScope,
  model: ApiModel,
  context: string,
  schemes: readonly NamedScheme[],
): StatementStructures {
  const scheme = schemes.length === 0 ? "never" : names.use(coreSymbol("SecurityScheme", true));
  const api = names.use(coreSymbol("ServerApi", true));
  const unused = unusedMark(model);
  const routes = model.groups.map(
    (group) =>
      `...${names.use(groupSymbol(group, routesName(group), false))}<Context>(handlers.${group.name}),`,
  );
  const options = names.use(runtimeType("/server", "ServerArguments"));
  return {
    kind: StructureKind.Function,
    name: "createServer",
    isExported: true,
    docs: documentation(
      `Creates a server of ${model.title} from its handlers: routing, authentication, validation, serialization.`,
      securityNote(schemes),
      "Put the server behind an adapter: `toFetch(server)` or `toNodeListener(server)`.",
    ),
    typeParameters: [{ name: "Context", default: context }],
    parameters: [
      { name: `${unused}handlers`, type: "Handlers<Context>" },
      {
        name: "options",
        type: `${options}<Context, ${scheme}, ${api}>`,
        isRestParameter: true,
      },
    ],
    returnType: names.use(runtimeType("/server", "Server")),
    statements: [
      `return ${names.use(createServerFromRoutes)}<Context>([\n${routes.join("\n")}\n], ...options);`,
    ],
  };
}

/**
 * Types of the runtime whose names an operation called `any`, or a tag called `partial`, gives to its own
 * types.
 */
const runtimeHandlerTypes = ["AnyHandler", "PartialHandlers"];

/**
 * Exports own types by name if the runtime has the same names: a named export takes precedence over that of a
 * whole module.
 */
function ownOverRuntime(model: ApiModel): StatementStructures[] {
  return operationGroups(model).flatMap((group) => {
    const own = [
      ...group.operations.flatMap((operation) => [handlerName(operation), answerName(operation)]),
      handlersName(group),
    ];
    const namedExports = own.filter((name) => runtimeHandlerTypes.includes(name));
    const moduleSpecifier = `./${group.fileName}.ts`;
    return namedExports.length === 0
      ? []
      : [
          {
            kind: StructureKind.ExportDeclaration,
            isTypeOnly: true,
            moduleSpecifier,
            namedExports,
          },
        ];
  });
}

function partialFunction(names: ModuleScope, context: string): StatementStructures {
  return {
    kind: StructureKind.Function,
    name: "partial",
    isExported: true,
    docs: documentation(
      "Marks some handlers as all that there are; the missing operations answer 501.",
    ),
    typeParameters: [{ name: "Context", default: context }],
    parameters: [
      {
        name: "handlers",
        type: `${names.use(runtimeType("/server", "PartialHandlers"))}<Handlers<Context>>`,
      },
    ],
    returnType: "Handlers<Context>",
    statements: [`return ${names.use(runtimeValue("/server", "partial"))}(handlers);`],
  };
}
