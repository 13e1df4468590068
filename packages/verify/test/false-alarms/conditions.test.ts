import { createMock } from "@openapi-packages/mock";
import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read, pets } from "../support.ts";

/** Refuses to delete what is still used, as some services do by 412, and knows no entity tags. */
const withCondition = (more: string): string =>
  pets.replace(
    '"204": { description: Deleted. }',
    `"204": { description: Deleted. }\n        "412": { description: It is used${more}. }`,
  );

async function conditionals(yaml: string): Promise<(string | undefined)[]> {
  const description = await read(yaml);
  const mock = createMock(description.mock);
  const fetch = (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.delete("if-match");
    return mock.fetch(new Request(request, { headers }));
  };
  const operations = ["DeletePet"];
  const { failures } = await verifyServer({ description, server: { fetch }, operations });
  return failures.map(({ check }) => check);
}

test("412 may be of other conditions than entity tags", async () => {
  expect(await conditionals(withCondition(""))).toEqual([]);
});

test("412 is of entity tags where the operation takes them", async () => {
  const yaml = withCondition(", or changed").replace(
    "operationId: DeletePet",
    "operationId: DeletePet\n      parameters: [{ name: If-Match, in: header, schema: { type: string } }]",
  );
  expect(await conditionals(yaml)).toEqual(["conditional"]);
});
