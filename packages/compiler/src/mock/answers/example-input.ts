import { isObject, type Json, type JsonObject } from "@openapi-packages/description/json/json";
import {
  memberPlaces,
  placesOf,
} from "@openapi-packages/description/model/applied/applied-schemas";
import type { CompiledModel } from "../../compile/validators/validator-compiler.ts";
import type {
  MediaType,
  Operation,
  SchemaPlace,
} from "@openapi-packages/description/model/api-model";
import { boundedSample } from "../sample/bounded-sample.ts";
import { Sampler } from "../sample/sampler.ts";
import type { SampleContext } from "../sample/sample-context.ts";
import { isBinary } from "../../compile/file-schemas.ts";
import { sampleFile } from "./sample-file.ts";

/** An input of an operation, in the form that the client takes. */
export interface ExampleInput {
  /** `path`, `query`, `header`, `cookie` and `body`, each if it has a value. */
  readonly input: JsonObject;
  readonly body: MediaType | undefined;
  /** The names of form members that are files; `input` has texts in their place. */
  readonly files: readonly string[];
}

/** Makes inputs and values from a description's examples and schemas. */
export class ExampleInputs {
  readonly #sampler: Sampler;

  constructor(model: CompiledModel) {
    this.#sampler = new Sampler(model);
  }

  /**
   * Makes an input of an operation: the required parameters and the body, from the description's
   * examples or, if none conforms, from the schemas. Returns `undefined` if something required has no
   * value.
   *
   * @param mediaType the media type of the body, as the description writes it; the first one by default
   */
  of(operation: Operation, mediaType?: string): ExampleInput | undefined {
    return new InputMaker(this.#sampler, operation).make(mediaType);
  }

  /** Makes a value of a schema; `undefined` if none is found. */
  sample(schema: Json, name: string): Json | undefined {
    const accepts = (value: Json): boolean => this.holds(schema, value);
    return boundedSample(this.#sampler, schema, name, accepts);
  }

  /** Makes texts that match a pattern, as JSON Schema reads it; none if none can be built. */
  textsOf(pattern: string): Iterable<string> {
    return this.#sampler.patterns.texts(pattern, pattern);
  }

  /** Returns the names of form members that are files or lists of files. */
  files(media: MediaType, value: Json): string[] {
    return filesOf(this.#sampler, media, value);
  }

  /** True if a value conforms to a schema of the document. */
  holds(schema: Json, value: Json): boolean {
    return this.#sampler.holds(schema, value);
  }
}

class InputMaker {
  readonly #sampler: Sampler;
  readonly #operation: Operation;

  constructor(sampler: Sampler, operation: Operation) {
    this.#sampler = sampler;
    this.#operation = operation;
  }

  make(mediaType: string | undefined): ExampleInput | undefined {
    const input: JsonObject = {};
    for (const location of ["path", "query", "header", "cookie"] as const) {
      const values = this.#parameters(location);
      if (values === undefined) return undefined;
      if (Object.keys(values).length > 0) input[location] = values;
    }
    const { requestBody } = this.#operation;
    const media =
      mediaType === undefined
        ? requestBody?.content[0]
        : requestBody?.content.find((one) => one.mediaType === mediaType);
    if (media === undefined) return { input, body: undefined, files: [] };
    const value = media.kind === "binary" ? "An example." : this.#body(media);
    if (value !== undefined) input["body"] = value;
    else if (requestBody?.required === true) return undefined;
    return { input, body: media, files: filesOf(this.#sampler, media, value) };
  }

  #parameters(location: "path" | "query" | "header" | "cookie"): JsonObject | undefined {
    const wanted = this.#operation.parameters.filter(
      (parameter) => parameter.in === location && parameter.required,
    );
    const sampled = wanted.map(({ name, schema }) => {
      const seed = `${this.#operation.id} ${name}`;
      return [name, this.#fullSample(schema.json, { seed, name, detail: 1, variant: 0 })];
    });
    const given = wanted.map(({ name, example }, index) => [name, example ?? sampled[index]?.[1]]);
    for (const entries of [given, sampled]) {
      if (entries.some(([, value]) => value === undefined || value === "")) continue;
      const values = Object.fromEntries(entries) as JsonObject;
      const isValid = wanted.every(({ name, schema }) =>
        this.#sampler.holds(schema.json, values[name] as Json),
      );
      if (isValid) return values;
    }
    return undefined;
  }

  /** Makes a value that is not empty, if possible: an empty path parameter would lead to another path. */
  #fullSample(schema: Json, context: SampleContext): Json | undefined {
    const value = this.#sampler.sample(schema, context);
    return value === "" ? this.#sampler.sample(schema, { ...context, variant: 1 }) : value;
  }

  #body({ mediaType, kind, example, schema, stream }: MediaType): Json | undefined {
    if (kind === "text" && stream === undefined)
      return typeof example === "string" ? example : sampleFile(mediaType).text;
    const accepts = (value: Json): boolean =>
      schema === undefined || this.#sampler.holds(schema.json, value);
    if (stream !== undefined) {
      const item = boundedSample(this.#sampler, schema?.json ?? true, "item", accepts);
      return example ?? (item === undefined ? undefined : [item]);
    }
    if (example !== undefined && accepts(example)) return example;
    const seed = `${this.#operation.id} body`;
    return boundedSample(this.#sampler, schema?.json ?? true, seed, accepts);
  }
}

function filesOf(sampler: Sampler, { kind, schema }: MediaType, value: Json | undefined): string[] {
  if (kind !== "multipart" || schema === undefined) return [];
  const schemas = sampler.appliedSchemas([schema]);
  return Object.keys(isObject(value) ? value : {}).filter((name) =>
    isFile(sampler, memberPlaces(schemas, name)),
  );
}

/** True if the schemas describe a file or a list of files. */
function isFile(sampler: Sampler, places: readonly SchemaPlace[]): boolean {
  return sampler.appliedSchemas(places).some((one) => {
    const items = placesOf([one], "items");
    return isBinary(one.json) || (items.length > 0 && isFile(sampler, items));
  });
}
