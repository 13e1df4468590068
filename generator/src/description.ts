/**
 * Reads descriptions, for programs that work on them: `openapi-packages/description`. It is all
 * that `@openapi-packages/verify` uses of this package.
 * @packageDocumentation
 */
export {
  readDescription,
  type Description,
  type ReadDescriptionOptions,
} from "./mock/serve/read-description.ts";
export type { ExampleInput } from "./mock/answers/example-input.ts";
export { DiagnosticsError, formatDiagnostics } from "./diagnostics.ts";
export type { Diagnostic, SourceLocation } from "./diagnostics.ts";
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
} from "./json.ts";
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
export { mapSubschemas, referencedName, subschemas, type Subschema } from "./subschemas.ts";
export { literal, literalKey, markdownCode, markdownLine, visible } from "./escape.ts";
export { matchesText } from "./pattern-plan.ts";
export { parseText, type ParsedText } from "./load/read/parse-text.ts";
export type {
  VerifyCommand,
  VerifyCredentials,
  VerifyReportOptions,
  VerifyRequest,
  VerifyRunOptions,
  VerifySubject,
} from "./cli/verify-request.ts";
export { UsageError } from "./usage-error.ts";
