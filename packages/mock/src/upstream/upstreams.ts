import { iterateBytes } from "@openapi-packages/runtime/internals";
import { errorBody } from "@openapi-packages/runtime";
import { isSequenceMediaType } from "@openapi-packages/runtime/internals";
import type { OperationDescriptor } from "@openapi-packages/runtime";
import { createServerCore } from "@openapi-packages/runtime/server";
import type { HttpRequest, HttpResponse, Server } from "@openapi-packages/runtime/server";
import { anyCredential } from "../credentials/known-credentials.ts";
import type { KnownCredentials } from "../credentials/known-credentials.ts";
import type { MockDescription, MockOperation } from "../description.ts";
import type { ExchangeLog } from "../exchange-log.ts";
import { requestViolations } from "../request-violations.ts";
import type { Recording, Upstream, UpstreamMode, Violation } from "../types.ts";
import { bodyViolations, describedAs, StreamCheck } from "./check-response.ts";
import type { Described, ViolationDetails } from "./check-response.ts";
import { forward } from "./forward.ts";
import { bytesOf, recordingKey, Recordings } from "./recordings.ts";

/** The ways to answer a request. */
interface Ways {
  /** As the mock does. */
  readonly mock: (request: HttpRequest) => Promise<HttpResponse>;
  /** By another server, with what is done around it. */
  readonly forwarded: (
    request: HttpRequest,
    forward: () => Promise<HttpResponse>,
  ) => Promise<HttpResponse>;
}

/** The operations that another server answers, and its recorded answers. */
export class Upstreams {
  readonly #description: MockDescription;
  readonly #upstream: Upstream | undefined;
  readonly #log: ExchangeLog;
  readonly #credentials: KnownCredentials;
  readonly #recordings = new Recordings();
  readonly #mocks: ReadonlyMap<string, MockOperation>;
  /** Takes requests as the mock would, and answers those that conform with a success. */
  readonly #checker: Server | undefined;

  /** @throws {TypeError} when the address of the other server is none. */
  constructor(
    description: MockDescription,
    upstream: Upstream | undefined,
    log: ExchangeLog,
    credentials: KnownCredentials,
  ) {
    this.#credentials = credentials;
    this.#description = description;
    this.#upstream = upstream;
    this.#log = log;
    this.#mocks = new Map(description.operations.map((one) => [one.operation.operationId, one]));
    if (upstream === undefined) return;
    if (!/^https?:$/.test(new URL(upstream.url).protocol))
      throw new TypeError(`upstream: ${upstream.url} is no http or https address`);
    this.#checker = checkerOf(description);
  }

  /** True if requests have to pass here at all. */
  get isOn(): boolean {
    return this.#upstream !== undefined || this.#recordings.size > 0;
  }

  recordings(): Recording[] {
    return this.#recordings.list();
  }

  restore(recordings: readonly Recording[]): void {
    this.#recordings.replace(recordings);
  }

  reset(): void {
    this.#recordings.replace([]);
  }

