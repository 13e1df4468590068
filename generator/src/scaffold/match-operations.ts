import { valueAt } from "@openapi-packages/description/json/json";
import { earlierNamesIn } from "@openapi-packages/description/model/renames/renamed-from";
import type { LeftOut } from "@openapi-packages/description/load/filter/filter-operations";
import type {
  ApiModel,
  Operation,
  OperationGroup,
} from "@openapi-packages/description/model/api-model";
import type { ScaffoldRecord, ScaffoldedOperation } from "./record.ts";

/** An operation with its tag. */
export interface Selected {
  readonly group: OperationGroup;
  readonly operation: Operation;
}

/** An operation whose handler was made by an earlier run. */
export interface Known extends Selected {
  /** The operationId in that run. */
  readonly from: string;
  readonly scaffolded: ScaffoldedOperation;
  /**
   * Why it is the same operation despite its new operationId; `undefined` if the operationId is unchanged.
   */
  readonly proof: string | undefined;
}

/** The recorded operations, matched with those of the description. */
export interface Matches {
  readonly known: ReadonlyMap<Operation, Known>;
  /** Operations that the description no longer has, by operationId. */
  readonly orphans: ReadonlyMap<string, ScaffoldedOperation>;
  /** Operations that the filters removed, by operationId. */
  readonly leftOut: ReadonlyMap<string, ScaffoldedOperation>;
}

/**
 * Returns method and path: `GET /pets/{id}`. The names of parameters do not distinguish paths (OpenAPI 3.1,
 * Paths Object).
 */
export const routeOf = ({ method, path }: Operation): string => `${method} ${path}`;

const routeKey = (route: string): string => route.replaceAll(/\{[^}]*\}/g, "{}");

/** Returns every operation with its tag, in document order. */
export function allOperations(model: ApiModel): Selected[] {
  return model.groups.flatMap((group) =>
    group.operations.map((operation) => ({ group, operation })),
  );
}

/**
 * Finds the operations that have a handler, including renamed ones: an operation with `x-renamed-from`, or
 * with the method and path of one that is gone.
 */
export function matchOperations(
  model: ApiModel,
  record: ScaffoldRecord,
  leftOut: LeftOut,
): Matches {
  const all = allOperations(model);
  const byId = new Map(all.map(({ operation }) => [operation.id, operation]));
  const known = new Map<Operation, Known>();
  const free = new Map(record.operations);
  const take = (one: Selected, from: string, proof: string | undefined): void => {
    const scaffolded = free.get(from);
    if (scaffolded === undefined || known.has(one.operation)) return;
    free.delete(from);
    known.set(one.operation, { ...one, from, scaffolded, proof });
  };
  for (const one of all) {
    const key = routeKey(routeOf(one.operation));
    for (const from of renamedFrom(model, one.operation)) {
      const scaffolded = record.operations.get(from);
      const heir = byId.get(from);
      // The earlier name may belong to a new operation by now. The old one is then the operation with its
      // route.
      const isGone =
        heir === undefined ||
        (scaffolded !== undefined &&
          routeKey(scaffolded.route) === key &&
          routeKey(routeOf(heir)) !== key);
      if (isGone && from !== one.operation.id && !record.operations.has(one.operation.id))
        take(one, from, "x-renamed-from");
    }
  }
  for (const one of all) take(one, one.operation.id, undefined);
  const rest = [...free].filter(([id]) => !byId.has(id));
  const gone = rest.filter(([id]) => !leftOut.operations.includes(id));
  const byRoute = new Map(gone.map(([id, { route }]) => [routeKey(route), id]));
  for (const one of all) {
    const from = byRoute.get(routeKey(routeOf(one.operation)));
    if (from !== undefined) take(one, from, `still ${routeOf(one.operation)}`);
  }
  const orphans = new Map(gone.filter(([id]) => free.has(id)));
  return { known, orphans, leftOut: new Map(rest.filter((one) => !gone.includes(one))) };
}

/** Returns the earlier operationIds in the `x-renamed-from` of an operation. */
function renamedFrom(model: ApiModel, { pointer }: Operation): string[] {
  return earlierNamesIn(valueAt(model.document, pointer));
}
