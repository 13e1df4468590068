import {
  expressionValue,
  getMember,
  messageValue,
  parseJson,
} from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject } from "@openapi-packages/description";
import type { Exchange } from "../wire/exchange.ts";
import { headerOf } from "../wire/wire-request.ts";

/** The values that runtime expressions refer to. */
export interface ExpressionContext {
  /** The request and its answer. Default: there is none yet. */
  readonly exchange?: Exchange | undefined;
  /** The input that the request was written from. */
  readonly input?: CallInput | undefined;
  /** The inputs of a workflow (Arazzo). */
  readonly inputs?: Readonly<Record<string, unknown>> | undefined;
  /** The outputs of the previous steps, by `stepId`. */
  readonly steps?: ReadonlyMap<string, Readonly<Record<string, unknown>>> | undefined;
}

/**
 * Evaluates a runtime expression (OpenAPI 3.1, Runtime Expressions; Arazzo 1.0, section 4.7): `$statusCode`,
 * `$response.body#/id`, `$steps.create.outputs.id`; `undefined` if it refers to nothing.
 */
export function valueOf(expression: string, context: ExpressionContext): unknown {
  const { exchange, input, inputs, steps } = context;
  return expressionValue(expression, {
    statusCode: () => exchange?.response?.status,
    method: () => exchange?.request.method,
    url: () => exchange?.request.target,
    request: (names) =>
      messageValue(names, {
        header: (name) => headerOf(exchange?.request.headers ?? [], name),
        body: () => input?.body,
        path: input?.path,
        query: input?.query,
      }),
    response: (names) =>
      messageValue(names, {
        header: (name) => headerOf(exchange?.response?.headers ?? [], name),
        body: () => bodyOf(exchange),
      }),
    inputs: (names) => inside(inputs, names),
    steps: ([step = "", , ...names]) => inside(steps?.get(step), names),
  });
}

function bodyOf(exchange: Exchange | undefined): unknown {
  if (exchange?.value !== undefined) return exchange.value;
  const { body } = exchange?.response ?? {};
  if (body === undefined || body.length === 0) return undefined;
  const text = new TextDecoder().decode(body);
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

const inside = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (found, name) => (isObject(found) ? getMember(found, name) : undefined),
    value,
  );

/** Replaces the expressions in a value: texts that are an expression, or contain some in braces. */
export function evaluated(value: unknown, context: ExpressionContext): unknown {
  if (Array.isArray(value)) return value.map((one) => evaluated(one, context));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, evaluated(one, context)]),
    );
  if (typeof value !== "string") return value;
  if (value.startsWith("$")) return valueOf(value, context);
  return value.replaceAll(/\{(\$[^}]+)\}/g, (_, expression: string) =>
    String(valueOf(expression, context) ?? ""),
  );
}
