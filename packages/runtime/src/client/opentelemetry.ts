import type { SensitiveTable } from "../sensitive.ts";
import type { ClientOperation } from "./operation.ts";
import { Redactor } from "./redact.ts";
import type { ClientRequest, Middleware } from "./types.ts";

/** The part of OpenTelemetry's `Span` that is used. */
export interface TracingSpan {
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

/** The part of OpenTelemetry's `Tracer` that is used. */
export interface Tracer<Span extends TracingSpan> {
  startSpan(
    name: string,
    options: { kind: number; attributes: { [name: string]: string | number } },
  ): Span;
}

/** The part of `@opentelemetry/api` that propagates the trace to the server. The module itself fits. */
export interface Propagate<Span extends TracingSpan, Context> {
  readonly context: {
    active(): Context;
    with<Result>(context: Context, run: () => Result): Result;
  };
  readonly trace: { setSpan(context: Context, span: Span): Context };
  readonly propagation: { inject(context: Context, carrier: { [header: string]: string }): void };
}

/** Options of {@link tracing}. */
export interface TracingOptions<Span extends TracingSpan, Context> {
  readonly tracer: Tracer<Span>;
  /** `@opentelemetry/api` itself. Default: requests carry no trace. */
  readonly propagate?: Propagate<Span, Context>;
  /** The places of secrets: `sensitive` of the generated contract. */
  readonly redact?: SensitiveTable;
}

/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR` of OpenTelemetry's API. */
const clientKind = 2;
const errorStatus = { code: 2 };

/** The methods of RFC 9110 and RFC 5789. Spans report others as `_OTHER`. */
const knownMethods = /^(?:CONNECT|DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT|TRACE)$/;

/**
 * Creates a client span for each attempt of a call (OpenTelemetry, "Semantic conventions for HTTP spans"),
 * named by method and path template. It ends with the response's headers. A raw request has no template,
 * and its span is named by the method alone.
 *
 * @returns middleware for a client's options. If it is the last, it sees what is sent.
 */
export function tracing<Span extends TracingSpan, Context>({
  tracer,
  propagate,
  redact = {},
}: TracingOptions<Span, Context>): Middleware {
  return {
    async onAttempt(request, next) {
      const { operation } = request;
      const attributes = attributesOf(request, new Redactor(redact, operation));
      const name = nameOf(operation);
      const span = tracer.startSpan(name, { kind: clientKind, attributes });
      const send = (): Promise<Response> => next(injected(request, span, propagate));
      const fail = (type: string): void => {
        span.setAttribute("error.type", type);
        span.setStatus(errorStatus);
      };
      try {
        const response = await (propagate === undefined
          ? send()
          : propagate.context.with(spanContext(propagate, span), send));
        span.setAttribute("http.response.status_code", response.status);
        if (response.status >= 400) fail(String(response.status));
        return response;
      } catch (error) {
        fail(error instanceof Error ? error.name : "_OTHER");
        throw error;
      } finally {
        span.end();
      }
    },
  };
}

function nameOf({ method, path, responses }: ClientOperation): string {
  const known = knownMethods.test(method) ? method : "HTTP";
  return Object.keys(responses).length === 0 ? known : `${known} ${path}`;
}

function attributesOf(
  request: ClientRequest,
  redactor: Redactor,
): { [name: string]: string | number } {
  const { method, attempt } = request;
  const { hostname, port, protocol } = new URL(request.url);
  const isKnown = knownMethods.test(method);
  return {
    "http.request.method": isKnown ? method : "_OTHER",
    ...(isKnown ? {} : { "http.request.method_original": method }),
    "url.full": redactor.url(request.url),
    "server.address": hostname,
    "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
    ...(attempt === 0 ? {} : { "http.request.resend_count": attempt }),
  };
}

const spanContext = <Span extends TracingSpan, Context>(
  { context, trace }: Propagate<Span, Context>,
  span: Span,
): Context => trace.setSpan(context.active(), span);

/** Adds the headers of the trace, such as `traceparent`. Headers that the caller has set stay. */
function injected<Span extends TracingSpan, Context>(
  request: ClientRequest,
  span: Span,
  propagate: Propagate<Span, Context> | undefined,
): ClientRequest {
  if (propagate === undefined) return request;
  const carrier: { [header: string]: string } = {};
  propagate.propagation.inject(spanContext(propagate, span), carrier);
  const headers = Object.fromEntries(
    Object.entries(carrier).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { ...request, headers: { ...headers, ...request.headers } };
}
