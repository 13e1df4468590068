import { canonicalText, member, type Json } from "../../json.ts";
import { itemPlaces, placesOf, type AppliedSchema } from "../../model/applied/applied-schemas.ts";
import { greatest, least, numbersOf } from "../../model/applied/keyword-values.ts";
import type { Samples } from "./sample-object.ts";
import { itemSpot, type Spot } from "./spot.ts";

/** The longest list that is made. */
const mostItems = 1000;

/** The number of further variants for an item that ought to differ from those before it. */
const furtherVariants = 20;

/** A list of all schemas, as short as it may be but for one item that shows what it holds; `undefined` where there is none. */
export function sampleList(
  samples: Samples,
  applied: readonly AppliedSchema[],
  spot: Spot,
): Json[] | undefined {
  const contained = applied.flatMap((one) => {
    const count = Number(member(one.schema, "minContains") ?? 1);
    const [place] = placesOf([one], "contains");
    return place === undefined
      ? []
      : Array.from({ length: Math.min(count, mostItems) }, () => place.schema);
  });
  const prefix = Math.max(0, ...applied.map((one) => placesOf([one], "prefixItems").length));
  const fewest = greatest(numbersOf(applied, "minItems"))?.value ?? 0;
  const most = least(numbersOf(applied, "maxItems"))?.value ?? Infinity;
  const wanted = Math.max(fewest, Math.min(most, Math.max(1, prefix, contained.length)));
  if (fewest > mostItems) return undefined;
  const isSet = applied.some(({ schema }) => schema["uniqueItems"] === true);
  const items: Json[] = [];
  while (items.length < wanted) {
    const schemas = itemPlaces(applied, items.length).map(({ schema }) => schema);
    const left = contained.slice(
      Math.max(0, items.length - Math.max(0, wanted - contained.length)),
    );
    const special = items.length >= wanted - contained.length ? left.slice(0, 1) : [];
    const item = nextItem(
      samples,
      [...schemas, ...special],
      spot,
      isSet ? items : [],
      items.length,
    );
    if (item === undefined) break;
    items.push(item);
  }
  return items.length >= fewest ? items : undefined;
}

function nextItem(
  samples: Samples,
  schemas: readonly Json[],
  spot: Spot,
  others: readonly Json[],
  index: number,
): Json | undefined {
  for (let further = 0; further <= furtherVariants; further += 1) {
    const item = samples.valueOf(schemas, itemSpot(spot, spot.variant + index + further));
    if (item === undefined) return undefined;
    if (!others.some((other) => canonicalText(other) === canonicalText(item))) return item;
  }
  return undefined;
}
