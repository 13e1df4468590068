import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const part = (name: string): string => `
  /articles/{articleId}/${name}:
    parameters: [{ $ref: "#/components/parameters/ArticleId" }]
    put:
      operationId: put-${name}
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } }
      responses:
        "204": { description: Stored. }
        "404": { description: There is none. }
        "409": { description: Not now. }`;

/** Articles that are published with a cover alone, and can be remarked on then. */
const articles = `openapi: 3.1.0
info: { title: Articles, version: "1" }
paths:
  /articles:
    post:
      operationId: addArticle
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Article" } } } }
  /articles/{articleId}:
    parameters: [{ $ref: "#/components/parameters/ArticleId" }]
    get:
      operationId: getArticle
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Article" } } } }
        "404": { description: There is none. }
    patch:
      operationId: changeArticle
      description: An article without cover cannot be published (409).
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, properties: { status: { $ref: "#/components/schemas/Status" } } } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Article" } } } }
        "404": { description: There is none. }
        "409": { description: Not now. }${["notes", "sources", "outline", "cover"].map(part).join("")}
  /articles/{articleId}/remarks:
    parameters: [{ $ref: "#/components/parameters/ArticleId" }]
    post:
      operationId: addRemark
      description: Remarks are open only while the article is published (409 otherwise).
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } }
      responses:
        "201":
          description: Made.
          content:
            application/json:
              schema: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }
        "404": { description: There is none. }
        "409": { description: Not now. }
components:
  parameters:
    ArticleId: { name: articleId, in: path, required: true, schema: { type: string } }
  schemas:
    Status: { type: string, enum: [draft, planned, held, shelved, published, archived] }
    Article:
      type: object
      required: [id, title, status, cover]
      properties:
        id: { type: string }
        title: { type: string }
        status: { $ref: "#/components/schemas/Status" }
        cover: { type: [string, "null"] }
`;

interface Article {
  readonly id: string;
  readonly title: string;
  status: string;
  cover: string | null;
}

/** @param unchecked the states from which an article without cover is published */
function articleService(unchecked: readonly string[] = []) {
  const known = new Map<string, Article>();
  return async (request: Request): Promise<Response> => {
    const [, , id = "", below] = new URL(request.url).pathname.split("/");
    const body = (request.method === "GET" ? {} : await request.json()) as Article;
    if (id === "") {
      const made = { id: `a-${known.size}`, title: body.title, status: "draft", cover: null };
      known.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const article = known.get(id);
    if (article === undefined) return new Response(null, { status: 404 });
    if (below === "remarks")
      return article.status === "published"
        ? Response.json({ ...body, id: `r-${known.size}` }, { status: 201 })
        : new Response(null, { status: 409 });
    if (below !== undefined) {
      if (below === "cover") article.cover = "It.";
      return new Response(null, { status: 204 });
    }
    if (
      body.status === "published" &&
      article.cover === null &&
      !unchecked.includes(article.status)
    )
      return new Response(null, { status: 409 });
    article.status = body.status ?? article.status;
    return Response.json(article);
  };
}

test("what a sentence says that a state needs is made first, where another sentence wants that state", async () => {
  const { coverage, failures, errors, exchanges } = await verifyServer({
    description: await read(articles),
    server: { fetch: articleService() },
    replay: ["addRemark/example"],
  });
  expect({ failures, errors }).toEqual({ failures: [], errors: [] });
  const { statuses } = coverage.find(({ operationId }) => operationId === "addRemark") ?? {};
  expect(statuses).toMatchObject({ 201: 1 });
  expect(exchanges).toBeLessThanOrEqual(20);
});

test.each(["draft", "planned"])(
  "what a state needs is needed in any state before it: %s",
  async (state) => {
    const found = async (...unchecked: readonly string[]): Promise<string[]> => {
      const { failures, errors } = await verifyServer({
        description: await read(articles),
        server: { fetch: articleService(unchecked) },
        replay: ["addArticle/states"],
      });
      expect(errors).toEqual([]);
      return failures.map(({ message }) => message);
    };
    expect(await found(state)).toEqual([
      'answers 200 where the Article has no cover, and the description says "An article without cover cannot be published (409)."',
    ]);
    expect(await found()).toEqual([]);
  },
);
