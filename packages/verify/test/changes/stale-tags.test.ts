import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** A stock that only sales change, and an account that is another one for each caller. */
const description = await read(`openapi: 3.1.0
info: { title: Stock, version: "1" }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
security: [{ key: [] }]
paths:
  /stock:
    get:
      operationId: showStock
      responses:
        "200": { description: It., content: { application/json: { schema: { type: object, required: [sheets], properties: { sheets: { type: integer } } } } } }
        "401": { description: Nobody. }
  /account:
    get:
      operationId: showAccount
      responses:
        "200": { description: It., content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }
        "401": { description: Nobody. }
  /sales:
    post:
      operationId: sell
      responses: { "204": { description: One sheet is sold. }, "401": { description: Nobody. } }
`);

type Way = "keeps its tag" | "has a weak tag";

/** A service whose stock has a strong tag. The tag of an account is unique for its caller alone. */
function stockService(...ways: readonly Way[]): (request: Request) => Response {
  const does = (way: Way): boolean => ways.includes(way);
  let sheets = 1000;
  return (request) => {
    const { pathname } = new URL(request.url);
    const name = request.headers.get("x-key");
    if (name !== "k-mine" && name !== "k-theirs") return new Response(null, { status: 401 });
    if (pathname === "/sales" && request.method === "POST") {
      sheets -= 1;
      return new Response(null, { status: 204 });
    }
    if (request.method !== "GET") return new Response(null, { status: 405 });
    if (pathname === "/account") return Response.json({ name }, { headers: { etag: '"1"' } });
    if (pathname !== "/stock") return new Response(null, { status: 404 });
    const tag = does("keeps its tag") || does("has a weak tag") ? '"s"' : `"${sheets}"`;
    return Response.json(
      { sheets },
      { headers: { etag: does("has a weak tag") ? `W/${tag}` : tag } },
    );
  };
}

async function tagFaults(ways: readonly Way[], replay?: readonly string[]) {
  const { failures } = await verifyServer({
    description,
    server: { fetch: stockService(...ways) },
    credentials: { key: "k-mine" },
    otherCredentials: { key: "k-theirs" },
    ...(replay && { replay }),
  });
  return failures.filter(({ check }) => check === "conditional");
}

test.each<[Way[]]>([[[]], [["has a weak tag"]]])(
  "a stock has another tag when it changes, or a weak one: %o",
  async (ways) => {
    expect(await tagFaults(ways)).toEqual([]);
  },
);

test("finds a tag that stays when another operation changes the content, and finds it again", async () => {
  const found = await tagFaults(["keeps its tag"]);
  const fault = {
    operationId: "showStock",
    message:
      'gives another content the same ETag, "s" (RFC 9110, section 8.8.1), after other operations were called',
    steps: [expect.anything(), expect.anything()],
  };
  expect(found).toMatchObject([fault]);
  const again = await tagFaults(
    ["keeps its tag"],
    found.map(({ id }) => id),
  );
  expect(again).toMatchObject([fault]);
});
