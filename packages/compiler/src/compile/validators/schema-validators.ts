import { isAnnotation } from "@openapi-packages/description/json/annotation-keywords";
import { isObject, type Json, type JsonObject } from "@openapi-packages/description/json/json";
import { mapSubschemas } from "@openapi-packages/description/json/subschemas";
import type { EnumOpenness } from "@openapi-packages/description/model/schema/open-values";
import { NamedSchemas } from "../named-schemas.ts";
import { runningChecks } from "./running-checks.ts";
import { ValidatorCompiler, type CompiledModel } from "./validator-compiler.ts";

/**
 * Validates values against any schema of a model. Each schema is compiled and run in this process
 * on first use.
 */
export class SchemaValidators {
  static readonly #known = new WeakMap<JsonObject, Map<EnumOpenness, SchemaValidators>>();

  readonly compiler: ValidatorCompiler;
  /** Returns the first error that a check function finds in a value. */
  readonly firstError: ReturnType<typeof runningChecks>;
  /** Maps a schema object to the name of its check function. */
  readonly #functions = new WeakMap<JsonObject, string>();
  readonly #byMeaning = new Map<string, string>();

  private constructor(model: CompiledModel, enums: EnumOpenness) {
    this.compiler = new ValidatorCompiler(NamedSchemas.of(model), enums);
    this.firstError = runningChecks(this.compiler.partOf);
  }

  /**
   * Returns the validators of a model, which are created once, so that no schema is compiled twice.
   *
   * @param enums whether callers may take values that are not listed; omitted: nobody does, so that any will do
   */
  static of(model: CompiledModel, enums?: EnumOpenness): SchemaValidators {
    const known = SchemaValidators.#known.get(model.document) ?? new Map();
    SchemaValidators.#known.set(model.document, known);
    const [any = "open"] = known.keys();
    const wanted = enums ?? any;
    const own = known.get(wanted) ?? new SchemaValidators(model, wanted);
    known.set(wanted, own);
    return own;
  }

  /**
   * True if a value conforms to a schema (JSON Schema 2020-12).
   *
   * @param schema a schema whose references point to schemas of the model
   */
  accepts(schema: Json, value: Json): boolean {
    if (!isObject(schema)) return schema !== false;
    return this.firstError(this.#functionOf(schema), value) === undefined;
  }

  /** Returns the check function of a schema; schemas that only differ in annotations share one. */
  #functionOf(schema: JsonObject): string {
    const known = this.#functions.get(schema);
    if (known !== undefined) return known;
    const meaning = withoutAnnotations(schema);
    const text = JSON.stringify(meaning);
    const name =
      this.#byMeaning.get(text) ?? this.compiler.schema(`check$${this.#byMeaning.size}`, meaning);
    this.#byMeaning.set(text, name);
    this.#functions.set(schema, name);
    return name;
  }
}

function withoutAnnotations(schema: JsonObject): JsonObject {
  const asked = Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword));
  return mapSubschemas(Object.fromEntries(asked), (inner) =>
    isObject(inner) ? withoutAnnotations(inner) : inner,
  );
}
