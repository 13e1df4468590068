import { percentDecodeLeniently } from "../parameters/percent-encoding.ts";
import { isDotSegment, matchQuery, matchSegment } from "../path-template.ts";
import { hasParameter, literalOf } from "./route-tree.ts";
import type { RouteEnd, RouteNode, Segment } from "./route-tree.ts";

/** The result for a known path without the request's method. */
const notAllowed = Symbol("not allowed");

type Found<Target> = RouteEnd<Target> | typeof notAllowed | undefined;

const noValues: ReadonlyMap<string, string> = new Map();

/** True if a route matches any query. */
const matchesAnyQuery = <Target>({ query, fragment }: RouteEnd<Target>): boolean =>
  query === "" && fragment === "";

/** The search for one path in the tree. */
export class RouteSearch<Target> {
  readonly #method: string;
  readonly #path: string;
  readonly #query: string;
  readonly #isEscaped: boolean;
  readonly #mayHaveDots: boolean;
  /** The texts of the matched segments with parameters. */
  readonly #texts: string[] = [];
  #methods: Set<string> | undefined;

  constructor(method: string, path: string, query: string) {
    this.#method = method;
    this.#path = path;
    this.#query = query;
    this.#isEscaped = path.includes("%");
    this.#mayHaveDots = this.#isEscaped || path.includes("/.");
  }

  /** The methods of the matched paths; none for an unknown path. */
  get methods(): ReadonlySet<string> {
    return this.#methods ?? new Set();
  }

  run(root: RouteNode<Target>): RouteEnd<Target> | undefined {
    const found = this.#path.startsWith("/") ? this.#from(root, 1) : undefined;
    return found === notAllowed ? undefined : found;
  }

  /** Returns the raw texts of the parameters of a matched route. */
  valuesOf({ named }: RouteEnd<Target>): ReadonlyMap<string, string> {
    if (named.length === 0) return noValues;
    const values = new Map<string, string>();
    let index = 0;
    for (const parts of named) {
      const text = this.#texts[index] ?? "";
      const only = parts[0];
      if (parts.length === 1 && only && "parameter" in only) values.set(only.parameter, text);
      else matchSegment(parts, text, values);
      index += 1;
    }
    return values;
  }

  /** @param start the index of the segment that the node's children match; `0` after the last one */
  #from(node: RouteNode<Target>, start: number): Found<Target> {
    if (start === 0) return this.#endAt(node);
    const slash = this.#path.indexOf("/", start);
    const segment = slash < 0 ? this.#path.slice(start) : this.#path.slice(start, slash);
    if (this.#mayHaveDots && isDotSegment(segment)) return undefined;
    const next = slash + 1;
    const literal =
      node.literals.get(segment) ??
      (this.#isEscaped ? node.literals.get(percentDecodeLeniently(segment)) : undefined);
    const found = literal && this.#from(literal, next);
    if (found) return found;
    let refused: Found<Target>;
    for (const { parts, node: child } of node.patterns) {
      if (parts.length === 1 ? segment === "" : !isMatch(parts, segment)) continue;
      this.#texts.push(segment);
      const deeper = this.#from(child, next);
      // A parameter with several segments may match the same text as one with a single segment.
      if (deeper && (deeper !== notAllowed || parts.length > 1 || node.rests.length === 0))
        return deeper;
      refused ??= deeper;
      this.#texts.pop();
    }
    return node.rests.length === 0 ? refused : (this.#fromRest(node, start) ?? refused);
  }

  /** @param start the index where the text of a parameter with several segments begins */
  #fromRest(node: RouteNode<Target>, start: number): Found<Target> {
    let refused: Found<Target>;
    for (const { parts, tail, node: child } of node.rests) {
      const end = this.#startOfLast(tail.length);
      const text = this.#path.slice(start, end);
      if (end <= start || !isMatch(parts, text) || this.#hasDots(text)) continue;
      const behind = tail.length === 0 ? [] : this.#path.slice(end + 1).split("/");
      if (!tail.every((own, index) => this.#isAt(own, behind[index] ?? ""))) continue;
      const count = this.#texts.length;
      const named = behind.filter((_, index) => hasParameter(tail[index] ?? []));
      this.#texts.push(text, ...named);
      const found = this.#endAt(child);
      if (found && found !== notAllowed) return found;
      refused ??= found;
      this.#texts.length = count;
    }
    return refused;
  }

  /**
   * Returns the index of the slash before the last segments of the path; the end of the path for none, -1
   * for too many.
   */
  #startOfLast(count: number): number {
    let end = this.#path.length;
    for (let index = 0; index < count && end > 0; index += 1)
      end = this.#path.lastIndexOf("/", end - 1);
    return end;
  }

  #isAt(parts: Segment, segment: string): boolean {
    if (this.#hasDots(segment)) return false;
    if (hasParameter(parts)) return isMatch(parts, segment);
    return literalOf(parts) === percentDecodeLeniently(segment);
  }

  #hasDots(text: string): boolean {
    return this.#mayHaveDots && text.split("/").some(isDotSegment);
  }

  #endAt({ routes }: RouteNode<Target>): Found<Target> {
    if (routes.size === 0) return undefined;
    const own = routes.get(this.#method);
    const some = own ?? (this.#method === "HEAD" ? routes.get("GET") : undefined);
    if (some !== undefined) for (const route of some) if (this.#hasQuery(route)) return route;
    let isKnown = false;
    for (const [method, ends] of routes) {
      if (!ends.some((route) => this.#hasQuery(route))) continue;
      isKnown = true;
      (this.#methods ??= new Set()).add(method);
    }
    return isKnown ? notAllowed : undefined;
  }

  #hasQuery(route: RouteEnd<Target>): boolean {
    return matchesAnyQuery(route) || matchQuery(route, this.#query);
  }
}

function isMatch(parts: Segment, text: string): boolean {
  return parts.length === 1 ? text !== "" : matchSegment(parts, text, new Map());
}
