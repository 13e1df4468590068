import { isObject, type JsonObject } from "@openapi-packages/description/json/json";
import type {
  ExampleInput,
  ExampleInputs,
} from "@openapi-packages/compiler/mock/answers/example-input";
import type {
  ApiModel,
  DescribedSchema,
  Operation,
} from "@openapi-packages/description/model/api-model";
import { composedSchema } from "@openapi-packages/description/model/schema/composed-schema";
import type { ComponentSchemas } from "@openapi-packages/description/model/schema/schema";

/** Bodies whose JSON is longer than this only show some of their optional members. */
const longestBody = 600;

/** Optional members are added to such a body up to this length of JSON. */
const longestPart = 300;

/**
 * Creates the inputs for code on pages from examples; long ones are shortened to what a call needs.
 */
export class ShownInputs {
  readonly #inputs: ExampleInputs;
  readonly #components: ComponentSchemas;

  constructor(model: ApiModel, inputs: ExampleInputs) {
    this.#inputs = inputs;
    this.#components = model.types;
  }

  /** Returns the input of an operation; `undefined` if a required part has no value. */
  of(operation: Operation): ExampleInput | undefined {
    const example = this.#inputs.of(operation);
    const body = example?.input["body"];
    const media = example?.body;
    if (example === undefined || !isObject(body) || media?.schema === undefined) return example;
    if (media.stream !== undefined || JSON.stringify(body).length <= longestBody) return example;
    const short = this.#shortened(body, media.schema);
    const files = example.files.filter((name) => Object.hasOwn(short, name));
    return { ...example, input: { ...example.input, body: short }, files };
  }

  #shortened(body: JsonObject, { json: schema, meaning }: DescribedSchema): JsonObject {
    const { properties } = composedSchema(this.#components, meaning);
    const names = new Set(properties.flatMap((one) => (one.isRequired ? one.name : [])));
    const entries = Object.entries(body);
    const required = entries.filter(([name]) => names.has(name));
    let length = JSON.stringify(required).length;
    const some = entries.filter(([name, value]) => {
      if (names.has(name)) return true;
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
