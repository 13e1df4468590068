import { isMethod, templateNames } from "../../load/openapi/operation-places.ts";
import { valueAt } from "../../json.ts";
import { methodName, operationTypeName, typeName, variableName } from "../../names.ts";
import type { ApiModel, EarlierRoute, Operation, OperationGroup } from "../api-model.ts";
import type { ModelContext } from "../model-context.ts";
import { standingNames, type StandingName } from "./mark-renames.ts";
import { renamedFromKeyword } from "./renamed-from.ts";

/**
 * Groups whose operations have the earlier names and places that are still accepted. A name that is taken by another
 * operation, and a place that cannot be answered for one, are reported and left out.
 */
export function withEarlierOperations(
  context: ModelContext,
  groups: readonly OperationGroup[],
): readonly OperationGroup[] {
  const marked = groups.some((group) =>
    group.operations.some((one) => namesOf(context, one).length > 0),
  );
  if (!marked) return groups;
  const finder = new EarlierOperations(context, groups);
  return groups.map((group) => ({
    ...group,
    operations: group.operations.map((one) => finder.add(one)),
  }));
}

const namesOf = (context: ModelContext, { pointer }: Operation): readonly StandingName[] =>
  standingNames(valueAt(context.document, pointer));

/** Finds what may be an alias beside all that there is. */
class EarlierOperations {
  readonly #context: ModelContext;
  readonly #names: Set<string>;
  readonly #routes: Set<string>;

  constructor(context: ModelContext, groups: ApiModel["groups"]) {
    const operations = groups.flatMap((group) => group.operations);
    this.#context = context;
    this.#names = new Set([
      ...context.schemaTypeNames,
      ...operations.flatMap((one) => [
        one.variableName,
        one.methodName,
        one.inputTypeName,
        one.resultTypeName,
      ]),
    ]);
    this.#routes = new Set(operations.map(routeKey));
  }

  add(operation: Operation): Operation {
    const standing = namesOf(this.#context, operation);
    if (standing.length === 0) return operation;
    return {
      ...operation,
      earlierNames: standing.flatMap((one) => this.#name(operation, one)),
      earlierRoutes: standing.flatMap((one) => this.#route(operation, one)),
    };
  }

  #name(operation: Operation, entry: StandingName): Operation["earlierNames"][number][] {
    const { name: id } = entry;
    if (id === undefined) return [];
    const names = {
      typeName: typeName(id),
      inputTypeName: operationTypeName(this.#context.schemaTypeNames, id, "Input"),
      resultTypeName: operationTypeName(this.#context.schemaTypeNames, id, "Result"),
      methodName: methodName(id),
      variableName: variableName(id),
    };
    const claimed = [
      ...new Set([names.methodName, names.variableName, names.inputTypeName, names.resultTypeName]),
    ];
    if (claimed.some((one) => this.#names.has(one))) {
      const message = `there is an operation ${JSON.stringify(id)} still, so no alias of ${operation.id} has its name`;
      const hint = "remove this entry of x-renamed-from, or the operation that has the name";
      this.#report("renamed-from-taken", message, operation, entry, hint);
      return [];
    }
    for (const one of claimed) this.#names.add(one);
    return [{ id, ...names }];
  }

  #route(operation: Operation, entry: StandingName): EarlierRoute[] {
    if (entry.method === undefined && entry.path === undefined) return [];
    const method = entry.method ?? operation.method;
    const path = pathOfToday(operation, entry.path ?? operation.path);
    const said = `${method} ${entry.path ?? operation.path}`;
    if (path === undefined || !isMethod(method)) {
      const message = `${said} has not the path parameters of ${operation.method} ${operation.path}, so it is not answered`;
      const hint =
        "write the earlier path with the same parameters; each may have its earlier name";
      this.#report("renamed-from-path", message, operation, entry, hint);
      return [];
    }
    const key = routeKey({ method, path });
    if (this.#routes.has(key)) {
      const message = `another operation answers ${said}, so it is not answered for ${operation.id}`;
      const hint = "remove method and path from this entry of x-renamed-from";
      this.#report("renamed-from-path", message, operation, entry, hint);
      return [];
    }
    this.#routes.add(key);
    return [{ method, path }];
  }

  #report(
    code: "renamed-from-taken" | "renamed-from-path",
    message: string,
    { pointer }: Operation,
    { at }: StandingName,
    hint: string,
  ): void {
    this.#context.report(code, message, `${pointer}/${renamedFromKeyword}${at}`, hint);
  }
}

/** An earlier path with today's names of its parameters; `undefined` where it has others. */
function pathOfToday({ path, parameters }: Operation, earlier: string): string | undefined {
  if (!/^\/(?:\{[^{}/]+\}|[^{}?#\s])*$/.test(earlier)) return undefined;
  const ofPath = parameters.filter((one) => one.in === "path");
  const today = new Map(
    ofPath.flatMap(({ name, earlierNames }) =>
      [...earlierNames, name].map((one) => [one, name] as const),
    ),
  );
  const names = [...templateNames(earlier)];
  const renamed = new Set(names.flatMap((name) => today.get(name) ?? []));
  const isSame = names.length === renamed.size && renamed.size === templateNames(path).size;
  if (!isSame) return undefined;
  return earlier.replace(/\{([^{}]+)\}/g, (_, name: string) => `{${today.get(name) ?? name}}`);
}

/** Method and path, without the names of parameters. */
const routeKey = ({ method, path }: EarlierRoute): string =>
  `${method} ${path.replace(/\{[^{}]*\}/g, "{}")}`;
