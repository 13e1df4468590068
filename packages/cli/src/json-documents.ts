import type { DiagnosticCode } from "@openapi-packages/description/diagnostics/diagnostic-codes";
import type { Diagnostic } from "@openapi-packages/description/diagnostics/diagnostics";
import type { Verdict, Verdicts } from "@openapi-packages/changes/diff/change-kinds";
import type { LeftAlone } from "@openapi-packages/changes/codemod/rename-references";
import type { CompileError, ImpactedChange } from "@openapi-packages/changes/impact/impact-types";
import type { Page } from "./explain/pages.ts";
import type { GenerateResult } from "openapi-packages/generate-types";
import type { PlannedRelease } from "@openapi-packages/changes/release/plan-release";
import type { ScaffoldResult } from "openapi-packages/scaffold/scaffold-types";
import type { ComparedSurfaces } from "@openapi-packages/changes/commands/diff-surfaces";
import type { FileChange } from "openapi-packages/write/file-change";

/**
 * The one document that each command writes to standard output with `--format json`. With `--watch` it writes one document
 * a run, each on its own line. With several jobs it is a list with an item for each job. `verify` writes its own report,
 * whose schema is in its package.
 */
export interface JsonDocuments {
  readonly init: InitDocument;
  readonly generate: GenerateDocument | JobDocuments<GenerateDocument>;
  readonly scaffold: ScaffoldResult | JobDocuments<ScaffoldResult>;
  readonly promote: ScaffoldResult;
  readonly mock: MockDocument;
  readonly diff: DiffDocument;
  readonly codemod: CodemodDocument;
  readonly version: VersionDocument;
  /** The pages of one code, or those of all. */
  readonly explain: readonly Page[];
}

/** The document that a command writes instead when it fails with exit code 2. */
export interface FailureDocument {
  /** The message that is also on standard error; for an invalid description, the number of its errors and warnings. */
  readonly error: string;
  /** The diagnostics of the description; `undefined` if the description is not the cause. */
  readonly diagnostics?: readonly Diagnostic[];
  /** How many diagnostics there are of each code. */
  readonly counts?: CodeCounts;
}

/** The number of diagnostics of each code; codes without any are left out. */
export type CodeCounts = Readonly<Partial<Record<DiagnosticCode, number>>>;

/** The results of several jobs. */
export type JobDocuments<Document> = readonly (JobName & (Document | FailureDocument))[];

/** Identifies one of several jobs by its description and its output folder. */
export interface JobName {
  readonly description: string;
  readonly out?: string | undefined;
}

/** A file that differs from what is generated, or did before it was written; `keys` are the differing keys of package.json. */
export type ReportedChange = Pick<FileChange, "path" | "kind" | "keys">;

/** The result of `generate`. */
export interface GenerateDocument extends Pick<
  GenerateResult,
  | "operations"
  | "schemas"
  | "files"
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
  readonly counts: CodeCounts;
  /** The ending of relative imports, in the layout `folder`. */
  readonly importExtension?: GenerateResult["imports"];
  /** The dependencies of the code that the project lacks, in the layout `folder`. */
  readonly install?: GenerateResult["missing"];
  /** The changes of the packages' API that come from a new version of the generator. */
  readonly upgrade?: GenerateResult["upgrade"];
  readonly milliseconds: number;
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
}

/** A mock that is running. */
export interface MockDocument {
  readonly url: string;
  /** The address of its console, including the token; `undefined` without a console. */
  readonly consoleUrl?: string;
}

/** The edits that apply renames to the user's code. */
export interface CodemodDocument {
  /** The edited files, relative to the working directory, each with a unified diff. */
  readonly files: readonly { readonly file: string; readonly patch: string }[];
  /** True if the files were written; false with `--dry-run` and `--check`. */
  readonly written: boolean;
  /** The places that the user has to edit by hand, each with the reason. */
  readonly left: readonly LeftAlone[];
  /** The compile errors with the later description, after the edits, that the earlier one did not have. */
  readonly errors: readonly CompileError[];
  /** Options of the projects that the compiler does not know. */
  readonly notes: readonly string[];
}

/** The result of `diff`: the changes between two descriptions. */
export interface DiffDocument {
  readonly base: string;
  readonly head: string;
  /** The number of changes of each verdict, for each audience. */
  readonly counts: Readonly<Record<keyof Verdicts, Readonly<Record<Verdict, number>>>>;
  readonly changes: readonly ImpactedChange[];
  /** The compile errors in the projects that `--project` names; `undefined` without it. */
  readonly compiled?: CompiledDocument;
  /** How the API of the generated packages differs; `undefined` without packages. */
  readonly surface?: ComparedSurfaces;
}

/** The result of `version`: the next versions of the generated packages. */
export interface VersionDocument {
  /** The last release, as the command line names it. */
  readonly base: string;
  readonly isDryRun: boolean;
  readonly packages: readonly VersionedPackage[];
  /** The files that were written, or with `--dry-run` would be, relative to the working directory. */
  readonly written: readonly string[];
}

/** The next version of a package. `level` is `none` if it is not released; `changes` are those that concern its users. */
export type VersionedPackage = Omit<PlannedRelease, "files">;

/** The compile errors in projects with the later description that the earlier one does not have. */
export interface CompiledDocument {
  /** The number of files compiled, without installed and generated ones. */
  readonly files: number;
  /** The number of errors that only the later description causes; they are listed with their changes, and in `other`. */
  readonly errors: number;
  /** The number of errors that the earlier description causes too. */
  readonly earlier: number;
  /** The errors that cannot be traced to one change by its names. */
  readonly other: readonly CompileError[];
  /** Options of the projects that the compiler does not know. */
  readonly notes: readonly string[];
}
