import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { photos, photoService } from "./photos.ts";

/** A picture, a sound or another file of one type at a path. */
const upload = (type: string): string => `openapi: 3.1.0
info: { title: Files, version: "1" }
paths:
  /file:
    put:
      operationId: putFile
      requestBody: { required: true, content: { "${type}": {} } }
      responses: { "204": { description: Stored. }, "422": { description: Of another type. } }
`;

test.each([
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
  ["application/pdf", /^%PDF-/],
  ["application/zip", /^PK\x03\x04/],
  ["application/gzip", /^\x1f\x8b\x08/],
  ["audio/mpeg", /^ID3/],
  ["audio/wav", /^RIFF[^]{4}WAVE/],
  ["audio/ogg", /^OggS/],
  ["video/mp4", /^[^]{4}ftyp/],
  ["application/octet-stream", /^An example\.$/],
])("an example of %s begins like a file of its type", async (type, beginning) => {
  const fetch = async (request: Request): Promise<Response> => {
    const text = Buffer.from(await request.arrayBuffer()).toString("latin1");
    return new Response(null, { status: beginning.test(text) ? 204 : 422 });
  };
  const description = await read(upload(type));
  const report = await verifyServer({
    description,
    server: { fetch },
    replay: ["putFile/example"],
  });
  expect(report).toMatchObject({ failures: [], errors: [] });
  expect(report.coverage).toMatchObject([{ statuses: { 204: 1 } }]);
});

test("so does the example of a file in a form", async () => {
  const status = (bytes: Buffer) => (bytes.toString("latin1", 1, 4) === "PNG" ? undefined : 400);
  const report = await verifyServer({
    description: await read(photos),
    server: { fetch: photoService({ status }) },
    replay: ["addPhoto/example"],
  });
  expect(report.coverage.find(({ operationId }) => operationId === "addPhoto")?.statuses).toEqual({
    201: 1,
  });
});
