/** The ways to name methods, for {@link MethodNames}. */
export const methodNameStyles = ["camelCase", "withoutTag", "operationId"] as const;

/**
 * How methods of clients and handlers are named: `camelCase` is `dropletsList`; `withoutTag` is
 * `list` in the group `droplets`, where that name is unique; `operationId` is `droplets_list`, as
 * the description says it, if that is an identifier. Other names in code are in camel case.
 */
export type MethodNames = (typeof methodNameStyles)[number];
