export type { Config, MockConfig, ScaffoldConfig } from "./config/config-types.ts";
export { defineConfig } from "./config/define-config.ts";
export type {
  CodeCounts,
  FailureDocument,
  JobDocuments,
  JobName,
  MockDocument,
} from "@openapi-packages/cli/json-documents";
export type {
  GenerateDocument,
  InitDocument,
  JsonDocuments,
  LintDocument,
  ReportedChange,
} from "./commands/json-documents.ts";
export {
  DiagnosticsError,
  formatDiagnostics,
} from "@openapi-packages/description/diagnostics/diagnostics";
export type {
  Diagnostic,
  SourceLocation,
} from "@openapi-packages/description/diagnostics/diagnostics";
export { EmitterError } from "./emit/emitter-error.ts";
export type { Page } from "@openapi-packages/cli/explain/pages";
export { generate } from "./generate.ts";
export type { GenerateOptions, GenerateResult } from "./generate-types.ts";
export type {
  NamedOperation,
  OperationName,
} from "@openapi-packages/description/load/name/operation-name";
export { scaffold } from "./scaffold/scaffold-on-demand.ts";
export type { ScaffoldOptions, ScaffoldResult } from "./scaffold/scaffold-types.ts";
export { ScaffoldError } from "./scaffold/scaffold-error.ts";
export type { FileChange } from "./write/file-change.ts";
