import { createMock } from "@openapi-packages/mock";
import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read, pets } from "./support.ts";

type Handler = (request: Request) => Response | Promise<Response>;

async function verified(
  yaml: string,
  around: (mock: Handler) => Handler,
  operations?: readonly string[],
): Promise<VerifyReport> {
  const description = await read(yaml);
  const mock = createMock(description.mock);
  const fetch = around((request) => mock.fetch(request));
  return verifyServer({ description, server: { fetch }, ...(operations && { operations }) });
}

test("a failure of a schema that requests have otherwise than answers is placed where the schema stands", async () => {
  const yaml = pets
    .replace(
      'schema: { $ref: "#/components/schemas/NewPet" }',
      'schema: { $ref: "#/components/schemas/Pet" }',
    )
    .replace("id: { type: string }", "id: { type: string, readOnly: true }");
  const { failures } = await verified(
    yaml,
    (mock) => async (request) => {
      const text = await request.clone().text();
      const isLong = /"name":"[^"]{41,}"/.test(text);
      return isLong ? Response.json({ id: "1", name: "long" }, { status: 201 }) : mock(request);
    },
    ["CreatePet"],
  );
  expect(failures).toHaveLength(1);
  const [failure] = failures;
  expect(failure?.pointer).toBe("/components/schemas/Pet/properties/name/maxLength");
  const line = yaml.split("\n")[(failure?.location.line ?? 0) - 1];
  expect(line).toContain("maxLength: 40");
});

test("operations may be below a path that the server does not leave to who mounts it", async () => {
  const description = await read(pets);
  const mock = createMock(description.mock, { basePath: "/v2" });
  const { failures, coverage } = await verifyServer({
    description,
    server: { fetch: (request) => mock.fetch(request), basePath: "v2/" },
  });
  expect(failures).toEqual([]);
  expect(coverage.every(({ successes }) => successes > 0)).toBe(true);
});

test("a record that nobody has is asked for, and is not to be an error of the server", async () => {
  const { failures } = await verified(pets, (mock) => async (request) => {
    const response = await mock(request);
    const isRead = request.method === "GET" && response.status === 404;
    return isRead ? Response.json({ message: "undefined" }, { status: 500 }) : response;
  });
  const found = failures.filter(({ check }) => check === "server-error");
  expect(found.flatMap(({ id, alsoIn }) => [id, ...alsoIn])).toContain("GetPet/unknown/petId@0");
});

test("values are made of schemas in JSON and forms, and not in notations that schemas say nothing of", async () => {
  const yaml = pets.replace(
    'content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } } }',
    'content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } }, application/xml: { schema: { $ref: "#/components/schemas/NewPet" } } }',
  );
  let sentXml = 0;
  const { errors } = await verified(
    yaml,
    (mock) => (request) => {
      if (request.headers.get("content-type") === "application/xml") sentXml += 1;
      return mock(request);
    },
    ["CreatePet"],
  );
  expect(errors).toEqual([]);
  // The one that says that XML is taken.
  expect(sentXml).toBe(1);
});
