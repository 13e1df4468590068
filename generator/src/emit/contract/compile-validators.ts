import type { AnySchemaObject } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import {
  isObject,
  member,
  toFragment,
  toPointer,
  type Json,
  type JsonObject,
} from "../../load/json.ts";
import {
  operationGroups,
  type ApiModel,
  type MediaType,
  type Operation,
  type Parameter,
  type SchemaPlace,
} from "../../model/api-model.ts";
import { assertionsOf } from "./assertions.ts";
import { createAjv, type KeywordUse } from "./create-ajv.ts";
import { toModule } from "./validator-module.ts";

/** The names, in the compiled module, of the validators of one operation. */
export interface ValidatorNames {
  /** `path`, `query`, `header`, `cookie` → name. */
  readonly locations: Readonly<Partial<Record<Parameter["in"], string>>>;
  /** Media type → name. */
  readonly body: ReadonlyMap<string, string>;
  /** Status → media type → name. */
  readonly responses: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Validators as ECMAScript text, and who uses which. */
export interface CompiledValidators {
  /** The module that exports each validator by its name. */
  readonly code: string;
  readonly exports: readonly string[];
  readonly operations: ReadonlyMap<Operation, ValidatorNames>;
  /** Whether a value conforms to the validator of a name. */
  accepts(name: string, value: unknown): boolean;
  /** What keeps a value from conforming, in words; `undefined` where it conforms. */
  refusal(name: string, value: unknown): string | undefined;
}

const compiled = new WeakMap<ApiModel, CompiledValidators>();

/**
 * Compiles the validators of every request and response with Ajv's standalone code (JSON Schema
 * 2020-12), once for a model however many emitters ask.
 */
export function compileValidators(model: ApiModel): CompiledValidators {
  const known = compiled.get(model);
  if (known !== undefined) return known;
  const result = compile(model);
  compiled.set(model, result);
  return result;
}

const root = "api";

function compile(model: ApiModel): CompiledValidators {
  const registry = new Registry(model);
  const operations = new Map<Operation, ValidatorNames>();
  for (const { operations: group } of operationGroups(model)) {
    for (const operation of group) operations.set(operation, namesOf(registry, operation));
  }
  const schema = {
    $id: root,
    components: { schemas: registry.components },
    validators: registry.schemas,
  };
  const references = Object.fromEntries(
    [...registry.pointers].map(([name, pointer]) => [name, `${root}${toFragment(pointer)}`]),
  );
  const { ajv, code } = compileSchemas(schema, references);
  const refusal = (name: string, value: unknown): string | undefined => {
    const validate = ajv.getSchema(references[name] ?? "");
    if (validate?.(value) !== false) return undefined;
    const [first] = validate.errors ?? [];
    return `${first?.instancePath || "the value"} does not satisfy ${first?.keyword}`;
  };
  return {
    code,
    exports: Object.keys(references),
    operations,
    accepts: (name, value) => refusal(name, value) === undefined,
    refusal,
  };
}

interface CompiledSchemas {
  readonly ajv: ReturnType<typeof createAjv>;
  readonly code: string;
}

let latest: (CompiledSchemas & { readonly key: string }) | undefined;

/** A process that watches a description compiles again only what an edit has changed the sense of. */
function compileSchemas(
  schema: AnySchemaObject,
  references: Readonly<Record<string, string>>,
): CompiledSchemas {
  const text = JSON.stringify(schema);
  const key = JSON.stringify(references) + text;
  if (latest?.key !== key) {
    const ajv = createAjv(schema, keywordUse(text));
    latest = { key, ajv, code: toModule(standalone.default(ajv, { ...references })) };
  }
  return latest;
}

function keywordUse(text: string): KeywordUse {
  return {
    dynamicReferences: /"\$(?:dynamic|recursive)Ref":/.test(text),
    unevaluated: /"unevaluated(?:Items|Properties)":/.test(text),
  };
}

/** Collects the schemas to compile; a schema with a name is compiled once, whoever uses it. */
class Registry {
  readonly components: JsonObject = {};
  readonly schemas: JsonObject = {};
  /** Validator name → JSON pointer of its schema. */
  readonly pointers = new Map<string, string>();
  readonly #typeNames: ReadonlyMap<string, string>;

  constructor(model: ApiModel) {
    this.#typeNames = new Map(model.schemas.map(({ pointer, typeName }) => [pointer, typeName]));
    for (const { name, schema } of model.schemas) this.components[name] = assertionsOf(schema);
  }

  /** The validator of a body's schema. */
  named({ schema }: SchemaPlace, fallback: string): string {
    const reference = isObject(schema) ? member(schema, "$ref") : undefined;
    const pointer = typeof reference === "string" ? reference.slice(1) : undefined;
    const typeName = pointer === undefined ? undefined : this.#typeNames.get(pointer);
    if (pointer === undefined || typeName === undefined) return this.add(fallback, schema);
    return this.#export(`validate${typeName}`, pointer);
  }

  add(name: string, schema: Json): string {
    this.schemas[name] = assertionsOf(schema);
    return this.#export(name, toPointer(["validators", name]));
  }

  /** Ajv takes ASCII names of exports only. */
  #export(wanted: string, pointer: string): string {
    const ascii = wanted.replace(
      /[^\w$]/g,
      (character) => `$${character.codePointAt(0)?.toString(16)}`,
    );
    // Words that differ may come to the same: those of a schema, say, and those of an operation.
    let name = ascii;
    while ((this.pointers.get(name) ?? pointer) !== pointer) name += "_";
    this.pointers.set(name, pointer);
    return name;
  }
}

function namesOf(registry: Registry, operation: Operation): ValidatorNames {
  const base = operation.methodName;
  const locations: Partial<Record<Parameter["in"], string>> = {};
  for (const location of ["path", "query", "header", "cookie"] as const) {
    const parameters = operation.parameters.filter((parameter) => parameter.in === location);
    if (parameters.length === 0) continue;
    const suffix = location.charAt(0).toUpperCase() + location.slice(1);
    locations[location] = registry.add(`${base}${suffix}`, parametersSchema(parameters));
  }
  return {
    locations,
    body: contentNames(registry, `${base}Body`, operation.requestBody?.content ?? []),
    responses: new Map(
      operation.responses.map(({ status, content }) => [
        status,
        contentNames(registry, `${base}Response${status}`, content),
      ]),
    ),
  };
}

/** One object schema for the parameters of one place, the decoded values being its members. */
function parametersSchema(parameters: readonly Parameter[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema.schema])),
    required: parameters
      .filter((parameter) => parameter.required)
      .map((parameter) => parameter.name),
  };
}

function contentNames(
  registry: Registry,
  base: string,
  content: readonly MediaType[],
): Map<string, string> {
  const names = new Map<string, string>();
  for (const [index, { mediaType, kind, schema }] of content.entries()) {
    if (schema === undefined || kind === "binary") continue;
    names.set(mediaType, registry.named(schema, index === 0 ? base : `${base}${index}`));
  }
  return names;
}
