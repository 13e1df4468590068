import { StructureKind, type StatementStructures } from "ts-morph";
import type { OperationGroup } from "@openapi-packages/description/model/api-model";
import { clientExports } from "@openapi-packages/compiler/symbols/runtime-symbols";
import { contractIndex, contractSymbols } from "../symbols.ts";
import { importSpecifier, type PackageNaming } from "../package-names.ts";
import type { EmitModel } from "../emit-model.ts";
import { openModule } from "../open-types.ts";
import { enumConstants } from "../contract/enum-constants.ts";
import { factorySymbol } from "./group-symbols.ts";

/** The entry's own names and those of the runtime, which take precedence over names of the description. */
const entryNames: readonly string[] = [
  ...clientExports.values,
  ...clientExports.types,
  "Client",
  "ClientOptions",
  "createClient",
  "createCore",
  "serverUrl",
];

/**
 * Emits the entry's exports of all types in signatures of calls: schemas, inputs and results, in the client's
 * own form if that differs from the contract's. A name that the entry already has is exported with an
 * underscore: `Call_`.
 */
export function typeExports(
  path: string,
  naming: PackageNaming,
  model: EmitModel,
): StatementStructures[] {
  const { groups, schemas, openTypes, commonErrors } = model;
  const own = ownNames(model);
  const { commonError } = contractSymbols;
  const common = commonErrors === undefined ? [] : [openTypes.redirect(commonError)];
  const open = new Set(openTypes.names);
  const operations = groups.flatMap((group) => group.operations);
  const ofContract = [
    ...schemas
      .filter(({ typeName }) => !open.has(typeName))
      .flatMap(({ typeName, earlierNames }) => [typeName, ...earlierNames]),
    ...model.sharedHeaders.all.map(({ name }) => name),
    ...common.filter(({ module }) => module !== openModule).map(({ name }) => name),
    ...operations.flatMap((operation) => [
      operation.inputTypeName,
      ...operation.earlierNames.map(({ inputTypeName }) => inputTypeName),
      ...(openTypes.isOpen(operation)
        ? []
        : [
            operation.resultTypeName,
            ...operation.earlierNames.map(({ resultTypeName }) => resultTypeName),
          ]),
    ]),
  ];
  const ofClient = [
    ...openTypes.names,
    ...schemas.flatMap((one) => (open.has(one.typeName) ? one.earlierNames : [])),
    ...common.filter(({ module }) => module === openModule).map(({ name }) => name),
  ];
  const taken = new Set([...own, ...ofContract, ...ofClient]);
  const from = (moduleSpecifier: string, names: readonly string[]): StatementStructures[] => {
    const namedExports = [...new Set(names)].map((name) =>
      own.has(name) ? `${name} as ${free(name, taken)}` : name,
    );
    const kind = StructureKind.ExportDeclaration;
    return names.length === 0 ? [] : [{ kind, isTypeOnly: true, moduleSpecifier, namedExports }];
  };
  return [
    ...from("./types/schema.ts", ofClient),
    ...from(importSpecifier(path, contractIndex, naming), ofContract),
  ];
}

/**
 * Emits the entry's exports of all types if no contract stands beside the client; those of tags are exported
 * with their modules. A name that the entry already has is exported with an underscore: `Call_`.
 */
export function ownTypeExports(model: EmitModel): StatementStructures[] {
  const { groups, schemas, commonErrors } = model;
  const own = ownNames(model);
  const ofSchemas = [
    ...schemas.flatMap(({ typeName, earlierNames }) => [typeName, ...earlierNames]),
    ...model.sharedHeaders.all.map(({ name }) => name),
  ];
  const types = groups.map((group) => ({ group, names: operationTypeNames(group) }));
  const taken = new Set([...own, ...ofSchemas, ...types.flatMap(({ names }) => names)]);
  const valueNames = new Set(groups.flatMap(valueNamesOf));
  const kind = StructureKind.ExportDeclaration;
  const exported = (moduleSpecifier: string, names: readonly string[]): StatementStructures[] => {
    const namedExports = names.map((name) =>
      own.has(name) ? { name, alias: free(name, taken) } : { name },
    );
    return names.length === 0 ? [] : [{ kind, isTypeOnly: true, moduleSpecifier, namedExports }];
  };
  const hasConstants = enumConstants(model) !== "";
  const all: StatementStructures = {
    kind,
    isTypeOnly: !hasConstants,
    moduleSpecifier: "./types/schema.ts",
  };
  return [
    ...types.flatMap(({ group, names }) =>
      exported(
        `./${group.fileName}.ts`,
        names.filter((name) => own.has(name)),
      ),
    ),
    ...(schemas.length === 0 ? [] : [all]),
    // Two modules must not export all of a name.
    ...exported(
      "./types/schema.ts",
      ofSchemas.filter((name) => own.has(name) || valueNames.has(name)),
    ),
    ...exported("./core.ts", commonErrors === undefined ? [] : [contractSymbols.commonError.name]),
  ];
}

/** The names of the types of a group's operations. */
const operationTypeNames = ({ operations }: OperationGroup): string[] =>
  operations.flatMap((operation) =>
    [operation, ...operation.earlierNames].flatMap((one) => [
      one.inputTypeName,
      one.resultTypeName,
    ]),
  );

/** The names of the functions in a group's module. */
const valueNamesOf = (group: OperationGroup): string[] => [
  factorySymbol(group).name,
  ...group.operations.flatMap((operation) =>
    [operation, ...operation.earlierNames].map(({ variableName }) => variableName),
  ),
];

/** Returns the entry's own names, which types of the description cannot have. */
export function ownNames({ groups, errorClasses }: EmitModel): ReadonlySet<string> {
  return new Set([
    ...entryNames,
    ...groups.map((group) => `${group.typeName}Client`),
    ...errorClasses.all.flatMap(({ className, earlierNames }) => [className, ...earlierNames]),
  ]);
}

function free(name: string, taken: ReadonlySet<string>): string {
  let other = `${name}_`;
  while (taken.has(other)) other += "_";
  return other;
}
