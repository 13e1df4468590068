import type { ListedPlace } from "../../changes/codemod/listed-place.ts";
import type { Verdict } from "@openapi-packages/cli/explain/pages";
import type { Verdicts } from "../../changes/diff/change-kinds.ts";
import type { StabilityLevel } from "../../changes/diff/change-types.ts";
import type { CompileError, ImpactedChange } from "../../changes/impact/impact-types.ts";
import type { PlannedRelease } from "../../changes/release/plan-release.ts";
import type { ComparedSurfaces } from "./diff-surfaces.ts";

/** The result of `diff`: the changes between two descriptions. */
export interface DiffDocument {
  readonly base: string;
  readonly head: string;
  /** The level of `--stability`: changes of what was less stable are `excused` for callers. */
  readonly stability?: StabilityLevel | undefined;
  /** The number of changes of each verdict, for each audience. */
  readonly counts: Readonly<Record<keyof Verdicts, Readonly<Record<Verdict, number>>>>;
  readonly changes: readonly ImpactedChange[];
  /** The compile errors in the projects that `--project` names; `undefined` without it. */
  readonly compiled?: CompiledDocument;
  /** How the API of the generated packages differs; `undefined` without packages. */
  readonly surface?: ComparedSurfaces;
}

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

/** The edits that apply renames to the user's code. */
export interface CodemodDocument {
  /** The edited files, relative to the working directory, each with a unified diff. */
  readonly files: readonly { readonly file: string; readonly patch: string }[];
  /** True if the files were written; false with `--dry-run` and `--check`. */
  readonly written: boolean;
  /** The places that the user has to edit by hand, each with the reason; lines are those of the files as they are now. */
  readonly left: readonly ListedPlace[];
  /** The places that are edited so that the code around them may mean something else, each with what that is. */
  readonly review: readonly ListedPlace[];
  /** The compile errors with the later description, after the edits, that the earlier one did not have. */
  readonly errors: readonly CompileError[];
  /** Options of the projects that the compiler does not know, and what else is to be said of the edits. */
  readonly notes: readonly string[];
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
