import {
  canonicalText,
  isObject,
  member,
  toPointer,
} from "@openapi-packages/description/json/json";
import type { ApiModel, NamedSchema } from "@openapi-packages/description/model/api-model";
import { earlierNamesIn } from "@openapi-packages/description/model/renames/renamed-from";
import type { FoundChange } from "./change-types.ts";

/**
 * Compares the names of schemas, which are the names of their types. A schema is renamed if the later one names it in
 * `x-renamed-from`, is used in the same place, or is the only one with the same content.
 *
 * @param pairs names of schemas that are used in the same place of both descriptions
 */
export function compareSchemaNames(
  base: ApiModel,
  head: ApiModel,
  pairs: readonly (readonly [base: string, head: string])[],
): FoundChange[] {
  const types = (model: ApiModel): Set<string> =>
    new Set(model.schemas.map(({ typeName }) => typeName));
  const [inBase, inHead] = [types(base), types(head)];
  const gone = base.schemas.filter(({ typeName }) => !inHead.has(typeName));
  const added = head.schemas.filter(({ typeName }) => !inBase.has(typeName));
  const addedNames = new Map(added.map((one) => [one.name, one]));
  const renamed = new Map<NamedSchema, NamedSchema>();
  for (const schema of gone) {
    const declared = added.find(
      (one) => earlierNamesIn(one.json).includes(schema.name) || hasAlias(one, schema),
    );
    const placed = pairs.find(([name, other]) => name === schema.name && addedNames.has(other));
    const later =
      declared ?? (placed && addedNames.get(placed[1])) ?? onlyEqual(schema, gone, added);
    if (later !== undefined) renamed.set(schema, later);
  }
  const taken = new Set(renamed.values());
  return [
    ...gone.map((schema) => goneChange(schema, renamed.get(schema))),
    ...added
      .filter((schema) => !taken.has(schema))
      .map((schema): FoundChange => ({
        code: "schema-added",
        message: `schema ${schema.name} was added`,
        head: placeOf(schema),
        schemas: [schema.name],
      })),
  ];
}

/** The added schema whose content equals that of a removed one, if no other added or removed schema equals it. */
function onlyEqual(
  schema: NamedSchema,
  gone: readonly NamedSchema[],
  added: readonly NamedSchema[],
): NamedSchema | undefined {
  // Small schemas such as `type: string` are often equal by chance.
  if (!isObject(schema.json) || !distinctiveKeywords.some((key) => member(schema.json, key)))
    return undefined;
  const text = canonicalText(schema.json);
  const equal = (one: NamedSchema): boolean => canonicalText(one.json) === text;
  const [later, ...others] = added.filter(equal);
  return others.length === 0 && gone.filter(equal).length === 1 ? later : undefined;
}

const distinctiveKeywords = ["properties", "enum", "allOf", "anyOf", "oneOf"];

/** True if a schema's type is also exported by the name of the earlier type. */
const hasAlias = ({ earlierNames }: NamedSchema, { typeName }: NamedSchema): boolean =>
  earlierNames.includes(typeName);

function goneChange(schema: NamedSchema, later: NamedSchema | undefined): FoundChange {
  const base = placeOf(schema);
  if (later === undefined)
    return {
      code: "schema-removed",
      message: `schema ${schema.name} is gone`,
      base,
      schemas: [schema.name],
    };
  return {
    code: hasAlias(later, schema) ? "schema-renamed-with-alias" : "schema-renamed",
    message: `schema ${schema.name} is called ${later.name}`,
    base,
    head: placeOf(later),
    schemas: [schema.name, later.name],
    renamed: { from: schema.name, to: later.name },
  };
}

/** The pointer of a schema. A variant has that of the schema it is derived from. */
function placeOf({ pointer, variant }: NamedSchema): string {
  return variant === undefined ? pointer : toPointer(["components", "schemas", variant.of]);
}
