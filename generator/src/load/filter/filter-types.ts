/** The operations of a description that are wanted; a filter that is empty or absent asks for nothing. */
export interface OperationFilters {
  /** Only operations that have one of these tags, or are in `includeOperations`. */
  readonly includeTags?: readonly string[];
  /** No operation that has one of these tags. */
  readonly excludeTags?: readonly string[];
  /** Only operations of these operationIds, or that are of `includeTags`. */
  readonly includeOperations?: readonly string[];
  /** No operation that is marked as deprecated. */
  readonly excludeDeprecated?: boolean;
}

/** The parts of a description that filters have left out, in the order of the document. */
export interface LeftOut {
  readonly operations: readonly string[];
  /** Components that nothing refers to any more: `schemas/Pet`. */
  readonly components: readonly string[];
}
