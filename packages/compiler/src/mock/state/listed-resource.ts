import { nounSegment, type OperationView, type Segment } from "./operation-view.ts";
import type { ListPlace } from "./record-key.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import type { ResourceIndex } from "./resource-index.ts";
import { isScalar, type Shapes } from "./shapes.ts";
import { nounOf, pascalCase, plainName } from "./words.ts";

/**
 * Returns the resource of a list whose records have no operation of their own, though there may be paths below them:
 * `/loans/{loanId}/return`. Every other parameter of the list's path must name a record of another resource, and the records
 * must have a key.
 *
 * @param views all operations, of which some may be below the records
 */
export function listedResource(
  view: OperationView,
  list: ListPlace,
  views: readonly OperationView[],
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
  const item = itemBelow(view, views);
  const draft: ResourceDraft = {
    name,
    identity,
    shape,
    key,
    keyParameter: item?.at(-1)?.parameter,
    keyShape,
    noun,
    items: new Map(item === undefined ? [] : [[item.at(-1)?.skeleton ?? "", item]]),
    collections: new Set([view.skeleton]),
  };
  const isKnown = index
    .pathState(segments, draft, false)
    .every(({ resource }) => resource !== undefined);
  return isTaken || !isKnown || !isScalar(keyShape) ? undefined : draft;
}

/**
 * Returns the path of one record of a list, if paths of operations lead through it alone: that of `/loans/{loanId}/return`, but
 * not of `/repositories/{owner}/{repository}`, where the parameter is a part of a key.
 */
function itemBelow(
  { skeleton, segments }: OperationView,
  views: readonly OperationView[],
): readonly Segment[] | undefined {
  const length = segments.length + 1;
  const below = views.filter((one) => one.segments[length - 1]?.skeleton === `${skeleton}/{}`);
  const isPart = below.some((one) => one.segments[length]?.parameter !== undefined);
  const hasOwn = below.some((one) => one.segments.length === length);
  return isPart || hasOwn ? undefined : below[0]?.segments.slice(0, length);
}
