import { formatDiagnostics, uniqueDiagnostics } from "../../../src/diagnostics/diagnostics.ts";
import type { JsonObject } from "../../../src/json/json.ts";
import { documentFrom, type OpenApiDocument } from "../../../src/load/load-document.ts";
import { ReferenceResolver } from "../../../src/load/read/reference-resolver.ts";
import { parseSourceFile } from "../../../src/load/read/source-file.ts";
import { operationGroups } from "../../../src/model/api-model.ts";
import type { MethodNames } from "../../../src/names/method-names.ts";
import { buildApiModel } from "../../../src/model/build-api-model.ts";

/** Responses that say nothing. */
export const done = { "204": { description: "Done." } };

/** A description of some paths, tags or components. */
export const described = (rest: object): JsonObject => ({
  openapi: "3.1.1",
  info: { title: "Distinct", version: "1.0.0" },
  ...rest,
});

/** A path per operationId, each with its tag. */
export const paths = (
  ids: readonly string[],
  tag = (index: number): string => `tag${index % 3}`,
): object =>
  Object.fromEntries(
    ids.map((operationId, index) => [
      `/${index}`,
      { get: { operationId, tags: [tag(index)], responses: done } },
    ]),
  );

/** The document of a text, its path only for what is said of it. */
export function documentOf(path: string, text: string, methodNames?: MethodNames): OpenApiDocument {
  const root = parseSourceFile(path, text);
  const resolver = new ReferenceResolver(root, { folders: [], origins: new Set() });
  return documentFrom(root, resolver, methodNames && { methodNames });
}

/** Names of methods, groups and schemas by what the description calls them, and what is said of it. */
export function named(description: JsonObject, methodNames?: MethodNames) {
  const document = documentOf("/nowhere/openapi.json", JSON.stringify(description), methodNames);
  const { model, diagnostics } = buildApiModel(document);
  const operations = operationGroups(model).flatMap((group) => group.operations);
  return {
    operations: Object.fromEntries(operations.map((one) => [one.id, one.methodName])),
    places: Object.fromEntries(
      operations.map(({ pointer, id, methodName }) => [pointer, `${id} ${methodName}`]),
    ),
    groups: Object.fromEntries(
      model.groups.map(({ tag, name, fileName }) => [tag, [name, fileName]]),
    ),
    schemas: model.schemas.map(({ typeName }) => typeName),
    errors: [...document.diagnostics, ...diagnostics].filter(
      ({ severity }) => severity === "error",
    ),
  };
}

/** What a person is told of a description. */
export function told(yaml: string): string {
  const document = documentOf("/nowhere/openapi.yaml", yaml);
  const { diagnostics } = buildApiModel(document);
  return formatDiagnostics(uniqueDiagnostics([...document.diagnostics, ...diagnostics])).replaceAll(
    document.locate("").file,
    "api.yaml",
  );
}
