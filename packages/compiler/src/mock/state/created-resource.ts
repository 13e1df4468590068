import { nounSegment, type OperationView } from "./operation-view.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import type { ResourceIndex } from "./resource-index.ts";
import { isRecord, type Shape, type Shapes } from "./shapes.ts";
import { isGeneric, nounOf, plainName } from "./words.ts";

/**
 * Returns the resource of a creation whose records have neither a path nor a list: they are shown within other records, and
 * other bodies name them, as a loan names a copy by its barcode, and a lease a unit by `unitId`. The member that names them has the same component, or
 * the same pattern, in both places, or is their `id` and called so after them, also in a path.
 *
 * @param views all operations, of which some may name the records
 */
export function createdResource(
  view: OperationView,
  views: readonly OperationView[],
  index: ResourceIndex,
  shapes: Shapes,
): ResourceDraft | undefined {
  const { operation, segments, skeleton, answer, request } = view;
  if (operation.method !== "POST" || segments.at(-1)?.parameter !== undefined) return undefined;
  if (answer === undefined || request === undefined || !isRecord(answer)) return undefined;
  const isCreated = operation.responses.some(({ status }) => status === "201");
  if (!isCreated || index.atCollection(skeleton) !== undefined) return undefined;
  const noun = nounOf(nounSegment(segments));
  const [identity] = answer.names;
  const isCalled = identity !== undefined && `_${plainName(identity)}`.endsWith(`_${noun}`);
  if (!isCalled || index.matching(view, answer) !== undefined) return undefined;
  const others = views.filter((one) => one.request !== undefined && one.skeleton !== skeleton);
  const key = [...answer.properties.keys()].find((name) => {
    const own = shapes.of(answer.properties.get(name));
    return isGeneric(name)
      ? plainName(name) === "id" && views.some((one) => isNamedIn(one, `${noun}_id`, own, shapes))
      : others.some((one) => isSameText(own, memberOf(one, name, shapes)));
  });
  if (key === undefined || index.withName(identity) !== undefined) return undefined;
  const draft: ResourceDraft = {
    name: identity,
    identity,
    shape: answer,
    key,
    keyParameter: undefined,
    keyShape: shapes.of(answer.properties.get(key)),
    noun,
    items: new Map(),
    collections: new Set([skeleton]),
  };
  const isKnown = index
    .pathState(segments, draft, false)
    .every(({ resource }) => resource !== undefined);
  return isKnown ? draft : undefined;
}

function memberOf({ request }: OperationView, name: string, shapes: Shapes): Shape {
  const plain = plainName(name);
  const own = [...(request?.properties ?? [])].find(([other]) => plainName(other) === plain);
  return shapes.of(own?.[1]);
}

/** True if a path or a request has a parameter or member of this name that is of a type of a key. */
function isNamedIn(view: OperationView, name: string, key: Shape, shapes: Shapes): boolean {
  const isInPath = view.segments.some(
    ({ parameter }) => parameter !== undefined && plainName(parameter) === name,
  );
  return isInPath || [...key.types].some((type) => memberOf(view, name, shapes).types.has(type));
}

/** True if two shapes are of the same component, or have the same pattern, and of no fixed values. */
function isSameText(one: Shape, other: Shape): boolean {
  if (!one.types.has("string") || !other.types.has("string")) return false;
  if (one.values !== undefined || one.format !== undefined) return false;
  const [component] = one.names;
  const isSame = component !== undefined && other.names[0] === component;
  return isSame || (one.pattern !== undefined && one.pattern === other.pattern);
}
