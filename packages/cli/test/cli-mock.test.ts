import { spawn } from "node:child_process";
import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  node,
  repository,
  runCli,
  temporaryFolder,
  writeTree,
} from "../../../generator/test/support.ts";

const pets = `
openapi: 3.1.1
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          description: All.
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Pet" } }
              example: [{ id: 1, name: Rex }]
    post:
      operationId: createPet
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewPet" } } }
      responses:
        "201":
          description: Made.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Pet" }
              example: { id: 1, name: Rex }
  /pets/{id}:
    get:
      operationId: getPet
      security: [{ key: [] }]
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        "200":
          description: It.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Pet" }
              example: { id: 1, name: Rex }
        "404": { description: There is none. }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    NewPet: { type: object, required: [name], properties: { name: { type: string } } }
    Pet:
      type: object
      required: [id, name]
      properties: { id: { type: integer }, name: { type: string } }
`;

/** A configuration of the mock, which its folder has. */
const configured = (mock: object): Readonly<Record<string, string>> => ({
  "openapi-packages.config.json": JSON.stringify({ mock }),
});

function folderOf(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  writeTree(folder, { "pets.yaml": pets, ...files });
  return folder;
}

/** A mock in a process of its own, as a user starts it. */
async function startMock(folder: string, ...args: string[]) {
  const cli = join(repository, "generator", "src", "cli.ts");
  const all = [cli, "mock", "pets.yaml", "--port", "0", ...args];
  const child = spawn(node, all, { cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { stdout: "", stderr: "" };
  const waiting = new Set<() => void>();
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      said[stream] += text;
      for (const look of waiting) look();
    });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  /** Waits until something is said. */
  const until = (stream: keyof typeof said, pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const [, found] = pattern.exec(said[stream]) ?? [];
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      void ended.then(() => reject(new Error(`it ended\n${said.stdout}${said.stderr}`)));
      look();
    });
  const url = await until("stdout", /(http:\/\/127\.0\.0\.1:\d+)/);
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  return { url, said, until, end };
}

const json = { "content-type": "application/json" };

const create = (url: string, name: unknown): Promise<Response> =>
  fetch(`${url}/pets`, { method: "POST", headers: json, body: JSON.stringify({ name }) });

