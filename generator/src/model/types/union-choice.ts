import type { Json } from "../../json.ts";
import {
  allKinds,
  areApart,
  distinctTags,
  type TagValue,
  type TraitReader,
  type Traits,
} from "./tagged-union.ts";

/** How the alternatives of a union are told apart by the kinds of values and by members that have given values. */
export interface UnionChoice {
  /** The traits of each alternative. */
  readonly traits: readonly Traits[];
  /** The one member that tells all objects apart, with its values in each alternative that has objects. */
  readonly tag: { readonly property: string; readonly values: (readonly TagValue[])[] } | undefined;
}

/** Each alternative is compared with each other up to this many. */
const fewAlternatives = 60;

/** The choice between alternatives of which no value has two; `undefined` where a value may. */
export function unionChoice(
  alternatives: readonly Json[],
  reader: TraitReader,
): UnionChoice | undefined {
  const traits = alternatives.map((alternative) => reader.of(alternative));
  // What is of no kind of JSON, such as a function, may still conform to a schema of everything.
  if (traits.some((one) => one.kinds.size === allKinds.size)) return undefined;
  const objects = traits.filter(({ kinds }) => kinds.has("object"));
  const others = traits.filter(({ kinds }) => !kinds.has("object"));
  const kinds = others.flatMap((one) => [...one.kinds]);
  const tag = commonTag(objects);
  if (tag !== undefined && new Set(kinds).size === kinds.length) return { traits, tag };
  if (traits.length > fewAlternatives) return undefined;
  const isChoice = traits.every((one, index) =>
    traits.slice(index + 1).every((other) => areApart(one, other)),
  );
  return isChoice ? { traits, tag: undefined } : undefined;
}

function commonTag(objects: readonly Traits[]): UnionChoice["tag"] {
  if (objects.length < 2) return undefined;
  for (const property of objects[0]?.tags.keys() ?? []) {
    const values = distinctTags(objects, property);
    if (values !== undefined) return { property, values };
  }
  return undefined;
}
