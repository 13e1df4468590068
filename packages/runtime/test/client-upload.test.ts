import { createReadStream, openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { call, describedOperation } from "../src/client/index.ts";
import { failure } from "./client-harness.ts";
import * as fixture from "./fixture.ts";
import {
  size,
  bytes,
  upload,
  type Received,
  uploadServer,
  coreOf,
  pieces,
  bigFile,
} from "./transfer-harness.ts";

describe("an upload", () => {
  test.each<[string, () => unknown, boolean]>([
    ["bytes", () => bytes, true],
    ["a buffer", () => bytes.buffer, true],
    ["a Blob", () => new Blob([bytes]), true],
    ["a File", () => new File([bytes], "a.bin"), true],
    ["a stream", () => new Blob([bytes]).stream(), false],
    ["an async iterable", () => pieces(), false],
    ["a function that makes a stream", () => () => new Blob([bytes]).stream(), false],
  ])("takes %s", async (_, make, isAnnounced) => {
    await using server = await uploadServer();
    const received = await call(coreOf(server.url), upload, { body: make() });
    const announced = isAnnounced ? String(size) : null;
    expect(received).toEqual({ length: size, isSame: true, announced });
  });

  test("takes files of Node", async () => {
    await using file = await bigFile();
    await using server = await uploadServer();
    const core = coreOf(server.url);
    const send = (body: unknown) => call<Received, { status: 200 }>(core, upload, { body });
    expect(await send(await openAsBlob(file.path))).toMatchObject({ length: size, isSame: true });
    await using handle = await open(file.path);
    const ofHandle = () => handle.readableWebStream() as ReadableStream;
    expect(await send(ofHandle)).toMatchObject({ length: size, isSame: true });
    const ofPath = () => Readable.toWeb(createReadStream(file.path)) as ReadableStream;
    expect(await send(ofPath)).toMatchObject({ length: size, isSame: true });
  });

  test("as a form takes files, and refuses streams by name", async () => {
    const operation = describedOperation(fixture.sendFile);
    await using server = await uploadServer();
    const contentType = "multipart/form-data";
    const send = (file: unknown) =>
      call<Received, { status: 200 }>(coreOf(server.url), operation, {
        contentType,
        body: { size, file },
      });
    await using file = await bigFile();
    const { length, announced } = await send(await openAsBlob(file.path));
    expect(length).toBeGreaterThan(size);
    expect(announced).toBe(String(length));
    await using handle = await open(file.path);
    for (const stream of [new Blob([]).stream(), pieces(), () => pieces(), handle]) {
      const error = await failure(send(stream));
      expect(error).toBeInstanceOf(TypeError);
      expect((error as Error).message).toBe(
        'SendFile: property "file": a part cannot be a stream: pass a Blob, such as openAsBlob() of node:fs creates from a file',
      );
    }
  });
});