  /**
   * Answers a request by the mode of its operation.
   *
   * @param ways how the mock answers, and what is done around passing on.
   */
  async handle(
    request: HttpRequest,
    operation: OperationDescriptor | undefined,
    { mock, forwarded }: Ways,
  ): Promise<HttpResponse> {
    const bytes = await bytesOf(toIterable(request.body));
    const buffered = withBody(request, bytes);
    this.#log.alias(request, buffered);
    const mode = this.#modeOf(operation);
    const isMocked = mode === "mock" || this.#upstream === undefined;
    // A digest of the body is made only where somebody asks for it.
    const isRecorded = isMocked ? this.#recordings.size > 0 : mode === "record";
    const key = isRecorded ? await recordingKey(request.method, request.url, bytes) : undefined;
    if (mode === "mock" || this.#upstream === undefined)
      return (await this.#recorded(buffered, key)) ?? mock(buffered);
    const note = this.#log.noteOf(request);
    if (note) note.mode = mode;
    const refusal = await this.#checkRequest(buffered, operation);
    if (refusal !== undefined && this.#upstream.refuse === true) return refusal;
    const upstream = this.#upstream;
    return forwarded(buffered, async () => {
      const response = await this.#forward(upstream, buffered, bytes, operation);
      // What the other server has not got yet is answered here.
      if (response.status === 501) return mock(buffered);
      return this.#checkResponse(buffered, operation, response, key);
    });
  }

  /** The recorded answer to a request, for those who would get the mock's own. */
  async #recorded(
    request: HttpRequest,
    key: string | undefined,
  ): Promise<HttpResponse | undefined> {
    const recorded = key === undefined ? undefined : this.#recordings.get(key);
    if (recorded === undefined) return undefined;
    return (await this.#credentials.refusalOf(request)) ?? recorded;
  }

  #modeOf(operation: OperationDescriptor | undefined): UpstreamMode {
    const { mode = "proxy", modes = {} } = this.#upstream ?? { mode: "mock" };
    const own = operation && Object.hasOwn(modes, operation.operationId);
    return (own ? modes[operation.operationId] : undefined) ?? mode;
  }

  /** @returns the answer that refuses the request; `undefined` where it conforms. */
  async #checkRequest(
    request: HttpRequest,
    operation: OperationDescriptor | undefined,
  ): Promise<HttpResponse | undefined> {
    const checked = await this.#checker?.handle({ ...request });
    if (checked === undefined || checked.status < 400) return undefined;
    const found = requestViolations(request, operation, checked);
    const message = breaches[checked.status] ?? `would be answered with ${checked.status}`;
    const issues = found.flatMap((one) => one.issues);
    this.#report(request, operation, "request", undefined, { message, issues });
    return checked;
  }

  async #forward(
    { url, fetch: send = fetch }: Upstream,
    request: HttpRequest,
    bytes: Uint8Array<ArrayBuffer>,
    operation: OperationDescriptor | undefined,
  ): Promise<HttpResponse> {
    try {
      return await forward(url, request, bytes, (one) => send(one));
    } catch (error) {
      request.signal?.throwIfAborted();
      const reason = error instanceof Error ? (error.cause ?? error) : error;
      const message = `${url} cannot be reached: ${reason instanceof Error ? reason.message : String(reason)}`;
      this.#report(request, operation, "response", 502, { message, issues: [] });
      const { mediaType, body } = errorBody(this.#description.api, 503);
      const headers = { "content-type": mediaType };
      return {
        status: 502,
        headers,
        body: JSON.stringify({ ...body, status: 502, detail: message }),
      };
    }
  }

  async #checkResponse(
    request: HttpRequest,
    operation: OperationDescriptor | undefined,
    response: HttpResponse,
    key: string | undefined,
  ): Promise<HttpResponse> {
    const mock = operation && this.#mocks.get(operation.operationId);
    if (operation === undefined || mock === undefined) return response;
    const { status } = response;
    const contentType = String(response.headers["content-type"] ?? "") || undefined;
    const described = describedAs(mock, status, contentType);
    const report = (violations: readonly ViolationDetails[]): void => {
      for (const one of violations) this.#report(request, operation, "response", status, one);
    };
    report(described.violations);
    if (described.media?.stream !== undefined || isSequenceMediaType(contentType ?? ""))
      return { ...response, body: checkedStream(response.body, described, report) };
    const bytes = await bytesOf(response.body);
    if (contentType !== undefined && bytes.length > 0)
      report(bodyViolations(described, contentType, new TextDecoder().decode(bytes)));
    if (key !== undefined) this.#recordings.add(operation.operationId, key, response, bytes);
    const { headers } = response;
    return bytes.length === 0 ? { status, headers } : { status, headers, body: bytes };
  }

  #report(
    request: HttpRequest,
    operation: OperationDescriptor | undefined,
    side: Violation["side"],
    status: number | undefined,
    { message, issues }: ViolationDetails,
  ): void {
    const { method, url } = request;
    const operationId = operation?.operationId;
    const violation = { operationId, method, url, side, status, message, issues };
    this.#log.noteOf(request)?.violations.push(violation);
    this.#upstream?.onViolation?.(violation);
  }
}

/** The messages for requests that a server would refuse, by the status of its refusal. */
const breaches: { readonly [status: number]: string } = {
  400: "does not conform",
  401: "has no credentials, which the description demands",
  404: "the description has no such method and path",
  405: "the description has no such method and path",
  406: "accepts none of the media types that the description has",
  415: "has a body of a media type that the description does not have",
};

function checkerOf({ api, operations }: MockDescription): Server {
  const routes = operations.map((mock) => {
    const { operation } = mock;
    return { operation, validators: () => mock.validators, handler: () => ({ status: 200 }) };
  });
  return createServerCore(api, routes, { requestIdHeader: false, security: anyCredential(api) });
}

function toIterable(body: HttpRequest["body"]): HttpResponse["body"] {
  if (body === undefined || body instanceof Uint8Array) return body;
  return { [Symbol.asyncIterator]: () => iterateBytes(body) };
}

/** A request whose body can be read as often as it has to. */
function withBody(request: HttpRequest, bytes: Uint8Array): HttpRequest {
  const { method, url, headers, origin } = request;
  const body = bytes.length > 0 ? bytes : undefined;
  return {
    method,
    url,
    headers,
    origin,
    body,
    get signal() {
      return request.signal;
    },
  };
}

async function* checkedStream(
  body: HttpResponse["body"],
  { media, validator }: Described,
  report: (violations: readonly ViolationDetails[]) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (typeof body !== "object" || body instanceof Uint8Array) return;
  const check = media && new StreamCheck(media, validator);
  for await (const chunk of body) {
    const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    if (check) report(check.push(bytes));
    yield bytes;
  }
}
