/**
 * Compares two descriptions, and what is generated from them.
 *
 * @packageDocumentation
 */
export type {
  CodemodDocument,
  CompiledDocument,
  DiffDocument,
  VersionDocument,
  VersionedPackage,
} from "./commands/json-documents.ts";
export { changeKinds } from "./diff/change-kinds.ts";
export type { Change } from "./diff/change-types.ts";
export { diffDescriptions } from "./diff/diff-descriptions.ts";
