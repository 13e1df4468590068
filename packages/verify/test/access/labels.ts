const answer = (status: number): string =>
  `"${status}": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Label" } } } }`;

/** Labels under names that the client chooses; each organisation may have labels of its own. */
export const labels = `openapi: 3.1.0
info: { title: Labels, version: 1.0.0 }
security: [{ token: [] }]
paths:
  /labels/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: "^[a-z0-9-]+$" } }]
    put:
      operationId: putLabel
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [colour], properties: { colour: { type: string, enum: [red, blue] } } }
      responses: { ${answer(200)}, ${answer(201)}, "400": { description: Wrong. }, "401": { description: Who? } }
    get:
      operationId: getLabel
      responses: { ${answer(200)}, "401": { description: Who? }, "404": { description: None. } }
    delete:
      operationId: deleteLabel
      responses: { "204": { description: Gone. }, "401": { description: Who? }, "404": { description: None. } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Label:
      type: object
      required: [name, colour]
      properties: { name: { type: string }, colour: { type: string, enum: [red, blue] } }
`;

/** What a service of labels does wrong with those of others. */
export type LabelFault = "replaces labels of others" | "deletes labels of others";

/** A service of labels in which each principal has its own, unless it is told to do wrong. */
export function labelService(fault?: LabelFault): (request: Request) => Promise<Response> {
  const all = new Map<string, object>();
  const refuse = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const owner = request.headers.get("authorization") ?? "";
    if (owner !== "Bearer ada" && owner !== "Bearer bob") return refuse(401);
    const name = new URL(request.url).pathname.split("/")[2] ?? "";
    const key = `${owner} ${name}`;
    const others = [...all.keys()].find((one) => one !== key && one.endsWith(` ${name}`));
    if (request.method === "PUT") {
      const { colour } = (await request.json()) as { readonly colour?: unknown };
      if (colour !== "red" && colour !== "blue") return refuse(400);
      const target = fault === "replaces labels of others" ? (others ?? key) : key;
      const status = all.has(target) ? 200 : 201;
      all.set(target, { name, colour });
      return Response.json({ name, colour }, { status });
    }
    const label = all.get(key);
    if (request.method === "DELETE") {
      if (fault === "deletes labels of others" && others !== undefined) all.delete(others);
      return refuse(all.delete(key) || fault !== undefined ? 204 : 404);
    }
    return label === undefined ? refuse(404) : Response.json(label);
  };
}
