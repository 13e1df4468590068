import type { AnyResult, Issue, ParameterDescriptor } from "@openapi-packages/runtime";
import { isObject, type JsonObject } from "@openapi-packages/runtime/internals";
import {
  createServerCore,
  withScopes,
  type Answer,
  type HttpRequest,
  type HttpResponse,
  type Server,
  type SecurityCredential,
  type SecurityVerifier,
} from "@openapi-packages/runtime/server";
import type { VerifiedApi } from "../description/verified-api.ts";
import {
  headerOf,
  type HeaderField,
  type WireRequest,
  type WireResponse,
} from "../wire/wire-request.ts";

/** How a server of the description reads a request. */
export type ReadRequest =
  | {
      readonly operationId: string;
      readonly input: JsonObject;
      /** The credentials in the request, by scheme. */
      readonly credentials: ReadonlyMap<string, SecurityCredential>;
    }
  | RefusedRequest;

/** A request that a server of the description refuses. */
export interface RefusedRequest {
  readonly operationId: undefined;
  /** The status of the refusal, and its body. */
  readonly status: number;
  readonly refusal: string;
  /** What is wrong with the request. Empty if it is refused for another reason than a value. */
  readonly issues: readonly Issue[];
}

/** What accompanies a request through the server. */
interface Slot {
  operationId?: string;
  input?: JsonObject;
  readonly credentials: Map<string, SecurityCredential>;
  readonly answer: Answer<AnyResult>;
}

/**
 * The server of a description: it routes, decodes and validates requests as services built with
 * `openapi-packages` do, and writes answers.
 */
export class DescribedServer {
  readonly #core: Server;

  /** @param areCredentialsChecked false to ignore credentials */
  constructor({ description }: VerifiedApi, areCredentialsChecked: boolean) {
    const { api, operations } = description.mock;
    // Its refusals have our own body and not that of the description, since what is wrong is read from them.
    const routes = operations.map(({ operation, validators }) => ({
      // A default must not hide a parameter that the client has dropped.
      operation: {
        ...operation,
        ...(operation.parameters && {
          parameters: operation.parameters.map(withoutDefault),
        }),
      },
      validators,
      handler: (input: never, context: { readonly request: HttpRequest }) => {
        const slot = context.request.raw as Slot;
        slot.operationId = operation.operationId;
        slot.input = input;
        return slot.answer;
      },
    }));
    const names = Object.keys(api.securitySchemes);
    const verifiers = Object.fromEntries(names.map((name) => [name, verifierOf(name)]));
    this.#core = createServerCore(api, routes, {
      security: areCredentialsChecked ? verifiers : "unchecked",
      basePath: "/",
      serialize: "all",
      requestIdHeader: false,
      heartbeat: 0,
      maxUrlBytes: 1024 * 1024,
      maxHeaderBytes: 1024 * 1024,
      maxBodyBytes: 64 * 1024 * 1024,
    });
  }

  /** Reads a request as a service does. */
  async read(request: WireRequest): Promise<ReadRequest> {
    const slot: Slot = { credentials: new Map(), answer: { status: 204 } };
    const response = await this.#core.handle(httpRequest(request, slot));
    const { operationId, input, credentials } = slot;
    if (operationId !== undefined)
      return { operationId, input: isObject(input) ? await settled(input) : {}, credentials };
    const refusal = new TextDecoder().decode(await bytesOf(response));
    return { operationId, status: response.status, refusal, issues: issuesIn(refusal) };
  }

  /**
   * Writes an answer to a request as a service does; `undefined` if the request is refused, or the answer
   * cannot be written.
   */
  async write(request: WireRequest, answer: Answer<AnyResult>): Promise<WireResponse | undefined> {
    const slot: Slot = { credentials: new Map(), answer };
    const response = await this.#core.handle(httpRequest(request, slot));
    if (slot.operationId === undefined || response.status !== answer.status) return undefined;
    const body = await bytesOf(response);
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      [value].flat().map((one): HeaderField => [name, one]),
    );
    return { status: response.status, headers, body, isWhole: true };
  }

  close(): Promise<void> {
    return this.#core.close();
  }
}

/** Returns the issues that a refusal of the runtime lists. */
function issuesIn(refusal: string): readonly Issue[] {
  try {
    const { errors } = JSON.parse(refusal) as { readonly errors?: unknown };
    return Array.isArray(errors) ? errors.filter(isIssue) : [];
  } catch {
    return [];
  }
}

/** False for errors of a body that the description has for all its refusals. */
const isIssue = (error: unknown): error is Issue =>
  isObject(error) && typeof error["pointer"] === "string" && typeof error["in"] === "string";

function withoutDefault(parameter: ParameterDescriptor): ParameterDescriptor {
  const { default: _, ...rest } = parameter;
  return rest;
}

const verifierOf =
  (name: string): SecurityVerifier =>
  (credential, { request, scopes }) => {
    (request.raw as Slot).credentials.set(name, credential);
    return withScopes({ name }, scopes);
  };

function httpRequest({ method, target, headers, body }: WireRequest, raw: Slot): HttpRequest {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return {
    method,
    url: target,
    headers: Object.fromEntries([...names].map((name) => [name, headerOf(headers, name)])),
    ...(body !== undefined && { body }),
    raw,
  };
}

/** Returns the input with its streams read. */
async function settled({ body, ...rest }: JsonObject): Promise<JsonObject> {
  if (body === undefined) return rest;
  const isStream = typeof body === "object" && body !== null && Symbol.asyncIterator in body;
  return { ...rest, body: isStream ? await Array.fromAsync(body as AsyncIterable<unknown>) : body };
}

async function bytesOf({ body }: HttpResponse): Promise<Uint8Array> {
  if (body === undefined) return new Uint8Array();
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  const chunks = await Array.fromAsync(body, (chunk) => Buffer.from(chunk));
  return new Uint8Array(Buffer.concat(chunks));
}
