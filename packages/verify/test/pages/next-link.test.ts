import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, onTestFinished, test } from "vitest";
import { describe as read } from "../support.ts";

/** A list of stamps in pages, whose header leads to the next one. */
const stamps = (link: string, text = "All stamps."): string => `openapi: 3.1.0
info: { title: Stamps, version: "1" }
paths:
  /stamps:
    get:
      operationId: listStamps
      description: ${JSON.stringify(text)}
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: perPage, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
      responses:
        "200":
          description: A page.
          headers: { Link: { description: ${JSON.stringify(link)}, schema: { type: string } } }
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Stamp" } } } }
    post:
      operationId: addStamp
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [label], properties: { label: { type: string } } } } }
      responses:
        "201": { description: Added., content: { application/json: { schema: { $ref: "#/components/schemas/Stamp" } } } }
components:
  schemas:
    Stamp: { type: object, required: [id, label], properties: { id: { type: string }, label: { type: string } } }
`;

interface Ways {
  readonly count?: number;
  /** True if a page that is full leads to another one, whatever follows. */
  readonly leadsOn?: boolean;
  /** True if the second page lacks its first stamp. */
  readonly leavesOut?: boolean;
  /** Where the list is, as links name it. */
  readonly path?: string;
}

function stampService({ count = 6, leadsOn = false, leavesOut = false, path = "/stamps" }: Ways) {
  const stampOf = (index: number, label = ""): object => ({ id: `s${index}`, label });
  const all = Array.from({ length: count }, (_, index) => stampOf(index));
  return async (request: Request): Promise<Response> => {
    const { searchParams, pathname } = new URL(request.url);
    if (pathname !== path) return new Response(null, { status: 404 });
    if (request.method === "POST") {
      const { label } = (await request.json()) as { label: string };
      all.push(stampOf(all.length, label));
      return Response.json(all.at(-1), { status: 201 });
    }
    const [page = 1, size = 20] = ["page", "perPage"].flatMap((name, index) =>
      Number(searchParams.get(name) ?? [1, 20][index]),
    );
    const end = page * size;
    const items = all.slice(end - size + Number(leavesOut && page === 2), end);
    const isFollowed = leadsOn ? items.length === size : end < all.length;
    const next = `<${path}?page=${page + 1}&perPage=${size}>; rel="next"`;
    return Response.json(items, { headers: isFollowed ? { link: next } : {} });
  };
}

async function said(yaml: string, ways: Ways): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(yaml),
    server: { fetch: stampService(ways) },
    replay: ["listStamps/pages"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const isEnding = 'The next page (`rel="next"`), if there is one.';
const fault = expect.stringMatching(
  /^pages: has a link with rel="next" on its last page, where nothing follows/,
) as string;

describe("a full last page leads to no other one", () => {
  test.each([
    isEnding,
    'Has `rel="next"` exactly as long as another page follows.',
    "Leads to the next page unless this is the last one.",
    "Leads to the next page, and is left out on the last page.",
    "The next page, which the last page lacks.",
  ])("where the header says so: %s", async (link) => {
    expect(await said(stamps(link), { leadsOn: true })).toEqual([fault]);
    expect(await said(stamps(link), {})).toEqual([]);
  });

  test("where the operation says so", async () => {
    const text = "All stamps. The header leads to the next page only if there is one.";
    expect(await said(stamps("Links.", text), { leadsOn: true })).toEqual([fault]);
  });

  test.each([
    ["can be cut into equal pages", 90],
    ["cannot be, before a stamp is added", 61],
  ])("in a long list that %s", async (_, count) => {
    expect(await said(stamps(isEnding), { count, leadsOn: true })).toEqual([fault]);
    expect(await said(stamps(isEnding), { count })).toEqual([]);
  });
});

test.each([
  "Links (RFC 8288).",
  "The next page, or an empty one.",
  "Links to the first, the next and the last page.",
  "Only the link to the next page is for clients.",
])(
  "says nothing of a full last page that leads on where nothing forbids that: %s",
  async (link) => {
    expect(await said(stamps(link), { leadsOn: true })).toEqual([]);
    expect(await said(stamps(link), { count: 90, leadsOn: true })).toEqual([]);
  },
);

/** Runs the list at an address below a path, and returns what is said, and which paths were asked for. */
async function saidAt(path: string, ways: Ways) {
  const paths = new Set<string>();
  const answer = stampService({ ...ways, path: `${path}/stamps` });
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const url = new URL(incoming.url ?? "/", "http://localhost");
      paths.add(url.pathname);
      const { method = "GET" } = incoming;
      const body = method === "POST" ? Buffer.concat(chunks).toString() : null;
      const write = async (): Promise<void> => {
        const response = await answer(new Request(url, { method, body }));
        outgoing.writeHead(response.status, Object.fromEntries(response.headers));
        outgoing.end(await response.text());
      };
      void write();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { failures, errors } = await verifyServer({
    description: await read(stamps(isEnding)),
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    replay: ["listStamps/pages"],
  });
  expect(errors).toEqual([]);
  return { paths: [...paths], messages: failures.map(({ message }) => message) };
}

test.each(["", "/v1"])("links are followed below the path of a server: %j", async (path) => {
  const right = await saidAt(path, {});
  expect(right).toEqual({ paths: [`${path}/stamps`], messages: [] });
  const wrong = await saidAt(path, { leavesOut: true });
  expect(wrong.messages).toEqual([expect.stringMatching(/^leaves out s2 in pages of 2/)]);
});
