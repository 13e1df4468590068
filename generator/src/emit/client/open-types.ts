import type { StatementStructures } from "ts-morph";
import { reachableNames, referencedNames, reversed } from "../../model/variants/directions.ts";
import type { EmitModel } from "../emit-model.ts";
import type { ApiModel, MediaType, Operation, OperationGroup } from "../../model/api-model.ts";
import { codeFile, type EmitOptions, type EmittedFile } from "../emitted-file.ts";
import { ModuleScope, type ModuleSymbol } from "../module-scope.ts";
import { clientExports } from "../../runtime-symbols.ts";
import { structureKinds } from "../structure-kinds.ts";
import { contractSymbols, operationModule } from "../symbols.ts";
import { schemaModule, typeText } from "../type-text.ts";
import { errorSchemas } from "./shared-facts.ts";

/** The module of the client's own types of answers. */
export const openModule = "client/src/types/schema.ts";

/**
 * The client's own types of what it reads. A server may be newer than the description that a client
 * was made from, so that an enum in an answer has more values in time; requests, and what a server
 * answers, keep to the known ones. Only types that differ by it are the client's, under the same name.
 */
export interface OpenTypes {
  /** The names of the types, in the order of the description. */
  readonly names: readonly string[];
  /** Whether an operation has answers with such types. */
  isOpen(operation: Operation): boolean;
  /** What the client takes for a symbol of the contract. */
  redirect(symbol: ModuleSymbol): ModuleSymbol;
}

const found = new WeakMap<EmitModel, OpenTypes>();

/** The types of a model's answers that are open, worked out once for a model. */
export function openTypes(model: EmitModel): OpenTypes {
  const known = found.get(model);
  if (known !== undefined) return known;
  const types = findOpenTypes(model);
  found.set(model, types);
  return types;
}

function findOpenTypes(model: EmitModel): OpenTypes {
  const { open, references } = model.schemaTypes;
  const own = model.schemas.filter(({ typeName }) => open.get(typeName)?.isOpen === true);
  const differing = reachableNames(
    own.map(({ name }) => name),
    reversed(references),
  );
  const read = reachableNames(answeredNames(model), references);
  const isOpenName = (name: string): boolean => differing.has(name) && read.has(name);
  const names = model.schemas.filter(({ name }) => isOpenName(name)).map((one) => one.typeName);
  const namesSet = new Set(names);
  const openGroups = new Map<string, OperationGroup>();
  const isOpen = ({ responses }: Operation): boolean => {
    const content = responses.flatMap((response) => response.content);
    return namesOf(content).some(isOpenName) || isCommonOpen(model, isOpenName);
  };
  for (const group of model.groups) {
    for (const operation of group.operations)
      if (isOpen(operation)) openGroups.set(operation.resultTypeName, group);
  }
  return {
    names,
    isOpen: ({ resultTypeName }) => openGroups.has(resultTypeName),
    redirect(symbol) {
      if (symbol.module === schemaModule)
        return namesSet.has(symbol.name) ? { ...symbol, module: openModule } : symbol;
      if (symbol === contractSymbols.commonError && isCommonOpen(model, isOpenName))
        return { ...symbol, module: openModule };
      const group = openGroups.get(symbol.name);
      if (group === undefined || symbol.module !== operationModule(group)) return symbol;
      return { ...symbol, module: `client/src/${group.fileName}.ts` };
    },
  };
}

function isCommonOpen({ commonErrors }: ApiModel, isOpenName: (name: string) => boolean): boolean {
  return (
    commonErrors !== undefined && [...referencedNames(commonErrors.schema.schema)].some(isOpenName)
  );
}

function namesOf(content: readonly MediaType[]): string[] {
  return content.flatMap(({ schema }) =>
    schema === undefined ? [] : [...referencedNames(schema.schema)],
  );
}

function answeredNames({ groups, commonErrors }: ApiModel): string[] {
  const content = groups.flatMap(({ operations }) =>
    operations.flatMap(({ responses }) => responses.flatMap((response) => response.content)),
  );
  const common = commonErrors === undefined ? [] : [...referencedNames(commonErrors.schema.schema)];
  return [...namesOf(content), ...common];
}

/** The module of the open types; none where all types are the contract's. */
export function openTypesFile(model: EmitModel, { scope }: EmitOptions): EmittedFile[] {
  const { names, redirect } = openTypes(model);
  if (names.length === 0) return [];
  const { open, helpers, references } = model.schemaTypes;
  const own = new Set(names);
  const typeNames = new Map(model.schemas.map((schema) => [schema.name, schema.typeName]));
  const used = new Set(
    [...references].flatMap(([name, targets]) =>
      own.has(typeNames.get(name) ?? "")
        ? [...targets].map((one) => typeNames.get(one) ?? one)
        : [],
    ),
  );
  const isCommon = redirect(contractSymbols.commonError).module === openModule;
  const common = commonErrorText(model, new ModuleScope(openModule, scope, [], redirect), isCommon);
  const imported = [...used].filter((name) => !own.has(name)).toSorted();
  const texts = names.map((name) => open.get(name)?.text ?? "");
  const all = texts.join("") + common;
  return [
    codeFile(
      openModule,
      [
        ...(imported.length === 0
          ? []
          : [
              `import type {\n${imported.map((name) => `    ${name},\n`).join("")}} from "${scope}/contract";\n`,
            ]),
        all,
        all.includes("WithRequired<") ? helpers : "",
      ].join(""),
    ),
  ];
}

function commonErrorText({ commonErrors }: ApiModel, names: ModuleScope, isOpen: boolean): string {
  const symbol = contractSymbols.commonError;
  if (commonErrors === undefined || !isOpen) return "";
  const body = typeText(names, commonErrors.schema);
  const docs =
    "/** The answers that HTTP itself demands of every operation, beside those that it documents. */";
  return `${docs}\nexport type ${symbol.name} = { status: ${commonErrors.statuses.join(" | ")}; body: ${body} };\n`;
}

/** Names that the client's entry has of its own, or of the runtime, go before those of the description. */
const entryNames = new Set<string>([
  ...clientExports.values,
  ...clientExports.types,
  "Client",
  "createClient",
  "createCore",
]);

/** The entry's own export of the open types. */
export function openTypesExport(model: EmitModel): StatementStructures[] {
  const own = new Set([
    ...model.groups.map((group) => `${group.typeName}Client`),
    ...errorSchemas(model).map(({ className }) => className),
  ]);
  const names = openTypes(model).names.filter((name) => !entryNames.has(name) && !own.has(name));
  if (names.length === 0) return [];
  return [
    {
      kind: structureKinds.exportDeclaration,
      isTypeOnly: true,
      moduleSpecifier: "./types/schema.ts",
      namedExports: [...names],
    },
  ];
}
