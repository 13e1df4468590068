import { nearestName } from "@openapi-packages/runtime/internals";
import type { MockDescription } from "../description.ts";
import { consolePath } from "./console/console.ts";

/** The most paths or operations that an answer names. */
const fewNames = 3;

/** The longest path that is compared with those of the description, which takes time in proportion to both. */
const longestPath = 200;

/** Returns what tells a caller who asked for a path that the description does not have which ones it has. */
export function unknownPath(
  { operations }: MockDescription,
  isConsoleOn: boolean,
): (path: string) => string {
  const places = operations.map(({ operation: { method, path } }) => ({ method, path }));
  const paths = [...new Set(places.map(({ path }) => path))];
  const rest = places.length - fewNames;
  const first = places.slice(0, fewNames).map(({ method, path }) => `${method} ${path}`);
  const known = listed(rest > 0 ? [...first, `${rest} more operations`] : first);
  const console = isConsoleOn ? ` The console at ${consolePath} shows all.` : "";
  return (path) => {
    const near = path.length > longestPath ? [] : nearPaths(path, paths);
    const what =
      near.length > 0
        ? `near it ${near.length === 1 ? "is" : "are"} ${listed(near)}`
        : `it has ${known}`;
    return `The description has no such path; ${what}.${console}`;
  };
}

/** Returns the templates that differ least from a path, whose own segments stand for their parameters. */
function nearPaths(path: string, templates: readonly string[]): string[] {
  const segments = path.split("/");
  const left = new Map<string, string>();
  for (const template of templates) {
    const filled = template
      .split("/")
      .map((one, index) => (one.includes("{") ? segments[index] || one : one));
    left.set(filled.join("/"), template);
  }
  const near: string[] = [];
  while (near.length < fewNames) {
    const nearest = nearestName(path, [...left.keys()]);
    if (nearest === undefined) break;
    near.push(left.get(nearest) ?? nearest);
    left.delete(nearest);
  }
  return near;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
