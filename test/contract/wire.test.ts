import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "./call.ts";
import { operations, successOf } from "./cases.ts";
import type { Input, OperationCase } from "./cases.ts";
import { asReceived } from "./exchange.ts";
import { httpSubject } from "./subjects/http.ts";
import { resultOf, token } from "./subjects/subject.ts";
import { expectedTarget, parseRequest } from "./wire.ts";
import type { WireRequest } from "./wire.ts";
import { literalTargets } from "./literal-targets.ts";

const subject = httpSubject();

beforeAll(() => subject.start());
afterAll(() => subject.stop());

async function requestOf(operation: OperationCase, input: Input): Promise<WireRequest> {
  subject.answerWith(operation.operationId, resultOf(successOf(operation)));
  const response = await call(subject.client, operation, input).response();
  await response.text();
  return parseRequest(subject.sent());
}

describe.each(operations)("$operationId", (operation) => {
  const { httpMethod, inputs, requestMedia } = operation;

  test("is on the wire as it is described", async () => {
    const request = await requestOf(operation, inputs.maximal);
    expect(request.method).toBe(httpMethod);
    expect(request.target).toBe(expectedTarget(operation, inputs.maximal));
    expect(request.headers["authorization"]).toBe(`Bearer ${token}`);
    expect(request.headers["accept"]).toBe(
      successOf(operation).validator?.mediaType ?? "application/json",
    );
    expect(request.headers["content-type"]).toBe(requestMedia?.mediaType);
    const text = request.body.toString("utf8");
    expect(text === "" ? undefined : JSON.parse(text)).toStrictEqual(inputs.maximal.body);
  });

  test("sends nothing that the caller left out", async () => {
    const request = await requestOf(operation, inputs.minimal);
    expect(request.target).toBe(expectedTarget(operation, inputs.minimal));
    const hasBody = inputs.minimal.body !== undefined;
    expect(request.headers["content-type"]).toBe(hasBody ? requestMedia?.mediaType : undefined);
    expect(request.body.length > 0).toBe(hasBody);
  });
});

describe.each(literalTargets)("$target", ({ operationId, input, target }) => {
  test(`is what ${operationId} asks for, and what its handler understands`, async () => {
    const operation = operations.find((one) => one.operationId === operationId);
    if (!operation) throw new Error(`there is no ${operationId}`);
    const request = await requestOf(operation, input);
    expect(request.target).toBe(target);
    expect(subject.received()).toStrictEqual([
      { operationId, input: asReceived(operation, input) },
    ]);
  });
});
