import type { Issue } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import * as fc from "fast-check";
import {
  isObject,
  itemPlaces,
  member,
  memberPlaces,
  type Json,
  type SchemaPlace,
} from "@openapi-packages/description";
import { appliedSchemas } from "../schema/applied-schemas.ts";
import { operationInput } from "../arbitraries/operation-input.ts";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { bodySchema, requestPlace } from "../schema/request-place.ts";
import type { Exchange } from "../wire/exchange.ts";
import { headerOf, type WireRequest, type WireResponse } from "../wire/wire-request.ts";
import { writeRequest } from "../wire/write-request.ts";
import {
  Breaks,
  issueKey,
  issueText,
  leadingIssues,
  type Break,
  type Direction,
} from "./direction.ts";
import { readOtherwise, type ReadOtherwise } from "./read-otherwise.ts";
import { representativeInputs } from "./representative-inputs.ts";
import { requestIssues } from "../wording/request-words.ts";

/** The number of generated inputs beside the representative ones. */
const generatedInputs = 20;

/** The result of testing the requests of one operation. */
export interface RequestsHeld {
  readonly breaks: readonly Break[];
  /** The server's operation that answers them; `undefined` if there is none. */
  readonly counterpart: VerifiedOperation | undefined;
  /** A request that the client's own revision accepts; `undefined` if no input can be written. */
  readonly request: WireRequest | undefined;
  readonly input: CallInput | undefined;
  /** The longest of the requests, with the most parameters. */
  readonly widest: WireRequest | undefined;
  readonly count: number;
}

/** The number of inputs for an unchanged operation. */
const fewInputs = 2;

/**
 * Tests the requests of a client's operation with the server of the other revision: all {@link
 * representativeInputs}, and some generated from the schemas.
 *
 * @param isSame returns true if the operation is unchanged: then a few requests are enough
 */
export async function heldRequests(
  direction: Direction,
  operation: VerifiedOperation,
  seed: number,
  isSame: (counterpart: VerifiedOperation) => boolean,
): Promise<RequestsHeld> {
  const held = new RequestHolder(direction, operation);
  const { api } = direction.client;
  const chosen = representativeInputs(api, operation);
  for (const input of chosen.slice(0, fewInputs)) await held.hold(input);
  const { counterpart } = held.result;
  if (counterpart !== undefined && isSame(counterpart)) return held.result;
  const generated = operationInput(api, operation);
  const inputs = [
    ...chosen.slice(fewInputs),
    ...(generated === undefined ? [] : fc.sample(generated, { seed, numRuns: generatedInputs })),
  ];
  for (const input of inputs) if (!held.isGone) await held.hold(input);
  return held.result;
}

class RequestHolder {
  readonly #direction: Direction;
  readonly #operation: VerifiedOperation;
  readonly #breaks = new Breaks();
  #counterpart: VerifiedOperation | undefined;
  #first: { readonly request: WireRequest; readonly input: CallInput } | undefined;
  #widest: WireRequest | undefined;
  #count = 0;
  /** True if the server has no such operation. */
  isGone = false;

  constructor(direction: Direction, operation: VerifiedOperation) {
    this.#direction = direction;
    this.#operation = operation;
  }

  get result(): RequestsHeld {
    return {
      breaks: this.#breaks.all,
      counterpart: this.#counterpart,
      request: this.#first?.request,
      input: this.#first?.input,
      widest: this.#widest,
      count: this.#count,
    };
  }

