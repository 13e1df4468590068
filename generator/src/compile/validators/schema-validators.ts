import { isAnnotation } from "../../annotation-keywords.ts";
import { isObject, type Json, type JsonObject } from "../../json.ts";
import { mapSubschemas } from "../../subschemas.ts";
import { runningChecks } from "./running-checks.ts";
import { ValidatorCompiler, type CompiledModel } from "./validator-compiler.ts";

/** Validators of any schemas of a model, each compiled and run in this process when it is first asked. */
export class SchemaValidators {
  static readonly #known = new WeakMap<JsonObject, SchemaValidators>();

  readonly #compiler: ValidatorCompiler;
  /** Gives the first error that the function of a name finds in a value. */
  readonly firstError: ReturnType<typeof runningChecks>;
  /** The name of the function that checks a schema: by the schema, and by all that it asks of values. */
  readonly #functions = new WeakMap<JsonObject, string>();
  readonly #byMeaning = new Map<string, string>();

  private constructor(model: CompiledModel) {
    this.#compiler = ValidatorCompiler.of(model);
    this.firstError = runningChecks(this.#compiler.partOf);
  }

  /** The validators of a model: the same ones for all that ask. */
  static of(model: CompiledModel): SchemaValidators {
    const known = SchemaValidators.#known.get(model.document) ?? new SchemaValidators(model);
    SchemaValidators.#known.set(model.document, known);
    return known;
  }

  /**
   * True if a value conforms to a schema (JSON Schema 2020-12).
   *
   * @param schema any whose references lead to schemas of the model
   */
  accepts(schema: Json, value: Json): boolean {
    if (!isObject(schema)) return schema !== false;
    return this.firstError(this.#functionOf(schema), value) === undefined;
  }

  /** Descriptions have many schemas that ask the same: they are one function. */
  #functionOf(schema: JsonObject): string {
    const known = this.#functions.get(schema);
    if (known !== undefined) return known;
    const meaning = withoutAnnotations(schema);
    const text = JSON.stringify(meaning);
    const name =
      this.#byMeaning.get(text) ?? this.#compiler.schema(`check$${this.#byMeaning.size}`, meaning);
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
