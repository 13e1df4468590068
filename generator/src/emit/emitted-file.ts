import type {
  codeSamples,
  openapiTypescriptFlags,
  packageNames,
} from "@openapi-packages/cli/options/choices";
import type { StatementStructures } from "ts-morph";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import type {
  DateType,
  Int64Type,
} from "@openapi-packages/description/model/conversions/value-types";
import type { EnumOpenness } from "@openapi-packages/description/model/schema/open-values";
import type { ClientDefaults } from "./client/client-defaults.ts";
import type { PackageNaming } from "./package-names.ts";

/** A statement of a module: text, or a structure of ts-morph. */
export type ModuleStatement = StatementStructures | string;

/** The contents of a TypeScript or ECMAScript file as data. */
export interface ModuleStructure {
  readonly statements: readonly ModuleStatement[];
}

/** A file to be written. Paths are relative to the output folder, with `/`. */
export type EmittedFile =
  /** A module, which ts-morph prints and a formatter formats. */
  | { readonly kind: "module"; readonly path: string; readonly structure: ModuleStructure }
  /** Any other file, such as JSON or Markdown, which is written unchanged. */
  | { readonly kind: "text"; readonly path: string; readonly text: string }
  /**
   * A package.json. A new file is written unchanged; in an existing one only the generator's keys
   * are updated.
   */
  | {
      readonly kind: "package";
      readonly path: string;
      readonly content: PackageKeys;
      /**
       * The keys of `content` that the generator owns; all others belong to the package's owner.
       */
      readonly own: ReadonlySet<string>;
    };

/**
 * A note of an emitter about a run, beside its files. The command prints it with the emitter's
 * name. A note reports what was measured or chosen; problems are thrown as errors.
 */
export interface EmitterNote {
  readonly kind: "note";
  readonly text: string;
}

/** Creates a note, to be returned among the files of an emitter. */
export function emitterNote(text: string): EmitterNote {
  return { kind: "note", text };
}

/** The members of a package.json, as JSON values. */
export type PackageKeys = Readonly<Record<string, unknown>>;

/** A flag of openapi-typescript, such as `enum`. */
export type OpenapiTypescriptFlag = (typeof openapiTypescriptFlags)[number];

/** Code for an operation: a call with the client, or a curl command. */
export type CodeSample = (typeof codeSamples)[number];

/** Options of the package `paths`. */
export interface PathsOptions {
  /** The flags of openapi-typescript that it is written with. Omitted: none. */
  readonly openapiTypescript?: readonly OpenapiTypescriptFlag[];
}

/** Options of the emitters. */
export interface EmitOptions extends PackageNaming {
  /** Also write the description as one file, `contract/openapi.json`. */
  readonly openapiJson?: boolean;
  /**
   * Compile validators for a client alone in a folder. Other packages always have them. Omitted:
   * true with `allSchemaValidators`, which asks for them too.
   */
  readonly validators?: boolean;
  /** Also compile validators of named schemas that no operation uses. */
  readonly allSchemaValidators?: boolean;
  /**
   * The type of values whose `format` is `date-time`. `Date` converts them to instances of `Date`
   * on both ends of the wire. Omitted: they stay strings.
   */
  readonly dates?: DateType;
  /** The type of integers with `format: int64`. Default: numbers. */
  readonly int64?: Int64Type;
  /**
   * Whether the client's response types admit undocumented values of enums that do not declare this
   * themselves (`x-extensible-enum`). The contract's types only have the known values. Omitted:
   * `open`.
   */
  readonly enums?: EnumOpenness;
  /**
   * Write a page for each operation into `contract/dist/reference`, with its types, responses and
   * code. Omitted: false.
   */
  readonly reference?: boolean;
  /**
   * Write an overlay with `x-codeSamples` of each operation into `contract/code-samples.overlay.json`. Omitted or
   * empty: none.
   */
  readonly codeSamples?: readonly CodeSample[];
  /**
   * The extension of relative imports in the layout `folder`: `./pets.ts`, `./pets.js` or, with
   * `none`, `./pets`. Omitted: the one that the nearest tsconfig.json requires.
   */
  readonly importExtension?: "ts" | "js" | "none";
  /**
   * Write the client's entry `http`, an openapi-fetch client. Omitted: true for packages, where
   * openapi-fetch is an optional peer dependency, false for a folder.
   */
  readonly openapiFetch?: boolean;
  /**
   * Write the description's examples as typed constants, the mocks' entry `examples`. Omitted: false, the mocks
   * have the values where they answer with them.
   */
  readonly mockExamples?: boolean;
  /** The defaults of the generated client. */
  readonly client?: ClientDefaults;
}

/**
 * A pure function that returns files, and notes about them, for the model of a description. It
 * reads no files, keeps no state between calls and does not change its arguments: the model is
 * frozen. The first segment of a file's path is its folder in the output, such as `permissions` in
 * `permissions/src/index.ts`; the generator owns that folder like those of its own packages.
 *
 * @throws {Error} to end the run with the message, before any file is written
 */
export interface Emitter {
  (model: ApiModel, options: EmitOptions): readonly (EmittedFile | EmitterNote)[];
  /**
   * The packages that its files import. They are written with it, as if they were in the list.
   * Omitted: none.
   */
  dependencies?: readonly PackageName[];
}

/**
 * A package that the generator can emit. `types` is a contract that only has types: no validators,
 * no table of operations, no dependencies. `paths` is one module of types in the form of
 * openapi-typescript.
 */
export type PackageName = (typeof packageNames)[number];

/** Creates a JSON file, indented by two spaces as npm does. */
export function jsonFile(path: string, value: unknown): EmittedFile {
  return { kind: "text", path, text: jsonText(value) };
}

/** Prints the text of {@link jsonFile}. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Creates a Markdown file from its lines. */
export function markdownFile(path: string, lines: readonly string[]): EmittedFile {
  return { kind: "text", path, text: `${lines.join("\n").trimEnd()}\n` };
}

/** Creates a module from the text of its statements. */
export function codeFile(path: string, text: string): EmittedFile {
  return { kind: "module", path, structure: { statements: [text] } };
}
