import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toFetch } from "@openapi-packages/runtime/server";
import type { Server } from "@openapi-packages/runtime/server";
import { beforeAll, describe, expect, test } from "vitest";
import { generate } from "../../../generator/src/generate.ts";
import { casesOf, describeCases, type BinaryCase } from "./description.ts";
import { rows, type Place, type Version } from "./rows.ts";

type Fetch = (request: Request) => Promise<Response>;
type Input = { readonly body: unknown };
type Handler = (input: Input) => unknown;

interface Packages {
  createClient(options: object): Record<string, Record<string, (input: Input) => unknown>>;
  createServer(handlers: object, options?: object): Server;
  createMock(options: object): { on(operation: string, handler: Handler): void; fetch: Fetch };
  readonly schemas: string;
  readonly operations: string;
}

const root = join(import.meta.dirname, "..", "..", "..");

async function load(version: Version): Promise<Packages> {
  const folder = join(root, "node_modules", ".cache", "binary", version);
  rmSync(folder, { recursive: true, force: true });
  const modules = join(folder, "node_modules", "@binary");
  mkdirSync(modules, { recursive: true });
  const spec = join(folder, "openapi.json");
  writeFileSync(spec, JSON.stringify(describeCases(version)));
  await generate({ spec, out: folder, scope: "@binary" });
  for (const name of ["contract", "client", "server", "mocks"])
    symlinkSync(join("..", "..", name), join(modules, name), "dir");
  const parts = await Promise.all(
    ["client", "server", "mocks"].map(
      (name) => import(/* @vite-ignore */ join(folder, name, "src", "index.ts")) as Promise<object>,
    ),
  );
  const read = (file: string): string => readFileSync(join(folder, "contract/src", file), "utf8");
  const texts = { schemas: read("schema.ts"), operations: read("operations/default.ts") };
  return Object.assign({}, ...parts, texts) as Packages;
}

/** All values of a byte; first those that no UTF-8 begins with. */
const bytes = Uint8Array.from({ length: 256 }, (_, index) => 255 - index);

const base64 = Buffer.from(bytes).toString("base64");

function valueOf({ type, schema, mediaType }: BinaryCase): unknown {
  if (type === "text") return "é\ufeff\u0000\u2028\u{1f600}\r\n<>&%00";
  if (type === "base64")
    return JSON.stringify(schema).includes("base64url") ? base64.replaceAll("+", "-") : base64;
  const blob = new Blob([bytes], mediaType === "image/*" ? { type: "image/png" } : {});
  return type === "Blob[]" ? [blob, blob] : blob;
}

/** The bytes of what a handler or caller holds, or its text. */
async function contentOf(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(contentOf));
  return value instanceof Blob ? [...new Uint8Array(await value.arrayBuffer())] : value;
}

const declared = {
  Blob: "Blob",
  "Blob | null": "Blob | null",
  "Blob[]": "Blob[]",
  base64: "string",
  text: "string",
};

interface Exchange {
  readonly sent: unknown;
  readonly received: unknown;
  readonly answered: unknown;
  /** The request as it was on the wire. */
  readonly request: Request | undefined;
}

