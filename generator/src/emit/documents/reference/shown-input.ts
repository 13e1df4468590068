import { mergedSchema } from "../../../model/applied/merged-schema.ts";
import { NamedSchemas } from "../../../compile/named-schemas.ts";
import { isObject, type Json, type JsonObject } from "../../../json.ts";
import type { ExampleInput, ExampleInputs } from "../../../mock/answers/example-input.ts";
import type { ApiModel, Operation } from "../../../model/api-model.ts";

/** The length of JSON text from which a body has only a part of its optional members. */
const longestBody = 600;

/** The length of JSON text up to which optional members are taken into such a body. */
const longestPart = 300;

/** Makes the inputs that code on pages has: examples, of which what is long is shortened to what a call needs. */
export class ShownInputs {
  readonly #inputs: ExampleInputs;
  readonly #schemas: NamedSchemas;

  constructor(model: ApiModel, inputs: ExampleInputs) {
    this.#inputs = inputs;
    this.#schemas = NamedSchemas.of(model);
  }

  /** The input of an operation; `undefined` where something required has no value. */
  of(operation: Operation): ExampleInput | undefined {
    const example = this.#inputs.of(operation);
    const body = example?.input["body"];
    const media = example?.body;
    if (example === undefined || !isObject(body) || media?.schema === undefined) return example;
    if (media.stream !== undefined || JSON.stringify(body).length <= longestBody) return example;
    const short = this.#shortened(body, media.schema.schema);
    const files = example.files.filter((name) => Object.hasOwn(short, name));
    return { ...example, input: { ...example.input, body: short }, files };
  }

  #shortened(body: JsonObject, schema: Json): JsonObject {
    const merged = mergedSchema((reference) => this.#schemas.target(reference), schema);
    const entries = Object.entries(body);
    const required = entries.filter(([name]) => merged?.required.has(name) === true);
    let length = JSON.stringify(required).length;
    const some = entries.filter(([name, value]) => {
      if (merged?.required.has(name) === true) return true;
      length += JSON.stringify([name, value]).length;
      return length <= longestPart;
    });
    const candidates = [some, required].filter((one) => one.length > 0);
    const found = candidates
      .map((one): JsonObject => Object.fromEntries(one))
      .find((one) => this.#inputs.holds(schema, one));
    return found ?? body;
  }
}
