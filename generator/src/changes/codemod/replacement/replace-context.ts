import type TypeScript from "typescript";
import type { TextEdit } from "@openapi-packages/description/load/edit/text-edit";
import type { Remark } from "../listed-place.ts";
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

/** The edits of a file, and the places that the user has to look at. */
export interface FileReplacement {
  readonly edits: readonly TextEdit[];
  /** The places that are not edited. */
  readonly left: readonly Remark[];
  /** The places that are edited so that the code around them may mean something else. */
  readonly review: readonly Remark[];
  /** True if the file imports `api`. */
  readonly usesClientFile: boolean;
}

/** Replaces the calls of a library in a file. */
export type Replace = (file: TypeScript.SourceFile, context: ReplaceContext) => FileReplacement;

/** Collects the edits of a file, and the places that the user has to look at. */
export class FileEdits {
  readonly edits: TextEdit[] = [];
  readonly left: Remark[] = [];
  readonly review: Remark[] = [];
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
    this.left.push(this.#remark(node, message));
  }

  /** Has the user look at a node whose surroundings are edited. */
  look(node: TypeScript.Node, message: string): void {
    this.review.push(this.#remark(node, message));
  }

  #remark(node: TypeScript.Node, message: string): Remark {
    return { start: node.getStart(this.file), end: node.end, message };
  }
}