describe.each<Version>(["3.0.4", "3.1.2", "3.2.0"])("binary data of OpenAPI %s", (version) => {
  let packages: Packages;
  beforeAll(async () => {
    packages = await load(version);
  });
  const cases = casesOf(version);

  /** Sends a value to a handler that answers with what it was given. */
  async function exchange(
    one: BinaryCase,
    value: unknown,
    connect: (handler: Handler) => Fetch,
  ): Promise<Exchange> {
    let received: unknown;
    const handler: Handler = async ({ body }) => {
      received = await unwrap(one, body);
      return { status: 200, body: wrap(one, received) };
    };
    let request: Request | undefined;
    const fetch = connect(handler);
    const api = packages.createClient({
      baseUrl: "http://binary.test",
      retries: 0,
      fetch: (sent: Request) => {
        request = sent.clone();
        return fetch(sent);
      },
    });
    const group = Object.values(api).find((own) => one.operationId in own);
    const answer = await group?.[one.operationId]?.({ body: wrap(one, value) });
    const answered = await contentOf(await unwrap(one, answer));
    const contents = await Promise.all([value, received].map(contentOf));
    return { sent: contents[0], received: contents[1], answered, request };
  }

  const toServer = (handler: Handler): Fetch => {
    const group = new Proxy({}, { get: () => handler });
    const handlers = new Proxy({}, { get: () => group });
    return toFetch(packages.createServer(handlers, { validateResponses: "strict" }));
  };

  const toMock =
    (operationId: string) =>
    (handler: Handler): Fetch => {
      const mock = packages.createMock({ baseUrl: "http://binary.test", state: false });
      mock.on(operationId, handler);
      return (request) => mock.fetch(request);
    };

  test.each(cases)("$place: $says ($schema, $mediaType) is $type", async (one) => {
    expect(typeText(packages, one)).toBe(declared[one.type]);
    for (const connect of [toServer, toMock(one.operationId)]) {
      const value = valueOf(one);
      const { sent, received, answered } = await exchange(one, value, connect);
      expect(received).toEqual(sent);
      expect(answered).toEqual(sent);
    }
  });

  const named = cases.filter(({ wire }) => wire !== undefined);

  test.each(named)("$place: $says ($schema, $mediaType) is sent as $wire", async (one) => {
    const { request } = await exchange(one, valueOf(one), toServer);
    const ofBody = `Content-Type: ${request?.headers.get("content-type")}\r\n`;
    const wire = one.place === "body" ? ofBody : await request?.text();
    expect(wire).toContain(`Content-Type: ${one.wire}\r\n`);
  });

  test.each(cases.filter(({ type }) => type === "Blob | null"))(
    "$place: $says ($schema) is null as well as a file of that text",
    async (one) => {
      const ofNull = await exchange(one, null, toServer);
      expect([ofNull.received, ofNull.answered]).toEqual([null, null]);
      const file = new Blob(["null"]);
      const ofFile = await exchange(one, file, toServer);
      expect(ofFile.received).toEqual([...Buffer.from("null")]);
    },
  );
});

/** The type of the value: of the member of an object, or of the input's body. */
function typeText({ schemas, operations }: Packages, one: BinaryCase): string {
  const typeName = `Case${one.operationId.slice(4)}`;
  if (one.place === "body") {
    const text = new RegExp(`interface ${typeName}Input \\{\\s*body: ([^;]*);`).exec(
      operations,
    )?.[1];
    const alias = new RegExp(`export type ${text} = ([^;]*);`).exec(schemas)?.[1];
    return alias ?? text ?? "";
  }
  const body = new RegExp(`interface ${typeName}(?:Body|Request)?\\w* \\{([^}]*)\\}`).exec(
    schemas,
  )?.[1];
  const member = /value: ([^;]*);/.exec(body ?? "")?.[1] ?? "";
  return new RegExp(`export type ${member} = ([^;]*);`).exec(schemas)?.[1] ?? member;
}

const isStreamed = (place: Place): boolean => place === "line" || place === "event";

function wrap({ place }: BinaryCase, value: unknown): unknown {
  if (place === "body") return value;
  return isStreamed(place) ? once({ value }) : { value };
}

async function* once(item: unknown): AsyncGenerator<unknown> {
  yield item;
}

async function unwrap({ place }: BinaryCase, body: unknown): Promise<unknown> {
  if (place === "body") return body;
  if (!isStreamed(place)) return (body as { value?: unknown }).value;
  const [item] = await Array.fromAsync(body as AsyncIterable<{ value?: unknown }>);
  return item?.value;
}

test("the table of KEYWORDS.md has a row for each case, and a case for each row", () => {
  const [, table = ""] = readFileSync(join(root, "generator", "KEYWORDS.md"), "utf8").split(
    "## Binary data",
  );
  const [section = ""] = table.split("\n## ");
  const cells = section
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| -"))
    .slice(1)
    .map((line) => line.split("|").map((cell) => cell.replaceAll("`", "").trim()));
  const places = {
    part: "part",
    body: "body",
    json: "text",
    urlencoded: "text",
    line: "text",
    event: "text",
  };
  const told = cells.map(([, place, says]) => `${place}: ${says}`);
  const tested = rows.map(({ place, says }) => `${places[place]}: ${says}`);
  expect([...new Set(told)].toSorted()).toEqual([...new Set(tested)].toSorted());
});
