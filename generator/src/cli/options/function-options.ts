/** The options that are functions: only a configuration that is a module has them. */
export const functionOptions = ["operationName"] as const;

/** One of {@link functionOptions}. */
export type FunctionOption = (typeof functionOptions)[number];
