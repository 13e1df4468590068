import { pointerParts } from "../json.ts";
import type { ApiModel, Operation, Pagination, SchemaPlace } from "../model/api-model.ts";
import { standingProperties } from "../model/renames/mark-renames.ts";
import { Flattener } from "./schema/flatten.ts";

/** Where an operation's pages are asked for and found. */
type Walk = Pick<Pagination, "style" | "request" | "response">;

/**
 * True if an operation's pages are asked for and found as before, but for names that were renamed and are still
 * accepted: clients that are generated anew walk through them as they did.
 *
 * @param model the later description
 */
export function isRenamedWalk(model: ApiModel, operation: Operation, before: Walk): boolean {
  const { pagination, parameters, responses } = operation;
  if (pagination === undefined || pagination.style !== before.style) return false;
  const isParameter = (was: string, is: string): boolean =>
    was === is ||
    parameters.some(
      (one) => one.in === "query" && one.name === is && one.earlierNames.includes(was),
    );
  const success = responses.find(({ status }) => status.startsWith("2"));
  const body = success?.content[0]?.schema;
  const isMember = (was: string, is: string): boolean =>
    was === is || (body !== undefined && isRenamedPointer(model, body, was, is));
  return (
    areSame(before.request, pagination.request, isParameter) &&
    areSame(before.response, pagination.response, isMember)
  );
}

function areSame(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  isSame: (was: string, is: string) => boolean,
): boolean {
  const roles = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...roles].every((role) => {
    const [was, is] = [before[role], after[role]];
    return was !== undefined && is !== undefined && isSame(was, is);
  });
}

/** True if two pointers lead to the same member of a body, by names that it had on the way. */
function isRenamedPointer(model: ApiModel, body: SchemaPlace, was: string, is: string): boolean {
  const [before, after] = [pointerParts(was), pointerParts(is)];
  if (before.length !== after.length) return false;
  const flattener = new Flattener(model.document);
  let places: readonly SchemaPlace[] = [body];
  return after.every((name, index) => {
    places = flattener.flatten(places).properties.get(name) ?? [];
    const earlier = places.flatMap(({ schema }) => standingProperties(schema));
    return name === before[index] || earlier.some((one) => one.name === before[index]);
  });
}
