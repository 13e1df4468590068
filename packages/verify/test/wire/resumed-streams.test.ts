import { createMock } from "@openapi-packages/mock";
import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const yaml = `openapi: 3.1.0
info: { title: News, version: 1.0.0 }
paths:
  /news:
    get:
      operationId: WatchNews
      parameters: [{ name: Last-Event-ID, in: header, schema: { type: string } }]
      responses:
        "200":
          description: News as they come.
          content: { text/event-stream: { schema: { type: string } } }
`;

type Kept = "all" | "from its id" | "all but one" | "nothing" | "other ids" | "no ids";

/** Verifies a service that sends six events; what it keeps for clients that come again is told. */
async function verified(kept: Kept, source = yaml): Promise<VerifyReport> {
  let count = 0;
  const fetch = ({ method, headers }: Request): Response => {
    if (method !== "GET") return new Response(null, { status: 405, headers: { allow: "GET" } });
    count += 1;
    const prefix = kept === "other ids" ? `${count}-` : "";
    const all = [1, 2, 3, 4, 5, 6].map((number) => `${prefix}${number}`);
    const last = headers.get("last-event-id");
    const after = last === null ? all : all.slice(all.indexOf(last) + 1);
    const again: Record<Kept, string[]> = {
      all: after,
      "from its id": all.slice(all.indexOf(last ?? "1")),
      "all but one": last === null ? all : after.slice(1),
      nothing: last === null ? all : [],
      "other ids": all,
      "no ids": all,
    };
    const text = again[kept].map((id) => `${kept === "no ids" ? "" : `id: ${id}\n`}data: a\n\n`);
    return new Response(text.join(""), { headers: { "content-type": "text/event-stream" } });
  };
  return verifyServer({
    description: await read(source),
    server: { fetch },
    operations: ["WatchNews"],
  });
}

test.each<Kept>(["all", "other ids", "no ids"])(
  "a stream that keeps %s for who comes again has no failure",
  async (kept) => {
    const report = await verified(kept);
    expect(report).toMatchObject({ failures: [], errors: [] });
    expect(report.ran.map(({ id }) => id)).toContain("WatchNews/stream/resume");
  },
);

test("a stream that is not described to be resumed may begin anew", async () => {
  const report = await verified(
    "from its id",
    yaml.replace(/parameters: .*\n/, "deprecated: true\n"),
  );
  expect(report.failures).toEqual([]);
});

test.each<[Kept, string]>([
  ["from its id", 'repeats the event "3" to a client that resumes with Last-Event-ID "3"'],
  ["all but one", 'leaves out the event "4" for a client that resumes with Last-Event-ID "3"'],
  ["nothing", 'leaves out the event "4" for a client that resumes with Last-Event-ID "3"'],
])("finds a stream that keeps %s for who comes again", async (kept, message) => {
  const { failures } = await verified(kept);
  expect(failures).toEqual([
    expect.objectContaining({ check: "stream", operationId: "WatchNews", message }),
  ]);
});

test("the mock of a description resumes its examples", async () => {
  const items = '[{ id: "1", data: a }, { id: "2", data: b }, { id: "3", data: c }]';
  const description = await read(
    yaml
      .replace("openapi: 3.1.0", "openapi: 3.2.0")
      .replace(
        "{ schema: { type: string } } }\n",
        `{ itemSchema: { type: object, required: [data] }, examples: { a: { dataValue: ${items} } } } }\n`,
      ),
  );
  const mock = createMock(description.mock);
  const { failures, errors } = await verifyServer({
    description,
    server: { fetch: (request) => mock.fetch(request) },
    replay: ["WatchNews/stream/resume"],
  });
  expect({ failures, errors }).toEqual({ failures: [], errors: [] });
});
