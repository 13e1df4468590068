/** What a service does with keys in paths: all but the last one is wrong. */
export type KeyFault =
  | "decodes twice"
  | "decodes plus as a space"
  | "does not decode"
  | "cuts at a point"
  | "cuts at a slash"
  | "deletes without decoding"
  | "encodes places as a whole"
  | "has permanent places";

/** Settings under names that the client chooses in the path, and labels whose slug is in the body. */
export const settings = `openapi: 3.1.0
info: { title: Settings, version: 1.0.0 }
paths:
  /settings/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, minLength: 1 } }]
    put:
      operationId: putSetting
      requestBody:
        required: true
        content:
          application/json: { schema: { type: object, required: [value], properties: { value: { type: string } } } }
      responses:
        "200": { $ref: "#/components/responses/Setting" }
        "201": { $ref: "#/components/responses/Setting" }
    get:
      operationId: getSetting
      responses:
        "200": { $ref: "#/components/responses/Setting" }
        "404": { description: There is none. }
    delete:
      operationId: deleteSetting
      responses:
        "204": { description: Deleted. }
        "404": { description: There is none. }
  /labels:
    post:
      operationId: addLabel
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Label" } } }
      responses:
        "201":
          description: Added.
          content: { application/json: { schema: { $ref: "#/components/schemas/Label" } } }
        "400": { description: Refused. }
  /labels/{slug}:
    get:
      operationId: getLabel
      parameters: [{ name: slug, in: path, required: true, schema: { type: string, minLength: 1 } }]
      responses:
        "200":
          description: The label.
          content: { application/json: { schema: { $ref: "#/components/schemas/Label" } } }
        "404": { description: There is none. }
components:
  responses:
    Setting:
      description: The setting.
      content:
        application/json:
          schema:
            type: object
            required: [name, value]
            properties: { name: { type: string }, value: { type: string } }
  schemas:
    Label:
      type: object
      required: [slug]
      properties: { slug: { type: string, minLength: 1 }, colour: { type: string } }
`;

/** A service of settings, which is faultless but for what it is told to do wrong. Labels have no slash in their slug. */
export function service(fault?: KeyFault): (request: Request) => Promise<Response> {
  const all = new Map<string, object>();
  const gone = new Response(null, { status: 404 });
  return async (request) => {
    const { method } = request;
    const [, place = "", text = "", ...rest] = new URL(request.url).pathname.split("/");
    const body = /P(OS|U)T/.test(method) ? ((await request.json()) as { slug: string }) : undefined;
    if (place === "labels" && body !== undefined) {
      if (body.slug.includes("/")) return new Response(null, { status: 400 });
      all.set(`labels ${body.slug}`, body);
      return Response.json(body, { status: 201 });
    }
    if (rest.length > 0) return gone.clone();
    if (place === "permanent") return Response.json({});
    const isWrong =
      method !== "PUT" && (fault !== "deletes without decoding" || method === "DELETE");
    const key = isWrong ? decoded(text, fault) : decodeURIComponent(text);
    const known = all.get(`${place} ${key}`);
    if (body !== undefined) {
      const setting = { ...body, name: key };
      all.set(`${place} ${key}`, setting);
      if (known !== undefined) return Response.json(setting);
      return Response.json(setting, { status: 201, headers: { location: placeOf(key, fault) } });
    }
    if (known === undefined) return gone.clone();
    if (method !== "DELETE") return Response.json(known);
    all.delete(`${place} ${key}`);
    return new Response(null, { status: 204 });
  };
}

/** Returns the `Location` of a setting. */
function placeOf(key: string, fault: KeyFault | undefined): string {
  if (fault === "has permanent places") return "/permanent/1";
  return fault === "encodes places as a whole"
    ? encodeURI(`/settings/${key}`)
    : `/settings/${encodeURIComponent(key)}`;
}

function decoded(text: string, fault: KeyFault | undefined): string {
  const key = decodeURIComponent(text);
  switch (fault) {
    case "decodes twice":
      return decodeURIComponent(key);
    case "decodes plus as a space":
      return key.replaceAll("+", " ");
    case "does not decode":
    case "deletes without decoding":
      return text;
    case "cuts at a point":
      return key.replace(/[.].*$/, "");
    case "cuts at a slash":
      return key.replace(/[/].*$/, "");
    default:
      return key;
  }
}
