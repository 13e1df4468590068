import type { VariantDescriptor, VariantKind } from "@openapi-packages/mock/description";
import { isObject, objectMember, stringMember, type Json } from "../../json.ts";
import { referencedName } from "../../subschemas.ts";
import type { Sampler } from "../sample/sampler.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import { isRecord, type Shape, type Shapes } from "./shapes.ts";

/**
 * The members of a resource's records, and the record itself, that are objects of one of several kinds, each with an
 * example, so that what a request gives is completed by its own kind and by no other.
 */
export function variantsOf(
  { name, shape }: Pick<ResourceDraft, "name" | "shape">,
  shapes: Shapes,
  sampler: Sampler,
): readonly VariantDescriptor[] | undefined {
  const places: readonly (readonly [string, Shape])[] = [
    ["", shape],
    ...[...shape.properties].map(([member, schema]) => [member, shapes.of(schema)] as const),
  ];
  const found = places.flatMap(([member, own]): VariantDescriptor[] => {
    const kinds = tagsOf(own, shapes)?.flatMap(({ tag, is, schema }): VariantKind[] => {
      const spot = { seed: `${name} ${member} ${tag}`, name: member, detail: 1, variant: 0 };
      const example = sampler.sample(schema, spot);
      return isObject(example) ? [{ tag, ...(is === undefined ? {} : { is }), example }] : [];
    });
    return kinds === undefined || kinds.length < 2 ? [] : [{ member, kinds }];
  });
  return found.length === 0 ? undefined : found;
}

/** What tells one alternative from the others. */
export interface VariantTag extends Omit<VariantKind, "example"> {
  readonly schema: Json;
}

/** The tags of a shape's alternatives; `undefined` where there are none, or one of them cannot be told. */
export function tagsOf(shape: Shape, shapes: Shapes): readonly VariantTag[] | undefined {
  const { branches } = shape;
  if (branches.length < 2) return undefined;
  const own = branches.map((branch) => shapes.of(branch));
  if (!own.every(isRecord)) return undefined;
  const tags = branches.map((schema, index): VariantTag | undefined => {
    const branch = own[index];
    const declared = declaredTag(shape.discriminator, schema, branch, shapes);
    if (declared !== undefined) return { ...declared, schema };
    const others = own.filter((_, at) => at !== index);
    return branch && tagOf(branch, others, schema, shapes);
  });
  return tags.every((tag) => tag !== undefined) ? tags : undefined;
}

/**
 * The tag that a discriminator gives an alternative (OpenAPI 3.1.1, Discriminator Object): as mapped, else the one value
 * that the alternative itself allows, else the name of its schema.
 */
function declaredTag(
  discriminator: Json | undefined,
  schema: Json,
  branch: Shape | undefined,
  shapes: Shapes,
): Omit<VariantTag, "schema"> | undefined {
  const tag = stringMember(discriminator, "propertyName");
  const name = referencedName(schema);
  if (tag === undefined || name === undefined) return undefined;
  const mapping = Object.entries(objectMember(discriminator, "mapping") ?? {});
  const mapped = mapping.find(([, target]) => String(target).split("/").at(-1) === name);
  const [own, ...others] = shapes.of(branch?.properties.get(tag)).values ?? [];
  const isOwn = typeof own === "string" && others.length === 0;
  return { tag, is: mapped?.[0] ?? (isOwn ? own : name) };
}

/** A required member that has one value alone, else one that no other alternative has. */
function tagOf(
  { required, properties }: Shape,
  others: readonly Shape[],
  schema: Json,
  shapes: Shapes,
): VariantTag | undefined {
  for (const tag of required) {
    const [is, ...more] = shapes.of(properties.get(tag)).values ?? [];
    const isOne = ["string", "number", "boolean"].includes(typeof is) && more.length === 0;
    const isOwn = others.every(
      (other) => shapes.of(other.properties.get(tag)).values?.includes(is ?? null) === false,
    );
    if (isOne && isOwn) return { tag, is: is as string | number | boolean, schema };
  }
  const tag = [...required].find((name) => others.every((other) => !other.properties.has(name)));
  return tag === undefined ? undefined : { tag, schema };
}