describe("openapi-packages mock", () => {
  it("serves a description that nothing was generated from, until it is told to end", async () => {
    const { url, said, end } = await startMock(folderOf());
    expect(said.stdout.split("\n")[0]).toBe(
      "Pets: every request is accepted without checking credentials (--demand-credentials checks them)",
    );
    expect((await fetch(`${url}/pets/1`)).status).toBe(200);
    expect(await (await fetch(`${url}/pets`)).json()).toEqual([{ id: 1, name: "Rex" }]);
    expect((await create(url, 7)).status).toBe(400);
    const created = (await (await create(url, "Tom")).json()) as { id: number };
    expect(created).toMatchObject({ name: "Tom" });
    expect(await (await fetch(`${url}/pets/${created.id}`)).json()).toEqual(created);
    expect(await end("SIGTERM")).toBe(0);
    expect(said.stderr).toBe("");
    expect(said.stdout).toMatch(/201.*POST.*\/pets.*createPet/);
  });

  it("groups many warnings by code, so that its address stays on the screen", async () => {
    const misspelt = (keywords: readonly string[]): string =>
      keywords.map((one) => `, ${one}: 1`).join("");
    const startWith = (...keywords: readonly string[]) =>
      startMock(
        folderOf({
          "pets.yaml": pets.replace(
            "name: { type: string } }",
            `name: { type: string${misspelt(keywords)} } }`,
          ),
        }),
      );
    const few = await startWith("min_length", "max_length");
    expect(few.said.stderr.match(/is not a keyword/g)).toHaveLength(2);
    const many = await startWith("min_length", "max_length", "min_items", "max_items");
    expect(many.said.stderr).toContain("keyword-unknown (4)");
    expect(many.said.stderr).toContain("openapi-packages lint pets.yaml lists all");
    expect(many.said.stderr.match(/is not a keyword/g)).toHaveLength(1);
  });

  it("ends at once while something keeps it from starting", async () => {
    const overrides = `console.log("http://127.0.0.1:1");
setInterval(() => {}, 1000);
await new Promise(() => {});`;
    const config = configured({ overrides: "overrides.mjs" });
    const { end } = await startMock(folderOf({ ...config, "overrides.mjs": overrides }));
    expect(await end("SIGTERM")).toBeNull();
  });

  it("lets in only whom it is told to, and remembers no more than it is told to", async () => {
    const whom = { consoleToken: "secret", allowHosts: ["mock.example"] };
    const config = configured({ ...whom, limits: { records: 2 } });
    const { url, until } = await startMock(folderOf(config));
    const statusOf = async (path: string, headers: Record<string, string>): Promise<number> =>
      new Promise((resolve, reject) => {
        const sent = sendRequest(url + path, { headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        sent.once("error", reject).end();
      });
    expect(await statusOf("/pets", { host: "mock.example" })).toBe(200);
    expect(await statusOf("/pets", { host: "evil.example" })).toBe(421);
    expect(await statusOf("/__mock/state", {})).toBe(401);
    expect(await statusOf("/__mock/state", { authorization: "Bearer secret" })).toBe(200);
    for (const name of ["Tom", "Bo"]) await create(url, name);
    await until("stdout", /(a limit was exceeded)/);
    expect(await (await fetch(`${url}/pets`)).json()).toMatchObject([
      { name: "Rex" },
      { name: "Bo" },
    ]);
  });

  it("says its address and no more when it is to be quiet and the port is not known", async () => {
    const { url, said, end } = await startMock(folderOf(), "--quiet");
    await fetch(`${url}/pets`);
    expect(await end("SIGTERM")).toBe(0);
    expect(said).toEqual({ stdout: `${url}\n`, stderr: "" });
  });

  it("remembers nothing on demand, and ends by the keyboard too", async () => {
    const forgetful = await startMock(folderOf(), "--no-state");
    await create(forgetful.url, "Tom");
    expect(await (await fetch(`${forgetful.url}/pets`)).json()).toEqual([{ id: 1, name: "Rex" }]);
    expect(await forgetful.end("SIGINT")).toBe(0);
  });

  it("keeps its state in a file, and begins without examples on demand", async () => {
    const folder = folderOf();
    const first = await startMock(folder, "--state", "state.json", "--empty");
    await create(first.url, "Tom");
    expect(await first.end("SIGTERM")).toBe(0);
    expect(existsSync(join(folder, "state.json"))).toBe(true);
    const second = await startMock(folder, "--state", "state.json");
    expect(await (await fetch(`${second.url}/pets`)).json()).toMatchObject([{ name: "Tom" }]);
  });

  it("starts with the records of recorded traffic, and says what it did not use", async () => {
    const har = (...paths: string[]): string => {
      const entries = paths.map((path, index) => ({
        request: { method: "GET", url: `http://api.example${path}` },
        response: {
          status: 200,
          headers: [{ name: "content-type", value: "application/json" }],
          content: { text: JSON.stringify({ id: index + 5, name: "Tom" }) },
        },
      }));
      return JSON.stringify({ log: { entries } });
    };
    const folder = folderOf({ "traffic.har": har("/pets/5", "/cats/6") });
    const { url, said } = await startMock(folder, "--start-from", "traffic.har");
    expect(await (await fetch(`${url}/pets`)).json()).toEqual([{ id: 5, name: "Tom" }]);
    expect(said.stderr).toBe(
      "traffic.har: the mock starts with 1 Pet, from 1 answer\n" +
        "  1 entry not used, each belongs to no operation: GET /cats/6\n",
    );
  });

  it("asks for credentials on demand", async () => {
    const { url, said, until } = await startMock(folderOf(), "--demand-credentials");
    expect(said.stdout.split("\n")[0]).toBe("Pets: credentials are required");
    const made = await until("stdout", /key=(\S+) {2}\(generated by the mock; --credential key=…/);
    const statusOf = async (origin: string, token: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${origin}/pets/1`, { headers })).status;
    };
    expect(await statusOf(url, made)).toBe(200);
    expect(await statusOf(url, "any")).toBe(401);
    const given = await startMock(folderOf(), "--credential", "key=a=b", "--credential", "key=c");
    await given.until("stdout", /accepts {4}key=(a=b)\n/);
    for (const [token, status] of [
      ["a=b", 200],
      ["c", 200],
      [made, 401],
      ["a", 401],
    ] as const)
      expect(await statusOf(given.url, token)).toBe(status);
  });

  it("lets faults happen and overrides answer, both from files, and remembers no call of one operation", async () => {
    const { url } = await startMock(
      folderOf({
        ...configured({
          faults: "faults.json",
          overrides: "overrides.mjs",
          stateless: ["createPet"],
        }),
        "faults.json": '{ "rules": [{ "operation": "getPet", "status": 404 }] }',
        "overrides.mjs": "export default { listPets: { status: 200, body: [] } };",
      }),
    );
    expect((await fetch(`${url}/pets/1`)).status).toBe(404);
    expect(await (await fetch(`${url}/pets`)).json()).toEqual([]);
    expect(await (await create(url, "Tom")).json()).toEqual({ id: 1, name: "Rex" });
  });

  it("lets another server answer, but for what is mocked here", async () => {
    const upstream = createServer((request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(request.url === "/pets" ? '[{"id":2,"name":"Tom"}]' : '{"id":2,"name":"Tom"}');
    });
    await new Promise<void>((resolve) => void upstream.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void upstream.close());
    const proxy = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const { url } = await startMock(folderOf(), "--proxy", proxy, "--mode", "getPet=mock");
    expect(await (await fetch(`${url}/pets`)).json()).toEqual([{ id: 2, name: "Tom" }]);
    expect(await (await fetch(`${url}/pets/1`)).json()).toEqual({ id: 1, name: "Rex" });
  });

  it("takes up a changed description at the same address, with what it remembers", async () => {
    const folder = folderOf();
    const { url, until, end } = await startMock(folder, "--watch");
    const token = await until("stdout", /__mock\?token=(\S+)/);
    await until("stderr", /(watching 1 file)/);
    await create(url, "Tom");
    writeFileSync(join(folder, "pets.yaml"), `${pets}\nbroken: [`);
    await until("stderr", /(The mock does not change until this is corrected)/);
    expect((await fetch(`${url}/pets`)).status).toBe(200);
    writeFileSync(join(folder, "pets.yaml"), pets.replace("title: Pets", "title: More pets"));
    await until("stdout", /(More pets)/);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${url}/__mock/state`, { headers })).status).toBe(200);
    expect(await (await fetch(`${url}/pets`)).json()).toMatchObject([
      { name: "Rex" },
      { name: "Tom" },
    ]);
    expect(await end("SIGTERM")).toBe(0);
  });

  it("loads neither compiler nor printer", () => {
    const seen = new Set<string>();
    const follow = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      const text = readFileSync(path, "utf8");
      const imports = /^(?:import|export) (?!type )[^"]*?"(.*?)";$|import\("(\..*?)"\)/gm;
      for (const [, direct, later] of text.matchAll(imports)) {
        const specifier = direct ?? later ?? "";
        expect(`${path}: ${specifier}`).not.toMatch(
          /: (?:ts-morph|typescript|prettier|openapi-typ)/,
        );
        if (specifier.startsWith(".")) follow(join(path, "..", specifier));
        const [, name, module] = /^@openapi-packages\/(\w+)\/(.+)$/.exec(specifier) ?? [];
        if (name === "description" || name === "compiler")
          follow(join(repository, "packages", name, "src", `${module}.ts`));
      }
    };
    follow(join(repository, "packages", "cli", "src", "main.ts"));
    follow(join(repository, "packages", "cli", "src", "run-mock.ts"));
    expect(seen.size).toBeGreaterThan(50);
  });
});

describe("wrong usage of mock", () => {
  it.each([
    [["--port", "high"], '--port is a number from 0 to 65535, not "high"'],
    [["--port", "65536"], "--port is a number"],
    [["--credential", "kee=a"], 'no security scheme "kee"; the nearest is "key"'],
    [["--host", ""], "--host is empty"],
    [["--latency", "soon"], '--latency is milliseconds, such as 200 or 200..800, not "soon"'],
    [["--latency", "800..200"], "--latency starts with the lower number: 200..800"],
    [
      ["--state", "a.json", "--no-state"],
      "--state and --no-state contradict each other: choose one",
    ],
    [["--no-state", "--empty"], "choose one"],
    [["--start-from", "a.har", "--no-state"], "--no-state leaves no records for --start-from"],
    [["--start-from", "a.har", "--empty"], "--empty leaves no records for --start-from"],
    [["--mode", "getPet=mock"], "--mode needs --proxy"],
    [["--proxy", "example.com"], "--proxy is an address"],
    [["--proxy", "http://127.0.0.1:1", "--mode", "getPet=off"], "mock, proxy or record"],
    [["--proxy", "http://127.0.0.1:1", "--mode", "getDog=mock"], 'no operation "getDog"'],
    [["--colour"], "there is no option --colour"],
  ])("%j is refused", async (args, message) => {
    const result = await runCli(["mock", "pets.yaml", ...args], { cwd: folderOf() });
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.stderr).toContain(message);
    expect(result.stderr).toContain("Try: openapi-packages mock --help");
  });

  it.each<[args: string[], mock: object, message: RegExp]>([
    [["nowhere.yaml"], {}, /^nowhere\.yaml {2}description-not-found/],
    [["pets.yaml", "--proxy", "http://u:s3cret@x"], {}, /^(?!.*s3cret).* must have no user name/],
    [["pets.yaml"], { faults: "none.json" }, /none\.json/],
    [["pets.yaml"], { overrides: "none.mjs" }, /none\.mjs/],
    [["pets.yaml"], { startFrom: "none.har" }, /none\.har cannot be read/],
    [["pets.yaml"], { startFrom: "pets.yaml" }, /pets\.yaml is not JSON, and so not an HAR/],
    [
      ["pets.yaml"],
      { allowHosts: ["http://x"] },
      /^the allowed host "http:\/\/x" is not a host name/,
    ],
    [["pets.yaml"], { allowOrigins: ["x"] }, /^the allowed origin "x" is not an origin/],
    [["pets.yaml"], { consoleToken: "a b" }, /^the console's token may only contain letters/],
    [["pets.yaml"], { limits: { recrods: 5 } }, /^there is no limit recrods; there are: resource/],
    [["pets.yaml"], { limits: { records: 0 } }, /^the limit records must be a whole number from 1/],
    [["pets.yaml"], { stateless: ["getPets"] }, /no operation "getPets"; the nearest is "getPet"/],
    [["pets.yaml", "--no-state"], { stateless: ["getPet"] }, /choose one/],
  ])("what cannot be read is said in a line: %j %j", async (args, mock, message) => {
    const all = ["mock", ...args, "--port", "0"];
    const { code, stderr } = await runCli(all, { cwd: folderOf(configured(mock)) });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n +at /);
  });

  it("a port that is taken is said in a line", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const args = ["mock", "pets.yaml", "--port", String(port)];
    const result = await runCli(args, { cwd: folderOf() });
    expect(result).toMatchObject({ code: 2, stderr: expect.stringMatching(/^port \d+ .*\n$/) });
  });
});
