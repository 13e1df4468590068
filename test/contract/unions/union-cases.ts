import * as fc from "fast-check";
import type { Json, JsonObject } from "openapi-packages/emitter";

/** A value of one alternative, and the names of its members that the alternative declares. */
export interface AlternativeValue {
  /** The name of the alternative; `undefined` of what is not an object. */
  readonly alternative: string | undefined;
  readonly value: Json;
  readonly declared: readonly string[];
}

/** The schemas of a union, `Union`, and what holds of its values by OpenAPI and JSON Schema alone. */
export interface UnionCase {
  readonly schemas: JsonObject;
  readonly values: readonly AlternativeValue[];
  readonly refused: readonly Json[];
  /** The names of the alternatives that a value of `kind` chooses. */
  readonly tagged: readonly string[];
  /** Those of them that have a guard: each, unless a later version may have more values of one, or it has no type of its own. */
  readonly guarded: readonly string[];
}

/** One alternative: its schemas by name, what a mapping has for it, and the members that each value of `kind` brings. */
interface Alternative {
  readonly name: string;
  readonly schemas: JsonObject;
  readonly mapped?: readonly string[];
  readonly members: readonly (readonly [tag: string | number, declared: readonly string[]])[];
  /** True if nothing but a discriminator tells it from others. */
  readonly isByDiscriminator?: boolean;
  readonly isNullable?: boolean;
  /** True if a later version may have more values, where no discriminator is declared. */
  readonly isGrowing?: boolean;
  /** True if the union has the alternative's type together with the tag. */
  readonly isCombined?: boolean;
}

const text = { type: "string" };
const schemaReference = (name: string): string => `#/components/schemas/${name}`;
const ref = (name: string): JsonObject => ({ $ref: schemaReference(name) });

const object = (kind: Json, own: string, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties: { kind, [own]: text },
  ...more,
});

/** The ways in which a description may say by which values an alternative is chosen. */
const forms = {
  implied: (name, own) => ({
    name,
    schemas: { [name]: object(text, own) },
    members: [[name, [own]]],
    isByDiscriminator: true,
  }),
  mapped: (name, own) => ({
    name,
    schemas: { [name]: object(text, own) },
    mapped: [`${name} one`, `${name} other`],
    members: [
      [`${name} one`, [own]],
      [`${name} other`, [own]],
    ],
    isByDiscriminator: true,
  }),
  "mapped to a number": (name, own, index) => ({
    name,
    schemas: { [name]: object({ type: "integer" }, own) },
    mapped: [String(index)],
    members: [[index, [own]]],
    isByDiscriminator: true,
  }),
  "mapped by what it inherits": (name, own) => ({
    name,
    schemas: {
      [`${name}Base`]: { type: "object", required: ["kind"], properties: { kind: text } },
      [name]: { allOf: [ref(`${name}Base`), { type: "object", properties: { [own]: text } }] },
    },
    mapped: [`${name} one`],
    members: [[`${name} one`, [own]]],
    isByDiscriminator: true,
  }),
  narrowed: (name, own) => ({
    name,
    schemas: {
      [name]: object({ enum: [`${name} one`, `${name} other`] }, own, { required: ["kind"] }),
    },
    mapped: [`${name} one`],
    members: [[`${name} one`, [own]]],
    isByDiscriminator: true,
  }),
  constant: (name, own) => ({
    name,
    schemas: { [name]: object({ const: `the ${name}` }, own, { required: ["kind"] }) },
    members: [[`the ${name}`, [own]]],
  }),
  "one of several numbers": (name, own, index) => ({
    name,
    schemas: { [name]: object({ enum: [index, index + 0.5] }, own, { required: ["kind"] }) },
    members: [
      [index, [own]],
      [index + 0.5, [own]],
    ],
    isGrowing: true,
  }),
  "constant elsewhere": (name, own) => ({
    name,
    schemas: {
      [`${name}Kind`]: { type: "string", enum: [`the ${name}`] },
      [name]: object({ allOf: [ref(`${name}Kind`)] }, own, { required: ["kind"] }),
    },
    members: [[`the ${name}`, [own]]],
  }),
  nullable: (name, own) => ({
    name,
    schemas: {
      [name]: {
        ...object({ const: `the ${name}` }, own, { required: ["kind"] }),
        type: ["object", "null"],
      },
    },
    members: [[`the ${name}`, [own]]],
    isNullable: true,
  }),
  union: (name, own) => ({
    name,
    schemas: {
      [`${name}A`]: object({ const: `${name} a` }, `${own}A`, { required: ["kind"] }),
      [`${name}B`]: object({ const: `${name} b` }, `${own}B`, { required: ["kind"] }),
      [name]: { oneOf: [ref(`${name}A`), ref(`${name}B`)] },
    },
    members: [
      [`${name} a`, [`${own}A`]],
      [`${name} b`, [`${own}B`]],
    ],
  }),
  "union with a mapping": (name, own) => ({
    name,
    schemas: {
      [`${name}A`]: object(text, `${own}A`),
      [`${name}B`]: object(text, `${own}B`),
      [name]: {
        anyOf: [ref(`${name}A`), ref(`${name}B`)],
        discriminator: {
          propertyName: "kind",
          mapping: { [`${name} a`]: schemaReference(`${name}A`), [`${name} b`]: `${name}B` },
        },
      },
    },
    members: [
      [`${name} a`, [`${own}A`]],
      [`${name} b`, [`${own}B`]],
    ],
  }),
  "union under a value": (name, own) => ({
    name,
    schemas: {
      [`${name}A`]: object({ type: "string" }, own, { required: [own] }),
      [`${name}B`]: object({ type: "string" }, own, { not: { required: [own] } }),
      [name]: { oneOf: [ref(`${name}A`), ref(`${name}B`)] },
    },
    mapped: [`${name} one`],
    members: [[`${name} one`, [own]]],
    isByDiscriminator: true,
    isCombined: true,
  }),
} satisfies Readonly<Record<string, (name: string, own: string, index: number) => Alternative>>;

