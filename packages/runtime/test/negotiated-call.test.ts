import { describe, expect, test } from "vitest";
import {
  callNegotiated,
  DecodeError,
  describedOperation,
  type CallInput,
  type StreamCall,
  type StreamCallOptions,
} from "../src/client/index.ts";
import type { AnyResult, OperationDescriptor } from "../src/index.ts";
import { clientOn, clientOnServer } from "./client-harness.ts";

const operation: OperationDescriptor = {
  operationId: "Chat",
  method: "POST",
  path: "/chat",
  requestBody: { content: [{ mediaType: "application/json" }], streamMember: "stream" },
  responses: {
    200: {
      content: [
        { mediaType: "application/json" },
        { mediaType: "text/event-stream", stream: "server-sent-events" },
      ],
    },
  },
};

type Answer = StreamCall<unknown, { status: 200; body: unknown; contentType: string }>;

/** A call of a server whose handler streams where the body asks for it, or `Accept` does. */
function called(body: object | undefined, options?: StreamCallOptions) {
  const accepts: unknown[] = [];
  const handler = (
    input: { body?: { stream?: boolean } },
    { request }: { request: { headers: { accept?: string } } },
  ) => {
    const { accept = "" } = request.headers;
    accepts.push(accept);
    const isStream = input.body?.stream ?? accept === "text/event-stream";
    const items = (async function* () {
      yield { part: 1 };
      yield { part: 2 };
    })();
    return { status: 200, body: isStream ? items : { all: true } } as AnyResult;
  };
  const core = clientOnServer(operation, handler as never);
  const input = body === undefined ? {} : { body };
  const call = callNegotiated(core, describedOperation(operation), input, options) as Answer;
  return { call, accepts };
}

const parts = [{ part: 1 }, { part: 2 }];

describe("an operation that answers with a stream or as a whole", () => {
  test("streams where the body asks for it", async () => {
    const { call, accepts } = called({ stream: true });
    expect(await Array.fromAsync(call)).toEqual(parts);
    expect(accepts).toEqual(["text/event-stream"]);
    expect(await called({ stream: true }).call.result()).toMatchObject({
      status: 200,
      contentType: "text/event-stream",
    });
  });

  test.each([{ stream: false }, { text: "Hello" }])("is one value for %j", async (body) => {
    const { call, accepts } = called(body);
    expect(await call).toEqual({ all: true });
    expect(accepts).toEqual(["application/json"]);
  });

  test("does as `accept` says", async () => {
    const streamed = called(undefined, { accept: "text/event-stream" });
    expect(await Array.fromAsync(streamed.call)).toEqual(parts);
    const whole = called(undefined, { accept: "application/json" });
    expect(await whole.call).toEqual({ all: true });
    expect([...streamed.accepts, ...whole.accepts]).toEqual([
      "text/event-stream",
      "application/json",
    ]);
  });

  test("may do either where nobody says it", async () => {
    const { call, accepts } = called(undefined);
    expect(await call).toEqual({ all: true });
    expect(accepts).toEqual(["application/json, text/event-stream"]);
  });

  test.each<[string, CallInput, string, string]>([
    ["a stream", { body: { stream: true } }, "application/json", "{}"],
    ["a whole answer", { body: {} }, "text/event-stream", "data: 1\n\n"],
  ])("and %s that is asked for and not given is an error", async (_, input, type, text) => {
    const headers = { "content-type": type };
    const { core } = clientOn(() => new Response(text, { headers }));
    const call = callNegotiated(core, describedOperation(operation), input);
    await expect(call.result()).rejects.toThrow(DecodeError);
    await expect(call.result()).rejects.toThrow(/a stream was (not )?asked for/);
  });

  test("ends with the `[DONE]` that many services do not describe", async () => {
    const headers = { "content-type": "text/event-stream" };
    const { core } = clientOn(() => new Response("data: 1\n\ndata: [DONE]\n\n", { headers }));
    const call = callNegotiated(core, describedOperation(operation), { body: { stream: true } });
    expect(await Array.fromAsync(call as Answer)).toEqual([1]);
  });
});
