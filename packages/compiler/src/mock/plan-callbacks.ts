import { isObject, valueAt, type JsonObject } from "@openapi-packages/description/json/json";
import { announcedCallbacks } from "@openapi-packages/description/load/openapi/operation-places";
import type { ApiModel, Operation } from "@openapi-packages/description/model/api-model";
import { ExampleInputs } from "./answers/example-input.ts";

/** A callback of an operation, and what the mock sends. */
export interface PlannedCallback {
  readonly name: string;
  /** The runtime expression of its address. */
  readonly expression: string;
  readonly operation: Operation;
  /** `header` and `body`, each if it has a value. */
  readonly input: JsonObject;
}

/** The callbacks of each operation that has some. */
export type PlannedCallbacks = ReadonlyMap<Operation, readonly PlannedCallback[]>;

/**
 * Plans the callbacks of a description (OpenAPI 3.1, Callback Object): those with a JSON body or none, for which a
 * value conforms.
 */
export function planCallbacks(model: ApiModel): PlannedCallbacks {
  const { document, groups, webhooks } = model;
  const called = new Map(webhooks?.operations.map((one) => [one.pointer, one]));
  const plans = new Map<Operation, readonly PlannedCallback[]>();
  if (called.size === 0) return plans;
  const inputs = new ExampleInputs(model);
  for (const announcing of groups.flatMap(({ operations }) => operations)) {
    const node = valueAt(document, announcing.pointer);
    if (!isObject(node)) continue;
    const announced = announcedCallbacks(document, { node, pointer: announcing.pointer });
    const planned = announced.flatMap(({ name, expression, pointer }): PlannedCallback[] => {
      const operation = called.get(pointer);
      if (operation === undefined) return [];
      const input = inputOf(inputs, operation);
      return input === undefined ? [] : [{ name, expression, operation, input }];
    });
    if (planned.length > 0) plans.set(announcing, planned);
  }
  return plans;
}

function inputOf(inputs: ExampleInputs, operation: Operation): JsonObject | undefined {
  const { content = [] } = operation.requestBody ?? {};
  const json = content.find(({ kind, stream }) => kind === "json" && stream === undefined);
  if (content.length > 0 && json === undefined) return undefined;
  const made = inputs.of(operation, json?.mediaType);
  if (made === undefined) return undefined;
  const { header, body } = made.input;
  return { ...(header !== undefined && { header }), ...(body !== undefined && { body }) };
}
