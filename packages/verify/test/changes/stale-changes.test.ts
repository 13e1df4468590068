import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { boxes, boxService } from "./boxes.ts";

/** Boxes that are changed in the version that a client has read. */
const tagged = boxes
  .replace(
    "operationId: changeBox",
    "operationId: changeBox\n      parameters: [{ name: If-Match, in: header, schema: { type: string } }]",
  )
  .replace(
    "description: The box.",
    "description: The box.\n      headers: { ETag: { schema: { type: string } } }",
  )
  .replaceAll(
    /(\n +)("422": { description: Wrong. })$/gm,
    '$1$2$1"412": { description: It has changed. }',
  );

/** A service of boxes with tags. With the fault it changes a box, and then looks at the tag. */
function service(changesFirst: boolean): (request: Request) => Promise<Response> {
  const inner = boxService();
  let changes = 0;
  return async (request) => {
    const tag = `"v${changes}"`;
    const match = request.headers.get("if-match");
    const isStale = request.method === "PATCH" && match !== null && match !== tag;
    const isRefused = isStale && !changesFirst;
    const response = isRefused ? new Response() : await inner(request);
    if (request.method === "PATCH" && !isRefused && response.ok) changes += 1;
    if (isStale) return new Response(null, { status: 412 });
    const headers = new Headers(response.headers);
    headers.set("etag", `"v${changes}"`);
    return new Response(response.body, { status: response.status, headers });
  };
}

test("finds a change that is refused for its version, and made nevertheless", async () => {
  const messages = async (changesFirst: boolean): Promise<string[]> => {
    const { failures, errors } = await verifyServer({
      description: await read(tagged),
      server: { fetch: service(changesFirst) },
      replay: ["changeBox/flow/refused-change"],
    });
    expect(errors).toEqual([]);
    return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
  };
  expect(await messages(true)).toEqual([
    "read-after-update changeBox: is refused with 412, and changes `name` nevertheless",
  ]);
  expect(await messages(false)).toEqual([]);
});
