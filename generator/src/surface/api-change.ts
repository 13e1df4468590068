import type { Verdict } from "@openapi-packages/cli/explain/pages";

/** The code of a change to the generated API, as reports print it. */
export type ApiChangeCode = keyof typeof apiChangeKinds;

/** Describes each kind of change; docs/diff.md lists them in a table. */
export const apiChangeKinds = {
  "package-added": "there is another package",
  "package-removed": "a package is gone, or has another name",
  "entry-added": "the package has another entry",
  "entry-removed": "an entry of the package is gone, with what it exports",
  "export-added": "an entry exports another name",
  "export-removed": "an entry does not export a name any more",
  "export-became-type": "a name that was a value is exported as a type alone",
  "member-added":
    "a type has another optional member, or one that nobody but generated code writes",
  "required-member-added":
    "a type has another member, and code that makes values of it has to have it",
  "member-removed": "a member of a type is gone",
  "member-became-required": "a member is required now",
  "member-became-optional": "a member is not required any more",
  "type-changed": "a type, a signature or the type of a member is another one",
  "api-deprecated": "a name or member is deprecated",
} as const;

/** Whether a change breaks code that compiles against the packages. */
export interface ApiVerdicts {
  readonly callers: Verdict;
  readonly handlers: Verdict;
}

/** One change between two versions of the generated API. */
export interface ApiChange {
  readonly code: ApiChangeCode;
  /** The folder of the package: `client`. */
  readonly folder: string;
  readonly packageName: string;
  /**
   * The import paths that export the name; empty for a declaration that is only mentioned by
   * others.
   */
  readonly entries: readonly string[];
  /** The exported name; `undefined` for a package or an entry. */
  readonly name: string | undefined;
  /**
   * The path of the member below the declaration: `["query", "page"]`; empty for the declaration
   * itself.
   */
  readonly member: readonly string[];
  /** Its text before and after the change; `undefined` where it does not exist. */
  readonly base: string | undefined;
  readonly head: string | undefined;
  readonly verdicts: ApiVerdicts;
}

/** Returns the name that reports use for a declaration or a member: `PetsClient.listPets`. */
export function apiChangeName({ name, member, packageName, entries }: ApiChange): string {
  return [name ?? entries[0] ?? packageName, ...member].join(".");
}

/** Returns true for a change with which someone's code may no longer compile. */
export const isApiBreak = ({ verdicts }: ApiChange): boolean =>
  verdicts.callers === "breaking" || verdicts.handlers === "breaking";
