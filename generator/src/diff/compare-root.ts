import { canonicalText, isObject, member, toPointer } from "../json.ts";
import type { ApiModel, NamedSchema } from "../model/api-model.ts";
import { earlierNamesIn } from "../model/renames/renamed-from.ts";
import type { FoundChange } from "./change-types.ts";

/**
 * Compares the names of schemas, which types have. One has another name where the later schema says so
 * (`x-renamed-from`), stands where the earlier one stood, or is the only one that says the same.
 *
 * @param pairs names of schemas that stand in the same place
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
      (one) => earlierNamesIn(one.schema).includes(schema.name) || hasAlias(one, schema),
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

/** The added schema that says what one that is gone said, where there is but one of each. */
function onlyEqual(
  schema: NamedSchema,
  gone: readonly NamedSchema[],
  added: readonly NamedSchema[],
): NamedSchema | undefined {
  // Many schemas of one word say the same, and are nothing to each other.
  if (!isObject(schema.schema) || !tellingKeywords.some((key) => member(schema.schema, key)))
    return undefined;
  const text = canonicalText(schema.schema);
  const equal = (one: NamedSchema): boolean => canonicalText(one.schema) === text;
  const [later, ...others] = added.filter(equal);
  return others.length === 0 && gone.filter(equal).length === 1 ? later : undefined;
}

const tellingKeywords = ["properties", "enum", "allOf", "anyOf", "oneOf"];

/** True if the type of a schema still has the name of an earlier one. */
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

/** A variant stands where the schema does that it is one of. */
function placeOf({ pointer, variant }: NamedSchema): string {
  return variant === undefined ? pointer : toPointer(["components", "schemas", variant.of]);
}
