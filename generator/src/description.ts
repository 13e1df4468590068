/**
 * Reads descriptions, for programs that work on them: `openapi-packages/description`. It is all
 * that `@openapi-packages/verify` uses of this package.
 * @packageDocumentation
 */
export {
  readDescription,
  type Description,
  type ReadDescriptionOptions,
} from "@openapi-packages/compiler/mock/serve/read-description";
export type { ExampleInput } from "@openapi-packages/compiler/mock/answers/example-input";
export {
  DiagnosticsError,
  formatDiagnostics,
} from "@openapi-packages/description/diagnostics/diagnostics";
export type {
  Diagnostic,
  SourceLocation,
} from "@openapi-packages/description/diagnostics/diagnostics";
export {
  readSourceFile,
  type SourceFile,
} from "@openapi-packages/description/load/read/source-file";
export {
  isFile,
  readRevision,
  type RevisionPlace,
  type RevisionRead,
} from "@openapi-packages/description/load/revision/read-revision";
export type { LoadOptions } from "@openapi-packages/description/load/load-options";
export type { OperationFilters } from "@openapi-packages/description/load/filter/filter-operations";
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
} from "@openapi-packages/description/model/api-model";
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
} from "@openapi-packages/description/json/json";
export {
  appliedSchemas,
  itemPlaces,
  memberPlaces,
  placesOf,
  targetIn,
  type AppliedSchema,
  type Target,
} from "@openapi-packages/description/model/applied/applied-schemas";
export { Conjunction, type Choice } from "@openapi-packages/description/model/applied/conjunction";
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
} from "@openapi-packages/description/model/applied/keyword-values";
export {
  mapSubschemas,
  referencedName,
  subschemas,
  type Subschema,
} from "@openapi-packages/description/json/subschemas";
export {
  literal,
  literalKey,
  markdownCode,
  markdownLine,
  visible,
} from "@openapi-packages/description/text/escape";
export { matchesText } from "@openapi-packages/description/patterns/pattern-plan";
export { parseText, type ParsedText } from "@openapi-packages/description/load/read/parse-text";
export type {
  VerifyCommand,
  VerifyCredentials,
  VerifyReportOptions,
  VerifyRequest,
  VerifyRunOptions,
  VerifySubject,
} from "@openapi-packages/cli/verify-request";
export { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
