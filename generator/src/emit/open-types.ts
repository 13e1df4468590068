import type { TypeParameterDeclarationStructure, OptionalKind } from "ts-morph";
import {
  commonStatuses,
  type ApiModel,
  type MediaType,
  type Operation,
} from "@openapi-packages/description/model/api-model";
import type { Schema, UnionSchema } from "@openapi-packages/description/model/schema/schema";
import {
  referencesOf,
  schemasWithin,
} from "@openapi-packages/description/model/schema/schemas-within";
import {
  reachableNames,
  referencedNames,
  reversed,
} from "@openapi-packages/description/model/schema-references";
import { TypeBranches } from "@openapi-packages/compiler/compile/codecs/type-branches";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import type { EnumOpenness } from "@openapi-packages/description/model/schema/open-values";
import type { NameScope } from "./module-scope.ts";
import type { GrowingEnums } from "./schema-types/growing-enums.ts";
import { unlistedVariant, type UnlistedVariant } from "./schema-types/unlisted-variant.ts";
import type { ContractPlace } from "./package-names.ts";
import { contractSymbols, schemaModule } from "./symbols.ts";

/** The module of the client's open response types. */
export const openModule = "client/src/types/schema.ts";

/**
 * The response types with enums and unions that may get more values. A server may be newer than the
 * description of a client, so enums in its responses may have new values, and unions with a discriminator new
 * alternatives; requests, and the responses that a server sends, only use the known ones. The contract declares these types once,
 * with a type parameter for the other values that defaults to `never`. The client passes `Open` to it,
 * under the same names. In a client that has no contract beside it the parameter defaults to `Open`,
 * and requests pass `never`.
 */
export interface OpenTypes extends GrowingEnums {
  /** The type names of the schemas among them, in the order of the description. */
  readonly names: readonly string[];
  /** The enums that are open for clients. */
  readonly enums: true | "declared";
  /** The default of the type parameter. */
  readonly otherValues: "never" | "Open";
  /** True if the type of an operation's responses has the type parameter. */
  isOpen(operation: Operation): boolean;
  /** True if a type of the contract has the type parameter. */
  has(symbol: ModuleSymbol): boolean;
  /** True for the type of a named schema that has the type parameter. */
  isParameterized(symbol: ModuleSymbol): boolean;
  /** Returns the client's symbol that replaces one of the contract. */
  redirect(symbol: ModuleSymbol): ModuleSymbol;
}

/**
 * Returns the scope of requests, which have no other values than the known ones. It passes `never` to
 * types whose type parameter defaults to something else.
 */
export const closedScope = (scope: NameScope, types: OpenTypes): NameScope =>
  types.otherValues === "never"
    ? scope
    : { use: (symbol) => `${scope.use(symbol)}${types.isParameterized(symbol) ? "<never>" : ""}` };

/** Returns the type parameter of a declaration. */
export const openTypeParameters = ({
  parameter,
}: OpenTypes): OptionalKind<TypeParameterDeclarationStructure>[] => [
  { name: parameter, default: "never" },
];

/**
 * Returns a scope that passes the type parameter of the enclosing declaration on to types that have
 * it.
 */
export const openScope = (scope: NameScope, { has, parameter }: OpenTypes): NameScope => ({
  use: (symbol) => `${scope.use(symbol)}${has(symbol) ? `<${parameter}>` : ""}`,
});

/**
 * Finds the open response types of a model.
 *
 * @param enums applies to enums that do not declare their openness
 * @param place where the contract's types stand
 */
