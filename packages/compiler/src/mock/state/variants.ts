import type { VariantDescriptor, VariantKind } from "@openapi-packages/mock/description";
import { isObject, type Json, type JsonObject } from "@openapi-packages/description/json/json";
import { schemaReference } from "@openapi-packages/description/json/subschemas";
import { commonTag } from "@openapi-packages/description/model/unions/union-choice";
import type { Sampler } from "../sample/sampler.ts";
import type { ResourceDraft } from "./resource-draft.ts";
import { isRecord, nonNull, type Shape, type Shapes } from "./shapes.ts";

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
    const kinds = tagsOf(own, shapes)?.flatMap(({ tag, is, schemas }): VariantKind[] => {
      const context = { seed: `${name} ${member} ${tag}`, name: member, detail: 1, variant: 0 };
      const example = schemas
        .map((schema) => sampler.sample(schema, context))
        .find((one) => isObject(one) && (is === undefined || one[tag] === is));
      return isObject(example) ? [{ tag, ...(is === undefined ? {} : { is }), example }] : [];
    });
    return kinds === undefined || kinds.length < 2 ? [] : [{ member, kinds }];
  });
  return found.length === 0 ? undefined : found;
}

/** The member, and its value if it has one, that distinguishes an alternative from the others. */
export interface VariantTag extends Omit<VariantKind, "example"> {
  /** Schemas of the alternative, the one that says least about it first. */
  readonly schemas: readonly Json[];
}

/** Returns the tags of a shape's alternatives; `undefined` if there are none, or one of them has no tag. */
export function tagsOf(
  { union, components }: Shape,
  shapes: Shapes,
): readonly VariantTag[] | undefined {
  const alternatives = union === undefined ? [] : nonNull(union);
  const own = alternatives.map((one) => shapes.of(one));
  if (own.length < 2 || !own.every(isRecord)) return undefined;
  const declared = union?.discriminator?.property;
  const names = declared === undefined ? [] : [declared];
  const traits = alternatives.map(({ schema }) =>
    shapes.traits.of({ kind: "required", schema, names }),
  );
  const common = commonTag(traits, declared);
  if (common !== undefined)
    return own.flatMap((shape, index): VariantTag[] => {
      const tag = common.property;
      return (common.values[index] ?? []).flatMap((is) => {
        if (is === null) return [];
        const only = { required: [tag], properties: { [tag]: { const: is } } };
        return [{ tag, is, schemas: schemasOf(shape, components, only) }];
      });
    });
  const tags = own.flatMap((shape) => {
    const others = own.filter((other) => other !== shape);
    const tag = [...shape.required].find((name) =>
      others.every((other) => !other.properties.has(name)),
    );
    return tag === undefined ? [] : [{ tag, shape }];
  });
  if (tags.length < own.length) return undefined;
  return tags.map(({ tag, shape }): VariantTag => {
    const others = tags.filter((other) => other.shape !== shape);
    const not = { anyOf: others.map((other) => ({ required: [other.tag] })) };
    return { tag, schemas: schemasOf(shape, components, { required: [tag], not }) };
  });
}

/**
 * Returns schemas of an alternative: its own component, or else the components of the union.
 *
 * @param only tells its objects from those of the others
 */
function schemasOf(
  alternative: Shape,
  components: readonly string[],
  only: JsonObject,
): readonly Json[] {
  const known = alternative.components.length > 0 ? alternative.components : components;
  const references = known.map((name) => ({ $ref: schemaReference(name) }));
  const isOne = alternative.components.length === 1;
  return [...(isOne ? references : []), { allOf: [only, ...references] }];
}
