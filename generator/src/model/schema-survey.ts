import { isObject, type Json, type JsonObject } from "../json.ts";
import { eachSubschema, referencedName } from "../subschemas.ts";

/** What stands anywhere in a schema's own text. */
export interface SchemaSurvey {
  /** The names of the component schemas that it refers to. */
  readonly references: ReadonlySet<string>;
  /** Whether there is a `$dynamicRef` (JSON Schema 2020-12 core, section 8.2.3.2). */
  readonly hasDynamicReference: boolean;
  /** Whether there is a `discriminator` (OpenAPI 3.1, section 4.8.25). */
  readonly hasDiscriminator: boolean;
}

const known = new WeakMap<JsonObject, SchemaSurvey>();

const nothing: SchemaSurvey = {
  references: new Set(),
  hasDynamicReference: false,
  hasDiscriminator: false,
};

/** Looks through a schema, once however many ask; it must not change afterwards. */
export function surveyOf(schema: Json): SchemaSurvey {
  if (!isObject(schema)) return nothing;
  const survey = known.get(schema) ?? makeSurvey(schema);
  known.set(schema, survey);
  return survey;
}

function makeSurvey(schema: JsonObject): SchemaSurvey {
  const references = new Set<string>();
  let hasDynamicReference = false;
  let hasDiscriminator = false;
  const stack: Json[] = [schema];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isObject(node)) continue;
    const name = referencedName(node);
    if (name !== undefined) references.add(name);
    hasDynamicReference ||= node["$dynamicRef"] !== undefined;
    hasDiscriminator ||= node["discriminator"] !== undefined;
    eachSubschema(node, (below) => stack.push(below));
  }
  return { references, hasDynamicReference, hasDiscriminator };
}
