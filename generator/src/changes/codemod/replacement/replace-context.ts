import type TypeScript from "typescript";
import type { TextEdit } from "@openapi-packages/description/load/edit/text-edit";
import type { LeftAlone } from "../left-alone.ts";
import type { ClientMethod } from "./client-method.ts";

/** The program whose files are edited, and what its calls may become. */
export interface ReplaceContext {
  readonly ts: typeof TypeScript;
  readonly checker: TypeScript.TypeChecker;
  /** Names of the types of schemas that the generated client exports. */
  readonly types: ReadonlySet<string>;
  /** The module that exports `api`, as messages show it. */
  readonly clientFile: string;
  /** Returns the methods that call a path, by its HTTP method in upper case. */
  methodsAt(method: string, path: (path: string) => boolean): readonly ClientMethod[];
  /** Returns the specifier by which a file imports the generated client. */
  specifierFrom(path: string): string;
  /** Returns the specifier by which a file imports the module that exports `api`. */
  clientFileFrom(path: string): string;
}

/** The edits of a file, and the places that the user has to edit. */
export interface FileReplacement {
  readonly edits: readonly TextEdit[];
  readonly left: readonly Omit<LeftAlone, "file">[];
  /** True if the file imports `api`. */
  readonly usesClientFile: boolean;
}

/** Replaces the calls of a library in a file. */
export type Replace = (file: TypeScript.SourceFile, context: ReplaceContext) => FileReplacement;

/** Collects the edits of a file, and the places that are left to the user. */
export class FileEdits {
  readonly edits: TextEdit[] = [];
  readonly left: Omit<LeftAlone, "file">[] = [];
  /** The nodes that are left. */
  readonly leftNodes: TypeScript.Node[] = [];
  readonly file: TypeScript.SourceFile;

  constructor(file: TypeScript.SourceFile) {
    this.file = file;
  }

  /** Replaces a node. */
  put(node: TypeScript.Node, text: string): void {
    this.edits.push({ start: node.getStart(this.file), end: node.end, text });
  }

  /** Leaves a node to the user. */
  leave(node: TypeScript.Node, message: string): void {
    const { line, character } = this.file.getLineAndCharacterOfPosition(node.getStart(this.file));
    this.left.push({ line: line + 1, column: character + 1, message });
    this.leftNodes.push(node);
  }
}
