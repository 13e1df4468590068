import { parse } from "yaml";
import type { Json, JsonObject } from "../../../../description/src/json/json.ts";
import { compileValidators } from "../../../src/compile/compile-validators.ts";
import { planMock, type MockPlan } from "../../../src/mock/plan-mock.ts";
import type { StatePlan } from "../../../src/mock/state/plan-state.ts";
import type { ResourceDescriptor, StateDescriptor, StateOperation } from "@openapi-packages/mock";
import type { ApiModel } from "../../../../description/src/model/api-model.ts";
import { buildApiModel } from "../../../../description/src/model/build-api-model.ts";
import { described, documentOf } from "../../../../description/test/load/name/naming.ts";

/** The model of paths and schemas, written as YAML, or of paths and components. */
export function modelOf(paths: string, components: string | JsonObject = "{}"): ApiModel {
  const description = described({
    paths: parse(paths) as Json,
    components:
      typeof components === "string" ? { schemas: parse(components) as Json } : components,
  });
  return buildApiModel(documentOf("/nowhere/openapi.json", JSON.stringify(description))).model;
}

/** What a mock of paths and schemas remembers. */
export function stateFrom(paths: string, schemas?: string): StatePlan {
  return planOf(modelOf(paths, schemas)).state;
}

/** The mock of a model. */
export function planOf(model: ApiModel): MockPlan {
  return planMock(model, compileValidators(model));
}

/** An operation that has state. */
export function operationOf({ operations }: StateDescriptor, id: string): StateOperation {
  const operation = operations[id];
  if (operation === undefined) throw new Error(`${id} has no state`);
  return operation;
}

/** A resource that is there. */
export function resourceOf({ resources }: StateDescriptor, name: string): ResourceDescriptor {
  const resource = resources[name];
  if (resource === undefined) throw new Error(`there is no resource ${name}`);
  return resource;
}

/** Kind and resource of each operation with state, by its id. */
export function kindsOf({ operations }: StateDescriptor): Record<string, string> {
  return Object.fromEntries(
    Object.entries(operations).map(([id, { kind, resource }]) => [id, `${kind} ${resource}`]),
  );
}

/** A response with a body. */
export const answers = (schema: string, example?: string): string =>
  `{ description: Done., content: { application/json: { schema: ${schema}${example === undefined ? "" : `, example: ${example}`} } } }`;

/** A response without a body. */
export const done = "{ description: Done. }";

/** The parameters of a path. */
export const pathOf = (...names: readonly string[]): string =>
  `[${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(", ")}]`;

/** The seeds of a resource, but for the answers that show them. */
export function seedsOf(state: StatePlan, name: string): unknown[] {
  return (state.resources[name]?.seeds ?? []).map(({ scope, value }) => ({ scope, value }));
}
