import type { ApiModel, MediaType, Operation } from "../../model/api-model.ts";
import { pickComponents, type ComponentSchemas, type Schema } from "../../model/schema/schema.ts";
import { referencesOf, schemasWithin } from "../../model/schema/schemas-within.ts";
import { reachableNames, referencedNames, reversed } from "../../model/schema-references.ts";
import type { ModuleSymbol } from "../../module-symbol.ts";
import type { EnumOpenness } from "../emitted-file.ts";
import { contractSymbols, schemaModule } from "../symbols.ts";

/** The module of the client's own types of answers. */
export const openModule = "client/src/types/schema.ts";

/**
 * The client's own types of what it reads. A server may be newer than the description that a client
 * was made from, so that an enum in an answer has more values in time; requests, and what a server
 * answers, keep to the known ones. Only types that differ by it are the client's, under the same name.
 */
export interface OpenTypes {
  /** Their schemas, in the order of the description. */
  readonly schemas: ComponentSchemas;
  /** Their names, in the same order. */
  readonly names: readonly string[];
  /** The enums that are open in these types. */
  readonly enums: true | "declared";
  /** True if an operation has responses with such types. */
  isOpen(operation: Operation): boolean;
  /** The client's symbol in place of one of the contract. */
  redirect(symbol: ModuleSymbol): ModuleSymbol;
}

/**
 * Finds the types of a model's answers that are open.
 *
 * @param enums whether enums are of which the description does not say so
 */
export function findOpenTypes(model: ApiModel, enums: EnumOpenness = "open"): OpenTypes {
  const isDiffering = (schema: Schema): boolean => {
    if (schema.kind !== "enum") return false;
    const { openness } = schema;
    return openness === "declared" || (openness === "undeclared" && enums === "open");
  };
  const references = referencesOf(model.types);
  const own = Object.entries(model.types)
    .filter(([, { schema }]) => schemasWithin(schema).some(isDiffering))
    .map(([name]) => name);
  const differing = reachableNames(own, reversed(references));
  const read = reachableNames(answeredNames(model), references);
  const isOpenName = (name: string): boolean => differing.has(name) && read.has(name);
  const open = model.schemas.filter(({ name }) => isOpenName(name));
  const names = new Set(open.map(({ typeName }) => typeName));
  const results = new Map<string, ModuleSymbol>();
  const openName = openNames(model);
  const isOpen = ({ responses }: Operation): boolean => {
    const content = responses.flatMap((response) => response.content);
    return namesOf(content).some(isOpenName) || isCommonOpen(model, isOpenName);
  };
  for (const group of model.groups) {
    for (const operation of group.operations.filter(isOpen)) {
      const result = contractSymbols.result(group, operation);
      const name = openName(result.name);
      results.set(result.name, { ...result, name, module: `client/src/${group.fileName}.ts` });
    }
  }
  return {
    schemas: pickComponents(model, open),
    names: [...names],
    enums: enums === "open" ? true : "declared",
    isOpen: ({ resultTypeName }) => results.has(resultTypeName),
    redirect(symbol) {
      if (symbol.module === schemaModule)
        return names.has(symbol.name) ? { ...symbol, module: openModule } : symbol;
      if (symbol === contractSymbols.commonError && isCommonOpen(model, isOpenName))
        return { ...symbol, name: openName(symbol.name), module: openModule };
      const isResult = symbol.isType && symbol.module.startsWith("contract/src/operations/");
      return (isResult && results.get(symbol.name)) || symbol;
    },
  };
}

/** Gives what the client calls its own of a type of the contract: the same name would be another type. */
function openNames({ groups, schemas }: ApiModel): (name: string) => string {
  const taken = new Set([
    ...schemas.map(({ typeName }) => typeName),
    ...groups.flatMap(({ operations }) => operations.map(({ resultTypeName }) => resultTypeName)),
  ]);
  return (name) => {
    let own = `Open${name}`;
    while (taken.has(own)) own += "_";
    return own;
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
