import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMock } from "@openapi-packages/mock";
import {
  call,
  createClientCore,
  describedApi,
  describedOperation,
  type ClientOptions,
} from "@openapi-packages/runtime/client";
import { trafficRecorder, verifyTraffic, type TrafficRecorder } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import type { Description } from "@openapi-packages/compiler";
import { describe, pets } from "./support.ts";

const secret = pets
  .replace(
    "age: { type: integer, minimum: 0, maximum: 100 }",
    "age: { type: integer, minimum: 0, maximum: 100 }\n        chip: { type: string, x-sensitive: true }",
  )
  .replace("paths:", "security: [{ bearer: [] }]\npaths:")
  .replace(
    "components:",
    "components:\n  securitySchemes: { bearer: { type: http, scheme: bearer } }",
  );

/** Calls an operation as the generated client does. */
function caller({ mock }: Description, options: ClientOptions) {
  const core = createClientCore(describedApi(mock.api), {
    baseUrl: "http://localhost",
    auth: "bear-token",
    retries: 0,
    ...options,
  });
  return (id: string, input: object) => {
    const found = mock.operations.find(({ operation }) => operation.operationId === id);
    if (found === undefined) throw new Error(id);
    return call(core, describedOperation(found.operation), input).result();
  };
}

type Fetch = NonNullable<ClientOptions["fetch"]>;
type Handler = (request: Request) => Promise<Response>;

async function verified(description: Description, recorder: TrafficRecorder) {
  const har = await recorder.har();
  // What is written to a file and read again.
  const text = JSON.stringify(har);
  const report = await verifyTraffic({
    description,
    har: JSON.parse(text),
    server: "http://localhost",
  });
  return { text, entries: har.log.entries, report };
}

const pet = { name: "Rex", chip: "chip-4711" };

test("records a client, and a server in this process, without secrets", async () => {
  const description = await describe(secret);
  const mock = createMock(description.mock);
  const server = trafficRecorder({ description });
  const client = trafficRecorder({ description });
  const handler = server.fetch((request) => mock.fetch(request) as Promise<Response>);
  const send = caller(description, {
    middleware: [client.client],
    fetch: handler as unknown as Fetch,
  });
  await send("CreatePet", { body: pet });
  await send("ListPets", { query: { limit: 5 } });
  for (const recorder of [client, server]) {
    const { text, entries, report } = await verified(description, recorder);
    expect(entries.map(({ response }) => response?.status)).toEqual([201, 200]);
    expect(report.failures).toEqual([]);
    expect(report.cases).toBe(2);
    expect(report.leftOut).toEqual([]);
    expect(text).toContain('\\"name\\":\\"Rex\\"');
    for (const hidden of ["bear-token", "chip-4711"]) expect(text).not.toContain(hidden);
  }
});

test("finds a breach of the server, and one of the client, in what was recorded", async () => {
  const description = await describe(pets);
  const recorder = trafficRecorder({ description });
  const broken: Handler = () =>
    Promise.resolve(Response.json({ id: 7, name: "Rex" }, { status: 201 }));
  const send = caller(description, {
    middleware: [recorder.client],
    fetch: recorder.fetch(broken) as unknown as Fetch,
  });
  await send("CreatePet", { body: { kind: "cow" } });
  const { report } = await verified(description, recorder);
  expect(report.failures.map(({ check }) => check).toSorted()).toEqual([
    "body",
    "recorded-request",
  ]);
});

