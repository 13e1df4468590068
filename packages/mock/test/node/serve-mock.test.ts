import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MockStartError } from "../../src/node/index.ts";
import { temporaryFile, temporaryFolder } from "./ending.ts";
import { readConsole, refusal, sendJson, sendRaw, start } from "./harness.ts";

describe("a mock as a server", () => {
  test("answers the operations of its description", async () => {
    const { url } = await start();
    expect(await (await fetch(`${url}/books/b1`)).json()).toMatchObject({ title: "Dune" });
    const created = await sendJson("POST", `${url}/books`, { title: "Emma" });
    expect(created.status).toBe(201);
    expect((await sendJson("POST", `${url}/books`, {})).status).toBe(400);
  });

  test("tells each request to its user", async () => {
    const told: (number | undefined)[] = [];
    const onExchange = ({ status }: { status: number | undefined }) => void told.push(status);
    const { url } = await start({ onExchange, isQuiet: true, isConsoleOn: false });
    await fetch(`${url}/books`);
    await fetch(`${url}/nothing`);
    expect(told).toEqual([200, 404]);
  });

  test("ends with what is open: streams and the console", async () => {
    const { url, close } = await start({ streams: { interval: 60_000 } });
    const stream = await fetch(`${url}/books/events`);
    const requests = await readConsole(`${url}/__mock/requests`);
    await close();
    await stream.text();
    expect(await requests.text()).toContain("event: run");
    await expect(fetch(`${url}/books`)).rejects.toThrow("fetch failed");
  });

  test("ends though a request takes its time, or its client never sends all of it", async () => {
    const { url, close } = await start({ closeTimeout: 1 });
    const slow = fetch(`${url}/books`, { headers: { prefer: "latency=2000000000" } }).then(
      ({ status }) => status,
      () => "closed",
    );
    const head = "POST /books HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n";
    const half = sendRaw(url, `${head}Content-Type: application/json\r\n\r\n{`);
    await fetch(`${url}/books`);
    await close();
    expect(await slow).toBe("closed");
    await half.catch(() => undefined);
  });

  test("is closed once, however often it is asked to", async () => {
    const { close } = await start();
    expect(await Promise.all([close(), close()])).toEqual([undefined, undefined]);
    expect(await close()).toBeUndefined();
  });
});

describe("a mock does not start", () => {
  test("on a port that is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const error = await refusal({ port });
    other.close();
    expect(error).toBeInstanceOf(MockStartError);
    expect(error).toMatchObject({
      message: `port ${port} of 127.0.0.1 is in use: use another port, or 0 for a free one`,
    });
  });

  test.each([70_000, -1, 1.5, NaN])("on port %d", async (port) => {
    const message = `${port} is not a port: use one from 1 to 65535, or 0 for a free one`;
    expect(await refusal({ port })).toMatchObject({ name: "MockStartError", message });
  });

  test("on a host of another machine", async () => {
    expect(await refusal({ host: "192.0.2.1" })).toMatchObject({
      name: "MockStartError",
      message: expect.stringContaining(`the host "192.0.2.1" does not belong to this machine: use`),
    });
  });

  test("with an option that makes no sense", async () => {
    expect(await refusal({ faults: [{ operation: "Nobody", status: 500 }] })).toMatchObject({
      name: "MockStartError",
      message: expect.stringContaining("names no operation"),
    });
    expect(await refusal({ docsUrl: "javascript:alert(1)" })).toMatchObject({
      name: "MockStartError",
      message: expect.stringContaining("does not begin with http:// or https://"),
    });
  });
});

describe("a faults file", () => {
  test("is a plain file", async () => {
    expect(await refusal({ faultsFile: "/dev/zero" })).toMatchObject({
      name: "MockStartError",
      message: "/dev/zero  the faults file cannot be read: it is not a regular file",
    });
  });

  test("spoils what it says", async () => {
    const rules = [{ operation: "GetBook", status: 404 }];
    const faultsFile = await temporaryFile("faults.json", JSON.stringify({ rules }));
    const { url } = await start({ faultsFile });
    expect((await fetch(`${url}/books/b1`)).status).toBe(404);
    expect((await fetch(`${url}/books`)).status).toBe(200);
  });

  test("is refused with line and column where it is no JSON", async () => {
    const faultsFile = await temporaryFile("faults.json", '{\n  "rules": [,]\n}');
    expect(await refusal({ faultsFile })).toMatchObject({
      name: "MockStartError",
      message: `${faultsFile}:2:13  the faults file is not JSON from here on`,
    });
  });

  test.each<[string, unknown, string]>([
    ["a kind that there is not", [{ fault: "boom" }], "/0/fault must be one of reset, half-body"],
    ["an operation that there is not", { rules: [{ operation: "X", status: 500 }] }, "/rules/0/op"],
    ["no status", [{ operation: "ListBooks", status: 600 }], "/0/status"],
  ])("is refused with %s", async (_, profile, message) => {
    const faultsFile = await temporaryFile("faults.json", JSON.stringify(profile));
    expect(await refusal({ faultsFile })).toMatchObject({
      name: "MockStartError",
      message: expect.stringContaining(`${faultsFile}  ${message}`),
    });
  });

  test("is refused where it is not there", async () => {
    const faultsFile = join(temporaryFolder(), "none.json");
    expect(await refusal({ faultsFile })).toMatchObject({
      name: "MockStartError",
      message: `${faultsFile}  the faults file cannot be read: there is no such file or folder`,
    });
  });
});

