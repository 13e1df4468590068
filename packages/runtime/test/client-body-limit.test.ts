import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { DecodeError } from "../src/client/index.ts";
import { clientOf, failure } from "./client-harness.ts";
import { listen } from "./socket-server.ts";
import { clientWith, send } from "./transport-harness.ts";

const json = { "content-type": "application/json" };
const tooLarge = (status: number, bytes: number) => ({
  status,
  message: `Op: ${status}: the body is larger than ${bytes} bytes: raise \`maxBodyBytes\``,
});

/** A body without an end, and how much of it was asked for. */
function endless() {
  const state = { chunks: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      state.chunks += 1;
      controller.enqueue(new Uint8Array(1000).fill(0x20));
    },
    cancel() {
      state.isCancelled = true;
    },
  });
  return { body, state };
}

describe("a body that is larger than the client takes", () => {
  test.each([200, 500])(
    "is given up where it exceeds the limit, with the status %d",
    async (status) => {
      const { body, state } = endless();
      const answer = () => new Response(body, { status, headers: json });
      const { core, requests } = clientWith([answer], { maxBodyBytes: 10_000, retries: 0 });
      const error = await failure(send(core));
      expect(error).toBeInstanceOf(DecodeError);
      expect(error).toMatchObject(tooLarge(status, 10_000));
      expect(state.isCancelled).toBe(true);
      expect(state.chunks).toBeLessThan(15);
      expect(requests).toHaveLength(1);
    },
  );

  test("is one of a call where that has a limit of its own", async () => {
    const answer = (): Response => Response.json("x".repeat(100));
    const { core } = clientWith([answer], { maxBodyBytes: 1000 });
    expect(await send(core)).toHaveLength(100);
    expect(await failure(send(core, "GET", { maxBodyBytes: 101 }))).toMatchObject(
      tooLarge(200, 101),
    );
    expect(await send(core, "GET", { maxBodyBytes: 102 })).toHaveLength(100);
  });

  test("is one that is small until it is expanded", async () => {
    const bomb = gzipSync(JSON.stringify("x".repeat(4_000_000)));
    await using server = await listen((_, response) => {
      const length = { "content-length": bomb.length };
      response.writeHead(200, { ...json, ...length, "content-encoding": "gzip" }).end(bomb);
    });
    const { core } = clientOf({ baseUrl: server.url });
    expect(bomb.length).toBeLessThan(10_000);
    const error = await failure(send(core, "GET", { maxBodyBytes: 10_000 }));
    expect(error).toMatchObject(tooLarge(200, 10_000));
    expect(await send(core)).toHaveLength(4_000_000);
  });
});

test("a body that cannot be decoded leaves nothing behind for the next one", async () => {
  const bodies = [new Uint8Array([0x22, 0xe2, 0x82]), '\ufeff"ok"', '\ufeff"ok"'];
  const answers = bodies.map((body) => () => new Response(body, { headers: json }));
  const { core } = clientWith(answers);
  expect(await failure(send(core))).toBeInstanceOf(DecodeError);
  expect(await send(core)).toBe("ok");
  expect(await send(core)).toBe("ok");
});

test("a body that has arrived in chunks is the same as one that has not", async () => {
  const answer = (): Response => {
    const chunks = ['{"a":"', "\u00e9", '"}'].map((text) => new TextEncoder().encode(text));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
    });
    return new Response(body, { headers: json });
  };
  expect(await send(clientWith([answer]).core)).toEqual({ a: "\u00e9" });
});
