import type { SchemaPlace } from "@openapi-packages/description/model/api-model";
import { earlierNamesIn } from "@openapi-packages/description/model/renames/renamed-from";
import { arrayMember } from "@openapi-packages/description/json/json";
import { itemPlaces, placesIn } from "@openapi-packages/description/model/applied/applied-schemas";
import { isAnything, type FlatSchema } from "./flat-schema.ts";
import {
  differenceOf,
  type Compared,
  type FlatPair,
  type SchemaDifference,
  type SchemaPair,
  type SchemaReader,
} from "./schema-difference.ts";

/** Compares the properties and items of schemas. */
export function compareMembers(pair: FlatPair, reader: SchemaReader): Compared {
  const { base, head, label } = pair;
  const renamed = renamedProperties(base, head);
  const names = new Set(
    [base.properties, head.properties].flatMap((properties) => [...properties.keys()]),
  );
  const newNames = new Set(renamed.values());
  const differences: SchemaDifference[] = [];
  const below: SchemaPair[] = [];
  for (const name of names) {
    if (newNames.has(name) && !base.properties.has(name)) continue;
    const after = renamed.get(name) ?? name;
    const [one, other] = [base.properties.get(name), head.properties.get(after)];
    differences.push(...compareProperty(pair, name, after));
    if (one !== undefined && other !== undefined)
      below.push({ base: one, head: other, label: `${label}.${after}` });
  }
  const rest = compareAdditional(pair, reader);
  return {
    differences: [...differences, ...compareUnnamed(pair), ...rest.differences],
    below: [...below, ...rest.below, ...itemPairs(pair)],
  };
}

/** Maps the earlier names of properties to their later ones, which say so by `x-renamed-from`. */
function renamedProperties(base: FlatSchema, head: FlatSchema): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const [name, places] of head.properties) {
    if (base.properties.has(name)) continue;
    const from = places
      .flatMap(({ json: schema }) => earlierNamesIn(schema))
      .find((one) => base.properties.has(one) && !head.properties.has(one));
    if (from !== undefined) renamed.set(from, name);
  }
  return renamed;
}

function compareProperty(pair: FlatPair, name: string, after: string): SchemaDifference[] {
  const { base, head, label } = pair;
  const [one] = base.properties.get(name) ?? [];
  const [other] = head.properties.get(after) ?? [];
  const places = { base: one?.pointer ?? base.pointer, head: other?.pointer ?? head.pointer };
  const [was, is] = [base.required.has(name), head.required.has(after)];
  if (one === undefined && other === undefined) return [];
  if (one === undefined) {
    const code = is ? "required-property-added" : "property-added";
    return [
      { code, message: `${label}.${after} was added${is ? " and is required" : ""}`, ...places },
    ];
  }
  if (other === undefined) {
    const code = was ? "required-property-removed" : "property-removed";
    return [{ code, message: `${label}.${name} is gone from ${pair.direction}s`, ...places }];
  }
  const found: SchemaDifference[] = [];
  if (name !== after)
    found.push({
      code: "property-renamed",
      message: `${label}.${name} is called ${after}`,
      renamed: { from: name, to: after },
      ...places,
    });
  if (was !== is) found.push({ ...becameRequired(`${label}.${after}`, is), ...places });
  return found;
}

function becameRequired(label: string, isRequired: boolean): SchemaDifference {
  return isRequired
    ? { code: "property-became-required", message: `${label} is required now` }
    : { code: "property-became-optional", message: `${label} is not required any more` };
}

/** Compares required properties that neither side declares in `properties`. */
function compareUnnamed({ base, head, label }: FlatPair): SchemaDifference[] {
  const isUndeclared = (name: string): boolean =>
    !base.properties.has(name) && !head.properties.has(name);
  const names = new Set([...base.required, ...head.required]);
  const isChanged = (name: string): boolean => base.required.has(name) !== head.required.has(name);
  return [...names]
    .filter((name) => isUndeclared(name) && isChanged(name))
    .map((name) => ({
      ...becameRequired(`${label}.${name}`, head.required.has(name)),
      base: base.pointer,
      head: head.pointer,
    }));
}

/** Compares the schemas of properties that are not named: `additionalProperties` and `unevaluatedProperties`. */
function compareAdditional(pair: FlatPair, reader: SchemaReader): Compared {
  const difference = differenceOf(pair);
  const [before, after] = [additionalPlaces(pair.base), additionalPlaces(pair.head)];
  const isStated = before !== undefined && before !== false;
  const differences: SchemaDifference[] = [];
  if (isStated && (after === undefined || after === false))
    differences.push(difference("additional-unstated", "has no type of other properties any more"));
  if (before !== false && after === false)
    differences.push(difference("additional-refused", "refuses other properties now"));
  if (before === false && after !== false)
    differences.push(difference("additional-allowed", "allows other properties now"));
  if (before === false || after === false) return { differences, below: [] };
  const wasOpen = before === undefined || isAnything(reader.read(before, "base"));
  const staysOpen = after === undefined || isAnything(reader.read(after, "head"));
  if (wasOpen && !staysOpen)
    differences.push(difference("additional-typed", "has a type of other properties now"));
  if (!wasOpen && staysOpen)
    differences.push(difference("additional-untyped", "has other properties of any type now"));
  if (wasOpen || staysOpen) return { differences, below: [] };
  return { differences, below: [{ base: before, head: after, label: `${pair.label}.*` }] };
}

/** The schemas of properties that are not named; `undefined` if nothing is declared, `false` if they are not allowed. */
function additionalPlaces({ schemas }: FlatSchema): readonly SchemaPlace[] | false | undefined {
  const places = schemas.flatMap(({ json: schema, pointer }) => {
    const additional = placesIn(schema, pointer, "additionalProperties");
    return additional.length > 0 ? additional : placesIn(schema, pointer, "unevaluatedProperties");
  });
  if (places.length === 0) return undefined;
  return places.some(({ json: schema }) => schema === false) ? false : places;
}

function itemPairs({ base, head, label }: FlatPair): SchemaPair[] {
  const count = Math.max(prefixLength(base), prefixLength(head));
  const pairAt = (index: number, inLabel: number | string): SchemaPair => ({
    base: itemPlaces(base.schemas, index),
    head: itemPlaces(head.schemas, index),
    label: `${label}[${inLabel}]`,
  });
  const prefix = Array.from({ length: count }, (_, index) => pairAt(index, index));
  return [...prefix, pairAt(count, "")].filter((pair) => pair.base.length + pair.head.length > 0);
}

const prefixLength = ({ schemas }: FlatSchema): number =>
  Math.max(0, ...schemas.map(({ json: schema }) => arrayMember(schema, "prefixItems").length));
