import { isObject, stringMember } from "../../json.ts";
import type {
  ApiModel,
  Operation,
  SchemaPlace,
  SecurityRequirement,
} from "../../model/api-model.ts";
import type { ModuleSymbol } from "../module-scope.ts";

/** What a client's operations have in common, so that each need not say it. */
export interface SharedFacts {
  readonly security: readonly SecurityRequirement[];
  /** Status → class of what is thrown. */
  readonly errors: ReadonlyMap<string, ModuleSymbol>;
}

/** The module of the classes of errors. */
export const errorModule = "client/src/errors.ts";

const known = new WeakMap<ApiModel, SharedFacts>();

/** What most operations of a model have, worked out once for a model. */
export function sharedFacts(model: ApiModel): SharedFacts {
  const facts = known.get(model) ?? findFacts(model);
  known.set(model, facts);
  return facts;
}

function findFacts(model: ApiModel): SharedFacts {
  const operations = model.groups.flatMap((group) => group.operations);
  const errors = operations.map((operation) => errorClasses(model, operation));
  return {
    security: mostFrequent(operations.map(byDemand)) ?? [],
    errors: new Map(mostFrequent(errors.map((classes) => [...classes])) ?? []),
  };
}

/**
 * The alternatives of an operation's security in the order in which a client tries them: that which
 * demands nothing comes last, so that a credential is used where there is one (OpenAPI 3.1, Security
 * Requirement Object).
 */
export function byDemand({ security }: Operation): readonly SecurityRequirement[] {
  const demands = (one: SecurityRequirement): boolean => Object.keys(one).length > 0;
  return [...security.filter(demands), ...security.filter((one) => !demands(one))];
}

/** What occurs most; of those that occur as often, the first. */
function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<string, { readonly value: Value; count: number }>();
  for (const value of values) {
    const key = JSON.stringify(value);
    const entry = counts.get(key) ?? { value, count: 0 };
    entry.count += 1;
    counts.set(key, entry);
  }
  return [...counts.values()].reduce<{ readonly value: Value; count: number } | undefined>(
    (best, entry) => (best === undefined || entry.count > best.count ? entry : best),
    undefined,
  )?.value;
}

/** The classes of an operation's errors, by status as the description writes it: one for each schema with a name. */
export function errorClasses(
  model: ApiModel,
  { responses }: Operation,
): ReadonlyMap<string, ModuleSymbol> {
  const classes = new Map<string, ModuleSymbol>();
  const { commonErrors } = model;
  for (const status of commonErrors?.statuses ?? []) {
    const symbol = commonErrors && classOf(model, commonErrors.schema);
    if (symbol !== undefined) classes.set(String(status), symbol);
  }
  for (const { status, content } of responses) {
    classes.delete(status);
    const [media] = content;
    if (/^[123]/.test(status) || content.length !== 1 || media?.kind !== "json") continue;
    const symbol = media.schema && classOf(model, media.schema);
    if (symbol !== undefined) classes.set(status, symbol);
  }
  return classes;
}

function classOf(model: ApiModel, { schema }: SchemaPlace): ModuleSymbol | undefined {
  const reference = isObject(schema) ? stringMember(schema, "$ref") : undefined;
  const typeName = reference && typeNamesOf(model).byPointer.get(reference.slice(1));
  if (typeName === undefined) return undefined;
  return { name: className(model, typeName), module: errorModule, isType: false };
}

/** The class for a schema with a name: `ClientApiError` for `ClientError`, `ProblemApiError` for `Problem`. */
function className(model: ApiModel, typeName: string): string {
  const stem = typeName.replace(/Error$/, "");
  const isFree = stem !== "" && !typeNamesOf(model).all.has(stem);
  return `${isFree ? stem : typeName}ApiError`;
}

interface TypeNames {
  /** Pointer of a schema → name of its type. */
  readonly byPointer: ReadonlyMap<string, string>;
  readonly all: ReadonlySet<string>;
}

const typeNames = new WeakMap<ApiModel, TypeNames>();

function typeNamesOf(model: ApiModel): TypeNames {
  let names = typeNames.get(model);
  if (names === undefined) {
    const byPointer = new Map(model.schemas.map(({ pointer, typeName }) => [pointer, typeName]));
    names = { byPointer, all: new Set(byPointer.values()) };
    typeNames.set(model, names);
  }
  return names;
}

/** The schemas of errors that have a class, in the order of the description. */
export function errorSchemas(
  model: ApiModel,
): readonly { readonly className: string; readonly typeName: string }[] {
  const used = new Set(
    model.groups.flatMap(({ operations }) =>
      operations.flatMap((operation) =>
        [...errorClasses(model, operation).values()].map(({ name }) => name),
      ),
    ),
  );
  return model.schemas.flatMap(({ typeName }) => {
    const name = className(model, typeName);
    return used.has(name) ? [{ className: name, typeName }] : [];
  });
}
