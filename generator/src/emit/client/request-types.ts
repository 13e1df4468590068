import type { JsonObject } from "../../json.ts";
import type { Operation } from "../../model/api-model.ts";
import { reachableNames, referencedNames, reversed } from "../../model/schema-references.ts";
import { earlierNamesKey } from "../../model/types/combine-parts.ts";
import { typesWithin } from "../../model/types/types-within.ts";
import type { ModuleSymbol } from "../../module-symbol.ts";
import { referencedName } from "../../subschemas.ts";
import { isInputRenamed } from "../contract/renames-file.ts";
import type { EmitModel } from "../emit-model.ts";
import { contractSymbols, schemaModule } from "../symbols.ts";

/** The module of the client's own types of requests. */
export const requestModule = "client/src/types/requests.ts";

/**
 * The client's own types of what it sends: parameters and members may be given by their earlier names. They are called
 * as those of the contract, which have today's names alone, as handlers get them.
 */
export interface RequestTypes {
  /** The types of bodies by the names of their schemas, in the order of the description. */
  readonly types: JsonObject;
  /** The names of these types. */
  readonly names: ReadonlySet<string>;
  /** True if an operation has an input of such types. */
  isOwn(operation: Operation): boolean;
  /** The client's input in place of one of the contract. */
  input(symbol: ModuleSymbol): ModuleSymbol | undefined;
  /** What the module of requests takes for a symbol of the contract. */
  redirect(symbol: ModuleSymbol): ModuleSymbol;
}

/** Finds the types of a model's requests in which anything has an earlier name. */
export function findRequestTypes(model: EmitModel): RequestTypes {
  const own = model.hasEarlierMembers ? renamedTypes(model) : new Set<string>();
  const schemas = model.schemas.filter(({ name }) => own.has(name));
  const names = new Set(schemas.map(({ typeName }) => typeName));
  const inputs = new Map<string, ModuleSymbol>();
  const operations = new Set<Operation>();
  for (const group of model.groups) {
    for (const operation of group.operations.filter((one) => isInputRenamed(model, one))) {
      const { name } = contractSymbols.input(group, operation);
      inputs.set(name, { name, module: requestModule, isType: true });
      operations.add(operation);
    }
  }
  return {
    types: Object.fromEntries(schemas.map(({ name }) => [name, model.types[name] ?? false])),
    names,
    isOwn: (operation) => operations.has(operation),
    input(symbol) {
      const isInput = symbol.isType && symbol.module.startsWith("contract/src/operations/");
      return isInput ? inputs.get(symbol.name) : undefined;
    },
    redirect: (symbol) =>
      symbol.module === schemaModule && names.has(symbol.name)
        ? { ...symbol, module: requestModule }
        : symbol,
  };
}

/** The names of the schemas of requests in which, or below which, a member has an earlier name. */
function renamedTypes({ types, groups }: EmitModel): ReadonlySet<string> {
  const references = new Map<string, Set<string>>();
  const own: string[] = [];
  for (const [schema, type] of Object.entries(types)) {
    const contained = typesWithin(type);
    references.set(schema, new Set(contained.flatMap((one) => referencedName(one) ?? [])));
    if (contained.some((one) => one[earlierNamesKey] !== undefined)) own.push(schema);
  }
  const content = groups.flatMap(({ operations }) =>
    operations.flatMap(({ requestBody }) => requestBody?.content ?? []),
  );
  const sent = content.flatMap(({ schema }) =>
    schema === undefined ? [] : [...referencedNames(schema.schema)],
  );
  const written = reachableNames(sent, references);
  const renamed = reachableNames(own, reversed(references));
  return new Set([...renamed].filter((name) => written.has(name)));
}
