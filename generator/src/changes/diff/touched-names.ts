import { schemaTypeName } from "@openapi-packages/description/names/names";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import type { FoundChange, GroupedOperation, TouchedNames } from "./change-types.ts";

/** Returns the names in generated code of the operations and schemas that a change affects. */
export function touchedNames(
  { code, operations = [], schemas = [], part }: FoundChange,
  base: ApiModel,
  head: ApiModel,
): TouchedNames {
  const touched = operations.flatMap((pair) =>
    [pair.base, pair.head].filter((one) => one !== undefined),
  );
  const called = touched.filter(({ group }) => group.kind === "tag");
  const members = called.map(({ group, operation }) => `${group.name}.${operation.methodName}`);
  const modules = called.flatMap(({ group: { fileName } }) => [
    `client/${fileName}`,
    `server/${fileName}`,
  ]);
  const isRequest = part === "input" || code.startsWith("request-");
  const isResult = part === "result" || code.startsWith("response-");
  const ofOperations = touched.flatMap((one) => operationTypes(one, isRequest, isResult));
  const types = schemas.length > 0 ? schemas.map((name) => typeOf(name, base, head)) : ofOperations;
  return {
    types: unique(types),
    methods: unique(members),
    handlers: unique(members),
    mocks: unique(called.map(({ operation }) => operation.id)),
    modules: unique(modules),
  };
}

function operationTypes(
  { operation }: GroupedOperation,
  isRequest: boolean,
  isResult: boolean,
): string[] {
  const { typeName, inputTypeName, resultTypeName } = operation;
  if (isRequest) return [inputTypeName];
  if (isResult) return [resultTypeName, `${typeName}Handler`, `${typeName}Answer`];
  return [inputTypeName, resultTypeName, `${typeName}Handler`, `${typeName}Answer`];
}

function typeOf(name: string, ...models: readonly ApiModel[]): string {
  for (const { schemas } of models) {
    const found = schemas.find((schema) => schema.name === name);
    if (found !== undefined) return found.typeName;
  }
  return schemaTypeName(name);
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
