import { member, objectMember, type Json, type JsonObject } from "../../load/json.ts";
import type { ApiModel, MediaType, Operation, OperationResponse } from "../../model/api-model.ts";
import { CheckCounts, slowChecks } from "../../model/types/check-counts.ts";
import { noCache, sha256, type CachePart, type TextCache } from "../../write/text-cache.ts";
import { boundedSample } from "../../sample/bounded-sample.ts";
import { Sampler } from "../../sample/sampler.ts";
import { operationHash } from "../operation-hashes.ts";
import { schemaHashes } from "../schema-hashes.ts";
import { compileValidators, type CompiledValidators } from "../contract/compile-validators.ts";
import { examplePointer } from "./example-pointer.ts";
import { sampleFile } from "./sample-file.ts";
import type { MockAnswer, MockBody, RefusedExample } from "./mock-answer.ts";

/** The answers of all mocks. */
export interface MockAnswers {
  /** An operation is missing where no answer conforms to its responses. */
  readonly answers: ReadonlyMap<Operation, MockAnswer>;
  readonly refused: readonly RefusedExample[];
  /** What tells one answer of an operation from another: it changes when something does that the answer was made from. */
  readonly keys: ReadonlyMap<Operation, string>;
}

const known = new WeakMap<ApiModel, MockAnswers>();

/**
 * What each mock answers by itself: the example of the first response of success, or where there is
 * none that its own validator accepts, a value made from the schema. Worked out once for a model.
 */
export function mockAnswers(model: ApiModel, cache: TextCache = noCache): MockAnswers {
  const made = known.get(model) ?? makeAnswers(model, cache.part("answers"));
  known.set(model, made);
  return made;
}

/** The examples that {@link mockAnswers} met and could not use; none before it has been asked. */
export function refusedExamples(model: ApiModel): readonly RefusedExample[] {
  return known.get(model)?.refused ?? [];
}

/** What is kept of one operation. */
interface Answered {
  readonly answer?: MockAnswer | undefined;
  readonly refused: readonly Refusal[];
}

/** An example that could not be used, by the indices of its response and its media type. */
interface Refusal extends Omit<RefusedExample, "pointer"> {
  readonly place: readonly [response: number, media: number];
}

/** An answer depends on what its operation says, but in words, and on every schema that it reaches. */
function makeAnswers(model: ApiModel, kept: CachePart): MockAnswers {
  const hashes = schemaHashes(model);
  let maker: AnswerMaker | undefined;
  const answers = new Map<Operation, MockAnswer>();
  const keys = new Map<Operation, string>();
  const refused: RefusedExample[] = [];
  for (const operation of model.groups.flatMap(({ operations }) => operations)) {
    const { hash, names } = operationHash(operation);
    const key = sha256(`${hash}\n${hashes.reachedFrom(names)}`);
    const text = kept.get(key);
    maker ??= text === undefined ? new AnswerMaker(model) : undefined;
    const answered = text === undefined ? maker?.answer(operation) : (JSON.parse(text) as Answered);
    if (answered === undefined) continue;
    if (text === undefined) kept.set(key, JSON.stringify(answered));
    if (answered.answer !== undefined) answers.set(operation, answered.answer);
    keys.set(operation, key);
    for (const { place, of, reason } of answered.refused) {
      const media = operation.responses[place[0]]?.content[place[1]];
      const pointer = media && examplePointer(model, media);
      refused.push({ pointer: pointer ?? operation.pointer, of, reason });
    }
  }
  return { answers, refused, keys };
}

class AnswerMaker {
  readonly #model: ApiModel;
  readonly #validators: CompiledValidators;
  readonly #sampler: Sampler;
  readonly #counts: CheckCounts;
  #refused: Refusal[] = [];

  constructor(model: ApiModel) {
    this.#model = model;
    this.#validators = compileValidators(model);
    this.#sampler = new Sampler(model.document);
    const schemas = objectMember(objectMember(model.document, "components"), "schemas");
    this.#counts = new CheckCounts(schemas ?? {});
  }

