import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const sized = "A scan is a file of 1 byte to 4 KiB (larger: 413).";
const typed = "The bytes, with the media type of the scan as `Content-Type`.";

interface Described {
  readonly upload?: string;
  readonly download?: string;
  readonly file?: string;
  readonly encoding?: string;
}

/** Scans that are uploaded in forms, of which a drawer has three. */
const scans = ({
  upload = "",
  download = "",
  file = "A file.",
  encoding = "",
}: Described): string => `openapi: 3.1.0
info: { title: Scans, version: "1" }
paths:
  /drawers:
    post:
      operationId: addDrawer
      responses: { "201": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Drawer" } } } } }
  /drawers/{drawerId}:
    parameters: [{ name: drawerId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getDrawer
      responses: { "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Drawer" } } } }, "404": { description: None. } }
  /drawers/{drawerId}/scans:
    parameters: [{ name: drawerId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: addScan
      description: ${JSON.stringify(upload)}
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { type: object, required: [file], properties: { file: { type: string, format: binary, description: ${JSON.stringify(file)} } } }
            encoding: { ${encoding} }
      responses:
        "201": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Scan" } } } }
        "404": { description: None. }
        "409": { description: It is full. }
        "413": { description: Too large. }
        "415": { description: Not of that type. }
  /drawers/{drawerId}/scans/{scanId}:
    parameters: [{ name: drawerId, in: path, required: true, schema: { type: string } }, { name: scanId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getScan
      description: ${JSON.stringify(download)}
      responses:
        "200": { description: It., content: { "*/*": { schema: { type: string, format: binary } } } }
        "404": { description: None. }
components:
  schemas:
    Drawer: { type: object, required: [id], properties: { id: { type: string } } }
    Scan: { type: object, required: [id, mediaType], properties: { id: { type: string }, mediaType: { type: string } } }
`;

type Way =
  | "loses types"
  | "has one type for all"
  | "finds types itself"
  | "takes no other types"
  | "refuses the largest file"
  | "takes larger files"
  | "looks at the body";

interface Scan {
  readonly bytes: ArrayBuffer;
  readonly mediaType: string;
}

const generic = "application/octet-stream";

function service(way?: Way): (request: Request) => Promise<Response> {
  const drawers: Scan[][] = [];
  const most =
    4096 + ({ "refuses the largest file": -1, "takes larger files": 1 }[String(way)] ?? 0);
  const add = async (request: Request, own: Scan[]): Promise<Response> => {
    const whole = await request.clone().arrayBuffer();
    const file = (await request.formData()).get("file") as File;
    const bytes = await file.arrayBuffer();
    const length = way === "looks at the body" ? whole.byteLength : bytes.byteLength;
    if (own.length >= 3) return new Response(null, { status: 409 });
    if (length > most) return new Response(null, { status: 413 });
    if (way === "takes no other types" && file.type !== generic)
      return new Response(null, { status: 415 });
    const found = { "has one type for all": generic, "finds types itself": "text/plain" };
    const mediaType = found[way as keyof typeof found] ?? file.type;
    own.push({ bytes, mediaType });
    return Response.json({ id: String(own.length), mediaType }, { status: 201 });
  };
  return async (request) => {
    const [, , id, kind, scan] = new URL(request.url).pathname.split("/");
    if (id === undefined) {
      drawers.push([]);
      return Response.json({ id: String(drawers.length) }, { status: 201 });
    }
    const own = drawers[Number(id) - 1];
    if (own === undefined) return new Response(null, { status: 404 });
    if (kind === undefined) return Response.json({ id });
    if (request.method === "POST") return add(request, own);
    const found = own[Number(scan) - 1];
    if (found === undefined) return new Response(null, { status: 404 });
    const type = way === "loses types" ? generic : found.mediaType;
    return new Response(found.bytes, { headers: { "content-type": type } });
  };
}

async function messagesOf(described: Described, way?: Way): Promise<string[]> {
  const report = await verifyServer({
    description: await read(scans(described)),
    server: { fetch: service(way) },
    replay: ["addScan/files/getScan"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const lost = `content-type getScan: a file of the type application/pdf comes back with the same bytes as ${generic}`;
const refused =
  "accepts-valid addScan: refuses a file of 4096 bytes with 413, which its description allows";
const taken =
  "takes-invalid addScan: takes a file of 4097 bytes, where its description allows 4096: it answers 201";

test("finds a part whose type is lost, where no text names types and one says that they are kept", async () => {
  expect(await messagesOf({ download: typed }, "loses types")).toEqual([lost]);
  const encoding = 'file: { contentType: "*/*" }';
  expect(await messagesOf({ download: typed, encoding }, "loses types")).toEqual([lost]);
});

test.each<[Way | undefined]>([
  [undefined],
  ["has one type for all"],
  ["finds types itself"],
  ["takes no other types"],
])("a file that comes back with the type of its record has no failure: %s", async (way) => {
  expect(await messagesOf({ download: typed }, way)).toEqual([]);
});

test("a type may be lost where nothing says that it is kept, or the upload has one type", async () => {
  expect(await messagesOf({ download: "The bytes." }, "loses types")).toEqual([]);
  const encoding = `file: { contentType: ${generic} }`;
  expect(await messagesOf({ download: typed, encoding }, "loses types")).toEqual([]);
});

test.each<[Described]>([[{ upload: sized }], [{ file: "At most 4,096 bytes." }]])(
  "finds a limit of the size of a part that is one byte too small or too large: %j",
  async (described) => {
    expect(await messagesOf(described)).toEqual([]);
    expect(await messagesOf(described, "refuses the largest file")).toEqual([refused]);
    expect(await messagesOf(described, "looks at the body")).toEqual([refused]);
    expect(await messagesOf(described, "takes larger files")).toEqual([taken]);
  },
);

test.each([
  "The body has at most 4 KiB.",
  "A request with its file has at most 4 KiB.",
  "A preview of the file has at most 4 KiB.",
])("a size that is not that of the file is not tried: %s", async (upload) => {
  expect(await messagesOf({ upload }, "looks at the body")).toEqual([]);
  expect(await messagesOf({ upload }, "takes larger files")).toEqual([]);
});
