import type { VariantDescriptor, VariantKind } from "@openapi-packages/mock/description";
import { isObject, type Json } from "@openapi-packages/description/json/json";
import type { TagValue } from "@openapi-packages/description/model/unions/traits";
import { commonTag } from "@openapi-packages/description/model/unions/union-choice";
import type { Sampler } from "../sample/sampler.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import { isRecord, type Shape, type Shapes } from "./shapes.ts";

/**
 * Returns the members of a resource's records, and the record itself, that are objects of several
 * kinds. Each kind has an example, so that the mock completes what a request gives with members of the
 * same kind only.
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
      const context = { seed: `${name} ${member} ${tag}`, name: member, detail: 1, variant: 0 };
      const example = sampler.sample(schema, context);
      return isObject(example) ? [{ tag, ...(is === undefined ? {} : { is }), example }] : [];
    });
    return kinds === undefined || kinds.length < 2 ? [] : [{ member, kinds }];
  });
  return found.length === 0 ? undefined : found;
}

/** The member, and its value if it has one, that distinguishes an alternative from the others. */
export interface VariantTag extends Omit<VariantKind, "example"> {
  readonly schema: Json;
}

/** Returns the tags of a shape's alternatives; `undefined` if there are none, or one of them has no tag. */
export function tagsOf(
  { branches, discriminator }: Shape,
  shapes: Shapes,
): readonly VariantTag[] | undefined {
  if (branches.length < 2) return undefined;
  const own = branches.map((branch) => shapes.of(branch));
  if (!own.every(isRecord)) return undefined;
  const declared = discriminator?.property;
  const required = declared === undefined ? [] : [declared];
  const traits = branches.map((branch) => shapes.traits.of({ allOf: [branch], required }));
  const common = commonTag(traits, declared);
  if (common !== undefined)
    return branches.flatMap((schema, index) =>
      taggedVariants(schema, common.property, common.values[index] ?? []),
    );
  const tags = own.flatMap((shape, index): VariantTag[] => {
    const others = own.filter((other) => other !== shape);
    const tag = [...shape.required].find((name) =>
      others.every((other) => !other.properties.has(name)),
    );
    return tag === undefined ? [] : [{ tag, schema: branches[index] ?? true }];
  });
  return tags.length === branches.length ? tags : undefined;
}

/** Makes a variant for each value that selects an alternative. */
function taggedVariants(schema: Json, tag: string, values: readonly TagValue[]): VariantTag[] {
  return values.flatMap((is): VariantTag[] => {
    if (is === null) return [];
    const only = { required: [tag], properties: { [tag]: { const: is } } };
    return [{ tag, is, schema: values.length === 1 ? schema : { allOf: [only, schema] } }];
  });
}
