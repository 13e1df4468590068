import { emitModel } from "../../../generator/src/emit/emit-model.ts";
import { planners } from "../../../generator/src/emit/planners.ts";
import {
  operationGroups,
  variableName,
  type ApiModel,
  type Json,
  type Parameter,
} from "openapi-packages/emitter";
import { evaluated } from "./evaluate.ts";

/** A schema as both judge it: Zod, and the contract's validator. */
export interface Judged {
  readonly name: string;
  /** What it is in the description; of parameters, an object with a member for each. */
  readonly schema: Json;
  readonly zod: (value: unknown) => boolean;
  readonly contract: (value: unknown) => boolean;
}

const locations = ["path", "query", "header", "cookie"] as const;

/** All named schemas of a model, and the parameters of its operations by location. */
export async function judged(model: ApiModel): Promise<Judged[]> {
  const load = await evaluated(model);
  const { validators } = emitModel(model, planners, { allSchemaValidators: true });
  const contract = (validator: string) => (value: unknown) => validators.accepts(validator, value);
  const named = model.schemas.flatMap(({ typeName, json: own }): Judged[] => {
    const validator = validators.schemas.get(typeName);
    const schema = load("zod/src/schemas.ts")[`${variableName(typeName)}Schema`];
    if (validator === undefined || schema === undefined) throw new Error(`no ${typeName}`);
    const zod = (value: unknown): boolean => schema.safeParse(value).success;
    return [{ name: typeName, schema: own, zod, contract: contract(validator) }];
  });
  const inputs = operationGroups(model).flatMap((group) => {
    const file = group.kind === "webhooks" ? "webhooks" : `operations/${group.fileName}`;
    const schemas = load(`zod/src/${file}.ts`);
    return group.operations.flatMap((operation) => {
      const input = schemas[`${variableName(operation.inputTypeName)}Schema`];
      return locations.flatMap((location): Judged[] => {
        const validator = validators.operations.get(operation)?.locations?.[location];
        const shape = (input as { shape?: Record<string, unknown> } | undefined)?.shape;
        const schema = shape?.[location] as { safeParse(value: unknown): { success: boolean } };
        if (validator === undefined || schema === undefined) return [];
        const zod = (value: unknown): boolean => schema.safeParse(value).success;
        const name = `${operation.id} ${location}`;
        const parameters = operation.parameters.filter((one) => one.in === location);
        return [{ name, schema: objectOf(parameters), zod, contract: contract(validator) }];
      });
    });
  });
  return [...named, ...inputs];
}

/** The parameters of a location as one object. */
function objectOf(parameters: readonly Parameter[]): Json {
  return {
    type: "object",
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema.json])),
  };
}
