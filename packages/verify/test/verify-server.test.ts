import { createMock } from "@openapi-packages/mock";
import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read, pets } from "./support.ts";

/** Verifies the mock of the pets, whose answers a test may change. */
async function verified(
  change: (response: Response, request: Request) => Response | Promise<Response> = (same) => same,
): Promise<VerifyReport> {
  const description = await read(pets);
  const mock = createMock(description.mock);
  const fetch = async (request: Request): Promise<Response> =>
    change(await mock.fetch(request.clone()), request);
  return verifyServer({ description, server: { fetch } });
}

test("a server that does what its description says has no failure, and all of it is called", async () => {
  const report = await verified();
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [], notRun: 0 });
  expect(report.coverage.map(({ operationId, successes }) => [operationId, successes > 0])).toEqual(
    ["ListPets", "CreatePet", "GetPet", "UpdatePet", "DeletePet"].map((id) => [id, true]),
  );
});

const changes: readonly (readonly [string, (response: Response) => Response])[] = [
  ["status", (response: Response) => new Response(response.body, { ...response, status: 202 })],
  ["content-type", () => new Response("<p>", { headers: { "content-type": "text/html" } })],
  ["body", () => Response.json({ pets: [{ id: 7 }] })],
];

test.each(changes)("finds a wrong %s, with its place in the description", async (check, change) => {
  const { failures } = await verified((response, request) =>
    request.method === "GET" && new URL(request.url).pathname === "/pets"
      ? change(response)
      : response,
  );
  expect(failures).toContainEqual(
    expect.objectContaining({
      check,
      operationId: "ListPets",
      location: expect.objectContaining({ line: expect.any(Number) }),
    }),
  );
});
