/**
 * The command line of openapi-packages.
 *
 * @packageDocumentation
 */
export type { CommandFunction, CommandPackage } from "./load-commands.ts";
export type { ApiChangePage, ChangePage, CheckPage, Page } from "./explain/pages.ts";
export type {
  CodeCounts,
  FailureDocument,
  JobDocuments,
  JobName,
  MockDocument,
} from "./json-documents.ts";
export { runProcess } from "./main.ts";
