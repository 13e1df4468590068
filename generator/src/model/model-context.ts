import { severityOf, type DiagnosticCode } from "../diagnostic-codes.ts";
import type { Diagnostic, SourceLocation } from "../diagnostics.ts";
import { objectMember, pointerParts, stringMember, type Json, type JsonObject } from "../json.ts";
import type { OpenApiDocument } from "../load/load-document.ts";
import { follow, type Place } from "../load/openapi/operation-places.ts";
import { schemaTypeName } from "../names.ts";
import type { DescribedSchema } from "./api-model.ts";
import type { SchemaBuilder } from "./schema/schema-builder.ts";

/** The state that the parts of the model builder share: the document to read, and the list to report to. */
export interface ModelContext {
  readonly document: JsonObject;
  /** The members of `components.schemas`. */
  readonly schemas: JsonObject;
  readonly diagnostics: Diagnostic[];
  /** The names that the types of schemas have. */
  readonly schemaTypeNames: ReadonlySet<string>;
  /** A schema that is no component, with what it means. */
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
  /** Follows references until an object that is none; `undefined` where there is none, or they run in a ring. */
  follow(node: Json | undefined, pointer: string): Place | undefined;
}

/** The context of one build. */
export function createModelContext(
  { value, locate }: OpenApiDocument,
  builder: SchemaBuilder,
): ModelContext {
  const diagnostics: Diagnostic[] = [];
  /** The targets of references. */
  const followed = new Map<string, Place>();
  const schemas = objectMember(objectMember(value, "components"), "schemas") ?? {};
  return {
    document: value,
    schemas,
    diagnostics,
    schemaTypeNames: new Set(Object.keys(schemas).map(schemaTypeName)),
    described: (schema, pointer) => ({
      schema,
      pointer,
      meaning: builder.build(schema, pointerParts(pointer)),
    }),
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
    follow(node, pointer) {
      const reference = stringMember(node, "$ref");
      if (reference === undefined) return follow(value, node, pointer);
      const place = followed.get(reference) ?? follow(value, node, pointer);
      if (place !== undefined && reference.startsWith("#")) followed.set(reference, place);
      return place;
    },
  };
}
