import type { ServerHooks, Exchange } from "./hooks.ts";
import { headerValue } from "./request-target.ts";

/** The members of OpenTelemetry's `Span` that are used. */
export interface ServerSpan {
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { code: number }): unknown;
  recordException?(error: Error): void;
  end(): void;
}

/** The members of OpenTelemetry's `Tracer` that are used. */
export interface ServerTracer<Span extends ServerSpan, Context> {
  startSpan(
    name: string,
    options: { kind: number; attributes: { [name: string]: string | number } },
    context?: Context,
  ): Span;
}

/** The members of `@opentelemetry/api` that continue the caller's trace. Pass the module itself. */
export interface Propagation<Span extends ServerSpan, Context> {
  readonly context: {
    active(): Context;
    with<Result>(context: Context, run: () => Result): Result;
  };
  readonly trace: { setSpan(context: Context, span: Span): Context };
  readonly propagation: {
    extract(context: Context, carrier: { readonly [header: string]: string }): Context;
  };
}

/** The options of {@link tracing}. */
export interface ServerTracingOptions<Span extends ServerSpan, Context> {
  readonly tracer: ServerTracer<Span, Context>;
  /** The module `@opentelemetry/api`. Without it each span starts a trace, and handlers run outside of it. */
  readonly propagate?: Propagation<Span, Context>;
}

/** `SpanKind.SERVER` and `SpanStatusCode.ERROR` of OpenTelemetry's API. */
const serverKind = 1;
const errorStatus = { code: 2 };

/** The methods of RFC 9110 and RFC 5789. Spans report others as `_OTHER`. */
const knownMethods = /^(?:CONNECT|DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT|TRACE)$/;

/**
 * Creates a server span for each request (OpenTelemetry, "Semantic conventions for HTTP spans"), named by
 * method and path template. Handlers run inside it. It ends with the response, or with its stream. The
 * query is not recorded, because it may contain secrets.
 *
 * @returns hooks for a server's options: `{ hooks: [tracing({ tracer, propagate })] }`.
 */
export function tracing<Span extends ServerSpan, Context>({
  tracer,
  propagate,
}: ServerTracingOptions<Span, Context>): ServerHooks {
  const spans = new WeakMap<object, Span>();
  const spanOf = ({ request }: Exchange): Span | undefined => spans.get(request);
  return {
    onRequest(exchange) {
      const options = { kind: serverKind, attributes: attributesOf(exchange) };
      const parent = propagate && parentOf(exchange, propagate);
      spans.set(exchange.request, tracer.startSpan(nameOf(exchange), options, parent));
    },
    around(exchange, run) {
      const span = spanOf(exchange);
      if (propagate === undefined || span === undefined) return run();
      const { context, trace } = propagate;
      return context.with(trace.setSpan(parentOf(exchange, propagate), span), run);
    },
    onResponse(exchange, { status, ending }) {
      const span = spanOf(exchange);
      span?.setAttribute("http.response.status_code", status);
      // A 4xx is not an error of a server span.
      if (status >= 500) span?.setAttribute("error.type", String(status));
      else if (ending === "failed") span?.setAttribute("error.type", "stream");
      if (status >= 500 || ending === "failed") span?.setStatus(errorStatus);
      span?.end();
    },
    onError({ request, error }) {
      if (error instanceof Error) spans.get(request)?.recordException?.(error);
    },
  };
}

function nameOf({ request: { method }, route }: Exchange): string {
  const known = knownMethods.test(method) ? method : "HTTP";
  return route === undefined ? known : `${known} ${route}`;
}

function attributesOf({ request, requestId, operationId, route }: Exchange) {
  const { method, url } = request;
  const isKnown = knownMethods.test(method);
  const agent = headerValue(request, "user-agent");
  const attributes: { [name: string]: string | number } = {
    "http.request.method": isKnown ? method : "_OTHER",
    "url.path": url.replace(/[?#].*$/s, ""),
    "openapi.request_id": requestId,
  };
  if (!isKnown) attributes["http.request.method_original"] = method;
  if (route !== undefined) attributes["http.route"] = route;
  if (operationId !== undefined) attributes["openapi.operation_id"] = operationId;
  if (agent !== undefined) attributes["user_agent.original"] = agent;
  return attributes;
}

/** Extracts the caller's trace from headers such as `traceparent`. */
function parentOf<Span extends ServerSpan, Context>(
  { request }: Exchange,
  { context, propagation }: Propagation<Span, Context>,
): Context {
  const names = Object.keys(request.headers);
  const carrier = Object.fromEntries(names.map((name) => [name, headerValue(request, name) ?? ""]));
  return propagation.extract(context.active(), carrier);
}
