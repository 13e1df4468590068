import { describe, expect, test } from "vitest";
import { createMockEngine } from "../src/create-mock.ts";
import type { MockDescription } from "../src/description.ts";
import { streamOf } from "../src/stream-of.ts";
import type { OperationDescriptor } from "../../runtime/src/operation.ts";
import { QuickClock } from "./quick-clock.ts";

const json = { mediaType: "application/json" };
const events = { mediaType: "text/event-stream", stream: "server-sent-events" } as const;

const complete: OperationDescriptor = {
  operationId: "Complete",
  method: "POST",
  path: "/completions",
  requestBody: { content: [json], streamMember: "stream" },
  responses: { 200: { content: [events, json] } },
};

const described = (operation: OperationDescriptor): MockDescription => ({
  title: "A model of language",
  api: { securitySchemes: {}, servers: [] },
  operations: [
    {
      operation,
      validators: {},
      answers: [
        {
          status: 200,
          contentType: json.mediaType,
          body: { text: "Hello there" },
        },
        {
          status: 200,
          contentType: events.mediaType,
          body: streamOf([{ text: "Hello" }, { text: "there" }]),
        },
      ],
    },
  ],
});

const answered = async (
  body: unknown,
  accept?: string,
  operation: OperationDescriptor = complete,
): Promise<string> => {
  const mock = createMockEngine(described(operation), { clock: new QuickClock() });
  const response = await mock.fetch("/completions", {
    method: "POST",
    headers: { "content-type": "application/json", ...(accept ? { accept } : {}) },
    body: JSON.stringify(body),
  });
  return response.text();
};

const whole = '{"text":"Hello there"}';
const streamed = 'id: 1\ndata: {"text":"Hello"}\n\nid: 2\ndata: {"text":"there"}\n\n';

describe("an operation that answers with JSON or with a stream", () => {
  test.each([
    ["the first by itself", {}, undefined, whole],
    ["a stream where the body says so", { stream: true }, undefined, streamed],
    ["a stream where the body says so, whatever is accepted", { stream: true }, "*/*", streamed],
    ["what is accepted", {}, "text/event-stream", streamed],
    ["what is preferred", {}, "text/event-stream;q=0.5, application/json", whole],
    ["the first where all is accepted", { stream: false }, "*/*", whole],
  ])("answers with %s", async (_name, body, accept, text) => {
    expect(await answered(body, accept)).toBe(text);
  });

  describe("and no member of the request asks for one", () => {
    const withContent = (...content: (typeof json)[]): OperationDescriptor => ({
      ...complete,
      requestBody: { content: [json] },
      responses: { 200: { content } },
    });
    test.each([
      ["the stream that is described first", [events, json], undefined, streamed],
      [
        "the stream that is described first, where all is accepted",
        [events, json],
        "*/*",
        streamed,
      ],
      ["JSON that is asked for", [events, json], "application/json", whole],
      ["JSON that is described first", [json, events], "*/*", whole],
    ])("answers with %s", async (_name, content, accept, text) => {
      expect(await answered({}, accept, withContent(...content))).toBe(text);
    });
  });
});
