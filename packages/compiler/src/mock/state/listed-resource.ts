import { nounSegment, type OperationView } from "./operation-view.ts";
import type { ListPlace } from "./record-key.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import type { ResourceIndex } from "./resource-index.ts";
import { isScalar, type Shapes } from "./shapes.ts";
import { nounOf, pascalCase, plainName } from "./words.ts";

/**
 * Returns the resource of a list whose records have no path of their own. Every parameter of the list's
 * path must name a record of another resource, and the records must have a key.
 */
export function listedResource(
  view: OperationView,
  list: ListPlace,
  index: ResourceIndex,
  shapes: Shapes,
): ResourceDraft | undefined {
  const { operation, segments } = view;
  if (operation.method !== "GET" || segments.at(-1)?.parameter !== undefined) return undefined;
  const { shape } = list;
  if (index.atItem(view.skeleton) !== undefined || index.matching(view, shape) !== undefined)
    return undefined;
  const noun = nounOf(nounSegment(segments));
  const identity = shape.names[0];
  const own = identity === undefined ? noun : plainName(identity);
  const wanted = [`${noun}_id`, `${own}_id`, "id", "uuid"];
  const key = [...shape.properties.keys()].find((name) => wanted.includes(plainName(name)));
  if (key === undefined) return undefined;
  const keyShape = shapes.of(shape.properties.get(key));
  const name = identity ?? pascalCase(noun);
  const isTaken = index.withName(name) !== undefined;
  const draft: ResourceDraft = {
    name,
    identity,
    shape,
    key,
    keyParameter: undefined,
    keyShape,
    noun,
    items: new Map(),
    collections: new Set([view.skeleton]),
  };
  const isKnown = index
    .pathState(segments, draft, false)
    .every(({ resource }) => resource !== undefined);
  return isTaken || !isKnown || !isScalar(keyShape) ? undefined : draft;
}
