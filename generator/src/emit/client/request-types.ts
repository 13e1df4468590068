import type { Operation } from "../../model/api-model.ts";
import { reachableNames, referencedNames, reversed } from "../../model/schema-references.ts";
import { pickComponents, type ComponentSchemas, type Schema } from "../../model/schema/schema.ts";
import { referencesOf, schemasWithin } from "../../model/schema/schemas-within.ts";
import type { ModuleSymbol } from "../../module-symbol.ts";
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
  /** The schemas of bodies, in the order of the description. */
  readonly schemas: ComponentSchemas;
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
    schemas: pickComponents(model, schemas),
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
  const references = referencesOf(types);
  const isRenamed = (schema: Schema): boolean =>
    schema.kind === "object" &&
    schema.properties.some(({ earlierNames }) => earlierNames.length > 0);
  const own = Object.entries(types)
    .filter(([, { schema }]) => schemasWithin(schema).some(isRenamed))
    .map(([name]) => name);
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
