import type { Operation } from "./api-model.ts";
import type { ModelContext } from "./model-context.ts";

/**
 * Applies `x-multi-segment`: the path parameter may contain slashes. A server finds the end of such
 * a parameter by the segments after it, so a path can have only one, alone in its segment.
 * Declaring it on one operation of a path applies it to all of them.
 */
export function alignMultiSegments(
  context: ModelContext,
  path: string,
  pointer: string,
  operations: readonly Operation[],
): Operation[] {
  const declared = new Set(
    operations.flatMap(({ parameters }) =>
      parameters.filter((one) => one.multiSegment).map(({ name }) => name),
    ),
  );
  if (declared.size === 0) return [...operations];
  const segments = path.split("/").map((segment) => namesIn(segment));
  const [first = "", ...others] = segments.flat().filter((name) => declared.has(name));
  const isShared = segments.some((names) => names.length > 1 && names.includes(first));
  for (const name of isShared ? [first, ...others] : others) {
    const message = `x-multi-segment of ${name} has no effect in ${path}`;
    const hint = "one parameter of a path has it, with no other parameter in its segment";
    context.report("multi-segment-ignored", message, pointer, hint);
  }
  return operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => ({
      ...parameter,
      multiSegment: parameter.in === "path" && parameter.name === first && !isShared,
    })),
  }));
}

/** Returns the names of the parameters in a segment of a path. */
const namesIn = (segment: string): string[] =>
  [...segment.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");

/**
 * Warns of paths that differ only in the names of their parameters, which OpenAPI does not allow
 * (3.1, Paths Object): a request matches both.
 */
export function checkIdenticalPaths(
  context: ModelContext,
  paths: readonly { readonly path: string; readonly pathItem: { readonly pointer: string } }[],
): void {
  const known = new Map<string, { readonly path: string; readonly pointer: string }>();
  for (const {
    path,
    pathItem: { pointer },
  } of paths) {
    const shape = path.replace(/\{[^{}]+\}/g, "{}");
    const first = known.get(shape);
    if (first === undefined) {
      known.set(shape, { path, pointer });
      continue;
    }
    const message = `${path} is the same path as ${first.path} with other names of parameters`;
    const hint = "make them one path; of a method that both have, servers answer the first only";
    context.report("path-identical", message, pointer, hint, [first.pointer]);
  }
}
