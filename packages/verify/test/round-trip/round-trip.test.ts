import { verifyRoundTrip, type PackageServer } from "@openapi-packages/verify";
import { createServerCore, type Route, type Server } from "@openapi-packages/runtime/server";
import type { Description } from "@openapi-packages/compiler";
import { expect, test } from "vitest";
import { describe as read, pets } from "../support.ts";
import { stylesDescription } from "./styles.ts";

test("values of every style, exploded and not, arrive as they were sent", async () => {
  const report = await verifyRoundTrip({ description: await read(stylesDescription()) });
  expect(report).toMatchObject({ failures: [], notCalled: [], operations: 66 });
  expect(report.trips).toBeGreaterThan(1000);
});

/** A server of a description that changes requests or answers on their way. */
function faulty(
  { mock }: Description,
  change: (server: Server) => Server["handle"],
): PackageServer {
  return ((handlers: Record<string, Record<string, Route["handler"]>>, options: never) => {
    const routes = mock.operations.map((one): Route => ({
      operation: one.operation,
      validators: one.validators,
      handler: handlers["any"]?.["any"],
    }));
    const server = createServerCore(mock.api, routes, options);
    return Object.assign(Object.create(server) as Server, { handle: change(server) });
  }) as PackageServer;
}

test("a server that decodes commas too early is shown by one item of one list", async () => {
  const description = await read(stylesDescription());
  const server = faulty(
    description,
    (same) => (request) => same.handle({ ...request, url: request.url.replaceAll(/%2c/gi, ",") }),
  );
  const operations = ["query-form-list-whole", "query-form-list-exploded"];
  const { failures } = await verifyRoundTrip({ description, server, operations });
  expect(
    failures.map(({ operationId, changes, places }) => [operationId, changes, places]),
  ).toEqual(
    ["1", "0"].map((index) => [
      "query-form-list-whole",
      [{ pointer: ["query", "value", index], value: "a,b" }],
      ["/query/value"],
    ]),
  );
  expect(failures[0]?.message).toBe(
    'the input of query-form-list-whole with /query/value/1 = "a,b": /query/value arrives as another value',
  );
});

test("a server that trims what it is given is shown by what had spaces", async () => {
  const description = await read(pets);
  const trimmed = (value: unknown): unknown =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([name, one]) => [
            name,
            typeof one === "string" ? one.trim() : trimmed(one),
          ]),
        )
      : value;
  const trimming: PackageServer = ((
    handlers: Record<string, Record<string, (input: unknown, context: unknown) => never>>,
    options: never,
  ) => {
    const routes = description.mock.operations.map(({ operation, validators }): Route => ({
      operation,
      validators,
      handler: (input: never, context) =>
        handlers["any"]?.["any"]?.(trimmed(input), context) as never,
    }));
    return createServerCore(description.mock.api, routes, options);
  }) as PackageServer;
  const { failures } = await verifyRoundTrip({ description, server: trimming });
  const found = new Set(
    failures.map(({ operationId, places }) => `${operationId} ${places.join()}`),
  );
  expect(found).toEqual(
    new Set([
      "CreatePet /body/name",
      "UpdatePet /body/name",
      ...["GetPet", "UpdatePet", "DeletePet"].map((id) => `${id} /path/petId`),
    ]),
  );
  expect(failures.every(({ changes }) => changes.length === 1)).toBe(true);
});

test("an answer that loses a character on its way is shown with its status", async () => {
  const description = await read(pets);
  const server = faulty(description, (same) => async (request) => {
    const response = await same.handle(request);
    const { body } = response;
    return typeof body === "string" ? { ...response, body: body.replaceAll("😀", "?") } : response;
  });
  const { failures } = await verifyRoundTrip({ description, server, operations: ["GetPet"] });
  expect(failures.length).toBeGreaterThan(0);
  expect(failures[0]).toMatchObject({ way: "answer", status: 200, operationId: "GetPet" });
  expect(failures[0]?.changes.map(({ value }) => value)).toEqual(["ä€😀"]);
});
