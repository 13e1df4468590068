import { StructureKind, type StatementStructures } from "ts-morph";
import type { OperationGroup } from "@openapi-packages/description/model/api-model";
import { opsInterface, opsName } from "../contract/ops-file.ts";
import { documentation, renamedDocumentation } from "../documentation.ts";
import type { EmittedFile } from "../emitted-file.ts";
import { placedScope, type PlacedOptions } from "../module-parts.ts";
import type { ModuleScope } from "../module-scope.ts";
import { importSpecifier, moduleHome } from "../package-names.ts";
import { contractSymbols } from "../symbols.ts";
import {
  clientExports,
  runtimePackage,
  runtimeType,
  runtimeValue,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
import { moduleFile } from "../statements.ts";
import type { EmitModel } from "../emit-model.ts";
import { clientOptions, createCore } from "./core-file.ts";
import { factorySymbol, interfaceSymbol } from "./group-symbols.ts";
import { ownTypeExports, typeExports } from "./type-exports.ts";
import { errorModule } from "./error-classes.ts";
import { earlierModules } from "./earlier-group-files.ts";

/** A group with the local names of its interface and its factory in the index. */
interface LocalGroup {
  readonly group: OperationGroup;
  readonly type: string;
  readonly factory: string;
}

/** Emits the client of all tags: a property for each tag, a method for each operation. */
export function indexFile(model: EmitModel, options: PlacedOptions): EmittedFile {
  const path = "client/src/index.ts";
  const isOwn = options.contractIn !== undefined;
  const names = placedScope(path, options, [
    "Client",
    "createClient",
    "method",
    "path",
    "request",
    ...(isOwn ? [opsName] : []),
  ]);
  const groups = model.groups.map((group) => ({
    group,
    type: names.use(interfaceSymbol(group)),
    factory: names.use(factorySymbol(group)),
  }));
  return moduleFile(path, names, [
    ...[...model.groups, ...earlierModules(model.groups)].map((one) =>
      typesOf(`./${one.fileName}.ts`),
    ),
    ...(isOwn ? ownTypeExports(model) : typeExports(path, options, model)),
    ...(isOwn ? [] : exportsFrom("./types/ops.ts", [opsName], true)),
    ...ownExports(path, options, model),
    clientInterface(names, model, groups),
    createClientFunction(names, groups),
    ...(isOwn ? [opsInterface(names, model)] : []),
  ]);
}

/**
 * Exports the types of a group. Its functions are imported from its own module, where no other names collide.
 */
function typesOf(moduleSpecifier: string): StatementStructures {
  return { kind: StructureKind.ExportDeclaration, isTypeOnly: true, moduleSpecifier };
}

function ownExports(path: string, options: PlacedOptions, model: EmitModel): StatementStructures[] {
  const home = (module: string): string =>
    importSpecifier(path, moduleHome(module, options), options);
  const errors = model.errorClasses.all.flatMap(({ className, earlierNames }) => [
    className,
    ...earlierNames,
  ]);
  // `serverUrl`, which creates a `baseUrl`, is part of the contract; users of the client need not know
  // that.
  const serverUrl = model.serverTemplates.length === 0 ? [] : [contractSymbols.serverUrl.name];
  const values = [
    [home(contractSymbols.serverUrl.module), serverUrl],
    [home(createCore.module), [createCore.name]],
    [home(errorModule), errors],
  ] as const;
  const byModule = Map.groupBy(values, ([module]) => module);
  return [
    ...[...byModule].flatMap(([module, rows]) =>
      exportsFrom(
        module,
        rows.flatMap(([, names]) => names),
      ),
    ),
    ...exportsFrom(home(clientOptions.module), [clientOptions.name], true),
    ...exportsFrom(`${runtimePackage}/client`, clientExports.values),
    ...exportsFrom(`${runtimePackage}/client`, clientExports.types, true),
  ];
}

function exportsFrom(
  moduleSpecifier: string,
  names: readonly string[],
  isTypeOnly = false,
): StatementStructures[] {
  const kind = StructureKind.ExportDeclaration;
  return names.length === 0
    ? []
    : [{ kind, isTypeOnly, moduleSpecifier, namedExports: [...names] }];
}

function clientInterface(
  names: ModuleScope,
  { title }: EmitModel,
  groups: readonly LocalGroup[],
): StatementStructures {
  const member = (name: string, type: string, docs: string) => ({
    name,
    type,
    isReadonly: true,
    docs: documentation(docs),
  });
  const rawOptions = names.use(runtimeType("/client", "RawOptions"));
  return {
    kind: StructureKind.Interface,
    name: "Client",
    isExported: true,
    docs: documentation(`A client of ${title}: a property per tag, a method per operation.`),
    properties: [
      member(
        "core",
        names.use(runtimeType("/client", "ClientCore")),
        "The core of the client, the first argument of single operations' functions.",
      ),
      member(
        "raw",
        `(method: string, path: string, request?: ${rawOptions}) => Promise<Response>`,
        "Sends a request that is not described, with the same credentials and middleware.",
      ),
      ...groups.flatMap(({ group, type }) => [
        member(group.name, type, group.description),
        ...group.earlierNames.map((name) => ({
          ...member(name, type, ""),
          docs: renamedDocumentation(group.name),
        })),
      ]),
    ],
  };
}

function createClientFunction(
  names: ModuleScope,
  groups: readonly LocalGroup[],
): StatementStructures {
  const members = [
    "core",
    `raw: (method, path, request) => ${names.use(runtimeValue("/client", "callRaw"))}(core, method, path, request)`,
    ...groups.flatMap(({ group, factory }) =>
      [group.name, ...group.earlierNames].map((name) => `${name}: ${factory}(core)`),
    ),
  ];
  return {
    kind: StructureKind.Function,
    name: "createClient",
    isExported: true,
    docs: documentation("Creates a client; nothing is shared between two of them."),
    parameters: [{ name: "options", type: names.use(clientOptions), initializer: "{}" }],
    returnType: "Client",
    statements: [
      `const core = ${names.use(createCore)}(options);`,
      `return {\n${members.join(",\n")},\n};`,
    ],
  };
}
