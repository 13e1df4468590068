import { severityOf, type DiagnosticCode } from "../diagnostics/diagnostic-codes.ts";
import type { Correction, Written } from "../diagnostics/correction.ts";
import type { Diagnostic, SourceLocation } from "../diagnostics/diagnostics.ts";
import { pointerParts, stringMember, toPointer, type Json, type JsonObject } from "../json/json.ts";
import type { OpenApiDocument } from "../load/load-document.ts";
import { follow, type Place } from "../load/openapi/operation-places.ts";
import { schemaTypeName } from "../names/names.ts";
import type { DescribedSchema } from "./api-model.ts";
import { namedSchemas, withNamedSchemas } from "./json-schemas.ts";
import type { TypedSchemas } from "./types/type-schemas.ts";

/**
 * The state that the parts of the model builder share: the document to read, and the list of
 * diagnostics to add to.
 */
export interface ModelContext {
  readonly document: JsonObject;
  /** The members of `components.schemas`, for validators and types. */
  readonly schemas: JsonObject;
  /** The members of `components.schemas` as the description says them. */
  readonly written: JsonObject;
  readonly diagnostics: Diagnostic[];
  /** What the diagnostics assume, where it can be written into the files. */
  readonly corrections: Correction[];
  /** The names of the types of schemas. */
  readonly schemaTypeNames: ReadonlySet<string>;
  /** Returns the schema of a parameter, a header or a body at a pointer. */
  schemaAt(pointer: string): Json | undefined;
  /** Describes a schema that is not a component, with its type. */
  described(schema: Json, pointer: string): DescribedSchema;
  locate(pointer: string): SourceLocation;
  /** Reports something at a place of the document. */
  report(
    code: DiagnosticCode,
    message: string,
    pointer: string,
    hint: string,
    related?: readonly string[],
  ): void;
  /** Adds what a diagnostic assumes of a place of the document, as its author would write it. */
  correct(code: DiagnosticCode, pointer: string, written: Written): void;
  /**
   * Follows references to an object without `$ref`; `undefined` if there is none, or the references
   * are circular.
   */
  follow(node: Json | undefined, pointer: string): Place | undefined;
}

/**
 * Creates the context of one build.
 * @param original the document as its authors wrote it
 */
export function createModelContext(
  { locate }: OpenApiDocument,
  original: JsonObject,
  { builder, schemas: { named: schemas, placed } }: TypedSchemas,
): ModelContext {
  const document = withNamedSchemas(original, schemas);
  const diagnostics: Diagnostic[] = [];
  const corrections: Correction[] = [];
  /** The targets of references that have been followed. */
  const followed = new Map<string, Place>();
  const byPointer = new Map(placed.map(({ schema, path }) => [toPointer(path), schema]));
  return {
    document,
    schemas,
    written: namedSchemas(original),
    diagnostics,
    corrections,
    schemaTypeNames: new Set(Object.keys(schemas).map(schemaTypeName)),
    schemaAt: (pointer) => byPointer.get(pointer),
    described(schema, pointer) {
      const { schema: meaning, annotations } = builder.build(schema, pointerParts(pointer));
      return { json: schema, pointer, meaning, annotations };
    },
    locate,
    report(code, message, pointer, hint, related = []) {
      const location = locate(pointer);
      const places = related.length === 0 ? {} : { related: related.map(locate) };
      diagnostics.push({
        severity: severityOf(code),
        code,
        message,
        location,
        hint,
        ...places,
      });
    },
    correct(code, pointer, written) {
      corrections.push({ code, location: locate(pointer), written });
    },
    follow(node, pointer) {
      const reference = stringMember(node, "$ref");
      if (reference === undefined) return follow(document, node, pointer);
      const place = followed.get(reference) ?? follow(document, node, pointer);
      if (place !== undefined && reference.startsWith("#")) followed.set(reference, place);
      return place;
    },
  };
}
