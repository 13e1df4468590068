import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyFault, ConnectionReset, malformed } from "../src/faults/apply-fault.ts";
import { withStreamFault } from "../src/faults/stream-fault.ts";
import type { FaultKind } from "../src/types.ts";
import type { HttpResponse } from "../../runtime/src/server/index.ts";
import { ItemStream } from "../../runtime/src/server/stream.ts";
import { QuickClock, StillClock } from "./quick-clock.ts";

const json = { "content-type": "application/json" };
const respond = (body: HttpResponse["body"], headers = {}): HttpResponse => ({
  status: 200,
  headers: { ...json, ...headers },
  ...(body === undefined ? {} : { body }),
});

const apply = (kind: FaultKind, response: HttpResponse, after = 1, clock = new QuickClock()) =>
  applyFault({ kind, after }, response, { clock });

/** What comes of a body, and what breaks it off. */
async function read(body: HttpResponse["body"]): Promise<{ text: string; error?: unknown }> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of body as AsyncIterable<Uint8Array | string>)
      pieces.push(typeof piece === "string" ? Buffer.from(piece) : piece);
  } catch (error) {
    return { text: Buffer.concat(pieces).toString(), error };
  }
  return { text: Buffer.concat(pieces).toString() };
}

/** A stream that waits for ever behind its items, and says whether it was left. */
function endless(...texts: string[]) {
  let isLeft = false;
  const source: AsyncIterableIterator<string> = {
    [Symbol.asyncIterator]: () => source,
    next: () => {
      const value = texts.shift();
      return value === undefined ? new Promise(() => {}) : Promise.resolve({ done: false, value });
    },
    return: () => {
      isLeft = true;
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  const options = { encode: String, signal: undefined, onError: () => {} };
  return { body: new ItemStream(source, options), isLeft: () => isLeft };
}

describe("reset", () => {
  test("gives no answer, and leaves its stream", async () => {
    const { body, isLeft } = endless("a");
    await expect(apply("reset", respond(body))).rejects.toThrow(ConnectionReset);
    expect(isLeft()).toBe(true);
  });
});

describe("half-body", () => {
  test("gives half of the bytes under the headers of all of them", async () => {
    const response = await apply("half-body", respond('"abcdef"'));
    expect(response.headers).toEqual({ ...json, "content-length": "8" });
    const { text, error } = await read(response.body);
    expect(text).toBe('"abc');
    expect(error).toBeInstanceOf(ConnectionReset);
    expect((await read((await apply("half-body", respond("1"))).body)).text).toBe("1");
  });

  test.each([undefined, "", new Uint8Array()])("of nothing is no answer: %j", async (body) => {
    await expect(apply("half-body", respond(body))).rejects.toThrow(ConnectionReset);
  });

  test("of a stream is half of its first item, and leaves it", async () => {
    const { body, isLeft } = endless("12345678", "b");
    const { text, error } = await read((await apply("half-body", respond(body))).body);
    expect([text, error]).toEqual(["1234", expect.any(ConnectionReset)]);
    expect(isLeft()).toBe(true);
  });
});

describe("malformed-json", () => {
  test("is never JSON", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom("", " ", "\n"), (text, end) => {
        expect(() => JSON.parse(malformed(text + end)) as unknown).toThrow(SyntaxError);
      }),
    );
  });

  test("counts its bytes where the response does", async () => {
    const plain = await apply("malformed-json", respond('{"a":"ä"}'));
    expect([plain.body, plain.headers]).toEqual(['{"a":"ä"}}', json]);
    const counted = await apply("malformed-json", respond('{"a":"ä"}', { "content-length": "10" }));
    expect(counted.headers).toEqual({ ...json, "content-length": "11" });
    const bytes = await apply("malformed-json", respond(new TextEncoder().encode('"ä"')));
    expect(bytes.body).toBe('"ä}}');
  });

  test("leaves what is no JSON", async () => {
    const text = { status: 200, headers: { "content-type": "text/csv" }, body: "a,b" };
    expect(await apply("malformed-json", text)).toBe(text);
  });

  test("spoils one item of a stream; comments are none", async () => {
    async function* events() {
      yield ":\n\n";
      yield 'data: {"n":1}\n\n';
      yield 'data: {"n":2}\n\n';
    }
    const response = await apply("malformed-json", respond(events()), 1);
    expect((await read(response.body)).text).toBe(':\n\ndata: {"n":1}\n\ndata: {"n":2}}\n\n');
  });
});

describe("drip", () => {
  test("gives all bytes, few at a time, with a wait between them", async () => {
    const clock = new QuickClock();
    const text = "ä".repeat(20);
    const response = await apply("drip", respond(text), 1, clock);
    expect(response.headers["content-length"]).toBe("40");
    expect(await read(response.body)).toEqual({ text });
    expect(clock.waits).toEqual([50, 50]);
  });

  test("takes no more than 100 pieces", async () => {
    const clock = new QuickClock();
    const text = "x".repeat(1_000_000);
    const { body } = await apply("drip", respond(text), 1, clock);
    expect((await read(body)).text).toHaveLength(1_000_000);
    expect(clock.waits).toHaveLength(99);
  });

  test.each(["left", "gone"])("leaves no timer when its client is %s", async (way) => {
    const clock = new StillClock();
    const client = new AbortController();
    const context = { clock, signal: client.signal };
    const { body } = await applyFault({ kind: "drip", after: 1 }, respond("x".repeat(99)), context);
    const iterator = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    await iterator.next();
    const next = iterator.next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.pending).toBe(1);
    if (way === "gone") client.abort();
    else await iterator.return?.();
    expect((await next).done).toBe(true);
    expect(clock.pending).toBe(0);
  });
});

describe("a stream's fault", () => {
  test("truncated: ends behind so many items, comments left aside, and leaves the rest", async () => {
    const { body, isLeft } = endless(":\n\n", "a", "b", "c");
    const { text, error } = await read((await apply("stream-truncated", respond(body), 2)).body);
    expect([text, error]).toEqual([":\n\nab", undefined]);
    expect(isLeft()).toBe(true);
  });

  test.each<FaultKind>(["stream-truncated", "malformed-json", "drip", "half-body"])(
    "%s: one that waits is left at once",
    async (kind) => {
      const { body, isLeft } = endless();
      const response = await apply(kind, respond(body), 2);
      const iterator = (response.body as AsyncIterable<string>)[Symbol.asyncIterator]();
      const next = iterator.next();
      await new Promise((resolve) => setImmediate(resolve));
      await iterator.return?.();
      expect((await next).done).toBe(true);
      expect(isLeft()).toBe(true);
    },
  );

  test("error: is thrown behind so many items, and the rest left", async () => {
    let isLeft = false;
    async function* items() {
      try {
        yield* [1, 2, 3];
      } finally {
        isLeft = true;
      }
    }
    const told: unknown[] = [];
    const body = withStreamFault(
      items(),
      { kind: "stream-error", after: 2, status: 503 },
      { a: 1 },
    );
    const failed = (async () => {
      for await (const item of body) told.push(item);
    })();
    await expect(failed).rejects.toMatchObject({ answer: { status: 503, body: { a: 1 } } });
    expect([told, isLeft]).toEqual([[1, 2], true]);
  });

  test("error: is none of what is no stream", () => {
    const list = [1, 2];
    expect(withStreamFault(list, { kind: "stream-error", after: 1 })).toBe(list);
    expect(withStreamFault(undefined, { kind: "stream-error", after: 1 })).toBeUndefined();
  });
});
