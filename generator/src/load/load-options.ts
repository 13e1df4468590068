import type { OperationFilters } from "./filter/filter-types.ts";
import type { OperationName } from "./name/operation-name.ts";

/** The options of loading a description. */
export interface LoadOptions {
  /**
   * Places that references may lead to beside the description's own folder: folders, and origins such as
   * `https://schemas.example.com`.
   */
  readonly allowRefs?: readonly string[];
  readonly filters?: OperationFilters;
  /**
   * Names operations in code, for descriptions whose operationIds are made by a framework, such as
   * `list_items_items__get`. Left out: operations are called by their operationId.
   */
  readonly operationName?: OperationName;
  /** Hears the absolute path of every file that is looked at, also of one that is not there. */
  readonly onFile?: (path: string) => void;
}
