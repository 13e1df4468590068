import type { ValidatorNames } from "@openapi-packages/compiler/compile/validators/validator-compiler";
import type {
  MediaType,
  Operation,
  OperationGroup,
} from "@openapi-packages/description/model/api-model";
import { literalKey } from "@openapi-packages/description/text/escape";
import { runtimeType } from "@openapi-packages/compiler/symbols/runtime-symbols";
import type { ModuleScope } from "../module-scope.ts";
import { contractSymbols } from "../symbols.ts";
import type { CompiledType } from "./compiled-files.ts";
import { typeText } from "../type-text.ts";

/** Returns the name of the type of an operation's validators. */
export function validatorsTypeName(operation: Operation): string {
  const { name } = contractSymbols.validators(operation);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Declares the type of an operation's validators. Each is a type guard of the value that it
 * validates.
 */
export function validatorTypes(
  names: ModuleScope,
  group: OperationGroup,
  operation: Operation,
  validators: ValidatorNames | undefined,
  isConverted: boolean,
): CompiledType {
  const { locations = {}, body = new Map(), responses = new Map() } = validators ?? {};
  const name = validatorsTypeName(operation);
  // Validators check JSON, before it is converted.
  const json = (value: string): string =>
    isConverted ? `${names.use(runtimeType("", "JsonOf"))}<${value}>` : value;
  const own = (value: string): string =>
    `${names.use(runtimeType("", "SchemaValidator"))}<${json(value)}>`;
  const byMediaType = (
    functions: ReadonlyMap<string, string>,
    content: readonly MediaType[],
  ): string =>
    objectType(
      content
        .filter(({ mediaType }) => functions.has(mediaType))
        .map((media) => [media.mediaType, own(checkedText(names, media))]),
    );
  const answers = operation.responses.flatMap(({ status, content }): [string, string][] => {
    const functions = responses.get(status);
    return functions === undefined || functions.size === 0
      ? []
      : [[status, byMediaType(functions, content)]];
  });
  const members: [string, string][] = [
    ...Object.keys(locations).map((location): [string, string] => {
      const input = `${names.use(contractSymbols.input(group, operation))}["${location}"]`;
      const isRequired = operation.parameters.some((one) => one.in === location && one.required);
      return [location, own(isRequired ? input : `NonNullable<${input}>`)];
    }),
    ...(body.size === 0
      ? []
      : [["body", byMediaType(body, operation.requestBody?.content ?? [])] as [string, string]]),
    ...(answers.length === 0 ? [] : [["responses", objectType(answers)] as [string, string]]),
  ];
  return { name, declaration: `export interface ${name} ${objectType(members)}\n` };
}

function objectType(members: readonly (readonly [string, string])[]): string {
  return `{ ${members.map(([key, type]) => `readonly ${/^\d{3}$/.test(key) ? key : literalKey(key)}: ${type};`).join(" ")} }`;
}

/** Returns the type of the validated value; for a stream, the type of an item. */
function checkedText(names: ModuleScope, { kind, schema, stream }: MediaType): string {
  if (kind === "text" && stream === undefined) return "string";
  return schema === undefined ? "unknown" : typeText(names, schema);
}
