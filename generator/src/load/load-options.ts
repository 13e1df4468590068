import type { OperationFilters } from "./filter/filter-types.ts";

/** What becomes of schemas that are written within others. */
export type InlineSchemas = "inline" | "named";

/** The options of loading a description. */
export interface LoadOptions {
  /**
   * Places that references may lead to beside the description's own folder: folders, and origins such as
   * `https://schemas.example.com`.
   */
  readonly allowRefs?: readonly string[];
  readonly filters?: OperationFilters;
  /**
   * Give types of their own to objects, unions and enums that are written within other schemas, named after
   * their place: `CreatePetBodyOwner`. Left out: they stay where they are.
   */
  readonly inlineSchemas?: InlineSchemas;
  /** Hears the absolute path of every file that is looked at, also of one that is not there. */
  readonly onFile?: (path: string) => void;
}
