import type { OperationFilters } from "./filter/filter-operations.ts";
import type { MethodNames } from "../names/method-names.ts";
import type { OperationName } from "./name/operation-name.ts";
import type { RemoteCache } from "./read/remote-reader.ts";

/** How schemas within other schemas are typed. */
export type InlineSchemas = "inline" | "named";

/** Options for loading a description. */
export interface LoadOptions {
  /**
   * Overlays that change the description before its references are followed, applied in this order: paths and
   * URLs of OpenAPI Overlay 1.0, 1.1 or 1.2 documents, in YAML or JSON.
   */
  readonly overlays?: readonly string[];
  /**
   * Folders and origins that references may lead to, besides the description's own folder, such as
   * `https://schemas.example.com`.
   */
  readonly allowRefs?: readonly string[];
  /**
   * Headers of requests to the origin of a description at a URL. `${NAME}` in a value is replaced by that
   * environment variable: `{ authorization: "Bearer ${VENDOR_TOKEN}" }`.
   */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly filters?: OperationFilters;
  /**
   * `named` gives objects, unions and enums within other schemas types of their own, named after their place,
   * such as `CreatePetBodyOwner`. Default: they stay inline.
   */
  readonly inlineSchemas?: InlineSchemas;
  /**
   * Names operations in code, for descriptions whose operationIds come from a framework, such as
   * `list_items_items__get`. Default: the operationId.
   */
  readonly operationName?: OperationName;
  /** How methods are named. Default: `camelCase`. */
  readonly methodNames?: MethodNames;
  /** Keeps remote documents between runs. Default: each run fetches them again. */
  readonly cache?: RemoteCache;
  /** Called with the absolute path of every file that is looked up, even if it does not exist. */
  readonly onFile?: (path: string) => void;
}

/** Options for loading a description that only some of its readers need. */
export interface ReadLoadOptions extends LoadOptions {
  /** The texts of files by absolute path, where they are read otherwise than they are stored. */
  readonly texts?: ReadonlyMap<string, string>;
  /**
   * True to keep a copy of the document as it was before schemas and operations were named, as `asWritten`.
   * Default: false.
   */
  readonly keepsAsWritten?: boolean;
  /**
   * True to replace the content of request bodies and responses by that of their `x-mock`. Default: `x-mock`
   * is ignored.
   */
  readonly isMocked?: boolean;
}
