import type {
  DateType,
  Int64Type,
} from "@openapi-packages/description/model/conversions/value-types";
import type { LeftOut } from "@openapi-packages/description/load/filter/filter-operations";
import type { Framework, ScaffoldEntry } from "./entry/entry-types.ts";
import type { ImportExtension } from "@openapi-packages/cli/project/import-extension";
import type { LoadOptions } from "@openapi-packages/description/load/load-options";
import type { LineChange } from "./line-changes.ts";
import type { Layout, Template } from "./record.ts";

/** How handler files are written. Default of each option: what the folder already has. */
export interface HandlerFileOptions {
  /** The npm scope of the generated packages, `@acme` for `@acme/server`. */
  readonly scope?: string | undefined;
  /** The prefix of the generated packages' names, `acme` for `acme-server`. */
  readonly name?: string | undefined;
  /**
   * The folder of the generated server in the layout `folder`: `src/api/server`. Handlers then import it by
   * relative path, and scope and name are not needed.
   */
  readonly server?: string | undefined;
  /**
   * The extension of relative imports: `./pets.ts`, `./pets.js` or, with `none`, `./pets`. Default: that of
   * the folder, otherwise what the nearest tsconfig.json needs.
   */
  readonly importExtension?: ImportExtension | undefined;
  /** The layout of new handlers: a file per operation (default), or one per tag. */
  readonly layout?: Layout | undefined;
  /** The form of new handlers: `plain` (default), or functions that take a `store` and return the handler. */
  readonly template?: Template | undefined;
  /**
   * The framework for `server.ts`, the file beside the handlers that starts the server. It is written if it
   * does not exist. Default: no such file.
   */
  readonly entry?: Framework | undefined;
  /**
   * The origins whose pages may call the service (CORS), for a new entry: `https://app.example`. Default:
   * none.
   */
  readonly allowOrigins?: readonly string[] | undefined;
}

/** Options of a scaffold run. */
export interface ScaffoldOptions extends HandlerFileOptions, LoadOptions {
  readonly spec: string;
  /** Absolute path of the folder of handlers. */
  readonly out: string;
  /** operationIds. If `tags` is empty as well, all operations are selected. */
  readonly operations: readonly string[];
  readonly tags: readonly string[];
  /** True to report the changes without writing them. */
  readonly dryRun?: boolean;
  /** True to move handlers of removed operations to `orphans`. */
  readonly prune?: boolean;
  /** True to write handlers that answer as the mocks do, in place of empty ones. */
  readonly promote?: boolean;
  /** The type of values with the `format` `date-time` in the generated packages. Default: strings. */
  readonly dates?: DateType | undefined;
  /** The type of integers with `format: int64`. Default: numbers. */
  readonly int64?: Int64Type | undefined;
}

/** An existing file with its changed lines. */
export interface EditedFile {
  readonly path: string;
  readonly changes: readonly LineChange[];
}

/** An operation that was renamed since its handler was made. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
  /** Why it is the same operation, in words. */
  readonly proof: string;
}

/** A handler whose operation was removed from the description. */
export interface Orphaned {
  readonly operation: string;
  readonly path: string;
  /** Its new path; left out if it is not moved. */
  readonly movedTo?: string;
  /** Why it is not moved although that was asked for. */
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
  /** Files that existed and were not changed. */
  readonly kept: readonly string[];
  /** The operations and components that the filters removed. */
  readonly leftOut: LeftOut;
  /** The file that starts the server; left out if none was wanted. */
  readonly entry?: ScaffoldEntry;
}
