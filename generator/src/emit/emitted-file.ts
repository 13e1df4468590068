import type { StatementStructures } from "ts-morph";
import type { EmitModel } from "./emit-model.ts";
import type { PackageNaming } from "./package-names.ts";
import type { PartName } from "./parts.ts";
import type { ImportExtension } from "../import-extension.ts";

/** A statement as ts-morph's structure, or as text where another printer has made it. */
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
  | { readonly kind: "text"; readonly path: string; readonly text: string };

/** Options of the emitters. */
export interface EmitOptions extends PackageNaming {
  /**
   * The parts to generate; what they need comes along. Left out: contract, client, server and mocks.
   * A choice saves the code of servers and mocks in an application that only calls.
   */
  readonly packages?: readonly PartName[];
  /**
   * The ending of relative imports in the layout `folder`, as the compiler or bundler of the project
   * wants it: `./pets.ts`, `./pets.js` or `./pets`. Left out: worked out from the project's tsconfig.json.
   */
  readonly importExtension?: ImportExtension;
  /** Write the description in one file as well, `contract/openapi.json`. */
  readonly openapiJson?: boolean;
  /** Compile validators of named schemas that no operation uses too. */
  readonly allSchemaValidators?: boolean;
}

/** One package: a pure function over the model. */
export type Emitter = (model: EmitModel, options: EmitOptions) => EmittedFile[];

/** A JSON file, two spaces, as npm and editors write it. */
export function jsonFile(path: string, value: unknown): EmittedFile {
  return { kind: "text", path, text: `${JSON.stringify(value, null, 2)}\n` };
}

/** A Markdown file from its lines. */
export function markdownFile(path: string, lines: readonly string[]): EmittedFile {
  return { kind: "text", path, text: `${lines.join("\n").trimEnd()}\n` };
}

/** A module whose statements are text already. */
export function codeFile(path: string, text: string): EmittedFile {
  return { kind: "module", path, structure: { statements: [text] } };
}