describe("an overrides file", () => {
  const write = (text: string) => temporaryFile("overrides.mjs", text);

  test("answers as its function says, after a reset too", async () => {
    const overridesFile = await write(
      `export default (mock) => void mock.on("GetBook", ({ path }) => ({ status: 200, body: path }));`,
    );
    const { url, mock } = await start({ overridesFile });
    expect(await (await fetch(`${url}/books/x`)).json()).toEqual({ book_id: "x" });
    mock.reset();
    expect(await (await fetch(`${url}/books/x`)).json()).toEqual({ book_id: "x" });
  });

  test("answers as its object says", async () => {
    const overridesFile = await write(
      `export default { GetBook: { status: 404, body: { type: "Gone" } } };`,
    );
    const { url } = await start({ overridesFile });
    expect(await (await fetch(`${url}/books/b1`)).json()).toEqual({ type: "Gone" });
  });

  test.each([
    ["no default export", "export const mock = 1;", "the overrides file has no default export"],
    ["an operation that there is not", "export default { GetBok: {} };", "did you mean GetBook?"],
    [
      "a function that fails",
      `export default () => { throw new Error("no luck"); };`,
      "the overrides cannot be used: no luck",
    ],
    [
      "a function that is async",
      `export default async () => { throw new Error("no luck"); };`,
      "the function must not be async",
    ],
    ["a fault while it loads", `throw new Error("no luck");`, "does not load: no luck"],
  ])("is refused with %s", async (_, text, message) => {
    const overridesFile = await write(text);
    const error = await refusal({ overridesFile });
    expect(error).toBeInstanceOf(MockStartError);
    expect((error as Error).message).toMatch(/^\S+overrides\.mjs {2}[^\n]*$/);
    expect((error as Error).message).toContain(message);
  });

  test("is refused where it is not there", async () => {
    const overridesFile = join(temporaryFolder(), "none.mjs");
    expect(await refusal({ overridesFile })).toMatchObject({
      message: expect.stringContaining(`${overridesFile}  the overrides file does not load: `),
    });
  });
});

describe("a state file", () => {
  test("takes what is remembered from one run to the next", async () => {
    const stateFile = join(temporaryFolder(), "state.json");
    const first = await start({ stateFile });
    await sendJson("POST", `${first.url}/books`, { title: "Emma" });
    await first.close();
    const second = await start({ stateFile });
    expect(second.mock.snapshot()).toEqual(first.mock.snapshot());
    const { books } = (await (await fetch(`${second.url}/books`)).json()) as { books: unknown[] };
    expect(books).toMatchObject([{ title: "Dune" }, { title: "Emma" }]);
  });

  test("that is broken is set aside, and the mock starts afresh", async () => {
    const stateFile = await temporaryFile(
      "state.json",
      '{"version":1,"records":{"Book":[]},"recordings":5}',
    );
    const { url, output, close } = await start({ stateFile });
    expect((await fetch(`${url}/books/b1`)).status).toBe(200);
    await close();
    expect(output.text).toContain(`it was renamed to ${stateFile}.broken-1`);
  });

  test("that is a folder, or in none, keeps the mock from starting", async () => {
    const folder = temporaryFolder();
    expect(await refusal({ stateFile: folder })).toMatchObject({
      name: "MockStartError",
      message: `${folder}  the state file cannot be used: it is a folder`,
    });
    const stateFile = join(folder, "none", "state.json");
    expect(await refusal({ stateFile })).toMatchObject({
      name: "MockStartError",
      message: expect.stringContaining(`there is no folder ${join(folder, "none")}`),
    });
  });

  test("may be a link, which stays one", async () => {
    const folder = temporaryFolder();
    await mkdir(join(folder, "kept"));
    await writeFile(join(folder, "kept", "real.json"), '{"version":1,"records":{"Book":[]}}');
    const stateFile = join(folder, "state.json");
    await symlink(join("kept", "real.json"), stateFile);
    const first = await start({ stateFile });
    await sendJson("POST", `${first.url}/books`, { title: "Emma" });
    await first.close();
    const second = await start({ stateFile: join(folder, "kept", "real.json") });
    expect(second.mock.state.list("Book")).toMatchObject([{ title: "Emma" }]);
  });
});
