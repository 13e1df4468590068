import {
  arrayMember,
  isObject,
  member,
  stringMember,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { literal } from "../../escape.ts";
import { reportCall, type Checked, type CheckedModule } from "./checked.ts";
import { memberOf } from "./object-checks.ts";
import { schemaEntries } from "./subschemas.ts";

/** What a schema asks of the member that discriminates it, as far as it is needed to choose by it. */
interface Tag {
  readonly values: readonly string[] | undefined;
  readonly isRequired: boolean;
  readonly isObject: boolean;
}

const noTag: Tag = { values: undefined, isRequired: false, isObject: false };

/**
 * Writes the choice of one of the schemas of a union by its discriminator (OpenAPI 3.1, section
 * 4.8.25), where each has values of its own for it: what is wrong is then said of the chosen one
 * alone, and the others cost nothing. Answers whether it is so.
 */
export function writeChoice(
  { discriminator }: JsonObject,
  subschemas: readonly Json[],
  checked: Checked,
): boolean {
  const property = stringMember(discriminator as Json, "propertyName");
  if (property === undefined) return false;
  const { module, code, value } = checked;
  const branches = tagValues(property, subschemas, module);
  if (branches === undefined) return false;
  const values = branches.flat();
  const tag = `${module.use("isObject")}(${value}) ? ${memberOf(property, checked)} : undefined`;
  code.block(`switch (${tag}) {`, () => {
    for (const [index, subschema] of subschemas.entries()) {
      const cases = (branches[index] ?? []).map((own) => `case ${literal(own)}:`);
      code.block(`${cases.join(" ")} {`, () => {
        checked.write(subschema, checked);
        code.line("break;");
      });
    }
    const parameters = `propertyName: ${literal(property)}, values: ${literal(values)}`;
    code.line("default:");
    code.line(`  ${reportCall(checked, "discriminator", parameters)}`);
  });
  return true;
}

/** The values by which each schema of a union is chosen; `undefined` where they do not tell them apart. */
export function tagValues(
  property: string,
  subschemas: readonly Json[],
  module: Pick<CheckedModule, "target">,
): (readonly string[])[] | undefined {
  const tags = new TagReader(property, module);
  const branches = subschemas.map((schema) => tags.tag(schema));
  if (!branches.every((tag) => tag.isRequired && tag.isObject && tag.values !== undefined))
    return undefined;
  const values = branches.map((tag) => tag.values ?? []);
  return new Set(values.flat()).size < values.flat().length ? undefined : values;
}

/** Reads what schemas ask of one member, each once. */
class TagReader {
  readonly #property: string;
  readonly #module: Pick<CheckedModule, "target">;
  readonly #tags = new Map<JsonObject, Tag>();

  constructor(property: string, module: Pick<CheckedModule, "target">) {
    this.#property = property;
    this.#module = module;
  }

  tag(schema: Json): Tag {
    if (!isObject(schema)) return noTag;
    const known = this.#tags.get(schema);
    if (known !== undefined) return known;
    // What a schema says of itself by way of others says nothing.
    this.#tags.set(schema, noTag);
    const tag = this.#read(schema);
    this.#tags.set(schema, tag);
    return tag;
  }

  #read(schema: JsonObject): Tag {
    const reference = stringMember(schema, "$ref");
    const parts = [
      ...(reference === undefined ? [] : [this.#module.target(reference)]),
      ...arrayMember(schema, "allOf"),
    ].map((part) => this.tag(part));
    const own = new Map(schemaEntries(schema, "properties")).get(this.#property);
    const required = arrayMember(schema, "required").includes(this.#property);
    return {
      values: this.#values(own) ?? parts.find(({ values }) => values !== undefined)?.values,
      isRequired: required || parts.some(({ isRequired }) => isRequired),
      isObject: schema["type"] === "object" || parts.some((part) => part.isObject),
    };
  }

  #values(schema: Json | undefined): readonly string[] | undefined {
    if (schema === undefined || !isObject(schema)) return undefined;
    const constant = member(schema, "const");
    const values = constant === undefined ? schema["enum"] : [constant];
    if (Array.isArray(values)) {
      const texts = (values as readonly Json[]).filter((value) => typeof value === "string");
      return texts.length === values.length ? [...new Set(texts)] : undefined;
    }
    const reference = stringMember(schema, "$ref");
    const target = reference === undefined ? undefined : this.#module.target(reference);
    // Of a schema that only refers on, one step is enough to tell the tags of real descriptions.
    return isObject(target ?? null) && member(target, "$ref") === undefined
      ? this.#values(target)
      : undefined;
  }
}
