import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { createMock } from "@openapi-packages/mock";
import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, onTestFinished, test } from "vitest";
import { startPets } from "./pets-service.ts";
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

/** The failures of a service whose pets are listed in another way. */
async function failuresOfList(change: (response: Response) => Response | Promise<Response>) {
  const { failures } = await verified((response, { method, url }) =>
    method === "GET" && new URL(url).pathname === "/pets" ? change(response) : response,
  );
  return failures;
}

const encodings = [
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
] as const;

test.each(encodings)("reads a body that comes as %s, unasked", async (coding, encode) => {
  const failures = await failuresOfList(
    async (response) =>
      new Response(encode(await response.text()), {
        status: response.status,
        headers: {
          "content-type": response.headers.get("content-type") ?? "",
          "content-encoding": coding,
        },
      }),
  );
  expect(failures).toEqual([]);
});

test("says so when a body is not in the coding that it names", async () => {
  const failures = await failuresOfList(
    () =>
      new Response("{}", {
        headers: { "content-type": "application/json", "content-encoding": "gzip" },
      }),
  );
  expect(failures[0]?.message).toContain("its body is not gzip, as Content-Encoding says");
});

test("says that a body has no end, rather than that it is not JSON", async () => {
  const endless = (): Response =>
    new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1024)) }), {
      headers: { "content-type": "application/json" },
    });
  const report = await verifyServer({
    description: await read(pets),
    server: { fetch: endless },
    maxBodyBytes: 10_000,
    replay: ["ListPets/example"],
  });
  expect(report.failures[0]?.message).toContain("has no end: reading it was given up after");
});

test("an answer that no description has is no success", async () => {
  const fetch = (): Response => new Response(null, { status: 302, headers: { location: "/" } });
  const { coverage } = await verifyServer({ description: await read(pets), server: { fetch } });
  expect(coverage.filter(({ successes }) => successes > 0)).toEqual([]);
});

test("refuses to verify nothing", async () => {
  const fetch = (): Response => new Response();
  const operations = ["GetPet"];
  const visits = pets.replace("operationId: GetPet\n      tags: [pets]", "operationId: GetPet");
  await expect(
    verifyServer({
      description: await read(visits),
      server: { fetch },
      operations,
      tags: ["pets"],
    }),
  ).rejects.toThrow("no operation has both");
  const empty = 'openapi: 3.1.0\ninfo: { title: None, version: "1" }\npaths: {}\n';
  await expect(verifyServer({ description: await read(empty), server: { fetch } })).rejects.toThrow(
    "the description has no operation to verify",
  );
});

test("refuses to verify a server that nobody has started, after the steps that may start it", async () => {
  const service = await startPets();
  await service.close();
  const folder = mkdtempSync(join(tmpdir(), "unreached-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const verifying = verifyServer({
    description: await read(pets),
    server: service.url,
    expectations: { before: [{ command: "echo started > started.txt" }] },
    expectationsFolder: folder,
  });
  await expect(verifying).rejects.toThrow(/^nothing answers at .*ECONNREFUSED/);
  expect(existsSync(join(folder, "started.txt"))).toBe(true);
});

test("a server that takes texts for numbers in all operations has one failure, which names them", async () => {
  const description = await read(pets);
  const mock = createMock(description.mock);
  const { failures } = await verifyServer({
    description,
    server: {
      fetch: async (request) => {
        const text = await request.clone().text();
        if (text === "") return mock.fetch(request);
        const { url, method, headers } = request;
        const body = text.replaceAll(/"age":"(\d+)"/g, '"age":$1');
        return mock.fetch(new Request(url, { method, headers, body }));
      },
    },
  });
  expect(failures).toMatchObject([
    {
      check: "takes-invalid",
      policy: "takes texts in place of numbers",
      operationIds: ["CreatePet", "UpdatePet"],
      message: expect.stringMatching(
        /^takes texts in place of numbers, in 2 operations \(CreatePet, UpdatePet\): takes "\d+" as `age` of the body/,
      ),
    },
  ]);
});
