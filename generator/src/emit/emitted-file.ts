import type { StatementStructures } from "ts-morph";
import type { ApiModel } from "../model/api-model.ts";
import type { DateType } from "../model/conversions/date-types.ts";
import type { ClientDefaults } from "./client/client-defaults.ts";
import type { PackageNaming } from "./package-names.ts";

/** A statement of a module: text, or one of ts-morph's structures. */
export type ModuleStatement = StatementStructures | string;

/** The whole of a TypeScript or ECMAScript file as data. */
export interface ModuleStructure {
  readonly statements: readonly ModuleStatement[];
}

/** One file that an emitter wants, before it is on disk. Paths are relative to the output folder, with `/`. */
export type EmittedFile =
  /** A module, which ts-morph prints and a formatter lays out. */
  | { readonly kind: "module"; readonly path: string; readonly structure: ModuleStructure }
  /** Any other file, JSON or Markdown; it is written as it is. */
  | { readonly kind: "text"; readonly path: string; readonly text: string }
  /** A package.json: as it is where there is none, and merged into one that is there, of which only some keys are ours. */
  | {
      readonly kind: "package";
      readonly path: string;
      readonly content: PackageKeys;
      /** The keys of `content` that are the generator's; all others are the owner's of the package. */
      readonly own: ReadonlySet<string>;
    };

/**
 * What an emitter says of a run, beside its files: a line that the command prints with the emitter's name. Each
 * says what was measured or chosen; what is wrong is an error that is thrown.
 */
export interface EmitterNote {
  readonly kind: "note";
  readonly text: string;
}

/** A note of an emitter, among its files. */
export function emitterNote(text: string): EmitterNote {
  return { kind: "note", text };
}

/** The members of a package.json, JSON values. */
export type PackageKeys = Readonly<Record<string, unknown>>;

/** Whether enums in responses admit values that are not described yet. */
export type EnumOpenness = "open" | "closed";

/** Options of the emitters. */
export interface EmitOptions extends PackageNaming {
  /** Write the description in one file as well, `contract/openapi.json`. */
  readonly openapiJson?: boolean;
  /** Compile validators of named schemas that no operation uses too. */
  readonly allSchemaValidators?: boolean;
  /**
   * The type of values whose `format` is `date-time`: `Date` makes them instances of `Date`, at both ends of the
   * wire. Left out: they are texts.
   */
  readonly dates?: DateType;
  /**
   * Whether the client's types of responses admit values of enums that are not described yet, where the enum
   * itself does not say (`x-extensible-enum`). Left out: `open`; those of the contract have the known values.
   */
  readonly enums?: EnumOpenness;
  /**
   * Write a page for each operation into `contract/dist/reference`, with its types, its answers and code. Left out: true
   * with packages, false in a folder.
   */
  readonly reference?: boolean;
  /**
   * How relative imports end in the layout `folder`, for the compiler or bundler of the project: `./pets.ts`,
   * `./pets.js` or, with `none`, `./pets`. Left out: as the nearest tsconfig.json wants it.
   */
  readonly importExtension?: "ts" | "js" | "none";
  /** What the generated client does unless it is told otherwise. */
  readonly client?: ClientDefaults;
}

/**
 * A pure function from the model of a description to files, and to notes about them. It reads no file, keeps nothing between calls and
 * changes nothing that it is given: the model is frozen. The first segment of a file's path is its folder
 * in the output, `permissions` in `permissions/src/index.ts`; the generator owns that folder as it owns those
 * of its own packages.
 *
 * @throws {Error} to end the run with the message, before any file is written
 */
export interface Emitter {
  (model: ApiModel, options: EmitOptions): readonly (EmittedFile | EmitterNote)[];
  /** The packages that its files import; they are written with it, as if they were in the list. Left out: none. */
  dependencies?: readonly PackageName[];
}

/**
 * A package that the generator has an emitter for. `types` is a contract of types alone: it has no validators and no
 * table of operations, and depends on nothing.
 */
export type PackageName = "types" | "contract" | "client" | "server" | "mocks";

/** All of {@link PackageName}. */
export const packageNames = [
  "types",
  "contract",
  "client",
  "server",
  "mocks",
] as const satisfies readonly PackageName[];

/** A JSON file, two spaces, as npm and editors write it. */
export function jsonFile(path: string, value: unknown): EmittedFile {
  return { kind: "text", path, text: jsonText(value) };
}

/** The text of {@link jsonFile}. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A Markdown file from its lines. */
export function markdownFile(path: string, lines: readonly string[]): EmittedFile {
  return { kind: "text", path, text: `${lines.join("\n").trimEnd()}\n` };
}

/** A module whose statements are text already. */
export function codeFile(path: string, text: string): EmittedFile {
  return { kind: "module", path, structure: { statements: [text] } };
}
