/** Photos by multipart with their contents, and icons at a path. */
export const photos = `openapi: 3.1.0
info: { title: Photos, version: "1" }
paths:
  /photos:
    post:
      operationId: addPhoto
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [image, caption]
              properties:
                image: { type: string, contentMediaType: image/png }
                caption: { type: string }
            encoding: { image: { contentType: "image/png, image/jpeg" } }
      responses:
        "201": { description: Added., content: { application/json: { schema: { $ref: "#/components/schemas/Photo" } } } }
        "400": { description: Wrong. }
        "415": { description: Of no type that is taken. }
  /photos/{photoId}:
    get:
      operationId: getPhoto
      parameters: [{ name: photoId, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Photo" } } } }
        "404": { description: None. }
  /photos/{photoId}/content:
    get:
      operationId: getPhotoContent
      parameters: [{ name: photoId, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: Its bytes., content: { image/png: {} } }
        "404": { description: None. }
  /icons/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    put:
      operationId: putIcon
      requestBody: { required: true, content: { application/octet-stream: {} } }
      responses:
        "204": { description: Stored. }
    get:
      operationId: getIcon
      responses:
        "200": { description: Its bytes., content: { application/octet-stream: {} } }
        "404": { description: None. }
components:
  schemas:
    Photo:
      type: object
      required: [id, caption, fileName, size]
      properties:
        id: { type: string }
        caption: { type: string }
        fileName: { type: string }
        size: { type: integer }
`;

interface Photo {
  readonly shown: object;
  readonly bytes: Buffer;
}

/** What a service of photos does with a file. */
export interface Handling {
  /** Changes the bytes of a file, by an operation's path. */
  readonly keep?: (bytes: Buffer, path: string) => Buffer;
  readonly name?: (name: string) => string;
  readonly size?: (bytes: Buffer) => number;
  /** True to take any type of file. */
  readonly isLenient?: boolean;
  readonly status?: (bytes: Buffer) => number | undefined;
}

/** A service of photos, in memory. */
export function photoService({
  keep = (bytes) => bytes,
  name = (text) => text,
  size = ({ length }) => length,
  isLenient = false,
  status = () => undefined,
}: Handling = {}): (request: Request) => Promise<Response> {
  const all = new Map<string, Photo>();
  const icons = new Map<string, Buffer>();
  const sendFile = (bytes: Buffer | undefined, type: string): Response =>
    bytes === undefined
      ? new Response(null, { status: 404 })
      : new Response(new Uint8Array(bytes), { headers: { "content-type": type } });
  return async (request) => {
    const [, kind, id = "", below] = new URL(request.url).pathname.split("/");
    if (kind === "icons" && request.method === "PUT") {
      const bytes = Buffer.from(await request.arrayBuffer());
      const refusal = status(bytes);
      if (refusal !== undefined) return new Response(null, { status: refusal });
      icons.set(id, keep(bytes, "icons"));
      return new Response(null, { status: 204 });
    }
    if (kind === "icons") return sendFile(icons.get(id), "application/octet-stream");
    if (request.method === "GET") {
      const photo = all.get(id);
      if (below === "content") return sendFile(photo?.bytes, "image/png");
      return photo === undefined ? new Response(null, { status: 404 }) : Response.json(photo.shown);
    }
    const form = await request.formData().catch(() => undefined);
    const [image, caption] = [form?.get("image"), form?.get("caption")];
    if (!(image instanceof File) || typeof caption !== "string")
      return new Response(null, { status: 400 });
    if (!isLenient && !["image/png", "image/jpeg"].includes(image.type))
      return new Response(null, { status: 415 });
    const bytes = Buffer.from(await image.arrayBuffer());
    const refusal = status(bytes);
    if (refusal !== undefined) return new Response(null, { status: refusal });
    const own = String(all.size + 1);
    const shown = { id: own, caption, fileName: name(image.name), size: size(bytes) };
    all.set(own, { shown, bytes: keep(bytes, "photos") });
    return Response.json(shown, { status: 201 });
  };
}
