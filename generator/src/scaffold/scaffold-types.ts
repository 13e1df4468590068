import type { DateType } from "../model/conversions/date-types.ts";
import type { LeftOut } from "../load/filter/filter-operations.ts";
import type { Framework, ScaffoldEntry } from "./entry/entry-types.ts";
import type { ImportExtension } from "../import-extension.ts";
import type { LoadOptions } from "../load/load-options.ts";
import type { LineChange } from "./line-changes.ts";
import type { Layout, Template } from "./record.ts";

/** The style of handler files; an option left out is as the folder has it already. */
export interface HandlerFileOptions {
  /** The npm scope of the generated packages, `@acme` for `@acme/server`. */
  readonly scope?: string | undefined;
  /** What the names of the generated packages begin with, `acme` for `acme-server`. */
  readonly name?: string | undefined;
  /**
   * The folder of the generated server where the layout is `folder`: `src/api/server`. Handlers import it
   * by relative path then, and scope and name are not needed.
   */
  readonly server?: string | undefined;
  /**
   * How relative imports end: `./pets.ts`, `./pets.js` or, with `none`, `./pets`. Left out: as the folder has it
   * already, else as the nearest tsconfig.json wants it.
   */
  readonly importExtension?: ImportExtension | undefined;
  /** The layout of new handlers: a file per operation (default), or one per tag. */
  readonly layout?: Layout | undefined;
  /** The form of new handlers: `plain` (default), or functions of a `store` that give the handler. */
  readonly template?: Template | undefined;
  /**
   * Writes the file that listens, `server.ts` beside the handlers, with Node itself or a framework, where there is
   * none yet. Left out: no such file.
   */
  readonly entry?: Framework | undefined;
  /** The origins whose pages may call the service (CORS), for a new entry: `https://app.example`. Left out: none. */
  readonly allowOrigins?: readonly string[] | undefined;
}

/** The options of a scaffold run. */
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
  /** The type of values whose `format` is `date-time` in the generated packages. Left out: they are texts. */
  readonly dates?: DateType | undefined;
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
  /** The place that it is moved to; left out: it stays. */
  readonly movedTo?: string;
  /** Why it stays although orphans are to be moved. */
  readonly reason?: string;
}

/** A change that only the user can make. */
export interface ByHand {
  readonly path: string;
  readonly message: string;
}

/** The changes that a run made or, with `dryRun`, would make. Paths are relative to the folder, with `/`. */
export interface ScaffoldResult {
  readonly created: readonly string[];
  readonly edited: readonly EditedFile[];
  readonly renamed: readonly Renamed[];
  readonly orphaned: readonly Orphaned[];
  readonly byHand: readonly ByHand[];
  /** Files that existed, and were left as they are. */
  readonly kept: readonly string[];
  /** The operations and components that the filters have left out. */
  readonly leftOut: LeftOut;
  /** The file that listens; left out where none was asked for. */
  readonly entry?: ScaffoldEntry;
}