test("records a listener of node:http", async () => {
  const description = await describe(secret);
  const recorder = trafficRecorder({ description });
  const listening = createServer(
    recorder.listener((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (chunk: Buffer) => parts.push(chunk));
      request.on("end", () => {
        response.writeHead(201, {
          "content-type": "application/json",
          "set-cookie": "s=set-cookie-1",
        });
        response.write('{"id":"1",');
        response.end(Buffer.concat(parts).subarray(1));
      });
    }),
  ).listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  try {
    const send = caller(description, { baseUrl: `http://127.0.0.1:${port}` });
    await send("CreatePet", { body: pet });
  } finally {
    listening.closeAllConnections();
    listening.close();
    await once(listening, "close");
  }
  const har = await recorder.har();
  const report = await verifyTraffic({ description, har, server: `http://127.0.0.1:${port}` });
  expect(report.failures).toEqual([]);
  expect(report.coverage.find(({ operationId }) => operationId === "CreatePet")?.statuses).toEqual({
    201: 1,
  });
  const text = JSON.stringify(har);
  expect(text).toContain('\\"name\\":\\"Rex\\"');
  for (const hidden of ["bear-token", "chip-4711", "set-cookie-1"])
    expect(text).not.toContain(hidden);
});

test("keeps no more than it is told to", async () => {
  const recorder = trafficRecorder({ maxEntries: 2, maxBodyBytes: 10 });
  const handler = recorder.fetch(() => Promise.resolve(new Response("x".repeat(20))));
  for (const path of ["/1", "/2", "/3"])
    await (await handler(new Request(`http://localhost${path}`))).text();
  const { log } = await recorder.har();
  expect(log.entries.map(({ request }) => request.url)).toEqual([
    "http://localhost/2",
    "http://localhost/3",
  ]);
  expect(log.entries[0]?.response?.content).not.toHaveProperty("text");
  const small = trafficRecorder({ maxBytes: 100 });
  await small.fetch(() => Promise.resolve(new Response("x")))(new Request("http://localhost/"));
  expect((await small.har()).log.entries).toEqual([]);
});

test("leaves out secrets that stand elsewhere in another encoding, and keeps JSON what it is", async () => {
  const recorder = trafficRecorder();
  const pair = "user-of-basic:pa55/word+1";
  const [, password = ""] = pair.split(":");
  const echo = {
    plain: password,
    hex: Buffer.from(password).toString("hex"),
    query: encodeURIComponent(password).toLowerCase(),
    base64: btoa(`x${password}`),
    pin: 48151623,
    copy: 48151623,
    bodySize: 7,
  };
  const bytes = new Uint8Array([0, 1, 2, ...new TextEncoder().encode(password)]);
  const answers = [Response.json(echo), new Response(bytes), new Response(new Uint8Array([0, 1]))];
  const handler = recorder.fetch(() => Promise.resolve(answers.shift() ?? new Response()));
  for (const path of ["json", "bytes", "others"]) {
    const headers = { authorization: `Basic ${btoa(pair)}`, "x-api-key": "48151623" };
    await (await handler(new Request(`http://localhost/${path}`, { headers }))).arrayBuffer();
  }
  const { log } = await recorder.har();
  const text = JSON.stringify(log);
  for (const hidden of [pair, "user-of-basic", ...Object.values(echo).slice(0, 6)])
    expect(text).not.toContain(String(hidden));
  const [json, withSecret, others] = log.entries.map(({ response }) => response?.content);
  expect(JSON.parse(json?.text ?? "")).toMatchObject({ copy: "REDACTED", bodySize: 7 });
  expect(withSecret).not.toHaveProperty("text");
  expect(others).toMatchObject({ text: btoa("\0\u0001"), encoding: "base64" });
});

test("knows secrets of usual names, and of a table, without a description", async () => {
  const sensitive = {
    operations: { Get: { path: ["token"], query: ["code"], responses: { 200: ["/pin"] } } },
  };
  const recorder = trafficRecorder({ sensitive });
  const handler = recorder.fetch(() =>
    Promise.resolve(Response.json({ pin: "pin-9999", password: "pass-word-1" })),
  );
  const request = new Request("http://localhost/tokens/path-secret?code=code-secret&a=b", {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: '--x\r\nContent-Disposition: form-data; name="password"\r\n\r\npass-word-2\r\n--x--\r\n',
  });
  await handler(request);
  const text = JSON.stringify(await recorder.har());
  for (const hidden of ["pin-9999", "pass-word", "path-secret", "code-secret"])
    expect(text).not.toContain(hidden);
  expect(text).toContain("a=b");
});
