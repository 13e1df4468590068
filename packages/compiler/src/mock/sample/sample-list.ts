import { canonicalText, member, type Json } from "@openapi-packages/description/json/json";
import {
  itemPlaces,
  placesOf,
  type AppliedSchema,
} from "@openapi-packages/description/model/applied/applied-schemas";
import {
  greatest,
  least,
  numbersOf,
} from "@openapi-packages/description/model/applied/keyword-values";
import type { Samples } from "./sample-object.ts";
import { itemContext, type SampleContext } from "./sample-context.ts";

/** The longest list that is made. */
const mostItems = 1000;

/** How many further variants are tried for an item that must differ from those before it. */
const furtherVariants = 20;

/**
 * Yields lists that may satisfy all schemas: short, but with at least one item if allowed. In the first
 * list, the items that `contains` requires share places with those of `prefixItems`; in the second,
 * they follow them.
 */
export function* sampleLists(
  samples: Samples,
  applied: readonly AppliedSchema[],
  context: SampleContext,
): Generator<Json[]> {
  const contained = containedSchemas(applied);
  const prefix = Math.max(0, ...applied.map((one) => placesOf([one], "prefixItems").length));
  const fewest = greatest(numbersOf(applied, "minItems"))?.value ?? 0;
  const most = least(numbersOf(applied, "maxItems"))?.value ?? Infinity;
  if (fewest > mostItems) return;
  const wanted = [Math.max(1, prefix, contained.length), prefix + contained.length];
  for (const length of new Set(wanted.map((one) => Math.max(fewest, Math.min(most, one))))) {
    const items = listOf(samples, applied, context, contained, length);
    if (items.length >= fewest) yield items;
  }
}

/** Returns the schemas of `contains`, each repeated `minContains` times. */
function containedSchemas(applied: readonly AppliedSchema[]): Json[] {
  return applied.flatMap((one) => {
    const length = Math.min(Number(member(one.json, "minContains") ?? 1), mostItems);
    return placesOf([one], "contains").flatMap(({ json: schema }) =>
      Array.from({ length }, () => schema),
    );
  });
}

function listOf(
  samples: Samples,
  applied: readonly AppliedSchema[],
  context: SampleContext,
  contained: readonly Json[],
  length: number,
): Json[] {
  const isSet = applied.some(({ json: schema }) => schema["uniqueItems"] === true);
  const first = Math.max(0, length - contained.length);
  const items: Json[] = [];
  while (items.length < length) {
    const index = items.length;
    const special = index < first ? [] : contained.slice(index - first, index - first + 1);
    const places = itemPlaces(applied, index, special.length > 0);
    const schemas = [...places.map(({ json: schema }) => schema), ...special];
    const item = nextItem(samples, schemas, context, isSet ? items : [], index);
    if (item === undefined) break;
    items.push(item);
  }
  return items;
}

function nextItem(
  samples: Samples,
  schemas: readonly Json[],
  context: SampleContext,
  others: readonly Json[],
  index: number,
): Json | undefined {
  for (let further = 0; further <= furtherVariants; further += 1) {
    const item = samples.valueOf(schemas, itemContext(context, context.variant + index + further));
    if (item === undefined) return undefined;
    if (!others.some((other) => canonicalText(other) === canonicalText(item))) return item;
  }
  return undefined;
}
