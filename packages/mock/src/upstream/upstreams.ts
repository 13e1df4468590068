import { iterateBytes } from "@openapi-packages/runtime/internals";
import { errorBody } from "@openapi-packages/runtime";
import {
  cancelBody,
  failureResponse,
  isSequenceMediaType,
  RequestFailure,
} from "@openapi-packages/runtime/internals";
import type { OperationDescriptor } from "@openapi-packages/runtime";
import type { HttpRequest, HttpResponse, Server } from "@openapi-packages/runtime/server";
import type { KnownCredentials } from "../credentials/known-credentials.ts";
import type { MockDescription, MockOperation } from "../description.ts";
import type { ExchangeLog } from "../exchange-log.ts";
import type { MockLimits } from "../limits.ts";
import { requestViolations } from "../request-violations.ts";
import type { CreateMockOptions, Recording, Upstream, UpstreamMode, Violation } from "../types.ts";
import { bodyViolations, checkedStream, describedAs } from "./check-response.ts";
import type { ViolationDetails } from "./check-response.ts";
import { forward, withBody } from "./forward.ts";
import { collect } from "./collect.ts";
import type { Held } from "./collect.ts";
import { Deadline } from "./deadline.ts";
import { checkerOf } from "./request-checker.ts";
import { recordingKey, Recordings, secretsOf } from "./recordings.ts";
import { parseUpstreamUrl, urlBelow } from "./upstream-url.ts";

/** The ways to answer a request. */
interface Ways {
  /** Answers by the mock. */
  readonly mock: (request: HttpRequest) => Promise<HttpResponse>;
  /** Answers by another server; wraps the forwarding. */
  readonly forwarded: (
    request: HttpRequest,
    forward: () => Promise<HttpResponse>,
  ) => Promise<HttpResponse>;
}

/** A request with its path and query below the base path of its operation. */
interface Targeted {
  readonly request: HttpRequest;
  readonly target: string;
  readonly operation: OperationDescriptor | undefined;
}

/** What an engine provides for requests to another server. */
interface UpstreamParts {
  readonly log: ExchangeLog;
  readonly limits: MockLimits;
  readonly credentials: KnownCredentials;
  readonly options: Pick<CreateMockOptions, "slashes" | "acceptNull">;
}

/** A request that another server answers. */
interface PassedOn {
  readonly request: HttpRequest;
  readonly operation: OperationDescriptor | undefined;
  /** Default: the answer is not recorded. */
  readonly key: string | undefined;
  readonly deadline: Deadline;
}

/** The operations that another server answers, and its recorded answers. */
export class Upstreams {
  readonly #description: MockDescription;
  readonly #upstream: Upstream | undefined;
  readonly #log: ExchangeLog;
  readonly #credentials: KnownCredentials;
  readonly #limits: MockLimits;
  readonly #recordings: Recordings;
  /** The buffered bytes of answers. */
  readonly #held: Held = { bytes: 0 };
  readonly #base: URL | undefined;
  /** The query parameters with credentials. */
  readonly #secrets: ReadonlySet<string>;
  readonly #mocks: ReadonlyMap<string, MockOperation>;
  /** Validates requests as the mock does, and answers valid ones with a success. */
  readonly #checker: Server | undefined;

  /** @throws {TypeError} when the address of the other server is invalid. */
  constructor(
    description: MockDescription,
    upstream: Upstream | undefined,
    { log, limits, credentials, options }: UpstreamParts,
  ) {
    this.#credentials = credentials;
    this.#description = description;
    this.#limits = limits;
    this.#recordings = new Recordings(limits);
    this.#secrets = secretsOf(description.api);
    this.#upstream = upstream;
    this.#log = log;
    this.#mocks = new Map(description.operations.map((one) => [one.operation.operationId, one]));
    if (upstream === undefined) return;
    this.#base = parseUpstreamUrl(upstream.url);
    this.#checker = checkerOf(description, options);
  }

  /** True if requests must pass through here. */
  get isOn(): boolean {
    return this.#upstream !== undefined || this.#recordings.size > 0;
  }

  recordings(): Recording[] {
    return this.#recordings.list();
  }

  /** The number of recorded answers, and of evicted ones. */
  get recorded(): Pick<Recordings, "size" | "evicted"> {
    return this.#recordings;
  }

  restore(recordings: readonly Recording[]): void {
    this.#recordings.replace(recordings);
  }

