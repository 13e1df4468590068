import {
  FunctionExpressionType,
  jsonpath,
  JSONPathEnvironment,
  JSONPathNode,
  JSONPathNodeList,
  JSONPathQuery,
  type FilterFunction,
  type JSONValue,
} from "json-p3";
import type { Json } from "../../json/json.ts";
import { deepestNesting } from "../read/plain-json.ts";
import { ExpressionFunction } from "./expression-function.ts";
import { OverlayLimitError, type OverlayLimits } from "./overlay-limits.ts";

const { FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression } =
  jsonpath.expressions;
const { FilterSelector } = jsonpath.selectors;

/** The maximum total length of the paths that one query selects, all of which are kept in memory. */
const mostParts = 10_000_000;

/** Compiles queries that count the values they visit, including those of queries within filters. */
export class BoundedEnvironment extends JSONPathEnvironment {
  readonly limits: OverlayLimits;

  constructor(limits: OverlayLimits) {
    // Deeper than any document, so that the limit of the library itself never applies.
    super({ maxRecursionDepth: 2 * deepestNesting });
    this.limits = limits;
    for (const name of ["match", "search"] as const) {
      const expressions = new ExpressionFunction(name, limits);
      const call: FilterFunction["call"] = (text: unknown, pattern: unknown) =>
        expressions.call(text, pattern);
      const value = FunctionExpressionType.ValueType;
      const returnType = FunctionExpressionType.LogicalType;
      this.functionRegister.set(name, { argTypes: [value, value], returnType, call });
    }
  }

  override compile(path: string): BoundedQuery {
    return new BoundedQuery(this, super.compile(path).segments);
  }

  override entries(members: Readonly<Record<string, JSONValue>>): [string, JSONValue][] {
    const entries = super.entries(members);
    this.limits.takeSteps(entries.length);
    return entries;
  }
}

type Segments = JSONPathQuery["segments"];

/** A query that throws when the queries of all overlays together visit too many values. */
export class BoundedQuery extends JSONPathQuery {
  declare readonly environment: BoundedEnvironment;
  readonly #isCompared: boolean;

  /** @param isCompared true if a function or a comparison reads all of what it selects */
  constructor(environment: BoundedEnvironment, segments: Segments, isCompared = false) {
    super(environment, segments);
    this.#isCompared = isCompared;
    for (const { selectors } of segments)
      for (const selector of selectors)
        if (selector instanceof FilterSelector)
          boundQueries(environment, selector.expression, false);
  }

  /** Returns a query of the first segments only. */
  beginning(length: number): BoundedQuery {
    return new BoundedQuery(this.environment, this.segments.slice(0, length));
  }

  override query(value: JSONValue): JSONPathNodeList {
    const { limits } = this.environment;
    let nodes: Iterable<JSONPathNode> = [new JSONPathNode(value, [], value)];
    for (const segment of this.segments)
      nodes = segment.lazyResolve(counted(nodes, segment, limits));
    const selected: JSONPathNode[] = [];
    let parts = 0;
    for (const node of nodes) {
      limits.takeSteps(1);
      parts += node.location.length;
      if (parts > mostParts)
        throw new OverlayLimitError(`it selects ${selected.length} values and more`);
      selected.push(node);
    }
    if (this.#isCompared) for (const node of selected) limits.takeStepsOf(node.value as Json);
    return new JSONPathNodeList(selected);
  }
}

/**
 * Counts a step for each value that a segment starts from, and steps for those that it visits without
 * selecting.
 */
function* counted(
  nodes: Iterable<JSONPathNode>,
  segment: Segments[number],
  limits: OverlayLimits,
): Generator<JSONPathNode> {
  const isDescendant = String(segment).startsWith("..");
  const isFilter = segment.selectors.some((one) => one instanceof FilterSelector);
  for (const node of nodes) {
    limits.takeSteps(1);
    if (isDescendant) limits.takeStepsOf(node.value as Json);
    else if (isFilter && Array.isArray(node.value)) limits.takeSteps(node.value.length);
    yield node;
  }
}

/** Replaces the queries within a filter by bounded ones. */
function boundQueries(
  environment: BoundedEnvironment,
  expression: unknown,
  isCompared: boolean,
): void {
  if (expression instanceof FilterQuery) {
    const { segments } = expression.path;
    Object.assign(expression, { path: new BoundedQuery(environment, segments, isCompared) });
  } else if (expression instanceof InfixExpression) {
    const { left, right, logical } = expression;
    const sides = [left, right];
    // Comparing with a literal reads neither lists nor objects.
    const isDeep =
      !logical && !sides.some((one) => one instanceof jsonpath.expressions.FilterExpressionLiteral);
    for (const side of sides) boundQueries(environment, side, isCompared || isDeep);
  } else if (expression instanceof FunctionExtension) {
    for (const argument of expression.args)
      boundQueries(environment, argument, expression.name !== "count");
  } else if (expression instanceof LogicalExpression) {
    boundQueries(environment, expression.expression, isCompared);
  } else if (expression instanceof PrefixExpression) {
    boundQueries(environment, expression.right, isCompared);
  }
}
