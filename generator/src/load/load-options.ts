import type { OperationFilters } from "./filter/filter-operations.ts";
import type { OperationName } from "./name/operation-name.ts";
import type { RemoteCache } from "./read/remote-reader.ts";

/** What becomes of schemas that are written within others. */
export type InlineSchemas = "inline" | "named";

/** The options of loading a description. */
export interface LoadOptions {
  /**
   * Overlays that change the description before its references are followed, in this order: paths and URLs of documents of
   * OpenAPI Overlay 1.0, 1.1 or 1.2, in YAML or JSON.
   */
  readonly overlays?: readonly string[];
  /**
   * Places that references may lead to beside the description's own folder: folders, and origins such as
   * `https://schemas.example.com`.
   */
  readonly allowRefs?: readonly string[];
  /**
   * Headers of requests to the origin of a description that is a URL, by their names. `${NAME}` in a value is that variable
   * of the environment: `{ authorization: "Bearer ${VENDOR_TOKEN}" }`.
   */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly filters?: OperationFilters;
  /**
   * Give types of their own to objects, unions and enums that are written within other schemas, named after
   * their place: `CreatePetBodyOwner`. Left out: they stay where they are.
   */
  readonly inlineSchemas?: InlineSchemas;
  /**
   * Names operations in code, for descriptions whose operationIds are made by a framework, such as
   * `list_items_items__get`. Left out: operations are called by their operationId.
   */
  readonly operationName?: OperationName;
  /** Keeps remote documents between runs. Left out: each is fetched anew. */
  readonly cache?: RemoteCache;
  /** Hears the absolute path of every file that is looked at, also of one that is not there. */
  readonly onFile?: (path: string) => void;
}

/** The options of loading what a mock is served of. */
export interface MockedLoadOptions extends LoadOptions {
  /** True if `x-mock` of request bodies and responses takes the place of their content. Left out: it has no meaning. */
  readonly isMocked?: boolean;
}
