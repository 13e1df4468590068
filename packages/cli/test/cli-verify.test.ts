import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  node,
  repository,
  runCli,
  temporaryFolder,
  writeTree,
} from "../../../generator/test/support.ts";

const cli = join(repository, "generator", "src", "cli.ts");

const description = `
openapi: 3.1.1
info: { title: Pets, version: "1" }
security: [{ bearerAuth: [] }]
paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string }, example: it's one }]
    get:
      operationId: getPet
      responses:
        "200":
          description: It.
          content:
            application/json:
              schema: { type: object, required: [name], properties: { name: { type: string } } }
        "404": { description: There is none. }
    delete:
      operationId: deletePet
      responses: { "204": { description: It is gone. } }
components:
  securitySchemes: { bearerAuth: { type: http, scheme: bearer } }
`;

/** What is right of the pets, but for the name, which is a number. */
const answer: RequestListener = (request, response) => {
  response.writeHead(request.method === "DELETE" ? 204 : 200, {
    "content-type": "application/json",
  });
  response.end(request.method === "DELETE" ? undefined : '{"name":7}');
};

async function serve(listener: RequestListener = answer) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function folderOf(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  writeTree(folder, { "pets.yaml": description, ...files });
  return folder;
}

const replayed = ["replay", "getPet/example@0", "pets.yaml"];

it("exits with 1 and says how to see a failure again, which a shell can be given", async () => {
  const { url } = await serve();
  const cwd = folderOf();
  const token = "a-token-of-mine";
  const env = { ...process.env, PETS_TOKEN: token };
  const args = ["--server", url, "--credential", "bearerAuth=${PETS_TOKEN}"];
  const { code, stdout, stderr } = await runCli(["verify", "pets.yaml", ...args], { cwd, env });
  expect(code).toBe(1);
  expect(stdout).toContain("✗ body  `name` of the answer 200 is 7, and should be a string");
  expect(stdout).toContain("pets.yaml:15:");
  expect(stdout).toContain(`curl --include ${url}/pets/it%27s%20one`);
  expect(stdout).toContain(`client.default.getPet({ path: { id: "it's one" } })`);
  expect(stdout).toContain(`'authorization: Bearer '"$PETS_TOKEN"`);
  expect(stderr).toMatch(/^\d+ of \d+ cases, \d+ failures?$/m);
  expect(stdout + stderr).not.toContain(token);
  const [, command = ""] = /replay: openapi-packages (verify replay getPet.*)/.exec(stdout) ?? [];
  const again = await new Promise<string>((resolve) => {
    const line = `"$0" "$1" ${command}`;
    execFile("sh", ["-c", line, node, cli], { cwd, env }, (_, text) => resolve(text));
  });
  expect(again).toContain("✗ body  `name` of the answer 200 is 7, and should be a string");
  expect(again).toContain("1 case, ");
});

it("exits with 0 where nothing is wrong, and with 1 where too little is covered", async () => {
  const { url } = await serve((request, response) => {
    if (request.url === "/pets/it%27s%20one" && request.method === "GET")
      response.writeHead(200, { "content-type": "application/json" }).end('{"name":"Rex"}');
    else response.writeHead(404).end();
  });
  const cwd = folderOf();
  const args = [...replayed, "--server", url];
  const passed = await runCli(["verify", ...args], { cwd });
  expect(passed).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ passed") });
  const all = ["verify", "pets.yaml", "--server", url, "--operation", "deletePet"];
  const covered = await runCli([...all, "--min-coverage", "50"], { cwd });
  expect(covered.stdout).toContain("0% of operations covered, less than 50%");
  expect(covered.stdout).toContain("destructive of the expectations");
  expect(covered.code).toBe(1);
});

it("writes each report to its file, and another one to standard output", async () => {
  const { url } = await serve();
  const cwd = folderOf();
  const files = ["json", "junit", "sarif", "github", "pretty"];
  const reports = files.flatMap((name) => ["--report", `${name}=reports/${name}.txt`]);
  const args = ["verify", ...replayed, "--server", url, "--format", "json", ...reports];
  const { stdout } = await runCli(args, { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ passed: false, isReplay: true });
  for (const name of files)
    expect(readFileSync(join(cwd, "reports", `${name}.txt`), "utf8")).toContain("getPet");
});