  /**
   * Answers a request by the mode of its operation.
   *
   * @param ways how the mock answers, and what wraps the forwarding.
   */
  async handle(
    { request, target, operation }: Targeted,
    { mock, forwarded }: Ways,
  ): Promise<HttpResponse> {
    const body = await collect(toIterable(request.body), this.#limits.upstreamBytes);
    if ("larger" in body) {
      cancelBody(body.larger);
      return failureResponse(this.#description.api, new RequestFailure(413));
    }
    const { bytes } = body;
    const buffered = withBody(request, bytes);
    this.#log.alias(request, buffered);
    const mode = this.#modeOf(operation);
    const isMocked = mode === "mock" || this.#upstream === undefined;
    // The digest of the body is only computed if it is needed.
    const isRecorded = isMocked ? this.#recordings.size > 0 : mode === "record";
    const { method } = request;
    const key = isRecorded
      ? await recordingKey({ method, url: target }, bytes, this.#secrets)
      : undefined;
    if (mode === "mock" || this.#upstream === undefined)
      return (await this.#recorded(buffered, key)) ?? mock(buffered);
    const note = this.#log.noteOf(request);
    if (note) note.mode = mode;
    const refusal = await this.#checkRequest({ request: buffered, target, operation });
    if (refusal !== undefined && this.#upstream.refuse === true) return refusal;
    const upstream = this.#upstream;
    const url = this.#base && urlBelow(this.#base, target);
    if (url === undefined) return failureResponse(this.#description.api, leadsOut());
    return forwarded(buffered, async () => {
      const deadline = new Deadline(upstream.timeout ?? 30_000, buffered.signal);
      const sent = { url, request: buffered, body: bytes, signal: deadline.signal };
      const passed = { request: buffered, operation, key, deadline };
      const { fetch: send = fetch } = upstream;
      try {
        const response = await forward(sent, (one) => send(one));
        // The mock answers what the other server does not implement yet.
        if (response.status !== 501) return await this.#checkResponse(passed, response);
        deadline.lift();
        cancelBody(response.body);
      } catch (error) {
        deadline.lift();
        buffered.signal?.throwIfAborted();
        return this.#badGateway(upstream, passed, error);
      }
      return mock(buffered);
    });
  }

  /** Returns the recorded answer to a request that the mock would answer itself. */
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

  /** @returns the answer that refuses the request; `undefined` if it conforms. */
  async #checkRequest({ request, target, operation }: Targeted): Promise<HttpResponse | undefined> {
    const checked = await this.#checker?.handle({ ...request, url: target });
    if (checked === undefined || checked.status < 400) return undefined;
    const found = requestViolations(request, operation, checked);
    const message = breaches[checked.status] ?? `would be answered with ${checked.status}`;
    const issues = found.flatMap((one) => one.issues);
    this.#report(request, operation, "request", undefined, { message, issues });
    return checked;
  }

  /** Creates the answer to a failed request to the other server (RFC 9110, sections 15.6.3 and 15.6.5). */
  #badGateway(
    { url }: Upstream,
    { request, operation, deadline: { isOver } }: PassedOn,
    error: unknown,
  ): HttpResponse {
    const status = isOver ? 504 : 502;
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    const text = reason instanceof Error ? reason.message : String(reason);
    const message = isOver ? `${url} takes too long` : `${url} cannot be reached: ${text}`;
    this.#report(request, operation, "response", status, { message, issues: [] });
    const { mediaType, body } = errorBody(this.#description.api, 503);
    const headers = { "content-type": mediaType };
    return {
      status,
      headers,
      body: JSON.stringify({ ...(body as object), status, detail: message }),
    };
  }

  async #checkResponse(
    { request, operation, key, deadline }: PassedOn,
    response: HttpResponse,
  ): Promise<HttpResponse> {
    const mock = operation && this.#mocks.get(operation.operationId);
    const { status, headers } = response;
    if (operation === undefined || mock === undefined) {
      deadline.lift();
      return response;
    }
    const contentType = String(headers["content-type"] ?? "") || undefined;
    const described = describedAs(this.#description.api, mock, status, contentType);
    const report = (violations: readonly ViolationDetails[]): void => {
      for (const one of violations) this.#report(request, operation, "response", status, one);
    };
    report(described.violations);
    if (described.media?.stream !== undefined || isSequenceMediaType(contentType ?? "")) {
      deadline.lift();
      return { ...response, body: checkedStream(response.body, described, report) };
    }
    const most = this.#limits.upstreamBytes;
    const body = await collect(response.body, most, this.#held);
    deadline.lift();
    if ("larger" in body) {
      const what = key === undefined ? "is not checked" : "is neither checked nor recorded";
      report([{ message: `the body is larger than ${most} bytes and ${what}`, issues: [] }]);
      return { ...response, body: body.larger };
    }
    const { bytes } = body;
    if (contentType !== undefined && bytes.length > 0)
      report(bodyViolations(described, contentType, new TextDecoder().decode(bytes)));
    if (key !== undefined) this.#recordings.add(operation.operationId, key, response, bytes);
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
    const noted = this.#log.noteOf(request)?.violations;
    if (noted !== undefined && noted.length < mostViolations) noted.push(violation);
    this.#upstream?.onViolation?.(violation);
  }
}

/** The most stored violations of one exchange, since a stream may have any number. */
const mostViolations = 100;

/** Creates the refusal of a request whose path would leave the other server's address. */
const leadsOut = (): RequestFailure =>
  new RequestFailure(400, [
    {
      in: "path",
      pointer: "",
      keyword: "path",
      message: "must be a path below the address of the other server, without ..",
    },
  ]);

/** The messages for requests that a server would refuse, by the status of its refusal. */
const breaches: { readonly [status: number]: string } = {
  400: "does not conform",
  401: "has no credentials, which the description requires",
  404: "the description has no such method and path",
  405: "the description has no such method and path",
  406: "accepts none of the documented media types",
  415: "has a body of an undocumented media type",
};

function toIterable(body: HttpRequest["body"]): HttpResponse["body"] {
  if (body === undefined || body instanceof Uint8Array) return body;
  return { [Symbol.asyncIterator]: () => iterateBytes(body) };
}
