import type { Issue, OperationDescriptor } from "@openapi-packages/runtime";
import type { CallInput } from "@openapi-packages/runtime/client";
import {
  createServerCore,
  type RequestContext,
  type Server,
} from "@openapi-packages/runtime/server";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { wireResponse } from "../../wire/wire-response.ts";
import type { WireRequest, WireResponse } from "../../wire/wire-request.ts";

/** What the runtime's own server says of a request. */
export interface Verdict {
  /** True if the request is as described. */
  readonly isTaken: boolean;
  /** What is wrong with it; empty where it is refused for another reason, such as its content type. */
  readonly issues: readonly Issue[];
  /** What that server answers. */
  readonly response: WireResponse;
  /** What its handler is given; `undefined` where the request is refused. */
  readonly input: CallInput | undefined;
}

/** What the handler of one request was given; it travels with the request, since requests share a server. */
interface Handled {
  input: CallInput | undefined;
}

/**
 * Holds requests against the description as they stand on the wire, by a server of the runtime that takes whatever
 * conforms: a value that is invalid in an input may become a valid one by being written.
 */
export class RequestChecker {
  readonly #api: VerifiedApi;
  readonly #servers = new Map<string, Server>();

  constructor(api: VerifiedApi) {
    this.#api = api;
  }

  /** What is wrong with a request of an operation. */
  async check(operation: VerifiedOperation, request: WireRequest): Promise<Verdict> {
    const { method, target, headers, body } = request;
    const byName: Record<string, string> = {};
    for (const [name, value] of headers) {
      const key = name.toLowerCase();
      byName[key] = byName[key] === undefined ? value : `${byName[key]}, ${value}`;
    }
    const handled: Handled = { input: undefined };
    const answer = await this.#serverOf(operation).handle({
      method,
      url: target,
      headers: byName,
      raw: handled,
      ...(body !== undefined && { body }),
    });
    const response = await wireResponse(answer);
    const { input } = handled;
    if (answer.status < 300) return { isTaken: true, issues: [], response, input };
    const problem: unknown = JSON.parse(String(answer.body ?? "{}"));
    const { errors = [] } = problem as { readonly errors?: readonly Issue[] };
    return { isTaken: false, issues: errors, response, input };
  }

  #serverOf({ id, mock }: VerifiedOperation): Server {
    const known = this.#servers.get(id);
    if (known !== undefined) return known;
    // Answers of the description are not asked for: those of the runtime itself list what is wrong.
    const operation: OperationDescriptor = { ...mock.operation, responses: { "204": {} } };
    const { errorBody: _, ...api } = this.#api.description.mock.api;
    const route = {
      operation,
      validators: () => mock.validators,
      ...(mock.received && { received: mock.received }),
      handler: async (input: CallInput, { request }: RequestContext): Promise<{ status: 204 }> => {
        await readItems(input.body);
        (request.raw as Handled).input = input;
        return { status: 204 };
      },
    };
    const server = createServerCore(api, [route], {
      requestIdHeader: false,
      security: "unchecked",
      basePath: "/",
      maxUrlBytes: mostBytes,
      maxHeaderBytes: mostBytes,
      maxBodyBytes: mostBytes,
    });
    this.#servers.set(id, server);
    return server;
  }
}

/** Sizes are limits of servers, and nothing that a description speaks of. */
const mostBytes = 64 * 1024 * 1024;

/** The items of a streamed body are looked at when they are read. */
async function readItems(body: unknown): Promise<void> {
  if (typeof body !== "object" || body === null || !(Symbol.asyncIterator in body)) return;
  for await (const _ of body as AsyncIterable<unknown>);
}
