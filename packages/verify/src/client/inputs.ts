import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, type Json } from "@openapi-packages/description";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import { isRuledByHttp } from "../arbitraries/http-headers.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import type { Expectations } from "../expectations/expectations.ts";
import { givenBody } from "../records/given.ts";
import { mediaOf } from "../schema/media-of.ts";
import { callInput } from "../records/call-input.ts";
import type { WireRequest } from "../wire/wire-request.ts";
import { writeRequest } from "../wire/write-request.ts";
import type { DescribedServer } from "./read-request.ts";
import { alterations } from "./alterations.ts";
import { absent, withEdges, type Edge } from "./edge-values.ts";
import { differenceOf } from "./same-value.ts";

/** Creates inputs of operations that the description's own server accepts. */
export class ClientInputs {
  readonly #api: VerifiedApi;
  readonly #server: DescribedServer;
  readonly #expectations: Expectations;

  /** @param server one that does not check credentials */
  constructor(api: VerifiedApi, server: DescribedServer, expectations: Expectations) {
    this.#api = api;
    this.#server = server;
    this.#expectations = expectations;
  }

  /**
   * Returns an input with the required parameters and the body, including values from the user.
   *
   * @param mediaType that of the body. Default: the first
   */
  example({ id, model }: VerifiedOperation, mediaType?: string): CallInput | undefined {
    const example = this.#api.description.exampleInput(model, mediaType);
    const own = this.#expectations.inputs?.[id];
    const given = own as CallInput | undefined;
    if (example === undefined && given === undefined) return undefined;
    const input = example === undefined ? {} : callInput(example);
    const located = locations.flatMap((location) => {
      const values = { ...input[location], ...given?.[location] };
      return Object.keys(values).length === 0 ? [] : [[location, values] as const];
    });
    const body = givenBody(own, input.body);
    return {
      ...input,
      ...Object.fromEntries(located),
      ...(body !== undefined && { body }),
    };
  }

  /** Adds all parameters for which there is a value. */
  async withAllParameters(operation: VerifiedOperation, input: CallInput): Promise<CallInput> {
    let whole = input;
    for (const { in: location, name, example, schema, required } of operation.model.parameters) {
      if (required || ignored(location, name)) continue;
      const sampled = this.#api.description.sample(schema.json, name);
      for (const value of [example, sampled]) {
        if (value === undefined || value === "" || value === null) continue;
        const more = withParameter(whole, location, name, value);
        if (!(await this.isTaken(operation, more))) continue;
        whole = more;
        break;
      }
    }
    return whole;
  }

  /** Replaces texts by ones that need encoding, wherever the operation allows any text. */
  async withReserved(operation: VerifiedOperation, input: CallInput): Promise<CallInput> {
    let hostile = input;
    for (const { in: location, name, allowReserved, multiSegment } of operation.model.parameters) {
      const known = input[location] as Readonly<Record<string, unknown>> | undefined;
      if (allowReserved || multiSegment || (location !== "path" && location !== "query")) continue;
      const value = reserved(known?.[name]);
      if (value === undefined) continue;
      const more = withParameter(hostile, location, name, value);
      if (await this.isTaken(operation, more)) hostile = more;
    }
    const body = await this.#reservedBody(operation, hostile);
    return body === undefined ? hostile : { ...hostile, body };
  }

  /** Adds all parameters, and marks the texts of parameters and of the body that may be any text. */
  async withMarks(operation: VerifiedOperation, input: CallInput): Promise<CallInput> {
    let marked = await this.withAllParameters(operation, input);
    for (const location of ["query", "header", "body"] as const)
      for (const [name, value] of Object.entries(marked[location] ?? {})) {
        if (typeof value !== "string" || (location === "header" && isRuledByHttp(name))) continue;
        const values = { ...(marked[location] as object), [name]: mark };
        const more = { ...marked, [location]: values };
        if (await this.isTaken(operation, more)) marked = more;
      }
    return marked;
  }

  /**
   * Replaces values of parameters and of a JSON body by edge values, as far as the operation takes them; `undefined` if
   * nothing could be replaced. Parameters are never null, empty or absent, since styles disagree about these.
   */
  async withEdges(
    operation: VerifiedOperation,
    input: CallInput,
    edge: Edge,
  ): Promise<CallInput | undefined> {
    const whole = await this.withAllParameters(operation, input);
    const ofParameters: Edge = (value, path) =>
      path[0] === "path" || path[0] === "cookie" ? [] : edge(value, path).filter(isWritten);
    const { body, contentType: _, ...parameters } = whole;
    const taken = (more: CallInput): Promise<boolean> => this.isTaken(operation, more);
    const located = await withEdges(parameters, ofParameters, (values) =>
      taken({ ...whole, ...(values as CallInput) }),
    );
    const edged = { ...whole, ...(located?.value as CallInput | undefined) };
    const schema = this.#bodySchema(operation, input);
    const { holds } = this.#api.description;
    const found =
      schema === undefined
        ? undefined
        : await withEdges(body, edge, (value) => holds(schema, value as Json));
    const both = found === undefined ? undefined : { ...edged, body: found.value };
    if (both !== undefined && (await taken(both))) return both;
    return located === undefined ? undefined : edged;
  }

