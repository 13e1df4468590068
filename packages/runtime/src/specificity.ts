import type { OperationDescriptor } from "./operation.ts";
import { parsePathTemplate } from "./path-template.ts";
import type { PathPart } from "./path-template.ts";

/**
 * Sorts operations for matching: concrete segments come before parameters (OpenAPI 3.1, Paths Object). The
 * sort is stable.
 *
 * @param operationOf returns the operation of an element
 */
export function sortBySpecificity<Element>(
  elements: readonly Element[],
  operationOf: (element: Element) => OperationDescriptor,
): Element[] {
  const ranked = elements.map((element) => ({
    element,
    segments: parsePathTemplate(operationOf(element).path).segments,
  }));
  ranked.sort((left, right) => compare(left.segments, right.segments));
  return ranked.map(({ element }) => element);
}

function compare(
  left: readonly (readonly PathPart[])[],
  right: readonly (readonly PathPart[])[],
): number {
  for (const [index, parts] of left.entries()) {
    const difference = parameterRank(parts) - parameterRank(right[index] ?? []);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Ranks a segment: 0 for concrete text, 1 for text with a parameter, 2 for a parameter alone. */
function parameterRank(parts: readonly PathPart[]): number {
  if (parts.every((part) => "literal" in part)) return 0;
  return parts.some((part) => "literal" in part) ? 1 : 2;
}
