import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;
const parameter = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

const topics = (text: string): string => `openapi: 3.1.0
info: { title: Topics, version: "1" }
paths:
  /topics:
    post:
      operationId: addTopic
      requestBody: { required: true, ${json("NewTopic")} }
      responses: { "201": { description: Made., ${json("Topic")} } }
  /topics/{topicId}:
    ${parameter("topicId")}
    get:
      operationId: getTopic
      responses: { "200": { description: It., ${json("Topic")} }, "404": { description: None. } }
  /topics/{topicId}/posts:
    ${parameter("topicId")}
    post:
      operationId: addPost
      requestBody: { required: true, ${json("NewPost")} }
      responses:
        "201": { description: Made., ${json("Post")} }
        "404": { description: None. }
        "422": { description: Not so. }
  /posts/{postId}:
    ${parameter("postId")}
    get:
      operationId: getPost
      responses: { "200": { description: It., ${json("Post")} }, "404": { description: None. } }
components:
  schemas:
    NewTopic: { type: object, required: [title], properties: { title: { type: string } } }
    Topic:
      allOf:
        - { $ref: "#/components/schemas/NewTopic" }
        - { type: object, required: [id], properties: { id: { type: string } } }
    NewPost:
      type: object
      required: [text]
      properties: { text: { type: string }, answerTo: { type: string, description: ${JSON.stringify(text)} } }
    Post:
      allOf:
        - { $ref: "#/components/schemas/NewPost" }
        - { type: object, required: [id, topicId], properties: { id: { type: string }, topicId: { type: string } } }
`;

interface Post {
  readonly id: string;
  readonly topicId: string;
  readonly answerTo?: string;
}

type Way = "any" | "same" | "none" | "ignores others";

function topicService(way: Way) {
  const known = new Map<string, object>();
  const posts = new Map<string, Post>();
  return async (request: Request): Promise<Response> => {
    const [, , id = "", below] = new URL(request.url).pathname.split("/");
    const one = known.get(id) ?? posts.get(id);
    if (id !== "" && one === undefined) return new Response(null, { status: 404 });
    if (request.method === "GET") return Response.json(one);
    const body = (await request.json()) as Post;
    const made = { ...body, id: `${below ?? "topic"}-${known.size + posts.size}`, topicId: id };
    if (below === undefined) {
      known.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const { answerTo, ...rest } = made;
    const named = posts.get(answerTo ?? "");
    const isSame = named?.topicId === id && way !== "none";
    const isTaken = answerTo === undefined || isSame || (way === "any" && named !== undefined);
    if (!isTaken && way !== "ignores others") return new Response(null, { status: 422 });
    const kept = isTaken ? made : rest;
    posts.set(made.id, kept);
    return Response.json(kept, { status: 201 });
  };
}

const found = async (text: string, way: Way): Promise<string[]> => {
  const { failures, errors } = await verifyServer({
    description: await read(topics(text)),
    server: { fetch: topicService(way) },
  });
  expect(errors).toEqual([]);
  return failures.filter(({ check }) => check === "described-rule").map(({ message }) => message);
};

const said = "The id of a post on the same topic (422 otherwise).";

test.each([said, "Another post of the same topic."])(
  "a record of another parent that one names is found: %s",
  async (text) => {
    expect(await found(text, "any")).toEqual([
      `takes a Post of another Topic as \`answerTo\`, and the description says ${JSON.stringify(text)}`,
    ]);
    expect(await found(text, "same")).toEqual([]);
  },
);

test.each<[string, Way]>([
  [said, "none"],
  [said, "ignores others"],
  ["The id of a post.", "any"],
  ["The id of a post by the same author.", "any"],
])("nothing is said where %s and %s", async (text, way) => {
  expect(await found(text, way)).toEqual([]);
});

test("numbers of a copy of the other parent name its own records", async () => {
  const posts = new Map<string, object[]>();
  const yaml = topics(said).replace(
    "/posts/{postId}:\n    " + parameter("postId"),
    `/topics/{topicId}/posts/{postId}:
    parameters: [{ name: topicId, in: path, required: true, schema: { type: string } }, { name: postId, in: path, required: true, schema: { type: string } }]`,
  );
  const fetch = async (request: Request): Promise<Response> => {
    const [, , id = "", below, key = ""] = new URL(request.url).pathname.split("/");
    const text = await request.text();
    const body = (text === "" ? {} : JSON.parse(text)) as { readonly answerTo?: string };
    if (id === "") {
      // Begins with what the last one has.
      const own = `t-${posts.size}`;
      posts.set(own, [...([...posts.values()].at(-1) ?? [])]);
      return Response.json({ ...body, id: own }, { status: 201 });
    }
    const known = posts.get(id);
    if (known === undefined) return new Response(null, { status: 404 });
    if (below === undefined) return Response.json({ id, title: "It" });
    if (request.method === "GET") {
      const post = known[Number(key) - 1];
      return post === undefined ? new Response(null, { status: 404 }) : Response.json(post);
    }
    const { answerTo } = body;
    if (answerTo !== undefined && known[Number(answerTo) - 1] === undefined)
      return new Response(null, { status: 422 });
    const made = { ...body, id: String(known.length + 1), topicId: id };
    known.push(made);
    return Response.json(made, { status: 201 });
  };
  const { failures, errors } = await verifyServer({
    description: await read(yaml),
    server: { fetch },
  });
  expect(errors).toEqual([]);
  expect(failures.filter(({ check }) => check === "described-rule")).toEqual([]);
});
