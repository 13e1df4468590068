/**
 * Reads OpenAPI descriptions into a typed model.
 *
 * @packageDocumentation
 */
export { loadDocument } from "./load/load-document.ts";
export { buildApiModel } from "./model/build-api-model.ts";
export { DiagnosticsError, formatDiagnostics } from "./diagnostics/diagnostics.ts";
export type { Diagnostic, SourceLocation } from "./diagnostics/diagnostics.ts";
export { readSourceFile, type SourceFile } from "./load/read/source-file.ts";
export {
  isFile,
  readRevision,
  type RevisionPlace,
  type RevisionRead,
} from "./load/revision/read-revision.ts";
export type { LoadOptions } from "./load/load-options.ts";
export type { OperationFilters } from "./load/filter/filter-operations.ts";
export {
  operationGroups,
  type ApiModel,
  type MediaType,
  type NamedSchema,
  type Operation,
  type OperationGroup,
  type OperationResponse,
  type Pagination,
  type Parameter,
  type RequestBody,
  type SchemaPlace,
  type SecurityRequirement,
} from "./model/api-model.ts";
export {
  arrayMember,
  canonicalText,
  isObject,
  member,
  pointerParts,
  toPointer,
  valueAt,
  type Json,
  type JsonObject,
} from "./json/json.ts";
export {
  appliedSchemas,
  itemPlaces,
  memberPlaces,
  placesOf,
  targetIn,
  type AppliedSchema,
  type Target,
} from "./model/applied/applied-schemas.ts";
export { Conjunction, type Choice } from "./model/applied/conjunction.ts";
export {
  allowedTypes,
  declaredNames,
  givenValues,
  greatest,
  jsonContents,
  least,
  numbersOf,
  requiredNames,
  typesOf,
  type Keyword,
} from "./model/applied/keyword-values.ts";
export { mapSubschemas, referencedName, subschemas, type Subschema } from "./json/subschemas.ts";
export { literal, literalKey, markdownCode, markdownLine, visible } from "./text/escape.ts";
export { matchesText } from "./patterns/pattern-plan.ts";
export { parseText, type ParsedText } from "./load/read/parse-text.ts";
export { UsageError } from "./diagnostics/usage-error.ts";
