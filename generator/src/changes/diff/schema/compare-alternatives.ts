import type { SchemaPlace } from "@openapi-packages/description/model/api-model";
import { itemPlaces } from "@openapi-packages/description/model/applied/applied-schemas";
import { discriminatorOf } from "@openapi-packages/description/model/unions/discriminator";
import { isChoiceAlone, type FlatSchema } from "./flat-schema.ts";
import {
  differenceOf,
  type Compared,
  type FlatPair,
  type SchemaDifference,
  type SchemaPair,
  type SchemaReader,
} from "./schema-difference.ts";

/** An alternative of `oneOf` or `anyOf`. */
export interface Alternative {
  readonly places: readonly SchemaPlace[];
  readonly flat: FlatSchema;
  /** The discriminator's values for this alternative, joined by commas. */
  readonly tag: string | undefined;
}

/** The alternatives of both sides. */
interface Choices {
  readonly base: readonly (readonly SchemaPlace[])[];
  readonly head: readonly (readonly SchemaPlace[])[];
}

/** The result of {@link compareAlternatives}. `isWhole` is true if only `null`, the default and deprecation are left to compare. */
export interface ComparedAlternatives extends Compared {
  readonly isWhole: boolean;
}

/** Compares `oneOf` and `anyOf` in any order. A side without alternatives counts as a single one. */
export function compareAlternatives(
  pair: FlatPair,
  places: SchemaPair,
  reader: SchemaReader,
): ComparedAlternatives {
  const { base, head } = pair;
  const nothing = { differences: [], below: [], isWhole: false };
  if (base.unions.length + head.unions.length === 0) return nothing;
  if (base.unions.length === head.unions.length) {
    const compared = base.unions.map((union, index) =>
      compareChoices(
        pair,
        { base: union.map((one) => [one]), head: (head.unions[index] ?? []).map((one) => [one]) },
        reader,
      ),
    );
    return {
      differences: compared.flatMap(({ differences }) => differences),
      below: compared.flatMap(({ below }) => below),
      isWhole: false,
    };
  }
  const isComparable = [base, head].every((one) => isChoiceAlone(one) || one.unions.length === 0);
  if (isComparable) {
    const of = (flat: FlatSchema, own: readonly SchemaPlace[]): (readonly SchemaPlace[])[] =>
      flat.unions.length === 0 ? [own] : (flat.unions[0] ?? []).map((one) => [one]);
    const choices = { base: of(base, places.base), head: of(head, places.head) };
    return { ...compareChoices(pair, choices, reader), isWhole: true };
  }
  const message = "combines its alternatives in another way";
  return { ...nothing, differences: [differenceOf(pair)("alternatives-changed", message)] };
}

function compareChoices(pair: FlatPair, choices: Choices, reader: SchemaReader): Compared {
  const { base, head, label } = pair;
  const read = (side: "base" | "head"): Alternative[] =>
    choices[side].map((places) => {
      const flat = reader.read(places, side);
      const tag = tagOf(pair[side], flat, (own) => reader.read(own, side));
      return { places, flat, tag };
    });
  const matched = matchAlternatives(read("base"), read("head"), reader);
  const differences: SchemaDifference[] = [
    ...matched.added.map((one): SchemaDifference => ({
      code: "alternative-added",
      message: `${label} may be ${alternativeText(one)}`,
      base: base.pointer,
      head: one.flat.pointer,
    })),
    ...matched.removed.map((one): SchemaDifference => ({
      code: "alternative-removed",
      message: `${label} may not be ${alternativeText(one)} any more`,
      base: one.flat.pointer,
      head: head.pointer,
    })),
    ...discriminatorDifferences(pair, matched.pairs),
  ];
  const below = matched.pairs.map(([one, other]): SchemaPair => ({
    base: one.places,
    head: other.places,
    label: `${label}(${alternativeText(other)})`,
    isNullCompared: true,
  }));
  return { differences, below };
}

function alternativeText({ flat, tag }: Alternative): string {
  return flat.name ?? tag ?? (flat.types ? [...flat.types].join(" or ") : "anything");
}

/** The values that an alternative allows for the discriminator's property, where the model has written them. */
function tagOf(
  flat: FlatSchema,
  { properties }: FlatSchema,
  read: (places: readonly SchemaPlace[]) => FlatSchema,
): string | undefined {
  const { values } = read(properties.get(discriminatingProperty(flat) ?? "") ?? []);
  return values && [...values.values()].map(String).toSorted().join();
}

