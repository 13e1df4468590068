import {
  operationGroups,
  type ApiModel,
  type Operation,
} from "@openapi-packages/description/model/api-model";
import type { EnumOpenness } from "@openapi-packages/description/model/schema/open-values";
import type { CodePart } from "./code/code-part.ts";
import { compiledParts, type CompiledParts } from "./code/compiled-parts.ts";
import { SchemaValidators } from "./validators/schema-validators.ts";
import { schemaFunction, type ValidatorNames } from "./validators/validator-compiler.ts";

/** Validators as ECMAScript text, with the operations that they belong to. */
export interface CompiledValidators {
  readonly operations: ReadonlyMap<Operation, ValidatorNames>;
  /** Maps the type name of each named schema to the name of its check function. */
  readonly schemas: ReadonlyMap<string, string>;
  readonly parts: CompiledParts;
  /** True if a value passes the check function of this name. */
  accepts(name: string, value: unknown): boolean;
  /** Says in words why a value fails the check; `undefined` if it passes. */
  refusal(name: string, value: unknown): string | undefined;
}

/**
 * Compiles the validators of all requests and responses, and of the schemas that they use (JSON
 * Schema 2020-12).
 *
 * @param hasAllSchemas also compile named schemas that no operation uses
 * @param enums whether clients may take answers with values that are not listed: those of open enums, and of tags of unions
 *   with a discriminator. Requests and servers never take them
 */
export function compileValidators(
  model: ApiModel,
  hasAllSchemas = false,
  enums: EnumOpenness = "open",
): CompiledValidators {
  const { compiler, firstError } = SchemaValidators.of(model, enums);
  const operations = new Map<Operation, ValidatorNames>();
  const parts = new Map<Operation, CodePart>();
  for (const operation of operationGroups(model).flatMap((group) => group.operations)) {
    const { names, part } = compiler.operation(operation);
    operations.set(operation, names);
    parts.set(operation, part);
  }
  const { schemas: used } = compiledParts(parts, compiler.partOf);
  const schemas = new Map(
    model.schemas
      .filter(
        ({ typeName }) =>
          hasAllSchemas ||
          [false, true].some((tracks) => used.has(schemaFunction(typeName, tracks))),
      )
      .map(({ typeName }) => [typeName, schemaFunction(typeName, false)] as const),
  );
  const refusal = (name: string, value: unknown): string | undefined => {
    const error = firstError(name, value);
    if (error === undefined) return undefined;
    return `${error.path || "the value"} does not satisfy ${error.keyword}`;
  };
  return {
    operations,
    schemas,
    parts: compiledParts(parts, compiler.partOf, [...schemas.values()]),
    accepts: (name, value) => refusal(name, value) === undefined,
    refusal,
  };
}
