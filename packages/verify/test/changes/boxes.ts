/** What a service of boxes does wrong, or by a rule of its own. */
export type BoxFault =
  | "replaces labels"
  | "keeps labels that are null"
  | "changes what it refuses"
  | "seals each box"
  | "seals the first box"
  | "adds a label to each change";

interface Box {
  readonly id: string;
  readonly name: string;
  readonly sealed: boolean;
  readonly labels: Readonly<Record<string, string | null>>;
}

/** The description of boxes with labels, which a merge patch changes. */
export const boxes = `openapi: 3.1.0
info: { title: Boxes, version: 1.0.0 }
paths:
  /boxes:
    post:
      operationId: addBox
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewBox" }
            examples:
              short: { value: { name: Books } }
              full: { value: { name: Books, sealed: false, labels: { room: attic, side: up } } }
      responses: { "201": { $ref: "#/components/responses/Box" }, "422": { description: Wrong. } }
  /boxes/{boxId}:
    parameters: [{ name: boxId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBox
      responses: { "200": { $ref: "#/components/responses/Box" }, "404": { description: None. } }
    patch:
      operationId: changeBox
      description: A merge patch, so that what is left out stays as it is.
      requestBody:
        required: true
        content:
          application/merge-patch+json:
            schema: { $ref: "#/components/schemas/BoxChange" }
            example: { name: Winter clothes }
      responses:
        "200": { $ref: "#/components/responses/Box" }
        "404": { description: None. }
        "422": { description: Wrong. }
components:
  responses:
    Box:
      description: The box.
      content: { application/json: { schema: { $ref: "#/components/schemas/Box" } } }
  schemas:
    NewBox:
      type: object
      required: [name]
      properties:
        name: { type: string, minLength: 1 }
        sealed: { type: boolean, default: false }
        labels: { type: object, additionalProperties: { type: string } }
    BoxChange:
      type: object
      properties:
        name: { type: string, minLength: 1 }
        sealed: { type: boolean }
        labels: { type: object, additionalProperties: { type: [string, "null"] } }
    Box:
      type: object
      required: [id, name, sealed, labels]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string }
        sealed: { type: boolean }
        labels: { type: object, additionalProperties: { type: string } }
`;

/** A service of boxes, which is faultless but for what it is told to do wrong. */
export function boxService(fault?: BoxFault): (request: Request) => Promise<Response> {
  const all = new Map<string, Box>();
  return async (request) => {
    const [, , id = ""] = new URL(request.url).pathname.split("/");
    const body = (request.method === "GET" ? {} : await request.json()) as Partial<Box>;
    const isValid = body.name === undefined || (typeof body.name === "string" && body.name !== "");
    const isRight = isValid && [undefined, true, false].includes(body.sealed as never);
    if (request.method === "POST") {
      if (!isRight || body.name === undefined) return new Response(null, { status: 422 });
      const isSealed =
        fault === "seals each box" || (fault === "seals the first box" && all.size === 0);
      const made = { labels: {}, sealed: false, ...body, id: `box-${all.size + 1}` } as Box;
      all.set(made.id, isSealed ? { ...made, sealed: true } : made);
      return Response.json(all.get(made.id), { status: 201 });
    }
    const box = all.get(id);
    if (box === undefined) return new Response(null, { status: 404 });
    if (request.method === "PATCH") {
      const changed = merged(box, body, fault);
      if (isRight) all.set(id, changed);
      else if (fault === "changes what it refuses" && isValid)
        all.set(id, { ...changed, sealed: box.sealed });
      if (!isRight || typeof body.labels === "string") return new Response(null, { status: 422 });
    }
    return Response.json(all.get(id));
  };
}

function merged(box: Box, body: Partial<Box>, fault: BoxFault | undefined): Box {
  const given = Object.entries(body.labels ?? {});
  const labels =
    fault === "replaces labels" && body.labels !== undefined
      ? new Map<string, string | null>(given)
      : new Map([...Object.entries(box.labels), ...given]);
  for (const [name, value] of given)
    if (value === null && fault === "keeps labels that are null")
      labels.set(name, box.labels[name] ?? "");
    else if (value === null) labels.delete(name);
  if (fault === "adds a label to each change") labels.set(`change-${labels.size}`, "now");
  return { ...box, ...body, labels: Object.fromEntries(labels) };
}
