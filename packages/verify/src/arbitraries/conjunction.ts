import {
  isObject,
  member,
  valueAt,
  type Description,
  type Json,
  type JsonObject,
} from "openapi-packages/description";
import {
  appliedSchemas,
  list,
  memberPlaces,
  targetOf,
  type AppliedSchema,
} from "./applied-schemas.ts";

/**
 * Schemas that a value has to conform to all at once, references followed and `allOf` taken apart; alternatives wait to be
 * chosen from.
 */
export interface Conjunction {
  readonly schemas: readonly AppliedSchema[];
  /** Each a list of alternatives, of which one is to be chosen: the schemas that come with it. */
  readonly choices: readonly (readonly (readonly Json[])[])[];
  /** True if `false` is among them. */
  readonly isImpossible: boolean;
}

/** What schemas come to. */
export function conjunctionOf(description: Description, given: readonly Json[]): Conjunction {
  return extended(description, { schemas: [], choices: [], isImpossible: false }, given);
}

/** The conjunction with its first choice made. */
export function chosen(
  description: Description,
  conjunction: Conjunction,
  alternative: readonly Json[],
): Conjunction {
  const rest = { ...conjunction, choices: conjunction.choices.slice(1) };
  return extended(description, rest, alternative);
}

function extended(
  description: Description,
  { schemas: known, choices: open, isImpossible: isAlready }: Conjunction,
  given: readonly Json[],
): Conjunction {
  const schemas = [...known];
  const choices = [...open];
  const seen = new Set(known.map(({ schema }) => schema));
  let isImpossible = isAlready;
  const add = (schema: Json | undefined): void => {
    if (schema === false) isImpossible = true;
    if (!isObject(schema) || seen.has(schema)) return;
    seen.add(schema);
    const target = targetOf(schema);
    if (target !== undefined) add(valueAt(description.model.document, target));
    for (const part of list(schema, "allOf")) add(part);
    schemas.push({ schema, pointer: "" });
    choices.push(...choicesOf(description, schema));
  };
  for (const schema of given) add(schema);
  return { schemas, choices, isImpossible };
}

function choicesOf(description: Description, schema: JsonObject): (readonly (readonly Json[])[])[] {
  const found = ["oneOf", "anyOf"].flatMap((keyword) => {
    const branches = list(schema, keyword);
    return branches.length === 0
      ? []
      : [branches.map((branch) => [branch, ...tagOf(description, schema, branch)])];
  });
  const condition = member(schema, "if");
  const conditional =
    condition === undefined
      ? []
      : [[[condition, member(schema, "then") ?? true], [member(schema, "else") ?? true]]];
  const dependent = Object.entries(member(schema, "dependentSchemas") ?? {}).map(([name, one]) => [
    [{ required: [name] }, one as Json],
    [true],
  ]);
  return [...found, ...conditional, ...dependent];
}

/**
 * What a discriminator wants of a branch: the value as mapped, else the name of its schema (OpenAPI 3.1, section 4.8.25),
 * unless the branch says itself which values there are.
 */
function tagOf(description: Description, schema: JsonObject, branch: Json): Json[] {
  const discriminator = member(schema, "discriminator");
  const property = member(discriminator, "propertyName");
  const reference = member(branch, "$ref");
  if (typeof property !== "string" || typeof reference !== "string") return [];
  const name = reference.split("/").at(-1) ?? "";
  const mapped = Object.entries(member(discriminator, "mapping") ?? {}).find(
    ([, target]) => target === reference || target === name,
  );
  const own = appliedSchemas(description, [{ schema: branch, pointer: "" }]);
  const isSaid = memberPlaces(own, property).some((place) =>
    appliedSchemas(description, [place]).some((one) =>
      ["enum", "const"].some((keyword) => member(one.schema, keyword) !== undefined),
    ),
  );
  if (mapped === undefined && isSaid) return [];
  return [{ required: [property], properties: { [property]: { const: mapped?.[0] ?? name } } }];
}
