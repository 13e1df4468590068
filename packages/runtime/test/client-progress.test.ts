import { describe, expect, expectTypeOf, test } from "vitest";
import {
  call,
  ConnectionError,
  downloadProgress,
  withUploadProgress,
  type Progress,
} from "../src/client/index.ts";
import { failure } from "./client-harness.ts";
import { listen } from "./socket-server.ts";
import {
  size,
  bytes,
  upload,
  download,
  receive,
  uploadServer,
  coreOf,
  pieces,
} from "./transfer-harness.ts";

describe("the progress of an upload", () => {
  test.each<[string, () => unknown, number | undefined]>([
    ["bytes", () => bytes, size],
    ["a Blob", () => new Blob([bytes], { type: "image/png" }), size],
    ["a stream", () => new Blob([bytes]).stream(), undefined],
    ["an async iterable", () => pieces(), undefined],
    ["a function that makes a Blob", () => () => new Blob([bytes]), size],
    ["a function that makes a stream", () => () => new Blob([bytes]).stream(), undefined],
  ])("is told of %s", async (_, make, total) => {
    await using server = await uploadServer();
    const told: Progress[] = [];
    const body = withUploadProgress(make() as Blob, (progress) => told.push(progress));
    const received = await call(coreOf(server.url), upload, { body });
    const announced = total === undefined ? null : String(total);
    expect(received).toEqual({ length: size, isSame: true, announced });
    expect(told.length).toBeGreaterThan(5);
    expect(told.at(-1)).toEqual({ bytes: size, total });
    const counts = told.map((progress) => progress.bytes);
    expect(counts).toEqual(counts.toSorted((left, right) => left - right));
  });

  test("counts text by its bytes, and keeps a Blob's type", async () => {
    const told: Progress[] = [];
    const text = withUploadProgress("\u20ac", (progress) => told.push(progress));
    expect(await new Response(text).text()).toBe("\u20ac");
    expect(told).toEqual([{ bytes: 3, total: 3 }]);
    expect(withUploadProgress(new Blob([], { type: "image/png" }), () => {}).type).toBe(
      "image/png",
    );
  });

  test("begins anew with each attempt", async () => {
    let attempts = 0;
    await using server = await listen((request, response) => {
      attempts++;
      void receive(request).then((received) =>
        response
          .writeHead(attempts === 1 ? 503 : 200, {
            "content-type": "application/json",
            "retry-after-ms": "1",
          })
          .end(JSON.stringify(received)),
      );
    });
    for (const body of [new Blob([bytes]), () => new Blob([bytes]).stream()]) {
      attempts = 0;
      const ends: number[] = [];
      const counted = withUploadProgress(body, (progress) => {
        if (progress.bytes === size) ends.push(progress.bytes);
      });
      const core = coreOf(server.url, { retries: 1 });
      expect(await call(core, upload, { body: counted })).toMatchObject({ isSame: true });
      expect(ends).toEqual([size, size]);
    }
  });

  test.each(["a stream", "a Blob"])("can be stopped half-way: %s", async (kind) => {
    await using server = await uploadServer();
    const caller = new AbortController();
    const state = { isLeft: kind === "a Blob" };
    const source = kind === "a Blob" ? new Blob([bytes]) : pieces(state);
    let last = 0;
    const body = withUploadProgress(source, (progress) => {
      last = progress.bytes;
      if (last > size / 2) caller.abort(new Error("enough"));
    });
    const sent = call(coreOf(server.url), upload, { body }, { signal: caller.signal });
    expect(await failure(sent)).toEqual(new Error("enough"));
    expect(last).toBeLessThan(size);
    await expect.poll(() => [state.isLeft, server.sockets.size]).toEqual([true, 0]);
  });

  test("is not told to a listener that throws: it breaks the upload off", async () => {
    await using server = await uploadServer();
    const state = { isCancelled: false };
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes.subarray(0, 100)),
      cancel: () => {
        state.isCancelled = true;
      },
    });
    const body = withUploadProgress(source, () => {
      throw new Error("no more");
    });
    const error = await failure(call(coreOf(server.url), upload, { body }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(state.isCancelled).toBe(true);
  });

  test("has the type of what is sent", () => {
    const none = (): void => {};
    const blob = new Blob([]);
    expectTypeOf(withUploadProgress(blob, none)).toEqualTypeOf<Blob>();
    expectTypeOf(withUploadProgress("text", none)).toEqualTypeOf<Blob>();
    expectTypeOf(withUploadProgress(() => blob, none)).toEqualTypeOf<() => Blob>();
    expectTypeOf(withUploadProgress(blob.stream(), none)).toEqualTypeOf<
      ReadableStream<Uint8Array>
    >();
  });
});

describe("the progress of a download", () => {
  const downloadServer = (headers: { [name: string]: string }, end = size) =>
    listen((_, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream", ...headers });
      if (end === size) response.end(bytes);
      else response.write(bytes.subarray(0, end));
    });

  test.each([
    [{ "content-length": String(size) }, size],
    [{}, undefined],
  ])("is told with %j", async (headers, total) => {
    await using server = await downloadServer(headers);
    const told: Progress[] = [];
    const response = await call(coreOf(server.url), download).response();
    const counted = downloadProgress(response, (progress) => told.push(progress));
    expect([counted.status, counted.headers.get("content-type")]).toEqual([
      200,
      "application/octet-stream",
    ]);
    expect(Buffer.compare(new Uint8Array(await counted.arrayBuffer()), bytes)).toBe(0);
    expect(told.length).toBeGreaterThan(5);
    expect(told.at(-1)).toEqual({ bytes: size, total });
  });

  test("has no total where the body is compressed, and takes streams alone", async () => {
    const told: Progress[] = [];
    const headers = { "content-length": "3", "content-encoding": "gzip" };
    const listener = (progress: Progress): number => told.push(progress);
    await downloadProgress(new Response("text", { headers }), listener).text();
    await new Response(downloadProgress(new Blob(["ab"]).stream(), listener)).text();
    expect(told).toEqual([
      { bytes: 4, total: undefined },
      { bytes: 2, total: undefined },
    ]);
    const empty = new Response(null, { status: 204 });
    expect(downloadProgress(empty, listener)).toBe(empty);
  });

  describe("can be stopped half-way, which frees the connection", () => {
    const half = size / 2;

    /** A download of which half has come. */
    async function halfOf(url: string, signal: AbortSignal) {
      const response = await call(coreOf(url), download, {}, { signal }).response();
      const { body } = downloadProgress(response, () => {});
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      for (let read = 0; read < half;) read += (await reader.read()).value?.length ?? 0;
      return reader;
    }

    test("by the caller's signal", async () => {
      await using server = await downloadServer({ "content-length": String(size) }, half);
      const caller = new AbortController();
      const reader = await halfOf(server.url, caller.signal);
      const waiting = reader.read();
      caller.abort(new Error("enough"));
      expect(await failure(waiting)).toEqual(new Error("enough"));
      await expect.poll(() => server.sockets.size).toBe(0);
    });

    test("by leaving the body", async () => {
      await using server = await downloadServer({ "content-length": String(size) }, half);
      const reader = await halfOf(server.url, new AbortController().signal);
      await reader.cancel();
      await expect.poll(() => server.sockets.size).toBe(0);
    });
  });
});
