export { DiagnosticsError, formatDiagnostics } from "./diagnostics.ts";
export type { Diagnostic, SourceLocation } from "./diagnostics.ts";
export { EmitterError } from "./emit/emitter-error.ts";
export { generate } from "./generate.ts";
export type { GenerateOptions, GenerateResult } from "./generate-types.ts";
export { scaffold } from "./scaffold/scaffold.ts";
export type { ScaffoldOptions, ScaffoldResult } from "./scaffold/scaffold.ts";
export { ScaffoldError } from "./scaffold/scaffold-error.ts";
export type { FileChange } from "./write/plan-changes.ts";