export function findOpenTypes(
  model: ApiModel,
  enums: EnumOpenness = "open",
  { contractIn }: ContractPlace = {},
): OpenTypes {
  const { isGrowing, unlisted, isOpenName } = findGrowing(model, enums);
  const open = model.schemas.filter(({ name }) => isOpenName(name));
  const names = new Set(open.map(({ typeName }) => typeName));
  const results = new Map<string, ModuleSymbol>();
  const freeName = freeNames(model);
  const isCommonOpen = [...commonNames(model)].some(isOpenName);
  const isOpen = (operation: Operation): boolean =>
    namesOf(operation.responses.flatMap(({ content }) => content)).some(isOpenName) ||
    (isCommonOpen && hasCommonErrors(model, operation));
  for (const group of model.groups) {
    for (const operation of group.operations.filter(isOpen)) {
      const result = contractSymbols.result(group, operation);
      results.set(result.name, { ...result, module: `client/src/${group.fileName}.ts` });
    }
  }
  const redirect = (symbol: ModuleSymbol): ModuleSymbol => {
    if (symbol.module === schemaModule)
      return names.has(symbol.name) ? { ...symbol, module: openModule } : symbol;
    if (symbol === contractSymbols.commonError && isCommonOpen)
      return { ...symbol, module: openModule };
    const isResult = symbol.isType && symbol.module.startsWith("contract/src/operations/");
    return (isResult && results.get(symbol.name)) || symbol;
  };
  const shared = {
    names: [...names],
    enums: enums === "open" ? true : "declared",
    parameter: freeName("Other"),
    isGrowing,
    unlisted,
    hasParameter: isOpenName,
    isParameterized: ({ module, name }: ModuleSymbol) => module === schemaModule && names.has(name),
  } as const;
  if (contractIn !== undefined)
    return {
      ...shared,
      otherValues: "Open",
      isOpen: () => false,
      has: () => false,
      redirect: (symbol) => symbol,
    };
  return {
    ...shared,
    otherValues: "never",
    isOpen: ({ resultTypeName }) => results.has(resultTypeName),
    has: (symbol) => redirect(symbol) !== symbol,
    redirect,
  };
}

/** The enums and unions that may get more values, and the names of the schemas of answers that have one. */
interface Growing extends Pick<GrowingEnums, "isGrowing" | "unlisted"> {
  isOpenName(name: string): boolean;
}

function findGrowing(model: ApiModel, enums: EnumOpenness): Growing {
  const isGrowing = (schema: Schema): boolean =>
    schema.kind === "enum" &&
    (schema.openness === "declared" || (schema.openness === "undeclared" && enums === "open"));
  const branches = new TypeBranches(model.types);
  const unlisted = (schema: UnionSchema): UnlistedVariant | undefined =>
    enums === "open" ? unlistedVariant(schema, branches) : undefined;
  const isOwn = (schema: Schema): boolean =>
    isGrowing(schema) || (schema.kind === "union" && unlisted(schema) !== undefined);
  const references = referencesOf(model.types);
  const own = Object.entries(model.types)
    .filter(([, { schema }]) => schemasWithin(schema).some(isOwn))
    .map(([name]) => name);
  const growing = reachableNames(own, reversed(references));
  const read = reachableNames(answeredNames(model), references);
  return { isGrowing, unlisted, isOpenName: (name) => growing.has(name) && read.has(name) };
}

/** Returns a function that finds names unused by the types of the contract. */
function freeNames({ groups, schemas }: ApiModel): (name: string) => string {
  const taken = new Set([
    ...schemas.map(({ typeName }) => typeName),
    ...groups.flatMap(({ operations }) => operations.map(({ resultTypeName }) => resultTypeName)),
  ]);
  return (name) => {
    let free = name;
    while (taken.has(free)) free += "_";
    return free;
  };
}

/** True if an operation may respond with one of the common errors. */
function hasCommonErrors({ commonErrors }: ApiModel, operation: Operation): boolean {
  return commonErrors !== undefined && commonStatuses(commonErrors, operation).length > 0;
}

function namesOf(content: readonly MediaType[]): string[] {
  return content.flatMap(({ schema }) =>
    schema === undefined ? [] : [...referencedNames(schema.json)],
  );
}

const commonNames = ({ commonErrors }: ApiModel): readonly string[] =>
  commonErrors === undefined ? [] : [...referencedNames(commonErrors.schema.json)];

function answeredNames(model: ApiModel): string[] {
  const content = model.groups.flatMap(({ operations }) =>
    operations.flatMap(({ responses }) => responses.flatMap((response) => response.content)),
  );
  return [...namesOf(content), ...commonNames(model)];
}
