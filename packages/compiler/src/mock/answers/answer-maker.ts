import type { Json, JsonObject } from "@openapi-packages/description/json/json";
import type {
  ApiModel,
  DescribedSchema,
  MediaType,
  Operation,
  OperationResponse,
} from "@openapi-packages/description/model/api-model";
import { composedSchema } from "@openapi-packages/description/model/schema/composed-schema";
import { unknown } from "@openapi-packages/description/model/schema/schema";
import { boundedSample } from "../sample/bounded-sample.ts";
import { Sampler } from "../sample/sampler.ts";
import type { CompiledValidators } from "../../compile/compile-validators.ts";
import type { ValidatorNames } from "../../compile/validators/validator-compiler.ts";
import { bySuccess, hasNoBody, isSuccess, statusOf } from "./answer-statuses.ts";
import { componentOf } from "./component-of.ts";
import { examplePointer } from "./example-pointer.ts";
import type { DocumentedAnswer, MockAnswer, MockBody, RefusedExample } from "./mock-answer.ts";
import { errorSample } from "./error-sample.ts";
import { sampleFile } from "./sample-file.ts";

/** The validators that check answers, compiled all at once or each when it is first needed. */
export interface AnswerValidators extends Pick<CompiledValidators, "accepts" | "refusal"> {
  readonly operations: { get(operation: Operation): ValidatorNames | undefined };
}

/** The answers of an operation, and the examples that its validators refuse. */
export interface Answered {
  /** Success responses come first; the examples of one status keep the description's order. */
  readonly answers: readonly DocumentedAnswer[];
  readonly refused: readonly RefusedExample[];
}

/**
 * Makes the answers of operations, in any order. An answer made from a schema depends only on the
 * operation's id, the status and the schema; one that comes from a component depends only on the
 * component.
 */
export class AnswerMaker {
  readonly #model: ApiModel;
  readonly #validators: AnswerValidators;
  readonly #sampler: Sampler;
  /** The answers already made, by component. */
  readonly #ofComponents = new Map<string, readonly DocumentedAnswer[]>();
  #refused: RefusedExample[] = [];

  constructor(model: ApiModel, validators: AnswerValidators) {
    this.#model = model;
    this.#validators = validators;
    this.#sampler = new Sampler(model);
  }

  /**
   * Returns the answers of an operation. Each status has every example that conforms, or else a value
   * made from the schema.
   */
  answer(operation: Operation): Answered {
    const answered = bySuccess(operation.responses).map((one) => this.answerWith(operation, one));
    return {
      answers: answered.flatMap(({ answers }) => answers),
      refused: answered.flatMap(({ refused }) => refused),
    };
  }

