import type {
  ApiModel,
  Operation,
  OperationGroup,
} from "../../packages/description/src/model/api-model.ts";
import {
  arrayMember,
  stringMember,
  valueAt,
  type Json,
} from "../../packages/description/src/json/json.ts";

/** A call that needs at most path parameters: the same for each client. */
export interface SimpleCall {
  readonly group: OperationGroup;
  readonly operation: Operation;
  /** Name → value as TypeScript text, in the order of the path. */
  readonly path: readonly (readonly [name: string, value: string])[];
}

/**
 * The calls of a description that need neither body nor query, header or cookie, and that do not answer
 * with a stream, in its order.
 */
export function simpleCalls({ groups, document }: ApiModel): SimpleCall[] {
  return groups.flatMap((group) =>
    group.operations.flatMap((operation) => {
      const { parameters, requestBody, responses, path: template } = operation;
      const required = parameters.filter((parameter) => parameter.required);
      if (requestBody?.required === true) return [];
      if (required.some((parameter) => parameter.in !== "path")) return [];
      if (responses.some(({ content }) => content.some(({ stream }) => stream !== undefined)))
        return [];
      const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
      const path = names.map((name) => {
        const parameter = required.find((one) => one.name === name);
        return [name, simpleValue(document, parameter?.schema.json)] as const;
      });
      return [{ group, operation, path }];
    }),
  );
}

function simpleValue(document: Json, schema: Json | undefined): string {
  const reference = stringMember(schema, "$ref");
  if (reference !== undefined) return simpleValue(document, valueAt(document, reference.slice(1)));
  const [choice] = arrayMember(schema, "enum");
  if (choice !== undefined) return JSON.stringify(choice);
  const alternative = ["oneOf", "anyOf", "allOf"].flatMap((key) => arrayMember(schema, key))[0];
  if (alternative !== undefined) return simpleValue(document, alternative);
  const type = stringMember(schema, "type") ?? "string";
  if (type === "integer" || type === "number") return "1";
  return type === "boolean" ? "true" : '"a"';
}
