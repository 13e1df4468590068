import { isObject, member, type Json, type JsonObject } from "../json.ts";
import {
  operationGroups,
  type ApiModel,
  type MediaType,
  type Operation,
  type Parameter,
  type SchemaPlace,
} from "../model/api-model.ts";
import { runtimePackage } from "../runtime-symbols.ts";
import type { CodeSchema } from "./code-module.ts";
import { asciiName, namedSchemas } from "./named-schemas.ts";
import { CheckModule } from "./validators/check-module.ts";
import { runChecks } from "./validators/run-checks.ts";

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
 * Compiles the validators of every request and response to code (JSON Schema 2020-12), once for a model however many emitters ask.
 */
export function compileValidators(model: ApiModel): CompiledValidators {
  const known = compiled.get(model);
  if (known !== undefined) return known;
  const result = compile(model);
  compiled.set(model, result);
  return result;
}

function compile(model: ApiModel): CompiledValidators {
  const registry = new ValidatorRegistry(model);
  const operations = new Map<Operation, ValidatorNames>();
  for (const { operations: group } of operationGroups(model)) {
    for (const operation of group) operations.set(operation, registry.operation(operation));
  }
  const { module } = registry;
  let running: ReturnType<typeof runChecks> | undefined;
  const refusal = (name: string, value: unknown): string | undefined => {
    running ??= runChecks(module);
    const finding = running(name)?.(value);
    if (finding === undefined) return undefined;
    return `${finding.path || "the value"} does not satisfy ${finding.keyword}`;
  };
  return {
    code: moduleText(module),
    exports: registry.names,
    operations,
    accepts: (name, value) => refusal(name, value) === undefined,
    refusal,
  };
}

function moduleText(module: CheckModule): string {
  const helpers = module.helpers.join(", ");
  const imports =
    helpers === "" ? "" : `import { ${helpers} } from "${runtimePackage}/validation";\n\n`;
  return `${imports}${module.body}\n${module.exports.join("\n")}\n`;
}

/**
 * Collects the schemas of operations and compiles them; a schema with a name is compiled once, whoever
 * uses it.
 */
export class ValidatorRegistry {
  readonly module: CheckModule;
  /** Validator name → what it validates: the pointer of a schema, or its own name. */
  readonly #owners = new Map<string, string>();
  readonly #schemas: ReadonlyMap<string, CodeSchema>;

  constructor(model: ApiModel) {
    this.#schemas = namedSchemas(model);
    this.module = new CheckModule(this.#schemas, ownNames(model));
  }

  get names(): readonly string[] {
    return [...this.#owners.keys()];
  }

  /** Compiles the validators of one operation. */
  operation(operation: Operation): ValidatorNames {
    const base = operation.methodName;
    const locations: Partial<Record<Parameter["in"], string>> = {};
    for (const location of ["path", "query", "header", "cookie"] as const) {
      const parameters = operation.parameters.filter((parameter) => parameter.in === location);
      if (parameters.length === 0) continue;
      const suffix = location.charAt(0).toUpperCase() + location.slice(1);
      locations[location] = this.#add(`${base}${suffix}`, parametersSchema(parameters));
    }
    const { requestBody, responses } = operation;
    return {
      locations,
      body: this.#content(`${base}Body`, requestBody?.content ?? []),
      responses: new Map(
        responses.map(({ status, content }) => [
          status,
          this.#content(`${base}Response${status}`, content),
        ]),
      ),
    };
  }

  #content(base: string, content: readonly MediaType[]): Map<string, string> {
    const names = new Map<string, string>();
    for (const [index, { mediaType, kind, schema }] of content.entries()) {
      if (schema === undefined || kind === "binary") continue;
      names.set(mediaType, this.#named(schema, index === 0 ? base : `${base}${index}`));
    }
    return names;
  }

  /** The validator of a body's schema. */
  #named({ schema }: SchemaPlace, fallback: string): string {
    const reference = isObject(schema) ? member(schema, "$ref") : undefined;
    const pointer = typeof reference === "string" ? reference.slice(1) : undefined;
    const named = pointer === undefined ? undefined : this.#schemas.get(pointer);
    if (pointer === undefined || named === undefined) return this.#add(fallback, schema);
    return this.#export(`validate${named.name}`, pointer, { $ref: `#${pointer}` });
  }

  #add(name: string, schema: Json): string {
    return this.#export(name, `own ${name}`, schema);
  }

  #export(wanted: string, owner: string, schema: Json): string {
    let name = asciiName(wanted);
    // Words that differ may come to the same: those of a schema, say, and those of an operation.
    while ((this.#owners.get(name) ?? owner) !== owner) name += "_";
    if (!this.#owners.has(name)) {
      this.#owners.set(name, owner);
      this.module.export(name, schema);
    }
    return name;
  }
}

/** What is put behind an operation's name for its validators, and behind that where a name is taken. */
const ownSuffix =
  /^(?:Path|Query|Header|Cookie|(?:Body|Response(?:[1-5](?:\d\d|XX)|default))\d*)_*$/;

/** Tells which names the validators of a model's operations may have, whichever of them are compiled. */
function ownNames(model: ApiModel): (name: string) => boolean {
  const bases = operationGroups(model)
    .flatMap(({ operations }) => operations)
    .map(({ methodName }) => asciiName(methodName))
    // Functions are called so.
    .filter((base) => base.startsWith("check"));
  return (name) =>
    bases.some((base) => name.startsWith(base) && ownSuffix.test(name.slice(base.length)));
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