it("takes all of it from a configuration", async () => {
  const { url, requests } = await serve();
  const verify = {
    server: `${url}/v2/`,
    credentials: { bearerAuth: "of-the-configuration" },
    expectations: "../expectations.yaml",
    maxTime: "90s",
    reports: { junit: "junit.xml" },
  };
  const cwd = folderOf({
    "expectations.yaml": "destructive: [deletePet]\n",
    "tests/openapi-packages.config.json": JSON.stringify({
      description: "../pets.yaml",
      verify,
    }),
  });
  const args = [
    "verify",
    "replay",
    "deletePet/example@0",
    "-c",
    "tests/openapi-packages.config.json",
  ];
  const { code, stdout } = await runCli(args, { cwd });
  expect(stdout).toContain("✓ passed");
  expect(code).toBe(0);
  expect(readFileSync(join(cwd, "tests", "junit.xml"), "utf8")).toContain("<testsuites");
  expect(requests.at(-1)).toMatchObject({ method: "DELETE", url: "/v2/pets/it%27s%20one" });
  expect(requests.at(-1)?.headers.authorization).toBe("Bearer of-the-configuration");
});

const wrongUsage: readonly (readonly [args: readonly string[], message: string])[] = [
  [["pets.yaml"], "name what to verify: --server http://localhost:3000, --client"],
  [["pets.yaml", "--server", "localhost"], "--server is an address"],
  [["pets.yaml", "--server", "http://a:secret@localhost"], "has a user's name or password"],
  [["pets.yaml", "--server", "http://localhost", "--max-time", "soon"], "is a time, such as 90s"],
  [["pets.yaml", "--server", "http://localhost", "--report", "jnit=x"], "did you mean junit?"],
  [["pets.yaml", "--server", "http://localhost", "--only-status", "ok"], "such as 404 or 4XX"],
  [["pets.yaml", "--server", "http://localhost", "--operation", "getPets"], "did you mean getPet?"],
  [
    ["pets.yaml", "--server", "http://localhost", "--credential", "bearer=secret"],
    'there is no security scheme "bearer"; did you mean bearerAuth?',
  ],
  [
    ["pets.yaml", "--server", "http://localhost", "--credential", "bearerAuth=${NOT_SET_HERE}"],
    "needs the variable NOT_SET_HERE, which is not set",
  ],
  [
    ["pets.yaml", "--server", "http://localhost", "--config", "expecting.json"],
    "expectations.yaml:1:15  there is no operation",
  ],
  [["replay", "getPet/nothing@0", "pets.yaml", "--server", "http://localhost"], "there is no case"],
  [["pets.yaml", "--client", "none.js"], 'the client "none.js" cannot be imported'],
  [["pets.yaml", "--client", "nothing.js"], '"nothing.js" has no default export of a client'],
  [["pets.yaml", "--client", "x.js", "--server", "http://localhost"], "choose one"],
  [["replay"], "name the failure to replay"],
];

it("exits with 2 for wrong usage, says what is wrong, and repeats no secret", async () => {
  const cwd = folderOf({
    "expectations.yaml": "destructive: [deletePets]\n",
    "expecting.json": '{ "verify": { "expectations": "expectations.yaml" } }',
    "nothing.js": "export const client = {};\n",
  });
  const runs = wrongUsage.map(async ([args, message]) => {
    const { code, stdout, stderr } = await runCli(["verify", ...args], { cwd });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("secret");
    expect(stderr).not.toContain("    at ");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
  await Promise.all(runs);
});

it("verifies the client of a module", async () => {
  const cwd = folderOf({
    "package.json": '{ "type": "module" }',
    "client.js": `export default {
  async getPet({ path }, { baseUrl }) {
    const response = await fetch(new URL("/pets/" + path.id.toUpperCase(), baseUrl));
    return response.json();
  },
};
`,
  });
  const args = ["verify", "pets.yaml", "--client", "client.js", "--operation", "getPet"];
  const { code, stdout } = await runCli(args, { cwd });
  expect(stdout).toContain("✗ ");
  expect(stdout).toContain("pets.yaml --client client.js");
  expect(code).toBe(1);
});

it("ends at SIGINT with what is known, after it has done what comes after the cases", async () => {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const { url, requests } = await serve((request, response) => {
    if (request.method === "GET") resolve();
    else response.writeHead(204).end();
  });
  const cwd = folderOf({
    "expectations.yaml": "after: [{ operation: deletePet }, { command: echo over > over.txt }]\n",
    "openapi-packages.config.json": '{ "verify": { "expectations": "expectations.yaml" } }',
  });
  const args = ["verify", "pets.yaml", "--server", url];
  const child = spawn(node, [cli, ...args], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  const ended = new Promise<number | null>((close) => child.once("close", close));
  await reached;
  child.kill("SIGINT");
  expect(await ended).toBe(1);
  expect(stdout).toMatch(/interrupted: \d+ cases? not run/);
  expect(requests.at(-1)?.method).toBe("DELETE");
  expect(readFileSync(join(cwd, "over.txt"), "utf8")).toBe("over\n");
});
