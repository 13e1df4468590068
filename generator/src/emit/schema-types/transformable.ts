import {
  isObject,
  objectMember,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";
import {
  rootCursor,
  walkObjects,
} from "@openapi-packages/description/load/openapi/openapi-objects";
import {
  pathOperations,
  webhookOperations,
} from "@openapi-packages/description/load/openapi/operation-places";
import { EmitterError } from "../emitter-error.ts";
import type { OpenapiTypescriptFlag } from "../emitted-file.ts";

/**
 * Returns a copy of a document that openapi-typescript can change, without what it would write into its types
 * as it stands.
 *
 * @throws {EmitterError} if a path cannot be the text of a type
 */
export function transformable(
  document: JsonObject,
  flags: readonly OpenapiTypescriptFlag[],
): JsonObject {
  // Without components it would not declare their sections, which code may read.
  const copy = structuredClone({ components: {}, ...document });
  if (flags.includes("path-params-as-types")) refuseTemplatePaths(copy);
  distinctOperationIds(copy);
  walkObjects(rootCursor(copy, "OpenApi"), ({ node, name }) => {
    if (name === "Schema" && isObject(node)) enumTextsOnOneLine(node);
  });
  return copy;
}

/** Refuses paths with characters of template literals, since paths become such types unescaped. */
function refuseTemplatePaths(document: JsonObject): void {
  const paths = Object.keys(objectMember(document, "paths") ?? {});
  const path = paths.find((one) => /[`\\]|\$\{/.test(one));
  if (path === undefined) return;
  const message = `${JSON.stringify(path)} has a character that the type of a path cannot have; leave out the flag path-params-as-types`;
  throw new EmitterError("paths", message);
}

/** Leaves repeated operationIds out, so that each member of `operations` is declared once. */
function distinctOperationIds(document: JsonObject): void {
  const known = new Set<Json>();
  for (const { place } of [...pathOperations(document), ...webhookOperations(document)]) {
    const { operationId } = place.node;
    if (operationId === undefined) continue;
    if (known.has(operationId)) delete place.node["operationId"];
    else known.add(operationId);
  }
}

const enumTexts = [
  "x-enum-varnames",
  "x-enumNames",
  "x-enum-descriptions",
  "x-enumDescriptions",
] as const;

/**
 * Puts the names and descriptions of an enum's values on one line each: a description becomes a comment that
 * ends with the line.
 */
function enumTextsOnOneLine(schema: JsonObject): void {
  for (const key of enumTexts) {
    const texts = schema[key];
    if (texts === undefined) continue;
    if (Array.isArray(texts))
      schema[key] = texts.map((text) =>
        typeof text === "string" ? text.replace(/\s+/g, " ") : "",
      );
    else delete schema[key];
  }
}
