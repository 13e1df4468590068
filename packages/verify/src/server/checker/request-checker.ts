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

/** The verdict of the runtime's own server on a request. */
export interface Verdict {
  /** True if the request conforms to the description. */
  readonly isTaken: boolean;
  /** The violations. Empty if it is refused for another reason, such as its content type. */
  readonly issues: readonly Issue[];
  /** The answer of that server. */
  readonly response: WireResponse;
  /** The input of its handler; `undefined` if the request is refused. */
  readonly input: CallInput | undefined;
}

/** The input of one request's handler. It accompanies the request, because requests share a server. */
interface Handled {
  input: CallInput | undefined;
}

/**
 * Checks requests as sent, with a server of the runtime that accepts all valid ones: an invalid value in an
 * input may become valid when it is written.
 */
export class RequestChecker {
  readonly #api: VerifiedApi;
  readonly #servers = new Map<string, Server>();

  constructor(api: VerifiedApi) {
    this.#api = api;
  }

  /** Checks a request of an operation. */
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
    // Without documented errors the runtime answers with its own, which list the issues.
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

/** Limits of size belong to servers, not to descriptions. */
const mostBytes = 64 * 1024 * 1024;

/** Reads the items of a streamed body, which validates them. */
async function readItems(body: unknown): Promise<void> {
  if (typeof body !== "object" || body === null || !(Symbol.asyncIterator in body)) return;
  for await (const _ of body as AsyncIterable<unknown>);
}
