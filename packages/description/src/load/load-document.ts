import type { Correction } from "../diagnostics/correction.ts";
import { severityOf } from "../diagnostics/diagnostic-codes.ts";
import {
  DiagnosticsError,
  uniqueDiagnostics,
  type Diagnostic,
  type SourceLocation,
} from "../diagnostics/diagnostics.ts";
import { allowedOrigins, allowedReferences } from "./read/allowed-references.ts";
import { rememberKeywords } from "./as-written.ts";
import { bundle, type Bundle } from "./bundle/bundle.ts";
import { cycleCheck } from "./check/check-cycles.ts";
import { structureCheck } from "./check/check-structure.ts";
import { LeftOutNodes } from "./check/left-out.ts";
import {
  filterOperations,
  withOperationsOf,
  type Filtered,
  type LeftOut,
  type OperationFilters,
} from "./filter/filter-operations.ts";
import {
  isObject,
  member,
  objectMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../json/json.ts";
import { liftingTo31 } from "./lift.ts";
import type { LoadOptions, ReadLoadOptions } from "./load-options.ts";
import type { MethodNames } from "../names/method-names.ts";
import { nameInlineSchemas } from "./name/name-inline-schemas.ts";
import { nameMembers } from "./name/name-members.ts";
import { nameNestedSchemas } from "./name/name-nested-schemas.ts";
import { nameOperations } from "./name/name-operations.ts";
import { nameSchemas } from "./name/name-schemas.ts";
import {
  cursorPointer,
  inTurn,
  rootCursor,
  walkObjects,
  type Cursor,
} from "./openapi/openapi-objects.ts";
import { openApiVersion } from "./read/openapi-version.ts";
import type { Overlays } from "./overlay/overlays.ts";
import { openSource, sourcePath } from "./read/open-source.ts";
import { ReferenceResolver } from "./read/reference-resolver.ts";
import { fetchRemoteFiles } from "./read/remote-files.ts";
import { descriptionReader } from "./read/description-reader.ts";
import type { RemoteReader } from "./read/remote-reader.ts";
import { parseSourceFile, type SourceFile } from "./read/source-file.ts";

/** A description as one OpenAPI 3.1 document with only local references. */
export interface OpenApiDocument {
  readonly value: JsonObject;
  /**
   * The same document with the names that its authors wrote, every inline schema in its place, and `nullable`
   * where they wrote it; only if the options ask for it.
   */
  readonly asWritten?: JsonObject;
  /** The absolute paths and URLs of all files that were read. */
  readonly files: readonly string[];
  /** The texts of these files as they were read. */
  readonly sources: readonly SourceFile[];
  /** Errors, which prevent the document from being used, and warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the warnings and notes assume, where it can be written into the files. */
  readonly corrections: readonly Correction[];
  /** The operations and components that the filters removed. */
  readonly leftOut: LeftOut;
  /** The names of schemas that the authors chose; other names come from a schema's place. */
  readonly namedByAuthors: ReadonlySet<string>;
  /** How methods are named. */
  readonly methodNames: MethodNames;
  /** Returns the place in the source of a JSON pointer into `value`. */
  locate(pointer: string): SourceLocation;
}

/**
 * Reads a description (Swagger 2.0, OpenAPI 3.0, 3.1 or 3.2) and everything it refers to.
 *
 * @param path the description's file, relative to the working directory or absolute; or its URL; or `-` for
 * standard input, with references relative to the working directory
 * @throws {UsageError} if `allowRefs` has an entry that is neither a folder nor an origin, a filter names
 * something unknown, a URL may not be read, or a request header needs an environment variable that is not set
 * @throws {DiagnosticsError} if there is no usable document: the file is missing, or is not YAML, JSON or
 * OpenAPI
 */
export async function loadDocument(
  path: string,
  options: ReadLoadOptions = {},
): Promise<OpenApiDocument> {
  const { allowRefs = [], overlays: overlayPaths = [], onFile, texts = new Map() } = options;
  const origins = allowedOrigins(allowRefs);
  const absolute = sourcePath(path, origins);
  const reader = descriptionReader(absolute, origins, options);
  const read = await openSource(absolute, path, "description", reader, onFile);
  const allowed = allowedReferences(absolute, allowRefs);
  const overlays = await overlaysOf(overlayPaths, absolute, origins, reader, onFile);
  const edited = (file: SourceFile): SourceFile => {
    const text = texts.get(file.path);
    return text === undefined ? file : parseSourceFile(file.path, text);
  };
  const root = edited(read);
  const overlaid = overlays?.applyTo(root) ?? root;
  const swagger = isSwagger(overlaid.value) ? await import("./swagger/lift-swagger.ts") : undefined;
  const fromSwagger = swagger?.liftSwagger(overlaid);
  const start = fromSwagger?.file ?? overlaid;
  const resolver = new ReferenceResolver(start, allowed, onFile, (given) => {
    const file = edited(given);
    const changed = overlays?.applyTo(file) ?? file;
    fromSwagger?.liftPart(changed);
    return changed;
  });
  resolver.diagnostics.push(...(fromSwagger?.diagnostics ?? []));
  await fetchRemoteFiles(resolver, start, reader);
  return documentFrom(start, resolver, { ...options, overlays });
}

/** True for a Swagger 2.0 description. */
function isSwagger(value: Json | undefined): boolean {
  return String(member(value, "swagger")).startsWith("2.");
}

/** Reads the overlays. Returns `undefined` without any, so that their library is not loaded. */
async function overlaysOf(
  paths: readonly string[],
  description: string,
  origins: ReadonlySet<string>,
  reader: RemoteReader,
  onFile: LoadOptions["onFile"],
): Promise<Overlays | undefined> {
  if (paths.length === 0) return undefined;
  const files: SourceFile[] = [];
  for (const path of paths) {
    const absolute = sourcePath(path, origins);
    files.push(await openSource(absolute, path, "overlay", reader, onFile));
  }
  const { Overlays } = await import("./overlay/overlays.ts");
  return new Overlays(files, description);
}

/**
 * Builds the document from a root file that was read before.
 *
 * @throws {DiagnosticsError} as {@link loadDocument} does
 */
export function documentFrom(
  root: SourceFile,
  resolver: ReferenceResolver,
  {
    filters = {},
    inlineSchemas,
    methodNames = "camelCase",
    operationName,
    overlays,
    isMocked = false,
    keepsAsWritten = false,
  }: Omit<ReadLoadOptions, "overlays"> & { readonly overlays?: Overlays | undefined } = {},
): OpenApiDocument {
  if (root.diagnostics.some(({ severity }) => severity === "error"))
    throw new DiagnosticsError(uniqueDiagnostics(root.diagnostics));
  const { version, notes, corrections: ofVersion } = openApiVersion(root);
  const corrections = [...ofVersion];
  const bundled = bundle(root, resolver);
  if (isMocked) walkObjects(rootCursor(bundled.value, "OpenApi"), takingMockContent);
  const copyAsWritten = keepsAsWritten ? rememberKeywords(bundled.value) : undefined;
  const diagnostics = [
    ...root.diagnostics,
    // A Swagger 2.0 description was lifted before, and its diagnostic says so.
    ...notes.filter(() => !resolver.diagnostics.some(({ code }) => code === "swagger-lifted")),
    ...bundled.diagnostics,
    ...lifted(bundled, version, corrections),
  ];
  const asWritten = copyAsWritten?.();
  diagnostics.push(...nameSchemas(bundled));
  const named = nameOperations(bundled, operationName);
  diagnostics.push(...named.diagnostics);
  corrections.push(...named.corrections);
  const schemas = objectMember(objectMember(bundled.value, "components"), "schemas");
  const namedByAuthors = new Set(Object.keys(schemas ?? {}));
  diagnostics.push(...nameInlineSchemas(bundled), ...nameNestedSchemas(bundled));
  if (inlineSchemas === "named") nameMembers(bundled);
  const { document, leftOut, pointerBefore } = filtered(bundled.value, filters);
  if (overlays !== undefined) diagnostics.push(...overlays.diagnostics, ...overlays.unapplied());
  const sources = new Set([
    ...bundled.files.flatMap((file) => file.parts ?? [file]),
    ...(overlays?.files ?? []),
  ]);
  return {
    value: document,
    ...(asWritten === undefined
      ? {}
      : {
          asWritten: document === bundled.value ? asWritten : withOperationsOf(asWritten, document),
        }),
    files: [...sources].map((file) => file.path),
    sources: [...sources],
    diagnostics,
    corrections,
    leftOut,
    namedByAuthors,
    methodNames,
    locate: (pointer) => bundled.locate(pointerBefore(pointer)),
  };
}

/** Lifts the bundled document to 3.1 in place, and returns its faults; `corrections` receives what they assume. */
function lifted(bundled: Bundle, version: string, corrections: Correction[]): Diagnostic[] {
  const structure: Diagnostic[] = [];
  const cycles: Diagnostic[] = [];
  const leftOut = new LeftOutNodes();
  // One walk for all three: the walk takes longer than the visitors.
  const visit = inTurn(
    liftingTo31(version, (schema, keyword) =>
      structure.push(besideReference(bundled, schema, keyword)),
    ),
    structureCheck(bundled, version, structure, leftOut, corrections),
    cycleCheck(bundled, cycles),
  );
  for (const start of bundled.starts) walkObjects(start, visit);
  bundled.move(leftOut.shorten());
  return [...structure, ...cycles];
}

/** The warning about a keyword that a schema of 3.0 has beside a reference. */
function besideReference(bundled: Bundle, schema: Cursor, keyword: string): Diagnostic {
  return {
    severity: severityOf("field-ignored"),
    code: "field-ignored",
    message: `${JSON.stringify(keyword)} is next to $ref, so it is ignored`,
    location: bundled.locate(cursorPointer(schema) + toPointer([keyword])),
    hint: "put the reference into allOf, and it beside that",
  };
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

/**
 * Replaces the content of a request body or a response by that of its `x-mock`, which describes what a
 * service accepts and returns beyond its documentation, so that a mock can serve its clients. An invalid
 * `x-mock` is reported as invalid content.
 */
function takingMockContent({ node, name }: Cursor): void {
  if ((name !== "RequestBody" && name !== "Response") || !isObject(node)) return;
  const given = node["x-mock"];
  if (given === undefined) return;
  node["content"] = isObject(given) ? (member(given, "content") ?? null) : given;
}
