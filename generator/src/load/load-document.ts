import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import {
  DiagnosticsError,
  uniqueDiagnostics,
  type Diagnostic,
  type SourceLocation,
} from "../diagnostics.ts";
import { allowedReferences } from "./read/allowed-references.ts";
import { bundle, type Bundle } from "./bundle/bundle.ts";
import { cycleCheck } from "./check/check-cycles.ts";
import { structureCheck } from "./check/check-structure.ts";
import { filterOperations, type Filtered } from "./filter/filter-operations.ts";
import type { LeftOut, OperationFilters } from "./filter/filter-types.ts";
import { isObject, member, objectMember, type JsonObject } from "../json.ts";
import { liftingTo31 } from "./lift.ts";
import type { LoadOptions } from "./load-options.ts";
import { nameInlineSchemas } from "./name/name-inline-schemas.ts";
import { nameNestedSchemas } from "./name/name-nested-schemas.ts";
import { nameOperations } from "./name/name-operations.ts";
import { nameSchemas } from "./name/name-schemas.ts";
import { inTurn, rootCursor, walkObjects } from "./openapi/openapi-objects.ts";
import { ReferenceResolver } from "./read/reference-resolver.ts";
import { fetchRemoteFiles } from "./read/remote-files.ts";
import { readSourceFile, type SourceFile } from "./read/source-file.ts";

/** A description in one piece: OpenAPI 3.1, every reference local. */
export interface OpenApiDocument {
  readonly value: JsonObject;
  /** Absolute paths, and URLs, of all files that it was read from. */
  readonly files: readonly string[];
  /** The texts of these files, as they were read. */
  readonly sources: readonly SourceFile[];
  /** The faults that keep it from being used, and warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** The operations and components that the filters have left out. */
  readonly leftOut: LeftOut;
  /** The names of schemas that the authors named; the others got theirs from their place. */
  readonly namedByAuthors: ReadonlySet<string>;
  /** The place in the source of a JSON pointer into `value`. */
  locate(pointer: string): SourceLocation;
}

/**
 * Reads a description (OpenAPI 3.0, 3.1 or the parts of 3.2 that 3.1 tools can read) and everything
 * it refers to.
 *
 * @param path the description's file, relative to the working directory or absolute
 * @throws {UsageError} when `allowRefs` has what is neither a folder nor an origin, or the filters
 *   name what there is not
 * @throws {DiagnosticsError} when there is no document to go on with: no file, no YAML or JSON, no OpenAPI
 */
export async function loadDocument(
  path: string,
  options: LoadOptions = {},
): Promise<OpenApiDocument> {
  const absolute = resolve(path);
  options.onFile?.(absolute);
  if (!existsSync(absolute) || !statSync(absolute).isFile()) {
    throw new DiagnosticsError([
      {
        severity: "error",
        code: "description-not-found",
        message: `${path} is no file`,
        location: { file: path, line: 1, column: 1, pointer: "" },
        hint: "give the path of the description's root document",
      },
    ]);
  }
  const root = readSourceFile(absolute);
  const allowed = allowedReferences(absolute, options.allowRefs ?? []);
  const resolver = new ReferenceResolver(root, allowed, options.onFile);
  await fetchRemoteFiles(resolver, root);
  return documentFrom(root, resolver, options);
}

/**
 * Builds the document from a root file that has been read.
 *
 * @throws {DiagnosticsError} as {@link loadDocument} does
 */
export function documentFrom(
  root: SourceFile,
  resolver: ReferenceResolver,
  { filters = {}, operationName }: Pick<LoadOptions, "filters" | "operationName"> = {},
): OpenApiDocument {
  if (root.diagnostics.length > 0) throw new DiagnosticsError(uniqueDiagnostics(root.diagnostics));
  const version = openApiVersion(root);
  const bundled = bundle(root, resolver);
  const diagnostics = [
    ...bundled.diagnostics,
    ...lifted(bundled, version),
    ...nameSchemas(bundled),
    ...nameOperations(bundled, operationName),
  ];
  const schemas = objectMember(objectMember(bundled.value, "components"), "schemas");
  const namedByAuthors = new Set(Object.keys(schemas ?? {}));
  diagnostics.push(...nameInlineSchemas(bundled), ...nameNestedSchemas(bundled));
  const { document, leftOut, pointerBefore } = filtered(bundled.value, filters);
  return {
    value: document,
    files: bundled.files.map((file) => file.path),
    sources: bundled.files,
    diagnostics,
    leftOut,
    namedByAuthors,
    locate: (pointer) => bundled.locate(pointerBefore(pointer)),
  };
}

/** Makes a 3.1 document of it, in place, and gives what is wrong with it. */
function lifted(bundled: Bundle, version: string): Diagnostic[] {
  const structure: Diagnostic[] = [];
  const cycles: Diagnostic[] = [];
  // One walk for all: it takes longer than what is done on the way.
  const visit = inTurn(
    liftingTo31(version),
    structureCheck(bundled, version, structure),
    cycleCheck(bundled, cycles),
  );
  walkObjects(rootCursor(bundled.value, "OpenApi"), visit);
  return [...structure, ...cycles];
}

function filtered(document: JsonObject, filters: OperationFilters): Filtered {
  const isAsked = Object.values(filters).some((filter) =>
    Array.isArray(filter) ? filter.length > 0 : filter === true,
  );
  if (isAsked) return filterOperations(document, filters);
  return {
    document,
    leftOut: { operations: [], components: [] },
    pointerBefore: (pointer) => pointer,
  };
}

function openApiVersion(root: SourceFile): string {
  const reject = (code: string, message: string, hint: string, pointer = ""): never => {
    throw new DiagnosticsError([
      { severity: "error", code, message, location: root.locate(pointer), hint },
    ]);
  };
  const { value } = root;
  if (value === undefined || value === null) {
    return reject(
      "document-empty",
      "the document is empty",
      "start with openapi: 3.1.1, info and paths",
    );
  }
  if (member(value, "swagger") !== undefined) {
    return reject(
      "swagger-2",
      "this is a Swagger 2.0 document",
      "convert it to OpenAPI 3 with: npx swagger2openapi <description> --outfile openapi.yaml",
      "/swagger",
    );
  }
  const version = member(value, "openapi");
  if (!isObject(value) || version === undefined) {
    return reject(
      "not-openapi",
      "the document has no openapi member",
      "a description starts with openapi: 3.1.1",
    );
  }
  if (typeof version !== "string" || !/^3\.[012](\.|$)/.test(version)) {
    return reject(
      "openapi-version",
      `openapi ${JSON.stringify(version)} is none that can be read`,
      "write a version of OpenAPI 3.0, 3.1 or 3.2, in quotes",
      "/openapi",
    );
  }
  return version;
}