  /** Returns the answers that document one response of an operation. */
  answerWith(operation: Operation, response: OperationResponse): Answered {
    const component = componentOf(this.#model, operation, response);
    const known = component === undefined ? undefined : this.#ofComponents.get(component);
    if (known !== undefined) return { answers: known, refused: [] };
    this.#refused = [];
    const seed = component ?? `${operation.id} ${response.status}`;
    const made = this.#responseAnswers(operation, response, seed);
    const answers = component === undefined ? made : made.map((one) => ({ ...one, component }));
    if (component !== undefined) this.#ofComponents.set(component, answers);
    return { answers, refused: this.#refused };
  }

  #responseAnswers(
    operation: Operation,
    response: OperationResponse,
    seed: string,
  ): DocumentedAnswer[] {
    const status = statusOf(operation, response);
    const headers = this.#headers(response, seed);
    if (headers === undefined) return [];
    const base = Object.keys(headers).length === 0 ? { status } : { status, headers };
    if (response.content.length === 0 || hasNoBody(operation, status))
      return [{ status: response.status, answer: { ...base, isExample: false } }];
    const documented = (
      media: MediaType,
      body: MockBody,
      isExample: boolean,
      name?: string,
    ): DocumentedAnswer => {
      const chosen = response.content.length === 1 ? {} : { contentType: concrete(media) };
      const answer: MockAnswer = { ...base, ...chosen, isExample, body };
      return { ...(name === undefined ? {} : { name }), status: response.status, answer };
    };
    const ofExamples = (media: MediaType): DocumentedAnswer[] =>
      givenExamples(media).flatMap(({ name, value }) => {
        const body = this.#exampleBody(operation, response, media, value, name);
        return body === undefined ? [] : [documented(media, body, true, name)];
      });
    const ofSchema = (media: MediaType): DocumentedAnswer[] => {
      const body = this.#sampledBody(operation, response, media, seed);
      return body === undefined ? [] : [documented(media, body, false)];
    };
    const content = jsonFirst(response.content);
    const wholes = content.filter(({ stream }) => stream === undefined);
    const streams = content.filter(({ stream }) => stream !== undefined);
    const ofMedia = (media: MediaType): readonly DocumentedAnswer[] =>
      orElse(ofExamples(media), () => ofSchema(media));
    // A client can ask for any media type of a success, so each one has an answer. For an error, a
    // sample of one media type is enough.
    const answered = isSuccess(operation, response)
      ? wholes.flatMap(ofMedia)
      : orElse(wholes.flatMap(ofExamples), () => firstOf(wholes, ofSchema));
    return [...answered, ...streams.flatMap(ofMedia)];
  }

  #exampleBody(
    operation: Operation,
    response: OperationResponse,
    media: MediaType,
    example: Json,
    exampleName: string | undefined,
  ): MockBody | undefined {
    const { kind, stream } = media;
    if (kind === "binary") return undefined;
    const given = stream === undefined ? [example] : (example as readonly Json[]);
    const name = this.#validatorName(operation, response, media);
    const values = given.map((value) => this.#visible(media, value, name));
    for (const value of values) {
      const reason = name === undefined ? undefined : this.#validators.refusal(name, value);
      if (reason === undefined) continue;
      const of = `${operation.id} ${response.status} ${media.mediaType}`;
      const pointer = examplePointer(this.#model, media, exampleName) ?? operation.pointer;
      this.#refused.push({ pointer, of, reason });
      return undefined;
    }
    if (kind === "text" && stream === undefined && typeof example !== "string") return undefined;
    const [first = example] = values;
    if (stream !== undefined) return { kind: "stream", items: values };
    if (first !== example) return { kind: "value", value: first };
    const pointer = examplePointer(this.#model, media, exampleName) ?? "";
    const component = /^\/components\/examples\/([^/]+)\/(?:value|dataValue)$/.exec(pointer)?.[1];
    return { kind: "value", value: first, ...(component !== undefined && { component }) };
  }

  /**
   * Returns the example without its request-only members if it is accepted only like that; otherwise
   * unchanged.
   */
  #visible({ schema }: MediaType, value: Json, name: string | undefined): Json {
    if (name === undefined || schema === undefined || this.#validators.accepts(name, value))
      return value;
    const visible = this.#sampler.visiblePart(schema, value);
    return this.#validators.accepts(name, visible) ? visible : value;
  }

  #sampledBody(
    operation: Operation,
    response: OperationResponse,
    media: MediaType,
    seed: string,
  ): MockBody | undefined {
    const { kind, stream, schema } = media;
    const file = sampleFile(concrete(media));
    if (kind === "binary") return { kind: "file", ...file };
    const name = this.#validatorName(operation, response, media);
    const accepts = (value: Json): boolean =>
      name === undefined || this.#validators.accepts(name, value);
    const sample = (variant: number): Json | undefined =>
      boundedSample(this.#sampler, schema?.json ?? true, seed, accepts, variant);
    if (stream !== undefined) {
      const count = Math.min(3, Math.max(2, branchCount(this.#model, schema)));
      const items = Array.from({ length: count }, (_, index) => sample(index));
      const found = items.filter((item) => item !== undefined);
      return found.length === 0 ? undefined : { kind: "stream", items: found };
    }
    const made = kind === "text" ? textOf(sample(0), file.text) : sample(0);
    if (made === undefined || !accepts(made)) return undefined;
    const status = statusOf(operation, response);
    const value =
      status < 400 ? made : errorSample({ schema, status, body: made }, this.#model.types, accepts);
    return { kind: "value", value };
  }

  /** Returns values for the required headers; `undefined` if one of them has no value. */
  #headers(response: OperationResponse, seed: string): JsonObject | undefined {
    const headers: JsonObject = {};
    for (const { name, required, schema, example } of response.headers) {
      if (!required) continue;
      const context = { seed: `${seed} ${name}`, name, detail: 1, variant: 0 };
      const value = example ?? this.#sampler.sample(schema.json, context);
      if (value === undefined) return undefined;
      headers[name] = value;
    }
    return headers;
  }

  /** Returns the name of the validator for a response body. */
  #validatorName(
    operation: Operation,
    { status }: OperationResponse,
    { mediaType }: MediaType,
  ): string | undefined {
    return this.#validators.operations.get(operation)?.responses.get(status)?.get(mediaType);
  }
}

const orElse = <Item>(items: readonly Item[], others: () => readonly Item[]): readonly Item[] =>
  items.length > 0 ? items : others();

/** Returns the result for the first item that has one. */
function firstOf<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => readonly Made[],
): readonly Made[] {
  for (const item of items) {
    const made = make(item);
    if (made.length > 0) return made;
  }
  return [];
}

/**
 * Puts JSON first, because examples and records are JSON. The other media types keep the document's
 * order.
 */
function jsonFirst(content: readonly MediaType[]): MediaType[] {
  const rank = ({ kind, stream }: MediaType): number =>
    Number(kind !== "json" || stream !== undefined);
  return content.toSorted((a, b) => rank(a) - rank(b));
}

/** An example of a media type. */
export interface GivenExample {
  readonly name: string | undefined;
  /** For a stream, the list of its items. */
  readonly value: Json;
}

/**
 * Returns the examples of a media type: first the unnamed one (for a stream, the whole sequence), then
 * the named ones.
 */
export function givenExamples({ example, examples, stream }: MediaType): GivenExample[] {
  const named = Object.entries(examples).map(([name, value]) => ({ name, value }));
  const isNamed = example === named[0]?.value || (stream !== undefined && named.length === 1);
  return example === undefined || isNamed ? named : [{ name: undefined, value: example }, ...named];
}

/** Replaces a range of media types with one media type in it: `image/*` → `image/png`. */
function concrete({ mediaType }: MediaType): string {
  if (!mediaType.includes("*")) return mediaType;
  const examples: Readonly<Record<string, string>> = {
    audio: "audio/mpeg",
    font: "font/woff2",
    image: "image/png",
    text: "text/plain",
    video: "video/mp4",
  };
  const [type = ""] = mediaType.toLowerCase().split("/");
  const suffix = /\*(\+\w+)/.exec(mediaType)?.[1];
  if (suffix !== undefined) return `${type}/example${suffix}`;
  return examples[type] ?? "application/octet-stream";
}

function textOf(value: Json | undefined, fallback: string): Json | undefined {
  if (typeof value === "string" && value !== "") return value;
  return fallback;
}

/** Counts the alternatives of a schema; the sample of a stream shows up to three of them. */
function branchCount({ types }: ApiModel, schema: DescribedSchema | undefined): number {
  const { parts } = composedSchema(types, schema?.meaning ?? unknown);
  return Math.max(0, ...parts.map((one) => (one.kind === "union" ? one.alternatives.length : 0)));
}