  /** What an operation's mock answers, and which examples it could not answer with. */
  answer(operation: Operation): Answered {
    this.#refused = [];
    const answer = this.#answer(operation);
    return { answer, refused: this.#refused };
  }

  #answer(operation: Operation): MockAnswer | undefined {
    for (const response of bySuccess(operation.responses)) {
      const answer = this.#responseAnswer(operation, response);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  #responseAnswer(operation: Operation, response: OperationResponse): MockAnswer | undefined {
    const status = statusOf(response);
    const headers = this.#headers(operation, response);
    if (headers === undefined) return undefined;
    const base = Object.keys(headers).length === 0 ? { status } : { status, headers };
    if (response.content.length === 0 || hasNoBody(operation, status))
      return { ...base, isExample: false };
    for (const make of [this.#exampleBody, this.#sampledBody]) {
      for (const media of response.content) {
        const body = make.call(this, operation, response, media);
        if (body === undefined) continue;
        const chosen = response.content.length === 1 ? {} : { contentType: concrete(media) };
        return { ...base, ...chosen, isExample: make === this.#exampleBody, body };
      }
    }
    return undefined;
  }

  #exampleBody(
    operation: Operation,
    response: OperationResponse,
    media: MediaType,
  ): MockBody | undefined {
    const { example, kind, stream } = media;
    if (example === undefined || kind === "binary") return undefined;
    const given = stream === undefined ? [example] : (example as readonly Json[]);
    const name = this.#validatorName(operation, response, media);
    const values = given.map((value) => this.#visible(media, value, name));
    for (const value of values) {
      const reason = name === undefined ? undefined : this.#validators.refusal(name, value);
      if (reason === undefined) continue;
      const of = `${operation.id} ${response.status} ${media.mediaType}`;
      const index = operation.responses.indexOf(response);
      this.#refused.push({ place: [index, response.content.indexOf(media)], of, reason });
      return undefined;
    }
    if (kind === "text" && stream === undefined && typeof example !== "string") return undefined;
    const [first = example] = values;
    return stream === undefined
      ? { kind: "value", value: first }
      : { kind: "stream", items: values };
  }

  /** An example as it is or, if it is refused, without what only requests have. */
  #visible({ schema }: MediaType, value: Json, name: string | undefined): Json {
    if (name === undefined || schema === undefined || this.#validators.accepts(name, value))
      return value;
    const visible = this.#sampler.visiblePart(schema.schema, value);
    return this.#validators.accepts(name, visible) ? visible : value;
  }

  #sampledBody(
    operation: Operation,
    response: OperationResponse,
    media: MediaType,
  ): MockBody | undefined {
    const { kind, stream, schema } = media;
    const file = sampleFile(concrete(media));
    if (kind === "binary") return { kind: "file", ...file };
    const name = this.#validatorName(operation, response, media);
    const accepts = (value: Json): boolean =>
      name === undefined || this.#validators.accepts(name, value);
    const seed = `${operation.id} ${response.status}`;
    const sample = (variant: number): Json | undefined =>
      boundedSample(this.#sampler, schema?.schema ?? true, seed, accepts, variant);
    if (stream !== undefined) {
      const count = Math.min(3, Math.max(2, branchCount(this.#model, schema?.schema)));
      const items = Array.from({ length: count }, (_, index) => sample(index));
      const found = items.filter((item) => item !== undefined);
      return found.length === 0 ? undefined : { kind: "stream", items: found };
    }
    const value = kind === "text" ? textOf(sample(0), file.text) : sample(0);
    return value === undefined || !accepts(value) ? undefined : { kind: "value", value };
  }

  /** The headers that must be there; `undefined` where one of them has no value. */
  #headers(operation: Operation, response: OperationResponse): JsonObject | undefined {
    const headers: JsonObject = {};
    for (const { name, required, schema, example } of response.headers) {
      if (!required) continue;
      const spot = { seed: `${operation.id} ${name}`, name, detail: 1, variant: 0 };
      const value = example ?? this.#sampler.sample(schema.schema, spot);
      if (value === undefined) return undefined;
      headers[name] = value;
    }
    return headers;
  }

  /** The validator to ask; none where it would take too long, so that what the sampler says counts. */
  #validatorName(
    operation: Operation,
    { status }: OperationResponse,
    { mediaType, schema }: MediaType,
  ): string | undefined {
    if (this.#counts.of(schema?.schema) > slowChecks) return undefined;
    return this.#validators.operations.get(operation)?.responses.get(status)?.get(mediaType);
  }
}

/** Responses of success first, then the others; each in the order of the text. */
function bySuccess(responses: readonly OperationResponse[]): OperationResponse[] {
  const rank = ({ status }: OperationResponse): number => {
    if (/^2\d\d$/.test(status)) return 0;
    if (status === "2XX") return 1;
    if (status === "default") return 2;
    return status.startsWith("1") ? 4 : 3;
  };
  return responses.toSorted((a, b) => rank(a) - rank(b));
}

/** A status that a response documented as a range or as `default` may have. */
function statusOf({ status }: OperationResponse): number {
  if (/^\d{3}$/.test(status)) return Number(status);
  return status === "default" ? 200 : Number(status.charAt(0)) * 100;
}

/** Answers to HEAD, and of these statuses, have no body (RFC 9110, section 6.4.1). */
function hasNoBody({ method }: Operation, status: number): boolean {
  return method === "HEAD" || status < 200 || [204, 205, 304].includes(status);
}

/** A media type for a range of them: `image/*` → `image/png`. */
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

/** How many alternatives a schema has; a stream shows some of them. */
function branchCount(model: ApiModel, schema: Json | undefined): number {
  const named = model.schemas.find(
    ({ pointer }) => member(schema, "$ref") === `#${pointer}`,
  )?.schema;
  const union = member(named ?? schema, "oneOf") ?? member(named ?? schema, "anyOf");
  return Array.isArray(union) ? union.length : 0;
}
