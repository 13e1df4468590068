import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Scans are uploaded to an inbox, and read at a path of their own by the key of the record that an upload makes. */
const description = await read(`openapi: 3.1.0
info: { title: Scans, version: 1.0.0 }
paths:
  /inbox/scans:
    post:
      operationId: AddScan
      requestBody: { required: true, content: { application/pdf: {}, text/plain: {} } }
      responses:
        "201":
          description: Added.
          content: { application/json: { schema: { $ref: "#/components/schemas/Scan" } } }
        "415": { description: Neither of both. }
  /scans/{scanId}:
    parameters: [{ name: scanId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: GetScan
      responses:
        "200":
          description: What is known of it.
          content: { application/json: { schema: { $ref: "#/components/schemas/Scan" } } }
        "404": { description: There is none. }
  /scans/{scanId}/content:
    parameters: [{ name: scanId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: DownloadScan
      responses:
        "200": { description: Its bytes., content: { application/pdf: {}, text/plain: {} } }
        "404": { description: There is none. }
components:
  schemas:
    Scan:
      type: object
      required: [id, size]
      properties: { id: { type: string }, size: { type: integer } }
`);

type Fault = "reads bytes as text" | "rewrites line ends";

function scanService(fault?: Fault): (request: Request) => Promise<Response> {
  const scans: { readonly bytes: Buffer; readonly type: string }[] = [];
  const kept = (bytes: Buffer, type: string): Buffer => {
    if (fault === "reads bytes as text") return Buffer.from(bytes.toString("utf8"));
    const isRewritten = fault === "rewrites line ends" && type === "text/plain";
    return isRewritten
      ? Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1")
      : bytes;
  };
  return async (request) => {
    const [, kind, key = "", content] = new URL(request.url).pathname.split("/");
    const record = (id: number) => ({ id: String(id), size: scans[id - 1]?.bytes.length });
    if (kind === "inbox" && request.method === "POST") {
      const type = request.headers.get("content-type") ?? "";
      const bytes = Buffer.from(await request.arrayBuffer());
      if (!["application/pdf", "text/plain"].includes(type))
        return new Response(null, { status: 415 });
      scans.push({ bytes: kept(bytes, type), type });
      return Response.json(record(scans.length), { status: 201 });
    }
    const found = scans[Number(key) - 1];
    if (found === undefined || request.method !== "GET") return new Response(null, { status: 404 });
    if (content === undefined) return Response.json(record(Number(key)));
    const headers = { "content-type": found.type };
    return new Response(new Uint8Array(found.bytes), { headers });
  };
}

const verified = (fault?: Fault) =>
  verifyServer({
    description,
    server: { fetch: scanService(fault) },
    replay: ["AddScan/files/DownloadScan@0"],
  });

test("a file is read at the path of the record that its upload makes", async () => {
  const { failures, coverage } = await verified();
  expect(failures).toEqual([]);
  const { statuses } = coverage.find(({ operationId }) => operationId === "DownloadScan") ?? {};
  expect(statuses?.["200"]).toBeGreaterThan(3);
});

test.each<[Fault, string]>([
  ["reads bytes as text", "with bytes of every value, differs from byte"],
  [
    "rewrites line ends",
    "a file of the type text/plain comes back with other line ends than it was sent with",
  ],
])("finds a service that %s", async (fault, message) => {
  const { failures } = await verified(fault);
  expect(failures).toContainEqual(
    expect.objectContaining({
      check: "shows-what-was-sent",
      operationId: "DownloadScan",
      message: expect.stringContaining(message) as string,
    }),
  );
});