  /** Returns the schema of a JSON body; `undefined` if the input has none. */
  #bodySchema(operation: VerifiedOperation, { body, contentType }: CallInput): Json | undefined {
    const content = operation.model.requestBody?.content ?? [];
    const media = contentType === undefined ? content[0] : mediaOf(content, contentType);
    return body !== undefined && media?.kind === "json" ? media.schema?.json : undefined;
  }

  /** Makes a text of the JSON body that long; `undefined` if none may be. */
  async withLargeText(
    operation: VerifiedOperation,
    input: CallInput,
    length: number,
  ): Promise<CallInput | undefined> {
    if (!isObject(input.body as Json)) return undefined;
    for (const [name, value] of Object.entries(input.body as JsonObject)) {
      if (typeof value !== "string") continue;
      // What is refused for its length is refused for less than that.
      const texts = ["a".repeat(10_000), "a".repeat(length)];
      const [long, large] = texts.map((text) => ({
        ...input,
        body: { ...(input.body as JsonObject), [name]: text },
      }));
      if (long !== undefined && (await this.isTaken(operation, long))) return large;
    }
    return undefined;
  }

  /**
   * Returns an input that differs from another one in the values of one location, as the description's server reads
   * them; `undefined` if none is found.
   */
  async another(
    operation: VerifiedOperation,
    input: CallInput,
    location: (typeof locations)[number] | "body",
  ): Promise<CallInput | undefined> {
    let tries = 0;
    for (const values of alterations(input[location])) {
      if ((tries += 1) > mostTries) return undefined;
      const other = { ...input, [location]: values };
      if (!(await this.isTaken(operation, other))) continue;
      const [one, two] = [await this.asRead(operation, input), await this.asRead(operation, other)];
      if ((await differenceOf(one?.[location], two?.[location])) !== undefined) return other;
    }
    return undefined;
  }

  /** Returns an input as the description's server reads it; `undefined` if it is refused. */
  async asRead(operation: VerifiedOperation, input: CallInput): Promise<JsonObject | undefined> {
    const { api } = this.#api.description.mock;
    const request = await writeRequest(api, operation.mock.operation, input);
    const read = request && (await this.#server.read(request));
    return read?.operationId === operation.id ? read.input : undefined;
  }

  /** True if the description's own server reads the same input as was given. */
  async isTaken(operation: VerifiedOperation, input: CallInput): Promise<boolean> {
    const read = await this.asRead(operation, input);
    if (read === undefined) return false;
    for (const location of locations) {
      const actual = read[location] ?? {};
      const difference = await differenceOf(input[location] ?? {}, actual);
      if (difference !== undefined) return false;
    }
    return true;
  }

  /** Adds characters beyond ASCII to the texts of a JSON body, as far as its schema allows. */
  async #reservedBody(operation: VerifiedOperation, input: CallInput): Promise<Json | undefined> {
    const { body } = input;
    if (!isObject(body as Json)) return undefined;
    let changed = body as Readonly<Record<string, Json>>;
    for (const [name, value] of Object.entries(changed)) {
      if (typeof value !== "string") continue;
      const more = { ...changed, [name]: `${value} ${beyondAscii}` };
      if (await this.isTaken(operation, { ...input, body: more })) changed = more;
    }
    return changed === body ? undefined : changed;
  }
}

/** Characters with a meaning in URLs, a literal percent sign, and some beyond ASCII. */
const reservedText = "a b/c?d=e&f#g%2Bh+é";

/** Characters of one, two, three and four bytes in UTF-8, and characters that JSON escapes. */
export const beyondAscii = 'é–😀 "\\';

/** True for values of parameters that are written alike by all clients. */
const isWritten = (value: unknown): boolean =>
  value !== null && value !== absent && !(Array.isArray(value) && value.length === 0);

/** A text that comes from no other place than an input. */
const mark = "marked by verify";

/** The most other values that are tried. */
const mostTries = 20;

/** Returns where a request has the mark of an input; `undefined` if nowhere. */
export function markedPlace({ target, headers, body }: WireRequest): string | undefined {
  const has = (text: string): boolean =>
    /marked(?: |\+|%20|%2520)by(?: |\+|%20|%2520)verify/.test(text);
  const header = headers.find(([, value]) => has(value));
  if (header !== undefined) return `the header ${header[0]}`;
  if (has(target)) return "the query";
  return body !== undefined && has(Buffer.from(body).toString()) ? "the body" : undefined;
}

function reserved(value: unknown): unknown {
  if (typeof value === "string") return reservedText;
  // Within lists and objects some of these are delimiters, which styles encode differently.
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isTexts ? value.map((_, index) => `a&b=é%25${index}`) : undefined;
}

function withParameter(
  input: CallInput,
  location: "path" | "query" | "header" | "cookie",
  name: string,
  value: unknown,
): CallInput {
  return { ...input, [location]: { ...input[location], [name]: value } };
}

/** True for headers that OpenAPI defines by media types and security schemes (3.1, Parameter Object). */
const ignored = (location: string, name: string): boolean =>
  location === "header" && /^(accept|content-type|authorization)$/i.test(name);

export const locations = ["path", "query", "header", "cookie"] as const;
