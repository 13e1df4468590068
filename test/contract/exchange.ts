import { ApiError } from "@genai-app/client";
import { validators } from "@genai-app/contract/validators";
import type { OperationValidators, Validator } from "@genai-app/runtime";
import { expect } from "vitest";
import { call, thrownBy } from "./call.ts";
import type { AnyStreamCall } from "./call.ts";
import { isSuccess } from "./cases.ts";
import type { Answer, Input, OperationCase } from "./cases.ts";
import type { Subject } from "./subjects/subject.ts";
import { resultOf } from "./subjects/subject.ts";

const locations = ["path", "query", "header", "cookie"] as const;

/**
 * Sends an input through the client and lets the other end give an answer: the handler is to
 * receive exactly that input, the client to deliver exactly that answer, both of them valid.
 */
export async function expectExchange(
  subject: Subject,
  operation: OperationCase,
  input: Input,
  answer: Answer,
): Promise<void> {
  subject.answerWith(operation.operationId, resultOf(answer));
  const started = call(subject.client, operation, input);
  if (answer.events) await expectEvents(started, operation, answer);
  else if (isSuccess(answer)) await expectSuccess(started, operation, answer);
  else await expectError(started, operation, answer);
  expectReceived(subject, operation, input);
}

/** The validators of an operation. */
export function validatorsOf({ operationId }: OperationCase): OperationValidators {
  return validators[operationId as keyof typeof validators];
}

/** The input as a handler sees it: a location that has parameters is there, if need be empty. */
export function asReceived({ parameters }: OperationCase, input: Input): Input {
  const described = locations.filter((location) => parameters.some((one) => one.in === location));
  const located = described.map((location) => [location, input[location] ?? {}]);
  return { ...Object.fromEntries(located), ...("body" in input && { body: input.body }) };
}

/** Expects a value to conform; the validator's findings are the message of the failure. */
export function expectValid(validator: Validator | undefined, value: unknown): void {
  const findings = validator?.(value) === true ? [] : (validator?.errors ?? "no validator");
  expect(findings).toEqual([]);
}

async function expectSuccess(
  started: AnyStreamCall,
  operation: OperationCase,
  answer: Answer,
): Promise<void> {
  const body = await started;
  expect(body).toStrictEqual(answer.body);
  await expectResult(started, answer);
  expectValidBody(operation, answer, body);
}

async function expectError(
  started: AnyStreamCall,
  operation: OperationCase,
  answer: Answer,
): Promise<void> {
  const error = await thrownBy(started);
  expect(error).toBeInstanceOf(ApiError);
  if (!(error instanceof ApiError)) return;
  const { status, body, operationId } = error;
  expect({ status, body, operationId }).toStrictEqual({
    status: answer.status,
    body: answer.body,
    operationId: operation.operationId,
  });
  await expectResult(started, answer);
  expectValidBody(operation, answer, body);
}

async function expectEvents(
  started: AnyStreamCall,
  operation: OperationCase,
  answer: Answer,
): Promise<void> {
  const { status } = await started.result();
  expect(status).toBe(answer.status);
  const events = await Array.fromAsync(started);
  expect(events).toStrictEqual(answer.events);
  for (const event of events) expectValidBody(operation, answer, event);
}

async function expectResult(started: AnyStreamCall, answer: Answer): Promise<void> {
  const { status, body } = await started.result();
  expect({ status, body }).toStrictEqual({ status: answer.status, body: answer.body });
}

function expectReceived(subject: Subject, operation: OperationCase, input: Input): void {
  const { operationId } = operation;
  const received = subject.received();
  expect(received).toStrictEqual([{ operationId, input: asReceived(operation, input) }]);
  for (const { input: arrived } of received) expectValidInput(operation, arrived);
}

function expectValidInput(operation: OperationCase, input: Input): void {
  const known = validatorsOf(operation);
  for (const location of locations) {
    if (input[location] !== undefined) expectValid(known[location], input[location]);
  }
  if (!("body" in input)) return;
  expectValid(known.body?.[operation.requestMedia?.mediaType ?? ""], input.body);
}

function expectValidBody(operation: OperationCase, answer: Answer, body: unknown): void {
  const known = validatorsOf(operation).responses ?? {};
  const { validator } = answer;
  if (validator) expectValid(known[validator.status]?.[validator.mediaType], body);
  else expect(known[answer.status] ?? {}).toEqual({});
}
