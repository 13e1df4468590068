import type { CodeCounts, JobDocuments, MockDocument } from "@openapi-packages/cli/json-documents";
import type { Page } from "@openapi-packages/cli/explain/pages";
import type { Diagnostic } from "@openapi-packages/description/diagnostics/diagnostics";
import type { LeftFix } from "../lint/plan-fixes.ts";
import type { GenerateResult } from "../generate-types.ts";
import type { FirstCall } from "./init/plan-first-call.ts";
import type { ScaffoldResult } from "../scaffold/scaffold-types.ts";
import type { FileChange } from "../write/file-change.ts";

/**
 * The one document that each command writes to standard output with `--format json`. With `--watch` it writes one document
 * a run, each on its own line. With several jobs it is a list with an item for each job. The
 * documents of `diff`, `codemod` and `version` are in `openapi-packages/changes`, and the schema of `verify`'s report is in its package.
 */
export interface JsonDocuments {
  readonly init: InitDocument;
  readonly generate: GenerateDocument | JobDocuments<GenerateDocument>;
  readonly lint: LintDocument | JobDocuments<LintDocument>;
  readonly scaffold: ScaffoldResult | JobDocuments<ScaffoldResult>;
  readonly promote: ScaffoldResult;
  readonly mock: MockDocument;
  /** The pages of one code, or those of all. */
  readonly explain: readonly Page[];
}

/** A file that differs from what is generated, or did before it was written; `keys` are the differing keys of package.json. */
export type ReportedChange = Pick<FileChange, "path" | "kind" | "keys">;

/** The result of `generate`. */
export interface GenerateDocument extends Pick<
  GenerateResult,
  | "operations"
  | "schemas"
  | "files"
  | "parts"
  | "leftOut"
  | "undeclaredPages"
  | "notes"
  | "isRepaired"
  | "isUnchanged"
  | "warnings"
  | "infos"
> {
  /** True if nothing was written. */
  readonly check: boolean;
  readonly changes: readonly ReportedChange[];
  /** The changes of compiled files. */
  readonly compiled: readonly ReportedChange[];
  /** Why files are not up to date, with `--check`. */
  readonly causes?: GenerateResult["causes"];
  readonly counts: CodeCounts;
  /** The ending of relative imports, in the layout `folder`. */
  readonly importExtension?: GenerateResult["imports"];
  /** The dependencies of the code that the project lacks, in the layout `folder`. */
  readonly install?: GenerateResult["missing"];
  /** The changes of the packages' API that come from a new version of the generator. */
  readonly upgrade?: GenerateResult["upgrade"];
  readonly milliseconds: number;
}

/** The result of `lint`. */
export interface LintDocument {
  /** What is wrong with the description; what was fixed is left out. */
  readonly diagnostics: readonly Diagnostic[];
  readonly counts: CodeCounts;
  /** The operations whose lists have pages that the description does not declare. */
  readonly undeclaredPages: readonly string[];
  /** What `--fix` writes, or has written. */
  readonly fixes: readonly Pick<LeftFix, "code" | "location">[];
  /** What is assumed, too, and left to the user. */
  readonly left: readonly LeftFix[];
  /** The edits of each file, as unified diffs. */
  readonly files: readonly { readonly file: string; readonly patch: string }[];
  /** True if these edits were written. */
  readonly written: boolean;
}

/** The result of `init`, and the next steps. */
export interface InitDocument {
  /** The configuration that already existed. */
  readonly kept?: string;
  /** Files, relative to the project. */
  readonly created: readonly string[];
  readonly edited: readonly { readonly path: string; readonly added: string }[];
  /** The steps that the user has to do by hand. */
  readonly byHand: readonly string[];
  /** Hints about the project. */
  readonly notes: readonly string[];
  /** The result of `generate`, with `--install`. */
  readonly generated?: JsonDocuments["generate"];
  /** The commands to run next. */
  readonly next: readonly string[];
  /** A first program, made of the description; left out if there are several jobs, or none of its operations fits. */
  readonly firstCall?: FirstCall;
}