/** The property of a discriminator; `undefined` without a discriminator. */
const discriminatingProperty = ({ schemas }: FlatSchema): string | undefined =>
  schemas.map(({ json: schema }) => discriminatorOf(schema)).find((one) => one !== undefined)
    ?.property;

function discriminatorDifferences(
  pair: FlatPair,
  pairs: readonly (readonly [Alternative, Alternative])[],
): SchemaDifference[] {
  const difference = differenceOf(pair);
  const [before, after] = [discriminatingProperty(pair.base), discriminatingProperty(pair.head)];
  if (before !== after) {
    const message = `has the discriminator ${after ?? "none"} instead of ${before ?? "none"}`;
    return [difference("discriminator-changed", message)];
  }
  return pairs
    .filter(([one, other]) => one.tag !== other.tag)
    .map(([one, other]) => {
      const message = `is ${alternativeText(other)} where ${after} is ${other.tag} instead of ${one.tag}`;
      return difference("discriminator-changed", message);
    });
}

const typeOf = ({ flat }: Alternative): string => [...(flat.types ?? ["any"])].toSorted().join();

/** Pairs of alternatives of the same type that have something in common, those with the most first. */
function closestPairs(
  base: Iterable<Alternative>,
  head: Iterable<Alternative>,
  reader: SchemaReader,
): (readonly [Alternative, Alternative])[] {
  const partners = [...head];
  const pairs = [...base].flatMap((one) =>
    partners
      .filter((other) => typeOf(one) === typeOf(other))
      .map((other) => ({
        pair: [one, other] as const,
        shared: sharedParts(one.flat, other.flat, reader),
      })),
  );
  return pairs
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .map(({ pair }) => pair);
}

/** Counts what two alternatives share: properties, and for arrays the types, properties and name of their items. */
function sharedParts(base: FlatSchema, head: FlatSchema, reader: SchemaReader): number {
  const properties = [...base.properties.keys()].filter((name) => head.properties.has(name)).length;
  const [items, others] = [itemPlaces(base.schemas, 0), itemPlaces(head.schemas, 0)];
  if (items.length === 0 || others.length === 0) return properties;
  const [item, other] = [reader.read(items, "base"), reader.read(others, "head")];
  const isNamedAlike = item.name !== undefined && item.name === other.name;
  const types = [...(item.types ?? [])].filter((type) => other.types?.has(type) === true);
  const ownProperties = [...item.properties.keys()].filter((name) => other.properties.has(name));
  return properties + types.length + ownProperties.length + (isNamedAlike ? 1 : 0);
}

/** The alternatives that are in both sides, and those that are in one side only. */
interface Matched {
  readonly pairs: readonly (readonly [Alternative, Alternative])[];
  readonly added: readonly Alternative[];
  readonly removed: readonly Alternative[];
}

/**
 * Pairs alternatives by name, then by tag, by equal content, by what they share, and last by type if each side has only
 * one alternative of that type left.
 */
function matchAlternatives(
  base: readonly Alternative[],
  head: readonly Alternative[],
  reader: SchemaReader,
): Matched {
  const removed = new Set(base);
  const added = new Set(head);
  const pairs: (readonly [Alternative, Alternative])[] = [];
  const match = (isPair: (one: Alternative, other: Alternative) => boolean): void => {
    for (const one of removed) {
      const other = [...added].find((candidate) => isPair(one, candidate));
      if (other === undefined) continue;
      pairs.push([one, other]);
      removed.delete(one);
      added.delete(other);
    }
  };
  match(({ flat: one }, { flat: other }) => one.name !== undefined && one.name === other.name);
  match((one, other) => one.tag !== undefined && one.tag === other.tag);
  match((one, other) => reader.isSame(one.places, other.places));
  for (const [one, other] of closestPairs(removed, added, reader)) {
    if (!removed.has(one) || !added.has(other)) continue;
    match((candidate, partner) => candidate === one && partner === other);
  }
  const isOnly = (one: Alternative, all: ReadonlySet<Alternative>): boolean =>
    [...all].filter((other) => typeOf(one) === typeOf(other)).length === 1;
  match(
    (one, other) => typeOf(one) === typeOf(other) && isOnly(one, removed) && isOnly(other, added),
  );
  return { pairs, added: [...added], removed: [...removed] };
}
