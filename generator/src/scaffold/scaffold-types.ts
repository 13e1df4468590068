import type { LeftOut } from "../load/filter/filter-types.ts";
import type { LoadOptions } from "../load/load-options.ts";
import type { LineChange } from "./line-changes.ts";
import type { Layout, Template } from "./record.ts";

/** How handler files are written; what is left out is as the folder has it already. */
export interface HandlerFileOptions {
  readonly scope: string;
  /**
   * What relative imports end with: `js` (default) for compilers and bundlers, `ts` for Node's type
   * stripping.
   */
  readonly importExtension?: "js" | "ts" | undefined;
  /** Where new handlers go: a file per operation (default), or one per tag. */
  readonly layout?: Layout | undefined;
  /** How new handlers look: `plain` (default), or functions of a `store` that give the handler. */
  readonly template?: Template | undefined;
}

/** What a scaffold run is told. */
export interface ScaffoldOptions extends HandlerFileOptions, LoadOptions {
  readonly spec: string;
  /** Absolute path of the folder of handlers. */
  readonly out: string;
  /** operationIds; with `tags` empty too, all operations are meant. */
  readonly operations: readonly string[];
  readonly tags: readonly string[];
  /** Works out what there is to do, and writes nothing. */
  readonly dryRun?: boolean;
  /** Moves handlers of operations that are gone to `orphans`. */
  readonly prune?: boolean;
  /** Writes handlers that answer as the mocks do, in place of those that are not written yet. */
  readonly promote?: boolean;
}

/** An existing file that gets other lines. */
export interface EditedFile {
  readonly path: string;
  readonly changes: readonly LineChange[];
}

/** An operation that has another name than when its handler was made. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
  /** Why it is the same operation, in words. */
  readonly proof: string;
}

/** A handler whose operation the description has no more. */
export interface Orphaned {
  readonly operation: string;
  readonly path: string;
  /** Where it is moved to; left out: it stays. */
  readonly movedTo?: string;
  /** Why it stays although orphans are to be moved. */
  readonly reason?: string;
}

/** What only the user can do. */
export interface ByHand {
  readonly path: string;
  readonly message: string;
}

/** What a run did or, when it is told to write nothing, would do. Paths are relative to the folder, with `/`. */
export interface ScaffoldResult {
  readonly created: readonly string[];
  readonly edited: readonly EditedFile[];
  readonly renamed: readonly Renamed[];
  readonly orphaned: readonly Orphaned[];
  readonly byHand: readonly ByHand[];
  /** What existed, and was left as it is. */
  readonly kept: readonly string[];
  /** What the filters have left out. */
  readonly leftOut: LeftOut;
}
