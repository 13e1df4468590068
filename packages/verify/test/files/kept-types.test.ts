import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

interface Described {
  /** What the download says. */
  readonly text: string;
  /** The media types that it names. */
  readonly types?: readonly string[];
  readonly member?: string;
}

/** Scans that are uploaded as they are, and what their download says of media types. */
const scans = ({ text, types = ["*/*"], member = "kind" }: Described): string => `openapi: 3.1.0
info: { title: Scans, version: "1" }
paths:
  /scans:
    post:
      operationId: addScan
      requestBody: { required: true, content: { application/pdf: {}, image/png: {} } }
      responses:
        "201":
          description: Added.
          content: { application/json: { schema: { $ref: "#/components/schemas/Scan" } } }
  /scans/{scanId}:
    get:
      operationId: showScan
      parameters: [{ name: scanId, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Scan" } } } }
        "404": { description: None. }
  /scans/{scanId}/content:
    get:
      operationId: getScan
      description: ${JSON.stringify(text)}
      parameters: [{ name: scanId, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: Its bytes.
          content: { ${types.map((one) => `"${one}": { schema: { type: string, format: binary } }`).join(", ")} }
        "404": { description: None. }
components:
  schemas:
    Scan: { type: object, required: [id], properties: { id: { type: string }, ${member}: { type: string } } }
`;

type Way = "answers the generic type" | "detects types" | "answers the first type";

function scanService(member: string, way?: Way): (request: Request) => Promise<Response> {
  const stored: { readonly bytes: ArrayBuffer; readonly type: string; readonly sent: string }[] =
    [];
  return async (request) => {
    const [, , id] = new URL(request.url).pathname.split("/");
    const sent = request.headers.get("content-type") ?? "";
    if (request.method === "POST") {
      const bytes = await request.arrayBuffer();
      const type = way === "detects types" ? "text/plain" : sent;
      stored.push({ bytes, type, sent });
      const made = { id: String(stored.length), [member]: type };
      return Response.json(made, { status: 201 });
    }
    const scan = stored[Number(id) - 1];
    if (request.method !== "GET" || scan === undefined) return new Response(null, { status: 404 });
    const type = {
      "answers the generic type": "application/octet-stream",
      "answers the first type": "application/pdf",
      "detects types": scan.type,
    }[way ?? "detects types"];
    return new Response(scan.bytes, { headers: { "content-type": type } });
  };
}

async function said(described: Described, way?: Way): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(scans(described)),
    server: { fetch: scanService(described.member ?? "kind", way) },
    replay: ["addScan/files/getScan"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

const generic =
  "content-type getScan: a file of the type application/pdf comes back with the same bytes as application/octet-stream";

test.each([
  "Answers the bytes, with the content type and the file name of the upload.",
  "`Content-Type` is that of the uploaded file.",
  "It is served with its original media type.",
  "It has the media type with which it was uploaded.",
])("a file has the type with which it was uploaded, where a sentence says so: %s", async (text) => {
  expect(await said({ text })).toEqual([]);
  expect(await said({ text, member: "contentType" }, "detects types")).toEqual([]);
  expect(await said({ text }, "answers the generic type")).toEqual([generic]);
  expect(await said({ text }, "answers the first type")).toEqual([
    "content-type getScan: a file of the type image/png comes back with the same bytes as application/pdf",
  ]);
});

test("a file has the type that its record shows, where the download names it", async () => {
  const described = { text: "The bytes.", member: "mimeType" };
  const types = ["application/pdf", "application/octet-stream"];
  expect(await said({ ...described, types })).toEqual([]);
  expect(await said({ ...described, types }, "answers the generic type")).toEqual([generic]);
  expect(await said(described, "answers the generic type")).toEqual([]);
  expect(await said({ text: "The bytes.", types }, "answers the generic type")).toEqual([]);
});

test.each([
  "The bytes.",
  "Always `application/octet-stream`, whatever the content type of the upload.",
  "The content type of the upload may be another one.",
  "The service derives the content type of the upload from its bytes.",
])("a file may have any type where nothing says that it is kept: %s", async (text) => {
  expect(await said({ text }, "answers the generic type")).toEqual([]);
  expect(await said({ text }, "answers the first type")).toEqual([]);
});