/** A form of alternatives. */
export type AlternativeForm = keyof typeof forms;

/** The forms of alternatives. */
export const alternativeForms = Object.keys(forms) as AlternativeForm[];

/** What a union is of. */
export interface UnionPlan {
  readonly keyword: "anyOf" | "oneOf";
  readonly forms: readonly AlternativeForm[];
  readonly hasDiscriminator: boolean;
  readonly hasNull: boolean;
  /** Whether one more alternative is that of all values that choose no other one. */
  readonly hasDefault: boolean;
}

/** Plans of any unions. */
export const unionPlans: fc.Arbitrary<UnionPlan> = fc.record({
  keyword: fc.constantFrom("anyOf", "oneOf"),
  forms: fc.array(fc.constantFrom(...alternativeForms), { minLength: 2, maxLength: 4 }),
  hasDiscriminator: fc.boolean(),
  hasNull: fc.boolean(),
  hasDefault: fc.boolean(),
});

/** The union of a plan. */
export function unionCase(plan: UnionPlan): UnionCase {
  const alternatives = plan.forms.map((form, index): Alternative =>
    forms[form](`Alternative${index}`, `own${index}`, index + 1),
  );
  const needsDiscriminator = alternatives.some((one) => one.isByDiscriminator === true);
  const isDeclared = plan.hasDiscriminator || needsDiscriminator;
  const hasDefault = plan.hasDefault && isDeclared;
  const isGuarded = isDeclared || !alternatives.some((one) => one.isGrowing === true);
  const nullable = alternatives.filter(({ isNullable }) => isNullable === true).length;
  const hasNull = plan.hasNull && nullable === 0;
  const mapping = alternatives.flatMap(({ name, mapped = [] }, index) =>
    mapped.map((value) => [value, index % 2 === 0 ? name : schemaReference(name)] as const),
  );
  const references = alternatives.map(({ name }) => ref(name));
  const union = {
    [plan.keyword]: [
      ...references,
      ...(hasDefault ? [ref("Other")] : []),
      ...(hasNull ? [{ type: "null" }] : []),
    ],
    ...(isDeclared && {
      discriminator: {
        propertyName: "kind",
        ...(mapping.length > 0 && { mapping: Object.fromEntries(mapping) }),
        ...(hasDefault && { defaultMapping: "Other" }),
      },
    }),
  };
  const other = { Other: { type: "object", properties: { kind: {}, ownOther: text } } };
  const owns = alternatives.flatMap(({ members }) => members.flatMap(([, declared]) => declared));
  const all = Object.fromEntries([...owns, "ownOther", "undeclared"].map((name) => [name, name]));
  const unknown = [{ ...all, kind: "nothing known" }, all];
  const isOfNull = hasNull || nullable > 0;
  const isNullValid = isOfNull && (plan.keyword === "anyOf" || nullable <= 1);
  return {
    schemas: {
      ...Object.assign({}, ...alternatives.map(({ schemas }) => schemas)),
      ...(hasDefault && other),
      Union: union,
    },
    tagged: alternatives.map(({ name }) => name),
    guarded: isGuarded
      ? alternatives.flatMap(({ name, isCombined }) => (isCombined === true ? [] : name))
      : [],
    values: [
      ...alternatives.flatMap(({ name, members }) =>
        members.map(([kind, declared]) => ({
          alternative: name,
          value: { ...all, kind },
          declared: ["kind", ...declared],
        })),
      ),
      ...(hasDefault ? unknown : []).map((value) => ({
        alternative: "Other",
        value,
        declared: ["kind", "ownOther"],
      })),
      ...(isNullValid ? [{ alternative: undefined, value: null, declared: [] }] : []),
    ],
    refused: [...(hasDefault ? [] : unknown), "a text", 1, [], ...(isNullValid ? [] : [null])],
  };
}

/** A parent that stands for its children (OpenAPI 3.1, section 4.8.25, the `allOf` form), one of them with a mapped value. */
export function hierarchyCase(): UnionCase {
  const child = (own: string): Json => ({
    allOf: [ref("Union"), { type: "object", properties: { [own]: text } }],
  });
  const all = { own0: "a", own1: "b", shared: "c", undeclared: "d" };
  const value = (alternative: string, kind: string, own: string): AlternativeValue => ({
    alternative,
    value: { ...all, kind },
    declared: ["kind", "shared", own],
  });
  return {
    schemas: {
      Union: {
        ...object(text, "shared", { required: ["kind"] }),
        discriminator: { propertyName: "kind", mapping: { second: "Child1" } },
      },
      Child0: child("own0"),
      Child1: child("own1"),
    },
    tagged: ["Child0", "Child1"],
    guarded: ["Child0", "Child1"],
    values: [value("Child0", "Child0", "own0"), value("Child1", "second", "own1")],
    refused: [all, { ...all, kind: "Child1" }, { ...all, kind: "Union" }, null, "a text"],
  };
}
