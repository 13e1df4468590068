import type { Verdict } from "../diff/change-kinds.ts";

/** A kind of changes of a surface, as reports name it. */
export type ApiChangeCode = keyof typeof apiChangeKinds;

/** What the kinds of changes of a surface are; docs/diff.md has them as a table. */
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

/** What a change of a surface is to those who compile with it. */
export interface ApiVerdicts {
  readonly callers: Verdict;
  readonly handlers: Verdict;
}

/** One change between two surfaces. */
export interface ApiChange {
  readonly code: ApiChangeCode;
  /** The folder of the package: `client`. */
  readonly folder: string;
  readonly packageName: string;
  /** The entries that export the name, as they are imported; none of what only other declarations mention. */
  readonly entries: readonly string[];
  /** The name that is exported; `undefined` of a package or entry itself. */
  readonly name: string | undefined;
  /** The path to the member, from the declaration: `["query", "page"]`; empty of the declaration itself. */
  readonly member: readonly string[];
  /** Its text in the report before and after; `undefined` where there is none. */
  readonly base: string | undefined;
  readonly head: string | undefined;
  readonly verdicts: ApiVerdicts;
}

/** What a declaration or member is called in reports: `PetsClient.listPets`. */
export function apiChangeName({ name, member, packageName, entries }: ApiChange): string {
  return [name ?? entries[0] ?? packageName, ...member].join(".");
}

/** True for a change that somebody's code may not compile with. */
export const isApiBreak = ({ verdicts }: ApiChange): boolean =>
  verdicts.callers === "breaking" || verdicts.handlers === "breaking";
