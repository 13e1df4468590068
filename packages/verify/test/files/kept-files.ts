/** Plans that rooms have, one for each, and files whose keys their uploads answer. */
export const keptFiles = `openapi: 3.1.0
info: { title: Plans, version: "1" }
paths:
  /rooms:
    post:
      operationId: addRoom
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewRoom" } } } }
      responses:
        "201": { description: Added., content: { application/json: { schema: { $ref: "#/components/schemas/Room" } } } }
  /rooms/{roomId}:
    parameters: [{ name: roomId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getRoom
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Room" } } } }
        "404": { description: None. }
  /rooms/{roomId}/plan:
    parameters: [{ name: roomId, in: path, required: true, schema: { type: string } }]
    put:
      operationId: putPlan
      description: A plan has 1 to 131,072 bytes; a larger one is refused with 413.
      requestBody: { required: true, content: { image/png: {}, image/jpeg: {} } }
      responses:
        "204": { description: Stored. }
        "404": { description: None. }
        "413": { description: Too large. }
    get:
      operationId: getPlan
      responses:
        "200": { description: Its bytes., content: { image/png: {}, image/jpeg: {} } }
        "404": { description: None. }
  /rooms/{roomId}/files:
    parameters: [{ name: roomId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: addFile
      parameters: [{ name: fileName, in: query, required: true, schema: { type: string, minLength: 1 } }]
      requestBody: { required: true, content: { application/octet-stream: {} } }
      responses:
        "201":
          description: Stored.
          content: { application/json: { schema: { type: object, required: [attachmentId], properties: { attachmentId: { type: string } } } } }
        "404": { description: None. }
  /attachments/{attachmentId}:
    parameters: [{ name: attachmentId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getFile
      responses:
        "200": { description: Its bytes., content: { application/octet-stream: {} } }
        "206": { description: Some of them., content: { application/octet-stream: {} } }
        "404": { description: None. }
        "416": { description: Beyond the end. }
components:
  schemas:
    NewRoom: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Room:
      allOf:
        - $ref: "#/components/schemas/NewRoom"
        - { type: object, required: [id], properties: { id: { type: string } } }
`;

/** What a service of plans and files does wrong. */
export type FileFault =
  | "shortens ranges"
  | "names another range"
  | "fails on names"
  | "tags by length"
  | "mixes uploads"
  | "serves PNG"
  | "refuses the largest plan"
  | "takes a larger plan";

interface Stored {
  readonly bytes: Buffer;
  readonly type: string;
  readonly name: string;
}

const mostBytes = (fault?: FileFault): number =>
  131_072 - Number(fault === "refuses the largest plan") + Number(fault === "takes a larger plan");

/** A service of plans and files, in memory. */
export function keptFileService(fault?: FileFault): (request: Request) => Promise<Response> {
  const rooms = new Map<string, object>();
  const plans = new Map<string, Stored>();
  const files = new Map<string, Stored>();
  let latest: Buffer | undefined;
  const missing = (): Response => new Response(null, { status: 404 });
  const read = async (request: Request, name = ""): Promise<Stored> => {
    latest = Buffer.from(await request.arrayBuffer());
    const own = latest;
    await new Promise((resolve) => setImmediate(resolve));
    const bytes = fault === "mixes uploads" ? latest : own;
    return { bytes, type: request.headers.get("content-type") ?? "", name };
  };
  return async (request) => {
    const url = new URL(request.url);
    const [, kind, id = "", below] = url.pathname.split("/");
    if (kind === "attachments") return partOf(files.get(id), request, fault);
    if (request.method === "POST" && id === "") {
      const room = { ...((await request.json()) as object), id: String(rooms.size + 1) };
      rooms.set(room.id, room);
      return Response.json(room, { status: 201 });
    }
    const room = rooms.get(id);
    if (room === undefined) return missing();
    if (below === undefined) return Response.json(room);
    if (below === "files") {
      const file = await read(request, url.searchParams.get("fileName") ?? "");
      const attachmentId = `file-${files.size + 1}`;
      files.set(attachmentId, file);
      return Response.json({ attachmentId }, { status: 201 });
    }
    if (request.method === "PUT") {
      const sent = await read(request);
      if (sent.bytes.length > mostBytes(fault)) return new Response(null, { status: 413 });
      plans.set(id, sent);
      return new Response(null, { status: 204 });
    }
    const plan = plans.get(id);
    if (plan === undefined) return missing();
    const tag = fault === "tags by length" ? plan.bytes.length : plan.bytes.toString("base64url");
    const type = fault === "serves PNG" ? "image/png" : plan.type;
    const headers = { "content-type": type, etag: `"${tag}"` };
    return new Response(new Uint8Array(plan.bytes), { headers });
  };
}

function partOf(file: Stored | undefined, request: Request, fault?: FileFault): Response {
  if (file === undefined) return new Response(null, { status: 404 });
  const isForeign = /[^ -~]/.test(file.name);
  if (fault === "fails on names" && isForeign) return new Response(null, { status: 500 });
  const { bytes } = file;
  const type = { "content-type": "application/octet-stream" };
  const asked = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "");
  if (asked === null) return new Response(new Uint8Array(bytes), { headers: type });
  const [, start = "", end = ""] = asked;
  const first = start === "" ? Math.max(0, bytes.length - Number(end)) : Number(start);
  const last =
    start === "" || end === "" ? bytes.length - 1 : Math.min(Number(end), bytes.length - 1);
  if (first > last) {
    const headers = { "content-range": `bytes */${bytes.length}` };
    return new Response(null, { status: 416, headers });
  }
  const said = fault === "names another range" ? first + 1 : first;
  const headers = { ...type, "content-range": `bytes ${said}-${last}/${bytes.length}` };
  const part = bytes.subarray(first, fault === "shortens ranges" ? last : last + 1);
  return new Response(new Uint8Array(part), { status: 206, headers });
}
