import type { SchemaPlace } from "@openapi-packages/description/model/api-model";
import { earlierNamesIn } from "@openapi-packages/description/model/renames/renamed-from";
import type { FlatSchema } from "./flat-schema.ts";
import type { Compared, FlatPair, SchemaDifference, SchemaPair } from "./schema-difference.ts";

/** Compares the properties and items of schemas. */
export function compareMembers(pair: FlatPair, isOpen: IsOpen): Compared {
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
  const rest = compareAdditional(pair, isOpen);
  return {
    differences: [...differences, ...compareUnnamed(pair), ...rest.differences],
    below: [...below, ...rest.below, ...itemPairs(pair)],
  };
}

/** Returns true if schemas allow any value. */
export type IsOpen = (places: readonly SchemaPlace[], side: "base" | "head") => boolean;

/** Maps the earlier names of properties to their later ones, which say so by `x-renamed-from`. */
function renamedProperties(base: FlatSchema, head: FlatSchema): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const [name, places] of head.properties) {
    if (base.properties.has(name)) continue;
    const from = places
      .flatMap(({ schema }) => earlierNamesIn(schema))
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
function compareAdditional({ base, head, label }: FlatPair, isOpen: IsOpen): Compared {
  const places = { base: base.pointer, head: head.pointer };
  const tell = (code: SchemaDifference["code"], message: string): SchemaDifference => ({
    code,
    message: `${label} ${message}`,
    ...places,
  });
  const [before, after] = [base.additional, head.additional];
  const isStated = before !== undefined && before !== false;
  const differences: SchemaDifference[] = [];
  if (isStated && (after === undefined || after === false))
    differences.push(tell("additional-unstated", "has no type of other properties any more"));
  if (before !== false && after === false)
    differences.push(tell("additional-refused", "refuses other properties now"));
  if (before === false && after !== false)
    differences.push(tell("additional-allowed", "allows other properties now"));
  if (before === false || after === false) return { differences, below: [] };
  const wasOpen = before === undefined || isOpen(before, "base");
  const staysOpen = after === undefined || isOpen(after, "head");
  if (wasOpen && !staysOpen)
    differences.push(tell("additional-typed", "has a type of other properties now"));
  if (!wasOpen && staysOpen)
    differences.push(tell("additional-untyped", "has other properties of any type now"));
  if (wasOpen || staysOpen) return { differences, below: [] };
  return { differences, below: [{ base: before, head: after, label: `${label}.*` }] };
}

function itemPairs({ base, head, label }: FlatPair): SchemaPair[] {
  const pairs: SchemaPair[] = [];
  const count = Math.max(base.prefixItems.length, head.prefixItems.length);
  for (let index = 0; index < count; index += 1) {
    const at = ({ prefixItems, items }: FlatSchema): readonly SchemaPlace[] => {
      const place = prefixItems[index];
      return place === undefined ? items : [place];
    };
    pairs.push({ base: at(base), head: at(head), label: `${label}[${index}]` });
  }
  if (base.items.length + head.items.length > 0)
    pairs.push({ base: base.items, head: head.items, label: `${label}[]` });
  return pairs;
}
