import type { TypeBranches } from "@openapi-packages/compiler/compile/codecs/type-branches";
import { schemasWithin } from "@openapi-packages/description/model/schema/schemas-within";
import {
  typeKey,
  type Property,
  type Schema,
  type UnionSchema,
} from "@openapi-packages/description/model/schema/schema";

/** The alternative of a union that stands for those that a later version of the description may add. */
export interface UnlistedVariant {
  /** The member that tells the alternatives apart. */
  readonly tag: string;
  /** The other members that all listed alternatives have, of the same type. Dates are left out: no codec reads this one. */
  readonly shared: readonly Property[];
}

/**
 * Returns the alternative for values that a union does not list. `undefined` if the union has no discriminator, has an
 * alternative for all other values, or has one whose tag is not restricted to some texts, since nothing would tell them
 * apart.
 */
export function unlistedVariant(
  union: UnionSchema,
  branches: TypeBranches,
): UnlistedVariant | undefined {
  const { discriminator } = union;
  if (discriminator === undefined || discriminator.fallback !== undefined) return undefined;
  const tag = discriminator.property;
  const objects = branches.of(union).filter((one) => branches.kinds(one).includes("object"));
  const [first, ...others] = objects.map((one) => branches.members(one));
  if (first === undefined) return undefined;
  const isTagged = [first, ...others].every((members) =>
    members.get(tag)?.schemas.some(isTagValue),
  );
  if (!isTagged) return undefined;
  const shared = [...first].flatMap(
    ([
      name,
      {
        isRequired,
        schemas: [schema, ...rest],
      },
    ]) => {
      if (name === tag || schema === undefined || rest.length > 0) return [];
      const same = others.map((members) => members.get(name));
      const isSame = same.every(
        (one) =>
          one?.schemas.length === 1 && one.schemas.every((its) => typeKey(its) === typeKey(schema)),
      );
      if (!isSame || hasDate(schema, branches)) return [];
      const isInAll = isRequired && same.every((one) => one?.isRequired);
      return [{ name, schema, isRequired: isInAll, annotations: {} }];
    },
  );
  return { tag, shared };
}

/** True for the schema of a member that is one of some texts. */
const isTagValue = (schema: Schema): boolean =>
  schema.kind === "enum" &&
  schema.openness === undefined &&
  schema.values.every((value) => typeof value === "string");

/** True if a schema contains a date, at any depth. */
function hasDate(schema: Schema, branches: TypeBranches, seen = new Set<string>()): boolean {
  return schemasWithin(schema).some((one) => {
    if (one.kind !== "reference") return one.kind === "date";
    if (seen.has(one.name)) return false;
    seen.add(one.name);
    return hasDate(branches.named(one.name), branches, seen);
  });
}
