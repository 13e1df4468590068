import type { DiagnosticCode } from "../diagnostic-codes.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { Verdict, Verdicts } from "../diff/change-kinds.ts";
import type { LeftAlone } from "../codemod/rename-references.ts";
import type { CompileError, ImpactedChange } from "../impact/impact-types.ts";
import type { Page } from "../explain/pages.ts";
import type { GenerateResult } from "../generate-types.ts";
import type { PlannedRelease } from "../release/plan-release.ts";
import type { ScaffoldResult } from "../scaffold/scaffold-types.ts";
import type { ComparedSurfaces } from "./diff-surfaces.ts";
import type { FileChange } from "../write/file-change.ts";

/**
 * What commands write to standard output with `--format json`: one document, and nothing else. With `--watch` it is one for
 * each run, each in a line of its own. Commands with several jobs write a list, in which each has its job. `verify` writes
 * its report, by the schema that its package has.
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

/** What any command writes instead when it cannot do what was asked; its exit code is 2 then. */
export interface FailureDocument {
  /** What failed, as it is also said on standard error; of a description, how many faults it has. */
  readonly error: string;
  /** Every fault of the description; left out where something else is wrong. */
  readonly diagnostics?: readonly Diagnostic[];
  /** How many diagnostics there are of each code. */
  readonly counts?: CodeCounts;
}

/** How many diagnostics there are of each code; codes of which there are none are left out. */
export type CodeCounts = Readonly<Partial<Record<DiagnosticCode, number>>>;

/** What came of each of several jobs. */
export type JobDocuments<Document> = readonly (JobName & (Document | FailureDocument))[];

/** A job of several: its description, and where it writes. */
export interface JobName {
  readonly description: string;
  readonly out?: string | undefined;
}

/** A file that differs from what is generated, or differed; `keys` are those of package.json that do. */
export type ReportedChange = Pick<FileChange, "path" | "kind" | "keys">;

/** What came of `generate`. */
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
  /** As `changes`, of the compiled files. */
  readonly compiled: readonly ReportedChange[];
  readonly counts: CodeCounts;
  /** How relative imports end, in the layout `folder`. */
  readonly importExtension?: GenerateResult["imports"];
  /** What the code needs and the project does not have, in the layout `folder`. */
  readonly install?: GenerateResult["missing"];
  /** What this version of the generator changes in the API of packages that another one wrote. */
  readonly upgrade?: GenerateResult["upgrade"];
  readonly milliseconds: number;
}

/** What `init` did, and what comes next. */
export interface InitDocument {
  /** The configuration that was there. */
  readonly kept?: string;
  /** Files, relative to the project. */
  readonly created: readonly string[];
  readonly edited: readonly { readonly path: string; readonly added: string }[];
  /** What only the user can do. */
  readonly byHand: readonly string[];
  /** What is worth knowing of the project. */
  readonly notes: readonly string[];
  /** What was generated, with `--install`. */
  readonly generated?: JsonDocuments["generate"];
  /** The commands that are still to be run. */
  readonly next: readonly string[];
}

/** A mock that is served now. */
export interface MockDocument {
  readonly url: string;
  /** The address of its console, with the token; left out where it has none. */
  readonly consoleUrl?: string;
}

/** The edits by which code of the user's follows renames. */
export interface CodemodDocument {
  /** The files, relative to the working directory, each with a unified diff of it. */
  readonly files: readonly { readonly file: string; readonly patch: string }[];
  /** Whether they were written; `--dry-run` and `--check` write nothing. */
  readonly written: boolean;
  /** The places that are left to somebody, with why. */
  readonly left: readonly LeftAlone[];
  /** What does not compile with the later description after the edits, and did with the earlier one. */
  readonly errors: readonly CompileError[];
  /** Options of the projects that the compiler does not know. */
  readonly notes: readonly string[];
}

/** The changes between two descriptions. */
export interface DiffDocument {
  readonly base: string;
  readonly head: string;
  /** How many changes there are of each verdict, for each audience. */
  readonly counts: Readonly<Record<keyof Verdicts, Readonly<Record<Verdict, number>>>>;
  readonly changes: readonly ImpactedChange[];
  /** What the compiler says of the projects that `--project` names; left out where it names none. */
  readonly compiled?: CompiledDocument;
  /** How the generated packages differ; left out where there are none. */
  readonly surface?: ComparedSurfaces;
}

/** The next versions of the generated packages. */
export interface VersionDocument {
  /** The last release, as the command line has it. */
  readonly base: string;
  readonly isDryRun: boolean;
  readonly packages: readonly VersionedPackage[];
  /** Files that were written, or would be, relative to the working directory. */
  readonly written: readonly string[];
}

/** The next version of a package; `level` is `none` where it is not released, and `changes` are those that concern its users. */
export type VersionedPackage = Omit<PlannedRelease, "files">;

/** What the compiler says of projects with the later description, and not with the earlier one. */
export interface CompiledDocument {
  /** How many files were compiled, without those that are installed or generated. */
  readonly files: number;
  /** How many errors only the later description causes; they are with the changes that cause them, and in `other`. */
  readonly errors: number;
  /** How many errors there are by the earlier description already. */
  readonly earlier: number;
  /** The errors that no single change explains by its names. */
  readonly other: readonly CompileError[];
  /** Options of the projects that the compiler does not know. */
  readonly notes: readonly string[];
}
