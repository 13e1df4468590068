import { StructureKind, type StatementStructures } from "ts-morph";
import type { OperationGroup } from "@openapi-packages/description/model/api-model";
import { earlierConstant, earlierType } from "../contract/earlier-names.ts";
import { opsName } from "../contract/ops-file.ts";
import { documentation, renamedDocumentation } from "../documentation.ts";
import type { EmitOptions, EmittedFile } from "../emitted-file.ts";
import { ModuleScope } from "../module-scope.ts";
import { importSpecifier } from "../package-names.ts";
import { contractSymbols } from "../symbols.ts";
import {
  clientExports,
  runtimePackage,
  runtimeType,
  runtimeValue,
} from "@openapi-packages/compiler/symbols/runtime-symbols";
import { moduleFile } from "../statements.ts";
import { literal } from "@openapi-packages/description/text/escape";
import type { EmitModel } from "../emit-model.ts";
import { clientOptions, createCore } from "./core-file.ts";
import { factorySymbol, interfaceSymbol } from "./group-symbols.ts";
import { typeExports } from "./type-exports.ts";
import { errorModule } from "./error-classes.ts";
import { earlierModules } from "./earlier-group-files.ts";

/** Emits a class for each error schema. */
export function errorsFile(model: EmitModel, options: EmitOptions): EmittedFile[] {
  const schemas = model.errorClasses.all;
  if (schemas.length === 0) return [];
  const names = new ModuleScope(
    errorModule,
    options,
    schemas.flatMap(({ className, earlierNames }) => [className, ...earlierNames]),
  );
  const base = names.use(runtimeValue("/client", "ApiError"));
  const statements = schemas.map(({ className, typeName }): StatementStructures => {
    const type = names.use({ name: typeName, module: "contract/src/schema.ts", isType: true });
    return {
      kind: StructureKind.Class,
      name: className,
      isExported: true,
      extends: `${base}<${type}>`,
      docs: documentation(`An error response with a body of the type \`${typeName}\`.`),
      properties: [{ name: "name", hasOverrideKeyword: true, initializer: literal(className) }],
    };
  });
  const earlier = schemas.flatMap(({ className, earlierNames }) =>
    earlierNames.map((name) => ({ name, of: className })),
  );
  const types = earlier.map(({ name, of }) => earlierType(name, of));
  const constants = earlier.map(({ name, of }) => earlierConstant(name, of));
  return [moduleFile(errorModule, names, [...statements, ...types], constants)];
}

/** A group with the local names of its interface and its factory in the index. */
interface LocalGroup {
  readonly group: OperationGroup;
  readonly type: string;
  readonly factory: string;
}

/** Emits the client of all tags: a property for each tag, a method for each operation. */
export function indexFile(model: EmitModel, options: EmitOptions): EmittedFile {
  const path = "client/src/index.ts";
  const names = new ModuleScope(path, options, [
    "Client",
    "createClient",
    "method",
    "path",
    "request",
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
    ...typeExports(path, options, model),
    {
      kind: StructureKind.ExportDeclaration,
      isTypeOnly: true,
      moduleSpecifier: "./types/ops.ts",
      namedExports: [opsName],
    },
    ...ownExports(path, options, model),
    clientInterface(names, model, groups),
    createClientFunction(names, groups),
  ]);
}

/**
 * Exports the types of a group. Its functions are imported from its own module, where no other names collide.
 */
function typesOf(moduleSpecifier: string): StatementStructures {
  return { kind: StructureKind.ExportDeclaration, isTypeOnly: true, moduleSpecifier };
}

function ownExports(path: string, options: EmitOptions, model: EmitModel): StatementStructures[] {
  const from = (
    moduleSpecifier: string,
    names: readonly string[],
    isTypeOnly = false,
  ): StatementStructures[] =>
    names.length === 0
      ? []
      : [
          {
            kind: StructureKind.ExportDeclaration,
            isTypeOnly,
            moduleSpecifier,
            namedExports: [...names],
          },
        ];
  return [
    // `serverUrl`, which creates a `baseUrl`, is part of the contract; users of the client need not know
    // that.
    ...from(
      importSpecifier(path, contractSymbols.serverUrl.module, options),
      model.serverTemplates.length === 0 ? [] : ["serverUrl"],
    ),
    ...from("./core.ts", [createCore.name]),
    ...from("./core.ts", [clientOptions.name], true),
    ...from(
      "./errors.ts",
      model.errorClasses.all.flatMap(({ className, earlierNames }) => [className, ...earlierNames]),
    ),
    ...from(`${runtimePackage}/client`, clientExports.values),
    ...from(`${runtimePackage}/client`, clientExports.types, true),
  ];
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
