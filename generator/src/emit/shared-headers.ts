import type {
  ApiModel,
  OperationResponse,
  Parameter,
} from "@openapi-packages/description/model/api-model";
import { operationGroups } from "@openapi-packages/description/model/api-model";
import { schemasWithin } from "@openapi-packages/description/model/schema/schemas-within";
import { schemaTypeName, typeName } from "@openapi-packages/description/names/names";
import type { ModuleSymbol } from "@openapi-packages/compiler/symbols/module-symbol";
import { schemaModule } from "./symbols.ts";

type Headers = readonly Parameter[];

/** A type for response headers that the description has among its components. */
export interface NamedHeaders {
  readonly name: string;
  readonly headers: Headers;
}

/**
 * The types of response headers that responses share. The headers of a response get a name if each of
 * them is part of the components of the description, whoever uses them, so that an edit of one
 * operation changes no other one.
 */
export interface SharedHeaders {
  readonly all: readonly NamedHeaders[];
  /** Returns the type of a response's headers; `undefined` if they have no name. */
  symbolOf(response: OperationResponse): ModuleSymbol | undefined;
}

/**
 * Finds the headers that responses share.
 *
 * @param isOpen true for the name of a schema whose type has a type parameter, which such headers
 * cannot pass on
 */
export function findSharedHeaders(
  model: ApiModel,
  isOpen: (schema: string) => boolean,
): SharedHeaders {
  const responses = operationGroups(model).flatMap(({ operations }) =>
    operations.flatMap((operation) => operation.responses),
  );
  const byKey = new Map<string, Headers>();
  if (model.schemas.length > 0)
    for (const { headers } of responses)
      if (isShared(headers, isOpen)) byKey.set(keyOf(headers), headers);
  const names = namesOf([...byKey.values()], takenNames(model));
  const named = [...byKey].flatMap(([key, headers]) => {
    const name = names.get(headers);
    return name === undefined ? [] : [[key, { name, headers }] as const];
  });
  const found = new Map(named);
  return {
    all: [...found.values()],
    symbolOf({ headers }) {
      const name = headers.length === 0 ? undefined : found.get(keyOf(headers))?.name;
      return name === undefined ? undefined : { name, module: schemaModule, isType: true };
    },
  };
}

/** Identifies headers by their names and where the description has them. */
const keyOf = (headers: Headers): string =>
  JSON.stringify(headers.map(({ name, schema }) => [name, schema.pointer]));

const isShared = (headers: Headers, isOpen: (schema: string) => boolean): boolean =>
  headers.length > 0 &&
  headers.every(
    ({ schema }) =>
      schema.pointer.startsWith("/components/") &&
      !schemasWithin(schema.meaning).some((one) => one.kind === "reference" && isOpen(one.name)),
  );

/** Names headers by the words that their names begin with, or else by all of their names. */
function namesOf(
  all: readonly Headers[],
  taken: ReadonlySet<string>,
): ReadonlyMap<Headers, string> {
  const short = Map.groupBy(all, shortName);
  const names = all.map((headers): [Headers, string] => {
    const isAlone = short.get(shortName(headers))?.length === 1;
    return [headers, isAlone ? shortName(headers) : longName(headers)];
  });
  const byName = Map.groupBy(names, ([, name]) => name);
  // Headers of equal names that mean something else stay where they are.
  const clear = names.filter(
    ([, name]) => byName.get(name)?.length === 1 && name.length <= longestName && !taken.has(name),
  );
  return new Map(clear);
}

const longestName = 60;

const longName = (headers: Headers): string =>
  typeName(`${headers.map(({ name }) => name).join("-")}-headers`);

function shortName(headers: Headers): string {
  const [first = [], ...others] = headers.map(({ name }) => name.toLowerCase().split(/[-_]/));
  const end = first.findIndex((word, index) => others.some((words) => words[index] !== word));
  const shared = end === -1 ? first : first.slice(0, end);
  return shared.length === 0 ? longName(headers) : typeName(`${shared.join("-")}-headers`);
}

/** The names of the types that stand in the same modules. */
function takenNames(model: ApiModel): ReadonlySet<string> {
  return new Set([
    "CommonError",
    ...Object.keys(model.types).map(schemaTypeName),
    ...model.schemas.flatMap(({ typeName: name, earlierNames }) => [name, ...earlierNames]),
    ...operationGroups(model).flatMap(({ operations }) =>
      operations.flatMap((one) => [one.inputTypeName, one.resultTypeName]),
    ),
  ]);
}
