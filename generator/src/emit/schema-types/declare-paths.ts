import {
  JS_PROPERTY_INDEX_INVALID_CHARS_RE,
  astToString,
  enumCache,
} from "openapi-typescript/dist/lib/ts.mjs";
import { resolveRef, scanDiscriminators } from "openapi-typescript/dist/lib/utils.mjs";
import transformSchema from "openapi-typescript/dist/transform/index.mjs";
import type ts from "typescript";
import type { GlobalContext, OpenAPI3 } from "openapi-typescript";
import type { JsonObject } from "@openapi-packages/description/json/json";
import { visible } from "@openapi-packages/description/text/escape";
import { EmitterError } from "../emitter-error.ts";
import type { OpenapiTypescriptFlag } from "../emitted-file.ts";
import { safeStatement } from "./safe-statement.ts";
import { transformable } from "./transformable.ts";

/**
 * Declares the types of a document as openapi-typescript does: `paths`, `webhooks`, `components`, `$defs` and
 * `operations`.
 *
 * @param document a description of OpenAPI 3.1, as its authors named its parts
 * @returns the text of the module
 */
export function declarePaths(
  document: JsonObject,
  flags: readonly OpenapiTypescriptFlag[] = [],
): string {
  // Its modules remember these from one document to the next, which then gets other names.
  enumCache.clear();
  JS_PROPERTY_INDEX_INVALID_CHARS_RE.lastIndex = 0;
  const own = transformable(document, flags) as unknown as OpenAPI3;
  const statements = transformed(own, flags);
  return visible(astToString(statements.map(safeStatement)));
}

function transformed(
  document: OpenAPI3,
  flags: readonly OpenapiTypescriptFlag[],
): readonly ts.Node[] {
  try {
    return transformSchema(document, transformContext(document, flags));
  } catch (error) {
    // It decodes the places of schemas, so that a percent sign in a name ends it.
    const reason =
      error instanceof URIError
        ? "a schema or a member has a name with %, after which openapi-typescript cannot find it"
        : `openapi-typescript cannot make types of it: ${String(error)}`;
    throw new EmitterError("paths", reason, error);
  }
}

function transformContext(
  document: OpenAPI3,
  flags: readonly OpenapiTypescriptFlag[],
): GlobalContext {
  const has = (flag: OpenapiTypescriptFlag): boolean => flags.includes(flag);
  const silent = true;
  return {
    additionalProperties: has("additional-properties"),
    alphabetize: has("alphabetize"),
    arrayLength: has("array-length"),
    conditionalEnums: has("conditional-enums"),
    dedupeEnums: has("dedupe-enums"),
    defaultNonNullable: !has("no-default-non-nullable"),
    discriminators: scanDiscriminators(document, { silent }),
    emptyObjectsUnknown: has("empty-objects-unknown"),
    enum: has("enum"),
    enumValues: has("enum-values"),
    excludeDeprecated: has("exclude-deprecated"),
    exportType: has("export-type"),
    generatePathParams: has("generate-path-params"),
    immutable: has("immutable"),
    injectFooter: [],
    makePathsEnum: has("make-paths-enum"),
    pathParamsAsTypes: has("path-params-as-types"),
    postTransform: undefined,
    propertiesRequiredByDefault: has("properties-required-by-default"),
    readWriteMarkers: has("read-write-markers"),
    // The transformation does not read it: it is for the reader of descriptions.
    redoc: undefined as unknown as GlobalContext["redoc"],
    resolve: (reference) => resolveRef(document, reference, { silent }),
    rootTypes: has("root-types"),
    rootTypesKeepCasing: has("root-types-keep-casing"),
    rootTypesNoSchemaPrefix: has("root-types-no-schema-prefix"),
    silent,
    transform: undefined,
    transformProperty: undefined,
  };
}
