import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const content = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;
const forbidden = '"403": { description: Another user made it. }';

/** Recipes that all users may read. */
const recipes = `openapi: 3.1.0
info: { title: Recipes, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /recipes:
    post:
      operationId: addRecipe
      requestBody: { required: true, ${content("NewRecipe")} }
      responses: { "201": { description: Made., ${content("Recipe")} }, "400": { description: Wrong. } }
  /recipes/{recipeId}:
    parameters: [{ name: recipeId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getRecipe, responses: { "200": { description: It., ${content("Recipe")} }, "404": { description: None. } } }
    patch:
      operationId: changeRecipe
      requestBody: { required: true, ${content("NewRecipe")} }
      responses: { "200": { description: It., ${content("Recipe")} }, "400": { description: Wrong. }, "404": { description: None. }, ${forbidden} }
    delete:
      operationId: deleteRecipe
      responses: { "204": { description: Gone. }, "404": { description: None. }, ${forbidden} }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    NewRecipe: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
    Recipe:
      type: object
      required: [id, title]
      properties: { id: { type: string, readOnly: true }, title: { type: string } }
`;

type Way =
  | "lets others change a recipe"
  | "lets others delete a recipe"
  | "answers success to others and does nothing";

function recipeService(...ways: readonly Way[]): (request: Request) => Promise<Response> {
  const does = (way: Way): boolean => ways.includes(way);
  const all = new Map<string, { readonly owner: string; title: string }>();
  const refuse = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const id = new URL(request.url).pathname.split("/")[2] ?? "";
    const owner = request.headers.get("x-key");
    if (owner === null) return refuse(401);
    const known = all.get(id);
    const hasBody = request.method === "POST" || request.method === "PATCH";
    const { title } = hasBody ? ((await request.json()) as { readonly title?: unknown }) : {};
    const isWrong = hasBody && (typeof title !== "string" || title === "");
    if (isWrong) return refuse(400);
    if (request.method === "POST") {
      const own = `r-${all.size + 100}`;
      all.set(own, { owner, title: String(title) });
      return Response.json({ id: own, title }, { status: 201 });
    }
    if (known === undefined) return refuse(404);
    const way =
      request.method === "PATCH" ? "lets others change a recipe" : "lets others delete a recipe";
    const isAllowed = request.method === "GET" || known.owner === owner || does(way);
    if (!isAllowed && !does("answers success to others and does nothing")) return refuse(403);
    if (request.method === "DELETE") {
      if (isAllowed) all.delete(id);
      return refuse(204);
    }
    if (request.method === "PATCH" && isAllowed) known.title = String(title);
    return Response.json({ id, title: known.title });
  };
}

async function messagesOf(yaml: string, ...ways: readonly Way[]): Promise<string[]> {
  const report = await verifyServer({
    description: await read(yaml),
    server: { fetch: recipeService(...ways) },
    credentials: { key: "ada" },
    otherCredentials: { key: "bob" },
    replay: ["addRecipe/other-principal"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test.each<[Way[]]>([[[]], [["answers success to others and does nothing"]]])(
  "what all may read is changed by its owner alone: %j",
  async (ways) => {
    expect(await messagesOf(recipes, ...ways)).toEqual([]);
  },
);

test.each<[Way, string]>([
  [
    "lets others change a recipe",
    "other-principal changeRecipe: changes another principal's Recipe, which it says it refuses with 403",
  ],
  [
    "lets others delete a recipe",
    "other-principal deleteRecipe: deletes another principal's Recipe, which it says it refuses with 403",
  ],
])("finds a service that %s", async (way, message) => {
  expect(await messagesOf(recipes, way)).toEqual([message]);
});

test("all may change what they may read, unless the description says whose it is", async () => {
  const open = recipes.replaceAll("Another user made it.", "The key may only read.");
  const ways = ["lets others change a recipe", "lets others delete a recipe"] as const;
  expect(await messagesOf(open, ...ways)).toEqual([]);
});
