export type { Config, MockConfig, ScaffoldConfig } from "./cli/config/config-types.ts";
export { defineConfig } from "./cli/config/define-config.ts";
export type {
  CodeCounts,
  CodemodDocument,
  DiffDocument,
  VersionDocument,
  VersionedPackage,
  FailureDocument,
  GenerateDocument,
  InitDocument,
  JobDocuments,
  JobName,
  JsonDocuments,
  MockDocument,
  ReportedChange,
} from "./cli/json-documents.ts";
export { DiagnosticsError, formatDiagnostics } from "./diagnostics.ts";
export type { Diagnostic, SourceLocation } from "./diagnostics.ts";
export type { Change } from "./diff/change-types.ts";
export { EmitterError } from "./emit/emitter-error.ts";
export type { Page } from "./explain/pages.ts";
export { generate } from "./generate.ts";
export type { GenerateOptions, GenerateResult } from "./generate-types.ts";
export type { NamedOperation, OperationName } from "./load/name/operation-name.ts";
export { scaffold } from "./scaffold/scaffold-on-demand.ts";
export type { ScaffoldOptions, ScaffoldResult } from "./scaffold/scaffold-types.ts";
export { ScaffoldError } from "./scaffold/scaffold-error.ts";
export type { FileChange } from "./write/file-change.ts";
