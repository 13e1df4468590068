import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

const queen =
  "{ type: object, properties: { year: { type: integer }, marked: { type: boolean } } }";

const description = await read(`openapi: 3.1.0
info: { title: Hives, version: "1" }
paths:
  /hives/{hiveId}:
    parameters: [{ name: hiveId, in: path, required: true, schema: { type: string }, example: h1 }]
    patch:
      operationId: updateHive
      requestBody:
        required: true
        content:
          application/merge-patch+json:
            schema: { type: object, required: [queen], properties: { queen: ${queen} } }
      responses:
        "200": { description: It., content: { application/json: { schema: { type: object } } } }
        "422": { description: It does not fit., content: { application/json: { schema: { type: object } } } }
`);

type Queen = Readonly<Record<string, unknown>>;

/** Returns what is said of a service that refuses some queens, with the place that its answer names. */
async function saidOf(refuses: (queen: Queen) => string | undefined): Promise<string[]> {
  const fetch = async (request: Request): Promise<Response> => {
    const body = (await request.json()) as { readonly queen: Queen };
    const pointer = refuses(body.queen);
    return pointer === undefined
      ? Response.json({})
      : Response.json({ errors: [{ pointer, reason: "must be a number" }] }, { status: 422 });
  };
  const { failures } = await verifyServer({
    description,
    server: { fetch },
    seed: 1,
    replay: ["updateHive/generated@1"],
  });
  return failures
    .filter(({ check }) => check === "accepts-valid")
    .map(({ message }) => message.replace(/ which .*/s, ""));
}

test("a change may need a member that the record does not have yet", async () => {
  expect(await saidOf((own) => ("year" in own ? undefined : "/queen/year"))).toEqual([]);
});

test("a change may not refuse a member that it was sent", async () => {
  expect(await saidOf((own) => ("marked" in own ? "/queen/marked" : undefined))).toEqual([
    expect.stringMatching(/^refuses (?:true|false) as `queen\.marked` of the body,$/),
  ]);
});
