import { ApiError } from "@genai-app/client";
import { validators } from "@genai-app/contract/validators";
import type { OperationValidators, Validator } from "@openapi-packages/runtime";
import { call } from "./call.ts";
import type { AnyStreamCall } from "./call.ts";
import { isSuccess } from "./cases.ts";
import type { Answer, Input, OperationCase } from "./cases.ts";
import { resultOf } from "./subjects/subject.ts";
import type { Received, Subject } from "./subjects/subject.ts";

const locations = ["path", "query", "header", "cookie"] as const;

/** What comes of a call: what awaiting it gives or throws, or the events that it iterates over. */
type Outcome =
  | { readonly returned: unknown }
  | { readonly thrown: unknown }
  | { readonly events: readonly unknown[] };

/** What was seen at both ends when an input was sent and answered. */
export interface Exchange {
  readonly received: readonly Received[];
  readonly outcome: Outcome;
  /** What `result()` gives, the body of a stream left out. */
  readonly result: { readonly status: number; readonly body: unknown };
  /** What the contract's validators have against the input received and the body delivered. */
  readonly findings: readonly unknown[];
}

/** Sends an input through the client, lets the other end give an answer, and tells what was seen. */
export async function exchange(
  subject: Subject,
  operation: OperationCase,
  input: Input,
  answer: Answer,
): Promise<Exchange> {
  subject.answerWith(operation.operationId, resultOf(answer));
  const started = call(subject.client, operation, input);
  const { status, body } = await started.result();
  const outcome = await outcomeOf(started, answer);
  const received = subject.received();
  const bodies = answer.events && "events" in outcome ? outcome.events : [body];
  return {
    received,
    outcome,
    result: { status, body: answer.events ? undefined : body },
    findings: [
      ...received.flatMap((one) => inputFindings(operation, one.input)),
      ...bodies.flatMap((one) => bodyFindings(operation, answer, one)),
    ],
  };
}

/** What is to be seen: that very input, that very answer, and both of them valid. */
export function expectedExchange(operation: OperationCase, input: Input, answer: Answer): Exchange {
  const { operationId } = operation;
  const { status, body, events } = answer;
  const returned = isSuccess(answer)
    ? { returned: body }
    : { thrown: { operationId, status, body } };
  return {
    received: [{ operationId, input: asReceived(operation, input) }],
    outcome: events ? { events } : returned,
    result: { status, body },
    findings: [],
  };
}

/** The validators of an operation. */
export function validatorsOf({ operationId }: OperationCase): OperationValidators {
  return validators[operationId as keyof typeof validators];
}

/**
 * The input as a handler sees it: a location that has parameters is there, if need be empty, and so is the
 * body's media type where it may have several.
 */
export function asReceived({ parameters, requestMedia }: OperationCase, input: Input): Input {
  const described = locations.filter((location) => parameters.some((one) => one.in === location));
  const located = described.map((location) => [location, input[location] ?? {}]);
  const contentType = requestMedia?.isOneOfSeveral && { contentType: requestMedia.mediaType };
  const sent = "body" in input && { body: input.body, ...contentType };
  return { ...Object.fromEntries(located), ...sent };
}

/** What a validator has against a value; that it is missing is a finding too. */
export function findingsOf(validator: Validator | undefined, value: unknown): readonly unknown[] {
  if (validator === undefined) return ["there is no validator"];
  return validator(value) ? [] : (validator.errors ?? ["the validator does not say what is wrong"]);
}

async function outcomeOf(started: AnyStreamCall, { events }: Answer): Promise<Outcome> {
  if (events) return { events: await Array.fromAsync(started) };
  try {
    return { returned: await started };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { operationId, status, body } = error;
    return { thrown: { operationId, status, body } };
  }
}

function inputFindings(operation: OperationCase, input: Input): readonly unknown[] {
  const known = validatorsOf(operation);
  const located = locations.filter((location) => input[location] !== undefined);
  const findings = located.flatMap((location) => findingsOf(known[location], input[location]));
  if (!("body" in input)) return findings;
  const validator = known.body?.[operation.requestMedia?.mediaType ?? ""];
  return [...findings, ...findingsOf(validator, input.body)];
}

function bodyFindings(
  operation: OperationCase,
  { status, validator }: Answer,
  body: unknown,
): readonly unknown[] {
  const known = validatorsOf(operation).responses ?? {};
  if (validator) return findingsOf(known[validator.status]?.[validator.mediaType], body);
  const isBodiless = body === undefined && known[status] === undefined;
  return isBodiless ? [] : [`a body at ${status}, which has none`];
}
