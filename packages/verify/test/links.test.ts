import { createMock } from "@openapi-packages/mock";
import { verifyServer, type FetchHandler } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read, pets } from "./support.ts";

const linked =
  pets.replace(
    `"201":
          description: Created.`,
    `"201":
          description: Created.
          links:
            pet: { operationId: GetPet, parameters: { petId: $response.body#/id } }
            others: { $ref: "#/components/links/others" }
            another: { operationId: CreatePet, parameters: {} }`,
  ) +
  `  links:
    others: { operationRef: "#/paths/~1pets/get", parameters: { query.limit: 5 } }
`;

const description = await read(linked);

const verified = (fetch: FetchHandler) =>
  verifyServer({
    description,
    server: { fetch },
    replay: ["CreatePet/link/pet", "CreatePet/link/others", "CreatePet/link/another"],
  });

test("links lead to operations that answer", async () => {
  const targets: string[] = [];
  const mock = createMock(description.mock);
  const report = await verified((request) => {
    const { pathname, search } = new URL(request.url);
    targets.push(pathname.replace(/[^/]{9,}$/, "{id}") + search);
    return mock.fetch(request);
  });
  expect(report).toMatchObject({ failures: [], errors: [] });
  expect(targets).toEqual(expect.arrayContaining(["/pets/{id}", "/pets?limit=5"]));
});

test("finds a link that leads nowhere, at its place in the description", async () => {
  const mock = createMock(description.mock);
  const { failures } = await verified(async (request) => {
    const response = await mock.fetch(request);
    if (request.method !== "POST") return response;
    const body = (await response.json()) as object;
    return Response.json({ ...body, id: "nothing-has-it" }, { status: 201 });
  });
  expect(failures).toEqual([
    expect.objectContaining({
      check: "link",
      operationId: "CreatePet",
      pointer: "/paths/~1pets/post/responses/201/links/pet",
    }),
  ]);
});

test("does not blame a link for a conflict of a body that it does not give", async () => {
  const mock = createMock(description.mock);
  const names = new Set<unknown>();
  const { failures } = await verified(async (request) => {
    if (request.method !== "POST") return mock.fetch(request);
    const { name } = (await request.clone().json()) as { readonly name?: unknown };
    if (names.has(name)) return Response.json({ message: "It is taken." }, { status: 409 });
    names.add(name);
    return mock.fetch(request);
  });
  expect(failures.filter(({ check }) => check === "link")).toEqual([]);
});
