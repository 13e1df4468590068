import { arrayMember, canonicalText, member, type Json, type JsonObject } from "../../json.ts";
import type { Samples } from "./sample-object.ts";
import { itemSpot, type Spot } from "./spot.ts";

/** The longest list that is made. */
const mostItems = 1000;

/** The number of further variants for an item that ought to differ from those before it. */
const furtherVariants = 20;

/** A list of all nodes, as short as it may be but for one item that shows what it holds; `undefined` where there is none. */
export function sampleList(
  samples: Samples,
  nodes: readonly JsonObject[],
  spot: Spot,
): Json[] | undefined {
  const numbers = (keyword: string): number[] =>
    nodes.map((node) => member(node, keyword)).filter((bound) => typeof bound === "number");
  const contained = nodes.flatMap((node) => {
    const schema = member(node, "contains");
    if (schema === undefined) return [];
    const count = Number(member(node, "minContains") ?? 1);
    return Array.from({ length: Math.min(count, mostItems) }, () => schema);
  });
  const prefix = Math.max(0, ...nodes.map((node) => arrayMember(node, "prefixItems").length));
  const least = Math.max(0, ...numbers("minItems"));
  const most = Math.min(Infinity, ...numbers("maxItems"));
  const wanted = Math.max(least, Math.min(most, Math.max(1, prefix, contained.length)));
  if (least > mostItems) return undefined;
  const isSet = nodes.some((node) => node["uniqueItems"] === true);
  const items: Json[] = [];
  while (items.length < wanted) {
    const schemas = itemSchemas(nodes, items.length);
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
  return items.length >= least ? items : undefined;
}

function itemSchemas(nodes: readonly JsonObject[], index: number): Json[] {
  return nodes.flatMap((node) => {
    const own = arrayMember(node, "prefixItems")[index];
    const schema = own ?? member(node, "items") ?? member(node, "unevaluatedItems");
    return schema === undefined ? [] : [schema];
  });
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