  async hold(input: CallInput): Promise<void> {
    const written = await this.#written(input);
    if (written === undefined) return;
    const { request, read } = written;
    this.#first ??= { request, input };
    if (widthOf(request) > widthOf(this.#widest)) this.#widest = request;
    this.#count += 1;
    const { server } = this.#direction;
    const routed = server.route(request);
    if (!("operation" in routed)) return this.#gone(request, input, routed.allow);
    this.#counterpart ??= routed.operation;
    const verdict = await server.checker.check(routed.operation, request);
    const exchange = { ...this.#exchange(request, input), response: verdict.response };
    if (verdict.input === undefined) this.#refused(routed.operation, exchange, verdict.issues);
    else this.#taken(routed.operation, exchange, readOtherwise(read, verdict.input));
  }

  /** Returns the request and how the client's own revision reads it, if it is valid there. */
  async #written(
    input: CallInput,
  ): Promise<{ readonly request: WireRequest; readonly read: CallInput } | undefined> {
    const { client } = this.#direction;
    const { mock } = this.#operation;
    const request = await writeRequest(client.api.description.mock.api, mock.operation, input);
    if (request === undefined) return undefined;
    const routed = client.route(request);
    const isOwn = "operation" in routed && routed.operation === this.#operation;
    if (!isOwn) return undefined;
    const { input: read } = await client.checker.check(this.#operation, request);
    return read === undefined ? undefined : { request, read };
  }

  #exchange(request: WireRequest, input: CallInput): Exchange {
    return { operation: this.#operation, request, response: undefined, input, problems: [] };
  }

  #gone(request: WireRequest, input: CallInput, allow: readonly string[]): void {
    this.isGone = true;
    const { client, server } = this.#direction;
    const { method, path, pointer } = this.#operation.model;
    const other = server.api.find(this.#operation.id);
    const moved = other === undefined ? "" : `, it has ${other.model.method} ${other.model.path}`;
    const status = allow.length === 0 ? 404 : 405;
    const answer = { status, headers: [], body: new Uint8Array(), isWhole: true };
    const near = allow.length === 0 ? "/paths" : `/paths/${pointer.split("/")[2]}`;
    this.#breaks.add("operation", {
      check: "incompatible-operation",
      message: `the server of ${server.name} has no ${method} ${path}${moved}: the client of ${client.name} gets ${status}`,
      operation: this.#operation,
      clientPointer: pointer,
      serverPointer: other?.model.pointer ?? near,
      issues: [],
      exchange: { ...this.#exchange(request, input), response: answer },
    });
  }

  #refused(counterpart: VerifiedOperation, exchange: Exchange, issues: readonly Issue[]): void {
    const { client, server } = this.#direction;
    const refusal = `the server of ${server.name} refuses what the client of ${client.name} sends`;
    const common = { check: "incompatible-request", operation: this.#operation, exchange } as const;
    if (issues.length === 0) {
      const type = headerOf(exchange.request.headers, "content-type") ?? "none";
      const { status } = exchange.response ?? { status: 400 };
      const reason = status === 415 ? `the content type ${type}` : `it answers ${status}`;
      this.#breaks.add(`${status} ${type}`, {
        ...common,
        message: `${refusal}: ${reason}`,
        clientPointer: `${this.#operation.model.pointer}/requestBody`,
        serverPointer: `${counterpart.model.pointer}/requestBody`,
        issues: [],
      });
    }
    const request = {
      api: server.api,
      operation: counterpart,
      contentType: headerOf(exchange.request.headers, "content-type"),
      input: exchange.input,
    };
    for (const issue of requestIssues(request, leadingIssues(issues)))
      this.#breaks.add(issueKey(issue), {
        ...common,
        message: `${refusal}: ${issue.message}`,
        clientPointer: requestPlace(client.api, this.#operation, exchange.request, issue),
        serverPointer: requestPlace(server.api, counterpart, exchange.request, issue),
        issues: [issue],
      });
  }

  /** Checks how an accepted request is understood. Additions of the server are ignored. */
  #taken(
    counterpart: VerifiedOperation,
    exchange: Exchange,
    otherwise: readonly ReadOtherwise[],
  ): void {
    const { client, server } = this.#direction;
    const understands = `the server of ${server.name} understands what the client of ${client.name} sends otherwise`;
    const ignores = `the server of ${server.name} no longer knows what the client of ${client.name} sends, and ignores it`;
    const unknown = this.#ignored(counterpart, exchange);
    const places = new Set(unknown.map(placeKey));
    for (const issue of [...unknown, ...otherwise.filter((one) => this.#isReported(one, places))])
      this.#breaks.add(issueKey(issue), {
        check: "incompatible-request",
        message: `${issue.keyword === "read" ? understands : ignores}: ${issueText(issue)}`,
        operation: this.#operation,
        clientPointer: requestPlace(client.api, this.#operation, exchange.request, issue),
        serverPointer: requestPlace(server.api, counterpart, exchange.request, issue),
        issues: [issue],
        exchange: { ...exchange, response: successOf(counterpart) },
      });
  }

  /** Returns the values that earlier clients could send, and the later server ignores. */
  #ignored(counterpart: VerifiedOperation, { input }: Exchange): readonly Issue[] {
    const { id, client, server } = this.#direction;
    if (id !== "earlier-client" || input === undefined) return [];
    // If alternatives leave a member open, neither description knows it.
    const own = new Set(unknownMembers(client.api, this.#operation, input).map(issueKey));
    return [
      ...unknownParameters(this.#operation, counterpart, input),
      ...unknownMembers(server.api, counterpart, input).filter((one) => !own.has(issueKey(one))),
    ];
  }

  #isReported(one: ReadOtherwise, ignored: ReadonlySet<string>): boolean {
    return one.isLost
      ? this.#direction.id === "earlier-client" && !ignored.has(placeKey(one))
      : true;
  }
}

/** Returns the parameter or body member that an issue is about. */
const placeKey = ({ in: location, pointer }: Issue): string => `${location} ${pointer}`;

/** Returns the success of an accepted call, of which only the status matters. */
function successOf({ model }: VerifiedOperation): WireResponse {
  const documented = model.responses.find(({ status }) => /^2\d\d$/.test(status));
  const status = Number(documented?.status ?? 200);
  return { status, headers: [], body: new Uint8Array(), isWhole: true };
}

const widthOf = (request: WireRequest | undefined): number =>
  request === undefined ? -1 : request.target.split("&").length + request.headers.length;

const ignored = { keyword: "ignored", message: "is not described" } as const;

function unknownParameters(
  own: VerifiedOperation,
  counterpart: VerifiedOperation,
  input: CallInput,
): Issue[] {
  return own.model.parameters
    .filter(({ in: location, name }) => {
      const isSent = member(input[location] as Json | undefined, name) !== undefined;
      const isKnown = counterpart.model.parameters.some(
        (one) => one.in === location && one.name.toLowerCase() === name.toLowerCase(),
      );
      return location !== "path" && isSent && !isKnown;
    })
    .map(({ in: location, name }) => ({ in: location, pointer: `/${name}`, ...ignored }));
}

/** Returns the members of a body that its schema does not describe, though it describes others. */
function unknownMembers(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  { body, contentType }: CallInput,
): Issue[] {
  const root = bodySchema(operation, contentType);
  if (root === undefined) return [];
  const found: Issue[] = [];
  const walk = (value: Json, places: readonly SchemaPlace[], pointer: string): void => {
    const schemas = appliedSchemas(description, places, value);
    const isDescribed = schemas.some(
      ({ json: schema }) => member(schema, "properties") !== undefined,
    );
    if (Array.isArray(value))
      for (const [index, item] of (value as readonly Json[]).entries())
        walk(item, itemPlaces(schemas, index), `${pointer}/${index}`);
    else if (isObject(value))
      for (const [name, one] of Object.entries(value)) {
        const inner = memberPlaces(schemas, name);
        const at = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        if (inner.length > 0) walk(one as Json, inner, at);
        else if (isDescribed) found.push({ in: "body", pointer: at, ...ignored });
      }
  };
  if (isObject(body) && !(body instanceof Blob)) walk(body as Json, [root], "");
  return found;
}
