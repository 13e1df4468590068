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
} from "./commands/changes/json-documents.ts";
export { changeKinds } from "./changes/diff/change-kinds.ts";
export type { Change } from "./changes/diff/change-types.ts";
export { diffDescriptions } from "./changes/diff/diff-descriptions.ts";
